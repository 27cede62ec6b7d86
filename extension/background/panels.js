/**
 * Opening the panel. Each browser family has a place of its own for it, and lets it be opened only while it still
 * handles the reader's click: nothing may be awaited before.
 */

import { api } from "../browser.js";

const PAGE = "panel/panel.html";

/** Firefox's panel is called a sidebar, and the types know only the other family. @type {{open: () => Promise<void>}|undefined} */
const sidebar = /** @type {any} */ (api).sidebarAction;

/** @param {chrome.tabs.Tab} tab beside which it opens */
export function openPanel({ id, windowId }) {
  const opened = sidebar ? sidebar.open() : api.sidePanel?.open({ windowId }) ?? Promise.reject();
  // Where a browser has no such place, a tab of its own does as well.
  return opened.catch(() => api.tabs.create({ url: api.runtime.getURL(`${PAGE}?tab=${id}`), openerTabId: id }));
}
