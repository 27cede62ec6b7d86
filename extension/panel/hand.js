/**
 * Checking by hand: the form that says what is checked against what, and the results below it. What the reader typed
 * or selected is what is checked; every link is fetched, since the reader asked. Results stand only under the form that
 * they came from, and are checked again as they were asked for, whatever the form says by then.
 *
 * @import { Selected } from "../content/selection.js"
 * @import { Page } from "../wire.js"
 * @typedef {{ask: string, [key: string]: unknown}} Request
 * @typedef {{what: string, request: Request, page: Page}} Asked `what` as the form has it, and where the words stood
 */

import { api } from "../browser.js";
import { nameOf } from "../content/parts.js";
import { make, wrapping } from "../dom.js";
import { words } from "../language.js";
import { ask, byId } from "../pages.js";
import { answerOf, draftOf } from "./asked.js";
import { Following } from "./following.js";
import { Results } from "./results.js";

/** The helper takes bodies of 4 MB, and base64 makes four characters of three bytes. */
const LARGEST_FILE = 2_900_000;
/** Bytes turned into characters at once; more arguments than this overflow the stack. */
const PIECE = 8_192;

const form = byId("by-hand", HTMLFormElement);
const quote = byId("words", HTMLTextAreaElement);
const draft = byId("draft", HTMLTextAreaElement);
const links = byId("links", HTMLUListElement);

export class ByHand {
  #wiring;
  #page = { address: "", title: "", language: "" };
  /** What the results are of. @type {Asked|null} */
  #asked = null;
  #results = new Results({
    again: () => this.#asked && void this.#begin(this.#asked),
    cancel: () => this.#following.cancel(),
    fetch: (_, sources) => this.#following.fetch(sources),
    beside: (_, kind, source) => this.#following.beside(kind, source),
    byHand: true,
  });
  #following = new Following((check) => this.#results.update({ address: "", title: "", ...this.#asked?.page, checks: [check], open: null }));
  #below = make("div", { class: "asked" }, this.#results.element);

  /** @param {{tab: () => chrome.tabs.Tab|null, checkPage: () => Promise<void>, reveal: () => void}} wiring */
  constructor(wiring) {
    this.#wiring = wiring;
    form.after(this.#below);
    form.addEventListener("submit", (event) => (event.preventDefault(), void this.#check()));
    form.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === "radio") this.say(""); // what was said is of another choice
      this.#arrange();
    });
    draft.addEventListener("paste", (event) => this.#paste(event));
    byId("take", HTMLButtonElement).onclick = () => void ask({ ask: "take selection", tab: wiring.tab()?.id });
    addEventListener("pagehide", () => this.#following.cancel());
    this.#arrange();
    this.#listLinks([]);
  }

  /** @param {string} sentence @param {"bad"|""} [tone] */
  say(sentence, tone = "bad") {
    const state = byId("hand-state", HTMLParagraphElement);
    state.textContent = sentence;
    state.className = `state ${tone}`;
  }

  /** What the reader selected on a page. @param {Selected & {tab: number}} selected */
  take({ words: selected, page, links: found }) {
    void api.storage.session.remove("hand");
    this.#wiring.reveal();
    this.say(selected ? "" : words("hand_nothing_selected"));
    if (selected) quote.value = selected;
    this.#page = page;
    this.#choose("what", "words");
    this.#choose("against", found.length ? "links" : "address");
    this.#listLinks(found);
    this.#arrange();
    quote.focus();
  }

  /** @param {Selected["links"]} found */
  #listLinks(found) {
    const none = !found.some(({ near }) => near);
    links.replaceChildren(...found.map(({ address, title, near }, index) => make("li", {}, make("label", { class: "choice" },
      make("input", { type: "checkbox", name: "link", value: address, checked: near || (none && index === 0) }), " ",
      make("span", {}, make("bdi", {}, title), " ", make("span", { class: "quiet address" }, ...wrapping(nameOf({ title: "", address }))))))));
    byId("no-links", HTMLParagraphElement).hidden = found.length > 0;
  }

  /** @param {string} name @param {string} value */
  #choose(name, value) {
    const wanted = /** @type {HTMLInputElement|null} */ (form.querySelector(`input[name="${name}"][value="${value}"]`));
    if (wanted) wanted.checked = true;
  }

  /** @param {string} name */
  #chosen(name) {
    return String(new FormData(form).get(name));
  }

  /** Shows what belongs to the reader's choices. */
  #arrange() {
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-what], [data-against]"))) {
      const { what, against } = part.dataset;
      part.hidden = what ? what !== this.#chosen("what") : against !== this.#chosen("against");
    }
    this.#below.hidden = this.#asked?.what !== this.#chosen("what");
  }

  /** What is pasted from a page or a word processor keeps its links. @param {ClipboardEvent} event */
  #paste(event) {
    const markup = event.clipboardData?.getData("text/html");
    if (!markup) return;
    event.preventDefault();
    draft.setRangeText(draftOf(new DOMParser().parseFromString(markup, "text/html")), draft.selectionStart, draft.selectionEnd, "end");
  }

  async #check() {
    const what = this.#chosen("what");
    if (what === "page") return void this.#wiring.checkPage();
    const request = await this.#request();
    if (typeof request === "string") return this.say(request);
    await this.#begin({ what, request, page: this.#page });
  }

  /** Has what was asked for checked, also once more. @param {Asked} asked */
  async #begin(asked) {
    this.say(words("options_asking"), "");
    const reply = await ask({ ...asked.request, tab: this.#wiring.tab()?.id }); // its window may be private
    if (reply.ok) this.say("", "");
    else this.say(reply.trouble === "bad_request" && reply.sentence ? reply.sentence : words(`trouble_${reply.trouble}`));
    if (!reply.ok) return;
    this.#asked = asked;
    this.#arrange();
    await this.#following.begin(reply.value.job);
  }

  /** @returns {Promise<Request|string>} a request, or what is missing for one */
  async #request() {
    if (this.#chosen("what") === "draft") return draft.value.trim() ? { ask: "check draft", draft: draft.value } : words("hand_no_draft");
    const wanted = quote.value.trim();
    if (!wanted) return words("hand_no_words");
    const against = this.#chosen("against");
    if (against === "text") {
      const { value } = byId("text", HTMLTextAreaElement);
      return value.trim() ? { ask: "check quote", quote: wanted, source: { text: value, name: words("hand_text") } } : words("hand_no_text");
    }
    if (against === "file") return fileAsked(wanted);
    const chosen = against === "links" ? new FormData(form).getAll("link").map(String) : [byId("address", HTMLInputElement).value.trim()];
    const addresses = chosen.filter((address) => /^https?:\/\//i.test(address) && URL.canParse(address));
    return addresses.length ? { ask: "check by hand", answer: answerOf(wanted, this.#page, addresses) } : words(against === "links" ? "hand_no_link" : "hand_no_address");
  }
}

/** @param {string} wanted */
async function fileAsked(wanted) {
  const file = byId("file", HTMLInputElement).files?.[0];
  if (!file) return words("hand_no_file");
  if (file.size > LARGEST_FILE) return words("cause_too_large");
  const bytes = new Uint8Array(await file.arrayBuffer());
  let characters = "";
  for (let at = 0; at < bytes.length; at += PIECE) characters += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return { ask: "check quote", quote: wanted, source: { file: btoa(characters), name: file.name } };
}
