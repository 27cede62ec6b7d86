/** Kagi: the assistant and FastGPT, read by their ordinary footnotes and lists of references. */

/** @import { Site } from "./site.js" */

import { chat, outermost, questionBefore } from "./elements.js";
import { writtenCitation, writtenSources } from "./notes.js";

const PROMPT = ".chat_bubble[data-author='user']";

/** @type {Site} */
export const kagi = {
  ...chat({
    name: "kagi",
    proved: false,
    hosts: ["kagi.com/assistant", "kagi.com/fastgpt"],
    markup: ".chat_bubble[data-author]",
    conversation: /^\/(?:assistant\/?\?.*thread=|fastgpt\?.*query=)/,
    answer: ".chat_bubble[data-author='assistant']",
    body: ".content",
    prompt: PROMPT,
    citation: writtenCitation,
    references: writtenSources,
  }),

  /** FastGPT has one answer and no turns. */
  answers(document) {
    const turns = outermost(document, this.markup).filter((turn) => !turn.matches(PROMPT));
    return turns.length || !document.querySelector("input[name='query']") ? turns : outermost(document, ".content");
  },

  bodies(answer) {
    const bodies = outermost(answer, ".content");
    return bodies.length ? bodies : [answer];
  },

  question(answer) {
    const field = /** @type {HTMLInputElement|null} */ (answer.ownerDocument.querySelector("input[name='query'], input[name='q']"));
    return questionBefore(answer, PROMPT) ?? (field?.value || null);
  },
};

// Evidence (looked at on 2026-11-30). FastGPT: a public extension reads `.content` and `input[name=query]`, undated. That
// exports have [^n] footnotes is known; the assistant's own class names are a guess. Not run over a saved page.
