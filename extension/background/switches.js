/**
 * Where Quotefound is switched on: the reader's list of origins with the content script that the browser starts in
 * them, and single pages that the reader asked to have checked once. Knows nothing of the helper.
 *
 * Kept in storage.local: `sites` (a list of origins); `claims` ("auto", "on" or "off" everywhere) and `claims_at` (the
 * same by origin, for sites with a choice of their own), both with their defaults in settings.js.
 *
 * @import { Claims } from "../settings.js"
 */

import { api } from "../browser.js";
import { choose, settings } from "../settings.js";

const SCRIPT = "answers";
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
  const { sites } = /** @type {{sites?: string[]}} */ (await api.storage.local.get("sites"));
  return sites ?? [];
}

/** @param {string} origin */
export async function isSwitchedOn(origin) {
  return (await switchedOn()).includes(origin);
}

/**
 * Whether a page may ask for anything: its site is on, or the reader asked for this one page.
 * @param {number} tab @param {string} origin
 */
export async function isAllowed(tab, origin) {
  return await isSwitchedOn(origin) || await isOnce(tab, origin);
}

/** Whether the reader asked for this page alone, by hand. @param {number} tab @param {string} origin */
export async function isOnce(tab, origin) {
  const key = `once:${tab}`;
  return (await api.storage.session.get(key))[key] === origin;
}

/** Whether claims are checked on a site: its own choice, or that for everywhere. @param {string} [origin] @returns {Promise<Claims>} */
export async function claimsAt(origin = "") {
  const { claims, claims_at: own } = await settings();
  return Object.hasOwn(own, origin) ? /** @type {Claims} */ (own[origin]) : claims;
}

/** A site's own choice for claims, or none. @param {string} origin @param {Claims|null} chosen */
export async function chooseClaims(origin, chosen) {
  const { [origin]: _, ...others } = (await settings()).claims_at;
  await choose({ claims_at: chosen ? { ...others, [origin]: chosen } : others });
}

/**
 * Calls what one of our modules exports, in a tab's page and beside it; its value. Throws where the browser lets no
 * extension in.
 * @param {number} tab @param {string} module @param {string} name @param {...unknown} given
 */
export async function callIn(tab, module, name, ...given) {
  const [ran] = await api.scripting.executeScript({
    target: { tabId: tab },
    func: async (/** @type {string} */ at, /** @type {string} */ called, /** @type {unknown[]} */ values) => (await import(at))[called](...values),
    args: [api.runtime.getURL(module), name, given],
  });
  return ran?.result ?? null;
}

/**
 * Checks the page of a tab with all its addresses, wherever it is; on a site that is off, in this page alone. False where the browser lets no extension in, or not without the reader's click.
 * @param {number} tab
 */
export async function startByHand(tab) {
  try {
    const target = { tabId: tab };
    const [ran] = await api.scripting.executeScript({ target, func: () => location.origin });
    const origin = String(ran?.result);
    await api.storage.session.set({ [`once:${tab}`]: origin });
    if (!await isSwitchedOn(origin)) await api.scripting.insertCSS({ target, files: [MARKS] });
    await callIn(tab, "content/main.js", "start", true);
    return true;
  } catch {
    return false;
  }
}

/** The page that was checked by hand has gone. @param {number} tab */
export function endOnce(tab) {
  return api.storage.session.remove(`once:${tab}`);
}

/**
 * Switches a site on, and starts in its open tabs at once. False when the permission is missing.
 * @param {string} origin
 */
export async function switchOn(origin) {
  const matches = [patternOf(origin)];
  if (!await api.permissions.contains({ origins: matches })) return false;
  const sites = new Set(await switchedOn()).add(origin);
  await api.storage.local.set({ sites: [...sites].sort() });
  await register();
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
  const sites = (await switchedOn()).filter((other) => other !== origin);
  await api.storage.local.set({ sites });
  await chooseClaims(origin, null);
  await register();
  const pattern = patternOf(origin);
  const needed = sites.some((other) => patternOf(other) === pattern);
  // Permissions that the manifest itself asks for cannot be taken back; that is no error.
  if (!needed) await api.permissions.remove({ origins: [pattern] }).catch(() => {});
}

/**
 * Brings the browser's registered content script in line with the list: one script for all sites. The browser forgets
 * it when the extension is updated; the reader's list stays.
 */
export async function register() {
  const matches = [...new Set((await switchedOn()).map(patternOf))];
  const [known] = await api.scripting.getRegisteredContentScripts({ ids: [SCRIPT] });
  if (!matches.length) {
    if (known) await api.scripting.unregisterContentScripts({ ids: [SCRIPT] });
    return;
  }
  const script = { id: SCRIPT, matches, js: [LOADER], css: [MARKS], runAt: /** @type {const} */ ("document_idle") };
  if (known) await api.scripting.updateContentScripts([script]);
  else await api.scripting.registerContentScripts([script]);
}
