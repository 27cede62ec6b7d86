/**
 * What happens on an answer page, in order: notice a finished answer, gather it, have it checked, mark it. Each answer
 * once, again only when its words have changed; a page that re-renders gets its marks back without a new check.
 *
 * @import { Answer, Report } from "../wire.js"
 * @import { Ranges } from "./gather.js"
 * @typedef {{id: number, answer: Answer, path: string, job: string|null, report: Report|null, trouble: string|null,
 *   going: boolean, beginning: Promise<unknown>|null, wishes: number, agreed: boolean}} Check
 *   `beginning` until it has its job; `wishes` counts what was asked of it; `agreed` when its reader asked for this page,
 *   and so for all its addresses
 * @typedef {{touched: number, dirty: boolean, inView: boolean, agreed: boolean, check: Check|null, ranges: Ranges|null}} Sight
 *   `agreed` when the reader asked for the page before this answer was read
 */

import { speak } from "../language.js";
import { onChoice, settings } from "../settings.js";
import { Background } from "./background.js";
import { gathering } from "./gather.js";
import { Host } from "./host.js";
import { Listing } from "./listing.js";
import { marksOf } from "./marking.js";
import { Marks } from "./marks.js";
import { polled } from "./polling.js";
import { siteOf } from "./sites/site.js";
import { stateOf } from "./sites/state.js";

/** An answer that did not change for so long is finished, if its site says nothing else: models pause while they write. */
const QUIET_MS = 1_500;
/** How long changes of the page are let gather before it is looked at again. */
const LOOK_MS = 300;
/** Work between two chances for the page to draw; a task over 50 ms is felt. */
const SLICE_MS = 8;
/** Answers are checked when they come this near to the window: an old chat of 500 turns is not checked whole. */
const NEAR = "100% 0px";
/** A check is asked for again when the background was stopped in the middle; more often would hide a fault. */
const MOST_RESTARTS = 3;
/** An answer that has left the page for so long was not only rendered anew. */
const GONE_MS = 5_000;
/** Attributes by which sites say that an answer is finished. */
const SIGNS = ["data-message-complete", "aria-busy", "data-is-streaming", "data-streaming", "class"];

/** @type {AnswerPage|"starting"|null} */
let running = null;
/** Whether the reader asked for this page while it was starting. */
let asked = false;

/** @param {boolean} [byHand] whether the reader asked for this very page, and so agreed to all its addresses */
export async function start(byHand = false) {
  asked ||= byHand;
  if (running instanceof AnswerPage && byHand) running.agree();
  if (running || !document.documentElement) return;
  running = "starting";
  const background = new Background(() => running instanceof AnswerPage && running.stop());
  const [allowed] = await Promise.all([mayStart(background), speak()]);
  if (!allowed) background.close();
  running = allowed ? new AnswerPage(background) : null;
  if (asked) running?.agree();
  asked = false;
}

/** The browser starts us in all ports of a host; only the background knows what the reader switched on. @param {Background} background */
async function mayStart(background) {
  for (let tries = 0; tries < MOST_RESTARTS; tries++) {
    const reply = await background.ask({ ask: "begin" });
    if (reply.ok || reply.trouble !== "interrupted") return reply.ok;
  }
  return false;
}

