/**
 * One quote or claim in the list: its verdict in words and as a shape, its words, and why or where. A click leads to
 * its place on the page, or opens in place what the card says. Stays the same element, so that the reader's focus stays.
 *
 * @import { Claim, Quote, Report } from "../wire.js"
 * @import { Judged } from "./filters.js"
 * @import { Acts } from "./results.js"
 */

import { cardOf } from "../content/card.js";
import { nameOf } from "../content/parts.js";
import { drawing, make, wrapping } from "../dom.js";
import { words } from "../language.js";

/** @template {Quote|Claim} One what a row shows */
export class Row {
  acts;
  check;
  button = make("button", { type: "button", class: "row" });
  element = make("li", {}, this.button);
  #drawn = "";

  /** @param {Acts} acts @param {number} check */
  constructor(acts, check) {
    this.acts = acts;
    this.check = check;
  }

  /** @param {One} one @param {Report} report @param {boolean} open whether its card is open on the page */
  update(one, report, open) {
    const was = this.button.getAttribute("aria-current");
    if (this.acts.open) this.button.setAttribute("aria-current", String(open));
    if (open && was !== "true") this.element.scrollIntoView({ block: "nearest" });
    const drawn = JSON.stringify([one, report.sources]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { verdict } = one;
    this.element.className = verdict ?? "pending";
    this.button.replaceChildren(
      make("span", { class: `verdict ${verdict ?? "pending"}` }, drawing(verdict ?? "pending"), verdict ? this.told(verdict) : words("row_pending")),
      make("span", { class: "words", dir: "auto" }, one.text),
      ...this.more(one, report).map((parts) => parts.filter(Boolean)).filter(({ length }) => length).map(lineOf));
    this.button.onclick = () => (this.acts.open ? this.acts.open(this.check, one.id) : this.flip());
    this.fill(one, report);
  }

  /** A verdict in words. @param {Judged} verdict */
  told(verdict) {
    return words(`row_${verdict}`);
  }

  /** Lines beneath its words, each in parts that may be in different scripts. @param {One} _one @param {Report} _report @returns {string[][]} */
  more(_one, _report) {
    return [];
  }

  /** What stands beneath the button. @param {One} _one @param {Report} _report */
  fill(_one, _report) {}

  /** Opens or closes what stands beneath the button. */
  flip() {}

  /** What a card in place may do. @returns {import("../content/parts.js").Acts} */
  cardActs() {
    const { again, fetch, beside } = this.acts;
    return {
      again: () => again(this.check, true),
      fetch: (sources) => fetch(this.check, sources),
      ...(beside && { beside: (kind, source) => beside(this.check, kind, source) }),
      copy: (text) => navigator.clipboard.writeText(text),
      byHand: true,
    };
  }

  /** Leads the reader here, and on. */
  lead() {
    this.button.focus();
    this.button.click();
  }
}

/** @extends {Row<Quote>} */
export class QuoteRow extends Row {
  #body = make("div", { class: "body", hidden: true });

  /** Why it could not be checked; the source that the verdict speaks of, and how that came to answer for it. @override @param {Quote} quote @param {Report} report */
  more(quote, report) {
    const rule = this.acts.byHand ? "" : words(`row_bound_${quote.bound}`);
    return [[quote.cause ? words(`cause_${quote.cause}`) : ""], [sourceName(quote, report), rule]];
  }

  /** @override @param {Quote} quote @param {Report} report */
  fill(quote, report) {
    if (this.acts.open) return;
    this.element.append(this.#body);
    this.button.setAttribute("aria-expanded", String(!this.#body.hidden));
    this.#body.replaceChildren(...quote.verdict ? cardOf(quote, report, this.cardActs()) : []);
  }

  /** @override */
  flip() {
    this.#body.hidden = !this.#body.hidden;
    this.button.setAttribute("aria-expanded", String(!this.#body.hidden));
  }
}

/** @param {string[]} parts */
function lineOf(parts) {
  return make("span", { class: "more quiet" }, make("span", {}, ...parts.flatMap((part, index) => [index ? " · " : "", make("bdi", {}, ...wrapping(part))])));
}

/** The source that a verdict speaks of, or the first that is cited. @param {Quote|Claim} one @param {Report} report */
export function sourceName(one, report) {
  const source = report.sources[one.source ?? one.sources[0] ?? -1];
  return source ? nameOf(source) : "";
}
