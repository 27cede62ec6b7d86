/**
 * How far the reading of each source has come, with its dates and its cause, and a way to have it read once more. A link
 * of the answer's prose waits for the reader, who sees its whole address first.
 *
 * @import { ListedCheck } from "../content/listing.js"
 * @import { ReadSource, Report } from "../wire.js"
 * @typedef {(check: number, sources: number[]) => void} Fetch
 */

import { datesOf, hostOf, linkTo, webAddress } from "../content/parts.js";
import { make } from "../dom.js";
import { counted, words } from "../language.js";

export class Sources {
  #fetch;
  element = make("div", { class: "sources" });

  /** @param {Fetch} fetch */
  constructor(fetch) {
    this.#fetch = fetch;
  }

  /** Draws all anew; what is open stays open, and whoever had the focus keeps it. @param {ListedCheck[]} checks */
  update(checks) {
    const open = this.element.querySelector("details")?.open;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const key = focused && this.element.contains(focused) ? focused.dataset.key ?? "summary" : null;
    const hidden = checks.flatMap(({ report }) => report?.quotes ?? []).reduce((sum, quote) => sum + quote.hidden, 0);
    const parts = checks.flatMap(({ id, report }) => (report ? linesOf(id, report, this.#fetch) : []));
    const going = checks.some((check) => check.going);
    const waiting = parts.some(({ dataset }) => dataset.state === "not_asked");
    this.element.replaceChildren(parts.length ? make("details", { open: open ?? (going || waiting) },
      make("summary", { "data-key": "summary" }, counted("panel_sources", parts.length)),
      make("ul", {}, ...parts),
    ) : "", hidden ? make("p", { class: "quiet" }, counted("panel_hidden", hidden)) : "");
    if (key) /** @type {HTMLElement|null} */ (this.element.querySelector(`[data-key="${key}"]`) ?? this.element.querySelector("summary"))?.focus();
  }
}

/** The sources that a quote or claim needs. @param {number} check @param {Report} report @param {Fetch} fetch */
function linesOf(check, report, fetch) {
  const needed = new Set([...report.quotes, ...report.claims].flatMap(({ sources }) => sources));
  return report.sources.flatMap((source, index) => (needed.has(index) ? [lineOf(source, `${check} ${index}`, () => fetch(check, [index]))] : []));
}

/** @param {ReadSource} source @param {string} key by which its button is known @param {() => void} fetch */
function lineOf(source, key, fetch) {
  const address = webAddress(source.final_address) ?? webAddress(source.address);
  const title = source.title || hostOf(source.address);
  const state = source.cause ? words(`cause_${source.cause}`) : words(`source_${source.state}`);
  const waits = source.state === "not_asked";
  const again = webAddress(source.address) && (source.state === "failed" || source.state === "read");
  return make("li", { class: `source ${source.state}`, "data-state": source.state },
    make("bdi", { class: "name" }, address && !waits ? linkTo(address, title) : title),
    make("span", { class: "state quiet" }, [state, ...source.cause ? [] : datesOf(source)].join(" · ")),
    again ? make("button", { type: "button", class: "link", "data-key": key, "aria-label": words("act_retry_this", title), click: fetch }, words("act_retry")) : null,
    waits ? make("div", { class: "actions consent" }, make("code", { dir: "ltr" }, source.address),
      make("button", { type: "button", class: "action", "data-key": key, "aria-label": words("act_fetch_this", source.address), click: fetch }, words("act_fetch"))) : null);
}
