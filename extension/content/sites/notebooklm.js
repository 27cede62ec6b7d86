/** NotebookLM: its sources are documents of the notebook, so every citation is hidden; a marker's digit is no text. */

/** @import { Site } from "./site.js" */

import { chat, chip } from "./elements.js";

/** @type {Site} */
export const notebooklm = chat({
  name: "notebooklm",
  proved: false,
  hosts: ["notebooklm.google.com", "notebook.google.com"],
  markup: "chat-message .to-user-container",
  conversation: null, // a notebook need not have been asked anything
  answer: "chat-message:has(.to-user-container)",
  body: ".message-text-content, element-list-renderer",
  prompt: "chat-message .from-user-container",
  writing: ".thinking-message",
  citation(element) {
    if (!element.matches("button.citation-marker")) return null;
    return element.querySelector("mat-icon") ? { sources: [], hidden: 0, words: false, place: false } : chip([], 0);
  },
});

// Evidence. Selectors of a public exporter of 2026-08. Not run over a saved page. The button that unfolds more markers
// holds an icon and cites nothing itself.
