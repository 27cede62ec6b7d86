/**
 * The bar at the window's foot: how the page's answers stand, in one sentence, and the way from mark to mark by
 * keyboard. It also tells screen readers when a check has finished. Knows reports and troubles, no marks.
 *
 * @import { ClaimVerdict, Report, Summary } from "../wire.js"
 * @typedef {{report: Report|null, trouble: string|null, going: boolean}} Shown a check as far as it is shown
 */

import { drawing, make } from "../dom.js";
import { counted, words } from "../language.js";
import { conclusion, progress, summed, worst } from "./conclusion.js";

/** How long the bar says its whole sentence before it grows small. */
const SAID_MS = 8_000;

export class Bar {
  /** For screen readers: what has just finished. */
  status = make("p", { class: "unseen", role: "status" });
  #summary;
  #said = "";
  #clock = 0;

  /** @param {(by: number) => void} step to another mark */
  constructor(step) {
    this.#summary = make("button", { type: "button", class: "summary", click: () => step(1) });
    this.element = make("div", { class: "bar", role: "group", "aria-label": words("bar_label"), hidden: true },
      stepper("previous", () => step(-1)), this.#summary, stepper("next", () => step(1)));
  }

  /** @param {Shown[]} checks of all answers on the page @param {boolean} marked whether there is anything to step to */
  update(checks, marked) {
    const going = checks.some((check) => check.going);
    const trouble = checks.find((check) => check.trouble)?.trouble ?? null;
    const total = summed(checks.flatMap(({ report }) => report?.summary ?? []));
    const sentence = trouble ? words(`trouble_${trouble}`) : going ? progress(total) : conclusion(total);
    const look = trouble ? "unchecked" : going ? "pending" : worst(total);
    const short = trouble ? words("bar_off") : shortly(total, look);
    this.element.hidden = !trouble && total.quotes + total.claims.total === 0;
    this.element.classList.toggle("single", !marked);
    this.#summary.className = `summary ${look}`;
    this.#summary.replaceChildren(drawing(look),
      make("span", { class: "sentence" }, sentence), make("span", { class: "short", "aria-hidden": "true" }, short));
    if (!this.element.hidden && sentence !== this.#said) this.#say(sentence, going, trouble !== null);
  }

  /** @param {string} sentence @param {boolean} going @param {boolean} troubled */
  #say(sentence, going, troubled) {
    this.#said = sentence;
    this.element.classList.add("wide");
    clearTimeout(this.#clock);
    if (going) return;
    this.status.textContent = troubled ? sentence : `${words("said_finished")} ${sentence}`;
    this.#clock = setTimeout(() => this.element.classList.remove("wide"), SAID_MS);
  }
}

/**
 * What the small bar says beside its drawing, and of the same: of quotes how many were found, where that is what it
 * stands for, else how many there are of the gravest verdict.
 * @param {Summary} total @param {"pending"|ReturnType<typeof worst>} look
 */
function shortly(total, look) {
  const { claims } = total;
  const ofQuotes = total.quotes > 0 && (look === "pending" || look === worst({ ...total, claims: summed([]).claims }));
  if (ofQuotes) {
    return look === "closest" || look === "absent" || look === "unchecked" ? counted(`bar_${look}`, total[look])
      : words("card_place", total.found, total.quotes);
  }
  return look in claims && look !== "pending" ? counted(`bar_claims_${look}`, claims[/** @type {ClaimVerdict} */ (look)]) : counted("bar_claims_short", claims.total);
}

/** @param {"previous"|"next"} direction @param {() => void} step */
export function stepper(direction, step) {
  return make("button", { type: "button", class: "icon step", "aria-label": words(`act_${direction}`), click: step }, drawing(direction));
}
