/** For tests: a browser that has nothing but the messages of one language. Not a test itself. */

import { readFileSync } from "node:fs";

/** @param {string} language */
export function speakOnly(language) {
  const messages = JSON.parse(readFileSync(new URL(`../_locales/${language}/messages.json`, import.meta.url), "utf8"));
  globalThis.chrome = /** @type {any} */ ({ i18n: {
    getMessage: (key, fillings = []) => (messages[key]?.message ?? "").replace(/\$([1-9])/g, (_, place) => fillings[place - 1] ?? ""),
  } });
}
