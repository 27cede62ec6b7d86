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
 * @property {boolean} proved whether it was ever run over a saved page of the real site that had citations
 * @property {string[]} hosts where it lives, each with the beginning of a path where other things live there too; a
 *   leading "." takes in the domain's hosts, a closing ".*" every country's domain. Its own pages are never sources
 * @property {string} markup a selector that tells its pages on any host (saved and self-hosted ones); "" for none
 * @property {string} home for a site that people host themselves: a selector of what its application alone writes, out
 *   of reach of any answer's markup; "" for none
 * @property {RegExp|null} conversation paths, with their query, that show an answer whenever anything is written there
 * @property {(document: Document) => Element[]} answers in page order
 * @property {(answer: Element, last: boolean) => boolean} isFinished whether nothing says that it is still being written;
 *   a page's stop button speaks of its last answer
 * @property {(answer: Element) => Element[]} bodies where its text stands
 * @property {(answer: Element) => string|null} question the reader's turn before it
 * @property {string} prompt a selector of the reader's turns
 * @property {string} dropped a selector of what is no answer text inside the bodies
 * @property {string} unreadable a selector of answers that no script of this page can read; "" for none
 * @property {(element: Element, textBefore: string, references: References) => Found|null} citation
 * @property {(answer: Element) => References} references
 * @property {(element: Element) => string|null} pictured the words of an element that shows them as a picture
 */

import { liesAt } from "./addresses.js";
import { asWritten, asWrittenList } from "./elements.js";
import { anythingllm } from "./anythingllm.js";
import { brave } from "./brave.js";
import { chatgpt } from "./chatgpt.js";
import { claude } from "./claude.js";
import { copilot } from "./copilot.js";
import { deepseek } from "./deepseek.js";
import { duckduckgo } from "./duckduckgo.js";
import { gemini } from "./gemini.js";
import { generic } from "./generic.js";
import { google } from "./google.js";
import { grok } from "./grok.js";
import { huggingchat } from "./huggingchat.js";
import { kagi } from "./kagi.js";
import { librechat } from "./librechat.js";
import { m365 } from "./m365.js";
import { meta } from "./meta.js";
import { mistral } from "./mistral.js";
import { notebooklm } from "./notebooklm.js";
import { openwebui } from "./openwebui.js";
import { perplexity } from "./perplexity.js";
import { poe } from "./poe.js";
import { you } from "./you.js";

/** In this order a page without a known host is held against their markup: the plainer the markup, the later. */
export const SITES = [chatgpt, claude, perplexity, gemini, google, m365, copilot, deepseek, mistral, meta, grok, you, poe,
  kagi, brave, duckduckgo, notebooklm, huggingchat, librechat, openwebui, anythingllm];

/**
 * The adapter for an address, by its host alone; null for a site nobody has described.
 * @param {URL|Location} address @returns {Site|null}
 */
export function siteAt(address) {
  return SITES.find((site) => site.hosts.some((place) => liesAt(address, place))) ?? null;
}

/** The adapter that knows a page, by its address or its markup; null for none. @param {Document} document @returns {Site|null} */
export function knownSiteOf(document) {
  return SITES.find((site) => isAtHome(site, document))
    ?? SITES.find((site) => site.markup && document.querySelector(site.markup) && speaks(site, document)) ?? null;
}

/**
 * The adapter for a page where the reader switched Quotefound on: an unknown one is read by its ordinary markup. Where
 * nothing but the markup of an answer says whose page it is, a steered model may have written that markup.
 * @param {Document} document @returns {Site}
 */
export function siteOf(document) {
  const site = knownSiteOf(document) ?? generic;
  return isAtHome(site, document) ? site : distrusted(site);
}

/** Whether a page certainly is the site's own, so that no answer can forge its citations. @param {Site} site @param {Document} document */
function isAtHome({ hosts, home }, document) {
  return hosts.some((place) => document.location && liesAt(document.location, place))
    || home !== "" && Boolean(document.head?.querySelector(home));
}

/** Whether an adapter finds an answer: a word of a site's markup in some page makes it none of the site's. @param {Site} site @param {Document} document */
function speaks(site, document) {
  return site.answers(document).some((answer) => site.bodies(answer).length);
}

/** Read alike, but nothing is fetched unasked. @param {Site} site @returns {Site} */
function distrusted(site) {
  return {
    ...site,
    citation(element, textBefore, references) {
      const found = site.citation(element, textBefore, references);
      return found && asWritten(found);
    },
    references: (answer) => asWrittenList(site.references(answer)),
  };
}
