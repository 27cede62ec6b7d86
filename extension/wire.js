/**
 * The helper's JSON as types, the closed lists the screen words are keyed by, and the shape check of an Answer.
 * Knows nothing of pages or the browser. All offsets are UTF-16 code units into a block's text.
 *
 * @typedef {"paragraph"|"heading"|"item"|"cell"|"quotation"|"pre"} Kind
 * @typedef {{start: number, end: number, sources: number[], hidden: number, label: string}} Citation
 * @typedef {{kind: Kind, text: string, citations: Citation[], quoted?: [number, number][],
 *   code?: [number, number][], row?: number}} Block
 * @typedef {{address: string, title: string, rendered: boolean}} Source
 * @typedef {{address: string, title: string, language: string}} Page
 * @typedef {{page: Page, site: string, question: string|null, blocks: Block[], sources: Source[]}} Answer
 *
 * @typedef {"rendered"|"all"|"nothing"} Fetch which addresses may be fetched now
 * @typedef {"found"|"closest"|"absent"|"unchecked"} Verdict
 * @typedef {{name: string, detail: string}} Note
 * @typedef {{before: string, text: string, after: string, link: string, page?: number|null,
 *   figures?: PassageFigure[]}} Passage
 * @typedef {{start: number, end: number, verdict: FigureVerdict}} PassageFigure UTF-16 units in the passage's text
 * @typedef {["same"|"quote"|"source", string, string]} Difference the words and their kind
 * @typedef {"waiting"|"fetching"|"reading"|"read"|"failed"|"not_asked"} SourceState
 * @typedef {{address: string, title: string, state: SourceState, cause: string|null,
 *   final_address?: string|null, read_at?: string|null, published?: string, evidence?: Record<string, string>,
 *   readings?: Reading[]}} ReadSource
 * @typedef {{kind: "own_tab"|"archive", state: SourceState, cause: string|null, final_address: string|null,
 *   read_at: string|null, captured_at: string, evidence: Record<string, string>}} Reading beside the helper's own
 * @typedef {{id: string, block: number, start: number, end: number, text: string,
 *   bound: "own"|"block"|"answer"|"none", sources: number[], hidden: number, verdict: Verdict|null, cause: string|null,
 *   notes: Note[], source: number|null, passage: Passage|null, differences: Difference[],
 *   try_words: string|null, record: Record<string, unknown>|null}} Quote
 *
 * @typedef {"supported"|"contradicted"|"neutral"|"unchecked"} ClaimVerdict
 * @typedef {"speaks"|"silent"|"unchecked"} Words whether a source has a passage that speaks of a claim
 * @typedef {"match"|"mismatch"|"unchecked"} FigureVerdict
 * @typedef {{start: number, end: number, text: string, verdict: FigureVerdict, doubt: string|null, notes: string[],
 *   source_text: string}} ClaimFigure with the source's own figure, or the nearest one beside a mismatch
 * @typedef {{verdict: ClaimVerdict, probability: number, model: string, hash: string, source: number}} Meaning
 * @typedef {{verdict: ClaimVerdict, words: string, model: string}} Opinion a second one, with the words it relies on
 * @typedef {{source: number, words: Words, cause: string|null, figures: FigureVerdict[], meaning: ClaimVerdict|null,
 *   passage: Passage|null}} Carrying what one cited source says of a claim
 * @typedef {{id: string, block: number, start: number, end: number, text: string, sources: number[], labels: string[],
 *   hidden: number, verdict: ClaimVerdict|null, reason: string|null, cause: string|null, words: Words|null,
 *   figures: ClaimFigure[], meaning: Meaning|null, opinion: Opinion|null, notes: Note[], source: number|null,
 *   passage: Passage|null, carrying: Carrying[]}} Claim
 * @typedef {{block: number, start: number, end: number, text: string, rule: "single_word"|"name"}} Aside words in
 *   quotation marks that are no quote
 *
 * @typedef {{total: number, supported: number, contradicted: number, neutral: number, unchecked: number,
 *   pending: number}} ClaimSummary
 * @typedef {{quotes: number, found: number, closest: number, absent: number, unchecked: number, pending: number,
 *   claims: ClaimSummary}} Summary
 * @typedef {"supported"|"blocked"|"abstained"|"nothing_to_check"} Decision
 * @typedef {{quote: string}|{claim: string}} Stopped the id of what decided a blocked or abstained answer
 * @typedef {{job: string, version: number, state: "running"|"done"|"cancelled", sources: ReadSource[],
 *   quotes: Quote[], claims_checked: boolean, model: {name: string, hash: string}|null, claims: Claim[],
 *   uncited: number, asides: Aside[], decision: Decision|null, stopped: Stopped|null, summary: Summary}} Report
 */

