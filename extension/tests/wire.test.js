/** The shape check of what a content script sends: it runs beside hostile pages. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAnswer } from "../wire.js";

const answer = () => ({
  page: { address: "https://chat.example/", title: "t", language: "en" },
  site: "generic",
  question: null,
  blocks: [{ kind: "paragraph", text: "He said “so”.", citations: [{ start: 12, end: 12, sources: [0], hidden: 1, label: "[1]" }], quoted: [[9, 11]] }],
  sources: [{ address: "https://a.example/", title: "", rendered: true }],
});

test("an answer is an answer", () => assert.ok(isAnswer(answer())));

for (const [what, spoil] of Object.entries({
  "no object": () => null,
  "no page": (one) => ({ ...one, page: undefined }),
  "a citation behind the text's end": (one) => (one.blocks[0].citations[0].end = 99, one),
  "a citation of a source that is not there": (one) => (one.blocks[0].citations[0].sources = [1], one),
  "a negative count": (one) => (one.blocks[0].citations[0].hidden = -1, one),
  "an unknown kind": (one) => (one.blocks[0].kind = "aside", one),
  "a quoted span turned round": (one) => (one.blocks[0].quoted = [[11, 9]], one),
  "an address that is none of the web": (one) => (one.sources[0].address = "file:///etc/passwd", one),
  "too much text": (one) => (one.blocks[0].text = "a".repeat(3_000_000), one),
  "too many sources": (one) => (one.sources = Array(5_000).fill(one.sources[0]), one),
})) {
  test(`${what} is refused`, () => assert.equal(isAnswer(spoil(answer())), false));
}
