/** DeepSeek: a citation is a link round a number; thoughts are set like answers and stand inside them. */

/** @import { Site } from "./site.js" */

import { addressesIn } from "./addresses.js";
import { chat, chip } from "./elements.js";

/** @type {Site} */
export const deepseek = chat({
  name: "deepseek",
  proved: false,
  hosts: ["chat.deepseek.com"],
  markup: ".ds-message .ds-markdown",
  conversation: /^\/a\/chat\/s\/[\w-]{8}/,
  answer: ".ds-message:has(.ds-markdown)",
  body: ".ds-markdown",
  prompt: ".ds-message:not(:has(.ds-markdown))",
  dropped: ".ds-think-content, .md-code-block-banner-wrap",
  citation(element) {
    const isChip = element.matches(".ds-markdown-cite, a:has(.ds-markdown-cite)");
    return isChip ? chip(addressesIn(element), 0) : null;
  },
});

// Evidence. A saved page of 2026-05 without citations, run over here. Citations: several public scrapers that agree,
// undated. The list is virtualised; the stop button cannot be told from others, so rest alone says "finished".
