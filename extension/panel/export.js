/**
 * The report of a page or of a check by hand as a file: Markdown, HTML, CSV, and JSON as W3C web annotations. Pure:
 * values in, text out.
 *
 * @import { Claim, Passage, Quote, ReadSource, Report } from "../wire.js"
 * @import { Line } from "./lines.js"
 * @typedef {{address: string, title: string, checks: {question: string|null, report: Report}[]}} Exported
 * @typedef {"markdown"|"html"|"csv"|"json"} Form
 */

import { conclusion, summed } from "../content/conclusion.js";
import { counted, language, words } from "../language.js";
import { linesOf } from "./lines.js";
import { disagreeing, inReadingOrder, isClaim, sourceOf, stoppedAt } from "./report.js";

/** @type {Record<Form, {ending: string, type: string, write: (exported: Exported) => string}>} */
export const FORMS = {
  markdown: { ending: "md", type: "text/markdown", write: markdown },
  html: { ending: "html", type: "text/html", write: html },
  csv: { ending: "csv", type: "text/csv", write: csv },
  json: { ending: "json", type: "application/json", write: json },
};

const INDENT = 2;
/** Without it the most used table program takes the file for another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";
const COLUMNS = /** @type {(keyof Line)[]} */ (["kind", "verdict", "words", "figures", "meaning", "passage", "notes", "source", "address", "link", "published", "read"]);

/** @param {Exported} exported */
function allLines({ checks }) {
  return checks.flatMap(({ report }) => linesOf(report));
}

/** How it all stands, what each answer comes to and where that was decided, and what was not judged. @param {Exported} exported */
function summaryOf({ checks }) {
  const decisions = checks.flatMap(({ report }) => (report.decision && report.decision !== "nothing_to_check"
    ? [words(`decision_${report.decision}`), stoppedAt(report)?.text].filter(Boolean).join(words("list_gap")) : []));
  const uncited = checks.reduce((sum, { report }) => sum + (report.claims_checked ? report.uncited : 0), 0);
  return [conclusion(summed(checks.map(({ report }) => report.summary))), ...decisions, ...uncited ? [counted("panel_uncited", uncited)] : []];
}

/** What the verdicts do not say. @param {Exported} exported */
function limitsOf({ checks }) {
  return [words("card_limit"), ...checks.some(({ report }) => report.claims.length) ? [words("card_limit_claim")] : []];
}

/** Figures and meaning of a claim, each under its name. @param {Line} line */
function toldOf(line) {
  return /** @type {const} */ (["figures", "meaning"]).flatMap((name) => (line[name] ? `${words(`card_${name}`)}: ${line[name]}` : []));
}

/** @param {Exported} exported */
function markdown(exported) {
  const lines = allLines(exported).flatMap((line) => [
    `- **${inMarkdown(line.verdict)}**  `,
    `  ${inMarkdown(line.words)}`,
    ...toldOf(line).flatMap((told) => ["", `  ${inMarkdown(told)}`]),
    ...(line.passage ? ["", `  > ${inMarkdown(line.passage)}`] : []),
    ...(line.notes ? ["", `  ${inMarkdown(line.notes)}`] : []),
    ...(line.address ? ["", `  ${[`<${inAddress(line.link || line.address)}>`, inMarkdown(line.source), datesOf(line)].filter(Boolean).join(" · ")}`] : []),
    "",
  ]);
  const head = [`# ${inMarkdown(exported.title || exported.address)}`, `<${inAddress(exported.address)}>`, ...summaryOf(exported).map(inMarkdown)];
  return [...head.flatMap((one) => [one, ""]), ...lines, ...limitsOf(exported).flatMap((one) => [inMarkdown(one), ""])].join("\n");
}

/** @param {Line} line */
function datesOf({ published, read }) {
  return [published && words("published_at", published), read && words("read_at", read)].filter(Boolean).join(" · ");
}

