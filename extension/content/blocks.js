/**
 * One block of an answer being read out of the page: its text with white space as a reader sees it, its citations,
 * and the way back from every character to the text node it came from. Knows nodes only as names to hand back.
 *
 * @import { Block, Citation, Kind } from "../wire.js"
 * @typedef {{start: number, length: number, node: Text, offset: number}} Stretch characters copied one to one
 */

/** Left brackets with what closes them: a chip's own brackets go when nothing but chips stood between them. */
const EMPTY_BRACKETS = /[([（【]\s*(?:[,;]\s*)*[)\]）】]/g;

/** Before these no space is left where a chip was taken out. */
const CLOSES = /^[\s.,;:!?)\]}»”’…%。、，．！？；：）」』】〉》・،؛؟۔।]/;

/** Scripts that write words without spaces between them, where a chip taken out leaves no gap to fill. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export class BlockText {
  text = "";
  /** @type {Citation[]} */
  citations = [];
  /** @type {[number, number][]} */
  quoted = [];
  /** Inline code. @type {[number, number][]} */
  code = [];
  /** @type {Stretch[]} */
  stretches = [];

  /** @param {Kind} kind @param {number} [row] the table row that it stands in; 0 for none */
  constructor(kind, row = 0) {
    this.kind = kind;
    this.row = row;
  }

  /**
   * Characters of a text node, as many as `written` has; `written` may spell them differently (raised digits).
   * @param {string} written @param {Text} node @param {number} offset in the node
   */
  write(written, node, offset) {
    if (!written) return;
    const last = this.stretches.at(-1);
    if (last && last.node === node && last.offset + last.length === offset
        && last.start + last.length === this.text.length) last.length += written.length;
    else this.stretches.push({ start: this.text.length, length: written.length, node, offset });
    this.text += written;
  }

  /** White space that a reader sees as one space. @param {Text} node @param {number} offset */
  space(node, offset) {
    if (this.text && !/\s$/.test(this.text)) this.write(" ", node, offset);
  }

  /** A space that no node of the page holds. */
  gap() {
    if (this.text && !/\s$/.test(this.text)) this.text += " ";
  }

  /** A line break inside the block; an empty line of `pre` holds one space, so that "\n\n" stays a block's edge. */
  line() {
    if (this.kind === "pre") this.text += this.text === "" || this.text.endsWith("\n") ? " \n" : "\n";
    else if (this.text) this.text = this.#withoutTrailingSpace() + "\n";
  }

  /** @param {Omit<Citation, "start"|"end">} citation @param {number} [start] where its words begin, if it has any */
  cite(citation, start = this.text.length) {
    this.citations.push({ start, end: this.text.length, ...citation });
  }

  /** The last step: what chips left behind is tidied, trailing white space goes. */
  finish() {
    for (const match of [...this.text.matchAll(EMPTY_BRACKETS)].reverse()) {
      const end = match.index + match[0].length;
      if (this.citations.some((one) => one.start === one.end && one.start > match.index && one.start < end)) {
        this.#replace(match.index, end, "");
      }
    }
    this.#closeRanks();
    for (const [index, { start, end }] of [...this.citations.entries()]) if (start === end) this.#settle(index);
    this.#withoutTrailingSpace();
    this.quoted = this.quoted.filter(([start, end]) => end > start);
    this.code = this.code.filter(([start, end]) => end > start);
    return this;
  }

  /** @returns {Block} */
  asBlock() {
    const { kind, text, citations, quoted, code, row } = this;
    return { kind, text, citations, ...(quoted.length && { quoted }), ...(code.length && { code }), ...(row && { row }) };
  }

  #withoutTrailingSpace() {
    const end = this.text.trimEnd().length;
    this.#replace(end, this.text.length, "");
    return this.text;
  }

  /**
   * A chip cites for the words before it: it stands right behind them. Between "word " and "." it leaves "word.",
   * between "word." and "Next" a space. @param {number} index of the citation
   */
  #settle(index) {
    const citation = /** @type {Citation} */ (this.citations[index]);
    const before = this.text.slice(0, citation.start);
    const after = this.text.slice(citation.start);
    const words = before.trimEnd().length;
    if (words > 0) citation.start = citation.end = words;
    if (words < before.length && (after === "" || CLOSES.test(after))) this.#replace(words, before.length, "");
    else if (/[\p{L}\p{N}.!?”’»)]$/u.test(before) && /^[\p{L}\p{N}“‘«(]/u.test(after)
             && !UNSPACED.test(before.slice(-1)) && !UNSPACED.test(after.slice(0, 1))) {
      this.#replace(words, words, " ");
    }
  }

  /** Chips in a row lose the signs between them: "1, 2" raised after a word leaves the word. */
  #closeRanks() {
    for (let index = this.citations.length - 1; index > 0; index--) {
      const [one, next] = /** @type {[Citation, Citation]} */ (this.citations.slice(index - 1, index + 1));
      if (one.start !== one.end || next.start !== next.end) continue;
      if (/^\s*[,;·|]\s*$/.test(this.text.slice(one.end, next.start))) this.#replace(one.end, next.start, "");
    }
  }

  /**
   * Puts `by`, which no node stands for, in the place of a span, and moves all that lies behind.
   * @param {number} from @param {number} to @param {string} by
   */
  #replace(from, to, by) {
    if (from === to && !by) return;
    const shift = by.length - (to - from);
    /** @param {number} place */
    const moved = (place) => (place <= from ? place : place >= to ? place + shift : from);
    this.text = this.text.slice(0, from) + by + this.text.slice(to);
    this.citations = this.citations.map((one) => ({ ...one, start: moved(one.start), end: moved(one.end) }));
    this.quoted = this.quoted.map(([start, end]) => [moved(start), moved(end)]);
    this.code = this.code.map(([start, end]) => [moved(start), moved(end)]);
    this.stretches = this.stretches.flatMap((stretch) => {
      const end = stretch.start + stretch.length;
      const left = { ...stretch, length: Math.min(end, from) - stretch.start };
      const cut = Math.max(0, to - stretch.start);
      const right = { ...stretch, start: Math.max(stretch.start, to) + shift, offset: stretch.offset + cut,
        length: end - Math.max(stretch.start, to) };
      return [left, right].filter((part) => part.length > 0);
    });
  }
}
