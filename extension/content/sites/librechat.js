/** LibreChat, wherever it is hosted: a citation is a pill with the first address of its group; cards list them all. */

/** @import { Site } from "./site.js" */

import { addressesIn, moreIn } from "./addresses.js";
import { chat, chip } from "./elements.js";

/** @type {Site} */
export const librechat = chat({
  name: "librechat",
  proved: false,
  hosts: [],
  markup: ".message-render .agent-turn, .agent-turn .message-content.markdown",
  home: "head:has(> meta[name='description'][content$='open source chat application with support for multiple AI models']) "
    + "> link[rel='apple-touch-icon'][href$='assets/apple-touch-icon-180x180.png']", // a description alone may quote an answer
  answer: ".agent-turn",
  body: ".message-content",
  prompt: ".user-turn .message-content, .user-turn [data-testid='message-body']",
  writing: ".submitting, .result-streaming, .result-thinking",
  dropped: ".not-prose",
  citation: (element) => (element.matches("span.relative.inline-block > span > a[href]")
    ? chip(addressesIn(element), moreIn(element.textContent ?? "")) : null),
});

// Evidence. The application's own source, read on 2026-11-30 (the pill, its hidden button and its card). Not run over a
// saved page. It renders no HTML of the model's, which therefore cannot write a pill. Raw markers of private-use characters
// may be left in a stopped answer. Its head as of 2026-11-30; a renamed copy keeps the description's end.
