/** Copilot for everybody. Links may be spans that keep their address in an attribute; lists glue a number to a domain. */

/** @import { Site } from "./site.js" */

import { addressesIn, moreIn } from "./addresses.js";
import { asProse, asWritten, chat, chip } from "./elements.js";
import { writtenCitation, writtenSources } from "./notes.js";

/** @type {Site} */
export const copilot = chat({
  name: "copilot",
  proved: false,
  hosts: [".copilot.microsoft.com", "copilot.com", "www.copilot.com"],
  markup: "[data-content='ai-message'], [class~='group/ai-message-item']",
  conversation: /^\/(?:chats|shares)\/\w{6}/,
  answer: "[data-content='ai-message'], [data-testid='ai-message'], [class~='group/ai-message-item']",
  body: "[data-testid='ai-message-body']",
  prompt: "[data-content='user-message']",
  writing: "[data-testid='loading-message']",
  citation(element, before) {
    if (!element.matches("span[role='button'][data-url]")) return writtenCitation(element, before);
    const label = (element.textContent ?? "").trim();
    const found = chip(addressesIn(element), moreIn(label));
    if (/^\d{0,2}(?:[a-z0-9-]+\.)+[a-z]{2,}/i.test(label)) return asWritten(found);
    return found.sources.length ? asProse(found) : null; // a name that leads to a page of the application
  },
  references: writtenSources,
});

// Evidence. A small saved fixture of 2026-07-22 and measurements of 2026-08-01 in public repositories; how a citation from
// the web is marked was not established by 2026-09-12, nor that a model cannot write what looks like one: all waits. Not run
// over a saved page.
