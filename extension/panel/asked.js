/**
 * What is asked by hand, as the helper takes it: words against addresses as an Answer of one quotation, and what was
 * pasted from a page as a draft in Markdown, its links kept. Pure, but for reading a document that is never shown.
 *
 * @import { Answer, Page } from "../wire.js"
 */

import { LONGEST_ADDRESS } from "../wire.js";

const BLOCKS = "p, li, h1, h2, h3, h4, h5, h6, blockquote, div, td, th, pre, section, article, tr";

/** @param {string} words @param {Page} page where they stand @param {string[]} addresses @returns {Answer} */
export function answerOf(words, page, addresses) {
  const sources = addresses.filter((address) => address.length <= LONGEST_ADDRESS).map((address) => ({ address, title: "", rendered: true }));
  const citation = { start: words.length, end: words.length, sources: [...sources.keys()], hidden: 0, label: "" };
  return { page, site: "hand", question: null, blocks: [{ kind: "quotation", text: words, citations: [citation] }], sources };
}

/** A pasted document as a draft: paragraphs apart, quoted ones marked, links written out. @param {Document} pasted */
export function draftOf(pasted) {
  for (const element of pasted.querySelectorAll("script, style, template, noscript, head")) element.remove();
  return written(pasted.body).replace(/[^\S\n]+/g, " ").replace(/ *\n */g, "\n").replace(/\n{3,}/g, "\n\n").trim();
}

/** @param {Node} node @returns {string} */
function written(node) {
  if (node.nodeType === 3) return (node.nodeValue ?? "").replace(/\s+/g, " ");
  const element = /** @type {Element} */ (node);
  const inside = [...element.childNodes].map(written).join("");
  if (element.localName === "br") return "\n";
  if (element.localName === "a") return linked(inside, element.getAttribute("href") ?? "");
  if (element.localName === "blockquote") return `\n\n${inside.trim().replace(/^/gm, "> ")}\n\n`;
  return element.matches(BLOCKS) ? `\n\n${inside}\n\n` : inside;
}

/** @param {string} words @param {string} address */
function linked(words, address) {
  if (!/^https?:\/\//i.test(address)) return words;
  return `[${words.replace(/[[\]]/g, "").trim() || "1"}](<${address.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}