/** @param {string} text */
function inMarkdown(text) {
  return text.replace(/\s+/g, " ").trim().replace(/[\\`*_{}[\]<>#|~]/g, "\\$&");
}

/** @param {string} address */
function inAddress(address) {
  return address.replace(/[<>\s]/g, encodeURIComponent);
}

/** @param {Exported} exported */
function html(exported) {
  const items = allLines(exported).map((line) => {
    const address = /^https?:/i.test(line.link || line.address) ? line.link || line.address : "";
    const source = line.source || line.address;
    return `<li><strong>${inHtml(line.verdict)}</strong><p dir="auto">${inHtml(line.words)}</p>`
      + toldOf(line).map((told) => `<p>${inHtml(told)}</p>`).join("")
      + (line.passage ? `<blockquote dir="auto">${inHtml(line.passage)}</blockquote>` : "")
      + (line.notes ? `<p>${inHtml(line.notes)}</p>` : "")
      + (address ? `<p><a href="${inHtml(address)}">${inHtml(source)}</a> ${inHtml(datesOf(line))}</p>` : "") + "</li>";
  });
  const title = inHtml(exported.title || exported.address);
  const paragraphs = (/** @type {string[]} */ all) => all.map((one) => `<p dir="auto">${inHtml(one)}</p>`).join("");
  return `<!DOCTYPE html>\n<html lang="${inHtml(language())}"><head><meta charset="utf-8"><title>${title}</title></head>\n<body>`
    + `<h1>${title}</h1><p>${inHtml(exported.address)}</p>${paragraphs(summaryOf(exported))}\n<ol>\n${items.join("\n")}\n</ol>`
    + `${paragraphs(limitsOf(exported))}</body></html>\n`;
}

/** @param {string} text */
function inHtml(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @param {Exported} exported */
function csv(exported) {
  const rows = [COLUMNS.map((column) => words(`column_${column}`)), ...allLines(exported).map((line) => COLUMNS.map((column) => line[column]))];
  return BYTE_ORDER_MARK + rows.map((row) => row.map(inCsv).join(",") + "\r\n").join("");
}

/** A table program runs what begins like a formula, and the words come from a page. @param {string} text */
function inCsv(text) {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** @param {Exported} exported */
function json({ address, checks }) {
  const items = checks.flatMap(({ report }) => inReadingOrder(report).map((one) => annotationOf(one, report, address)));
  const summary = summed(checks.map(({ report }) => report.summary));
  const answers = checks.map(({ question, report: { decision, stopped, uncited, claims_checked: claimsChecked, model } }) =>
    ({ question, decision, stopped, claims_checked: claimsChecked, uncited, model }));
  return JSON.stringify({ "@context": "http://www.w3.org/ns/anno.jsonld", type: "AnnotationPage", summary, answers, items }, null, INDENT) + "\n";
}

/** The answer's words as target, the source's passage as body; where sources disagree, one of each. @param {Quote|Claim} one @param {Report} report @param {string} address of the answer page */
function annotationOf(one, report, address) {
  const { id, verdict, cause, notes } = one;
  const each = disagreeing(one);
  const bodies = (each.length ? each : [one]).flatMap(({ source, passage }) => bodyOf(sourceOf({ source, sources: one.sources }, report), passage) ?? []);
  return {
    key: id,
    type: "Annotation",
    motivation: "assessing",
    kind: isClaim(one) ? "claim" : "quote",
    target: { source: address, selector: { type: "TextQuoteSelector", exact: one.text } },
    body: bodies.length > 1 ? bodies : bodies[0] ?? null,
    verdict,
    cause,
    notes,
    ...isClaim(one)
      ? { reason: one.reason, words: one.words, figures: one.figures, meaning: one.meaning, opinion: one.opinion, carrying: one.carrying }
      : { bound: one.bound, differences: one.differences, record: one.record },
  };
}

/** @param {ReadSource|null} source @param {Passage|null} passage */
function bodyOf(source, passage) {
  return passage && {
    type: "SpecificResource",
    source: source?.final_address ?? source?.address ?? null,
    selector: { type: "TextQuoteSelector", exact: passage.text, prefix: passage.before, suffix: passage.after },
  };
}
