/** A block's text as it is read, and what becomes of offsets when chips are taken out. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { BlockText } from "../content/blocks.js";

const CHIP = { sources: [0], hidden: 0, label: "1" };

/** A block read from pieces: text of a node of its own, or a chip. */
function blockOf(...pieces) {
  const block = new BlockText("paragraph");
  for (const piece of pieces) {
    if (piece === CHIP) block.cite(CHIP);
    else block.write(piece, { data: piece }, 0);
  }
  return block.finish();
}

/** What the stretches lead back to: characters of nodes, by their offsets. */
const backTo = (block) => block.stretches.map(({ node, offset, length }) => node.data.slice(offset, offset + length)).join("");

test("a chip between a word and a full stop leaves no space", () => {
  const block = blockOf("so it is ", CHIP, ". Next");
  assert.equal(block.text, "so it is. Next");
  assert.deepEqual([block.citations[0].start, block.citations[0].end], [8, 8]);
  assert.equal(backTo(block), block.text);
});

test("a chip between two sentences leaves one space that no node stands for", () => {
  const block = blockOf("One.", CHIP, "Two.");
  assert.equal(block.text, "One. Two.");
  assert.equal(backTo(block), "One.Two.");
  assert.equal(block.stretches[1].start, 5);
});

test("no space comes into a script that writes without", () => {
  assert.equal(blockOf("水は沸騰する", CHIP, "湯気").text, "水は沸騰する湯気");
});

test("brackets and commas that held nothing but chips go", () => {
  const block = blockOf("each day (", CHIP, "; ", CHIP, ") and night");
  assert.equal(block.text, "each day and night");
  assert.deepEqual(block.citations.map(({ start }) => start), [8, 8]);
});

test("brackets of the answer stay", () => {
  assert.equal(blockOf("f() is ", CHIP, "(pure)").text, "f() is (pure)");
});

test("empty lines of pre hold one space", () => {
  const block = new BlockText("pre");
  for (const line of ["a", "", "b"]) {
    block.write(line, { data: line }, 0);
    block.line();
  }
  assert.equal(block.finish().text, "a\n \nb");
});

test("a quoted span moves with the text", () => {
  const block = new BlockText("paragraph");
  block.write("see ", { data: "see " }, 0);
  block.cite(CHIP);
  block.write(", words", { data: ", words" }, 0);
  block.quoted.push([6, 11]);
  const [[start, end]] = block.finish().quoted;
  assert.equal(block.text.slice(start, end), "words");
});
