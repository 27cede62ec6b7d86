/**
 * What is known of each tab, kept for the session so that a stopped worker forgets nothing: the latest report, the
 * jobs the tab owns with their number of problems, and the badge made of them. Knows no helper and no page.
 *
 * @import { Report } from "../wire.js"
 * @typedef {Record<string, number>} Problems of each job a tab owns
 */

import { api } from "../browser.js";
import { counted, words } from "../language.js";

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

/** Nothing is kept of a job that its tab has given up meanwhile. @param {number} tab @param {Report} report */
export async function keepReport(tab, report) {
  await change(tab, async (problems) => {
    if (!(report.job in problems)) return;
    problems[report.job] = report.summary.closest + report.summary.absent + report.summary.claims.contradicted;
    await api.storage.session.set({ [`report:${tab}`]: report });
  });
  await showBadge(tab);
}

/** @param {number} tab @returns {Promise<Report|null>} */
export async function latestReport(tab) {
  const key = `report:${tab}`;
  return /** @type {Record<string, Report>} */ (await api.storage.session.get(key))[key] ?? null;
}

/** What a tab that has been left owned; nothing of it is kept. @param {number} tab @returns {Promise<string[]>} jobs */
export async function forgetTab(tab) {
  /** @type {string[]} */
  let jobs = [];
  await change(tab, (problems) => {
    jobs = Object.keys(problems);
    for (const job of jobs) delete problems[job];
  });
  await api.storage.session.remove([`report:${tab}`, `jobs:${tab}`]);
  turns.delete(tab);
  return jobs;
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

/** @param {number} tab @param {(problems: Problems) => void|Promise<void>} edit */
function change(tab, edit) {
  const turn = (turns.get(tab) ?? Promise.resolve()).then(async () => {
    const problems = await problemsOf(tab);
    await edit(problems);
    if (Object.keys(problems).length) await api.storage.session.set({ [`jobs:${tab}`]: problems });
    else await api.storage.session.remove(`jobs:${tab}`);
  });
  turns.set(tab, turn);
  return turn;
}
