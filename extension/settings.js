/** What the reader chose, kept in this browser until they choose again. Every choice and its default is named here. */

import { api } from "./browser.js";

/**
 * @typedef {object} Settings
 * @property {string} language of our screens; "" for the browser's own
 * @property {"auto"|"light"|"dark"} look
 * @property {"rendered"|"nothing"} fetch what may be fetched unasked: the sources that the site itself shows, or nothing
 * @property {boolean} marks whether quotes are marked on the page
 * @property {Claims} claims whether claims are checked beside quotes, where a site has no choice of its own
 * @property {Record<string, Claims>} claims_at a site's own choice, by origin
 * @typedef {"auto"|"on"|"off"} Claims "auto" leaves it to the helper: quotes alone until a model of meaning is installed
 */

/** @type {Settings} */
export const DEFAULTS = { language: "", look: "auto", fetch: "rendered", marks: true, claims: "auto", claims_at: {} };

/** What may be chosen for claims, the default first. @type {Claims[]} */
export const CLAIMS = ["auto", "on", "off"];

/** @returns {Promise<Settings>} */
export async function settings() {
  return /** @type {Settings} */ (await api.storage.local.get({ ...DEFAULTS }));
}

/** @param {Partial<Settings>} chosen */
export function choose(chosen) {
  return api.storage.local.set(chosen);
}

/**
 * Calls with all settings whenever one of them has been chosen anew, in any of our pages.
 * @param {(now: Settings) => void} heard @returns {() => void} ends it
 */
export function onChoice(heard) {
  /** @param {Record<string, unknown>} changes @param {string} area */
  const listen = (changes, area) => {
    if (area === "local" && Object.keys(changes).some((name) => name in DEFAULTS)) void settings().then(heard);
  };
  api.storage.onChanged.addListener(listen);
  return () => api.storage.onChanged.removeListener(listen);
}
