/** HuggingChat, and every chat-ui that somebody hosts: "[1]" of the model is made a raised link. */

/** @import { Site } from "./site.js" */

import { chat } from "./elements.js";
import { noteCitation, writtenCitation, writtenSources } from "./notes.js";

/** @type {Site} */
export const huggingchat = chat({
  name: "huggingchat",
  proved: false,
  hosts: ["huggingface.co/chat"],
  markup: "[data-message-role='assistant'][data-message-id] .prose",
  conversation: /^\/chat\/(?:conversation|r)\/\w/,
  answer: "[data-message-role='assistant'][data-message-id]",
  body: ".prose",
  prompt: "[data-message-type='user']",
  stop: ".stop-generating-btn",
  dropped: "[data-exclude-from-copy]",
  citation: (element, before) => (element.matches("sup > a") ? noteCitation : writtenCitation)(element, before),
  references: writtenSources,
});

// Evidence. The application's own source, as of 2026-08-21: it raises only links to its own search results, and shows the
// model's HTML as text. Not run over a saved page. A copy on another host cannot be told for certain: there all waits.
