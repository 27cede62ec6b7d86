/**
 * What is known of each tab, kept for the session so that a stopped worker forgets nothing: the latest report, the
 * jobs the tab owns with their number of problems, and the badge made of them. Knows no helper and no page.
 *
 * @import { Report } from "../wire.js"
 * @typedef {Record<string, number>} Problems of each job a tab owns
 */

import { api, counted, words } from "../browser.js";

const ALARM = "#b3261e";
const QUIET = "#5f6368";

/** Changes of one tab's record come one after the other; two at once would lose one. @type {Map<number, Promise<unknown>>} */
const turns = new Map();

/** @param {number} tab @param {string} job */
export function ownJob(tab, job) {
  return change(tab, (problems) => void (problems[job] ??= 0));
}

/** @param {number} tab @param {string} job */
export function disownJob(tab, job) {
  return change(tab, (problems) => void delete problems[job]);
}

/** @param {number} tab @param {string} job */
export async function ownsJob(tab, job) {
  await turns.get(tab);
  return job in await problemsOf(tab);
}

/** @param {number} tab */
export async function jobsOf(tab) {
  await turns.get(tab);
  return Object.keys(await problemsOf(tab));
}

/** @param {number} tab @param {Report} report */
export async function keepReport(tab, report) {
  await api.storage.session.set({ [`report:${tab}`]: report });
  await change(tab, (problems) => void (problems[report.job] = report.summary.closest + report.summary.absent));
  await showBadge(tab);
}

/** @param {number} tab @returns {Promise<Report|null>} */
export async function latestReport(tab) {
  const key = `report:${tab}`;
  return /** @type {Record<string, Report>} */ (await api.storage.session.get(key))[key] ?? null;
}

/** @param {number} tab */
export async function forgetTab(tab) {
  await turns.get(tab);
  await api.storage.session.remove([`report:${tab}`, `jobs:${tab}`]);
  turns.delete(tab);
}

/** The number of problems in a tab; or a sign that the helper is off. @param {number} tab @param {boolean} [helperOff] */
export async function showBadge(tab, helperOff = false) {
  const count = Object.values(await problemsOf(tab)).reduce((sum, problems) => sum + problems, 0);
  const text = helperOff ? "off" : count ? String(count) : "";
  const title = helperOff ? words("badge_helper_off") : count ? counted("badge_problems", count) : words("name");
  // The tab may be gone by now; then there is nothing to show.
  await Promise.all([
    api.action.setBadgeText({ tabId: tab, text }),
    api.action.setBadgeBackgroundColor({ tabId: tab, color: helperOff ? QUIET : ALARM }),
    api.action.setBadgeTextColor({ tabId: tab, color: "#ffffff" }),
    api.action.setTitle({ tabId: tab, title }),
  ]).catch(() => {});
}

/** @param {number} tab @returns {Promise<Problems>} */
async function problemsOf(tab) {
  const key = `jobs:${tab}`;
  return /** @type {Record<string, Problems>} */ (await api.storage.session.get(key))[key] ?? {};
}

/** @param {number} tab @param {(problems: Problems) => void} edit */
function change(tab, edit) {
  const turn = (turns.get(tab) ?? Promise.resolve()).then(async () => {
    const problems = await problemsOf(tab);
    edit(problems);
    await api.storage.session.set({ [`jobs:${tab}`]: problems });
  });
  turns.set(tab, turn);
  return turn;
}
