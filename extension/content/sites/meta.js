/** Meta AI: says of each answer how far it has come. Its links go through a redirect that names its goal. */

/** @import { Site } from "./site.js" */

import { chat } from "./elements.js";
import { writtenCitation, writtenSources } from "./notes.js";

/** @type {Site} */
export const meta = chat({
  name: "meta",
  proved: false,
  hosts: ["meta.ai", "www.meta.ai"],
  markup: ".ur-markdown",
  conversation: /^\/prompt\/[\w-]{6}/,
  answer: "[data-testid='assistant-message']",
  body: ".ur-markdown",
  prompt: "[data-message-type='user']",
  writing: "[data-streaming-state]:not([data-streaming-state='DONE']), [data-streaming-complete='false']",
  dropped: "[data-testid='subagent-cot-list']",
  citation: writtenCitation,
  references: writtenSources,
});

// Evidence (as known on 2026-11-30). Roles, state and redirect links: a saved page in a public repository. Not run over a
// saved page; how citations differ from other links is not known, so numbered and domain links count as citations.
