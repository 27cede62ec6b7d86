/**
 * Open WebUI, wherever it is hosted: a citation is a button that says a title or a domain; addresses stand in the rows
 * under the answer, once these are unfolded, and before that in the icons of the first three.
 */

/** @import { Found, References, Site } from "./site.js" */

import { addressesIn, moreIn } from "./addresses.js";
import { asWritten, asWrittenList, chat, chip, noReferences, numbered } from "./elements.js";

/** On the button that unfolds the rows. */
const ICON = "button[aria-expanded] img[src*='s2/favicons?']";
/** Where the model's words stand: a button elsewhere copies, runs or unfolds something. */
const WORDS = "p, li, td, th, blockquote, h1, h2, h3, h4, h5, h6";

/** @type {Site} */
export const openwebui = chat({
  name: "openwebui",
  proved: false,
  hosts: [],
  markup: "[id^='message-'] .chat-assistant",
  home: "head:has(> link[href$='/static/custom.css']) > script[src$='/static/loader.js'], head > link[rel='search'][href$='/opensearch.xml']",
  answer: ".chat-assistant",
  body: ".markdown-prose, #response-content-container",
  prompt: ".chat-user",
  dropped: "details",
  citation: (element, _before, listed) => (element.localName === "button" && element.closest(WORDS) ? named(element, listed) : null),
  references,
  isFinished: (answer, last) => !last || Boolean(rowOf(answer).querySelector(".copy-response-button")),
});

/** The whole message, with what stands under its text. @param {Element} answer */
function rowOf(answer) {
  return answer.closest("[id^='message-']") ?? answer;
}

/**
 * Some HTML of the model's is let through; but no model knows its message's id, which every row carries. Icons could be
 * written by it: their addresses wait.
 * @type {Site["references"]}
 */
function references(answer) {
  const row = rowOf(answer);
  const own = CSS.escape(row.id.replace(/^message-/, "source-"));
  const rows = [...row.querySelectorAll(`button[id^='${own}-']`)].map((one) => addressesIn(one).map(({ address }) => ({ address, title: "" })));
  if (rows.some((one) => one.length)) return numbered(rows);
  const { sources } = asWrittenList(numbered([...row.querySelectorAll(ICON)].map((icon) => addressesIn(icon))));
  return { ...noReferences(), sources }; // unnumbered: icons leave out what has no address
}

/**
 * The sources that a button's words name: "[2]", a domain, or the beginning of a title.
 * @param {Element} button @param {References} listed @returns {Found|null}
 */
function named(button, listed) {
  const words = (button.textContent ?? "").replace(/\s+/g, " ").trim();
  if (!words) return null;
  const number = words.match(/^\[?(\d{1,3})\]?$/)?.[1];
  const more = moreIn(words);
  const name = words.replace(/\s*\+\s?\d+$/, "");
  const known = number ? listed.byNumber.get(Number(number)) ?? []
    : listed.sources.filter(({ address }) => new URL(address).hostname.replace(/^www\./, "") === name);
  const found = chip(known.length === 1 ? known : [], more);
  return known.every(({ rendered }) => rendered) ? found : asWritten(found);
}

// Evidence. The application's own source, read on 2026-11-30; a row's label ends in the address only for web sources that
// have no title. Not run over a saved page. Two sources of one domain cannot be told apart by a chip: it counts as hidden.
