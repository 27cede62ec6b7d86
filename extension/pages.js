/** What the options page and the popup share: their words, and asking the background. */

import { api } from "./browser.js";
import { make } from "./dom.js";
import { words } from "./language.js";

/** @typedef {{ok: boolean, value?: any, trouble?: string, sentence?: string}} Reply */

/** @param {{ask: string, [key: string]: unknown}} message @returns {Promise<Reply>} */
export function ask(message) {
  return api.runtime.sendMessage(message);
}

/** Fills every element that names its words; what fills a gap in them is shown as code. */
export function fillWords() {
  document.documentElement.lang = api.i18n.getUILanguage();
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-words]"))) {
    const { words: key = "", filling } = element.dataset;
    if (!filling) element.textContent = words(key);
    else {
      const [before, after] = words(key, "\n").split("\n");
      element.replaceChildren(before ?? "", make("code", {}, filling), after ?? "");
    }
  }
}

/**
 * @template {Element} Wanted
 * @param {string} id @param {new () => Wanted} kind
 * @returns {Wanted}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new TypeError(`no ${kind.name} with the id ${id}`);
  return element;
}
