/** Brave Search's answers, over its results and in Ask. References stand inside the text in boxes of their own. */

/** @import { Site } from "./site.js" */

import { addressesIn, moreIn } from "./addresses.js";
import { chat, chip } from "./elements.js";
import { writtenCitation, writtenSources } from "./notes.js";

const ANSWER = "#chatllm-main-answer-content, .chatllm-answer-list, .llm-output";

/** @type {Site} */
export const brave = chat({
  name: "brave",
  proved: false,
  hosts: ["search.brave.com"],
  markup: "#chatllm-main-answer-content, #chatllm-conversation",
  conversation: /^\/ask\?.*conversation=/,
  answer: ANSWER,
  body: ANSWER,
  prompt: "#chatllm-title, .chatllm-question",
  dropped: ".chatllm-disclaimer, .followups-wrapper",
  citation: (element, before) => (element.matches(".inline-refs")
    ? chip(addressesIn(element), moreIn(element.textContent ?? "")) : writtenCitation(element, before)),
  references: writtenSources,
});

// Evidence. Names that agree across public scripts, the newest of 2026-02-10. Not run over a saved page; where a reference
// keeps its address is not verified, so every place is looked at.
