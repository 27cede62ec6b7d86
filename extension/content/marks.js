/**
 * Verdicts as marks on the page: ranges in the browser's registry of custom highlights, and finding one again under
 * the pointer. Nothing of the page is changed. Knows verdicts only as names of highlights.
 *
 * @import { Mark } from "./marking.js"
 */

import { CLAIM_VERDICTS, VERDICTS } from "../wire.js";

const OPEN = "quotefound-open";
/** The gravest first: where marks lie in each other it is the one that shows, and any quote before any claim. */
const NAMES = [...VERDICTS.map((verdict) => `quotefound-${verdict}`), ...CLAIM_VERDICTS.map((verdict) => `quotefound-claim-${verdict}`)];

export class Marks {
  /** @type {Map<object, Mark[]>} each answer's marks, in the order of its text */
  #of = new Map();
  /** @type {Map<string, Highlight>} by name */
  #highlights = new Map();
  #open = new Highlight();
  #drawn = true;

  constructor() {
    for (const [index, name] of NAMES.entries()) {
      const highlight = new Highlight();
      highlight.priority = NAMES.length - index;
      this.#highlights.set(name, highlight);
    }
    CSS.highlights.set(OPEN, this.#open);
    this.draw(true);
  }

  /** Draws the marks, or hides them; hidden ones are still known, and the panel leads to them. @param {boolean} drawn */
  draw(drawn) {
    this.#drawn = drawn;
    for (const [name, highlight] of this.#highlights) {
      if (drawn) CSS.highlights.set(name, highlight);
      else CSS.highlights.delete(name);
    }
  }

  /**
   * Puts an answer's marks in the place of those it had.
   * @param {object} owner whatever stands for the answer
   * @param {Mark[]} marks
   */
  show(owner, marks) {
    for (const mark of this.#of.get(owner) ?? []) for (const range of mark.drawn) this.#highlightOf(mark)?.delete(range);
    for (const mark of marks) for (const range of mark.drawn) this.#highlightOf(mark)?.add(range);
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

  /** The innermost mark under a point of the window, a quote's before a claim's, while they are drawn. @param {number} x @param {number} y */
  at(x, y) {
    if (!this.#drawn) return null;
    const under = this.all().filter(({ mark }) => mark.ranges.some((range) => [...range.getClientRects()].some((rect) =>
      x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom)));
    return under.sort((one, other) => depthOf(one.mark) - depthOf(other.mark) || lengthOf(one.mark) - lengthOf(other.mark))[0] ?? null;
  }

  /** Tints the mark whose card is open; null for none. @param {Mark|null} mark */
  tint(mark) {
    this.#open.clear();
    for (const range of mark?.ranges ?? []) this.#open.add(range);
  }

  /** @param {Mark} mark */
  #highlightOf({ kind, of }) {
    return this.#highlights.get(kind === "quote" ? `quotefound-${of.verdict}` : `quotefound-claim-${of.verdict}`);
  }
}

/** @param {Mark} mark */
function firstOf(mark) {
  return /** @type {Range} */ (mark.ranges[0]);
}

/** @param {Mark} mark */
function depthOf({ kind }) {
  return kind === "quote" ? 0 : 1;
}

/** @param {Mark} mark */
function lengthOf({ of }) {
  return of.end - of.start;
}
