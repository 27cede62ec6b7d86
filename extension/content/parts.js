/**
 * The parts that a quote's card and a claim's card share: the source's passage, what can be done with it, the sources
 * and how else they can be read, notes. Turns values into elements; what the reader does is handed to `acts`. Knows no
 * verdict.
 *
 * @import { Passage, Quote, Reading, ReadSource, Report } from "../wire.js"
 * @import { Child } from "../dom.js"
 * @typedef {object} Acts
 * @property {() => void} again check the answer again
 * @property {(sources: number[]) => void} fetch the reader agreed to fetch these
 * @property {(text: string) => Promise<void>} copy
 * @property {boolean} [byHand] whether the reader chose what the quote is held against
 * @property {(kind: Beside, source: number) => Promise<string>} [beside] have a source read otherwise; "" or the trouble
 * @typedef {"own_tab"|"archive"} Beside
 */

import { drawing, make, wrapping } from "../dom.js";
import { counted, dated, words } from "../language.js";

/** A record's long values are wrapped by the reader's editor, not here. */
const RECORD_INDENT = 2;

/** Without quotation marks, whatever the verdict: they are the answer's words, and no one vouches for them here. @param {string} label @param {string} text */
export function answerPart(label, text) {
  return make("p", { class: "quoted" }, make("span", { class: "label" }, label), make("span", { dir: "auto" }, text));
}

/** The source's own words with what stands around them. @param {Passage} passage @param {string} caption @param {...Child} own the passage's text, as it is to be shown */
export function passagePart({ before, after }, caption, ...own) {
  return make("figure", { class: "passage" },
    caption ? make("figcaption", { class: "label" }, caption) : null,
    make("blockquote", { dir: "auto" }, before, ...own, after));
}

/** What can be done with a passage. @param {Passage} passage @param {string} copied what goes to the clipboard @param {Acts} acts */
export function actionsPart(passage, copied, acts) {
  const link = webAddress(passage.link);
  return make("p", { class: "actions" },
    link ? linkTo(link, words("act_show"), "action first") : null,
    copyButton(words("act_copy"), () => acts.copy(copied), "action"));
}

/**
 * The source's own words, where they stand, and the record that lets anyone check it again.
 * @param {Passage|null} passage @param {ReadSource|null} source @param {Record<string, unknown>|null} [record]
 */
export function citationOf(passage, source, record) {
  const lines = [words("copied_words", passage?.text ?? ""), [source?.title, passage?.link].filter(Boolean).join(", ")];
  if (source?.read_at) lines.push(words("read_at", source.read_at));
  if (record) lines.push("", JSON.stringify(record, null, RECORD_INDENT));
  return lines.join("\n");
}

/** A sentence's stop, before which the words it is about are put. */
const STOP = /[.。]?$/u;

/** @param {string} sentence @param {string} detail the words it is about */
export function notePart(sentence, detail) {
  const [stop = ""] = STOP.exec(sentence) ?? [];
  return make("p", { class: "note" }, ...detail
    ? [sentence.replace(STOP, words("list_gap")), make("bdi", {}, words("detail_of_note", detail)), stop] : [sentence]);
}

/** The same in a line of words. @param {string} sentence @param {string} detail */
export function noted(sentence, detail) {
  return detail ? sentence.replace(STOP, (stop) => words("list_gap") + words("detail_of_note", detail) + stop) : sentence;
}

/** A verdict in words as a sentence of its own, and why; where a source was unread, what kept it so says all. @param {string} verdict "" for the reason alone @param {string|null} reason @param {string|null} cause */
export function saidOf(verdict, reason, cause) {
  return [verdict && verdict + words("list_stop"), reason && !(cause && reason === "unread") && words(`reason_${reason}`), cause && words(`cause_${cause}`)]
    .filter(Boolean).join(words("list_gap"));
}

/**
 * A cited source: what was read of it, by whom and why no more, and unless that settled it how else it can be read.
 * @param {number} index @param {Report} report @param {Acts} acts
 * @param {{told?: string|null, why?: boolean, settled?: boolean}} [shown] a cause that is told already; whether the signs
 *   of it are shown
 * @returns {Node[]}
 */
export function sourceParts(index, report, acts, { told = null, why = false, settled = false } = {}) {
  const source = /** @type {ReadSource} */ (report.sources[index]);
  const readings = source.readings ?? [];
  return [
    sourcePart(source, told),
    ...readings.map((reading) => besidePart(reading)),
    why ? whyPart(source) : null,
    !settled && acts.beside && webAddress(source.address) ? make("p", { class: "actions beside" },
      besideButton("own_tab", index, acts.beside),
      source.state === "failed" && !readings.some(({ kind }) => kind === "archive") ? besideButton("archive", index, acts.beside) : null) : null,
  ].filter((node) => node !== null);
}

/** @param {ReadSource} source @param {string|null} told a cause that is told already */
export function sourcePart(source, told) {
  const address = webAddress(source.final_address) ?? webAddress(source.address);
  const title = nameOf(source);
  const more = [source.title && webAddress(source.address) && hostOf(source.address), ...datesOf(source)].filter(Boolean).join(" · ");
  const cause = source.cause && source.cause !== told ? words(`cause_${source.cause}`) : "";
  return make("p", { class: "source" },
    make("bdi", {}, address ? linkTo(address, title) : title), " ",
    more ? make("span", { class: "quiet" }, more, " ") : null,
    cause ? make("span", { class: "quiet" }, cause) : null);
}

