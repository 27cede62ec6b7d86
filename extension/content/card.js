/**
 * What the card says of one quote: the verdict in words, the passage, the differences, the cause and what to do. Turns
 * a quote into elements and knows neither page nor background; what the reader does is handed to `acts`.
 *
 * @import { Note, Quote, ReadSource, Report } from "../wire.js"
 * @typedef {object} Acts
 * @property {() => void} again check the answer again
 * @property {(sources: number[]) => void} fetch the reader agreed to fetch these
 * @property {(text: string) => Promise<void>} copy
 * @property {boolean} [byHand] whether the reader chose what the quote is held against
 * @property {(kind: Beside, source: number) => Promise<string>} [beside] have a source read otherwise; "" or the trouble
 * @typedef {"own_tab"|"archive"} Beside
 */

import { drawing, make } from "../dom.js";
import { counted, dated, words } from "../language.js";

/** A record's long values are wrapped by the reader's editor, not here. */
const RECORD_INDENT = 2;

/**
 * @param {Quote} quote with a verdict
 * @param {Report} report
 * @param {Acts} acts
 * @returns {Node[]}
 */
export function cardOf(quote, report, acts) {
  const judged = quote.source === null ? null : report.sources[quote.source] ?? null;
  const waiting = quote.sources.filter((index) => report.sources[index]?.state === "not_asked");
  const asked = quote.sources.filter((index) => report.sources[index] && report.sources[index].state !== "not_asked");
  return [
    // A closest passage follows its heading at once, and the answer's words stand in the differences.
    quote.verdict === "closest" ? null : answerOf(quote),
    quote.cause ? make("p", { class: "cause" }, words(`cause_${quote.cause}`)) : null,
    quote.passage ? passageOf(quote) : null,
    quote.differences.length ? differencesOf(quote) : null,
    ...quote.notes.map((note) => noteOf(note, report)),
    quote.passage ? actionsOf(quote, judged, acts) : null,
    quote.verdict === "unchecked" && quote.try_words ? tryWords(quote.try_words, acts) : null,
    ...(quote.verdict === "found" && judged ? [sourceOf(judged, quote)] : asked.flatMap((index) => sourcePart(index, quote, report, acts))),
    quote.hidden ? make("p", { class: "hidden" }, counted("card_hidden", quote.hidden)) : null,
    waiting.length ? consentOf(waiting, report, acts) : null,
    make("p", { class: "small" }, words(acts.byHand ? "bound_hand" : `bound_${quote.bound}`), " ", quote.verdict === "found" ? words("card_limit") : "", " ",
      make("button", { type: "button", class: "small", click: acts.again }, words("act_again"))),
  ].filter((node) => node !== null);
}

/** Without quotation marks, whatever the verdict: they are the answer's words, and no one vouches for them here. @param {Quote} quote */
function answerOf({ text }) {
  return make("p", { class: "quoted" }, make("span", { class: "label" }, words("card_in_answer")), make("span", { dir: "auto" }, text));
}

/** The source's own words with what stands around them. @param {Quote} quote */
function passageOf({ passage, verdict }) {
  if (!passage) return null;
  return make("figure", { class: "passage" },
    verdict === "closest" ? null : make("figcaption", { class: "label" }, words("card_in_source")),
    make("blockquote", { dir: "auto" }, passage.before, make("mark", {}, passage.text), passage.after));
}

/** Both wordings in one run; for ears and for eyes without colour each change says whose it is. @param {Quote} quote */
function differencesOf({ differences }) {
  const run = differences.flatMap(([whose, text], index) => {
    const space = index ? " " : "";
    if (whose === "same") return [space, text];
    const tag = whose === "quote" ? "del" : "ins";
    const said = make("span", { class: "unseen" }, words(whose === "quote" ? "said_only_answer" : "said_only_source"), " ");
    return [space, make(tag, {}, said, text, make("span", { class: "unseen" }, " ", words("said_end")))];
  });
  return make("div", { class: "differences" },
    make("p", { class: "label" }, words("card_differences")),
    make("p", { dir: "auto" }, ...run),
    make("p", { class: "key", "aria-hidden": "true" },
      make("del", {}, "a"), " ", words("key_only_answer"), make("ins", {}, "a"), " ", words("key_only_source")));
}

/** Zones of a source as the helper names them, of which a note may speak. */
const ZONES = new Set(["caption", "comment", "navigation", "reference_list", "title", "invisible_layer"]);

/** @param {Note} note @param {Report} report */
function noteOf({ name, detail }, report) {
  const source = name === "other_source" ? report.sources[Number(detail)] : null;
  const zone = name === "zone" ? detail.replaceAll(" ", "_") : "";
  const [what, moment] = name === "source_changed" ? detail.split(" since ") : ["", name === "archived_copy" ? detail : ""];
  const when = dated(moment);
  const said = source ? source.title || hostOf(source.address) : ZONES.has(zone) ? words(`zone_${zone}`)
    : when && what ? words(what === "gone" ? "changed_gone" : "changed_new", when) : when || detail;
  const more = said ? make("bdi", {}, words("detail_of_note", said)) : "";
  return make("p", { class: "note" }, words(`note_${name}`), more ? " " : "", more);
}

