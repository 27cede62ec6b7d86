/**
 * Citations in ordinary markup, as Markdown makes it: numbered and raised links, footnotes, links whose words are only
 * a domain, and the list of sources under an answer. For sites that have no markup of their own for them.
 */

/** @import { Found, References } from "./site.js" */
/** @import { Source } from "../../wire.js" */

import { addressesIn, moreIn, sameness } from "./addresses.js";
import { asWritten, asWrittenList, chip, outermost } from "./elements.js";

/** A list of sources by its name in the markup … */
const REFERENCE_LIST = "[role='doc-endnotes'], [role='doc-bibliography'], .footnotes, .references, .reference-list, .bibliography, "
  + "#references, #sources, #footnotes, .sources, [data-sources]";
/** … or by the heading over it. */
const REFERENCE_HEADING = /^(sources?|references?|citations?|footnotes|end ?notes|notes|bibliography|works cited|links|quellen|einzelnachweise|fuentes|referencias|sources? et notes|références|fonti|fontes|bronnen|источники|المصادر|المراجع|参考文献|出典|参考资料|参考来源|출처)\s*[:：]?$/i;
const HEADING = "h1, h2, h3, h4, h5, h6, [role='heading'], summary, dt, p";

/** Numbers that lead to a source: 12, [12], (12), ¹², [^12]. Longer ones are years or figures of the prose. */
const NUMBER_LABEL = /^[[(（【]?\^?\s*(?:\d{1,3}|[⁰¹²³⁴-⁹]{1,3})\s*[\])）】]?$/;
const DOMAIN_LABEL = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\s*\+\s?\d+)?$/i;
const OPENED = /[([（【][\s,;]*$/;
const BACK_LINK = "[role='doc-backlink'], .footnote-backref, [data-footnote-backref]";

/**
 * What a link, or a chip that keeps its address in an attribute, cites; null when its words are the answer's own.
 * @param {Element} element @param {string} textBefore @returns {Found|null}
 */
export function noteCitation(element, textBefore) {
  if (element instanceof HTMLAnchorElement) return citationOfLink(element, textBefore);
  if (element.matches("button, span") && hasData(element)) return chip(addressesIn(element), moreIn(element.textContent ?? ""));
  return null;
}

/** The lists of sources that stand in an answer's own text. @param {Element} answer @returns {References} */
export function listedSources(answer) {
  const lists = [...outermost(answer, REFERENCE_LIST), ...listsUnderHeadings(answer)];
  /** @type {References} */
  const references = { skipped: new Set(lists), sources: [], byNumber: new Map() };
  for (const list of lists) {
    const entries = list.matches("li") ? [list] : [...list.querySelectorAll("li")];
    for (const entry of entries.length ? entries : [list]) references.sources.push(...sourcesOfEntry(entry));
    for (const [index, entry] of entries.entries()) {
      const number = /** @type {HTMLLIElement} */ (entry).value || index + 1;
      if (!references.byNumber.has(number)) references.byNumber.set(number, sourcesOfEntry(entry));
    }
  }
  return references;
}

/**
 * The same where nothing tells the site's own citations from links that the model wrote.
 * @param {Element} element @param {string} textBefore @returns {Found|null}
 */
export function writtenCitation(element, textBefore) {
  const found = noteCitation(element, textBefore);
  return found && asWritten(found);
}

/** The list that the model may have written itself under its answer. @param {Element} answer @returns {References} */
export function writtenSources(answer) {
  return asWrittenList(listedSources(answer));
}

/** @param {HTMLAnchorElement} link @param {string} textBefore @returns {Found|null} */
function citationOfLink(link, textBefore) {
  const label = (link.textContent ?? "").trim();
  const target = targetInPage(link);
  if (target) {
    if (!NUMBER_LABEL.test(label) && !link.closest("sup") && link.getAttribute("role") !== "doc-noteref") return null;
    if (link.matches(BACK_LINK)) return null;
    return chip(sourcesOfEntry(target), 0);
  }
  if (!sameness(link.href)) return null;
  const inBrackets = OPENED.test(textBefore) && DOMAIN_LABEL.test(label);
  const isChip = NUMBER_LABEL.test(label) || link.closest("sup") || inBrackets;
  return isChip ? chip([{ address: link.href, title: link.title || link.ariaLabel || "" }], moreIn(label)) : null;
}

/** @param {HTMLAnchorElement} link @returns {Element|null} where in this page it leads, other than to its top */
function targetInPage(link) {
  const href = link.getAttribute("href") ?? "";
  if (!/^#./.test(href)) return null;
  const id = href.slice(1).replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  return link.ownerDocument.getElementById(id);
}

/** @param {Element} element */
function hasData(element) {
  return [...element.attributes].some(({ name, value }) => name.startsWith("data-") && /https?:\/\//i.test(value));
}

/** The sources that one note or list entry names, by link or by an address written out. @param {Element} entry @returns {Source[]} */
function sourcesOfEntry(entry) {
  const links = [...entry.querySelectorAll("a[href]"), ...(entry.matches("a[href]") ? [entry] : [])];
  const linked = links.map((link) => /** @type {HTMLAnchorElement} */ (link))
    .filter((link) => sameness(link.href) && !(link.getAttribute("href") ?? "").startsWith("#"))
    .map((link) => ({ address: link.href, title: titleOf(link), rendered: true }));
  if (linked.length) return linked;
  const written = (entry.textContent ?? "").match(/https?:\/\/[^\s<>"”]+[^\s<>"”.,;:)\]]/g) ?? [];
  return written.map((address) => ({ address, title: "", rendered: true }));
}

/** @param {HTMLAnchorElement} link */
function titleOf(link) {
  const words = (link.textContent ?? "").replace(/\s+/g, " ").trim();
  return /^https?:\/\//.test(words) ? "" : words;
}

/**
 * A heading that says "Sources" and what follows it up to the next heading, when that holds links.
 * @param {Element} answer @returns {Element[]}
 */
function listsUnderHeadings(answer) {
  return [...answer.querySelectorAll(HEADING)].flatMap((heading) => {
    if (!REFERENCE_HEADING.test((heading.textContent ?? "").trim())) return [];
    const section = [];
    for (let next = heading.nextElementSibling; next && !next.matches("h1, h2, h3, h4, h5, h6"); next = next.nextElementSibling) {
      section.push(next);
      if (heading.matches("p, dt")) break; // a line of text heads the list right below it, and no more
    }
    return section.some((element) => sourcesOfEntry(element).length) ? [heading, ...section] : [];
  });
}
