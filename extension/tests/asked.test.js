/** What is asked by hand, as the helper takes it. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.chrome = {};
const { answerOf } = await import("../panel/asked.js");
const { isAnswer } = await import("../wire.js");

const page = { address: "https://a.example/", title: "t", language: "en" };

test("words against addresses are an answer of one quotation that cites them all", () => {
  const answer = answerOf("The words", page, ["https://a.example/1", "https://a.example/2"]);
  assert.ok(isAnswer(answer));
  assert.equal(answer.blocks[0].kind, "quotation");
  assert.deepEqual(answer.blocks[0].citations[0].sources, [0, 1]);
  assert.ok(answer.sources.every(({ rendered }) => rendered)); // the reader chose them
});

test("an address that is too long is none", () => {
  assert.equal(answerOf("w", page, [`https://a.example/${"a".repeat(9_000)}`]).sources.length, 0);
});
