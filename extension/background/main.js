/**
 * The background: who may ask for what. Content scripts speak over a port, one a page; our own pages over messages.
 * Content scripts run beside hostile pages, so what they send is checked: who, from where, and of what shape.
 */

import { api } from "../browser.js";
import { speak } from "../language.js";
import { onChoice, settings } from "../settings.js";
import { isAnswer } from "../wire.js";
import * as hand from "./hand.js";
import * as helper from "./helper.js";
import { capture, isWebAddress, patternsOf } from "./own_tab.js";
import * as reports from "./reports.js";
import * as switches from "./switches.js";

/** @typedef {{ask: string, [key: string]: unknown}} Ask */
/** @typedef {{ok: boolean, value?: unknown, trouble?: string, sentence?: string|undefined}} Reply */

/** A reply to what no honest page of ours would send. @type {Reply} */
const REFUSED = { ok: false, trouble: "bad_request" };

/** @type {Record<string, (tab: number, ask: Ask, origin: string) => Promise<Reply>>} what a page's content script may ask */
const FROM_PAGES = {
  begin: async () => ({ ok: true }),

  async check(tab, { answer, fetch: wished, fresh }, origin) {
    if (!isAnswer(answer) || typeof fresh !== "boolean") return REFUSED;
    // What may be fetched is the reader's word and never the page's: who asked for this very page asked for its links.
    const fetch = wished === "all" && await switches.isOnce(tab, origin) ? "all" : (await settings()).fetch;
    const outcome = await helper.check(answer, fetch, fresh, { claims: await switches.claimsAt(origin), private: await isPrivate(tab) });
    if (outcome.ok) await reports.ownJob(tab, outcome.value.job);
    return outcome;
  },

  async poll(tab, { job, seen }) {
    if (typeof job !== "string" || !Number.isInteger(seen)) return REFUSED;
    if (!await reports.ownsJob(tab, job)) return { ok: false, trouble: "no_such_job" };
    const outcome = await helper.poll(job, /** @type {number} */ (seen));
    if (outcome.ok) await reports.keepReport(tab, outcome.value);
    return outcome;
  },

  async cancel(tab, { job }) {
    if (typeof job !== "string" || !await reports.ownsJob(tab, job)) return REFUSED;
    await reports.disownJob(tab, job);
    await reports.showBadge(tab);
    return helper.cancel(job);
  },

  async fetch(tab, { job, sources }) {
    if (typeof job !== "string" || !await reports.ownsJob(tab, job)) return REFUSED;
    if (!Array.isArray(sources) || !sources.length || !sources.every((source) => Number.isInteger(source) && source >= 0)) return REFUSED;
    return helper.fetchSources(job, sources);
  },

  async "read in tab"(tab, { job, source }) {
    if (typeof job !== "string" || !await reports.ownsJob(tab, job)) return REFUSED;
    return readInTab(tab, job, Number(source), true);
  },

  async archive(tab, { job, source }) {
    if (typeof job !== "string" || !await reports.ownsJob(tab, job) || !Number.isInteger(source)) return REFUSED;
    return helper.askArchive(job, /** @type {number} */ (source));
  },
};

