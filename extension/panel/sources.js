/**
 * How far the reading of each source has come, with its dates and its cause. A link of the answer's prose waits for
 * the reader, who sees its whole address first.
 *
 * @import { Report } from "../wire.js"
 */

import { datesOf, hostOf, linkTo, webAddress } from "../content/card.js";
import { make } from "../dom.js";
import { words } from "../language.js";

/**
 * @param {number} check @param {Report} report @param {(check: number, sources: number[]) => void} fetch
 * @returns {HTMLLIElement[]} the sources that a quote needs
 */
export function sourcesOf(check, report, fetch) {
  const needed = new Set(report.quotes.flatMap(({ sources }) => sources));
  return report.sources.flatMap((source, index) => {
    if (!needed.has(index)) return [];
    const address = webAddress(source.final_address) ?? webAddress(source.address);
    const title = source.title || hostOf(source.address);
    const state = source.cause ? words(`cause_${source.cause}`) : words(`source_${source.state}`);
    const waits = source.state === "not_asked";
    return make("li", { class: `source ${source.state}`, "data-state": source.state },
      make("bdi", { class: "name" }, address && !waits ? linkTo(address, title) : title),
      make("span", { class: "state quiet" }, [state, ...source.cause ? [] : datesOf(source)].join(" · ")),
      waits ? make("div", { class: "actions consent" }, make("code", { dir: "ltr" }, source.address),
        make("button", { type: "button", class: "action", "data-key": `${check} ${index}`, "aria-label": words("act_fetch_this", source.address),
          click: () => fetch(check, [index]) }, words("act_fetch"))) : null);
  });
}
