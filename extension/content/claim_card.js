/**
 * What the card says of one claim: what decided it, the three lines words, figures and meaning, the passage with its
 * figures marked, and which of the cited sources carries it. The three lines are never folded into one. Knows neither
 * page nor background; what the reader does is handed to `acts`.
 *
 * @import { Carrying, Claim, ClaimFigure, FigureVerdict, Meaning, Passage, Report, Words } from "../wire.js"
 * @import { Child } from "../dom.js"
 * @import { Acts } from "./parts.js"
 * @typedef {Pick<Claim, "reason"|"words"> & {meaning: Pick<Meaning, "verdict"|"model">|null}} Sensed what is said of a meaning
 */

import { drawing, make } from "../dom.js";
import { parted, words } from "../language.js";
import { actionsPart, answerPart, askedOf, citationOf, footPart, linkTo, nameOf, notePart, passagePart, saidOf, sourceParts, waitingParts, webAddress } from "./parts.js";

/** A figure's verdict as a shape: those of a whole claim that say the same. */
const SHAPE = /** @type {const} */ ({ match: "supported", mismatch: "contradicted", unchecked: "unchecked" });

/**
 * @param {Claim} claim with a verdict
 * @param {Report} report
 * @param {Acts} acts
 * @returns {Node[]}
 */
export function claimCardOf(claim, report, acts) {
  const { reason, cause, passage, opinion } = claim;
  const source = claim.source === null ? null : report.sources[claim.source] ?? null;
  // Where sources disagree none of them is put first: each has its lines and its passage in its own place.
  const disagree = reason === "sources_disagree";
  const alone = disagree ? null : passage;
  const named = claim.carrying.length > 1 && source ? [words("card_in_source"), nameOf(source)].join(" · ") : words("card_in_source");
  // The heading says as much as "silent"; of several sources each tells by itself what kept it unread.
  const why = reason === "silent" ? "" : saidOf("", reason, claim.carrying.length > 1 ? null : cause);
  return [
    why ? make("p", { class: "cause" }, why) : null,
    answerPart(words("card_claim"), claim.text),
    disagree ? null : linesOf(claim.words, claim.figures.map((figure) => figurePart(figure.text, figure.verdict, figure)), meaningParts(claim, report)),
    alone ? passagePart(alone, named, ...withFigures(alone)) : null,
    ...notesOf(claim),
    alone ? actionsPart(alone, citationOf(alone, source), acts) : null,
    opinion ? make("div", { class: "opinion" },
      make("p", { class: "label" }, words("card_opinion", opinion.model)),
      make("p", {}, words(`claim_${opinion.verdict}`)),
      opinion.words ? make("p", {}, make("span", { class: "label" }, words("card_opinion_words"), " "), make("bdi", {}, opinion.words)) : null) : null,
    ...askedOf(claim, report).flatMap((index) => citedParts(index, claim, alone, report, acts)),
    ...waitingParts(claim, report, acts),
    footPart([words("card_limit_claim")], acts),
  ].filter((node) => node !== null);
}

/** Words, figures, meaning: each by itself, whatever the verdict. @param {Words|null} spoken @param {Node[]} figures @param {Child[]} meaning */
function linesOf(spoken, figures, meaning) {
  const none = words(spoken === "speaks" || spoken === "silent" ? "figures_none" : "meaning_not_asked");
  return make("dl", { class: "lines" },
    make("dt", {}, words("card_words")), make("dd", {}, words(`words_${spoken ?? "unchecked"}`)),
    make("dt", {}, words("card_figures")),
    ...(figures.length ? figures : [make("dd", {}, none)]),
    make("dt", {}, words("card_meaning")), make("dd", {}, ...meaning));
}

/** A figure of the claim, and what is known of it. @param {string} text @param {FigureVerdict} verdict @param {ClaimFigure} [told] what the source gives for it */
function figurePart(text, verdict, told) {
  const there = told?.source_text ?? "";
  const missing = told && verdict === "mismatch" && !there;
  const shape = missing ? "neutral" : SHAPE[verdict];
  const said = told ? [told.doubt && words(`doubt_${told.doubt}`), ...told.notes.map((note) => words(`figure_note_${note}`))].filter(Boolean).join(words("list_gap")) : "";
  return make("dd", { class: `figure ${shape}` },
    drawing(shape),
    make("span", {}, ...toldOf(text, words(missing ? "figure_missing" : `figure_${verdict}`))),
    there && there !== text ? make("span", {}, words(verdict === "match" ? "figure_in_source" : "figure_nearest"), words("list_gap"), make("b", {}, make("bdi", {}, there))) : null,
    said ? make("span", { class: "quiet" }, said) : null);
}

