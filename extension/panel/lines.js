/**
 * Quotes and claims as lines of words, for every file that a report is saved in. Pure. As everywhere, only words that
 * were found stand in quotation marks.
 *
 * @import { Carrying, Claim, ClaimFigure, Quote, Report } from "../wire.js"
 * @typedef {{kind: string, verdict: string, words: string, figures: string, meaning: string, passage: string, source: string,
 *   address: string, link: string, read: string, published: string, notes: string}} Line
 */

import { heldTo, meaningOf, noteWords } from "../content/claim_card.js";
import { nameOf, noted, saidOf } from "../content/parts.js";
import { words } from "../language.js";
import { disagreeing, inReadingOrder, isClaim, sourceOf } from "./report.js";

/** In the order of the answer. @param {Report} report @returns {Line[]} */
export function linesOf(report) {
  return inReadingOrder(report).flatMap((one) => {
    if (!isClaim(one)) return [quoteLine(one, report)];
    const each = disagreeing(one);
    return each.length ? each.map((alone) => claimLine(one, report, alone)) : [claimLine(one, report)];
  });
}

/** Where the passage stands. @param {Pick<Quote|Claim, "source"|"sources"|"passage">} one @param {Report} report */
function placeOf(one, report) {
  const source = sourceOf(one, report);
  return {
    source: source ? nameOf(source) : "",
    address: source?.final_address ?? source?.address ?? "",
    link: one.passage?.link ?? "",
    read: source?.read_at ?? "",
    published: source?.published ?? "",
  };
}

/** @param {Quote} quote @param {Report} report @returns {Line} */
function quoteLine(quote, report) {
  const { verdict, cause, passage, text } = quote;
  const found = verdict === "found";
  return {
    kind: words("kind_quote"),
    verdict: verdict === "unchecked" ? saidOf(words("verdict_unchecked"), null, cause) : words(verdict ? `verdict_${verdict}` : "row_pending"),
    words: found ? words("copied_words", text) : text,
    figures: "",
    meaning: "",
    passage: passage && !found ? passage.text : "",
    ...placeOf(quote, report),
    notes: quote.notes.map(({ name, detail }) => noted(words(`note_${name}`), name === "other_source" ? "" : detail)).join(words("list_gap")),
  };
}

/**
 * What decided a claim, each of its figures, and its passage, whatever the verdict.
 * @param {Claim} claim @param {Report} report @param {Carrying} [alone] the one source that the line is of, where they disagree @returns {Line}
 */
function claimLine(claim, report, alone) {
  const { verdict, reason, cause } = claim;
  const held = alone ? heldTo(alone, claim, report) : claim;
  const figures = alone ? alone.figures.map((how, index) => words("figure_told", claim.figures[index]?.text ?? "", words(`figure_${how}`)))
    : claim.figures.map(figureLine);
  return {
    kind: words("kind_claim"),
    verdict: verdict ? saidOf(words(`claim_${verdict}`), reason, cause) : words("row_pending"),
    words: claim.text,
    figures: figures.join(words("list_semicolon")),
    meaning: verdict ? meaningOf(held, report) : "",
    passage: held.passage?.text ?? "",
    ...placeOf(held, report),
    notes: claim.notes.map(({ name, detail }) => noted(noteWords(name), detail)).join(words("list_gap")),
  };
}

/** A figure, and how it stands. @param {ClaimFigure} figure */
export function figureOf({ text, verdict, source_text: there }) {
  return words("figure_told", text, words(verdict === "mismatch" && !there ? "figure_missing" : `figure_${verdict}`));
}

/** What the source gives for it; "" where that is the same. @param {ClaimFigure} figure */
export function givenFor({ text, verdict, source_text: there }) {
  return there && there !== text ? [words(verdict === "match" ? "figure_in_source" : "figure_nearest"), there].join(words("list_gap")) : "";
}

/** A figure and all that is known of it. @param {ClaimFigure} figure */
function figureLine(figure) {
  const given = givenFor(figure);
  return [figureOf(figure), given && words("detail_of_note", given), figure.doubt && words(`doubt_${figure.doubt}`)].filter(Boolean).join(words("list_gap"));
}
