/** Switching sites on: the browser's question, straight from the reader's click, and the answer to it in words. */

import { patternOf } from "../background/switches.js";
import { api } from "../browser.js";
import { words } from "../language.js";
import { ask } from "../pages.js";
import { say } from "./pairing.js";

/** @param {string} origin @returns {Promise<boolean>} whether it is on now */
export async function switchOn(origin) {
  // The browser's question must come straight from the reader's click, with nothing awaited before it.
  // Whether it was granted, now or before, the background finds out for itself.
  await api.permissions.request({ origins: [patternOf(origin)] }).catch(() => false);
  const { ok } = await ask({ ask: "switch on", origin });
  if (ok) say("site-state", words("options_on", origin), "good");
  else say("site-state", words("trouble_no_permission"), "bad");
  return ok;
}
