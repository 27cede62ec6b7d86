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
  return { words: (selection?.toString() ?? "").trim(), page, links: linksBy(range) };
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
