/** One line for how the quotes of an answer, or of all answers of a page, stand. */

/** @import { Summary } from "../wire.js" */

import { counted, words } from "../language.js";

/** @param {Summary[]} summaries @returns {Summary} */
export function summed(summaries) {
  const total = { quotes: 0, found: 0, closest: 0, absent: 0, unchecked: 0, pending: 0 };
  for (const one of summaries) for (const key of /** @type {(keyof Summary)[]} */ (Object.keys(total))) total[key] += one[key];
  return total;
}

/** @param {Summary} total */
export function worst(total) {
  return total.absent ? "absent" : total.closest ? "closest" : total.unchecked ? "unchecked" : "found";
}

/** @param {Summary} total */
export function progress(total) {
  return total.quotes ? counted("bar_progress", total.quotes, total.quotes - total.pending) : words("bar_reading");
}

/** "7 of 9 quotes found, 1 differs, 1 could not be checked": never a bare count. @param {Summary} total */
export function conclusion(total) {
  const parts = [counted("bar_quotes", total.quotes, total.found)];
  for (const verdict of /** @type {const} */ (["closest", "absent", "unchecked"])) {
    if (total[verdict]) parts.push(counted(`bar_${verdict}`, total[verdict]));
  }
  return parts.join(words("list_comma"));
}
