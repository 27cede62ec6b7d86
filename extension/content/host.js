/**
 * The one node that Quotefound adds to a page: <quotefound-card> beside the page's own tree, with a closed shadow root.
 * In it the bar and the card that opens at a mark. Owns clicks and focus; what a card says is card.js and claim_card.js,
 * where it stands is placing.js, how the answers stand is bar.js. Tells whose card is open, for the panel's list.
 *
 * @import { Shown } from "./bar.js"
 * @import { Mark } from "./marking.js"
 * @import { Marks } from "./marks.js"
 * @import { Beside } from "./parts.js"
 * @typedef {{owner: object, check: Shown}} Standing one answer on the page and its check
 * @typedef {{owner: object, mark: Mark}} Hit
 * @typedef {object} Wiring
 * @property {Marks} marks
 * @property {(check: Shown) => void} again
 * @property {(check: Shown, sources: number[]) => void} fetch
 * @property {(check: Shown, kind: Beside, source: number) => Promise<string>} beside
 * @property {(open: {check: Shown, quote: string}|null) => void} opened with the id of the quote or claim
 */

import { api } from "../browser.js";
import { drawing, make } from "../dom.js";
import { language, words } from "../language.js";
import { Bar, stepper } from "./bar.js";
import { cardOf } from "./card.js";
import { claimCardOf } from "./claim_card.js";
import { isProblem } from "./marking.js";
import { isInSight, isNarrow, place, tellMore, uncover } from "./placing.js";

const SHEETS = ["look.css", "content/card.css", "content/quote.css"];

export class Host {
  #wiring;
  #element = document.createElement("quotefound-card");
  #bar = new Bar((by) => this.#step(by));
  #title = make("h2", { id: "verdict", tabindex: "-1" });
  #place = make("span", { class: "quiet place" });
  #body = make("div", { class: "body" });
  #card = make("section", { class: "card", role: "dialog", "aria-labelledby": "verdict", popover: "manual" },
    make("header", {}, this.#title, this.#place, stepper("previous", () => this.#step(-1)), stepper("next", () => this.#step(1)),
      make("button", { type: "button", class: "icon", "aria-label": words("act_close"), click: () => this.close() }, drawing("close"))),
    this.#body);
  /** @type {Standing[]} */
  #standings = [];
  /** @type {Hit|null} the mark whose card is open */
  #open = null;
  /** @type {{focus: () => void}|null} what had the focus before the card took it */
  #before = null;
  /** What the open card was drawn from: drawing it anew would take the focus out of it. */
  #drawn = "";
  #listening = new AbortController();

