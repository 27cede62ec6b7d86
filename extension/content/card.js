/**
 * What the card says of one quote: the verdict in words, the passage, the differences, the cause and what to do. Turns
 * a quote into elements and knows neither page nor background; what the reader does is handed to `acts`.
 *
 * @import { Note, Quote, Report } from "../wire.js"
 * @import { Acts } from "./parts.js"
 * @typedef {import("./parts.js").Beside} Beside
 */

import { make } from "../dom.js";
import { dated, words } from "../language.js";
import { actionsPart, answerPart, askedOf, citationOf, copyButton, footPart, nameOf, notePart, passagePart, sourcePart, sourceParts, waitingParts } from "./parts.js";

/**
 * @param {Quote} quote with a verdict
 * @param {Report} report
 * @param {Acts} acts
 * @returns {Node[]}
 */
export function cardOf(quote, report, acts) {
  const { verdict, cause, passage } = quote;
  const judged = quote.source === null ? null : report.sources[quote.source] ?? null;
  return [
    cause ? make("p", { class: "cause" }, words(`cause_${cause}`)) : null,
    // A closest passage follows its heading at once, and the answer's words stand in the differences.
    verdict === "closest" ? null : answerPart(words("card_in_answer"), quote.text),
    passage ? passagePart(passage, verdict === "closest" ? "" : words("card_in_source"), make("mark", {}, passage.text)) : null,
    quote.differences.length ? differencesOf(quote) : null,
    ...quote.notes.map((note) => noteOf(note, report)),
    passage ? actionsPart(passage, citationOf(passage, judged, quote.record), acts) : null,
    ...(verdict === "found" && judged ? [sourcePart(judged, cause)]
      : askedOf(quote, report).flatMap((index) => sourceParts(index, report, acts, { told: cause, why: verdict === "unchecked" }))),
    ...waitingParts(quote, report, acts),
    verdict === "unchecked" && quote.try_words ? tryWords(quote.try_words, acts) : null,
    footPart([verdict === "unchecked" ? "" : boundTo(quote, report, acts), verdict === "found" ? words("card_limit") : ""], acts),
  ].filter((node) => node !== null);
}

/** By which rule it came to its sources; "" where none of them could be held against it. @param {Quote} quote @param {Report} report @param {Acts} acts */
function boundTo({ bound, sources }, report, acts) {
  if (!sources.some((index) => report.sources[index]?.state === "read")) return "";
  return words(acts.byHand ? "bound_hand" : `bound_${bound}`);
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
  const has = (/** @type {string} */ side) => differences.some(([whose]) => whose === side);
  return make("div", { class: "differences" },
    make("p", { class: "label" }, words("card_differences")),
    make("p", { dir: "auto" }, ...run),
    make("p", { class: "key", "aria-hidden": "true" },
      has("quote") && make("span", {}, make("del", {}, "abc"), " ", words("key_only_answer")),
      has("source") && make("span", {}, make("ins", {}, "abc"), " ", words("key_only_source"))));
}

/** Zones of a source as the helper names them, of which a note may speak. */
const ZONES = new Set(["caption", "comment", "navigation", "reference_list", "title", "invisible_layer"]);

/** @param {Note} note @param {Report} report */
function noteOf({ name, detail }, report) {
  const source = name === "other_source" ? report.sources[Number(detail)] : null;
  const zone = name === "zone" ? detail.replaceAll(" ", "_") : "";
  const [what, moment] = name === "source_changed" ? detail.split(" since ") : ["", name === "archived_copy" ? detail : ""];
  const when = dated(moment);
  const said = source ? nameOf(source) : ZONES.has(zone) ? words(`zone_${zone}`)
    : when && what ? words(what === "gone" ? "changed_gone" : "changed_new", when)
      : name === "clipped_context" && detail ? words("copied_words", detail) : when || detail;
  return notePart(words(`note_${name}`), said);
}

/** @param {string} run @param {Acts} acts */
function tryWords(run, acts) {
  return make("div", { class: "try" },
    make("p", { class: "label" }, words("card_try")),
    make("p", {}, make("bdi", { class: "run" }, run), " ", copyButton(words("act_copy_run"), () => acts.copy(run), "small")));
}
