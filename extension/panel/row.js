/**
 * One quote in the list: its verdict in words and as a shape, its words, and why or where. A click leads to its place
 * on the page, or opens what the card says in place. Stays the same element, so that the reader's focus stays.
 *
 * @import { Quote, Report } from "../wire.js"
 * @import { Acts } from "./results.js"
 */

import { cardOf, hostOf } from "../content/card.js";
import { drawing, make } from "../dom.js";
import { words } from "../language.js";

export class Row {
  #acts;
  #check;
  #button = make("button", { type: "button", class: "row" });
  #body = make("div", { class: "body", hidden: true });
  element = make("li", {}, this.#button, this.#body);
  #drawn = "";

  /** @param {Acts} acts @param {number} check */
  constructor(acts, check) {
    this.#acts = acts;
    this.#check = check;
  }

  /** @param {Quote} quote @param {Report} report @param {boolean} open whether its card is open on the page */
  update(quote, report, open) {
    const was = this.#button.getAttribute("aria-current");
    if (this.#acts.open) this.#button.setAttribute("aria-current", String(open));
    if (open && was !== "true") this.element.scrollIntoView({ block: "nearest" });
    const drawn = JSON.stringify([quote, report.sources]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { verdict } = quote;
    this.element.className = verdict ?? "pending";
    this.#button.replaceChildren(
      make("span", { class: `verdict ${verdict ?? ""}` }, verdict ? drawing(verdict) : null, words(`row_${verdict ?? "pending"}`)),
      make("span", { class: "words", dir: "auto" }, quote.text),
      make("span", { class: "more quiet" }, make("bdi", {}, moreOf(quote, report))));
    this.#button.onclick = () => this.#click(quote.id);
    if (this.#acts.open) return;
    this.#button.setAttribute("aria-expanded", String(!this.#body.hidden));
    const { beside } = this.#acts;
    this.#body.replaceChildren(...verdict ? cardOf(quote, report, {
      again: () => this.#acts.again(this.#check),
      fetch: (sources) => this.#acts.fetch(this.#check, sources),
      ...(beside && { beside: (/** @type {import("../content/card.js").Beside} */ kind, /** @type {number} */ source) => beside(this.#check, kind, source) }),
      copy: (text) => navigator.clipboard.writeText(text),
      byHand: true,
    }) : []);
  }

  /** @param {string} quote */
  #click(quote) {
    if (this.#acts.open) return this.#acts.open(this.#check, quote);
    this.#body.hidden = !this.#body.hidden;
    this.#button.setAttribute("aria-expanded", String(!this.#body.hidden));
  }
}

/** Why it could not be checked; else the source that the verdict speaks of. @param {Quote} quote @param {Report} report */
function moreOf(quote, report) {
  if (quote.cause) return words(`cause_${quote.cause}`);
  const source = report.sources[quote.source ?? quote.sources[0] ?? -1];
  return source ? source.title || hostOf(source.address) : "";
}
