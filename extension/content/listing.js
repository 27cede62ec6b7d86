/**
 * The page's line to our own pages: the panel hears how the page's answers stand and which card is open, and asks for
 * what its reader does there; the popup asks once; shortcuts come from the background. Pages of the web cannot call it.
 *
 * @import { Report } from "../wire.js"
 * @import { State } from "./sites/state.js"
 * @typedef {{id: number, question: string|null, report: Report|null, trouble: string|null, going: boolean}} ListedCheck
 * @typedef {{address: string, title: string, state: State, checks: ListedCheck[],
 *   open: {check: number, quote: string}|null}} Listed `quote` is the id of a quote or of a claim
 * @typedef {object} Acts what a reader does elsewhere and is done here
 * @property {(check: number, quote: string) => void} open a quote's or a claim's card
 * @property {(check: number, fresh: boolean) => void} again `fresh` with its sources read anew
 * @property {(check: number) => void} cancel
 * @property {(check: number, sources: number[]) => void} fetch
 * @property {(by: number) => void} step to the next problem, or the one before
 */

import { api } from "../browser.js";

/** Reports come in bursts; a list that is drawn ten times a second is as live as one drawn a hundred times. */
const TOGETHER_MS = 100;

export class Listing {
  /** @type {Set<chrome.runtime.Port>} */
  #panels = new Set();
  #listed;
  #acts;
  #clock = 0;
  /** @param {chrome.runtime.Port} port */
  #connect = (port) => {
    if (port.name !== "panel") return;
    this.#panels.add(port);
    port.onDisconnect.addListener(() => this.#panels.delete(port));
    port.onMessage.addListener((message) => this.#act(message));
    port.postMessage(this.#listed());
  };
  /** @param {{ask?: string, by?: number}} message @param {chrome.runtime.MessageSender} _ @param {(reply: unknown) => void} respond */
  #asked = (message, _, respond) => {
    if (message.ask === "listed") respond(this.#listed());
    if (message.ask === "step") this.#acts.step(message.by ?? 1);
  };

  /** @param {() => Listed} listed how everything stands now @param {Acts} acts */
  constructor(listed, acts) {
    this.#listed = listed;
    this.#acts = acts;
    api.runtime.onConnect.addListener(this.#connect);
    api.runtime.onMessage.addListener(this.#asked);
  }

  /** Something has changed: whoever listens is told soon. */
  tell() {
    if (!this.#panels.size || this.#clock) return;
    this.#clock = setTimeout(() => {
      this.#clock = 0;
      const listed = this.#listed();
      for (const panel of this.#panels) panel.postMessage(listed);
    }, TOGETHER_MS);
  }

  close() {
    clearTimeout(this.#clock);
    api.runtime.onConnect.removeListener(this.#connect);
    api.runtime.onMessage.removeListener(this.#asked);
    for (const panel of this.#panels) panel.disconnect();
    this.#panels.clear();
  }

  /** @param {{act: string, check: number, quote: string, sources: number[], fresh: boolean}} message */
  #act({ act, check, quote, sources, fresh }) {
    if (act === "open") this.#acts.open(check, quote);
    else if (act === "again") this.#acts.again(check, fresh);
    else if (act === "cancel") this.#acts.cancel(check);
    else if (act === "fetch") this.#acts.fetch(check, sources);
  }
}
