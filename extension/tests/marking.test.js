/** What is drawn for quotes and claims: a quote is left out of the claim round it, and a quiet claim shows only its end. */

import assert from "node:assert/strict";
import { test } from "node:test";

let filled = false;
globalThis.matchMedia = () => ({ get matches() { return filled; } });
const { isProblem, marksOf } = await import("../content/marking.js");

const TEXT = "The gardener “comes every second Friday” to the garden. It is long.";
const ranges = { of: (block, start, end) => [TEXT.slice(start, end)] };
const quote = (words, verdict = "found") => ({ id: "q1", block: 0, start: TEXT.indexOf(words), end: TEXT.indexOf(words) + words.length, text: words, verdict });
const claim = (verdict, reason, end = TEXT.indexOf(" It")) => ({ id: "k1", block: 0, start: 0, end, text: TEXT.slice(0, end), verdict, reason });
const drawn = (report) => Object.fromEntries(marksOf(report, ranges).map(({ of, drawn }) => [of.id, drawn]));
const QUOTED = "comes every second Friday";

test("a quote is left out of the line of the claim round it", () => {
  assert.deepEqual(drawn({ quotes: [quote(QUOTED)], claims: [claim("contradicted", "figure_differs")] }), {
    k1: ["The gardener “", "” to the garden."], q1: [QUOTED] });
  assert.deepEqual(drawn({ quotes: [quote(TEXT)], claims: [claim("contradicted", "figure_differs")] }).k1, []);
});

test("a claim that ends in its quote has no line under the closing marks alone", () => {
  const end = TEXT.indexOf(" to the garden");
  for (const [verdict, reason, line] of [["contradicted", "figure_differs", "The gardener “"], ["supported", "meaning", "gardener"]]) {
    assert.deepEqual(drawn({ quotes: [quote(QUOTED)], claims: [claim(verdict, reason, end)] }).k1, [line]);
  }
});

test("where the mark stands it can be clicked, drawn or not", () => {
  const [mark] = marksOf({ quotes: [], claims: [claim("supported", "meaning")] }, ranges);
  assert.deepEqual([mark.ranges, mark.drawn], [[TEXT.slice(0, TEXT.indexOf(" It"))], ["garden."]]);
});

test("claims that call for no attention show only their last word", () => {
  for (const [verdict, reason, whole] of [["supported", "meaning", false], ["unchecked", "no_model", false], ["unchecked", "unread", true], ["neutral", "silent", true]]) {
    const [line] = drawn({ quotes: [], claims: [claim(verdict, reason)] }).k1;
    assert.equal(line.startsWith("The gardener"), whole, `${verdict}, ${reason}`);
  }
});

test("with colours forced no claim is filled whole", () => {
  filled = true;
  assert.deepEqual(drawn({ quotes: [], claims: [claim("neutral", "silent")] }).k1, ["garden."]);
  filled = false;
});

test("what is not judged yet is not marked, and claims switched off leave quotes alone", () => {
  assert.deepEqual(drawn({ quotes: [quote(QUOTED, null)], claims: [claim(null, null)] }), {});
  assert.deepEqual(marksOf(null, ranges), []);
});

test("a reader who looks for problems is led to claims that need a look", () => {
  const problems = [quote(QUOTED), quote(QUOTED, "absent")].map((of) => isProblem({ kind: "quote", of }))
    .concat([claim("contradicted", "meaning"), claim("unchecked", "sources_disagree"), claim("unchecked", "no_model"), claim("supported", "meaning")]
      .map((of) => isProblem({ kind: "claim", of })));
  assert.deepEqual(problems, [false, true, true, true, false, false]);
});