/** A figure and how it stands, as every language puts it. @param {string} text @param {string} said @returns {Child[]} */
function toldOf(text, said) {
  const [before, after] = parted(words("figure_told", "\n", said));
  return [before, make("b", {}, make("bdi", {}, text)), after];
}

/**
 * A claim as one of its sources alone has it.
 * @param {Carrying} one @param {Claim} claim @param {Report} report @returns {Sensed & Pick<Claim, "source"|"sources"|"passage">}
 */
export function heldTo({ source, words: spoken, meaning, passage }, { reason, sources, meaning: whole }, report) {
  const model = whole?.model ?? report.model?.name ?? "";
  return { reason, sources, source, passage, words: spoken, meaning: meaning && { verdict: meaning, model } };
}

/** What is said of the meaning, the model's name set apart. @param {Sensed} sensed @param {Report} report @returns {Child[]} */
export function meaningParts(sensed, report) {
  const { meaning } = sensed;
  if (!meaning) return [meaningOf(sensed, report)];
  const [before, after] = parted(meaningOf({ ...sensed, meaning: { ...meaning, model: "\n" } }, report));
  return [before, make("code", { class: "named", dir: "ltr" }, meaning.model), after];
}

/** @param {Sensed} sensed @param {Report} report */
export function meaningOf({ meaning, reason, words: spoken }, report) {
  if (meaning) return words(`meaning_${meaning.verdict}`, meaning.model);
  if (reason === "model_failed") return words("meaning_failed");
  if (!report.model) return words("meaning_no_model");
  return words(spoken === "silent" ? "meaning_no_passage" : "meaning_not_asked");
}

/** The passage's own text, its figures marked; ears are told which of them matches. @param {Passage} passage @returns {Child[]} */
export function withFigures({ text, figures = [] }) {
  /** @type {Child[]} */
  const parts = [];
  let at = 0;
  for (const { start, end, verdict } of [...figures].sort((one, other) => one.start - other.start)) {
    if (start < at) continue;
    parts.push(text.slice(at, start), make("mark", { class: verdict },
      make("span", { class: "unseen" }, words(`said_${verdict}`), " "), text.slice(start, end),
      make("span", { class: "unseen" }, " ", words("said_end"))));
    at = end;
  }
  return [make("span", { class: "spoken" }, ...parts, text.slice(at))];
}

/** Notes on how a source was read, which quotes have too. */
const OF_READING = new Set(["own_tab", "archived_copy"]);

/** What is not told beside a figure already. @param {Claim} claim */
export function notesOf({ notes, figures }) {
  const told = new Set(figures.flatMap(({ doubt, notes: own }) => [doubt, ...own]));
  return notes.filter(({ name }) => !told.has(name)).map(({ name, detail }) => notePart(noteWords(name), detail));
}

/** @param {Claim["notes"][number]["name"]} name */
export function noteWords(name) {
  return OF_READING.has(name) ? words(`note_${name}`) : words(`claim_note_${name}`);
}

/**
 * One cited source: what it is and, where there are several, whether it carries the claim, with its own passage.
 * @param {number} index @param {Claim} claim @param {Passage|null} shown the passage that the card shows already
 * @param {Report} report @param {Acts} acts @returns {Node[]}
 */
function citedParts(index, claim, shown, report, acts) {
  const one = claim.carrying.find(({ source }) => source === index);
  const several = claim.carrying.length > 1;
  const [source, ...more] = sourceParts(index, report, acts, {
    told: several ? null : claim.cause, why: one?.words === "unchecked", settled: one?.words === "speaks" });
  const parts = several && one ? [source, ...carryingParts(one, claim, shown, report), ...more] : [source, ...more];
  return several ? [make("div", { class: "cited" }, ...parts)] : parts.filter((part) => part instanceof Node);
}

/**
 * The same three lines for one source alone, and its passage.
 * @param {Carrying} one @param {Claim} claim @param {Passage|null} shown @param {Report} report @returns {Child[]}
 */
function carryingParts(one, claim, shown, report) {
  const { source, words: spoken, figures, passage } = one;
  const link = webAddress(passage?.link);
  const own = passage && spoken === "speaks" && !(shown && source === claim.source) ? [
    passagePart(passage, "", ...withFigures(passage)), link && make("p", {}, linkTo(link, words("act_show"))),
  ] : [];
  const each = figures.flatMap((verdict, index) => (claim.figures[index] ? figurePart(claim.figures[index].text, verdict) : []));
  return [
    linesOf(spoken, each, meaningParts(heldTo(one, claim, report), report)),
    ...(shown && own.length ? [make("details", { class: "why" }, make("summary", {}, words("card_passage")), ...own)] : own),
  ];
}
