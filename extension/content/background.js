/**
 * The page's line to the background: asks, and gets one reply for each. A background that was stopped in between is
 * simply called again; one that is gone for good (the extension was updated or removed) ends everything here.
 *
 * @typedef {{ok: true, value: any} | {ok: false, trouble: string, sentence?: string}} Reply
 */

import { api } from "../browser.js";

export class Background {
  /** @type {chrome.runtime.Port|null} */
  #port = null;
  /** @type {Map<number, (reply: Reply) => void>} */
  #waiting = new Map();
  #asked = 0;
  #over;

  /** @param {() => void} over called once when Quotefound is switched off here, or the extension has gone */
  constructor(over) {
    this.#over = over;
  }

  /**
   * @param {{ask: string, [key: string]: unknown}} message
   * @returns {Promise<Reply>} `trouble: "interrupted"` when the background stopped before it could answer
   */
  ask(message) {
    const port = this.#connected();
    if (!port) return Promise.resolve({ ok: false, trouble: "gone" });
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      port.postMessage({ id, ...message });
    });
  }

  close() {
    this.#port?.disconnect();
    this.#port = null;
    this.#interrupt();
  }

  #connected() {
    if (this.#port) return this.#port;
    try {
      this.#port = api.runtime.connect({ name: "page" });
    } catch {
      this.#over(); // "Extension context invalidated": nothing will ever answer again
      return null;
    }
    this.#port.onMessage.addListener((message) => {
      if (message.over) return this.#over();
      const { id, ...reply } = message;
      this.#waiting.get(id)?.(reply);
      this.#waiting.delete(id);
      if (reply.trouble === "switched_off") this.#over();
    });
    this.#port.onDisconnect.addListener(() => {
      this.#port = null;
      this.#interrupt();
      if (!api.runtime?.id) this.#over();
    });
    return this.#port;
  }

  #interrupt() {
    for (const resolve of this.#waiting.values()) resolve({ ok: false, trouble: "interrupted" });
    this.#waiting.clear();
  }
}
