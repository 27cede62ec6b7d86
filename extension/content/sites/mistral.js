/** Mistral's Le Chat: a message has parts, of which only the answer part is read; its reasoning is another part. */

/** @import { Site } from "./site.js" */

import { chat } from "./elements.js";
import { writtenCitation, writtenSources } from "./notes.js";

/** @type {Site} */
export const mistral = chat({
  name: "mistral",
  proved: false,
  hosts: ["chat.mistral.ai"],
  markup: "[data-message-part-type]",
  conversation: /^\/chat\/[\w-]{8}/,
  answer: "[data-message-author-role='assistant'][data-message-id]",
  body: "[data-message-part-type='answer'], [data-testid='text-message-part']",
  prompt: "[data-message-author-role='user'] .select-text",
  stop: "button[aria-label='Stop generating']",
  dropped: "[data-message-part-type='reasoning'], .rich-table-title-bar, "
    + ":is([data-testid='code-block'], .markdown-fenced-code-root) .sticky",
  citation: writtenCitation,
  references: writtenSources,
});

// Evidence. A saved page of 2026-05-21 without web citations, run over here; measured by others on 2026-08-01. How web
// citations are marked is not established, so they are read as ordinary numbered links.
