/**
 * What is said of a whole answer, and the quote or claim that decided it, which leads there. Also which model judged the
 * meaning.
 *
 * @import { Decision, Report } from "../wire.js"
 * @typedef {Exclude<Decision, "nothing_to_check">} Decided
 */

import { saidOf } from "../content/parts.js";
import { drawing, make } from "../dom.js";
import { parted, words } from "../language.js";
import { isClaim, stoppedAt } from "./report.js";

/** Each with the drawing that says the same. */
const SHAPES = /** @type {const} */ ({ supported: "supported", blocked: "absent", abstained: "unchecked" });

/** The command that installs a model, as it is typed. */
const INSTALL = "quotefound models install";

/** The decision itself, in words and as a shape. @param {Decided} decision @param {...import("../dom.js").Child} more what belongs to it */
export function decisionPart(decision, ...more) {
  const shape = SHAPES[decision];
  return make("div", { class: `decision ${decision}` },
    make("p", { class: shape }, drawing(shape), make("span", {}, words(`decision_${decision}`))), ...more);
}

/**
 * @param {Report} report @param {(id: string) => void} lead to the row of a quote or claim
 * @returns {HTMLElement|null} null while nothing is decided
 */
export function decisionOf(report, lead) {
  const { decision } = report;
  if (!decision || decision === "nothing_to_check") return null;
  const at = stoppedAt(report);
  const why = !at ? "" : isClaim(at) ? saidOf("", at.reason, at.cause) || saidOf(words(`claim_${at.verdict}`), null, null)
    : saidOf(at.cause ? "" : words(`row_${at.verdict}`), null, at.cause);
  return decisionPart(decision,
    at ? make("button", { type: "button", class: "link lead", click: () => lead(at.id) }, make("span", { dir: "auto" }, at.text)) : null,
    at ? make("p", { class: "quiet" }, why) : null);
}

/** Which model judged the meaning; or that none is there, and how to come by one. @param {Report["model"]} model */
export function modelOf(model) {
  const [before, after] = parted(words(model ? "panel_model" : "panel_no_model", "\n"));
  return make("p", { class: "quiet model" }, before, model ? make("code", { class: "named", dir: "ltr" }, model.name) : make("code", { lang: "en" }, INSTALL), after);
}
