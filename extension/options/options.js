/** The options page: pairing, sites, claims, what may be fetched, language and look, shortcuts, and what is kept. */

import { chooseClaims, originOf } from "../background/switches.js";
import { api } from "../browser.js";
import { SITES } from "../content/sites/site.js";
import { make } from "../dom.js";
import { LANGUAGES, words } from "../language.js";
import { ask, begin, byId } from "../pages.js";
import { choose, CLAIMS, settings } from "../settings.js";
import { offerKeeping } from "./keeping.js";
import { offerPairing, say } from "./pairing.js";
import { switchOn } from "./switching.js";

/** In the order in which they are used; the browser lists them by name. */
const KEYS = ["next-problem", "previous-problem", "open-panel", "toggle-marks"];

/** Where Chromium lets its reader change shortcuts; Firefox has a call for it. */
const SHORTCUTS_PAGE = "chrome://extensions/shortcuts";

const wishes = await begin("options_title");

const site = byId("site", HTMLInputElement);
const sites = byId("sites", HTMLUListElement);
const sure = byId("forget-sure", HTMLDivElement);
const forget = byId("forget", HTMLButtonElement);

async function switchOnTyped() {
  const origin = originOf(site.value);
  if (!origin) return say("site-state", words("options_bad_site"), "bad");
  if (await switchOn(origin)) site.value = "";
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
  const [{ value: origins }, { claims_at: own }] = await Promise.all([ask({ ask: "sites" }), settings()]);
  sites.replaceChildren(...origins.map((/** @type {string} */ origin) => make("li", {}, make("span", { class: "origin" }, origin),
    claimsAtSite(origin, own[origin] ?? null),
    make("button", { type: "button", class: "action", "aria-label": words("options_switch_off_for", origin), click: () => void switchOff(origin) },
      words("options_switch_off")))));
  if (!origins.length) sites.append(make("li", { class: "none" }, words("options_none")));
}

/** A site's own choice for claims. @param {string} origin @param {import("../settings.js").Claims|null} chosen */
function claimsAtSite(origin, chosen) {
  const choice = make("select", { "aria-label": words("claims_for", origin) },
    ...["", ...CLAIMS].map((way) => make("option", { value: way }, words(way ? `claims_site_${way}` : "claims_site_general"))));
  choice.value = chosen ?? "";
  choice.onchange = () => void chooseClaims(origin, /** @type {import("../settings.js").Claims} */ (choice.value) || null);
  return choice;
}

function offerChoices() {
  const speech = byId("language", HTMLSelectElement);
  speech.append(...Object.entries(LANGUAGES).map(([code, name]) => make("option", { value: code, lang: code }, name)));
  speech.value = wishes.language;
  speech.onchange = () => void choose({ language: speech.value });
  const look = byId("look", HTMLSelectElement);
  look.value = wishes.look;
  look.onchange = () => void choose({ look: /** @type {"auto"} */ (look.value) });
  const marks = byId("marks", HTMLInputElement);
  marks.checked = wishes.marks;
  marks.onchange = () => void choose({ marks: marks.checked });
  offerWays("fetch", wishes.fetch);
  offerWays("claims", wishes.claims);
}

/** One of several ways, under the setting's name. @param {"fetch"|"claims"} name @param {string} chosen */
function offerWays(name, chosen) {
  for (const way of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`input[name='${name}']`))) {
    way.checked = way.value === chosen;
    way.onchange = () => void choose({ [name]: way.value });
  }
}

async function listKeys() {
  const commands = (await api.commands.getAll()).filter(({ name }) => name && !name.startsWith("_"))
    .sort((one, other) => KEYS.indexOf(one.name ?? "") - KEYS.indexOf(other.name ?? ""));
  byId("keys", HTMLDListElement).replaceChildren(...commands.flatMap(({ name = "", shortcut }) => [
    make("dt", {}, words(`command_${name.replaceAll("-", "_")}`)),
    make("dd", {}, shortcut ? make("kbd", {}, shortcut) : words("options_keys_none"))]));
}

/** Nothing is forgotten before the reader has confirmed it, here in the page. @param {boolean} asking */
function askIfSure(asking) {
  sure.hidden = !asking;
  forget.ariaExpanded = String(asking);
  (asking ? byId("forget-no", HTMLButtonElement) : forget).focus();
}

async function forgetEverything() {
  const reply = await ask({ ask: "forget" });
  askIfSure(false);
  say("forget-state", reply.ok ? words("options_forgotten") : words("options_forgotten_here"), reply.ok ? "good" : "");
  say("pairing-state", "");
  await Promise.all([list(), offerChoicesAnew(), offerKeeping()]);
}

/** What was forgotten is the default again. */
async function offerChoicesAnew() {
  const { look, marks, fetch, claims } = await settings();
  byId("look", HTMLSelectElement).value = look;
  byId("marks", HTMLInputElement).checked = marks;
  offerWays("fetch", fetch);
  offerWays("claims", claims);
}

/** Types do not know Firefox's call. @type {{openShortcutSettings?: () => Promise<void>}} */
const commands = /** @type {any} */ (api.commands);
byId("change-keys", HTMLButtonElement).onclick = () => void (commands.openShortcutSettings?.() ?? api.tabs.create({ url: SHORTCUTS_PAGE }));
byId("switching", HTMLFormElement).addEventListener("submit", (event) => (event.preventDefault(), void switchOnTyped()));
forget.onclick = () => askIfSure(sure.hidden === true);
byId("forget-no", HTMLButtonElement).onclick = () => askIfSure(false);
byId("forget-yes", HTMLButtonElement).onclick = () => void forgetEverything();
sure.onkeydown = ({ key }) => void (key === "Escape" && askIfSure(false));
byId("known-sites", HTMLDataListElement).append(...SITES.flatMap(({ hosts }) => hosts)
  .filter((host) => /^[a-z0-9.-]+$/.test(host) && !host.startsWith(".")).map((host) => make("option", { value: `https://${host}` })));
site.value = new URLSearchParams(location.search).get("site") ?? "";
offerPairing(() => void offerKeeping());
offerChoices();
await Promise.all([list(), listKeys()]);
