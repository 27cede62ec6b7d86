/** What an element is to a reader's eyes: whether it is seen, breaks the line, what kind of block it makes, what it says. */

/** @import { Kind } from "../wire.js" */

import { isForScreenReaders } from "./sites/anywhere.js";

const CELL = "[role='cell'], [role='gridcell'], [role='columnheader'], [role='rowheader']";

/** Whether a button only lets its reader sort a table by the words in it, which are the answer's. @param {Element} element */
export function isColumnHead(element) {
  return element.closest("th, [role='columnheader']") !== null;
}

/** Whether an element is a row of a table. @param {Element} element */
export function isRow(element) {
  return element.matches("tr, [role='row']");
}

/** What a chip says, its icon letters left out. @param {Element} element */
export function shownWords(element) {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const said = [];
  while (walker.nextNode()) {
    const around = walker.currentNode.parentElement;
    if (!around || around.closest("[aria-hidden='true']") || isForScreenReaders(around)) continue;
    said.push(walker.currentNode.nodeValue ?? "");
  }
  return said.join(" ").replace(/\s+/g, " ").replace(/(?<=[[(]) | (?=[\])])/g, "").trim();
}

/** @param {CSSStyleDeclaration} style */
export function isInline(style) {
  return /^(inline|contents|ruby)/.test(style.display);
}

/**
 * Whether a reader with eyes does not see an element. Faded text is not judged: answers fade in.
 * @param {Element} element @param {CSSStyleDeclaration} style
 */
export function isUnseen(element, style) {
  if (style.display === "none" || style.visibility === "hidden" || isForScreenReaders(element)) return true;
  if (element.matches("details:not([open])")) return true;
  if (style.position !== "absolute" || style.overflow === "visible") return false; // a size costs a layout of a page that moves
  return Number.parseFloat(style.width) <= 1 || Number.parseFloat(style.height) <= 1;
}

/** @param {Element} element @param {string} tag @returns {Kind|null} null when it takes the kind of what is around */
export function kindOf(element, tag) {
  if (/^H[1-6]$/.test(tag) || element.getAttribute("role") === "heading") return "heading";
  if (tag === "LI" || element.getAttribute("role") === "listitem") return "item";
  if (tag === "TD" || tag === "TH" || element.matches(CELL)) return "cell";
  if (tag === "PRE") return "pre";
  if (tag === "BLOCKQUOTE") return "quotation";
  if ((tag === "FOOTER" || tag === "FIGCAPTION") && element.closest("blockquote")) return "paragraph";
  return null;
}
