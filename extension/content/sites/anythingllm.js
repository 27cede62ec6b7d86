/** AnythingLLM, wherever it is hosted: no citations in the text, one button for all sources, addresses only behind it. */

/** @import { Site } from "./site.js" */

import { chat, chip } from "./elements.js";

/** @type {Site} */
export const anythingllm = chat({
  name: "anythingllm",
  proved: false,
  hosts: [],
  markup: "#chat-history",
  answer: "#chat-history .justify-start",
  body: "*",
  prompt: "#chat-history .justify-end",
  writing: "[role='status']",
  stop: "#stop-generation-button",
  dropped: "details",
  citation: (element) => (element.localName === "button" && !element.closest("pre, [data-code-snippet]")
    && !element.hasAttribute("data-tooltip-id") && /\p{L}/u.test(element.textContent ?? "") ? chip([], 0) : null),
});

// Evidence. The application's own source, as of 2026-08-21: rows are told by where they stand, and sources open in a panel.
// Not run over a saved page. The button stands behind the last block, which its hidden sources are counted at.
