/**
 * What can be said of a page before anything is checked: which site it is, whether its adapter was ever proved, what of
 * it cannot be read, and whether the site has changed so that its adapter finds nothing where an answer plainly stands.
 *
 * @import { Site } from "./site.js"
 * @typedef {object} State
 * @property {string} site the adapter's name, or "generic"
 * @property {boolean} known whether anybody has described this site
 * @property {boolean} proved whether its adapter was run over a saved page of the real site
 * @property {number} answers found in the page as it is now
 * @property {number} unreadable answers in frames that no script of the page can read
 * @property {boolean} changed whether an answer plainly stands there and none was found
 */

import { knownSiteOf } from "./site.js";
import { generic } from "./generic.js";

/** So much running text, in so many pieces, is no start page: a short answer less is better than a false alarm. */
const PLAINLY_CHARACTERS = 400;
const PLAINLY_PIECES = 2;
const CHROME = "nav, aside, header, footer, form, dialog, button, [role='navigation'], [role='dialog'], [contenteditable]";

/** @param {Document} document @returns {State} */
export function stateOf(document) {
  const known = knownSiteOf(document);
  const site = known ?? generic;
  const answers = site.answers(document).filter((answer) => hasText(answer, site)).length;
  const unreadable = site.unreadable ? document.querySelectorAll(site.unreadable).length : 0;
  const changed = answers + unreadable === 0 && known !== null && hasChanged(document, known);
  return { site: site.name, known: known !== null, proved: site.proved, answers, unreadable, changed };
}

/**
 * Whether a page whose adapter found no answer shows one nevertheless: its address is a conversation's, and running
 * text stands in it that is neither the reader's nor the application's.
 * @param {Document} document @param {Site} site
 */
export function hasChanged(document, site) {
  const { pathname, search } = document.location;
  return Boolean(site.conversation?.test(pathname + search)) && showsProse(document, site.prompt);
}

/** @param {Element} answer @param {Site} site */
function hasText(answer, site) {
  return site.bodies(answer).some((body) => /\S/.test(body.textContent ?? ""));
}

/** @param {Document} document @param {string} prompt */
function showsProse(document, prompt) {
  let [characters, pieces] = [0, 0];
  for (const piece of document.querySelectorAll("p, li, blockquote")) {
    if (piece.closest(CHROME) || piece.closest(prompt) || !piece.getClientRects().length) continue;
    characters += (piece.textContent ?? "").trim().length;
    if (++pieces >= PLAINLY_PIECES && characters >= PLAINLY_CHARACTERS) return true;
  }
  return false;
}
