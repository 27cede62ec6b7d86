/**
 * What of the list is shown: quotes or claims or both, and one verdict alone. Buttons that stay the same elements, so
 * that whoever pressed one keeps the focus.
 *
 * @import { ClaimVerdict, Summary, Verdict } from "../wire.js"
 * @typedef {"quotes"|"claims"} Sort
 * @typedef {Verdict|ClaimVerdict} Judged
 */

import { drawing, make } from "../dom.js";
import { words } from "../language.js";
import { CLAIM_VERDICTS } from "../wire.js";
import { place } from "./place.js";

/** Of quotes and claims together, in the order of the reader's concern. @type {Judged[]} */
const ORDER = ["absent", "contradicted", "closest", "neutral", "unchecked", "found", "supported"];

/** Of quotes and claims alike, what could not be checked is said in the same words. @param {Judged} verdict */
function labelOf(verdict) {
  return words(CLAIM_VERDICTS.includes(/** @type {ClaimVerdict} */ (verdict)) && verdict !== "unchecked" ? `claim_${verdict}` : `row_${verdict}`);
}

/** @param {Summary} total @param {Sort|null} sort @param {Judged} verdict how many there are of it */
function countOf(total, sort, verdict) {
  const ofQuotes = sort !== "claims" && verdict in total ? total[/** @type {Verdict} */ (verdict)] : 0;
  const ofClaims = sort !== "quotes" && verdict in total.claims ? total.claims[/** @type {ClaimVerdict} */ (verdict)] : 0;
  return ofQuotes + ofClaims;
}

export class Filters {
  #changed;
  /** @type {Sort|null} */
  #sort = null;
  /** @type {Judged|null} */
  #verdict = null;
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  #sorts = make("div", {});
  #verdicts = make("div", {});
  element = make("div", { class: "filters", role: "group", "aria-label": words("panel_filters") }, this.#sorts, this.#verdicts);

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @param {Sort} sort @param {Judged|null} verdict */
  passes(sort, verdict) {
    return (!this.#sort || sort === this.#sort) && (!this.#verdict || verdict === this.#verdict);
  }

  get chosen() {
    return [this.#sort, this.#verdict];
  }

  clear() {
    this.#choose(null, null);
  }

  /** @param {Summary} total */
  update(total) {
    const both = total.quotes > 0 && total.claims.total > 0;
    if (!both) this.#sort = null;
    if (this.#verdict && !countOf(total, this.#sort, this.#verdict)) this.#verdict = null;
    const verdicts = ORDER.filter((verdict) => countOf(total, this.#sort, verdict));
    this.element.hidden = !both && verdicts.length < 2;
    const all = this.#button("all", words("panel_all"), total.quotes + total.claims.total, !this.#sort && !this.#verdict, () => this.#choose(null, null));
    const sorts = both ? [["quotes", total.quotes], ["claims", total.claims.total]] : [];
    place(this.#sorts, both ? [all, ...sorts.map(([sort, count]) => this.#button(String(sort), words(`panel_${sort}`), Number(count),
      this.#sort === sort, () => this.#choose(/** @type {Sort} */ (sort), null)))] : []);
    place(this.#verdicts, [...both ? [] : [all], ...verdicts.map((verdict) => this.#button(verdict, labelOf(verdict), countOf(total, this.#sort, verdict),
      this.#verdict === verdict, () => this.#choose(this.#sort, this.#verdict === verdict && both ? null : verdict)))]);
  }

  /** @param {string} name @param {string} label @param {number} count @param {boolean} pressed @param {() => void} press */
  #button(name, label, count, pressed, press) {
    const button = this.#buttons.get(name) ?? make("button", { type: "button", class: `filter ${name}`, "data-filter": name });
    this.#buttons.set(name, button);
    const drawn = ORDER.find((verdict) => verdict === name);
    button.onclick = press;
    button.setAttribute("aria-pressed", String(pressed));
    button.replaceChildren(...(drawn ? [drawing(drawn)] : []), label, " ", make("span", { class: "count" }, String(count)));
    return button;
  }

  /** @param {Sort|null} sort @param {Judged|null} verdict */
  #choose(sort, verdict) {
    this.#sort = sort;
    this.#verdict = verdict;
    this.#changed();
  }
}