/**
 * An answer that was blocked or left undecided, and what the helper keeps of sources (in bytes and days; days null: until
 * room is needed).
 * @typedef {{kind: "quote"|"claim", text: string, verdict: Verdict|ClaimVerdict, reason: string|null, cause: string|null}} StoppedAt
 * @typedef {{id: string, kept_at: string, site: string, address: string, title: string, question: string|null,
 *   decision: Decision, stopped: StoppedAt|null,
 *   sources: {address: string, title: string, state: SourceState, cause: string|null}[]}} Escalation
 * @typedef {{snapshots: number, bytes: number, max_store_bytes: number, keep_days: number|null}} Kept
 */

/**
 * One quote by hand. Its source is an address, words pasted, or a file's bytes in base64.
 * @typedef {{quote: string, source: {address?: string, text?: string, file?: string, name?: string}, private?: boolean}} ByHand
 */

/** In the order of the reader's concern. @type {Verdict[]} */
export const VERDICTS = ["absent", "closest", "unchecked", "found"];

/** Of claims, in the order of the reader's concern. @type {ClaimVerdict[]} */
export const CLAIM_VERDICTS = ["contradicted", "neutral", "unchecked", "supported"];

/** A long answer has some 200 kB of text; ten times that is no answer but an attack or a mistake. */
const MOST_CHARACTERS = 2_000_000;
const MOST_BLOCKS = 20_000;
const MOST_SOURCES = 2_000;

/** Browsers themselves cut addresses near 2 MB; real citations stay below 2,000 characters. */
export const LONGEST_ADDRESS = 8_000;

const KINDS = new Set(["paragraph", "heading", "item", "cell", "quotation", "pre"]);

/**
 * Whether a value that came from beside a hostile page has the shape and size of an Answer.
 * @param {unknown} value
 * @returns {value is Answer}
 */
export function isAnswer(value) {
  const answer = /** @type {Answer} */ (value);
  if (!isObject(answer) || !isObject(answer.page) || typeof answer.site !== "string") return false;
  if (!["address", "title", "language"].every((key) => typeof /** @type {any} */ (answer.page)[key] === "string")) {
    return false;
  }
  if (answer.question !== null && typeof answer.question !== "string") return false;
  if (!Array.isArray(answer.blocks) || answer.blocks.length > MOST_BLOCKS) return false;
  if (!Array.isArray(answer.sources) || answer.sources.length > MOST_SOURCES) return false;
  let characters = 0;
  for (const block of answer.blocks) {
    if (!isObject(block) || !KINDS.has(block.kind) || typeof block.text !== "string") return false;
    characters += block.text.length;
    if (!Array.isArray(block.citations)) return false;
    if (!block.citations.every((citation) => isCitation(citation, block.text.length, answer.sources.length))) return false;
    const spans = [...(block.quoted ?? []), ...(block.code ?? [])];
    if (!spans.every(([start, end]) => isSpan(start, end, block.text.length)) || !isSpan(0, block.row ?? 0, MOST_BLOCKS)) return false;
  }
  return characters <= MOST_CHARACTERS && answer.sources.every(isSource);
}

/** @param {unknown} value @returns {value is object} */
function isObject(value) {
  return typeof value === "object" && value !== null;
}

/** @param {number} start @param {number} end @param {number} length */
function isSpan(start, end, length) {
  return Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= length;
}

/** @param {Citation} citation @param {number} length of the block's text @param {number} sources how many there are */
function isCitation(citation, length, sources) {
  return isObject(citation) && isSpan(citation.start, citation.end, length)
    && Array.isArray(citation.sources) && citation.sources.every((index) => isSpan(index, index, sources - 1))
    && isSpan(citation.hidden, citation.hidden, MOST_SOURCES) && typeof citation.label === "string";
}

/** @param {Source} source */
function isSource(source) {
  return isObject(source) && typeof source.address === "string" && source.address.length <= LONGEST_ADDRESS
    && /^https?:\/\//i.test(source.address) && typeof source.title === "string" && typeof source.rendered === "boolean";
}
