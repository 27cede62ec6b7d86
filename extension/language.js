/**
 * The words on our screens: from `_locales`, in the browser's language or in the one the reader chose instead. No
 * browser lets an extension choose, so the chosen language's file is read here; it is the same file the browser reads.
 */

import { api } from "./browser.js";
import { settings } from "./settings.js";

/** Each by its own name, as a reader looks for it. */
export const LANGUAGES = { de: "Deutsch", en: "English", es: "Español", fr: "Français", ja: "日本語" };

/** The chosen language's messages; null while the browser's own are used. @type {Record<string, {message: string}>|null} */
let chosen = null;

/** Reads the language that the reader chose. Until then, and where that fails, the browser's own speaks. */
export async function speak() {
  const { language } = await settings();
  if (!Object.hasOwn(LANGUAGES, language)) return void (chosen = null);
  const reply = await fetch(api.runtime.getURL(`_locales/${language}/messages.json`)).catch(() => null);
  chosen = reply?.ok ? await reply.json() : null;
}

/**
 * What stands before and behind a gap in words, where something else than words goes; the gap was filled with a line's end.
 * @param {string} filled @returns {[string, string]}
 */
export function parted(filled) {
  const [before = "", after = ""] = filled.split("\n");
  return [before, after];
}

/**
 * The words for a key; the key itself when they are missing, so that a gap shows.
 * @param {string} key
 * @param {...(string|number)} fillings for $1, $2 …
 */
export function words(key, ...fillings) {
  if (!chosen) return api.i18n.getMessage(key, fillings.map(String)) || key;
  return chosen[key]?.message.replace(/\$([1-9])/g, (_, place) => String(fillings[place - 1] ?? "")) ?? key;
}

/**
 * Words for a number of things, which are $1: the message `key_one` where the language counts it as one, else `key`.
 * @param {string} key
 * @param {number} count
 * @param {...(string|number)} more for $2 …
 */
export function counted(key, count, ...more) {
  const one = new Intl.PluralRules(language()).select(count) === "one";
  return words(one ? `${key}_one` : key, count, ...more);
}

/** The language that `words` come in, which is not the browser's where we do not speak that. */
export function language() {
  return words("language");
}

/**
 * A moment, a day, a month or a year as the reader writes it, no more exact than it was given; "" for what is none.
 * @param {string|null|undefined} moment @param {boolean} [withTime]
 */
export function dated(moment, withTime = false) {
  const date = moment ? new Date(moment) : null;
  if (!date || Number.isNaN(date.valueOf())) return "";
  const [whole, month, day] = moment?.match(/^\d{4}(-\d\d)?(-\d\d)?$/) ?? [];
  /** @type {Intl.DateTimeFormatOptions} */
  const known = { year: "numeric", ...(month && { month: "short" }), ...(day && { day: "numeric" }), timeZone: "UTC" };
  const full = { dateStyle: /** @type {const} */ ("medium"), ...(withTime && { timeStyle: /** @type {const} */ ("short") }) };
  // "AM" goes with its hour into the next line.
  return date.toLocaleString(language(), whole ? known : full).replace(/\s(?=[AP]M$)/u, "\u00a0");
}
