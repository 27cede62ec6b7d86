/**
 * How the reports of a check are heard until it has come to rest. Used on the page and in the panel; knows neither.
 *
 * @import { Report } from "../wire.js"
 * @typedef {{ok: boolean, value?: any, trouble?: string|undefined}} Reply
 */

/**
 * Polls until nothing of a check is under way, and nothing more was asked of it while its report was on its way here: such
 * a report does not know of that yet.
 * @template {Reply} Heard
 * @param {() => number} wishes how often something was asked of it
 * @param {(seen: number) => Promise<Heard>} poll for a report newer than that version
 * @param {(reply: Heard, going: boolean) => boolean} hear whether anybody still wants to hear
 * @returns {Promise<Heard>} the last reply
 */
export async function polled(wishes, poll, hear) {
  for (let seen = 0; ;) {
    const before = wishes();
    const reply = await poll(seen);
    const more = wishes() !== before;
    const going = reply.ok && (more || /** @type {Report} */ (reply.value).state === "running");
    if (!hear(reply, going) || !going) return reply;
    seen = more ? 0 : reply.value.version;
  }
}
