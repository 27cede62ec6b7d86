/**
 * The only caller of the helper on 127.0.0.1. Knows the pairing, proves that the right program listens before it
 * sends the token, and turns every trouble into one of a closed list of names. Knows nothing of pages and tabs.
 *
 * @import { Claims } from "../settings.js"
 * @import { Answer, ByHand, Escalation, Fetch, Kept, Report } from "../wire.js"
 * @typedef {"not_paired"|"not_running"|"wrong_helper"|"wrong_token"|"bad_request"|"no_such_job"|"helper_error"} Trouble
 * @typedef {{port: number, token: string}} Pairing
 * @typedef {{claims: Claims, private: boolean}} Asked whether claims are checked beside quotes, and whether the window is
 *   private, so that nothing of it goes to the disk
 */

import { api } from "../browser.js";

/** A poll waits 10 s in the helper; a helper that needs longer than this for any call hangs. */
const LONGEST_CALL_MS = 20_000;

const PAIRING_CODE = /^(\d{1,5})-([A-Za-z0-9_-]{43})$/;

/**
 * @template Value
 * @typedef {{ok: true, value: Value} | {ok: false, trouble: Trouble, sentence?: string}} Outcome
 */

/** @returns {Promise<Pairing|null>} */
export async function pairing() {
  const kept = /** @type {{pairing?: Pairing}} */ (await api.storage.session.get("pairing"));
  return kept.pairing ?? null;
}

/**
 * Keeps a pairing code when the helper behind it proves that it knows the token.
 * @param {string} code PORT-TOKEN as the helper shows it
 * @returns {Promise<Outcome<null>>}
 */
export async function pair(code) {
  const [, port, token] = code.trim().match(PAIRING_CODE) ?? [];
  if (!port || !token || Number(port) > 65_535) return { ok: false, trouble: "bad_request" };
  const outcome = await prove({ port: Number(port), token });
  if (outcome.ok) await api.storage.session.set({ pairing: { port: Number(port), token } });
  return outcome;
}

/** Whether the paired helper runs and is the right one. @returns {Promise<Outcome<null>>} */
export async function state() {
  const paired = await pairing();
  return paired ? prove(paired) : { ok: false, trouble: "not_paired" };
}

/**
 * @param {Answer} answer @param {Fetch} fetch @param {boolean} fresh whether sources are read anew
 * @param {Asked} asked @returns {Promise<Outcome<{job: string}>>}
 */
export const check = (answer, fetch, fresh, asked) => post("/v1/answers", { answer, fetch, fresh, ...asked });

/** A quote against a source that has no address: pasted words or a file. @param {ByHand} asked @returns {Promise<Outcome<{job: string}>>} */
export const checkQuote = (asked) => post("/v1/quotes", asked);

/** All that the helper keeps of what it read. @returns {Promise<Outcome<unknown>>} */
export const forget = () => post("/v1/forget", {});

/** A pasted draft against the links in it. @param {string} draft @param {Asked} asked @returns {Promise<Outcome<{job: string}>>} */
export const checkDraft = (draft, asked) => post("/v1/answers", { draft, fetch: "all", ...asked });

/** @param {string} job @param {number} seen @returns {Promise<Outcome<Report>>} */
export const poll = (job, seen) => post("/v1/jobs/poll", { job, seen });

/** @param {string} job @returns {Promise<Outcome<unknown>>} */
export const cancel = (job) => post("/v1/jobs/cancel", { job });

/** The reader's consent to fetch links of the prose. @param {string} job @param {number[]} sources @returns {Promise<Outcome<unknown>>} */
export const fetchSources = (job, sources) => post("/v1/sources/fetch", { job, sources });

/**
 * What the reader's own tab shows of a source of this job.
 * @param {{job: string, source: number, address: string} & import("./own_tab.js").Taken} taken @returns {Promise<Outcome<unknown>>}
 */
export const takeReading = (taken) => post("/v1/readings", taken);

/** An archive's copy of a source of this job. @param {string} job @param {number} source @returns {Promise<Outcome<unknown>>} */
export const askArchive = (job, source) => post("/v1/sources/archive", { job, source });

/** Every answer that was blocked or left undecided, until it is marked as done. @returns {Promise<Outcome<{escalations: Escalation[]}>>} */
export const escalations = () => post("/v1/escalations", {});

/** @param {string} id @returns {Promise<Outcome<unknown>>} */
export const escalationDone = (id) => post("/v1/escalations/done", { id });

/** What is kept of sources, after the reader's change if there is one. @param {Partial<Kept>} change @returns {Promise<Outcome<Kept>>} */
export const kept = (change) => post("/v1/kept", change);

/**
 * Asks for an HMAC over a fresh nonce: a program that took the port over gets no token, and learns nothing.
 * @param {Pairing} pairing
 * @returns {Promise<Outcome<null>>}
 */
async function prove({ port, token }) {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  const reply = await call(port, `/hello?nonce=${nonce}`, {});
  if (!reply.ok) return reply;
  const proof = /** @type {{proof?: unknown}} */ (reply.value.body)?.proof;
  const encode = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", encode.encode(token), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const right = typeof proof === "string" && /^[0-9a-f]{64}$/.test(proof)
    && await crypto.subtle.verify("HMAC", key, bytes(proof), encode.encode(`quotefound|${port}|${nonce}`));
  return right ? { ok: true, value: null } : { ok: false, trouble: "wrong_helper" };
}

/**
 * @template Value
 * @param {string} route @param {object} body
 * @returns {Promise<Outcome<Value>>}
 */
async function post(route, body) {
  const paired = await pairing();
  if (!paired) return { ok: false, trouble: "not_paired" };
  const proven = await prove(paired);
  if (!proven.ok) return proven;
  const reply = await call(paired.port, route, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${paired.token}` },
    body: JSON.stringify(body),
  });
  if (!reply.ok) return reply;
  const { status, body: value } = reply.value;
  if (status < 300) return { ok: true, value: /** @type {Value} */ (value) };
  return { ok: false, trouble: troubleOf(status), sentence: /** @type {any} */ (value)?.error?.sentence };
}

/** @param {number} status @returns {Trouble} */
function troubleOf(status) {
  if (status === 401 || status === 403) return "wrong_token";
  if (status === 404) return "no_such_job";
  return status < 500 ? "bad_request" : "helper_error";
}

/**
 * @param {number} port @param {string} path @param {RequestInit} request
 * @returns {Promise<Outcome<{status: number, body: unknown}>>}
 */
async function call(port, path, request) {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...request, credentials: "omit", redirect: "error", cache: "no-store", signal: AbortSignal.timeout(LONGEST_CALL_MS),
    });
    return { ok: true, value: { status: reply.status, body: await reply.json().catch(() => null) } };
  } catch {
    return { ok: false, trouble: "not_running" }; // refused, reset, timed out: fetch tells no more
  }
}

/** @param {Uint8Array} values */
function hex(values) {
  return [...values].map((value) => value.toString(16).padStart(2, "0")).join("");
}

/** @param {string} digits */
function bytes(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
