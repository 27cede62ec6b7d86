/** The manifest against what must agree with it: the Chromium id by its key, its files, its permissions. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("manifest.json"));

/** The id that Chromium gives to this key; the helper lets exactly this origin in. */
const CHROMIUM_ID = "fahpdpgbclgcnkbnmgioolmkfdeoakgm";

test("the key gives the Chromium id that the helper knows", () => {
  const digest = createHash("sha256").update(Buffer.from(manifest.key, "base64")).digest("hex").slice(0, 32);
  const id = digest.replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
  assert.equal(id, CHROMIUM_ID);
  assert.match(read("../helper/quotefound/settings.py"), new RegExp(id));
});

test("only 127.0.0.1 may be reached without a question to the reader", () => {
  assert.deepEqual(manifest.host_permissions, ["http://127.0.0.1/*"]);
  assert.match(manifest.content_security_policy.extension_pages, /connect-src 'self' http:\/\/127\.0\.0\.1:\*$/);
  assert.deepEqual(manifest.permissions.toSorted(), ["activeTab", "contextMenus", "scripting", "sidePanel", "storage"]);
  assert.equal(manifest.content_scripts, undefined);
});

test("one background serves both browser families", () => {
  const { service_worker: worker, scripts, type } = manifest.background;
  assert.deepEqual([scripts, type], [[worker], "module"]);
});

test("nothing is needed at run time but the files of this folder", () => {
  assert.equal(JSON.parse(read("package.json")).dependencies, undefined);
});
