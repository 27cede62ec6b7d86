/**
 * Checking by hand, as far as the browser's own menus and keys start it: the context menu's entries, the shortcuts,
 * and handing what the reader selected to the panel. Knows nothing of the helper.
 *
 * @import { Selected } from "../content/selection.js"
 */

import { api } from "../browser.js";
import { words } from "../language.js";
import { choose, settings } from "../settings.js";
import { openPanel } from "./panels.js";
import { callIn, startByHand } from "./switches.js";

/** @type {Record<string, ["selection"|"page", (tab: chrome.tabs.Tab, words: string) => Promise<unknown>]>} */
const MENU = {
  "check-selection": ["selection", (tab, selected) => handOver(tab, selected)],
  "check-page": ["page", (tab) => checkPage(tab.id)],
};

/** @type {Record<string, (tab: chrome.tabs.Tab) => Promise<unknown>>} */
const SHORTCUTS = {
  "next-problem": (tab) => step(tab, 1),
  "previous-problem": (tab) => step(tab, -1),
  "toggle-marks": async () => choose({ marks: !(await settings()).marks }),
  "open-panel": async () => {},
};

/** Puts the entries into the context menu, in the language of our screens. */
export async function fillMenu() {
  await api.contextMenus.removeAll();
  for (const [id, [context]] of Object.entries(MENU)) {
    api.contextMenus.create({ id, contexts: [context], title: words(`menu_${id.replace("-", "_")}`) });
  }
}

/** To be called while the background starts: the browser wakes it for these. */
export function listen() {
  api.contextMenus.onClicked.addListener((info, tab) => {
    const entry = MENU[info.menuItemId];
    if (!entry || !tab) return;
    void openPanel(tab); // first of all: the browser allows it only while it handles the click
    void entry[1](tab, info.selectionText ?? "");
  });
  api.commands.onCommand.addListener((name, tab) => {
    if (!tab || !Object.hasOwn(SHORTCUTS, name)) return;
    if (name === "open-panel") void openPanel(tab);
    void SHORTCUTS[name]?.(tab);
  });
}

/**
 * What is selected in a tab's page goes to the panel, which waits for it under `hand`.
 * @param {chrome.tabs.Tab} tab @param {string} words as the browser itself says them, for pages we may not read
 */
export async function handOver(tab, words) {
  const selected = await selectedIn(tab.id) ?? { words, page: { address: tab.url ?? "", title: tab.title ?? "", language: "" }, links: [] };
  await api.storage.session.set({ hand: { tab: tab.id, ...selected, words: selected.words || words } });
}

/** @param {number|undefined} tab @returns {Promise<Selected|null>} null where the browser does not let us in */
async function selectedIn(tab) {
  if (tab === undefined) return null;
  return /** @type {Promise<Selected|null>} */ (callIn(tab, "content/selection.js", "selected").catch(() => null));
}

/** Checks every quote of a page the reader asked for. @param {number|undefined} tab */
export async function checkPage(tab) {
  return tab !== undefined && await startByHand(tab);
}

/** @param {chrome.tabs.Tab} tab @param {number} by */
async function step({ id }, by) {
  // A page where Quotefound is off does not listen.
  if (id !== undefined) await api.tabs.sendMessage(id, { ask: "step", by }).catch(() => {});
}
