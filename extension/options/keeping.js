/** What the helper keeps of sources: how much there is, how much there may be, and for how long. */

/** @import { Kept } from "../wire.js" */

import { counted, language, words } from "../language.js";
import { ask, byId, troubleHere } from "../pages.js";
import { say } from "./pairing.js";

const GIGABYTE = 1_000_000_000;
/** Offered to whoever would rather have sources leave by themselves. */
const SOME_DAYS = 30;

const form = byId("keeping", HTMLFormElement);
const most = byId("kept-most", HTMLInputElement);
const days = byId("kept-days", HTMLInputElement);
const [untilRoom, forDays] = /** @type {[HTMLInputElement, HTMLInputElement]} */ ([...form.querySelectorAll("input[type='radio']")]);
/** What the field said before the reader touched it. */
let shownMost = "";

form.hidden = true; // until the helper has said how it stands

/** Shows how it stands now; nothing can be changed where the helper cannot be asked. */
export async function offerKeeping() {
  const reply = await ask({ ask: "kept" });
  form.hidden = !reply.ok;
  say("kept-state", reply.ok ? "" : words("kept_unknown"));
  if (reply.ok) show(reply.value);
}

/** @param {Kept} kept */
function show({ snapshots, bytes, max_store_bytes: mostBytes, keep_days: keepDays }) {
  byId("kept-now", HTMLParagraphElement).textContent = counted("kept_now", snapshots, sized(bytes));
  shownMost = String(Math.round(mostBytes / GIGABYTE * 10) / 10 || 0.1);
  most.value = shownMost;
  untilRoom.checked = keepDays === null;
  forDays.checked = keepDays !== null;
  days.value = String(keepDays ?? SOME_DAYS);
  arrange();
}

function arrange() {
  days.disabled = !forDays.checked;
}

/** In the unit that makes it easiest to read. @param {number} bytes */
function sized(bytes) {
  const [unit, size] = bytes >= GIGABYTE ? ["gigabyte", bytes / GIGABYTE] : bytes >= 1e6 ? ["megabyte", bytes / 1e6] : ["kilobyte", bytes / 1e3];
  return new Intl.NumberFormat(language(), { style: "unit", unit: String(unit), maximumFractionDigits: 1 }).format(Number(size));
}

form.addEventListener("change", arrange);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  // The field is rounded: what was not touched stays to the byte.
  const change = { ...(most.value !== shownMost && { max_store_bytes: Math.round(most.valueAsNumber * GIGABYTE) }),
    keep_days: forDays.checked ? days.valueAsNumber : null };
  const reply = await ask({ ask: "kept", change });
  if (reply.ok) show(reply.value);
  say("kept-state", reply.ok ? words("kept_saved") : reply.sentence || troubleHere(reply.trouble), reply.ok ? "good" : "bad");
});
