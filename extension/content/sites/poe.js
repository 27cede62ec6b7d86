/** Poe: class names end in a hash of the build, so their beginnings are compared. Citations are ordinary links. */

/** @import { Site } from "./site.js" */

import { chat, outermost } from "./elements.js";
import { writtenCitation, writtenSources } from "./notes.js";

const MESSAGE = "[class*='ChatMessage_chatMessage']";
const READER = "[class*='rightSideMessageBubble']";

/** @type {Site} */
export const poe = {
  ...chat({
    name: "poe",
    proved: false,
    hosts: ["poe.com"],
    markup: MESSAGE,
    conversation: /^\/(?:chat|s)\/\w/,
    answer: MESSAGE,
    body: "[class*='Prose_prose'], [class*='Markdown_markdownContainer']",
    prompt: `${READER} :is([class*='Prose_prose'], [class*='Markdown_markdownContainer'])`,
    stop: "[class*='ChatStopMessageButton']",
    citation: writtenCitation,
    references: writtenSources,
  }),

  answers: (document) => outermost(document, MESSAGE).filter((message) => !message.querySelector(READER)),
};

// Evidence. Class names measured by others on 2026-08-01. Not run over a saved page.