/** @type {Record<string, (ask: Ask) => Promise<Reply>>} what the options page and the popup may ask */
const FROM_OUR_PAGES = {
  pair: async ({ code }) => (typeof code === "string" ? helper.pair(code) : REFUSED),
  helper: async () => helper.state(),
  sites: async () => ({ ok: true, value: await switches.switchedOn() }),
  report: async ({ tab }) => ({ ok: true, value: typeof tab === "number" ? await reports.latestReport(tab) : null }),
  forget: async () => forgetEverything(),

  "check page": async ({ tab }) => (await hand.checkPage(Number(tab)) ? { ok: true } : { ok: false, trouble: "no_entry" }),
  "check by hand": async ({ answer, tab }) => (isAnswer(answer)
    ? helper.check(answer, "all", false, { claims: "off", private: await isPrivate(Number(tab)) }) : REFUSED), // the reader's own words are no claim of an answer
  "check quote": async ({ quote, source, tab }) => helper.checkQuote(/** @type {any} */ ({ quote, source, private: await isPrivate(Number(tab)) })),
  "check draft": async ({ draft, tab }) => (typeof draft === "string"
    ? helper.checkDraft(draft, { claims: await switches.claimsAt(), private: await isPrivate(Number(tab)) }) : REFUSED),
  poll: async ({ job, seen }) => helper.poll(String(job), Number(seen)),
  cancel: async ({ job }) => helper.cancel(String(job)),
  fetch: async ({ job, sources }) => helper.fetchSources(String(job), /** @type {number[]} */ (sources)),

  addresses: async ({ job, source }) => addressesOf(String(job), Number(source)),
  archive: async ({ job, source }) => helper.askArchive(String(job), Number(source)),
  "read in tab": async ({ tab, job, source, mayAsk }) => readInTab(Number(tab), String(job), Number(source), mayAsk === true),

  escalations: async () => helper.escalations(),
  "escalation done": async ({ id }) => helper.escalationDone(String(id)),
  kept: async ({ change }) => helper.kept(/** @type {any} */ (change ?? {})),

  async "take selection"({ tab }) {
    await hand.handOver(await api.tabs.get(Number(tab)), "");
    return { ok: true };
  },

  async "switch on"({ origin }) {
    if (typeof origin !== "string" || switches.originOf(origin) !== origin) return REFUSED;
    return await switches.switchOn(origin) ? { ok: true } : { ok: false, trouble: "no_permission" };
  },

  async "switch off"({ origin }) {
    if (typeof origin !== "string") return REFUSED;
    await switches.switchOff(origin);
    for (const [port, from] of pages) if (from === origin) port.postMessage({ over: true });
    return { ok: true };
  },
};

/** Nothing of a private window is written to disk. @param {number} tab */
async function isPrivate(tab) {
  return Number.isInteger(tab) && ((await api.tabs.get(tab).catch(() => null))?.incognito ?? false);
}

/** The open pages and their origins. A stopped worker loses them; the pages connect anew. @type {Map<chrome.runtime.Port, string>} */
const pages = new Map();

api.runtime.onConnect.addListener((port) => {
  const { sender } = port;
  const tab = sender?.tab?.id;
  if (port.name !== "page" || sender?.id !== api.runtime.id || tab === undefined || sender.frameId !== 0 || !sender.url) {
    port.disconnect();
    return;
  }
  const { origin } = new URL(sender.url);
  pages.set(port, origin);
  port.onMessage.addListener((message) => void answerPage(port, tab, origin, message));
  port.onDisconnect.addListener(() => void leave(port, tab));
});

/** @param {chrome.runtime.Port} port @param {number} tab @param {string} origin @param {unknown} message */
async function answerPage(port, tab, origin, message) {
  const { id, ...ask } = /** @type {Ask & {id: unknown}} */ (typeof message === "object" && message !== null ? message : {});
  const handle = Object.hasOwn(FROM_PAGES, String(ask.ask)) ? FROM_PAGES[String(ask.ask)] : undefined;
  const allowed = await switches.isAllowed(tab, origin);
  const reply = !allowed ? { ok: false, trouble: "switched_off" } : handle ? await handle(tab, ask, origin) : REFUSED;
  if (!reply.ok && HELPER_IS_OFF.has(reply.trouble ?? "")) await reports.showBadge(tab, true);
  if (pages.has(port)) port.postMessage({ id, ...reply });
}

const HELPER_IS_OFF = new Set(["not_paired", "not_running", "wrong_helper", "wrong_token"]);

