/**
 * A report read as one list: its quotes and claims as they stand in the answer, the source that a verdict speaks of, and
 * the point where the check stopped. Pure.
 *
 * @import { Carrying, Claim, Quote, ReadSource, Report } from "../wire.js"
 */

/** Quotes and claims as they stand in the answer; a claim before the quotes in it. @param {Report} report */
export function inReadingOrder({ quotes, claims }) {
  return [...claims, ...quotes].sort((one, other) => one.block - other.block || one.start - other.start || other.end - one.end);
}

/** @param {Quote|Claim} one @returns {one is Claim} */
export function isClaim(one) {
  return "figures" in one;
}

/** @param {Pick<Quote|Claim, "source"|"sources">} one @param {Report} report @returns {ReadSource|null} the one its verdict speaks of */
export function sourceOf(one, report) {
  const index = one.source ?? (one.sources.length === 1 ? one.sources[0] : null);
  return index === null || index === undefined ? null : report.sources[index] ?? null;
}

/** What each source says of a claim whose sources disagree: none of them speaks for it. @param {Quote|Claim} one @returns {Carrying[]} none where they agree */
export function disagreeing(one) {
  return isClaim(one) && one.reason === "sources_disagree" ? one.carrying : [];
}

/**
 * How many citations of an answer name sources whose address the site keeps back. A citation may belong to a claim and
 * to the quotes in it, and no one tells here which it is: the longer of the two counts is sure to be right.
 * @param {Report} report
 */
export function hiddenIn({ quotes, claims }) {
  const whole = quotes.find(({ bound }) => bound === "answer");
  if (whole) return whole.hidden; // it was held against all of them
  const ofQuotes = new Map(quotes.map(({ id, bound, block, hidden }) => [bound === "block" ? block : id, hidden]));
  const sum = (/** @type {Iterable<number>} */ counts) => [...counts].reduce((one, other) => one + other, 0);
  return Math.max(sum(ofQuotes.values()), sum(claims.map(({ hidden }) => hidden)));
}

/** The quote or claim that decided a blocked or abstained answer. @param {Report} report @returns {Quote|Claim|null} */
export function stoppedAt({ stopped, quotes, claims }) {
  const id = !stopped ? null : "quote" in stopped ? stopped.quote : stopped.claim;
  return [...quotes, ...claims].find((one) => one.id === id) ?? null;
}
