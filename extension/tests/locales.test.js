/** The messages: the same in every language, none missing, none unused, and no words on a screen that are not among them. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const ROOT = new URL("..", import.meta.url);
const read = (path) => readFileSync(new URL(path, ROOT), "utf8");
const LANGUAGES = readdirSync(new URL("_locales", ROOT)).sort();
const messages = Object.fromEntries(LANGUAGES.map((language) => [language, JSON.parse(read(`_locales/${language}/messages.json`))]));
const english = messages.en;

const files = readdirSync(ROOT, { recursive: true })
  .filter((path) => /\.(js|html)$/.test(path) && !/^(node_modules|tests)\b/.test(path) && path !== "dom.js");
const sources = Object.fromEntries([...files, "manifest.json"].map((path) => [path, read(path)]));
const all = Object.values(sources).join("\n");

/** Keys put together from a beginning and a name, each with where its names come from. */
const MADE = {
  verdict_: /^(found|closest|absent|unchecked)$/,
  cause_: /./,
  note_: /./,
  bound_: /^(own|block|answer|none|hand)$/,
  trouble_: /./,
  bar_: /^(closest|absent|unchecked)$/,
  bar_claims_: /^(contradicted|neutral|unchecked|supported)$/,
  claim_: /^(contradicted|neutral|unchecked|supported)$/,
  claim_note_: /./,
  reason_: /./,
  words_: /^(speaks|silent|unchecked)$/,
  figure_: /^(match|mismatch|unchecked)$/,
  figure_note_: /./,
  doubt_: /./,
  meaning_: /^(contradicted|neutral|unchecked|supported)$/,
  said_: /^(match|mismatch|unchecked)$/,
  row_: /^(found|closest|absent|unchecked|pending)$/,
  source_: /^(waiting|fetching|reading|read|failed|not_asked)$/,
  zone_: /./,
  column_: /./,
  form_: /./,
  command_: /./,
  menu_: /./,
  act_: /^(previous|next|own_tab|archive)$/,
  beside_: /./,
  changed_: /./,
  decision_: /^(supported|blocked|abstained)$/,
  aside_: /./,
  row_bound_: /^(own|block|answer|none)$/,
  claims_told_: /^(auto|on|off)$/,
  claims_site_: /^(auto|on|off)$/,
  panel_: /^(quotes|claims)$/,
  kind_: /^(quote|claim)$/,
};

const placeholders = (message) => [...message.matchAll(/\$\d/g)].map(String).sort();

test("five languages are spoken, and the options offer each", () => {
  assert.deepEqual(LANGUAGES, ["de", "en", "es", "fr", "ja"]);
  assert.deepEqual([...read("language.js").matchAll(/\b([a-z]{2}): "/g)].map(([, code]) => code).sort(), LANGUAGES);
  for (const language of LANGUAGES) assert.equal(messages[language].language.message, language);
});

for (const language of LANGUAGES.filter((one) => one !== "en")) {
  test(`${language} has what English has, with the same gaps to fill`, () => {
    assert.deepEqual(Object.keys(messages[language]), Object.keys(english));
    for (const [key, { message }] of Object.entries(messages[language])) {
      assert.ok(key === "list_gap" ? message : message.trim(), key);
      assert.deepEqual(placeholders(message), placeholders(english[key].message), key);
    }
  });

  test(`${language} is translated`, () => {
    const same = Object.keys(english).filter((key) => messages[language][key].message === english[key].message);
    const may = /^(name|bar_label|form_|detail_of_note|figure_told|list_|card_place|column_|options_title|options_sites|popup_options|panel_sources|source_)/;
    assert.deepEqual(same.filter((key) => !may.test(key)), []);
  });
}

test("every message is used", () => {
  const isNamed = (key) => new RegExp(`["'\`]${key}["'\`]|__MSG_${key}__`).test(all);
  const isMade = (key) => Object.entries(MADE).some(([start, names]) => key.startsWith(start)
    && names.test(key.slice(start.length)) && all.includes(`\`${start}\${`));
  const unused = Object.keys(english).filter((key) => ![key, key.replace(/_one$/, "")].some((one) => isNamed(one) || isMade(one)));
  assert.deepEqual(unused, []);
});

test("every key that is named has words", () => {
  const named = [...all.matchAll(/\b(?:words|counted)\(\s*["'`]([a-z_]+)["'`]/g), ...all.matchAll(/data-(?:words|label)="(\w+)"/g)].map(([, key]) => key);
  assert.ok(named.length > 100);
  assert.deepEqual(named.filter((key) => !english[key]), []);
});

test("what is counted has words for one", () => {
  for (const [, key] of all.matchAll(/counted\(\s*["'`]([a-z_]+)["'`]/g)) assert.ok(english[`${key}_one`], key);
});

test("the description is short enough for the stores", () => {
  for (const language of LANGUAGES) assert.ok(messages[language].description.message.length <= 132, language);
});

test("pages hold no words of their own", () => {
  for (const [path, text] of Object.entries(sources)) {
    if (!path.endsWith(".html")) continue;
    const shown = text.replace(/<title>Quotefound<\/title>/, "").replace(/<[^>]*>/g, " ");
    assert.doesNotMatch(shown, /\p{L}/u, path);
    for (const [, attribute, value] of text.matchAll(/\b(alt|title|aria-label|placeholder)="([^"]*)"/g)) {
      assert.match(value, /^(https:\/\/.*)?$/, `${path}: ${attribute}`);
    }
  }
});

test("scripts hold no sentences of their own", () => {
  for (const [path, text] of Object.entries(sources)) {
    if (!path.endsWith(".js")) continue;
    const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "");
    for (const [, put] of code.matchAll(/\b(?:textContent|ariaLabel|title|placeholder|innerText)\s*=\s*["'`]([^"'`]*)["'`]/g)) assert.equal(put, "", path);
    for (const [, put] of code.matchAll(/["'](?:aria-label|title|placeholder|alt)["']?\s*:\s*["'`]([^"'`]+)["'`]/g)) assert.fail(`${path}: ${put}`);
    // Three plain words in a row inside one string literal are a sentence, unless an error for us says it.
    for (const [whole, , put] of code.matchAll(/(throw new \w+\()?["'`]([A-Z][a-z]+(?: [a-z]+){2,}[^"'`]*)["'`]/g)) {
      if (!whole.startsWith("throw")) assert.fail(`${path}: ${put}`);
    }
  }
});
