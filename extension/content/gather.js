/**
 * Reads one answer out of the page: an answer's element becomes an Answer, and the ranges that lead from its offsets
 * back to the page. Walks the DOM and changes nothing in it; knows sites only through the Site object it is given.
 *
 * @import { Answer } from "../wire.js"
 * @import { BlockText } from "./blocks.js"
 * @import { Site } from "./sites/site.js"
 * @typedef {{answer: Answer, ranges: Ranges}} Gathered
 */

import { Walk } from "./walk.js";

/**
 * @param {Element} element one of `site.answers(document)`
 * @param {Site} site
 * @returns {Gathered}
 */
export function gather(element, site) {
  const steps = gathering(element, site);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The same in steps, each short enough to come between two frames.
 * @param {Element} element @param {Site} site
 * @returns {Generator<void, Gathered>}
 */
export function* gathering(element, site) {
  const references = site.references(element);
  yield;
  const walk = new Walk(site, references);
  for (const body of site.bodies(element)) yield* walk.through(body);
  const document = element.ownerDocument;
  const question = site.question(element)?.trim() || null;
  yield;
  const language = element.closest("[lang]")?.getAttribute("lang") || document.documentElement.lang;
  return {
    answer: {
      page: { address: document.location?.href ?? "", title: document.title, language },
      site: site.name,
      question,
      blocks: walk.blocks.map((block) => block.asBlock()),
      sources: walk.sources,
    },
    ranges: new Ranges(walk.blocks),
  };
}

/** The way back from (block, start, end) to the page. */
export class Ranges {
  #blocks;

  /** @param {BlockText[]} blocks */
  constructor(blocks) {
    this.#blocks = blocks;
  }

  /**
   * The stretches of the page that show a span of a block, chips left out; empty when the page has changed since.
   * @param {number} block index @param {number} start @param {number} end UTF-16 offsets into its text
   * @returns {Range[]}
   */
  of(block, start, end) {
    const ranges = [];
    for (const stretch of this.#blocks[block]?.stretches ?? []) {
      const from = Math.max(start, stretch.start) - stretch.start + stretch.offset;
      const to = Math.min(end, stretch.start + stretch.length) - stretch.start + stretch.offset;
      if (from >= to) continue;
      if (!stretch.node.isConnected || to > stretch.node.length) return [];
      const range = stretch.node.ownerDocument.createRange();
      range.setStart(stretch.node, from);
      range.setEnd(stretch.node, to);
      ranges.push(range);
    }
    return ranges;
  }
}
