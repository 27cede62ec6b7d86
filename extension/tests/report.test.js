/** A report read as one list: how many citations the site keeps back. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { hiddenIn } from "../panel/report.js";

const quote = (id, hidden, over) => ({ id, block: 0, bound: "own", hidden, ...over });
const claim = (id, hidden) => ({ id, block: 0, hidden });

test("hidden citations of claims count, and a quote in a claim does not count them once more", () => {
  assert.equal(hiddenIn({ quotes: [], claims: [claim("k1", 2), claim("k2", 1)] }), 3);
  assert.equal(hiddenIn({ quotes: [quote("q1", 2)], claims: [claim("k1", 2), claim("k2", 1)] }), 3);
  assert.equal(hiddenIn({ quotes: [quote("q1", 2), quote("q2", 1)], claims: [] }), 3);
});

test("quotes that are held against the same block, or the whole answer, count its citations once", () => {
  assert.equal(hiddenIn({ quotes: [quote("q1", 2, { bound: "block" }), quote("q2", 2, { bound: "block" })], claims: [] }), 2);
  assert.equal(hiddenIn({ quotes: [quote("q1", 4, { bound: "answer" }), quote("q2", 4, { bound: "answer" })], claims: [claim("k1", 4)] }), 4);
});
