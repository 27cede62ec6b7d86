/**
 * Google's AI Mode, and the AI Overview over search results. A citation is an empty link with its label, and a button
 * beside it that shows the publisher; a button alone keeps its sources back. The cards beside an answer list sources.
 */

/** @import { Site } from "./site.js" */

import { addressesIn, moreIn } from "./addresses.js";
import { chat, chip, lastBefore, noReferences, outermost } from "./elements.js";

const OVERVIEW = "#m-x-content, [data-subtree='aio'], [data-attrid*='ai_overview' i]";
const COLUMN = "[data-container-id='main-col']";
/** "You said:" in one span, the question in the next; the page holds an empty one too. */
const PROMPT = "[role='heading'][aria-level='2']:has(> span + span:not(:empty))";
/** Over and under a piece of code: its language, and a word of caution. */
const ROUND_CODE = "div:has(+ div[dir='ltr'] > pre), div:has(> div[dir='ltr'] > pre) + div";
const CHIP = "[data-amic], [data-icl-uuid], span > span[aria-hidden='true'] ~ button";

/** @type {Site} */
export const google = {
  ...chat({
    name: "google",
    proved: true,
    hosts: ["www.google.*/search", "google.*/search"],
    markup: `[data-subtree='aimc'], ${OVERVIEW}`,
    conversation: null, // results need not come with an answer
    answer: `[data-subtree='aimc'], ${OVERVIEW}`,
    body: COLUMN,
    prompt: PROMPT,
    dropped: "[aria-hidden='true'], [role='dialog'], [popover], [data-container-id='rhs-col'], [data-src-id], "
      + `[data-type='hovc'], [data-subtree='msc'], [data-crb-snippet-text], form, [role='button'], ${ROUND_CODE}`,
    citation(element) {
      if (element.localName === "a") {
        const label = element.getAttribute("aria-label") ?? "";
        if (!label || element.textContent?.trim()) return null; // a name in the answer that leads somewhere
        const addressed = addressesIn(element);
        const [only] = addressed;
        // The label's last sentence says in the reader's language what a click does.
        if (only) only.title = label.replace(/\s*\(\+\d+\)/, "").replace(/\.[^.]*$/, "");
        return chip(addressed, moreIn(label));
      }
      if (element.localName !== "button" || !element.matches(CHIP)) return null;
      const link = element.parentElement?.querySelector(":scope > a[href]");
      return link ? { sources: [], hidden: 0, words: false, place: false } : chip([], moreIn(element.textContent ?? ""));
    },
    pictured: (element) => (element.hasAttribute("data-xpm-copy-root")
      ? (element.getAttribute("data-xpm-latex") ?? "").replace(/\\hphantom\{[^}]*\}/g, "").replace(/\\([$%&#_{}])/g, "$1") : null),
  }),

  bodies(answer) {
    const columns = outermost(answer, COLUMN);
    return columns.length ? columns : [answer];
  },

  question(answer) {
    const asked = lastBefore(answer, PROMPT)?.lastElementChild?.textContent?.replace(/\s+/g, " ").trim();
    const field = /** @type {HTMLTextAreaElement|null} */ (answer.ownerDocument.querySelector("[name='q']"));
    return asked || field?.value || null;
  },

  /** Cards are shown twice, in a list and where one points. */
  references(answer) {
    const around = answer.closest("[data-scope-id='turn']") ?? answer;
    const cards = [...around.querySelectorAll("[data-src-id] a[href]")].flatMap((card) => {
      const title = (card.getAttribute("aria-label") ?? "").replace(/\.[^.]*\.?$/, "");
      return addressesIn(card).slice(0, 1).map(({ address }) => ({ address, title, rendered: true }));
    });
    return { ...noReferences(), sources: cards };
  },
};

// Evidence. AI Mode: a saved page of 2026-05 with two turns, run over here (6 buttons without an address, 9 cards), and a
// transcribed one of 2026-08 with direct links. Since 2026-08 addresses may be signed redirects. AI Overviews: names from
// public repositories of 2025-06 and 2026-08, not run over a saved page. Classes change with every build.
