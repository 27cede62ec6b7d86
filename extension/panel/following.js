/**
 * One check by hand from its beginning to its end: polls the helper through the background, and tells how it stands.
 *
 * @import { ListedCheck } from "../content/listing.js"
 */

import { api } from "../browser.js";
import { polled } from "../content/polling.js";
import { ask } from "../pages.js";

/** A reader who has not answered by then looks again by checking again. */
const ASKED_MS = 600_000;

export class Following {
  /** @type {string|null} */
  #job = null;
  /** How often more was asked of the job. */
  #wishes = 0;
  #tell;
  /** @type {ListedCheck} */
  #check = { id: 1, question: null, report: null, trouble: null, going: false };

  /** @param {(check: ListedCheck) => void} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /** @param {string} job that has just begun; an earlier one ends */
  async begin(job) {
    this.cancel();
    this.#job = job;
    this.#check = { ...this.#check, report: null, trouble: null, going: false };
    await this.#follow(job);
  }

  cancel() {
    const job = this.#job;
    this.#job = null;
    if (!job || !this.#check.going) return;
    void ask({ ask: "cancel", job });
    this.#say({ going: false });
  }

  /** The reader's consent to fetch more. @param {number[]} sources */
  async fetch(sources) {
    const job = this.#job;
    if (!job) return;
    const reply = await ask({ ask: "fetch", job, sources });
    if (reply.ok) await this.#followOn(job);
  }

  /**
   * Has a source read in a tab of the reader's, or in an archive's copy. Where a page of ours has to ask first, the
   * reading comes when the reader has come back from it.
   * @param {import("../content/parts.js").Beside} kind @param {number} source @returns {Promise<string>} the trouble, or ""
   */
  async beside(kind, source) {
    const job = this.#job;
    if (!job) return "";
    const [tab] = await api.tabs.query({ active: true, currentWindow: true });
    const reply = await ask({ ask: kind === "own_tab" ? "read in tab" : "archive", tab: tab?.id, job, source, mayAsk: true });
    if (!reply.ok) return reply.trouble ?? "helper_error";
    if (reply.value?.asked) {
      const back = () => void this.#followOn(job);
      api.tabs.onActivated.addListener(back);
      setTimeout(() => api.tabs.onActivated.removeListener(back), ASKED_MS);
    } else await this.#followOn(job);
    return "";
  }

  /** Follows the job when more was asked of it. @param {string} job */
  async #followOn(job) {
    this.#wishes += 1;
    await this.#follow(job);
  }

  /** @param {string} job */
  async #follow(job) {
    if (this.#job !== job || this.#check.going) return;
    this.#say({ going: true });
    await polled(() => this.#wishes, (seen) => ask({ ask: "poll", job, seen }), (reply, going) => {
      if (this.#job !== job) return false;
      this.#say(reply.ok ? { report: reply.value, going } : { trouble: reply.trouble ?? "helper_error", going });
      return true;
    });
  }

  /** @param {Partial<ListedCheck>} news */
  #say(news) {
    this.#check = { ...this.#check, ...news };
    this.#tell(this.#check);
  }
}
