/**
 * A report read as one list: its quotes and claims as they stand in the answer, the source that a verdict speaks of, and
 * the point where the check stopped. Pure.
 *
 * @import { Claim, Quote, ReadSource, Report } from "../wire.js"
 */

/** Quotes and claims as they stand in the answer; a claim before the quotes in it. @param {Report} report */
export function inReadingOrder({ quotes, claims }) {
  return [...claims, ...quotes].sort((one, other) => one.block - other.block || one.start - other.start || other.end - one.end);
}

/** @param {Quote|Claim} one @returns {one is Claim} */
export function isClaim(one) {
  return "figures" in one;
}

/** @param {Quote|Claim} one @param {Report} report @returns {ReadSource|null} the one its verdict speaks of */
export function sourceOf(one, report) {
  const index = one.source ?? (one.sources.length === 1 ? one.sources[0] : null);
  return index === null || index === undefined ? null : report.sources[index] ?? null;
}

/** The quote or claim that decided a blocked or abstained answer. @param {Report} report @returns {Quote|Claim|null} */
export function stoppedAt({ stopped, quotes, claims }) {
  const id = !stopped ? null : "quote" in stopped ? stopped.quote : stopped.claim;
  return [...quotes, ...claims].find((one) => one.id === id) ?? null;
}
