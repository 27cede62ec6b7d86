/** The popup: whether Quotefound is on for the page in the tab, what it found, and why not. */

/** @import { Listed } from "../content/listing.js" */

import { openPanel } from "../background/panels.js";
import { patternOf } from "../background/switches.js";
import { api } from "../browser.js";
import { conclusion, progress, summed, worst } from "../content/conclusion.js";
import { drawing, make } from "../dom.js";
import { words } from "../language.js";
import { ask, begin, byId } from "../pages.js";
import { choose, settings } from "../settings.js";
import { standingOf } from "../standing.js";

/** Firefox lays its popup over the browser's question; there the options page asks. Only Firefox has a sidebar. */
const COVERS_QUESTION = "sidebarAction" in api;

const toggle = byId("switch", HTMLButtonElement);
const once = byId("check-page", HTMLButtonElement);
const marks = byId("marks", HTMLInputElement);

/** A tab named in the address is one that a page of ours shows this for. */
const named = Number(new URLSearchParams(location.search).get("tab"));

await begin("name");
const tab = named ? await api.tabs.get(named) : (await api.tabs.query({ active: true, currentWindow: true }))[0] ?? null;

async function show() {
  const listed = tab?.id === undefined ? null : /** @type {Listed|null|undefined} */ (
    await api.tabs.sendMessage(tab.id, { ask: "listed" }, { frameId: 0 }).catch(() => null)) ?? null;
  const { origin, on, heading, sentences, offer } = await standingOf(tab, listed, false);
  byId("standing", HTMLHeadingElement).textContent = heading;
  byId("told", HTMLDivElement).replaceChildren(...summary(listed), ...sentences.map((sentence) => make("p", {}, sentence)));
  toggle.hidden = origin === null || !on && offer !== "switch";
  toggle.classList.toggle("first", !on);
  toggle.textContent = words(on ? "options_switch_off" : "options_switch_on");
  toggle.onclick = () => (on ? void switchOff(origin ?? "") : switchOn(origin ?? ""));
  once.hidden = offer !== "switch" && offer !== "once";
  byId("marks-choice", HTMLLabelElement).hidden = !listed?.checks.length;
}

/** How the page's answers stand, in one line. @param {Listed|null} listed */
function summary(listed) {
  const total = summed(listed?.checks.flatMap(({ report }) => report?.summary ?? []) ?? []);
  if (!total.quotes) return [];
  const look = total.pending ? "unchecked" : worst(total);
  return [make("p", { class: `summary ${look}` }, drawing(look), make("span", {}, total.pending ? progress(total) : conclusion(total)))];
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
byId("options", HTMLButtonElement).onclick = () => void api.runtime.openOptionsPage();
marks.checked = (await settings()).marks;
marks.onchange = () => void choose({ marks: marks.checked });
await show();