/** A reading that the reader asked for. @param {Reading} reading */
function besidePart({ kind, state, cause, read_at: readAt, captured_at: capturedAt }) {
  const when = dated(capturedAt || readAt, !capturedAt);
  const how = cause ? words(`cause_${cause}`) : state === "read" ? "" : words(`source_${state}`);
  return make("p", { class: "source beside" }, make("span", { class: "quiet" }, [words(`beside_${kind}`), when].filter(Boolean).join(" · "), how ? ": " : "", how));
}

/** What made the helper name its cause: signs as it saw them. @param {ReadSource} source */
function whyPart({ evidence = {} }) {
  const signs = Object.entries(evidence);
  return signs.length ? make("details", { class: "why" }, make("summary", {}, words("card_why")),
    make("dl", {}, ...signs.flatMap(([sign, seen]) => [make("dt", {}, sign), make("dd", { dir: "auto" }, seen)]))) : null;
}

/**
 * Only a click of the reader's own counts: no script of the page opens tabs or tells an archive.
 * @param {Beside} kind @param {number} source @param {(kind: Beside, source: number) => Promise<string>} ask
 */
function besideButton(kind, source, ask) {
  const button = make("button", { type: "button", class: "action", click: async (/** @type {MouseEvent} */ event) => {
    if (!event.isTrusted) return;
    button.disabled = true;
    const trouble = await ask(kind, source);
    button.disabled = false;
    if (trouble) button.replaceWith(make("span", { class: "quiet", role: "status" }, words(`trouble_${trouble}`)));
  } }, words(`act_${kind}`));
  return button;
}

/**
 * What the site hides of a citation, and the links that wait for the reader's consent.
 * @param {{sources: number[], hidden: number, cause: Quote["cause"]}} cited @param {Report} report @param {Acts} acts @returns {Node[]}
 */
export function waitingParts({ sources, hidden, cause }, report, acts) {
  const waiting = sources.filter((index) => report.sources[index]?.state === "not_asked");
  return [
    // Where it hides all of them the cause says so.
    hidden && (sources.length || cause !== "hidden_citation") ? make("p", { class: "hidden" }, counted("card_hidden", hidden)) : null,
    waiting.length ? consentPart(waiting, report, acts) : null,
  ].filter((node) => node !== null);
}

/** The cited sources that something is or was read of. @param {{sources: number[]}} cited @param {Report} report */
export function askedOf({ sources }, report) {
  return sources.filter((index) => report.sources[index] && report.sources[index].state !== "not_asked");
}

/** A link of the answer's prose may carry the chat away in its address: the reader sees all of it first.
 * @param {number[]} waiting @param {Report} report @param {Acts} acts */
function consentPart(waiting, report, acts) {
  return make("div", { class: "consent" },
    make("p", { class: "label" }, words("card_consent")),
    ...waiting.map((index) => {
      const address = report.sources[index]?.address ?? "";
      return make("p", { class: "actions" }, make("code", { dir: "ltr", lang: "en" }, ...wrapping(address)),
        make("button", { type: "button", class: "action first", click: () => acts.fetch([index]) }, words("act_fetch")),
        linkTo(address, words("act_open"), "action"));
    }));
}

/** What a verdict does not say, and checking again. @param {string[]} sentences @param {Acts} acts */
export function footPart(sentences, acts) {
  return make("p", { class: "small" }, ...sentences.flatMap((sentence) => (sentence ? [sentence, words("list_gap")] : [])),
    make("button", { type: "button", class: "small", click: acts.again }, words("act_again")));
}

/** @param {string} label @param {() => Promise<void>} copy @param {string} look */
export function copyButton(label, copy, look) {
  const button = make("button", { type: "button", class: look, click: () => void copy().then(() => (button.textContent = words("act_copied"))) }, label);
  return button;
}

/** @param {string} address @param {string} label @param {string} [look] */
export function linkTo(address, label, look = "") {
  return make("a", { href: address, target: "_blank", rel: "noopener noreferrer", class: look },
    ...wrapping(label), make("span", { class: "away" }, drawing("away")), make("span", { class: "unseen" }, " ", words("said_new_tab")));
}

/** @param {string|null|undefined} address @returns {string|null} null for what is no address of the web */
export function webAddress(address) {
  return address && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
}

/** @param {string} address */
export function hostOf(address) {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, "") : address;
}

/** What a source is called: by its title, or by its address, which tells two of one host apart. @param {{title: string, address: string}} source */
export function nameOf({ title, address }) {
  if (title || !URL.canParse(address)) return title || address;
  return hostOf(address) + new URL(address).pathname.replace(/^\/$/, "");
}

/** When a source says it was published, and when it was read, or tried in vain. @param {ReadSource} source @returns {string[]} */
export function datesOf({ published, read_at: readAt, state }) {
  const [publishedOn, readOn] = [dated(published), dated(readAt, true)];
  return [publishedOn && words("published_at", publishedOn), readOn && words(state === "failed" ? "tried_at" : "read_at", readOn)].filter(Boolean);
}