  /** @param {Wiring} wiring */
  constructor(wiring) {
    this.#wiring = wiring;
    const root = this.#element.attachShadow({ mode: "closed" });
    // On each part, since the page must not read in the host which language the reader chose.
    for (const part of [this.#bar.element, this.#card, this.#bar.status]) part.lang = language();
    root.append(this.#bar.element, this.#card, this.#bar.status);
    tellMore(this.#card, this.#body);
    void this.#dress(root);
    document.documentElement.append(this.#element);
    const { signal } = this.#listening;
    document.addEventListener("click", (event) => this.#click(event), { signal, capture: true });
    addEventListener("scroll", () => this.#follow(), { signal, capture: true, passive: true });
    addEventListener("resize", () => this.#follow(), { signal, passive: true });
    root.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    document.addEventListener("keydown", (event) => this.#open && this.#key(event), { signal });
  }

  /** @param {Node} node */
  is(node) {
    return node === this.#element;
  }

  remove() {
    this.#listening.abort();
    this.#element.remove();
  }

  /** @param {"auto"|"light"|"dark"} look */
  wear(look) {
    this.#element.dataset.look = look;
  }

  /** Opens the card of one quote or claim of a check, wherever on the page it stands. @param {Shown} check @param {string} id */
  open(check, id) {
    const owners = this.#standings.filter((standing) => standing.check === check).map(({ owner }) => owner);
    const hit = this.#wiring.marks.all().find(({ owner, mark }) => owners.includes(owner) && mark.of.id === id);
    if (hit) this.#goTo(hit);
  }

  /** To the next quote or claim that is a problem, or the one before. @param {number} by */
  stepToProblem(by) {
    this.#step(by, this.#wiring.marks.all().filter(({ mark }) => isProblem(mark)));
  }

  /** Shows how the answers stand now; an open card is drawn again. @param {Standing[]} standings */
  update(standings) {
    this.#standings = standings;
    this.#bar.update(standings.map(({ check }) => check), this.#wiring.marks.all().length > 0);
    if (this.#open) this.#redraw(this.#open);
  }

  close() {
    if (!this.#open) return;
    this.#open = null;
    this.#wiring.marks.tint(null);
    this.#card.hidePopover();
    delete this.#card.dataset.sheet;
    this.#coverBar();
    this.#before?.focus();
    this.#before = null;
    this.#wiring.opened(null);
  }

  /** @param {ShadowRoot} root */
  async #dress(root) {
    const texts = await Promise.all(SHEETS.map(async (path) => (await fetch(api.runtime.getURL(path))).text()));
    root.adoptedStyleSheets = texts.map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
  }

  /** A click on a mark opens its card; a click anywhere else closes it. The page gets every click. @param {MouseEvent} event */
  #click(event) {
    const target = /** @type {Element} */ (event.target);
    if (target === this.#element || event.button !== 0) return;
    const selecting = !(getSelection()?.isCollapsed ?? true);
    const inControl = target.closest?.("a[href], button, input, textarea, select, [contenteditable='true']");
    const hit = selecting || inControl ? null : this.#wiring.marks.at(event.clientX, event.clientY);
    if (hit) this.#show(hit);
    else this.close();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || !this.#open) return;
    event.stopPropagation();
    this.close();
  }

  /**
   * To the next of some marks, or the one before; without any, the answers with trouble are tried again. From an open
   * card that is not among them it goes on from its place in the page.
   * @param {number} by @param {Hit[]} among
   */
  #step(by, among = this.#wiring.marks.all()) {
    const all = this.#wiring.marks.all();
    if (!all.length) for (const { check } of this.#standings) if (check.trouble) this.#wiring.again(check);
    if (!among.length) return;
    const here = all.findIndex((hit) => this.#open !== null && isSame(hit, this.#open));
    const places = among.map((hit) => all.findIndex((other) => isSame(hit, other)));
    const next = by > 0 ? places.findIndex((place) => place > here) : places.findLastIndex((place) => here < 0 || place < here);
    this.#goTo(/** @type {Hit} */ (among.at(next < 0 ? (by > 0 ? 0 : -1) : next)));
  }

  /** @param {Hit} hit */
  #goTo(hit) {
    // A sheet asks at once how far the mark has come.
    const calm = isNarrow() || matchMedia("(prefers-reduced-motion: reduce)").matches;
    hit.mark.ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: "center", behavior: calm ? "instant" : "smooth" });
    this.#show(hit);
  }

  /** @param {Hit} hit */
  #show(hit) {
    if (!this.#open) {
      const inside = this.#card.getRootNode();
      const active = inside instanceof ShadowRoot ? inside.activeElement ?? document.activeElement : document.activeElement;
      this.#before = active instanceof HTMLElement && active !== document.body ? active : null;
    }
    this.#open = hit;
    this.#redraw(hit);
    this.#uncover(hit.mark);
    this.#title.focus({ preventScroll: true });
  }

  /** The card of a mark, from the newest report; closed when what it marked has gone. @param {Hit} hit */
  #redraw({ owner, mark }) {
    const standing = this.#standings.find((one) => one.owner === owner);
    const all = this.#wiring.marks.all();
    const index = all.findIndex((one) => isSame(one, { owner, mark }));
    const now = all[index];
    if (standing?.check.going && !now) return this.#await();
    if (!standing?.check.report || !now) return this.close();
    const { kind, of } = now.mark;
    this.#open = now;
    this.#wiring.marks.tint(now.mark);
    this.#wiring.opened({ check: standing.check, quote: of.id });
    const drawn = JSON.stringify([of, standing.check.report.sources, index, all.length]);
    if (drawn === this.#drawn && this.#card.matches(":popover-open")) return this.#follow();
    this.#drawn = drawn;
    this.#card.className = `card ${of.verdict}`;
    this.#title.replaceChildren(drawing(of.verdict ?? "unchecked"), kind === "quote" ? words(`verdict_${of.verdict}`) : words(`claim_${of.verdict}`));
    this.#place.textContent = words("card_place", index + 1, all.length);
    const root = this.#card.getRootNode();
    const inside = root instanceof ShadowRoot && this.#body.contains(root.activeElement);
    const acts = {
      again: () => this.#wiring.again(standing.check),
      fetch: (/** @type {number[]} */ sources) => this.#wiring.fetch(standing.check, sources),
      beside: (/** @type {Beside} */ how, /** @type {number} */ source) => this.#wiring.beside(standing.check, how, source),
      copy: (/** @type {string} */ text) => copied(text, this.#body),
    };
    const { report } = standing.check;
    this.#body.replaceChildren(...kind === "quote" ? cardOf(of, report, acts) : claimCardOf(of, report, acts));
    if (!this.#card.matches(":popover-open")) this.#card.showPopover();
    if (inside) this.#title.focus({ preventScroll: true });
    this.#follow();
    if (isInSight(now.mark.ranges)) this.#uncover(now.mark);
  }

  /** What the open card tells of is being checked again: the card stays where the reader left it until its verdict comes. */
  #await() {
    this.#drawn = "";
    this.#card.className = "card pending";
    this.#title.replaceChildren(drawing("pending"), words("row_pending"));
  }

  #follow() {
    if (!this.#open) return;
    place(this.#card, this.#open.mark.ranges);
    this.#coverBar();
  }

  /** @param {Mark} mark */
  #uncover({ ranges }) {
    uncover(this.#card, ranges);
    this.#coverBar();
  }

  /** A bar that shows behind the card's edge looks broken; the card leads from mark to mark too. */
  #coverBar() {
    this.#bar.element.classList.toggle("beneath", this.#open !== null && overlap(this.#card, this.#bar.element));
  }
}

/** @param {Element} one @param {Element} other */
function overlap(one, other) {
  const mine = one.getBoundingClientRect();
  const theirs = other.getBoundingClientRect();
  return mine.left < theirs.right && mine.right > theirs.left && mine.top < theirs.bottom && mine.bottom > theirs.top;
}

/** The same quote or claim, from whatever report. @param {Hit} one @param {Hit} other */
function isSame(one, other) {
  return one.owner === other.owner && one.mark.of.id === other.mark.of.id;
}

/**
 * To the clipboard; pages without a secure connection have no clipboard interface, but still copy a selection.
 * @param {string} text @param {Element} near
 */
async function copied(text, near) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = make("textarea", { class: "unseen", readonly: true });
  field.value = text;
  near.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
