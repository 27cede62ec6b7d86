/**
 * Perplexity: threads and reports. A citation keeps its address in an attribute, with or without a link inside; the
 * older group chip has none. Answers are parted by the reader's questions alone.
 */

/** @import { Site } from "./site.js" */

import { addressesIn, moreIn } from "./addresses.js";
import { betweenPrompts, chat, chip, outermost } from "./elements.js";

const FINAL = "[data-workflow-final-text], [class~='group/final-text']";
const BODY = `.prose, [data-renderer='lm'], ${FINAL}`;
const PROMPT = "[class~='group/query'], [class~='group/user-bubble']";

/** @type {Site} */
export const perplexity = {
  ...chat({
    name: "perplexity",
    proved: true,
    hosts: [".perplexity.ai"],
    markup: "[data-pplx-citation], [id^='markdown-content-'] .prose",
    conversation: /^\/(?:search|page)\/[^/]/,
    answer: BODY,
    body: BODY,
    prompt: `:is(${PROMPT}) .select-text`,
    stop: "button[aria-label^='Stop response']",
    citation(element) {
      if (!element.matches(".citation, [data-pplx-citation]")) return null;
      const addressed = addressesIn(element);
      const [only] = addressed;
      if (only && addressed.length === 1) only.title ||= element.closest("[aria-label]")?.getAttribute("aria-label") ?? "";
      return chip(addressed, moreIn(element.textContent ?? ""));
    },
  }),

  answers: (document) => betweenPrompts(document, BODY, PROMPT),

  /** Where the final text is named, what else is set like it are steps on the way. */
  bodies(answer) {
    const parts = answer.matches(BODY) ? [answer] : outermost(answer, BODY).filter((part) => !part.closest(PROMPT));
    const final = parts.filter((part) => part.closest(FINAL) || part.querySelector(FINAL));
    return final.length ? final : parts;
  },
};

// Evidence. A saved report of 2026-02, run over here: 27 chips with an address, 3 groups without. Measured by others:
// answers of 2026-08-11 with addresses in attributes alone, layouts of 2026-08 and 2026-09 (final text beside an empty
// container). The markup of citations changed four times in 2026.
