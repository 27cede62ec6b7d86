/**
 * One answer in the list: its question, what it comes to and why there, its quotes and claims in reading order, and how
 * many sentences carry no citation. Everything stays the same element, so that a click or the focus is never lost.
 *
 * @import { ListedCheck } from "../content/listing.js"
 * @import { Acts } from "./results.js"
 * @import { Filters } from "./filters.js"
 */

import { make } from "../dom.js";
import { counted } from "../language.js";
import { ClaimRow } from "./claim_row.js";
import { decisionOf } from "./decision.js";
import { place } from "./place.js";
import { inReadingOrder, isClaim } from "./report.js";
import { QuoteRow } from "./row.js";

export class AnswerPart {
  #acts;
  #check;
  #lead;
  #question = make("h2", { class: "question", dir: "auto" });
  #decision = make("div", {});
  #list = make("ol", {});
  #uncited = make("p", { class: "quiet uncited" });
  element = make("div", { class: "answer" }, this.#question, this.#decision, this.#list, this.#uncited);
  /** @type {Map<string, QuoteRow|ClaimRow>} by id */
  #rows = new Map();
  #decided = "";

  /** @param {Acts} acts @param {number} check @param {(id: string) => void} lead to a row, whatever is filtered */
  constructor(acts, check, lead) {
    this.#acts = acts;
    this.#check = check;
    this.#lead = lead;
  }

  /** @param {ListedCheck} check @param {Filters} filters @param {string} heading "" where there is one answer alone @param {string|null} open whose card is open */
  update({ report, question }, filters, heading, open) {
    this.element.hidden = !report;
    if (!report) return;
    this.#question.textContent = heading && (question || heading);
    this.#question.hidden = !heading;
    const left = new Set(this.#rows.keys());
    const shown = inReadingOrder(report).flatMap((one) => {
      left.delete(one.id);
      const row = this.#rows.get(one.id) ?? (isClaim(one) ? new ClaimRow(this.#acts, this.#check) : new QuoteRow(this.#acts, this.#check));
      this.#rows.set(one.id, row);
      row.update(/** @type {any} */ (one), report, open === one.id);
      return filters.passes(isClaim(one) ? "claims" : "quotes", one.verdict) ? [row.element] : [];
    });
    for (const id of left) this.#rows.delete(id);
    place(this.#list, shown);
    this.#list.hidden = !shown.length;
    const uncited = report.claims_checked ? report.uncited : 0;
    this.#uncited.textContent = uncited ? counted("panel_uncited", uncited) : "";
    this.#uncited.hidden = !uncited;
    this.#decide(report);
    this.element.hidden = !shown.length && !uncited && !this.#decision.firstChild;
  }

  /** @param {import("../wire.js").Report} report */
  #decide(report) {
    const decided = JSON.stringify([report.decision, report.stopped, report.quotes, report.claims]);
    if (decided === this.#decided) return;
    this.#decided = decided;
    const led = this.#decision.contains(document.activeElement);
    // One quote alone, held by hand against a source, says all in its row.
    const single = this.#acts.byHand && report.quotes.length === 1 && !report.claims_checked;
    this.#decision.replaceChildren(...single ? [] : [decisionOf(report, this.#lead)].filter((part) => part !== null));
    if (led) /** @type {HTMLElement|null} */ (this.#decision.querySelector(".lead"))?.focus({ preventScroll: true });
  }

  /** Leads the reader to a quote or claim, and on to its place. @param {string} id */
  lead(id) {
    this.#rows.get(id)?.lead();
  }
}
