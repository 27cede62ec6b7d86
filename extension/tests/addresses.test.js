/** Addresses of cited sources: which are the same, which are none, and how many a chip hides. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressesIn, moreIn, sameness } from "../content/sites/addresses.js";

test("what sites add to an address does not make it another source", () => {
  const plain = sameness("https://rail.example/report?year=2024");
  assert.equal(sameness("https://rail.example/report?year=2024&utm_source=chatgpt.com#:~:text=night%20trains"), plain);
  assert.notEqual(sameness("https://rail.example/report?year=2025"), plain);
});

test("an ordinary fragment stays", () => {
  assert.match(sameness("https://rail.example/report#part:~:text=x"), /#part$/);
});

test("only addresses of the web are sources", () => {
  for (const address of ["javascript:alert(1)", "pplx://x", "file:///etc/passwd", "sandbox:/a", "/relative", `https://a.example/${"a".repeat(9_000)}`]) {
    assert.equal(sameness(address), "", address);
  }
});

test("an icon's service is no source, but may name one", () => {
  const icon = (asked) => addressesIn({ attributes: [{ name: "src", value: `https://www.google.com/s2/favicons?sz=32&domain=${asked}` }], querySelectorAll: () => [] });
  assert.deepEqual(icon("https://tarn.example/dive"), [{ address: "https://tarn.example/dive", title: "" }]);
  for (const none of ["tarn.example", "https://tarn.example/", ""]) assert.deepEqual(icon(none), [], none);
});

test("a group's labels repeat how many more there are", () => {
  assert.equal(moreIn("US EPA +2 Reddit +2"), 2);
  assert.equal(moreIn("US EPA"), 0);
  assert.equal(moreIn("C++ +1"), 1);
});
