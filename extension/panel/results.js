/**
 * The list of quotes and claims with all that belongs to it: the summary, filters, each answer's decision and rows, the
 * sources' progress, asides, and the export. Shows what it is given, again and again, and keeps the reader's place in
 * it; what the reader does is handed to `acts`. Knows neither page nor background.
 *
 * @import { Report, Summary } from "../wire.js"
 * @import { ListedCheck } from "../content/listing.js"
 * @typedef {object} Acts
 * @property {(check: number, id: string) => void} [open] the card of a quote or claim on its page; without it a row opens in place
 * @property {(check: number, fresh: boolean) => void} again `fresh` with its sources read anew
 * @property {(check: number) => void} cancel
 * @property {(check: number, sources: number[]) => void} fetch
 * @property {(check: number, kind: import("../content/parts.js").Beside, source: number) => Promise<string>} [beside]
 * @property {() => void} [fetchWaiting] agree to every address of the page that waits
 * @property {() => void} [checkClaims] have the claims of this site checked from now on
 * @property {boolean} [byHand] whether the reader chose what is held against what
 * @typedef {{address: string, title: string, checks: ListedCheck[], open: {check: number, quote: string}|null}} Shown
 */

import { conclusion, progress, summed, worst } from "../content/conclusion.js";
import { drawing, make } from "../dom.js";
import { words } from "../language.js";
import { AnswerPart } from "./answer.js";
import { Asides } from "./asides.js";
import { modelOf } from "./decision.js";
import { exporting } from "./exporting.js";
import { Filters } from "./filters.js";
import { place } from "./place.js";
import { Sources } from "./sources.js";

export class Results {
  #acts;
  #summary = make("p", { class: "summary" });
  #claims = make("p", { class: "claims-summary" });
  #act = make("button", { type: "button", class: "action", click: () => this.#do() });
  #offer = make("p", { class: "quiet offer", hidden: true });
  #filters = new Filters(() => this.#shown && this.update(this.#shown));
  #rows = make("div", { class: "rows" });
  #model = make("div", { hidden: true });
  #asides = new Asides();
  #sources;
  #export = make("div", {});
  element = make("div", { class: "results", hidden: true },
    make("div", { class: "head" }, make("div", { role: "status" }, this.#summary, this.#claims), this.#offer, this.#act),
    this.#filters.element, this.#rows);
  /** @type {Map<number, AnswerPart>} by check */
  #answers = new Map();
  /** @type {Shown|null} */
  #shown = null;
  #drawn = "";
  #mayChoose = false;

  /** @param {Acts} acts */
  constructor(acts) {
    this.#acts = acts;
    this.#sources = new Sources(acts.fetch, acts.fetchWaiting);
    if (acts.checkClaims) this.#offer.append(words("panel_claims_off"), words("list_gap"),
      make("button", { type: "button", class: "link", click: acts.checkClaims }, words("panel_check_claims")));
    this.element.append(this.#model, this.#asides.element, this.#sources.element, this.#export);
  }

  /** @param {Shown} shown */
  update(shown) {
    this.#shown = shown;
    const drawn = JSON.stringify([shown, this.#filters.chosen]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { checks } = shown;
    const reports = checks.flatMap(({ report }) => report ?? []);
    const total = summed(reports.map(({ summary }) => summary));
    const going = checks.some((check) => check.going);
    this.element.hidden = !checks.length;
    this.#sumUp(total, going, checks.find((check) => check.trouble)?.trouble ?? null, reports);
    this.#act.textContent = words(going ? "act_cancel" : "act_again");
    this.#drawOffer();
    this.#filters.update(total);
    this.#drawRows(shown);
    const judged = reports.find((report) => report.claims.length);
    const model = judged ? judged.model?.name ?? "none" : "";
    if (judged && this.#model.dataset.name !== model) this.#model.replaceChildren(modelOf(judged.model));
    this.#model.hidden = !judged;
    this.#model.dataset.name = model;
    this.#asides.update(reports.flatMap(({ asides }) => asides));
    this.#sources.update(checks);
    const any = total.quotes + total.claims.total > 0;
    if (!this.#export.firstChild && any) this.#export.append(exporting(() => this.#shown));
    this.#export.hidden = !any;
  }

  /**
   * One sentence for the quotes, one for the claims; while it goes on, one for how far it has come.
   * @param {Summary} total @param {boolean} going @param {string|null} trouble @param {Report[]} reports
   */
  #sumUp(total, going, trouble, reports) {
    const { claims, ...quotes } = total;
    const none = summed([]);
    const nothing = words(reports.some((report) => report.claims_checked) ? "decision_nothing_to_check" : "panel_no_quotes");
    const told = trouble ? words(`trouble_${trouble}`) : going ? progress(total)
      : quotes.quotes ? conclusion({ ...quotes, claims: none.claims }) : claims.total ? conclusion({ ...none, claims }) : nothing;
    const more = !trouble && !going && quotes.quotes && claims.total ? conclusion({ ...none, claims }) : "";
    summarize(this.#summary, "summary", told, trouble ? "unchecked" : going ? "pending" : worst(more ? { ...quotes, claims: none.claims } : total));
    summarize(this.#claims, "claims-summary", more, worst({ ...none, claims }));
  }

  /** Whether the reader may still choose to have claims checked. @param {boolean} may */
  offerClaims(may) {
    this.#mayChoose = may;
    this.#drawOffer();
  }

  #drawOffer() {
    const checks = this.#shown?.checks ?? [];
    const reports = checks.flatMap(({ report }) => report ?? []);
    this.#offer.hidden = !this.#mayChoose || !reports.length || checks.some(({ going }) => going) || reports.some((report) => report.claims_checked);
  }

  /** Has everything checked again. @param {boolean} fresh with its sources read anew */
  again(fresh) {
    for (const { id } of this.#shown?.checks ?? []) this.#acts.again(id, fresh);
  }

  /** Ends what is under way, or has everything checked again. */
  #do() {
    const going = this.#shown?.checks.filter((check) => check.going) ?? [];
    for (const { id } of going) this.#acts.cancel(id);
    if (!going.length) this.again(true);
  }

  /** @param {Shown} shown */
  #drawRows({ checks, open }) {
    const left = new Set(this.#answers.keys());
    const parts = checks.map((check, index) => {
      const { id } = check;
      left.delete(id);
      const part = this.#answers.get(id) ?? new AnswerPart(this.#acts, id, (one) => {
        this.#filters.clear();
        this.#answers.get(id)?.lead(one);
      });
      this.#answers.set(id, part);
      part.update(check, this.#filters, checks.length > 1 ? words("panel_answer", index + 1) : "", open?.check === id ? open.quote : null);
      return part.element;
    });
    for (const id of left) this.#answers.delete(id);
    place(this.#rows, parts);
  }
}

/**
 * A sentence with the drawing that says the same; drawn anew only when it says something new.
 * @param {HTMLElement} line @param {string} name its class @param {string} told @param {string} look
 */
function summarize(line, name, told, look) {
  line.className = `${name} ${look}`;
  if (line.textContent !== told) line.replaceChildren(...told ? [drawing(/** @type {"pending"} */ (look)), make("span", {}, told)] : []);
}
