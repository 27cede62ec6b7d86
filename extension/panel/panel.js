/**
 * The panel beside the page: the quotes and claims of the page in front, checking by hand, and the list of answers that
 * need a person. Follows the tab in front, hears how its answers stand, and leads from a row to its place on the page.
 *
 * @import { Listed } from "../content/listing.js"
 */

import { chooseClaims, claimsAt, originOf } from "../background/switches.js";
import { api } from "../browser.js";
import { make } from "../dom.js";
import { words } from "../language.js";
import { ask, begin, byId, tabs } from "../pages.js";
import { standingOf } from "../standing.js";
import { ByHand } from "./hand.js";
import { NeedsPerson } from "./person.js";
import { helpFor, optionsButton } from "./trouble.js";
import { Results } from "./results.js";

/** A page that is being loaded cannot be spoken to yet, and says nothing when it can. */
const AGAIN_MS = 700;

/** In a tab of its own the panel belongs to the page it was opened for. */
const OWN = Number(new URLSearchParams(location.search).get("tab")) || null;

await begin("name");

const standing = byId("standing", HTMLDivElement);
const views = tabs(byId("views", HTMLDivElement));
const results = new Results({
  open: (check, quote) => act({ act: "open", check, quote }),
  again: (check, fresh) => act({ act: "again", check, fresh }),
  cancel: (check) => act({ act: "cancel", check }),
  fetch: (check, sources) => act({ act: "fetch", check, sources }),
  fetchWaiting: () => void checkPage(),
  checkClaims: () => void checkClaims(),
});
byId("view-page", HTMLDivElement).append(results.element);
const person = new NeedsPerson((count) => (byId("person-count", HTMLSpanElement).textContent = count ? String(count) : ""));
byId("view-person", HTMLDivElement).append(person.element);
byId("tab-person", HTMLButtonElement).addEventListener("focus", () => void person.refresh());
byId("tab-person", HTMLButtonElement).addEventListener("click", () => void person.refresh());
const hand = new ByHand({ tab: () => shown, checkPage, reveal: () => views.show("tab-hand") });

/** The tab that is shown. @type {chrome.tabs.Tab|null} */
let shown = null;
/** @type {chrome.runtime.Port|null} */
let port = null;
let clock = 0;
/** What the page's answers were last heard to have come to, each by its job. */
let decided = "";
/** What was heard, and how far its standing is drawn: asking for that takes a while. */
let heard = 0;
let drawnLast = 0;
/** The origin of the page, where it is switched on. @type {string|null} */
let site = null;

/** @param {Record<string, unknown>} message */
function act(message) {
  port?.postMessage(message);
}

/** Turns to the tab in front, if it is another one, and to its page. */
async function turn() {
  clearTimeout(clock);
  const [front] = OWN ? [await api.tabs.get(OWN).catch(() => undefined)] : await api.tabs.query({ active: true, currentWindow: true });
  if (front?.id !== shown?.id) close();
  shown = front ?? null;
  if (!port && front?.id !== undefined) connect(front.id);
}

function close() {
  port?.disconnect();
  port = null;
  results.update({ address: "", title: "", checks: [], open: null });
}

/** @param {number} tab */
function connect(tab) {
  const line = api.tabs.connect(tab, { name: "panel", frameId: 0 });
  port = line;
  line.onMessage.addListener((listed) => void hear(/** @type {Listed} */ (listed)));
  line.onDisconnect.addListener(() => {
    void api.runtime.lastError; // no page there that listens
    if (port !== line) return;
    close();
    void hear(null);
    clock = setTimeout(turn, AGAIN_MS);
  });
}

/** @param {Listed|null} listed null when the page does not listen */
async function hear(listed) {
  if (listed) results.update(listed);
  const ended = listed?.checks.flatMap(({ report }) => (report?.state === "done" ? [report.job, report.decision] : [])).join() ?? "";
  if (ended !== decided) void person.refresh(); // an answer that has just been decided may have joined the list
  decided = ended;
  const order = ++heard;
  const told = await standingOf(shown, listed, listed?.checks.some(({ report }) => report && report.quotes.length + report.claims.length > 0) ?? false);
  if (order < drawnLast) return; // news have overtaken it
  drawnLast = order;
  site = told.on ? told.origin : null;
  // Whoever has chosen for this site already is not asked again, nor where no helper could check.
  results.offerClaims(site !== null && !told.trouble && await claimsAt(site) === "auto");
  const said = told.offer === "retry" && (listed?.checks.some(({ trouble }) => trouble === told.trouble) ?? false); // in the list below, with its button
  const drawn = JSON.stringify([told, said, listed?.checks.length]);
  if (standing.dataset.drawn === drawn) return;
  standing.dataset.drawn = drawn;
  const acts = said ? [] : actsOf(told, listed);
  standing.replaceChildren(...[
    told.heading ? make("h2", {}, told.heading) : null,
    ...[...told.sentences, ...told.trouble && !said ? [words(`trouble_${told.trouble}`)] : []].map((sentence) => make("p", {}, sentence)),
    acts.length ? make("p", { class: "actions" }, ...acts) : null,
  ].filter((part) => part !== null));
}

/** What would help. @param {import("../standing.js").Standing} told @param {Listed|null} listed whose list has a button to check again */
function actsOf({ on, trouble, offer }, listed) {
  if (trouble) return offer === "retry" && listed?.checks.length ? [optionsButton("action")] : helpFor(trouble, () => hear(listed));
  return [
    offer === "switch" ? make("button", { type: "button", class: "action first", click: switchOn }, words("options_switch_on")) : null,
    // Where it is on, the sources offer it.
    !on && (offer === "switch" || offer === "once") ? make("button", { type: "button", class: "action", click: () => void checkPage() }, words("hand_page")) : null,
  ].filter((part) => part !== null);
}

/** The options page asks for the permission, in every browser. */
function switchOn() {
  const origin = shown?.url ? originOf(shown.url) : null;
  void api.tabs.create({ url: api.runtime.getURL(`options/options.html?site=${encodeURIComponent(origin ?? "")}`) });
}

/** The claims of this site from now on, and those on the page at once. */
async function checkClaims() {
  if (!site) return;
  await chooseClaims(site, "on");
  results.again(false);
}

/** All quotes of the page in front against its links. */
async function checkPage() {
  const reply = await ask({ ask: "check page", tab: shown?.id });
  views.show(reply.ok ? "tab-page" : "tab-hand");
  hand.say(reply.ok ? "" : words("trouble_no_entry"));
  if (reply.ok) await turn();
}

api.tabs.onActivated.addListener(() => void turn());
api.tabs.onUpdated.addListener((tab, { status }) => void (tab === shown?.id && status && turn()));
api.storage.session.onChanged.addListener((changes) => {
  if (`jobs:${shown?.id}` in changes && !port) void turn();
  if (changes.hand?.newValue) hand.take(/** @type {any} */ (changes.hand.newValue));
  if (changes.view?.newValue) turnTo(String(changes.view.newValue));
});

/** A page of ours asked for a view before this page was there, or while it is. @param {string} view */
function turnTo(view) {
  void api.storage.session.remove("view");
  if (view !== "person") return;
  views.show("tab-person");
  void person.refresh();
}

await Promise.all([turn(), person.refresh()]);
const { hand: waiting, view } = await api.storage.session.get(["hand", "view"]);
if (waiting) hand.take(/** @type {any} */ (waiting));
if (view) turnTo(String(view));
