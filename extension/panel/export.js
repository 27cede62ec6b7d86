/**
 * The report of a page or of a check by hand as a file: Markdown, HTML, CSV, and JSON as W3C web annotations. Pure:
 * values in, text out. As everywhere, only words that were found stand in quotation marks.
 *
 * @import { Quote, ReadSource, Report } from "../wire.js"
 * @typedef {{address: string, title: string, checks: {question: string|null, report: Report}[]}} Exported
 * @typedef {"markdown"|"html"|"csv"|"json"} Form
 */

import { conclusion, summed } from "../content/conclusion.js";
import { language, words } from "../language.js";
import { VERDICTS } from "../wire.js";

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

/** @typedef {{verdict: string, words: string, passage: string, source: string, address: string, link: string, read: string, published: string, notes: string}} Line */

/** One quote as every form tells it. @param {Quote} quote @param {Report} report @returns {Line} */
function lineOf(quote, report) {
  const source = sourceOf(quote, report);
  const found = quote.verdict === "found";
  const cause = quote.cause ? ` ${words(`cause_${quote.cause}`)}` : "";
  const said = quote.verdict === "unchecked" ? `${words("verdict_unchecked")}.${cause}` : words(quote.verdict ? `verdict_${quote.verdict}` : "row_pending");
  return {
    verdict: said,
    words: found ? words("copied_words", quote.text) : quote.text,
    passage: quote.passage && !found ? quote.passage.text : "",
    source: source?.title ?? "",
    address: source?.final_address ?? source?.address ?? "",
    link: quote.passage?.link ?? "",
    read: source?.read_at ?? "",
    published: source?.published ?? "",
    notes: quote.notes.map(({ name, detail }) => [words(`note_${name}`), name === "other_source" ? "" : detail].filter(Boolean).join(" ")).join(" "),
  };
}

/** @param {Quote} quote @param {Report} report @returns {ReadSource|null} the one its verdict speaks of */
function sourceOf(quote, report) {
  const index = quote.source ?? (quote.sources.length === 1 ? quote.sources[0] : null);
  return index === null || index === undefined ? null : report.sources[index] ?? null;
}

/** @param {Exported} exported */
function linesOf({ checks }) {
  return checks.flatMap(({ report }) => report.quotes.map((quote) => lineOf(quote, report)));
}

/** @param {Exported} exported */
function summaryOf({ checks }) {
  return conclusion(summed(checks.map(({ report }) => report.summary)));
}

/** @param {Exported} exported */
function markdown(exported) {
  const lines = linesOf(exported).flatMap((line) => [
    `- **${inMarkdown(line.verdict)}**  `,
    `  ${inMarkdown(line.words)}`,
    ...(line.passage ? ["", `  > ${inMarkdown(line.passage)}`] : []),
    ...(line.notes ? ["", `  ${inMarkdown(line.notes)}`] : []),
    ...(line.address ? ["", `  ${[`<${inAddress(line.link || line.address)}>`, inMarkdown(line.source), datesOf(line)].filter(Boolean).join(" · ")}`] : []),
    "",
  ]);
  const head = [`# ${inMarkdown(exported.title || exported.address)}`, "", `<${inAddress(exported.address)}>`, "", inMarkdown(summaryOf(exported)), ""];
  return [...head, ...lines, inMarkdown(words("card_limit")), ""].join("\n");
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
  const items = linesOf(exported).map((line) => {
    const address = /^https?:/i.test(line.link || line.address) ? line.link || line.address : "";
    const source = line.source || line.address;
    return `<li><strong>${inHtml(line.verdict)}</strong><p dir="auto">${inHtml(line.words)}</p>`
      + (line.passage ? `<blockquote dir="auto">${inHtml(line.passage)}</blockquote>` : "")
      + (line.notes ? `<p>${inHtml(line.notes)}</p>` : "")
      + (address ? `<p><a href="${inHtml(address)}">${inHtml(source)}</a> ${inHtml(datesOf(line))}</p>` : "") + "</li>";
  });
  const title = inHtml(exported.title || exported.address);
  return `<!DOCTYPE html>\n<html lang="${inHtml(language())}"><head><meta charset="utf-8"><title>${title}</title></head>\n<body>`
    + `<h1>${title}</h1><p>${inHtml(exported.address)}</p><p>${inHtml(summaryOf(exported))}</p>\n<ol>\n${items.join("\n")}\n</ol>`
    + `<p>${inHtml(words("card_limit"))}</p></body></html>\n`;
}

/** @param {string} text */
function inHtml(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @param {Exported} exported */
function csv(exported) {
  const columns = /** @type {(keyof Line)[]} */ (["verdict", "words", "passage", "notes", "source", "address", "link", "published", "read"]);
  const rows = [columns.map((column) => words(`column_${column}`)), ...linesOf(exported).map((line) => columns.map((column) => line[column]))];
  return BYTE_ORDER_MARK + rows.map((row) => row.map(inCsv).join(",") + "\r\n").join("");
}

/** A table program runs what begins like a formula, and the words come from a page. @param {string} text */
function inCsv(text) {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** @param {Exported} exported */
function json({ address, checks }) {
  const items = checks.flatMap(({ report }) => report.quotes.map((quote) => annotationOf(quote, report, address)));
  const summary = summed(checks.map(({ report }) => report.summary));
  const { quotes, pending } = summary;
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, summary[verdict]]));
  return JSON.stringify({ "@context": "http://www.w3.org/ns/anno.jsonld", type: "AnnotationPage", summary: { quotes, ...counts, pending }, items }, null, INDENT) + "\n";
}

/** @param {Quote} quote @param {Report} report @param {string} address of the answer page */
function annotationOf(quote, report, address) {
  const source = sourceOf(quote, report);
  const { passage } = quote;
  return {
    type: "Annotation",
    motivation: "assessing",
    target: { source: address, selector: { type: "TextQuoteSelector", exact: quote.text } },
    body: passage ? {
      type: "SpecificResource",
      source: source?.final_address ?? source?.address ?? null,
      selector: { type: "TextQuoteSelector", exact: passage.text, prefix: passage.before, suffix: passage.after },
    } : null,
    verdict: quote.verdict,
    cause: quote.cause,
    notes: quote.notes,
    differences: quote.differences,
    record: quote.record,
  };
}
