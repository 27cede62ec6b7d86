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

const none = { total: 0, supported: 0, contradicted: 0, neutral: 0, unchecked: 0, pending: 0 };
const exported = (...quotes) => ({
  address: "https://chat.example/c/1", title: HOSTILE,
  checks: [{ question: null, report: { job: "j", version: 1, state: "done", decision: null, stopped: null, sources: [source], quotes,
    claims: [], claims_checked: false, uncited: 2, asides: [], model: null,
    summary: { quotes: quotes.length, found: 1, closest: 1, absent: 0, unchecked: 0, pending: 0, claims: none } } }],
});
const claim = (over) => ({ id: "k1", block: 0, start: 0, end: 40, text: "The period is 60 days. [1]", sources: [0], labels: ["[1]"], hidden: 0, verdict: "contradicted",
  reason: "figure_differs", cause: null, words: "speaks", figures: [{ start: 14, end: 21, text: "60 days", verdict: "mismatch", doubt: null, notes: [], source_text: "90 days" }],
  meaning: null, opinion: null, notes: [{ name: "name_missing", detail: "Larsund" }], source: 0,
  passage: { before: "", text: "The period is 90 days.", after: "", link: "https://a.example/y#:~:text=90", figures: [{ start: 14, end: 21, verdict: "mismatch" }] }, carrying: [], ...over });
/** A blocked answer with one claim, and a quote in it. */
const withClaim = (over) => {
  const whole = exported(quote({ start: 4, end: 10 }));
  const [{ report }] = whole.checks;
  Object.assign(report, { claims: [claim(over)], claims_checked: true, decision: "blocked", stopped: { claim: "k1" } });
  report.summary = { quotes: 1, found: 1, closest: 0, absent: 0, unchecked: 0, pending: 0, claims: { ...none, total: 1, contradicted: 1 } };
  return whole;
};
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

test("a claim stands before the quotes in it, with its figures, its meaning and its passage", () => {
  const [header, first, second] = FORMS.csv.write(withClaim()).slice(1).split("\r\n").map((row) => row.slice(1, -1).split('","'));
  const told = Object.fromEntries(header.map((column, index) => [column, first[index]]));
  assert.equal(told.Kind, "Claim");
  assert.equal(told.Verdict, "Does not agree with the source. The source gives another figure.");
  assert.equal(told.Words, "The period is 60 days. [1]"); // no quotation marks: nobody vouches for a claim's words
  assert.equal(told.Figures, "60 days: differs (Nearest in the source: 90 days)");
  assert.equal(told.Meaning, "Not checked: no model is installed.");
  assert.equal(told["Passage of the source"], "The period is 90 days.");
  assert.equal(told.Notes, "This name does not stand in the passages (Larsund).");
  assert.equal(second[0], "Quote");
});

test("what an answer comes to is said, where that was decided, and what was not judged", () => {
  for (const form of ["markdown", "html"]) {
    const text = FORMS[form].write(withClaim()).replaceAll("\\", "");
    assert.match(text, /Blocked: this is not as the source has it\. The period is 60 days\./, form);
    assert.match(text, /1 of 1 quote found; 1 claim: 1 does not agree/, form);
    assert.match(text, /2 sentences carry no citation/, form);
    assert.match(text, /Figures: 60 days: differs/, form);
    assert.match(text, /The period is 90 days\./, form);
    assert.match(text, /None of them says that the source is right/, form);
  }
});

test("in JSON a claim has its three lines, each citation's part, and the answer its decision", () => {
  const page = JSON.parse(FORMS.json.write(withClaim()));
  const [one, other] = page.items;
  assert.deepEqual([one.kind, one.verdict, one.reason, one.words, one.meaning, other.kind], ["claim", "contradicted", "figure_differs", "speaks", null, "quote"]);
  assert.equal(one.figures[0].source_text, "90 days");
  assert.equal(one.body.selector.exact, "The period is 90 days.");
  assert.deepEqual(page.answers, [{ question: null, decision: "blocked", stopped: { claim: "k1" }, claims_checked: true, uncited: 2, model: null }]);
  assert.equal(page.summary.claims.contradicted, 1);
});

test("where sources disagree each has a line and a passage of its own, and none speaks for the other", () => {
  const other = { ...source, final_address: "https://b.example/z", title: "C" };
  const passage = (text) => ({ before: "", text, after: "", link: "", figures: [] });
  const carrying = [{ source: 0, words: "speaks", cause: null, figures: ["mismatch"], meaning: null, passage: passage("The period is 90 days.") },
    { source: 1, words: "speaks", cause: null, figures: ["match"], meaning: null, passage: passage("It is 60 days.") }];
  const whole = withClaim({ verdict: "unchecked", reason: "sources_disagree", sources: [0, 1], source: 1, passage: carrying[1].passage, carrying });
  whole.checks[0].report.sources = [source, other];
  const [header, ...rows] = FORMS.csv.write(whole).slice(1).split("\r\n").map((row) => row.slice(1, -1).split('","'));
  const told = rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index]])));
  assert.deepEqual(told.slice(0, 2).map((one) => [one.Source, one.Figures, one["Passage of the source"]]),
    [["A & B", "60 days: differs", "The period is 90 days."], ["C", "60 days: matches", "It is 60 days."]]);
  assert.deepEqual(JSON.parse(FORMS.json.write(whole)).items[0].body.map((body) => body.source), ["https://a.example/y", "https://b.example/z"]);
});

test("a claim's hostile words stay words", () => {
  const whole = withClaim({ text: HOSTILE, figures: [], passage: { before: "", text: HOSTILE, after: "", link: "" } });
  assert.doesNotMatch(FORMS.html.write(whole), /<script|<a href="https:\/\/evil/);
  assert.doesNotMatch(FORMS.markdown.write(whole), /[^\\]\[a\]\(|[^\\]<script/);
  for (const cell of FORMS.csv.write(whole).slice(1).split(/,(?=")|\r\n/)) assert.doesNotMatch(cell, /^"[=+\-@]/);
});
