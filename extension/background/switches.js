/**
 * Which sites Quotefound is switched on for. The browser's own list of registered content scripts is the only record:
 * one script a site, its id the site's origin. Knows nothing of the helper.
 */

import { api } from "../browser.js";

const LOADER = "content/loader.js";
const MARKS = "content/marks.css";

/**
 * The permission a site needs. Match patterns cannot name a port in every browser, so the port is checked when a
 * page speaks up.
 * @param {string} origin
 */
export function patternOf(origin) {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}

/** @param {string} text what the reader typed @returns {string|null} the origin it names */
export function originOf(text) {
  const typed = text.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!typed || !URL.canParse(address)) return null;
  const { origin, protocol } = new URL(address);
  return /^https?:$/.test(protocol) ? origin : null;
}

/** @returns {Promise<string[]>} origins, in alphabetical order */
export async function switchedOn() {
  const scripts = await api.scripting.getRegisteredContentScripts();
  return scripts.map((script) => script.id).sort();
}

/** @param {string} origin */
export async function isSwitchedOn(origin) {
  return (await switchedOn()).includes(origin);
}

/**
 * Registers the content script, and starts it in the site's open tabs. False when the permission is missing.
 * @param {string} origin
 */
export async function switchOn(origin) {
  const matches = [patternOf(origin)];
  if (!await api.permissions.contains({ origins: matches })) return false;
  if (!await isSwitchedOn(origin)) {
    await api.scripting.registerContentScripts([
      { id: origin, matches, js: [LOADER], css: [MARKS], runAt: "document_idle", persistAcrossSessions: true },
    ]);
  }
  for (const tab of await api.tabs.query({ url: matches })) {
    if (tab.id === undefined || new URL(tab.url ?? "about:blank").origin !== origin) continue;
    const target = { tabId: tab.id };
    // A tab that shows an error page or is being left refuses; it starts at its next load.
    await api.scripting.insertCSS({ target, files: [MARKS] }).catch(() => {});
    await api.scripting.executeScript({ target, files: [LOADER] }).catch(() => {});
  }
  return true;
}

/** Takes the permission back too, unless another switched-on site needs it. @param {string} origin */
export async function switchOff(origin) {
  if (!await isSwitchedOn(origin)) return;
  await api.scripting.unregisterContentScripts({ ids: [origin] });
  const pattern = patternOf(origin);
  const needed = (await switchedOn()).some((other) => patternOf(other) === pattern);
  // Permissions that the manifest itself asks for cannot be taken back; that is no error.
  if (!needed) await api.permissions.remove({ origins: [pattern] }).catch(() => {});
}
