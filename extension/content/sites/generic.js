/**
 * Any page whose ordinary markup says what is an answer and what is a citation: the role attributes that chat pages
 * share, else article, main, body; numbered and raised links, footnotes, cite attributes, links in brackets that name
 * a domain, and a list of sources at the end. Knows no site.
 */

/** @import { References, Site } from "./site.js" */
/** @import { Source } from "../../wire.js" */

import { addressesIn, moreIn, sameness } from "./addresses.js";
import { chip, lastBefore, outermost } from "./elements.js";

const ANSWER = "[data-message-author-role='assistant'], [data-message-role='assistant'], [data-testid='assistant-message'], "
  + "[data-role='assistant'], [data-author='assistant'], .agent-turn, .chat-assistant";
const PROMPT = "[data-message-author-role='user'], [data-message-role='user'], [data-testid='user-message'], "
  + "[data-role='user'], [data-author='user'], .user-turn, .chat-user";
const STILL_WRITING = "[aria-busy='true'], [data-is-streaming='true'], [data-streaming='true'], .result-streaming, .submitting";
const STOP = "[data-testid='stop-button'], .stop-generating-btn, #stop-generation-button";

/** A list of sources by its name in the markup … */
const REFERENCE_LIST = "[role='doc-endnotes'], [role='doc-bibliography'], .footnotes, .references, .reference-list, .bibliography, "
  + "#references, #sources, #footnotes, .sources, [data-sources]";
/** … or by the heading over it. */
const REFERENCE_HEADING = /^(sources?|references?|citations?|footnotes|end ?notes|notes|bibliography|works cited|links|quellen|einzelnachweise|fuentes|referencias|sources? et notes|références|参考文献|出典|参考资料)\s*[:：]?$/i;
const HEADING = "h1, h2, h3, h4, h5, h6, [role='heading'], summary, dt, p";

/** Numbers that lead to a source: 12, [12], (12), ¹². Longer ones are years or figures of the prose. */
const NUMBER_LABEL = /^[[(（【^]?\s*(?:\d{1,3}|[⁰¹²³⁴-⁹]{1,3})\s*[\])）】]?$/;
const DOMAIN_LABEL = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\s*\+\s?\d+)?$/i;
const OPENED = /[([（【][\s,;]*$/;
const BACK_LINK = "[role='doc-backlink'], .footnote-backref, [data-footnote-backref]";

/** @type {Site} */
export const generic = {
  name: "generic",
  hosts: [],
  markup: "",

  answers(document) {
    for (const selector of [ANSWER, "article, [role='article']", "main, [role='main']"]) {
      const answers = outermost(document, selector);
      if (answers.length) return answers;
    }
    return document.body ? [document.body] : [];
  },

  isFinished(answer, last) {
    if (answer.closest(STILL_WRITING) || answer.querySelector(STILL_WRITING)) return false;
    return !(last && answer.ownerDocument.querySelector(STOP));
  },

  bodies: (answer) => [answer],

  question: (answer) => lastBefore(answer, PROMPT)?.textContent ?? null,

  dropped: `${PROMPT}, nav, aside, form, dialog, body > header, footer:not(blockquote footer), [role='navigation'], [role='search'], `
    + "[role='banner'], [role='contentinfo'], [role='toolbar'], [role='dialog'], [data-exclude-from-copy], "
    + ".thinking, .reasoning, .tool-call",

  citation(element, textBefore) {
    if (element instanceof HTMLAnchorElement) return citationOfLink(element, textBefore);
    if (element.matches("button, span") && hasData(element)) {
      return chip(addressesIn(element), moreIn(element.textContent ?? ""));
    }
    return null;
  },

  references(answer) {
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
  },
};

/** @param {HTMLAnchorElement} link @param {string} textBefore @returns {ReturnType<Site["citation"]>} */
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
