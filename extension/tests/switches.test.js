/** What a reader types for a site, and the permission it needs. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.chrome = {};
const { originOf, patternOf } = await import("../background/switches.js");

test("a site may be typed with or without its scheme and path", () => {
  assert.equal(originOf(" chatgpt.com "), "https://chatgpt.com");
  assert.equal(originOf("http://127.0.0.1:8123/answer.html"), "http://127.0.0.1:8123");
});

test("what is no site of the web is none", () => {
  for (const text of ["", "not a site", "file:///tmp/a", "chrome-extension://abc/x", "about:blank"]) assert.equal(originOf(text), null, text);
});

test("patterns name no port, since one browser cannot match it", () => {
  assert.equal(patternOf("http://127.0.0.1:8123"), "http://127.0.0.1/*");
});
