/**
 * What is said of a whole answer, and the quote or claim that decided it, which leads there. Also the quiet lines
 * beneath an answer: how many sentences carry no citation, and which model judged the meaning.
 *
 * @import { Report } from "../wire.js"
 */

import { drawing, make } from "../dom.js";
import { counted, words } from "../language.js";
import { stoppedAt } from "./report.js";

/** Each with the drawing that says the same. */
const SHAPES = /** @type {const} */ ({ supported: "supported", blocked: "absent", abstained: "unchecked" });

/** The command that installs a model, as it is typed. */
const INSTALL = "quotefound models install";

/**
 * @param {Report} report @param {(id: string) => void} lead to the row of a quote or claim
 * @returns {HTMLElement|null} null while nothing is decided
 */
export function decisionOf(report, lead) {
  const { decision } = report;
  if (!decision || decision === "nothing_to_check") return null;
  const at = stoppedAt(report);
  return make("div", { class: `decision ${decision}` },
    make("p", {}, drawing(SHAPES[decision]), make("span", {}, words(`decision_${decision}`))),
    at ? make("button", { type: "button", class: "link lead", click: () => lead(at.id) },
      make("span", { class: "words", dir: "auto" }, at.text)) : null);
}

/** @param {number} uncited */
export function uncitedOf(uncited) {
  return uncited ? make("p", { class: "quiet uncited" }, counted("panel_uncited", uncited)) : null;
}

/** Which model judged the meaning; or that none is there, and how to come by one. @param {Report["model"]} model */
export function modelOf(model) {
  const [before = "", after = ""] = words(model ? "panel_model" : "panel_no_model", "\n").split("\n");
  return make("p", { class: "quiet model" }, before, model ? make("bdi", {}, model.name) : make("code", {}, INSTALL), after);
}