/** @param {string} run @param {Acts} acts */
function tryWords(run, acts) {
  return make("div", { class: "try" },
    make("p", { class: "label" }, words("card_try")),
    make("p", {}, make("bdi", { class: "run" }, run), " ", copyButton(words("act_copy_run"), () => acts.copy(run), "small")));
}

/**
 * A source without the words: what was read of it, by whom and why no more, and how else it can be read.
 * @param {number} index @param {Quote} quote @param {Report} report @param {Acts} acts @returns {Node[]}
 */
function sourcePart(index, quote, report, acts) {
  const source = /** @type {ReadSource} */ (report.sources[index]);
  const readings = source.readings ?? [];
  return [
    sourceOf(source, quote),
    ...readings.map((reading) => besideOf(reading)),
    quote.verdict === "unchecked" ? whyOf(source) : null,
    acts.beside && webAddress(source.address) ? make("p", { class: "actions beside" },
      besideButton("own_tab", index, acts.beside),
      source.state === "failed" && !readings.some(({ kind }) => kind === "archive") ? besideButton("archive", index, acts.beside) : null) : null,
  ].filter((node) => node !== null);
}

/** A reading that the reader asked for. @param {import("../wire.js").Reading} reading */
function besideOf({ kind, state, cause, read_at: readAt, captured_at: capturedAt }) {
  const when = dated(capturedAt || readAt, !capturedAt);
  const how = cause ? words(`cause_${cause}`) : state === "read" ? "" : words(`source_${state}`);
  return make("p", { class: "source beside" }, make("span", { class: "quiet" }, [words(`beside_${kind}`), when].filter(Boolean).join(" · "), how ? ": " : "", how));
}

/** What made the helper name its cause: signs as it saw them. @param {ReadSource} source */
function whyOf({ evidence = {} }) {
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

/** @param {ReadSource} source @param {Quote} quote */
function sourceOf(source, quote) {
  const address = webAddress(source.final_address) ?? webAddress(source.address);
  const host = hostOf(source.address);
  const title = source.title || host;
  const cause = source.cause && source.cause !== quote.cause ? words(`cause_${source.cause}`) : "";
  return make("p", { class: "source" },
    make("bdi", {}, address ? linkTo(address, title) : title),
    make("span", { class: "quiet" }, " ", [title === host ? "" : host, ...datesOf(source)].filter(Boolean).join(" · ")),
    cause ? make("span", { class: "quiet" }, " ", cause) : null);
}

/** A link of the answer's prose may carry the chat away in its address: the reader sees all of it first.
 * @param {number[]} waiting @param {Report} report @param {Acts} acts */
function consentOf(waiting, report, acts) {
  return make("div", { class: "consent" },
    make("p", { class: "label" }, words("card_consent")),
    ...waiting.map((index) => {
      const address = report.sources[index]?.address ?? "";
      return make("p", { class: "actions" }, make("code", { dir: "ltr" }, address),
        make("button", { type: "button", class: "action first", click: () => acts.fetch([index]) }, words("act_fetch")),
        linkTo(address, words("act_open"), "action"));
    }));
}

/** @param {Quote} quote @param {ReadSource|null} judged @param {Acts} acts */
function actionsOf(quote, judged, acts) {
  const link = webAddress(quote.passage?.link);
  return make("p", { class: "actions" },
    link ? linkTo(link, words("act_show"), "action first") : null,
    copyButton(words("act_copy"), () => acts.copy(citationOf(quote, judged)), "action"));
}

/** The source's own words, where they stand, and the record that lets anyone check it again.
 * @param {Quote} quote @param {ReadSource|null} judged */
function citationOf({ passage, record }, judged) {
  const lines = [words("copied_words", passage?.text ?? ""), [judged?.title, passage?.link].filter(Boolean).join(", ")];
  if (judged?.read_at) lines.push(words("read_at", judged.read_at));
  if (record) lines.push("", JSON.stringify(record, null, RECORD_INDENT));
  return lines.join("\n");
}

/** @param {string} label @param {() => Promise<void>} copy @param {string} look */
function copyButton(label, copy, look) {
  const button = make("button", { type: "button", class: look, click: () => void copy().then(() => (button.textContent = words("act_copied"))) }, label);
  return button;
}

/** @param {string} address @param {string} label @param {string} [look] */
export function linkTo(address, label, look = "") {
  return make("a", { href: address, target: "_blank", rel: "noopener noreferrer", class: look },
    label, drawing("away"), make("span", { class: "unseen" }, " ", words("said_new_tab")));
}

/** @param {string|null|undefined} address @returns {string|null} null for what is no address of the web */
export function webAddress(address) {
  return address && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
}

/** @param {string} address */
export function hostOf(address) {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, "") : address;
}

/** When a source says it was published, and when it was read. @param {ReadSource} source @returns {string[]} */
export function datesOf({ published, read_at: readAt }) {
  const [publishedOn, readOn] = [dated(published), dated(readAt, true)];
  return [publishedOn && words("published_at", publishedOn), readOn && words("read_at", readOn)].filter(Boolean);
}
