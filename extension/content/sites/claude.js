/** Claude: chats, and the report in its panel beside them. Citations are pills with a link, right behind their sentence. */

/** @import { Site } from "./site.js" */

import { addressesIn, moreIn } from "./addresses.js";
import { chat, chip } from "./elements.js";

const BODY = ".standard-markdown, .progressive-markdown";

/** @type {Site} */
export const claude = chat({
  name: "claude",
  proved: true,
  hosts: ["claude.ai"],
  markup: ".font-claude-response, [data-skill-file-viewer]",
  conversation: /^\/(?:chat|share)\/[\w-]{8}/,
  answer: "[data-testid='assistant-message'], [data-is-streaming], .font-claude-response, #markdown-artifact, "
    + `[data-skill-file-viewer], .bg-surface-3:has(${BODY}):not(:has([data-testid='user-message']))`,
  body: BODY,
  prompt: "[data-testid='user-message'], [data-user-message-bubble]",
  writing: "[data-is-streaming='true'], [data-state='busy']",
  stop: "[data-testid='chat-input-stop']",
  dropped: "[data-testid*='thinking' i], [class*='thinking' i]",
  citation: (element) => (element.localName === "a" && element.classList.contains("group/tag")
    ? chip(addressesIn(element), moreIn(element.textContent ?? "")) : null),
});

// Evidence. The report panel: a saved page of 2026-01, run over here (pills, "+2", a spacer between two pills). Chats:
// measured by others on 2026-07-31, 2026-08 and 2026-09-26. Only the first address of a "+2" is in the page.
