/**
 * The list "needs a person": every answer that was blocked or left undecided, with its question, its sources and the
 * point where the check stopped, until the reader is done with it. The helper keeps it; here it is shown.
 *
 * @import { Escalation, StoppedAt } from "../wire.js"
 */

import { hostOf, linkTo, nameOf, saidOf, webAddress } from "../content/parts.js";
import { make, wrapping } from "../dom.js";
import { counted, dated, words } from "../language.js";
import { ask } from "../pages.js";
import { decisionPart } from "./decision.js";
import { helpFor } from "./trouble.js";

export class NeedsPerson {
  #counted;
  #title = make("h2", { tabindex: "-1" }, words("person_title"));
  #said = make("p", { class: "quiet", role: "status" });
  #acts = make("p", { class: "actions" });
  #list = make("ol", { class: "cases" });
  element = make("div", { class: "person" }, this.#title, this.#said, this.#acts, this.#list);
  #drawn = "";

  /** @param {(count: number) => void} counted hears how many there are, whenever that is known */
  constructor(counted) {
    this.#counted = counted;
  }

  /** Asks the helper how the list stands now. */
  async refresh() {
    const reply = await ask({ ask: "escalations" });
    if (!reply.ok) return this.#say(words(`trouble_${reply.trouble}`), [], helpFor(reply.trouble, () => this.#again()));
    /** @type {Escalation[]} */
    const cases = reply.value.escalations;
    this.#counted(cases.length);
    this.#say(words(cases.length ? "person_how" : "person_none"), cases);
  }

  /** After a trouble; its button goes with it. */
  async #again() {
    await this.refresh();
    if (!this.#acts.firstChild) this.#title.focus();
  }

  /** @param {string} sentence @param {Escalation[]} cases @param {HTMLElement[]} [acts] what would help */
  #say(sentence, cases, acts = []) {
    const drawn = JSON.stringify([sentence, cases]);
    if (drawn === this.#drawn) return; // the reader may be in the middle of it
    this.#drawn = drawn;
    this.#said.textContent = sentence;
    this.#acts.replaceChildren(...acts);
    this.#list.replaceChildren(...cases.map((one) => this.#case(one)));
  }

  /** @param {Escalation} one */
  #case(one) {
    const { id, address, title, question, kept_at: keptAt, sources } = one;
    const link = webAddress(address);
    const name = question || title || words(link ? "person_untitled" : "person_draft");
    const done = make("div", { class: "actions" });
    const ready = () => {
      const button = make("button", { type: "button", class: "action", "aria-label": words("person_done_with", name),
        click: () => this.#askIfSure(done, ready, id) }, words("person_done"));
      done.replaceChildren(...link ? [linkTo(link, words("person_page"), "action")] : [], button);
      return button;
    };
    ready();
    return make("li", { class: "case", "data-id": id },
      make("h3", { dir: "auto" }, name),
      make("p", { class: "quiet" }, make("bdi", {}, [link && hostOf(address), dated(keptAt, true)].filter(Boolean).join(" · "))),
      one.decision === "nothing_to_check" ? null : decisionPart(one.decision, one.stopped ? stoppedAt(one.stopped) : null),
      sources.length ? make("details", {}, make("summary", {}, counted("panel_sources", sources.length)),
        make("ul", {}, ...sources.map(sourceLine))) : null,
      done);
  }

  /**
   * Nothing leaves the list before the reader has confirmed it, in its place.
   * @param {HTMLElement} actions @param {() => HTMLElement} ready puts what was there back @param {string} id
   */
  #askIfSure(actions, ready, id) {
    const keep = make("button", { type: "button", class: "action", click: () => ready().focus() }, words("options_forget_no"));
    actions.replaceChildren(make("p", {}, words("person_sure")),
      make("button", { type: "button", class: "action danger", click: () => void this.#remove(id) }, words("person_remove")), keep);
    actions.onkeydown = ({ key }) => void (key === "Escape" && ready().focus());
    keep.focus(); // the harmless answer
  }

  /** @param {string} id */
  async #remove(id) {
    const reply = await ask({ ask: "escalation done", id });
    await this.refresh();
    if (!reply.ok) this.#said.textContent = words(`trouble_${reply.trouble}`);
    this.#title.focus(); // what had the focus has gone
  }
}

/** The point where the check stopped: the words, and what was found out about them. @param {StoppedAt} stopped */
function stoppedAt({ kind, text, verdict, reason, cause }) {
  const found = words(kind === "quote" || verdict === "unchecked" ? `row_${verdict}` : `claim_${verdict}`);
  return make("div", { class: "stopped" },
    make("p", { class: "label" }, words(kind === "quote" ? "card_in_answer" : "card_claim")),
    make("p", { class: "words", dir: "auto" }, text),
    make("p", { class: "quiet" }, saidOf(found, reason, cause)));
}

/** @param {Escalation["sources"][number]} source */
function sourceLine({ address, title, state, cause }) {
  const link = webAddress(address);
  const name = nameOf({ title, address });
  return make("li", { class: "source" }, make("bdi", { class: "name" }, ...link && state !== "not_asked" ? [linkTo(link, name)] : wrapping(name)),
    make("span", { class: "state quiet" }, words(cause ? `cause_${cause}` : `source_${state}`)));
}
