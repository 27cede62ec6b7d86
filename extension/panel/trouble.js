/**
 * What helps where the helper cannot be asked: asking once more when it runs again, and the options, since a helper that
 * is started anew has another pairing code.
 */

import { api } from "../browser.js";
import { make } from "../dom.js";
import { words } from "../language.js";
import { PAIRING } from "../standing.js";

/** @param {string|undefined} trouble @param {() => Promise<void>} again @returns {HTMLElement[]} the main one first */
export function helpFor(trouble, again) {
  return PAIRING.has(trouble ?? "") ? [optionsButton("action first")] : [againButton(again), optionsButton("action")];
}

/** Says that it asks while it does: what comes of it may look the same. @param {() => Promise<void>} again */
function againButton(again) {
  const button = make("button", { type: "button", class: "action first", click: async () => {
    button.textContent = words("options_asking");
    await again();
    button.textContent = words("act_again");
  } }, words("act_again"));
  return button;
}

/** @param {string} look */
export function optionsButton(look) {
  return make("button", { type: "button", class: look, click: () => void api.runtime.openOptionsPage() }, words("popup_options"));
}
