/**
 * One pass over an answer's part of the page, node by node: blocks of text, citations in their places, sources. Made
 * for gather.js; asks the site only what an element is, and the browser only what of it is seen.
 *
 * @import { Kind, Source } from "../wire.js"
 * @import { Found, References, Site } from "./sites/site.js"
 */

import { BlockText } from "./blocks.js";
import { isColumnHead, isInline, isRow, isUnseen, kindOf, shownWords } from "./seen.js";
import { liesAt, sameness } from "./sites/addresses.js";
import { isFormula, isFormulaPicture } from "./sites/anywhere.js";

/** Elements whose text is no prose of an answer, on any site. Buttons speak only where a site says so. */
const NEVER_TEXT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "SVG", "CANVAS", "VIDEO", "AUDIO", "IFRAME",
  "OBJECT", "SELECT", "TEXTAREA", "INPUT", "BUTTON", "DIALOG", "DEL", "S", "STRIKE", "ANNOTATION", "ANNOTATION-XML"]);

const CODE = new Set(["CODE", "KBD", "SAMP", "TT"]);

/** Characters that are no text: zero-width space, word joiner, byte order mark, private use (icons, markers). */
const NO_TEXT = "[\\u200B\\u2060\\uFEFF\\uE000-\\uF8FF]+";

/** Citation markers of chat models that leaked into the text; each stands for a source with no address in the page. */
const LEAKED = ["\\uE200[^\\uE200\\uE201]{0,300}\\uE201", "【\\d+†[^】]{0,80}】", ":?contentReference\\[oaicite:\\d+\\](?:\\{[^}]{0,40}\\})?",
  "\\[(?:citation|cite|web|attached_file):\\s?\\d[\\d, ]*\\]", "(?:cite)?turn\\d+(?:search|news|view|fetch|academia)\\d+"].join("|");

const PIECES = new RegExp(`(?<leaked>${LEAKED})|(?<nothing>${NO_TEXT})|(?<number>\\[\\d{1,3}\\])|(?<space>[ \\t\\r\\n\\f]+)`, "g");

