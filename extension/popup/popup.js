/** The popup: whether Quotefound is on for the page in the tab, what it checks there, what it found, and why not. */

/** @import { Listed } from "../content/listing.js" */

import { openPanel } from "../background/panels.js";
import { chooseClaims, claimsAt, patternOf } from "../background/switches.js";
import { api } from "../browser.js";
import { conclusion, progress, summed, worst } from "../content/conclusion.js";
import { drawing, make } from "../dom.js";
import { parted, words } from "../language.js";
import { ask, begin, byId, troubleHere } from "../pages.js";
import { choose } from "../settings.js";
import { standingOf } from "../standing.js";

/** Firefox lays its popup over the browser's question; there the options page asks. Only Firefox has a sidebar. */
const COVERS_QUESTION = "sidebarAction" in api;

const toggle = byId("switch", HTMLButtonElement);
const once = byId("check-page", HTMLButtonElement);
const marks = byId("marks", HTMLInputElement);

/** To the page, once the reader has chosen anew. @type {chrome.runtime.Port|null} */
let line = null;

/** A tab named in the address is one that a page of ours shows this for. */
const named = Number(new URLSearchParams(location.search).get("tab"));

const tab = named ? await api.tabs.get(named) : (await api.tabs.query({ active: true, currentWindow: true }))[0] ?? null;
const wishes = await begin("name");

/** How the page stands; asked of it, where nothing was heard yet. @param {Listed} [heard] */
async function show(heard) {
  const listed = heard ?? (tab?.id === undefined ? null : /** @type {Listed|null|undefined} */ (
    await api.tabs.sendMessage(tab.id, { ask: "listed" }, { frameId: 0 }).catch(() => null)) ?? null);
  const { origin, on, heading, sentences, trouble, offer } = await standingOf(tab, listed, false);
  byId("standing", HTMLHeadingElement).textContent = heading;
  byId("told", HTMLDivElement).replaceChildren(...summary(listed),
    ...[...sentences, ...trouble ? [troubleHere(trouble)] : []].map((sentence) => make("p", {}, sentence)));
  toggle.hidden = origin === null || !on && offer !== "switch";
  toggle.classList.toggle("first", !on);
  toggle.textContent = words(on ? "options_switch_off" : "options_switch_on");
  toggle.onclick = () => (on ? void switchOff(origin ?? "") : switchOn(origin ?? ""));
  once.hidden = offer !== "switch" && offer !== "once";
  once.textContent = words(on ? "act_fetch_waiting" : "hand_page");
  byId("marks-choice", HTMLLabelElement).hidden = !listed?.checks.length;
  await offerClaims(on ? origin : null, listed);
}

/** Whether claims are checked on this site, with what the default does now and why. @param {string|null} origin @param {Listed|null} listed */
async function offerClaims(origin, listed) {
  const choice = byId("claims-choice", HTMLFieldSetElement);
  if (origin === null) return void (choice.hidden = true);
  const chosen = await claimsAt(origin);
  const reports = listed?.checks.flatMap(({ report }) => report ?? []) ?? [];
  const model = reports.find((report) => report.model)?.model ?? null;
  const [before, after] = parted(words(chosen === "auto" && model ? "claims_told_model" : `claims_told_${chosen}`, "\n"));
  byId("claims-told", HTMLParagraphElement).replaceChildren(before, ...after && model ? [make("code", { class: "named", dir: "ltr" }, model.name), after] : []);
  for (const way of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name='claims']"))) {
    way.checked = way.value === chosen;
    way.onchange = async () => {
      await chooseClaims(origin, /** @type {import("../settings.js").Claims} */ (way.value));
      checkAgain(listed);
      await offerClaims(origin, listed);
    };
  }
  choice.hidden = false;
}

/** What the reader has just chosen holds for the answers on the page too; how they stand then is shown as it comes. @param {Listed|null} listed */
function checkAgain(listed) {
  line?.disconnect();
  if (tab?.id === undefined || !listed?.checks.length) return;
  line = api.tabs.connect(tab.id, { name: "panel", frameId: 0 });
  line.onMessage.addListener((heard) => void show(/** @type {Listed} */ (heard)));
  for (const { id } of listed.checks) line.postMessage({ act: "again", check: id });
}

/** How the page's answers stand, in one line. @param {Listed|null} listed */
function summary(listed) {
  const total = summed(listed?.checks.flatMap(({ report }) => report?.summary ?? []) ?? []);
  if (!total.quotes && !total.claims.total) return [];
  const pending = total.pending + total.claims.pending > 0;
  const look = pending ? "pending" : worst(total);
  return [make("p", { class: `summary ${look}` }, drawing(look), make("span", {}, pending ? progress(total) : conclusion(total)))];
}

/** @param {string} origin */
async function switchOff(origin) {
  await ask({ ask: "switch off", origin });
  await show();
}

/**
 * The browser's question must come straight from the click, with nothing awaited before it. It may close this window;
 * then the background does what was wanted when the reader has agreed.
 * @param {string} origin
 */
function switchOn(origin) {
  if (COVERS_QUESTION) {
    void api.tabs.create({ url: api.runtime.getURL(`options/options.html?site=${encodeURIComponent(origin)}`) });
    return close();
  }
  void api.storage.session.set({ wanted: origin });
  void api.permissions.request({ origins: [patternOf(origin)] }).then(async (granted) => {
    await api.storage.session.remove("wanted");
    if (granted) await ask({ ask: "switch on", origin });
    await show();
  });
}

once.onclick = async () => {
  if (tab) void openPanel(tab);
  await ask({ ask: "check page", tab: tab?.id });
  close();
};
byId("panel", HTMLButtonElement).onclick = async () => {
  if (tab) await openPanel(tab);
  close();
};
byId("person", HTMLButtonElement).onclick = async () => {
  void api.storage.session.set({ view: "person" });
  if (tab) await openPanel(tab);
  close();
};
byId("options", HTMLButtonElement).onclick = () => void api.runtime.openOptionsPage();
marks.checked = wishes.marks;
marks.onchange = () => void choose({ marks: marks.checked });
await show();
const waiting = await ask({ ask: "escalations" });
if (waiting.ok && waiting.value.escalations.length) byId("person-count", HTMLSpanElement).textContent = String(waiting.value.escalations.length);
