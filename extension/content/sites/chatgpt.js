/**
 * ChatGPT, in the three markups that were live at once in autumn 2026: the classic one (a citation is a pill with a
 * link), the transcript of the anonymous and mobile shell (a button with its sources as JSON), and the rewrite for
 * signed-in readers (a link whose address may stand only in its label). Knows only this site's markup.
 */

/** @import { Site } from "./site.js" */

import { addressesIn, moreIn } from "./addresses.js";
import { asProse, chat, chip, outermost } from "./elements.js";

const CLASSIC = "[data-message-author-role='assistant']";
const CLASSIC_TURN = "[data-testid^='conversation-turn-'], [data-turn='assistant']";
const TRANSCRIPT = "[data-conversation-transcript] [data-message-role='assistant']";
const UNIT = "[data-chatgpt-search-unit-key$=':assistant'], [data-content-search-unit-key$=':assistant']";

const BODY = ".markdown, [data-assistant-markdown], [data-markdown-text-style='assistant-message']";
const PROMPT = "[data-message-author-role='user'] .whitespace-pre-wrap, [data-message-author-role='user'], "
  + "[data-user-message-copy], [data-user-message-bubble]";
const STILL_WRITING = ".streaming-animation, .result-thinking, [aria-busy='true'], [data-message-id^='request-placeholder-']";
const STOP = "[data-testid='stop-button']";

const PAYLOAD = "data-assistant-sources-payload";
const REFERENCE = "data-content-reference-type";

/** @type {Site} */
export const chatgpt = {
  ...chat({
    name: "chatgpt",
    proved: true,
    hosts: ["chatgpt.com", "www.chatgpt.com", "chat.openai.com"],
    markup: `[data-testid^='conversation-turn-'] ${CLASSIC}, ${TRANSCRIPT}, ${UNIT}, [data-testid='webpage-citation-pill']`,
    conversation: /^\/(?:g\/[^/]+\/)?(?:c|share)\/[^/]+/,
    unreadable: "iframe[title^='internal://deep-research'], iframe[src*='deep-research'][src*='oaiusercontent.com']",
    answer: CLASSIC,
    body: BODY,
    prompt: PROMPT,
    dropped: "[data-markdown-copy='exclude'], [data-thread-find-skip], [data-testid*='widget'], "
      + ".not-prose, [data-assistant-reference-detail], "
      + `[data-writing-block], [${REFERENCE}='map']`,
    citation,
  }),

  /** One turn may hold several messages, before and after a pause for thought: they are one answer. */
  answers(document) {
    const classic = outermost(document, CLASSIC).map((message) => message.closest(CLASSIC_TURN) ?? message);
    return [...new Set([...classic, ...outermost(document, TRANSCRIPT), ...outermost(document, UNIT)])]
      .filter((answer) => answer.querySelector(BODY));
  },

  isFinished(answer, last) {
    if (answer.matches(TRANSCRIPT)) return answer.hasAttribute("data-message-complete");
    if (answer.querySelector(STILL_WRITING)) return false;
    return !(last && answer.ownerDocument.querySelector(STOP));
  },
};

/** @type {Site["citation"]} */
function citation(element) {
  const testId = element.getAttribute("data-testid");
  if (testId === "webpage-citation-pill" || testId === "chatgpt-citation") {
    return chip(addressesIn(element), moreIn(element.textContent ?? ""));
  }
  if (testId === "chatgpt-library-file-citation") return chip([], 0);
  const type = element.getAttribute(REFERENCE);
  if (type === "map" || (!type && !element.hasAttribute(PAYLOAD))) return null;
  const found = chip(addressesIn(element), moreIn(element.textContent ?? ""));
  if (type === "sources_footnote") return { ...found, hidden: 0, place: false };
  return type === "url" ? asProse(found) : found;
}

// Evidence. Classic: saved pages of 2026-01, -05 and -07 (one is run over here, with 32 pills of which 32 have their
// address). Transcript and rewrite: shape fixtures of 2026-09, not run over a saved page. Deep research: 2026-07, the
// report lies in a frame of another origin and cannot be read.
