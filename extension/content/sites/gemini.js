/**
 * Gemini: chats, whose chips keep their addresses back until they are clicked, and deep research, whose numbered notes
 * lead to the list of used sources under the report.
 */

/** @import { References, Site } from "./site.js" */

import { addressesIn, moreIn } from "./addresses.js";
import { chat, chip, numbered } from "./elements.js";

const REPORT = "deep-research-immersive-panel";

/** @type {Site} */
export const gemini = {
  ...chat({
    name: "gemini",
    proved: true,
    hosts: ["gemini.google.com"],
    markup: `${REPORT}, model-response message-content`,
    conversation: /^(?:\/u\/\d+)?\/(?:app|share)\/\w{6}/,
    answer: `model-response, ${REPORT}`,
    body: ".markdown",
    prompt: "user-query .query-text",
    dropped: "sources-list, sources-carousel, sources-sidebar-button, model-thoughts, mat-icon, weather-card",
    citation(element, _before, references) {
      const note = element.localName === "source-footnote" && element.querySelector("[data-turn-source-index]");
      if (note) return chip(references.byNumber.get(Number(note.getAttribute("data-turn-source-index"))) ?? [], 0);
      if (element.localName === "source-inline-chip") return chip(addressesIn(element), moreIn(element.textContent ?? ""));
      return null;
    },
  }),

  /** Notes count from 1 through the sources used; those only read have no number. @returns {References} */
  references(answer) {
    const rows = [...answer.querySelectorAll(".used-sources a[data-test-id='browse-web-item-link']")];
    return numbered(rows.map((row) => addressesIn(row).slice(0, 1).map(({ address }) => {
      const title = row.querySelector("[data-test-id='sub-title']") ?? row.querySelector("[data-test-id='domain-name']");
      return { address, title: (title?.textContent ?? "").replace(/\s+/g, " ").trim() };
    })));
  },

  /** The send button waits beside an empty field only while an answer comes. */
  isFinished(answer, last) {
    if (!last || answer.localName === REPORT || answer.querySelector("response-footer.complete")) return true;
    const page = answer.ownerDocument;
    return !(page.querySelector("[data-test-id='send-button-container']") && page.querySelector(".ql-editor.ql-blank"));
  },
};

// Evidence. Deep research: a saved page of 2026-02, run over here; 63 notes, 37 used sources, the note's number is the
// source's place. Chats: a transcribed chip of 2026-09, saved pages of others of 2026-07-29. The element names are those
// of the application itself; labels are in the reader's language and are not used.
