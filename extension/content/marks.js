/**
 * Verdicts as marks on the page: ranges in the browser's registry of custom highlights, and finding one again under
 * the pointer. Nothing of the page is changed. Knows verdicts only as names of highlights.
 *
 * @import { Quote, Verdict } from "../wire.js"
 * @typedef {{quote: Quote, ranges: Range[]}} Mark
 */

import { VERDICTS } from "../wire.js";

const OPEN = "quotefound-open";

export class Marks {
  /** @type {Map<object, Mark[]>} each answer's marks, in the order of its text */
  #of = new Map();
  /** @type {Map<Verdict, Highlight>} */
  #highlights = new Map();
  #open = new Highlight();
  #drawn = true;

  constructor() {
    for (const [index, verdict] of VERDICTS.entries()) {
      const highlight = new Highlight();
      highlight.priority = VERDICTS.length - index; // where quotes lie in each other, the graver one shows
      this.#highlights.set(verdict, highlight);
    }
    CSS.highlights.set(OPEN, this.#open);
    this.draw(true);
  }

  /** Draws the marks, or hides them; hidden ones are still known, and the panel leads to them. @param {boolean} drawn */
  draw(drawn) {
    this.#drawn = drawn;
    for (const [verdict, highlight] of this.#highlights) {
      if (drawn) CSS.highlights.set(`quotefound-${verdict}`, highlight);
      else CSS.highlights.delete(`quotefound-${verdict}`);
    }
  }

  /**
   * Puts an answer's marks in the place of those it had.
   * @param {object} owner whatever stands for the answer
   * @param {Mark[]} marks
   */
  show(owner, marks) {
    for (const mark of this.#of.get(owner) ?? []) for (const range of mark.ranges) this.#highlightOf(mark)?.delete(range);
    for (const mark of marks) for (const range of mark.ranges) this.#highlightOf(mark)?.add(range);
    if (marks.length) this.#of.set(owner, marks);
    else this.#of.delete(owner);
  }

  /** Takes every mark away, and the names out of the registry. */
  clear() {
    this.#of.clear();
    this.#open.clear();
    this.draw(false);
    CSS.highlights.delete(OPEN);
  }

  /** @returns {{owner: object, mark: Mark}[]} all marks in page order */
  all() {
    return [...this.#of].flatMap(([owner, marks]) => marks.map((mark) => ({ owner, mark })))
      .filter(({ mark }) => mark.ranges.length)
      .sort((one, other) => firstOf(one.mark).compareBoundaryPoints(Range.START_TO_START, firstOf(other.mark)));
  }

  /** The innermost drawn mark under a point of the window. @param {number} x @param {number} y */
  at(x, y) {
    if (!this.#drawn) return null;
    const under = this.all().filter(({ mark }) => mark.ranges.some((range) => [...range.getClientRects()].some((rect) =>
      x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom)));
    return under.sort((one, other) => lengthOf(one.mark) - lengthOf(other.mark))[0] ?? null;
  }

  /** Tints the mark whose card is open; null for none. @param {Mark|null} mark */
  tint(mark) {
    this.#open.clear();
    for (const range of mark?.ranges ?? []) this.#open.add(range);
  }

  /** @param {Mark} mark */
  #highlightOf({ quote }) {
    return quote.verdict ? this.#highlights.get(quote.verdict) : undefined;
  }
}

/** @param {Mark} mark */
function firstOf(mark) {
  return /** @type {Range} */ (mark.ranges[0]);
}

/** @param {Mark} mark */
function lengthOf({ quote }) {
  return quote.end - quote.start;
}
