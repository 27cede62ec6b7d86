/** What a reader types for a site, the permission it needs, and whether claims are checked there. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.chrome = {};
const { chooseClaims, claimsAt, originOf, patternOf } = await import("../background/switches.js");

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

test("claims are checked as a site's own choice says, else as everywhere", async () => {
  const kept = {};
  globalThis.chrome.storage = { local: {
    get: async (defaults) => ({ ...defaults, ...kept }),
    set: async (values) => void Object.assign(kept, values),
  } };
  assert.equal(await claimsAt("https://a.example"), "auto");
  kept.claims = "off";
  await chooseClaims("https://a.example", "on");
  assert.deepEqual([await claimsAt("https://a.example"), await claimsAt("https://b.example"), await claimsAt()], ["on", "off", "off"]);
  assert.equal(await claimsAt("constructor"), "off");
  await chooseClaims("https://a.example", null);
  assert.deepEqual(kept.claims_at, {});
  assert.equal(await claimsAt("https://a.example"), "off");
});
