/**
 * Any page whose ordinary markup says what is an answer and what is a citation: the role attributes that chat pages
 * share, else article, main, body. Knows no site, so it cannot tell whether a link is the site's or the model's: what an
 * unknown renderer lets through can be written by a steered model, footnotes and raised numbers too. All addresses wait,
 * unless the page's head, which no answer reaches, says that such links are the site's own.
 */

/** @import { Site } from "./site.js" */

import { chat, outermost } from "./elements.js";
import { listedSources, noteCitation } from "./notes.js";

const ANSWER = "[data-message-author-role='assistant'], [data-message-role='assistant'], [data-testid='assistant-message'], "
  + "[data-role='assistant'], [data-author='assistant'], .agent-turn, .chat-assistant";
const PROMPT = "[data-message-author-role='user'], [data-message-role='user'], [data-testid='user-message'], "
  + "[data-role='user'], [data-author='user'], .user-turn, .chat-user";

/** @type {Site} */
export const generic = {
  ...chat({
    name: "generic",
    proved: true, // it promises nothing of any site
    hosts: [],
    markup: "",
    home: "head > meta[name='quotefound'][content='own-citations']",
    answer: ANSWER,
    body: "*",
    prompt: PROMPT,
    writing: "[aria-busy='true'], [data-is-streaming='true'], [data-streaming='true'], .result-streaming, .submitting",
    stop: "[data-testid='stop-button'], .stop-generating-btn, #stop-generation-button",
    dropped: `${PROMPT}, nav, aside, form, dialog, body > header, footer:not(blockquote footer), [role='navigation'], [role='search'], `
      + "[role='banner'], [role='contentinfo'], [role='toolbar'], [role='dialog'], [data-exclude-from-copy], "
      + ".thinking, .reasoning, .tool-call",
    citation: noteCitation,
    references: listedSources,
  }),

  answers(document) {
    for (const selector of [ANSWER, "article, [role='article']", "main, [role='main']"]) {
      const answers = outermost(document, selector);
      if (answers.length) return answers;
    }
    return document.body ? [document.body] : [];
  },
};
