/** Small questions about elements that more than one adapter asks. Knows no site. */

/** @import { References, Found } from "./site.js" */

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

/** An answer that lists no sources of its own. @returns {References} */
export function noReferences() {
  return { skipped: new Set(), sources: [], byNumber: new Map() };
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
