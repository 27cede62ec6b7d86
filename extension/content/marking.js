/**
 * Which stretches of an answer are marked, and for what: its quotes, and its claims round about them. A quote is the
 * stronger mark, so a claim's line leaves it out; and where nothing calls for attention a claim's line is only as long
 * as its last word, since nobody wants a page of underlines.
 *
 * @import { Claim, Quote, Report } from "../wire.js"
 * @import { Ranges } from "./gather.js"
 * @typedef {{kind: "quote", of: Quote, ranges: Range[], drawn: Range[]}
 *   | {kind: "claim", of: Claim, ranges: Range[], drawn: Range[]}} Mark where it stands, and where a line is drawn
 */

/** A last word longer than this, or text without spaces, shows only its end: about a word. */
const LONGEST_END = 12;

/** With colours forced, browsers fill what is marked: whole sentences would be a page of blocks. */
const FILLED = matchMedia("(forced-colors: active)");

/** @param {Report|null} report @param {Ranges} ranges @returns {Mark[]} of all that is judged, in the order of the text */
export function marksOf(report, ranges) {
  const quotes = (report?.quotes ?? []).filter(({ verdict }) => verdict);
  const claims = (report?.claims ?? []).filter(({ verdict }) => verdict);
  /** @type {Mark[]} */
  const marks = [
    ...quotes.map((quote) => {
      const stands = ranges.of(quote.block, quote.start, quote.end);
      return { kind: /** @type {const} */ ("quote"), of: quote, ranges: stands, drawn: stands };
    }),
    ...claims.map((claim) => ({
      kind: /** @type {const} */ ("claim"), of: claim, ranges: ranges.of(claim.block, claim.start, claim.end),
      drawn: drawnOf(claim, quotes).flatMap(([start, end]) => ranges.of(claim.block, start, end)),
    })),
  ];
  return marks.sort((one, other) => one.of.block - other.of.block || one.of.start - other.of.start);
}

/** Whether a reader who looks for what is wrong is led there. @param {Mark} mark */
export function isProblem({ kind, of }) {
  return kind === "quote" ? of.verdict !== "found" : !isQuiet(of);
}

/** Nothing to worry about, or nothing looked at: no model is there to say more. @param {Claim} claim */
function isQuiet({ verdict, reason }) {
  return verdict === "supported" || (verdict === "unchecked" && reason === "no_model");
}

/**
 * The spans of a claim that no quote covers and that hold words: a quotation's closing marks are none. Of a quiet claim
 * only its last word.
 * @param {Claim} claim @param {Quote[]} quotes
 */
function drawnOf(claim, quotes) {
  let at = claim.start;
  /** @type {[number, number][]} */
  const spans = [];
  for (const { start, end } of quotes.filter(({ block }) => block === claim.block).sort((one, other) => one.start - other.start)) {
    if (end <= at || start >= claim.end) continue;
    if (at < start) spans.push([at, start]);
    at = end;
  }
  if (at < claim.end) spans.push([at, claim.end]);
  /** @param {[number, number]} span */
  const textOf = ([start, end]) => claim.text.slice(start - claim.start, end - claim.start);
  const said = spans.filter((span) => /[\p{L}\p{N}]/u.test(textOf(span)));
  const last = said.at(-1);
  if (!last || !(isQuiet(claim) || FILLED.matches)) return said;
  const text = /^.*[\p{L}\p{N}]\S*/su.exec(textOf(last))?.[0] ?? "";
  const word = /\S*$/u.exec(text)?.[0].length ?? 0;
  const end = last[0] + text.length;
  return /** @type {[number, number][]} */ ([[end - Math.min(word, LONGEST_END), end]]);
}
