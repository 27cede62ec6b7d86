/**
 * A source as the reader's own tab shows it: with their login, after its scripts, past its cookie question. Opens a tab
 * or takes the one that is there, waits until the page rests, and takes its HTML. Knows no helper and no quotes.
 *
 * @typedef {{final_address: string, html: string, title: string, truncated: boolean}} Taken
 * @typedef {{ok: true, value: Taken} | {ok: false, trouble: "no_page"|"elsewhere"|"private_window"}} Capture
 */

import { api } from "../browser.js";
import { patternOf } from "./switches.js";

/** A page that has not loaded by then is taken as it is. */
const LOAD_MS = 30_000;
/** Firefox calls a new tab complete while it is still blank. An address that stays untold for longer is not ours to read. */
const BLANK_MS = 5_000;
/** A page without changes for so long rests; one that never does (a clock, an advertisement) is taken after the longest. */
const QUIET_MS = 1_000;
const LONGEST_MS = 10_000;
/** Asking for the tab this often also keeps the background from being stopped meanwhile. */
const LOOK_MS = 200;
/** The helper takes twelve million bytes, quotation marks and line ends written as two. */
const MOST_BYTES = 10_000_000;

/** @param {string} address */
export const isWebAddress = (address) => /^https?:\/\//i.test(address) && URL.canParse(address);

/** The permissions that reading these addresses needs. @param {string[]} addresses */
export function patternsOf(addresses) {
  return [...new Set(addresses.map((address) => patternOf(new URL(address).origin)))];
}

/**
 * Takes what a tab shows of a source. A new tab is shown to the reader while it loads, since pages out of sight rest;
 * afterwards the tab they came from is shown again. One that is open already is taken where it stands.
 * @param {string[]} addresses of the source, the one to open first
 * @param {number} from the tab the reader comes from
 * @returns {Promise<Capture>}
 */
export async function capture(addresses, from) {
  const origin = await api.tabs.get(from).catch(() => null);
  if (origin?.incognito) return { ok: false, trouble: "private_window" };
  const open = await openTab(addresses);
  const tab = open ?? await api.tabs.create({
    url: /** @type {string} */ (addresses[0]), active: true, ...(origin?.id !== undefined && { openerTabId: origin.id, windowId: origin.windowId }),
  });
  const id = /** @type {number} */ (tab.id);
  if (tab.discarded) await api.tabs.reload(id);
  if (!open) await remember(addresses, id);
  const taken = await takeFrom(id);
  if (!open && taken.ok && origin?.id !== undefined) {
    const now = await api.tabs.get(id).catch(() => null);
    if (now?.active) await api.tabs.update(origin.id, { active: true }).catch(() => {});
  }
  return taken;
}

/** @param {number} id @returns {Promise<Capture>} */
async function takeFrom(id) {
  for (const began = Date.now(); Date.now() < began + LOAD_MS; await new Promise((resolve) => setTimeout(resolve, LOOK_MS))) {
    const tab = await api.tabs.get(id).catch(() => null);
    if (!tab) return { ok: false, trouble: "no_page" };
    if (tab.status === "complete" && (tab.url || Date.now() > began + BLANK_MS)) break;
  }
  try {
    const [ran] = await api.scripting.executeScript({ target: { tabId: id }, func: takePage, args: [QUIET_MS, LONGEST_MS, MOST_BYTES] });
    const taken = /** @type {Taken|null|undefined} */ (ran?.result);
    return taken && isWebAddress(taken.final_address) ? { ok: true, value: taken } : { ok: false, trouble: "no_page" };
  } catch {
    // A redirect led to a site that the reader has not agreed to; or the browser shows a page of its own instead.
    const { url = "" } = await api.tabs.get(id).catch(() => ({ url: "" }));
    const agreed = isWebAddress(url) && await api.permissions.contains({ origins: patternsOf([url]) });
    return { ok: false, trouble: agreed ? "no_page" : "elsewhere" };
  }
}

/** The tab that was opened for these before, or one that shows one of them. @param {string[]} addresses */
async function openTab(addresses) {
  const kept = await opened();
  for (const address of addresses) {
    const tab = kept[address] === undefined ? null : await api.tabs.get(/** @type {number} */ (kept[address])).catch(() => null);
    if (tab) return tab;
  }
  const wanted = addresses.map(withoutFragment);
  const tabs = await api.tabs.query({ url: patternsOf(addresses) });
  return tabs.find(({ url, incognito }) => !incognito && url !== undefined && wanted.includes(withoutFragment(url))) ?? null;
}

/** @param {string[]} addresses @param {number} id */
async function remember(addresses, id) {
  const kept = await opened();
  for (const address of addresses) kept[address] = id;
  await api.storage.session.set({ own_tabs: kept });
}

/** @returns {Promise<Record<string, number>>} the tabs opened for sources in this session */
async function opened() {
  return /** @type {{own_tabs?: Record<string, number>}} */ (await api.storage.session.get("own_tabs")).own_tabs ?? {};
}

/** @param {string} address */
function withoutFragment(address) {
  return address.split("#", 1)[0];
}

/**
 * Runs in the source's page: waits until it rests, then writes it out with what stands in its open shadow roots.
 * @param {number} quiet @param {number} longest milliseconds @param {number} most bytes
 * @returns {Promise<Taken|null>} null for what is no page of words, as the browser's own viewer for PDF
 */
function takePage(quiet, longest, most) {
  if (!/^(text\/(html|plain)|application\/xhtml\+xml)$/.test(document.contentType)) return Promise.resolve(null);
  const began = performance.now();
  let touched = began;
  const observer = new MutationObserver(() => (touched = performance.now()));
  observer.observe(document, { subtree: true, childList: true, characterData: true });

  /** @param {Document|ShadowRoot} root @returns {ShadowRoot[]} */
  const shadows = (root) => [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot, ...shadows(shadowRoot)] : []));

  const written = () => {
    const top = document.documentElement;
    const inside = /** @type {any} */ (top).getHTML({ shadowRoots: shadows(document) });
    const tag = /** @type {Element} */ (top.cloneNode(false)).outerHTML.replace(/<\/html>\s*$/i, "");
    const html = `<!doctype html>${tag}${inside}</html>`;
    const size = new TextEncoder().encode(html).length;
    return {
      final_address: location.href, title: document.title, truncated: size > most,
      html: size > most ? html.slice(0, Math.floor(html.length * most / size)) : html,
    };
  };

  return new Promise((resolve) => {
    const look = setInterval(() => {
      const now = performance.now();
      if (now - touched < quiet && now - began < longest) return;
      clearInterval(look);
      observer.disconnect();
      resolve(written());
    }, 100);
  });
}
