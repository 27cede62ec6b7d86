/** Small questions about elements that more than one adapter asks. Knows no site. */

/** @import { References, Found, Site } from "./site.js" */
/** @import { Source } from "../../wire.js" */

import { isForScreenReaders } from "./anywhere.js";

/** In a reader's turn: what the site adds, and what begins a line. */
const NOT_SAID = "button, svg, style, [aria-hidden='true']";
const NEW_LINE = /^(?:p|div|li|br|h\d)$/i;

/**
 * The elements of a selector that lie in no other of them.
 * @param {ParentNode} root @param {string} selector
 */
export function outermost(root, selector) {
  return [...root.querySelectorAll(selector)].filter((element) => !element.parentElement?.closest(selector)
    || (root instanceof Element && !root.contains(element.parentElement.closest(selector))));
}

/**
 * The last element of a selector that stands before another in the page; sought by halves, as a chat may have hundreds.
 * @param {Element} element @param {string} selector
 */
export function lastBefore(element, selector) {
  const all = element.ownerDocument.querySelectorAll(selector);
  let [before, behind] = [-1, all.length];
  while (behind - before > 1) {
    const middle = (before + behind) >> 1;
    const order = /** @type {Element} */ (all[middle]).compareDocumentPosition(element);
    if (order & Node.DOCUMENT_POSITION_FOLLOWING) before = middle;
    else behind = middle;
  }
  return all[before] ?? null;
}

/**
 * What the reader said last before an answer, without the site's labels and buttons; null when the page does not hold it.
 * @param {Element} answer @param {string} prompt a selector of the reader's turns
 */
export function questionBefore(answer, prompt) {
  const asked = lastBefore(answer, prompt);
  if (!asked) return null;
  const walker = asked.ownerDocument.createTreeWalker(asked, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    const isChrome = node instanceof Element && (node.matches(NOT_SAID) || isForScreenReaders(node));
    return isChrome ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  });
  const said = [];
  while (walker.nextNode()) {
    const { nodeName, nodeValue } = walker.currentNode;
    said.push(nodeValue ?? (NEW_LINE.test(nodeName) ? "\n" : ""));
  }
  return said.join("").replace(/[ \t]*\n\s*/g, "\n").replace(/[ \t]+/g, " ").trim() || null;
}

/**
 * Answers of a site that parts its turns by nothing but the reader's own: what stands between two of them is one, and
 * is named by the smallest element that holds all of it and nothing of its neighbours.
 * @param {Document} document @param {string} body @param {string} prompt
 */
export function betweenPrompts(document, body, prompt) {
  /** @type {Element[][]} */
  const groups = [[]];
  for (const element of document.querySelectorAll(`${prompt}, ${body}`)) {
    if (element.matches(prompt)) groups.push([]);
    else if (!element.parentElement?.closest(`${prompt}, ${body}`)) groups.at(-1)?.push(element);
  }
  const spoken = groups.filter((parts) => parts.length);
  return spoken.flatMap((parts, index) => {
    let whole = /** @type {Element} */ (parts[0]);
    while (!parts.every((part) => whole.contains(part))) whole = /** @type {Element} */ (whole.parentElement);
    const neighbours = [spoken[index - 1]?.at(-1), spoken[index + 1]?.[0]];
    return neighbours.some((part) => part && whole.contains(part)) ? parts : [whole];
  });
}

/** An answer that lists no sources of its own. @returns {References} */
export function noReferences() {
  return { skipped: new Set(), sources: [], byNumber: new Map() };
}

/**
 * A list of sources that the site numbers from 1 in the order in which it shows them.
 * @param {Iterable<{address: string, title: string}[]>} entries @returns {References}
 */
export function numbered(entries) {
  const references = noReferences();
  for (const [index, entry] of [...entries].entries()) {
    const sources = entry.map((one) => ({ ...one, rendered: true }));
    references.sources.push(...sources);
    references.byNumber.set(index + 1, sources);
  }
  return references;
}

/**
 * A chip whose words are the site's: the sources it names, and how many it hides behind "+2".
 * @param {{address: string, title: string}[]} addressed
 * @param {number} more how many its words say there are beyond the first
 * @returns {Found}
 */
export function chip(addressed, more) {
  const sources = addressed.map(({ address, title }) => ({ address, title, rendered: true }));
  return { sources, hidden: Math.max(0, 1 + more - sources.length), words: false, place: true };
}

/** A link in the words of the answer: they stay, and the address waits for the reader. @param {Found} found @returns {Found} */
export function asProse(found) {
  return { ...asWritten(found), hidden: 0, words: true };
}

/**
 * A citation that the model may have written itself: a steered answer could carry the chat away in its address, so it
 * waits for the reader.
 * @param {Found} found @returns {Found}
 */
export function asWritten(found) {
  return { ...found, sources: found.sources.map(waiting) };
}

/** A list of sources that the model may have written itself. @param {References} references @returns {References} */
export function asWrittenList({ skipped, sources, byNumber }) {
  const numbers = [...byNumber].map(([number, cited]) => /** @type {[number, Source[]]} */ ([number, cited.map(waiting)]));
  return { skipped, sources: sources.map(waiting), byNumber: new Map(numbers) };
}

/** @param {Source} source */
function waiting(source) {
  return { ...source, rendered: false };
}

/**
 * A site that is told in selectors, with what most sites have in common filled in.
 * @typedef {object} Facts
 * @property {string} answer every answer of the page
 * @property {string} body where its text stands
 * @property {string} [writing] in an answer, at it or around it while it grows
 * @property {string} [stop] in the page while its last answer grows
 * @param {Pick<Site, "name"|"proved"|"hosts"|"markup"|"prompt"|"citation"> & Partial<Site> & Facts} facts
 * @returns {Site}
 */
export function chat({ answer: all, body, writing, stop, ...facts }) {
  /** Thoughts are often set like answers: no body lies in what is dropped. @param {Element} answer */
  const bodies = (answer) => (answer.matches(body) ? [answer]
    : outermost(answer, body).filter((part) => !facts.dropped || !part.closest(facts.dropped)));
  return {
    conversation: null,
    home: "",
    dropped: "",
    unreadable: "",
    answers: (document) => outermost(document, all),
    bodies,
    question: (answer) => questionBefore(bodies(answer)[0] ?? answer, facts.prompt),
    isFinished: (answer, last) => !(writing && (answer.closest(writing) || answer.querySelector(writing)))
      && !(last && stop && answer.ownerDocument.querySelector(stop)),
    references: noReferences,
    pictured: () => null,
    ...facts,
  };
}
