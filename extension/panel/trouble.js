/** What helps where the helper cannot be asked: asking once more when it runs again, or pairing in the options. */

import { api } from "../browser.js";
import { make } from "../dom.js";
import { words } from "../language.js";

/** @param {() => void} again */
export function againButton(again) {
  return make("button", { type: "button", class: "action first", click: again }, words("act_again"));
}

export function optionsButton() {
  return make("button", { type: "button", class: "action first", click: () => void api.runtime.openOptionsPage() }, words("popup_options"));
}
