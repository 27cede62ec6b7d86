/** The words in the language the reader chose, numbers of things, and dates no more exact than they were given. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { speakOnly } from "./speaking.js";

speakOnly("en");
const { counted, dated, language, speak, words } = await import("../language.js");

/** The browser with the reader's choice in its storage, and our files behind the addresses of the extension. */
function chosen(choice) {
  Object.assign(globalThis.chrome, {
    storage: { local: { get: async (defaults) => ({ ...defaults, language: choice }) } },
    runtime: { getURL: (path) => new URL(`../${path}`, import.meta.url).href },
  });
  globalThis.fetch = async (address) => {
    try {
      const text = readFileSync(new URL(address), "utf8");
      return { ok: true, json: async () => JSON.parse(text) };
    } catch {
      return { ok: false };
    }
  };
  return speak();
}

beforeEach(() => chosen(""));

test("the browser's language speaks until another is chosen", async () => {
  assert.equal(words("act_close"), "Close");
  await chosen("de");
  assert.equal(words("act_close"), "Schließen");
  assert.equal(language(), "de");
  await chosen("");
  assert.equal(words("act_close"), "Close");
});

test("what is no language of ours changes nothing", async () => {
  for (const strange of ["xx", "../../x", "constructor", "__proto__"]) {
    await chosen(strange);
    assert.equal(words("act_close"), "Close", strange);
  }
});

test("gaps are filled, also with signs that look like gaps", async () => {
  await chosen("fr");
  assert.equal(words("card_place", "$2", 7), "$2 sur 7");
});

test("one is counted as each language counts", async () => {
  assert.equal(counted("bar_closest", 1), "1 differs");
  assert.equal(counted("bar_closest", 0), "0 differ");
  await chosen("fr");
  assert.equal(counted("bar_closest", 0), "0 diffère");
  await chosen("ja");
  assert.equal(counted("panel_sources", 1), "出典1件");
});

test("a missing message shows itself", () => assert.equal(words("no_such_key"), "no_such_key"));

test("half of the day goes with its hour into the next line", async () => {
  assert.match(dated("2024-05-03T13:30:00Z", true), /\d:30\u00a0[AP]M$/);
  assert.doesNotMatch(dated("2024-05-03T13:30:00Z", true), /^May\u00a0/);
  for (const other of ["de", "es", "fr", "ja"]) {
    await chosen(other);
    assert.match(dated("2024-05-03T13:30:00Z", true), /\d:30$/, other);
  }
});

test("dates are as exact as they were given", () => {
  assert.equal(dated("2024"), "2024");
  assert.equal(dated("2024-05"), "May 2024");
  assert.equal(dated("2024-05-03"), "May 3, 2024");
  assert.match(dated("2024-05-03T23:30:00Z", true), /^May [34], 2024, \d/);
  for (const none of ["", null, undefined, "soon"]) assert.equal(dated(none), "");
});
