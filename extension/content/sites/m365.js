/** Microsoft 365 Copilot: a citation is a button or link without address whose attribute lists its whole group as JSON. */

/** @import { Site } from "./site.js" */

import { addressesIn, moreIn } from "./addresses.js";
import { chat, chip } from "./elements.js";

/** @type {Site} */
export const m365 = chat({
  name: "m365",
  proved: false,
  hosts: ["m365.cloud.microsoft", "copilot.cloud.microsoft", "m365.microsoft.com", "www.office.com/chat",
    "www.microsoft365.com/chat"],
  markup: ".fai-CopilotMessage, [data-testid='m365-chat-llm-web-ui-chat-message']",
  conversation: /^\/chat\/\w/,
  answer: "[data-testid='copilot-message-div'], .fai-CopilotMessage",
  body: "[data-testid='markdown-reply']",
  prompt: ".fai-UserMessage, [data-testid='chatQuestion'] [data-testid='chatOutput']",
  writing: ".fai-CopilotMessage[aria-busy='true']",
  citation: (element) => (element.matches("[data-grouped-citations], .fai-BebopCitation, .fai-Citation")
    ? chip(addressesIn(element), moreIn(element.textContent ?? "")) : null),
});

// Evidence. A transcribed excerpt with a grouped citation, saved and live pages of others of 2026-08-17 and 2026-09-12.
// Not run over a whole saved page. Many sources are documents behind the reader's own login.
