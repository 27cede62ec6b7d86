/**
 * How far the reading of each source has come, with its dates and its cause, and a way to have it read once more. A link
 * of the answer's prose waits for the reader, who sees its whole address first. Lines stay the same elements as long as
 * nothing in them changes: a button that is drawn anew under the pointer loses the click.
 *
 * @import { ListedCheck } from "../content/listing.js"
 * @import { ReadSource, Report } from "../wire.js"
 * @typedef {(check: number, sources: number[]) => void} Fetch
 */

import { datesOf, linkTo, nameOf, webAddress } from "../content/parts.js";
import { make, wrapping } from "../dom.js";
import { counted, dated, words } from "../language.js";
import { place } from "./place.js";
import { hiddenIn } from "./report.js";

export class Sources {
  #fetch;
  #title = make("summary", {});
  #list = make("ul", {});
  #details = make("details", {}, this.#title, this.#list);
  #all = make("p", { class: "actions" });
  #hidden = make("p", { class: "quiet" });
  element = make("div", { class: "sources" }, this.#details, this.#hidden);
  /** @type {Map<string, {drawn: string, element: HTMLLIElement}>} by check and source */
  #lines = new Map();
  /** Opened once by itself, while something is under way; after that it is the reader's. */
  #opened = false;

  /** @param {Fetch} fetch @param {() => void} [fetchWaiting] all that waits, at once */
  constructor(fetch, fetchWaiting) {
    this.#fetch = fetch;
    if (fetchWaiting) this.#all.append(make("button", { type: "button", class: "action", click: fetchWaiting }, words("act_fetch_waiting")));
    this.#details.append(this.#all);
    this.#title.addEventListener("click", () => (this.#opened = true));
  }

  /** @param {ListedCheck[]} checks */
  update(checks) {
    const needed = checks.flatMap(({ id, report }) => (report ? neededOf(report).map((index) => ({ id, index, source: /** @type {ReadSource} */ (report.sources[index]) })) : []));
    const lines = needed.map(({ id, index, source }) => this.#line(`${id} ${index}`, source, () => this.#fetch(id, [index])));
    this.#details.hidden = !lines.length;
    this.#title.textContent = counted("panel_sources", lines.length);
    this.#place(lines);
    this.#all.hidden = !this.#all.firstChild || needed.filter(({ source }) => source.state === "not_asked").length < 2;
    if (!this.#opened && (checks.some(({ going }) => going) || needed.some(({ source }) => source.state === "not_asked"))) {
      this.#details.open = true;
      this.#opened = true;
    }
    const hidden = checks.reduce((sum, { report }) => sum + (report ? hiddenIn(report) : 0), 0);
    this.#hidden.textContent = hidden ? counted("panel_hidden", hidden) : "";
    this.#hidden.hidden = !hidden;
  }

  /** @param {string} key @param {ReadSource} source @param {() => void} fetch */
  #line(key, source, fetch) {
    const drawn = JSON.stringify(source);
    const known = this.#lines.get(key);
    if (known?.drawn === drawn) return known.element;
    const element = lineOf(source, key, fetch);
    this.#lines.set(key, { drawn, element });
    return element;
  }

  /** Whoever had the focus in a line keeps it there, or has it on the title. @param {HTMLElement[]} lines */
  #place(lines) {
    const focused = document.activeElement instanceof HTMLElement && this.#list.contains(document.activeElement) ? document.activeElement : null;
    place(this.#list, lines);
    if (!focused || focused.isConnected) return;
    const now = focused.dataset.key ? this.#list.querySelector(`[data-key="${focused.dataset.key}"]`) : null;
    (/** @type {HTMLElement|null} */ (now) ?? this.#title).focus();
  }
}

/** Of the sources, those that a quote or claim needs. @param {Report} report */
function neededOf({ quotes, claims, sources }) {
  const needed = new Set([...quotes, ...claims].flatMap((one) => one.sources));
  return [...sources.keys()].filter((index) => needed.has(index));
}

/** @param {ReadSource} source @param {string} key by which its button is known @param {() => void} fetch */
function lineOf(source, key, fetch) {
  const address = webAddress(source.final_address) ?? webAddress(source.address);
  const title = nameOf(source);
  const waits = source.state === "not_asked";
  const readOn = source.state === "read" && dated(source.read_at, true);
  const state = source.cause ? [words(`cause_${source.cause}`)]
    : readOn ? [words("source_read_on", readOn), ...datesOf({ ...source, read_at: null })] : [words(`source_${source.state}`), ...datesOf(source)];
  const [label, said] = source.state === "failed" ? [words("act_retry"), words("act_retry_this", title)] : [words("act_reread"), words("act_reread_this", title)];
  const again = webAddress(source.address) && (source.state === "failed" || source.state === "read");
  return make("li", { class: `source ${source.state}`, "data-state": source.state },
    make("bdi", { class: "name" }, ...address && !waits ? [linkTo(address, title)] : wrapping(title)),
    make("span", { class: "state quiet" }, state.join(" · "), again ? " " : null,
      again ? make("button", { type: "button", class: "link", "data-key": key, "aria-label": said, click: fetch }, label) : null),
    waits ? make("div", { class: "actions consent" }, make("code", { dir: "ltr", lang: "en" }, ...wrapping(source.address)),
      make("button", { type: "button", class: "action", "data-key": key, "aria-label": words("act_fetch_this", source.address), click: fetch }, words("act_fetch"))) : null);
}
