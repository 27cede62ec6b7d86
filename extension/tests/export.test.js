/** The report as a file: what it holds, and that a hostile page's words stay words in every form. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { speakOnly } from "./speaking.js";

speakOnly("en");
const { FORMS } = await import("../panel/export.js");

const HOSTILE = `=HYPERLINK("https://evil.example") <script>alert(1)</script> [a](https://evil.example) *b* | "c"`;

const source = { address: "https://a.example/x", final_address: "https://a.example/y", title: "A & B", state: "read", cause: null, read_at: "2026-11-30T21:00:00Z", published: "2024" };
const quote = (over) => ({ id: "q1", block: 0, start: 0, end: 1, text: "words", bound: "own", sources: [0], hidden: 0, verdict: "found", cause: null,
  notes: [], source: 0, passage: { before: "b ", text: "words", after: " a", link: "https://a.example/y#:~:text=words" }, differences: [], try_words: null, record: { citationId: "c-q1" }, ...over });

const exported = (...quotes) => ({
  address: "https://chat.example/c/1", title: HOSTILE,
  checks: [{ question: null, report: { job: "j", version: 1, state: "done", decision: null, sources: [source], quotes,
    summary: { quotes: quotes.length, found: 1, closest: 1, absent: 0, unchecked: 0, pending: 0 } } }],
});
const closest = quote({ id: "q2", verdict: "closest", text: HOSTILE, passage: { before: "", text: "other words", after: "", link: "" } });

test("only what was found stands in quotation marks", () => {
  for (const form of ["markdown", "html", "csv"]) {
    const text = FORMS[form].write(exported(quote({}), closest));
    assert.match(text, /“words”/, form);
    assert.doesNotMatch(text, /“=HYPER|“\\=HYPER|“'=HYPER/, form);
    assert.match(text, /other words/, form);
  }
});

test("no markup and no formula comes through", () => {
  const whole = exported(quote({}), closest);
  assert.doesNotMatch(FORMS.html.write(whole), /<script|<a href="https:\/\/evil/);
  const cells = FORMS.csv.write(whole).slice(1).split(/,(?=")|\r\n/);
  for (const cell of cells) assert.doesNotMatch(cell, /^"[=+\-@]/);
  assert.match(FORMS.csv.write(whole), /"'=HYPERLINK\(""https/);
  assert.doesNotMatch(FORMS.markdown.write(whole), /[^\\]\[a\]\(|[^\\]<script/);
});

test("JSON is web annotations: the answer's quote as target, the source's passage as body", () => {
  const page = JSON.parse(FORMS.json.write(exported(quote({}), quote({ verdict: "unchecked", cause: "refused", passage: null, source: null, sources: [0] }))));
  assert.equal(page["@context"], "http://www.w3.org/ns/anno.jsonld");
  const [found, unchecked] = page.items;
  assert.deepEqual(found.target, { source: "https://chat.example/c/1", selector: { type: "TextQuoteSelector", exact: "words" } });
  assert.deepEqual(found.body.selector, { type: "TextQuoteSelector", exact: "words", prefix: "b ", suffix: " a" });
  assert.deepEqual(found.record, { citationId: "c-q1" });
  assert.deepEqual([unchecked.body, unchecked.cause], [null, "refused"]);
});

test("the summary line is in every form that is read", () => {
  for (const form of ["markdown", "html"]) assert.match(FORMS[form].write(exported(quote({}), closest)), /1 of 2 quotes found, 1 differs/);
});

test("a cause is told in words", () => {
  const text = FORMS.csv.write(exported(quote({ verdict: "unchecked", cause: "refused", passage: null })));
  assert.match(text, /Could not check\. The source refused/);
});
