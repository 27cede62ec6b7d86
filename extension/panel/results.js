/**
 * The list of quotes with all that belongs to it: the summary line, filters, one row a quote, the sources' progress,
 * and the export. Shows what it is given, again and again, and keeps the reader's place in it; what the reader does is
 * handed to `acts`. Knows neither page nor background.
 *
 * @import { Summary, Verdict } from "../wire.js"
 * @import { ListedCheck } from "../content/listing.js"
 * @typedef {object} Acts
 * @property {(check: number, quote: string) => void} [open] the quote's card on its page; without it a row opens in place
 * @property {(check: number) => void} again
 * @property {(check: number) => void} cancel
 * @property {(check: number, sources: number[]) => void} fetch
 * @property {(check: number, kind: import("../content/card.js").Beside, source: number) => Promise<string>} [beside]
 * @typedef {{address: string, title: string, checks: ListedCheck[], open: {check: number, quote: string}|null}} Shown
 */

import { conclusion, progress, summed, worst } from "../content/conclusion.js";
import { drawing, make } from "../dom.js";
import { counted, words } from "../language.js";
import { VERDICTS } from "../wire.js";
import { exporting } from "./exporting.js";
import { Row } from "./row.js";
import { sourcesOf } from "./sources.js";

export class Results {
  #acts;
  #summary = make("p", { class: "summary", role: "status" });
  #act = make("button", { type: "button", class: "action", click: () => this.#do() });
  #filters = make("div", { class: "filters", role: "group", "aria-label": words("panel_filters") });
  #rows = make("div", { class: "rows" });
  #sources = make("div", { class: "sources" });
  #export = make("div", {});
  element = make("div", { class: "results", hidden: true }, make("div", { class: "head" }, this.#summary, this.#act), this.#filters, this.#rows, this.#sources, this.#export);
  /** @type {Map<string, Row>} by check and quote */
  #known = new Map();
  /** @type {Verdict|null} which alone are shown */
  #only = null;
  /** @type {Shown|null} */
  #shown = null;
  #drawn = "";

  /** @param {Acts} acts */
  constructor(acts) {
    this.#acts = acts;
  }

  /** @param {Shown} shown */
  update(shown) {
    this.#shown = shown;
    const drawn = JSON.stringify([shown, this.#only]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { checks } = shown;
    const total = summed(checks.flatMap(({ report }) => report?.summary ?? []));
    const going = checks.some((check) => check.going);
    const trouble = checks.find((check) => check.trouble)?.trouble;
    this.element.hidden = !checks.length;
    if (this.#only && !total[this.#only]) this.#only = null;
    const look = trouble || total.pending === total.quotes ? "unchecked" : worst(total);
    const sentence = trouble ? words(`trouble_${trouble}`) : going ? progress(total) : total.quotes ? conclusion(total) : words("panel_no_quotes");
    if (this.#summary.textContent !== sentence) this.#summary.replaceChildren(drawing(look), make("span", {}, sentence));
    this.#summary.className = `summary ${look}`;
    this.#act.textContent = words(going ? "act_cancel" : "act_again");
    this.#drawFilters(total);
    this.#drawRows(shown);
    this.#drawSources(checks);
    if (!this.#export.firstChild && total.quotes) this.#export.append(exporting(() => this.#shown));
    this.#export.hidden = !total.quotes;
  }

  /** Ends what is under way, or has everything checked again. */
  #do() {
    const checks = this.#shown?.checks ?? [];
    const going = checks.filter((check) => check.going);
    for (const { id } of going) this.#acts.cancel(id);
    if (!going.length) for (const { id } of checks) this.#acts.again(id);
  }

  /** @param {Summary} total */
  #drawFilters(total) {
    const kinds = VERDICTS.filter((verdict) => total[verdict]);
    this.#filters.hidden = kinds.length < 2;
    const wanted = /** @type {(Verdict|null)[]} */ ([null, ...kinds]);
    const buttons = [.../** @type {Iterable<HTMLElement>} */ (this.#filters.children)];
    const had = buttons.find((button) => button === document.activeElement)?.dataset.verdict;
    this.#filters.replaceChildren(...wanted.map((verdict) => {
      const button = buttons.find(({ dataset }) => dataset.verdict === (verdict ?? ""))
        ?? make("button", { type: "button", class: `filter ${verdict ?? ""}`, "data-verdict": verdict ?? "", click: () => this.#filter(verdict) });
      button.setAttribute("aria-pressed", String(this.#only === verdict));
      button.replaceChildren(...(verdict ? [drawing(verdict)] : []), words(verdict ? `row_${verdict}` : "panel_all"), " ",
        make("span", { class: "count" }, String(verdict ? total[verdict] : total.quotes)));
      return button;
    }));
    if (had !== undefined) buttons.find(({ dataset }) => dataset.verdict === had)?.focus();
  }

  /** @param {Verdict|null} verdict */
  #filter(verdict) {
    this.#only = verdict;
    if (this.#shown) this.update(this.#shown);
  }

  /** @param {Shown} shown */
  #drawRows({ checks, open }) {
    const left = new Set(this.#known.keys());
    /** @type {Element[]} */
    const lists = [];
    for (const [index, check] of checks.entries()) {
      const { id, report, question } = check;
      if (!report) continue;
      const rows = report.quotes.filter(({ verdict }) => !this.#only || verdict === this.#only).map((quote) => {
        const key = `${id} ${quote.id}`;
        left.delete(key);
        const row = this.#known.get(key) ?? new Row(this.#acts, id);
        this.#known.set(key, row);
        row.update(quote, report, open?.check === id && open.quote === quote.id);
        return row.element;
      });
      if (!rows.length) continue;
      if (checks.length > 1) lists.push(make("h2", { class: "question", dir: "auto" }, question || words("panel_answer", index + 1)));
      lists.push(make("ol", {}, ...rows));
    }
    for (const key of left) if (!this.#only) this.#known.delete(key);
    this.#place(lists);
  }

  /** Puts new lists in the place of the old; whoever had the focus keeps it. @param {Element[]} lists */
  #place(lists) {
    const focused = document.activeElement;
    const inside = focused instanceof HTMLElement && this.#rows.contains(focused);
    this.#rows.replaceChildren(...lists);
    if (inside && focused.isConnected) focused.focus({ preventScroll: true });
  }

  /** @param {ListedCheck[]} checks */
  #drawSources(checks) {
    const open = this.#sources.querySelector("details")?.open;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const key = focused && this.#sources.contains(focused) ? focused.dataset.key ?? "summary" : null;
    const hidden = checks.flatMap(({ report }) => report?.quotes ?? []).reduce((sum, quote) => sum + quote.hidden, 0);
    const parts = checks.flatMap(({ id, report }) => (report ? sourcesOf(id, report, this.#acts.fetch) : []));
    const going = checks.some((check) => check.going);
    const waiting = parts.some(({ dataset }) => dataset.state === "not_asked");
    this.#sources.replaceChildren(parts.length ? make("details", { open: open ?? (going || waiting) },
      make("summary", { "data-key": "summary" }, counted("panel_sources", parts.length)),
      make("ul", {}, ...parts),
    ) : "", hidden ? make("p", { class: "quiet" }, counted("panel_hidden", hidden)) : "");
    if (key) /** @type {HTMLElement|null} */ (this.#sources.querySelector(`[data-key="${key}"]`))?.focus();
  }
}
