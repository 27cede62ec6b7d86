/**
 * What the reader selected on any page, and the links it could be checked against, the nearest first. Run once, on the
 * reader's wish; changes nothing.
 *
 * @import { Page } from "../wire.js"
 * @typedef {{words: string, page: Page, links: {address: string, title: string, near: boolean}[]}} Selected
 */

import { sameness } from "./sites/addresses.js";

/** More links than a reader would look through. */
const MOST_LINKS = 40;
/** What a citation for the selected words stands in. */
const AROUND = "p, li, td, th, dd, blockquote, figure, h1, h2, h3, h4, h5, h6";
const LONGEST_TITLE = 120;

/** @returns {Selected} */
export function selected() {
  const selection = getSelection();
  const range = selection?.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : null;
  const page = { address: location.href, title: document.title, language: document.documentElement.lang };
  return { words: range ? withoutMarks(String(selection), range).trim() : "", page, links: linksBy(range) };
}

/** A number that is a link is a note's mark where it is raised or in brackets. */
const MARK = /^\[\d{1,3}\]$/;
const RAISED = /^\[?\d{1,3}\]?$/;

/** The selected words without the marks of notes among them, which are no words of the source. @param {string} text @param {Range} range */
function withoutMarks(text, range) {
  const marks = [...document.querySelectorAll("a[href]")].filter((link) => range.intersectsNode(link)).map((link) => {
    const raised = link.closest("sup");
    if (!raised) return MARK.test(said(link)) ? link : null;
    return [raised, link].find((one) => RAISED.test(said(one))) ?? null;
  });
  for (const mark of [...new Set(marks)].reverse()) {
    if (!mark || range.comparePoint(mark, 0) < 0) continue;
    const before = range.cloneRange();
    before.setEndBefore(mark);
    // Blanks are not the same in a range as in a selection; all else is.
    const at = placeOf(text, said(before).length);
    if (text.startsWith(said(mark), at)) text = text.slice(0, at) + text.slice(at + said(mark).length);
  }
  return text;
}

/** @param {Node|Range} of */
function said(of) {
  return (of instanceof Range ? String(of) : of.textContent ?? "").replace(/\s+/g, "");
}

/** Where a text goes on behind so many signs that are no blanks. @param {string} text @param {number} count */
function placeOf(text, count) {
  for (const { index } of text.matchAll(/\S/g)) if (count-- === 0) return index;
  return text.length;
}

/** @param {Range|null} range */
function linksBy(range) {
  const common = range?.commonAncestorContainer;
  const block = (common instanceof Element ? common : common?.parentElement)?.closest(AROUND);
  const all = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[href]"))]
    .filter((link) => sameness(link.href) && sameness(link.href) !== sameness(location.href.replace(/#.*$/, "")));
  const behind = all.findIndex((link) => range && range.comparePoint(link, 0) >= 0);
  const here = behind < 0 ? all.length : behind;
  const known = new Set();
  return all
    .map((link, index) => ({ link, near: Boolean(range?.intersectsNode(link) || block?.contains(link)), far: Math.abs(index - here) }))
    .sort((one, other) => Number(other.near) - Number(one.near) || one.far - other.far)
    .filter(({ link }) => !known.has(sameness(link.href)) && known.add(sameness(link.href)))
    .slice(0, MOST_LINKS)
    .map(({ link, near }) => ({ address: link.href, title: titleOf(link), near }));
}

/** @param {HTMLAnchorElement} link */
function titleOf(link) {
  return (link.textContent || link.title || link.ariaLabel || "").replace(/\s+/g, " ").trim().slice(0, LONGEST_TITLE);
}