/** The page has gone: nothing is fetched for it any longer. @param {chrome.runtime.Port} port @param {number} tab */
async function leave(port, tab) {
  pages.delete(port);
  await switches.endOnce(tab);
  const jobs = await reports.forgetTab(tab);
  await reports.showBadge(tab);
  for (const job of jobs) await helper.cancel(job);
}

api.runtime.onMessage.addListener((message, sender, respond) => {
  const ours = sender.id === api.runtime.id && sender.url?.startsWith(api.runtime.getURL(""));
  const ask = /** @type {Ask} */ (message);
  const handle = ours && Object.hasOwn(FROM_OUR_PAGES, String(ask?.ask)) ? FROM_OUR_PAGES[ask.ask] : undefined;
  if (!handle) return false;
  handle(ask).then(respond, () => respond(REFUSED));
  return true;
});

/**
 * The addresses of a source, as the helper has them and never as a page says, with the permissions that they need.
 * @param {string} job @param {number} source @returns {Promise<Reply & {addresses?: string[]}>}
 */
async function addressesOf(job, source) {
  const outcome = await helper.poll(job, 0);
  if (!outcome.ok) return outcome;
  const found = outcome.value.sources[source];
  const addresses = [...new Set([found?.address, found?.final_address])].filter((address) => typeof address === "string" && isWebAddress(address));
  if (!addresses.length) return REFUSED;
  return { ok: true, value: { addresses, patterns: patternsOf(/** @type {string[]} */ (addresses)) } };
}

/**
 * Reads a source in a tab of the reader's and hands it to the helper. Where a permission is missing, `mayAsk` opens the
 * page that asks for it, which comes here again.
 * @param {number} tab of the answer @param {string} job @param {number} source @param {boolean} mayAsk @returns {Promise<Reply>}
 */
async function readInTab(tab, job, source, mayAsk) {
  const told = await addressesOf(job, source);
  if (!told.ok) return told;
  const { addresses, patterns } = /** @type {{addresses: string[], patterns: string[]}} */ (told.value);
  const allowed = await api.permissions.contains({ origins: patterns });
  const taken = allowed ? await capture(addresses, tab) : null;
  if (mayAsk && (!taken || (!taken.ok && taken.trouble === "elsewhere"))) {
    const asked = new URLSearchParams({ tab: String(tab), job, source: String(source) });
    await api.tabs.create({ url: api.runtime.getURL(`reading/reading.html?${asked}`), openerTabId: tab });
    return { ok: true, value: { asked: true } };
  }
  if (!taken?.ok) return taken ?? { ok: false, trouble: "no_permission" };
  return helper.takeReading({ job, source, address: /** @type {string} */ (addresses[0]), ...taken.value });
}

/** Everything this browser keeps for Quotefound; the helper is asked to forget what it has read. @returns {Promise<Reply>} */
async function forgetEverything() {
  const forgotten = await helper.forget();
  for (const origin of await switches.switchedOn()) await switches.switchOff(origin);
  for (const port of pages.keys()) port.postMessage({ over: true });
  await api.storage.session.clear();
  await api.storage.local.clear();
  return forgotten;
}

hand.listen();
const spoken = speak();
onChoice(() => void speak().then(hand.fillMenu));

/** A site the reader agreed to in the popup, which the browser closes over its own question. */
api.permissions.onAdded.addListener(async ({ origins = [] }) => {
  const { wanted } = /** @type {{wanted?: string}} */ (await api.storage.session.get("wanted"));
  if (!wanted || !origins.includes(switches.patternOf(wanted))) return;
  await api.storage.session.remove("wanted");
  await switches.switchOn(wanted);
});

api.runtime.onInstalled.addListener(async ({ reason }) => {
  await spoken;
  await hand.fillMenu();
  await switches.register();
  // Nothing works before the reader has paired and chosen sites, so the first thing shown is the page for it.
  const { installType } = await api.management.getSelf();
  if (reason === "install" && installType !== "development") await api.tabs.create({ url: api.runtime.getURL("welcome/welcome.html") });
});
