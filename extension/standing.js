/**
 * What is on in a tab and why not, in sentences: for the popup and the panel, which say the same.
 *
 * @import { Listed } from "./content/listing.js"
 * @typedef {object} Standing
 * @property {string|null} origin of the page, when the browser tells us
 * @property {boolean} on
 * @property {string} heading
 * @property {string[]} sentences
 * @property {string|null} trouble with the helper, by its name
 * @property {"switch"|"pair"|"retry"|"once"|null} offer what would help
 */

import { originOf } from "./background/switches.js";
import { siteAt } from "./content/sites/site.js";
import { words } from "./language.js";
import { ask } from "./pages.js";

/** Troubles that a pairing code ends. */
export const PAIRING = new Set(["not_paired", "wrong_helper", "wrong_token"]);

/**
 * @param {chrome.tabs.Tab|null} tab @param {Listed|null} listed what its page says of itself; null when it does not listen
 * @param {boolean} shown whether its quotes are shown beside this, so that they need no words
 * @returns {Promise<Standing>}
 */
export async function standingOf(tab, listed, shown) {
  const address = listed?.address ?? tab?.url ?? "";
  const origin = address ? originOf(address) : null;
  if (!origin) return { origin, on: false, heading: words(address ? "popup_nowhere" : "popup_unseen"), sentences: [], trouble: null, offer: address ? null : "once" };
  const site = new URL(origin);
  const named = site.protocol === "https:" ? site.host : origin;
  const [{ value: sites = [] }, helper] = await Promise.all([ask({ ask: "sites" }), ask({ ask: "helper" })]);
  const on = sites.includes(origin);
  if (!on && !listed) {
    const adapter = siteAt(new URL(address));
    const known = words(!adapter ? "popup_unknown" : adapter.proved ? "popup_known" : "popup_unproved");
    return { origin, on, heading: words("popup_off", named), sentences: [known], trouble: null, offer: "switch" };
  }
  const heading = shown ? "" : words(on ? "popup_on" : "popup_once", named);
  const trouble = helper.ok ? null : helper.trouble ?? "helper_error";
  if (trouble) return { origin, on, heading, sentences: [], trouble, offer: PAIRING.has(trouble) ? "pair" : "retry" };
  if (!listed) return { origin, on, heading, sentences: [words("popup_reload")], trouble, offer: null };
  return { origin, on, heading, sentences: toldOf(listed), trouble, offer: waits(listed) ? "once" : null };
}

/** Whether a link waits for the reader, who may also ask for the whole page. @param {Listed} listed */
function waits({ checks }) {
  return checks.some(({ report }) => report?.sources.some(({ state }) => state === "not_asked"));
}

/** @param {Listed} listed */
function toldOf({ state, checks }) {
  const told = [];
  if (state.changed) told.push(words("popup_changed"));
  else if (state.unreadable) told.push(words("popup_unreadable"));
  else if (!checks.length) told.push(words(state.answers ? "popup_waiting" : "popup_nothing"));
  if (state.known && !state.proved) told.push(words("popup_unproved"));
  return told;
}