const RAISED = new Map([..."0123456789+-−=()n"].map((plain, index) => [plain, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ"][index] ?? plain]));

/** The part of an address that points to a passage of its page. */
const POINTS = /:~:text=/;

/** Nodes walked between two chances to let the page work. */
const NODES_A_STEP = 40;

/** A chip's words are shown in the card as its label; longer ones are a title, not a label. */
const LONGEST_LABEL = 80;

/** What has been read, and the block being read. */
export class Walk {
  /** @type {BlockText[]} */
  blocks = [];
  /** @type {Source[]} */
  sources = [];
  /** @type {Map<string, number>} */
  #indexes = new Map();
  /** @type {Kind[]} what the elements around make of a block, innermost last */
  #kinds = [];
  #rows = 0;
  /** The table row around, by its number in the answer. */
  #row = 0;
  #block = new BlockText("paragraph");
  #keepsLines = false;
  #raised = false;
  #inFormula = false;

  /** @param {Site} site @param {References} references */
  constructor(site, references) {
    this.site = site;
    this.references = references;
    for (const source of references.sources) this.#indexOf(source);
  }

  /** @param {Element} body @returns {Generator<void>} */
  *through(body) {
    /** @type {{node: Node|null, leave: () => void}[]} what is still to be walked, and what to do after it */
    const open = [{ node: body, leave: () => this.#endBlock() }];
    for (let walked = 1; open.length; walked++) {
      if (walked % NODES_A_STEP === 0) yield;
      const here = /** @type {{node: Node|null, leave: () => void}} */ (open.at(-1));
      const node = here.node;
      if (!node) {
        open.pop();
        here.leave();
        continue;
      }
      here.node = node === body ? null : node.nextSibling;
      if (node.nodeType === Node.TEXT_NODE) this.#readText(/** @type {Text} */ (node));
      else if (node.nodeType === Node.ELEMENT_NODE) {
        const leave = this.#enter(/** @type {Element} */ (node));
        if (leave) open.push({ node: node.firstChild, leave });
      }
    }
  }

  /**
   * What an element means by itself; what comes back is to be called after its children, null when they are no text.
   * @param {Element} element @returns {(() => void) | null}
   */
  #enter(element) {
    const tag = element.tagName.toUpperCase();
    if (this.#inFormula) return tag.startsWith("ANNOTATION") ? null : this.#readFormula(element);
    if (this.references.skipped.has(element)) return this.#skip(element);
    const found = this.site.citation(element, this.#block.text, this.references);
    if (found) return this.#readCitation(element, found);
    if ((NEVER_TEXT.has(tag) && !(tag === "BUTTON" && isColumnHead(element))) || (this.site.dropped && element.matches(this.site.dropped))) return this.#skip(element);
    if (isFormula(element)) return this.#readFormula(element);
    if (isFormulaPicture(element)) return null;
    const style = getComputedStyle(element);
    if (isUnseen(element, style)) return null;
    if (tag === "BR") return this.#breakLine();
    if (tag === "A") return this.#readLink(/** @type {HTMLAnchorElement} */ (element));
    if (tag === "Q") return this.#readQuote(element);
    if (CODE.has(tag)) return this.#readCode();
    if (tag === "SUP") return this.#readRaised(element);
    const pictured = this.site.pictured(element);
    if (pictured !== null) return this.#readPicture(pictured);
    return isInline(style) ? () => {} : this.#readBlock(element, tag, style);
  }

  /** Nothing of it is read; where it stood as a block of its own, it parts the block around it. @param {Element} element */
  #skip(element) {
    if (/^(block|flex|grid|table|list-item)$/.test(getComputedStyle(element).display)) this.#endBlock();
    return null;
  }

  /** @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style */
  #readBlock(element, tag, style) {
    if (this.#kinds.at(-1) === "pre") { // one block, whatever its lines are made of
      this.#freshLine();
      return () => this.#freshLine();
    }
    const { row, keptLines } = { row: this.#row, keptLines: this.#keepsLines };
    if (isRow(element)) this.#row = ++this.#rows;
    const kind = kindOf(element, tag);
    this.#endBlock();
    if (kind) this.#kinds.push(kind);
    this.#keepsLines = kind === "pre" || !/^(normal|nowrap)$/.test(style.whiteSpace);
    this.#block = this.#newBlock();
    const first = this.blocks.length;
    return () => {
      this.#endBlock();
      const quotations = tag === "BLOCKQUOTE" ? this.blocks.slice(first).filter((block) => block.kind === "quotation") : [];
      for (const quotation of quotations) this.#readCiteAttribute(element, quotation);
      if (kind) this.#kinds.pop();
      this.#keepsLines = keptLines;
      this.#row = row;
      this.#block = this.#newBlock();
    };
  }

  #newBlock() {
    const innermost = this.#kinds.at(-1) ?? "paragraph";
    const quotation = this.#kinds.lastIndexOf("quotation");
    const attribution = this.#kinds.lastIndexOf("paragraph") > quotation;
    const kind = quotation < 0 || innermost === "pre" || attribution ? innermost : "quotation";
    return new BlockText(kind, kind === "cell" ? this.#row : 0);
  }

  #endBlock() {
    const block = this.#block.finish();
    const last = this.blocks.at(-1);
    // Notes alone under a table speak of all of it, those in a row's first cell of that row: they stay by themselves.
    const isAlone = last?.kind === "cell" && block.row !== (last.row || -1) && block.citations.length > 0;
    if (block.text || isAlone) this.blocks.push(block);
    else if (last) for (const { sources, hidden, label } of block.citations) last.cite({ sources, hidden, label });
    this.#block = this.#newBlock();
  }

  #freshLine() {
    if (this.#block.text && !this.#block.text.endsWith("\n")) this.#block.line();
  }

  /** Two breaks in a row are how some sites part paragraphs. */
  #breakLine() {
    if (this.#block.kind !== "pre" && this.#block.text.endsWith("\n")) this.#endBlock();
    else this.#block.line();
    return null;
  }

  /** @param {Text} node */
  #readText(node) {
    const data = node.data;
    let at = 0;
    for (const match of data.matchAll(PIECES)) {
      const { leaked, number, space } = /** @type {Record<string, string|undefined>} */ (match.groups);
      const cited = number && this.#numbered(number, node);
      if (number && !cited) continue;
      this.#write(node, at, match.index);
      at = match.index + match[0].length;
      if (cited) this.#cite({ sources: cited, hidden: cited.length ? 0 : 1, label: match[0] });
      else if (leaked) this.#cite({ sources: [], hidden: 1, label: "" });
      else if (space) this.#readSpace(node, match.index, space);
    }
    this.#write(node, at, data.length);
  }

  /**
   * What "[3]" in the text cites, if it cites; where the answer has a numbered list, also a number that is not in it.
   * @param {string} number @param {Text} node
   */
  #numbered(number, node) {
    const { byNumber } = this.references;
    if (!byNumber.size || node.parentElement?.closest("code, pre")) return null;
    return byNumber.get(Number(number.slice(1, -1))) ?? [];
  }

  /** @param {Text} node @param {number} from @param {number} to */
  #write(node, from, to) {
    const copied = node.data.slice(from, to);
    this.#block.write(this.#raised ? copied.replace(/./g, (sign) => RAISED.get(sign) ?? sign) : copied, node, from);
  }

  /** @param {Text} node @param {number} at @param {string} space */
  #readSpace(node, at, space) {
    const breaks = this.#keepsLines ? space.split("\n").length - 1 : 0;
    if (this.#block.kind === "pre") {
      for (const [index, sign] of [...space].entries()) {
        if (sign === "\n") this.#block.line();
        else this.#block.write(sign, node, at + index);
      }
    } else if (breaks > 1) this.#endBlock();
    else if (breaks) this.#block.line();
    else this.#block.space(node, at);
  }

  /** Formulas are read from their MathML; raised figures stay raised, fractions keep off their neighbours. @param {Element} element */
  #readFormula(element) {
    const before = { inFormula: this.#inFormula, raised: this.#raised };
    const isFraction = element.localName === "mfrac";
    if (isFraction) this.#block.gap();
    if (element.parentElement?.localName === "mfrac" && element.previousElementSibling) this.#block.text += "/";
    if (element.localName === "msqrt") this.#block.text += "√";
    this.#inFormula = true;
    this.#raised ||= element.parentElement?.localName === "msup" && element.previousElementSibling !== null;
    return () => {
      if (isFraction) this.#block.gap();
      this.#inFormula = before.inFormula;
      this.#raised = before.raised;
    };
  }

  /** Words that a reader sees and no text node holds: no range leads back to them. @param {string} words */
  #readPicture(words) {
    this.#block.text += words;
    return null;
  }

  /** @param {Element} element */
  #readRaised(element) {
    const before = this.#raised;
    this.#raised = [...(element.textContent ?? "").trim()].every((sign) => RAISED.has(sign));
    return () => void (this.#raised = before);
  }

  /** @param {Element} element */
  #readQuote(element) {
    const block = this.#block;
    const start = block.text.length;
    return () => {
      if (this.#block === block) block.quoted.push([start, block.text.length]);
      this.#readCiteAttribute(element);
    };
  }

  /** Its quotation marks are signs of the code. */
  #readCode() {
    const block = this.#block;
    const start = block.text.length;
    return () => {
      if (this.#block === block && block.kind !== "pre") block.code.push([start, block.text.length]);
    };
  }

  /** @param {Element} element a q or blockquote @param {BlockText} [block] what it quotes */
  #readCiteAttribute(element, block) {
    const cite = element.getAttribute("cite");
    if (!cite || !URL.canParse(cite, element.baseURI)) return;
    const address = new URL(cite, element.baseURI).href;
    if (sameness(address)) this.#cite({ sources: [{ address, title: "", rendered: false }], hidden: 0, label: "" }, { block });
  }

  /** A link in the prose: its words are the answer's, its address waits for the reader. @param {HTMLAnchorElement} link */
  #readLink(link) {
    const ownPage = link.href.replace(/#.*$/, "") === link.baseURI.replace(/#.*$/, "");
    if (ownPage || !sameness(link.href) || this.site.hosts.some((place) => liesAt(link, place))) return () => {};
    const block = this.#block;
    const start = block.text.length;
    return () => {
      const source = { address: link.href, title: block.text.slice(start).trim(), rendered: false };
      this.#cite({ sources: [source], hidden: 0, label: "" }, { start: this.#block === block ? start : undefined });
    };
  }

  /** @param {Element} element @param {Found} found */
  #readCitation(element, found) {
    if (!found.place) {
      for (const source of found.sources) this.#indexOf(source);
      return null;
    }
    const label = shownWords(element).slice(0, LONGEST_LABEL);
    const name = label.replace(/\s*\+\s?\d.*$/, "");
    const only = found.sources.length === 1 ? found.sources[0] : null;
    if (only && /\p{L}/u.test(name)) only.title ||= name;
    if (!found.words) {
      this.#cite({ ...found, label });
      return null;
    }
    const block = this.#block;
    const start = block.text.length;
    return () => this.#cite({ ...found, label: "" }, { start: this.#block === block ? start : undefined });
  }

  /**
   * @param {{sources: Source[], hidden: number, label: string}} cited
   * @param {{start?: number|undefined, block?: BlockText|undefined}} [place] where its words begin; a block already read
   */
  #cite({ sources, hidden, label }, { start, block = this.#block } = {}) {
    const indexes = [...new Set(sources.map((source) => this.#indexOf(source)))];
    block.cite({ sources: indexes, hidden, label }, start);
  }

  /**
   * Where a source stands in the answer's list; once rendered anywhere, it is rendered, at the address that the site shows:
   * what the model adds to one in its prose is not sent unasked. Addresses that point to different passages of a page are
   * different sources; one that points to none is the same as any other of its page.
   * @param {Source} source
   */
  #indexOf({ address, title, rendered }) {
    const page = sameness(address);
    const ofPage = this.#indexes.get(page);
    const isBare = ofPage !== undefined && !POINTS.test(this.sources[ofPage]?.address ?? "");
    const samePage = isBare || !POINTS.test(address) ? ofPage : undefined;
    const index = this.#indexes.get(address) ?? samePage ?? this.sources.length;
    const known = (this.sources[index] ??= { address, title, rendered });
    const points = index === ofPage && isBare && POINTS.test(address);
    if (known.rendered === rendered ? points : rendered) known.address = address;
    if (ofPage === undefined) this.#indexes.set(page, index);
    this.#indexes.set(address, index);
    known.title ||= title;
    known.rendered ||= rendered;
    return index;
  }
}
