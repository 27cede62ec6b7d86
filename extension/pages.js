/** What our own pages share: their words and their look, asking the background, and a row of tabs. */

import { api } from "./browser.js";
import { make } from "./dom.js";
import { language, parted, speak, words } from "./language.js";
import { onChoice, settings } from "./settings.js";

/** @typedef {{ok: boolean, value?: any, trouble?: string, sentence?: string}} Reply */

/** @param {{ask: string, [key: string]: unknown}} message @returns {Promise<Reply>} */
export function ask(message) {
  return api.runtime.sendMessage(message);
}

/** Why nothing came, on a page where nothing can be checked again. @param {string|undefined} trouble */
export function troubleHere(trouble) {
  return words(trouble === "not_running" ? "helper_not_running" : `trouble_${trouble}`);
}

/**
 * The first thing every page does: it speaks the reader's language and wears the reader's look. Then it is shown: what
 * has to be known before its controls work is asked for earlier.
 * @param {string} title its key @returns what the reader has chosen
 */
export async function begin(title) {
  const chosen = await settings();
  await speak();
  document.documentElement.dataset.look = chosen.look;
  document.title = title === "name" ? words("name") : `${words("name")}: ${words(title)}`;
  fillWords();
  document.body.hidden = false; // until now it had no words, and nothing in it worked
  onChoice((now) => {
    document.documentElement.dataset.look = now.look;
    if (now.language !== chosen.language) location.reload();
  });
  return chosen;
}

/** Fills every element that names its words or its label; what fills a gap in them is shown as code. */
function fillWords() {
  document.documentElement.lang = language();
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-words]"))) {
    const { words: key = "", filling } = element.dataset;
    if (!filling) element.textContent = words(key);
    else {
      const [before, after] = parted(words(key, "\n"));
      element.replaceChildren(before, make("code", { lang: "en" }, filling), after);
    }
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-label]"))) {
    element.ariaLabel = words(element.dataset.label ?? "");
  }
}

/**
 * Makes a row of tabs work: one is shown, arrow keys move along the row.
 * @param {HTMLElement} row @returns {{show: (id: string) => void}}
 */
export function tabs(row) {
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[role='tab']"))];
  /** @param {HTMLElement} chosen */
  const show = (chosen) => {
    for (const tab of all) {
      const isChosen = tab === chosen;
      tab.ariaSelected = String(isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      const view = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (view) view.hidden = !isChosen;
    }
  };
  for (const [index, tab] of all.entries()) {
    tab.onclick = () => show(tab);
    tab.onkeydown = ({ key }) => {
      const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      const next = all.at((index + by) % all.length);
      if (!by || !next) return;
      show(next);
      next.focus();
    };
  }
  show(/** @type {HTMLElement} */ (all[0]));
  return { show: (id) => show(byId(id, HTMLElement)) };
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
