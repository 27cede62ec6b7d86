/**
 * One claim in the list: its verdict and what decided it, the three lines words, figures and meaning, and its passage
 * with the figures marked, behind a click.
 *
 * @import { Claim, ClaimFigure, Report } from "../wire.js"
 * @import { Judged } from "./filters.js"
 */

import { claimCardOf, meaningParts, notesOf, withFigures } from "../content/claim_card.js";
import { linkTo, nameOf, passagePart, saidOf, webAddress } from "../content/parts.js";
import { make } from "../dom.js";
import { words } from "../language.js";
import { figureOf, givenFor } from "./lines.js";
import { disagreeing } from "./report.js";
import { Row, sourceName } from "./row.js";

/** Of a claim's figures, those that a reader has to look at come first. @type {ClaimFigure["verdict"][]} */
const PROBLEMS = ["mismatch", "unchecked"];

/** Reasons that one of the three lines gives as well. */
const IN_A_LINE = new Set(["meaning", "no_model", "model_failed", "silent", "unsure"]);

/** @extends {Row<Claim>} */
export class ClaimRow extends Row {
  #lines = make("dl", { class: "three" });
  #passage = make("details", { class: "passage-of" });
  #body = make("div", { class: "body", hidden: true });

  /** @override @param {Judged} verdict */
  told(verdict) {
    return words(verdict === "unchecked" ? "row_unchecked" : `claim_${verdict}`);
  }

  /** What decided it, and the source that the verdict speaks of; all of them where they disagree. @override @param {Claim} claim @param {Report} report */
  more(claim, report) {
    const { reason, cause, labels } = claim;
    const named = disagreeing(claim).flatMap(({ source }) => report.sources[source] ?? []).map(nameOf);
    return [[saidOf("", reason && IN_A_LINE.has(reason) ? null : reason, cause)],
      [...(named.length ? named : [sourceName(claim, report)]), [...new Set(labels)].join(" ")]];
  }

  /** @override @param {Claim} claim @param {Report} report */
  fill(claim, report) {
    if (!claim.verdict) { // it is being checked again
      for (const part of [this.#lines, this.#passage, this.#body]) part.replaceChildren();
      this.#passage.hidden = true;
      return;
    }
    // Where its sources disagree, the lines and the passage of one of them would take a side: the card has them all.
    this.#lines.replaceChildren(...disagreeing(claim).length ? [] : threeLines(claim, report));
    if (this.acts.open) this.element.append(this.#lines, this.#passage);
    else this.element.append(this.#lines, this.#body);
    const passage = disagreeing(claim).length ? null : claim.passage;
    this.#passage.hidden = !passage;
    const link = webAddress(passage?.link);
    if (passage) this.#passage.replaceChildren(make("summary", {}, words("card_passage")),
      make("div", { class: "body" }, passagePart(passage, "", ...withFigures(passage)), ...notesOf(claim),
        link ? make("p", {}, linkTo(link, words("act_show"))) : null));
    if (this.acts.open) return;
    this.button.setAttribute("aria-expanded", String(!this.#body.hidden));
    this.#body.replaceChildren(...claimCardOf(claim, report, this.cardActs()));
  }

  /** The card tells the three lines too. @override */
  flip() {
    this.#body.hidden = !this.#body.hidden;
    this.#lines.hidden = !this.#body.hidden;
    this.button.setAttribute("aria-expanded", String(!this.#body.hidden));
  }
}

/** Words, figures and meaning, a short line each. @param {Claim} claim @param {Report} report */
function threeLines(claim, report) {
  const spoken = claim.words ?? "unchecked";
  const none = words(spoken === "unchecked" ? "meaning_not_asked" : "figures_none");
  const figures = claim.figures.length ? figureLines(claim) : [none];
  return Object.entries({ words: [[words(`words_${spoken}`)]], figures: figures.map((one) => [one]), meaning: [meaningParts(claim, report)] })
    .flatMap(([line, said]) => [make("dt", {}, words(`card_${line}`)), make("dd", {}, ...said.map((one) => make("bdi", {}, ...one)))]);
}

/** A line for each figure that does not match, and one for what the source gives; those that do match share one. @param {Claim} claim */
function figureLines({ figures }) {
  const match = figures.filter(({ verdict }) => verdict === "match").map(figureOf).join(words("list_comma"));
  const others = PROBLEMS.flatMap((verdict) => figures.filter((figure) => figure.verdict === verdict));
  return [...others.flatMap((figure) => [figureOf(figure), givenFor(figure)]), match].filter(Boolean);
}
