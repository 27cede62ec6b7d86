/** Pairing with the helper: the form that takes the code, on the options page and on the first page. */

import { words } from "../language.js";
import { ask, byId, troubleHere } from "../pages.js";

/** Makes the form with the id `pairing` work, and says how the helper stands. @param {() => void} [known] it is known, also anew */
export function offerPairing(known = () => {}) {
  const code = byId("pairing-code", HTMLInputElement);
  byId("pairing", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault();
    say("pairing-state", words("options_asking"));
    const reply = await ask({ ask: "pair", code: code.value });
    sayHelper(reply);
    if (!reply.ok) return;
    code.value = "";
    standing = "";
    known();
  });
  /** The trouble with the helper, "" without one. @type {string|null|undefined} */
  let standing = null;
  const look = async () => {
    const reply = await ask({ ask: "helper" });
    const now = reply.ok ? "" : reply.trouble;
    if (now === standing) return; // what the reader is in the middle of stays
    standing = now;
    if (now !== "not_paired") sayHelper(reply);
    known();
  };
  // Whoever comes back to the page may have started the helper meanwhile.
  document.addEventListener("visibilitychange", () => void (document.visibilityState === "visible" && look()));
  void look();
}

/** @param {import("../pages.js").Reply} reply */
function sayHelper(reply) {
  if (reply.ok) say("pairing-state", words("options_paired"), "good");
  else say("pairing-state", troubleHere(reply.trouble === "bad_request" ? "bad_code" : reply.trouble), "bad");
}

/** @param {string} id @param {string} text @param {"good"|"bad"|""} [tone] */
export function say(id, text, tone = "") {
  const line = byId(id, HTMLParagraphElement);
  line.className = `state ${tone}`;
  line.textContent = text;
}
