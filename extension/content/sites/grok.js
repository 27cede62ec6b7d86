/** Grok. Nothing known tells its citations from links of the answer: numbered and domain links are citations that wait. */

/** @import { Site } from "./site.js" */

import { chat } from "./elements.js";
import { writtenCitation, writtenSources } from "./notes.js";

/** @type {Site} */
export const grok = chat({
  name: "grok",
  proved: false,
  hosts: ["grok.com", "grok.x.ai", "x.com/i/grok"],
  markup: ".response-content-markdown",
  conversation: /^\/(?:c|chat|share)\/[\w-]{8}/,
  answer: "[data-testid='assistant-message'], [id^='response-'].items-start",
  body: ".response-content-markdown",
  prompt: "[data-testid='user-message'], [id^='response-'].items-end",
  stop: "[data-testid='chat-stop'], button[aria-label^='Stop ']",
  dropped: ".thinking-container, .border-border-l1.bg-surface-base",
  citation: writtenCitation,
  references: writtenSources,
});

// Evidence. Roles verified by others on 2026-08-01; of citations there is no reliable description. Not run over a saved
// page.
