/** The first page a reader sees: pair the helper, pick sites, know the marks. Everything can be changed in the options. */

import { api } from "../browser.js";
import { drawing, make } from "../dom.js";
import { words } from "../language.js";
import { offerPairing } from "../options/pairing.js";
import { switchOn } from "../options/switching.js";
import { ask, begin, byId } from "../pages.js";

/** The sites that most readers come from; every other one is switched on from its own page or in the options. */
const PICKS = ["chatgpt.com", "claude.ai", "gemini.google.com", "www.perplexity.ai", "copilot.microsoft.com", "grok.com", "chat.deepseek.com", "chat.mistral.ai"];

await begin("name");

async function list() {
  const { value: on } = await ask({ ask: "sites" });
  byId("picks", HTMLUListElement).replaceChildren(...PICKS.map((host) => {
    const origin = `https://${host}`;
    const isOn = on.includes(origin);
    return make("li", {}, make("button", { type: "button", class: "action", "aria-pressed": String(isOn), click: () => void flip(origin, isOn) },
      isOn ? drawing("found") : null, host.replace(/^www\./, "")));
  }));
}

/** @param {string} origin @param {boolean} isOn */
async function flip(origin, isOn) {
  if (isOn) await ask({ ask: "switch off", origin });
  else await switchOn(origin);
  await list();
}

for (const sample of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".legend dt"))) sample.textContent = words("legend_sample");
byId("options", HTMLButtonElement).onclick = () => void api.runtime.openOptionsPage();
offerPairing();
await list();
