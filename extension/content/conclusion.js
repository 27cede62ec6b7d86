/** One line for how the quotes and claims of an answer, or of all answers of a page, stand. */

/** @import { Summary } from "../wire.js" */

import { counted, words } from "../language.js";
import { CLAIM_VERDICTS } from "../wire.js";

/** @param {Summary[]} summaries @returns {Summary} */
export function summed(summaries) {
  /** @type {Summary} */
  const total = { quotes: 0, found: 0, closest: 0, absent: 0, unchecked: 0, pending: 0,
    claims: { total: 0, supported: 0, contradicted: 0, neutral: 0, unchecked: 0, pending: 0 } };
  for (const { claims, ...quotes } of summaries) {
    for (const key of keysOf(quotes)) total[key] += quotes[key];
    if (claims) for (const key of keysOf(claims)) total.claims[key] += claims[key];
  }
  return total;
}

/** @template {object} Counts @param {Counts} counts */
function keysOf(counts) {
  return /** @type {(keyof Counts)[]} */ (Object.keys(counts));
}

/** The gravest verdict of quotes and claims: what one drawing can say of them all. @param {Summary} total */
export function worst({ quotes, absent, closest, unchecked, pending, claims }) {
  if (pending === quotes && claims.pending === claims.total) return "unchecked";
  if (absent) return "absent";
  if (claims.contradicted) return "contradicted";
  if (closest) return "closest";
  if (claims.neutral) return "neutral";
  return unchecked || claims.unchecked ? "unchecked" : quotes ? "found" : "supported";
}

/** @param {Summary} total */
export function progress({ quotes, pending, claims }) {
  if (pending || (quotes && !claims.pending)) return counted("bar_progress", quotes, quotes - pending);
  return claims.total ? counted("bar_progress_claims", claims.total, claims.total - claims.pending) : words("bar_reading");
}

/**
 * "7 of 9 quotes found, 1 differs, 1 could not be checked; 3 claims: 1 does not agree, 2 supported": never a bare count.
 * @param {Summary} total
 */
export function conclusion(total) {
  const parts = total.quotes ? [counted("bar_quotes", total.quotes, total.found)] : [];
  for (const verdict of /** @type {const} */ (["closest", "absent", "unchecked"])) {
    if (total[verdict]) parts.push(counted(`bar_${verdict}`, total[verdict]));
  }
  const of = CLAIM_VERDICTS.filter((verdict) => total.claims[verdict]);
  const claims = of.map((verdict) => counted(`bar_claims_${verdict}`, total.claims[verdict])).join(words("list_comma"));
  return [parts.join(words("list_comma")), claims && counted("bar_claims", total.claims.total, claims)]
    .filter(Boolean).join(words("list_semicolon"));
}
