/** Duck.ai and DuckDuckGo's own answers. An answer is what follows the reader's message; its first line names the model. */

/** @import { Site } from "./site.js" */

import { chat, questionBefore } from "./elements.js";
import { writtenCitation, writtenSources } from "./notes.js";

const PROMPT = "[data-testid='user-message']";

/** @type {Site} */
export const duckduckgo = {
  ...chat({
    name: "duckduckgo",
    proved: false,
    hosts: ["duck.ai", "duckduckgo.com"],
    markup: "",
    conversation: /[?&](?:ia=chat|duckai=1)/,
    answer: PROMPT,
    body: "*",
    prompt: PROMPT,
    citation: writtenCitation,
    references: writtenSources,
  }),

  /** The first element behind a message that is no message, up to where the reader speaks again. */
  answers: (document) => [...document.querySelectorAll(PROMPT)].flatMap((message) => {
    let row = message;
    for (let around = row.parentElement; !row.nextElementSibling && around; around = row.parentElement) {
      if (around.querySelectorAll(PROMPT).length > 1) break;
      row = around;
    }
    const next = row.nextElementSibling;
    return next && !next.matches(PROMPT) && !next.querySelector(PROMPT) ? [next] : [];
  }),

  bodies(answer) {
    const [first, ...rest] = answer.children;
    const named = first && rest.length && !first.querySelector("p, li, pre, table") && (first.textContent ?? "").length < 60;
    return named ? rest : [answer];
  },

  question: (answer) => questionBefore(answer, PROMPT),
};

// Evidence. Duck.ai: its only stable hook is the reader's message, measured by others on 2026-08-02. Search Assist: no
// dependable markup is known, so it is not read. Not run over a saved page.
