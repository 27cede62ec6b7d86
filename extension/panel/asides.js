/**
 * Words in quotation marks that are no quotes, each with the rule by which it is none. Closed until the reader asks.
 *
 * @import { Aside } from "../wire.js"
 */

import { make } from "../dom.js";
import { counted, words } from "../language.js";

export class Asides {
  #title = make("summary", {});
  #list = make("ul", {});
  element = make("details", { class: "asides", hidden: true }, this.#title, this.#list);

  /** @param {Aside[]} asides */
  update(asides) {
    this.element.hidden = !asides.length;
    this.#title.textContent = counted("panel_asides", asides.length);
    this.#list.replaceChildren(...asides.map(({ text, rule }) =>
      make("li", {}, make("bdi", { class: "name" }, text), make("span", { class: "quiet" }, words(`aside_${rule}`)))));
  }
}