class AnswerPage {
  #site = siteOf(document);
  #marks = new Marks();
  #host = new Host({
    marks: this.#marks,
    again: (check) => void this.#run(/** @type {Check} */ (check), true),
    fetch: (check, sources) => void this.#fetch(/** @type {Check} */ (check), sources),
    beside: (check, kind, source) => this.#beside(/** @type {Check} */ (check), kind, source),
    opened: (open) => {
      this.#open = open && { check: /** @type {Check} */ (open.check).id, quote: open.quote };
      this.#listing.tell();
    },
  });
  /** @type {{check: number, quote: string}|null} whose card is open: the id of a quote or a claim */
  #open = null;
  #listing = new Listing(() => this.#listed(), {
    open: (id, quote) => this.#with(id, (check) => this.#host.open(check, quote)),
    again: (id, fresh) => this.#with(id, (check) => void this.#run(check, fresh)),
    cancel: (id) => this.#with(id, (check) => void this.#cancel(check)),
    fetch: (id, sources) => this.#with(id, (check) => void this.#fetch(check, sources)),
    step: (by) => this.#host.stepToProblem(by),
  });
  #background;
  /** @type {Map<Element, Sight>} */
  #sights = new Map();
  /** @type {Map<string, Check>} by the words of the answer */
  #checks = new Map();
  #observer = new MutationObserver((records) => this.#touch(records));
  #view = new IntersectionObserver((entries) => this.#see(entries), { rootMargin: NEAR });
  #timer = 0;
  #looking = false;
  #met = 0;
  #agreeing = false;
  /** Checks that a reading in the reader's own tab was asked for. @type {Set<Check>} */
  #awaited = new Set();
  #comingBack = () => this.#comeBack();
  #unlisten = onChoice((now) => this.#obey(now));

  /** @param {Background} background */
  constructor(background) {
    this.#background = background;
    void settings().then((now) => this.#obey(now));
    this.#observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributeFilter: SIGNS });
    document.addEventListener("visibilitychange", this.#comingBack);
    this.#lookSoon();
  }

  stop() {
    document.removeEventListener("visibilitychange", this.#comingBack);
    this.#observer.disconnect();
    this.#view.disconnect();
    clearTimeout(this.#timer);
    this.#marks.clear();
    this.#host.remove();
    this.#background.close();
    this.#listing.close();
    this.#unlisten();
    running = null;
  }

  /** The reader asked for the page as it stands: all addresses of its answers may be fetched. What comes later waits. */
  agree() {
    this.#agreeing = true;
    this.#lookSoon();
  }

  /** @param {import("../settings.js").Settings} chosen */
  #obey({ look, marks }) {
    this.#host.wear(look);
    this.#marks.draw(marks);
  }

  /** How everything on the page stands, in the order of its answers. @returns {import("./listing.js").Listed} */
  #listed() {
    const here = new Set([...this.#sights].sort(([one], [other]) => (follows(one, other) ? 1 : -1)).flatMap(([, { check }]) => check ?? []));
    const checks = [...here].map(({ id, answer, report, trouble, going }) => ({ id, question: answer.question, report, trouble, going }));
    return { address: location.href, title: document.title, state: stateOf(document), checks, open: this.#open };
  }

  /** @param {number} id @param {(check: Check) => void} act */
  #with(id, act) {
    for (const check of this.#checks.values()) if (check.id === id) act(check);
  }

  /** The reader has seen enough: what is not judged yet stays so until it is checked again. @param {Check} check */
  async #cancel(check) {
    const { job } = check;
    this.#end(check);
    if (check.report) check.report = { ...check.report, state: "cancelled" };
    this.#show(check);
    if (job) await this.#background.ask({ ask: "cancel", job });
  }

  /** @param {MutationRecord[]} records */
  #touch(records) {
    const now = performance.now();
    let ours = true;
    for (const { target, type, addedNodes } of records) {
      if (target === document.documentElement && type === "childList" && [...addedNodes].every((node) => this.#host.is(node))) continue;
      ours = false;
      for (let node = /** @type {Node|null} */ (target); node; node = node.parentNode) {
        const sight = this.#sights.get(/** @type {Element} */ (node));
        if (sight) Object.assign(sight, { touched: now, dirty: true });
      }
    }
    if (!ours) this.#lookSoon();
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #see(entries) {
    for (const { target, isIntersecting } of entries) {
      const sight = this.#sights.get(target);
      if (sight && isIntersecting) sight.inView = true;
    }
    this.#lookSoon();
  }

  /** @param {number} [wait] milliseconds */
  #lookSoon(wait = LOOK_MS) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), wait);
  }

  async #look() {
    if (this.#looking) return this.#lookSoon();
    this.#looking = true;
    try {
      if (this.#site.name === "generic") this.#site = siteOf(document); // a page opened empty shows its make later
      const answers = this.#site.answers(document);
      this.#meet(answers);
      if (this.#agreeing && answers.length) this.#agreeToAll();
      let soonest = Infinity;
      for (const [element, sight] of this.#sights) {
        if (!sight.dirty || !sight.inView) continue;
        const wait = sight.touched + QUIET_MS - performance.now();
        const rests = wait <= 0 && this.#site.isFinished(element, element === answers.at(-1));
        // An answer that was read before may only have been rendered anew: its marks need not wait.
        if (rests || sight.check) await this.#read(element, sight, rests);
        if (wait > 0 && sight.dirty) soonest = Math.min(soonest, wait);
      }
      if (soonest < Infinity) this.#lookSoon(Math.max(LOOK_MS, soonest));
    } finally {
      this.#looking = false;
      this.#listing.tell();
    }
  }

  #agreeToAll() {
    this.#agreeing = false;
    for (const sight of this.#sights.values()) {
      if (sight.check) this.#agreeTo(sight.check);
      else sight.agreed = true;
    }
  }

  /** @param {Check} check */
  #agreeTo(check) {
    check.agreed = true;
    void this.#run(check);
  }

  /** Learns of new answers, and forgets those that have left the page. @param {Element[]} answers */
  #meet(answers) {
    const here = new Set(answers);
    for (const [element, sight] of this.#sights) {
      if (here.has(element)) continue;
      this.#sights.delete(element);
      this.#view.unobserve(element);
      this.#marks.show(sight, []);
      setTimeout(() => void this.#forget(sight.check), GONE_MS);
    }
    for (const element of answers) {
      if (this.#sights.has(element)) continue;
      this.#sights.set(element, { touched: performance.now(), dirty: true, inView: false, agreed: false, check: null, ranges: null });
      this.#view.observe(element);
    }
  }

  /**
   * Gathers an answer. The same words as before only need their marks put back; other words are checked once they rest.
   * @param {Element} element @param {Sight} sight @param {boolean} rests
   */
  async #read(element, sight, rests) {
    await breath();
    sight.dirty = false;
    const steps = gathering(element, this.#site);
    let step = steps.next();
    for (let began = performance.now(); !step.done; step = steps.next()) {
      if (performance.now() - began < SLICE_MS) continue;
      await breath();
      began = performance.now();
    }
    if (sight.dirty) return; // it changed meanwhile: it is read again when it rests
    const { answer, ranges } = step.value;
    const words = JSON.stringify([answer.blocks, answer.sources]);
    if (!rests && !this.#checks.has(words)) {
      sight.dirty = true;
      return;
    }
    const known = this.#checks.get(words);
    const check = known
      ?? { id: ++this.#met, answer, path: location.pathname, job: null, report: null, trouble: null, going: false,
        beginning: null, wishes: 0, agreed: sight.agreed };
    const former = sight.check;
    if (known && sight.agreed) this.#agreeTo(known);
    Object.assign(sight, { check, ranges, agreed: false });
    if (!known) {
      this.#checks.set(words, check);
      if (answer.blocks.length) void this.#run(check);
    }
    if (former && former !== check) void this.#drop(former);
    this.#show(check);
  }

  /**
   * Of an answer that has left the page: long lists take far answers out and bring them back, so what is known of it
   * stays until the reader has gone to another conversation; but nothing more is fetched for it.
   * @param {Check|null} check
   */
  async #forget(check) {
    if (check && (check.going || check.path !== location.pathname)) await this.#drop(check);
  }

  /** A check that no answer on the page needs any longer. @param {Check} check */
  async #drop(check) {
    if ([...this.#sights.values()].some((sight) => sight.check === check)) return;
    for (const [words, other] of this.#checks) if (other === check) this.#checks.delete(words);
    this.#awaited.delete(check);
    const { job } = check;
    this.#end(check);
    if (job) await this.#background.ask({ ask: "cancel", job });
  }

  /** Nothing more is told of what was asked before. @param {Check} check */
  #end(check) {
    Object.assign(check, { job: null, going: false, wishes: check.wishes + 1 });
  }

  /** Has an answer checked from the beginning. @param {Check} check @param {boolean} [fresh] with its sources read anew */
  async #run(check, fresh = false) {
    let { job: former } = check;
    this.#end(check);
    check.going = true;
    this.#show(check);
    for (let restarts = 0; restarts < MOST_RESTARTS; restarts++) {
      const { wishes } = check;
      const beginning = this.#begin(check, fresh, former);
      check.beginning = beginning;
      const asked = await beginning;
      if (check.wishes !== wishes) { // ended meanwhile, or begun once more
        if (asked.ok) await this.#background.ask({ ask: "cancel", job: asked.value.job });
        return;
      }
      if (asked.ok) {
        Object.assign(check, { job: asked.value.job, trouble: null });
        const ended = await this.#follow(check);
        if (ended !== "no_such_job") return;
        former = null;
      } else if (asked.trouble !== "interrupted") {
        return this.#fail(check, asked.trouble);
      }
    }
    this.#fail(check, "not_running");
  }

  /** @param {Check} check @param {boolean} fresh @param {string|null} former its job until now */
  async #begin(check, fresh, former) {
    if (former) await this.#background.ask({ ask: "cancel", job: former });
    return this.#background.ask({ ask: "check", answer: check.answer, fetch: check.agreed ? "all" : "rendered", fresh });
  }

  /** Hears of the job until it has come to rest. @param {Check} check @returns {Promise<string>} how it ended */
  async #follow(check) {
    const { job } = check;
    check.going = true;
    let interruptions = 0;
    const poll = async (/** @type {number} */ seen) => {
      for (;;) {
        const reply = await this.#background.ask({ ask: "poll", job, seen });
        const again = !reply.ok && reply.trouble === "interrupted" && check.job === job && ++interruptions < MOST_RESTARTS;
        if (!again) return reply;
      }
    };
    const last = await polled(() => check.wishes, poll, (reply, going) => {
      if (check.job !== job) return false;
      check.going = going;
      if (reply.ok) {
        check.report = /** @type {Report} */ (reply.value);
        this.#show(check);
      } else if (reply.trouble !== "no_such_job") this.#fail(check, reply.trouble);
      return true;
    });
    if (check.job !== job) return "replaced";
    return last.ok ? last.value.state : last.trouble;
  }

  /** Follows a job of which more was asked. @param {Check} check @param {string|null} job */
  async #followOn(check, job) {
    if (!job || check.job !== job) return;
    check.wishes += 1;
    if (!check.going) await this.#follow(check);
  }

  /** @param {Check} check @param {number[]} sources the reader agreed to */
  async #fetch(check, sources) {
    await check.beginning;
    const { job } = check;
    if (!job) return; // what kept it from beginning is said already
    const reply = await this.#background.ask({ ask: "fetch", job, sources });
    if (!reply.ok && reply.trouble === "no_such_job") return void this.#run(check);
    if (!reply.ok) return this.#fail(check, reply.trouble);
    await this.#followOn(check, job);
  }

  /**
   * Has a source read in the reader's own tab, or in an archive's copy. The reading may come later, when the reader has
   * agreed to it on a page of ours: whoever comes back to this page sees how it stands.
   * @param {Check} check @param {import("./parts.js").Beside} kind @param {number} source @returns {Promise<string>} the trouble, or ""
   */
  async #beside(check, kind, source) {
    await check.beginning;
    const { job } = check;
    if (!job) return "";
    const reply = await this.#background.ask({ ask: kind === "own_tab" ? "read in tab" : "archive", job, source });
    if (!reply.ok && reply.trouble === "no_such_job") return void this.#run(check), "";
    if (!reply.ok) return reply.trouble;
    this.#awaited.add(check);
    if (!reply.value?.asked) await this.#followOn(check, job);
    return "";
  }

  #comeBack() {
    if (document.visibilityState === "visible") for (const check of this.#awaited) void this.#followOn(check, check.job);
  }

  /** What was not judged yet could not be checked; what was judged stays. @param {Check} check @param {string} trouble */
  #fail(check, trouble) {
    check.trouble = trouble;
    check.going = false;
    for (const quote of check.report?.quotes ?? []) {
      if (!quote.verdict) Object.assign(quote, { verdict: "unchecked", cause: "helper_not_running" });
    }
    for (const claim of check.report?.claims ?? []) {
      if (!claim.verdict) Object.assign(claim, { verdict: "unchecked", cause: "helper_not_running" });
    }
    this.#show(check);
  }

  /** Marks every answer of the page that has these words. @param {Check} check */
  #show(check) {
    for (const sight of this.#sights.values()) {
      if (sight.check !== check || !sight.ranges) continue;
      this.#marks.show(sight, marksOf(check.report, sight.ranges));
    }
    this.#host.update([...this.#sights.values()].flatMap((sight) => (sight.check ? [{ owner: sight, check: sight.check }] : [])));
    this.#listing.tell();
  }
}

/** Whether an element stands behind another in the page. @param {Element} one @param {Element} other */
function follows(one, other) {
  return (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Lets the page draw and answer its reader. */
function breath() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
