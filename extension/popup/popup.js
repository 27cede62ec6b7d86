/** The popup: whether Quotefound is on for the page in the tab, what it found, and why not. */

import { originOf } from "../background/switches.js";
import { api } from "../browser.js";
import { words } from "../language.js";
import { conclusion } from "../content/conclusion.js";
import { ask, byId, fillWords } from "../pages.js";

const toggle = byId("switch", HTMLButtonElement);

async function show() {
  const [tab] = await api.tabs.query({ active: true, currentWindow: true });
  const origin = tab?.url ? originOf(tab.url) : null;
  if (!origin) return say(words("popup_nowhere"), "");
  const { value: sites } = await ask({ ask: "sites" });
  const on = sites.includes(origin);
  toggle.hidden = false;
  toggle.classList.toggle("first", !on);
  toggle.textContent = words(on ? "options_switch_off" : "options_switch_on");
  toggle.onclick = () => void flip(origin, on);
  if (!on) return say(words("popup_off", origin), "");
  const helper = await ask({ ask: "helper" });
  const { value: report } = await ask({ ask: "report", tab: tab?.id });
  const told = helper.ok ? (report ? conclusion(report.summary) : words("popup_nothing")) : words(`trouble_${helper.trouble}`);
  say(words("popup_on", origin), told);
}

/** @param {string} standing @param {string} told */
function say(standing, told) {
  byId("standing", HTMLHeadingElement).textContent = standing;
  byId("told", HTMLParagraphElement).textContent = told;
}

/**
 * Switching on asks for a permission, and Firefox's popup would lie over that question: the options page asks.
 * @param {string} origin @param {boolean} on
 */
async function flip(origin, on) {
  if (on) {
    await ask({ ask: "switch off", origin });
    return show();
  }
  await api.tabs.create({ url: api.runtime.getURL(`options/options.html?site=${encodeURIComponent(origin)}`) });
  close();
}

fillWords();
byId("options", HTMLButtonElement).onclick = () => void api.runtime.openOptionsPage();
void show();
