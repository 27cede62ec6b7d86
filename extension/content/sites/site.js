/**
 * What an adapter tells about one site, and which adapter a page gets. Everything after an adapter is common to all.
 *
 * @import { Source } from "../../wire.js"
 * @typedef {object} Found a citation that one element is
 * @property {Source[]} sources whose address the page holds
 * @property {number} hidden how many more it names without an address
 * @property {boolean} words whether the element's words are the answer's prose (a link) or the site's (a chip)
 * @property {boolean} place whether it cites for the words before it, or only lists sources of the whole answer
 *
 * @typedef {object} References the answer's own list of its sources
 * @property {Set<Element>} skipped elements that are that list and no answer text
 * @property {Source[]} sources
 * @property {Map<number, Source[]>} byNumber what "[2]" in the text means
 *
 * @typedef {object} Site
 * @property {string} name as it goes over the wire
 * @property {string[]} hosts where it lives; its own hosts are never sources
 * @property {string} markup a selector that tells its pages on any host (saved and self-hosted ones); "" for none
 * @property {(document: Document) => Element[]} answers in page order
 * @property {(answer: Element, last: boolean) => boolean} isFinished whether nothing says that it is still being written;
 *   a page's stop button speaks of its last answer
 * @property {(answer: Element) => Element[]} bodies where its text stands
 * @property {(answer: Element) => string|null} question the reader's turn before it
 * @property {string} dropped a selector of what is no answer text inside the bodies
 * @property {(element: Element, textBefore: string) => Found|null} citation
 * @property {(answer: Element) => References} references
 */

import { chatgpt } from "./chatgpt.js";
import { generic } from "./generic.js";

/** @type {Site[]} */
export const SITES = [chatgpt];

/** @param {Document} document @returns {Site} */
export function siteOf(document) {
  const host = document.location?.hostname ?? "";
  return SITES.find((site) => site.hosts.includes(host))
    ?? SITES.find((site) => site.markup && document.querySelector(site.markup))
    ?? generic;
}
