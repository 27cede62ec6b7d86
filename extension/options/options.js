/** The options page: pairing with the helper, and the sites that Quotefound is switched on for. */

import { originOf, patternOf } from "../background/switches.js";
import { api } from "../browser.js";
import { make } from "../dom.js";
import { words } from "../language.js";
import { ask, byId, fillWords } from "../pages.js";

const code = byId("pairing-code", HTMLInputElement);
const site = byId("site", HTMLInputElement);
const sites = byId("sites", HTMLUListElement);

/** @param {"pairing-state"|"site-state"} id @param {string} text @param {"good"|"bad"|""} [tone] */
function say(id, text, tone = "") {
  const line = byId(id, HTMLParagraphElement);
  line.className = `state ${tone}`;
  line.textContent = text;
}

/** @param {import("../pages.js").Reply} reply */
function sayHelper(reply) {
  if (reply.ok) say("pairing-state", words("options_paired"), "good");
  else say("pairing-state", words(`trouble_${reply.trouble === "bad_request" ? "bad_code" : reply.trouble}`), "bad");
}

async function pair() {
  say("pairing-state", words("options_asking"));
  const reply = await ask({ ask: "pair", code: code.value });
  sayHelper(reply);
  if (reply.ok) code.value = "";
}

async function switchOn() {
  const origin = originOf(site.value);
  if (!origin) return say("site-state", words("options_bad_site"), "bad");
  // The browser's question must come straight from the reader's click, with nothing awaited before it.
  // Whether it was granted, now or before, the background finds out for itself.
  await api.permissions.request({ origins: [patternOf(origin)] }).catch(() => false);
  const reply = await ask({ ask: "switch on", origin });
  if (reply.ok) say("site-state", words("options_on", origin), "good");
  else say("site-state", words("trouble_no_permission"), "bad");
  if (reply.ok) site.value = "";
  await list();
}

/** @param {string} origin */
async function switchOff(origin) {
  await ask({ ask: "switch off", origin });
  say("site-state", words("options_off", origin));
  await list();
  site.focus();
}

async function list() {
  const { value: origins } = await ask({ ask: "sites" });
  sites.replaceChildren(...origins.map((/** @type {string} */ origin) => make("li", {}, origin,
    make("button", { type: "button", class: "action", "aria-label": words("options_switch_off_for", origin), click: () => void switchOff(origin) },
      words("options_switch_off")))));
  if (!origins.length) sites.append(make("li", { class: "none" }, words("options_none")));
}

fillWords();
document.title = words("options_title");
byId("pairing", HTMLFormElement).addEventListener("submit", (event) => (event.preventDefault(), void pair()));
byId("switching", HTMLFormElement).addEventListener("submit", (event) => (event.preventDefault(), void switchOn()));
site.value = new URLSearchParams(location.search).get("site") ?? "";
void list();
void ask({ ask: "helper" }).then((reply) => reply.trouble === "not_paired" || sayHelper(reply));
