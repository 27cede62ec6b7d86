/** You.com: numbered citations that lead into the answer's panel of web results. */

/** @import { Site } from "./site.js" */

import { addressesIn } from "./addresses.js";
import { chat, numbered } from "./elements.js";
import { writtenCitation } from "./notes.js";

/** @type {Site} */
export const you = chat({
  name: "you",
  proved: false,
  hosts: ["you.com", "www.you.com"],
  markup: "[data-testid^='youchat-answer-turn-']",
  conversation: /[?&]cid=/,
  answer: "[data-testid^='youchat-answer-turn-']",
  body: "[data-testid='youchat-text']",
  prompt: "[data-testid^='youchat-question-turn-']",
  writing: "[data-testid^='step-'][data-finished='false']",
  citation: writtenCitation,
  references: (answer) => numbered([...answer.querySelectorAll("[data-testid='youchat-web-results-panel'] a[href]")]
    .map((row) => addressesIn(row).slice(0, 1).map(({ address }) => ({ address, title: row.textContent?.trim() ?? "" })))),
});

// Evidence. Test ids measured by others on 2026-08-01. Not run over a saved page; that "[2]" means the panel's second row
// is taken from the order shown.
