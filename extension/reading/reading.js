/**
 * Asked before a source's site is read for the first time: which address, and why. The browser's own question must
 * come straight from the reader's click, and on a page of ours; then the background opens the tab and reads it.
 */

import { api } from "../browser.js";
import { make, wrapping } from "../dom.js";
import { words } from "../language.js";
import { ask, begin, byId } from "../pages.js";

const EVERY_SITE = ["https://*/*", "http://*/*"];

const asked = new URLSearchParams(location.search);
const wanted = { tab: Number(asked.get("tab")), job: asked.get("job") ?? "", source: Number(asked.get("source")) };
const told = await ask({ ask: "addresses", ...wanted });
const { addresses = [], patterns = [] } = told.ok ? told.value : {};
await begin("reading_title");

byId("addresses", HTMLUListElement).replaceChildren(...addresses.map((/** @type {string} */ address) => make("li", {}, make("code", { dir: "ltr", lang: "en" }, ...wrapping(address)))));
const allow = byId("allow", HTMLButtonElement);
allow.textContent = words("reading_allow", [...new Set(addresses.map((/** @type {string} */ address) => new URL(address).host))].join(", "));
allow.onclick = () => void read(patterns);
byId("allow-all", HTMLButtonElement).onclick = () => void read(EVERY_SITE);
byId("leave", HTMLButtonElement).onclick = () => void leave();
if (!told.ok) say(words(`trouble_${told.trouble}`));

/** @param {string[]} origins */
async function read(origins) {
  const granted = await api.permissions.request({ origins }).catch(() => false);
  if (!granted) return say(words("trouble_no_permission"));
  say(words("reading_under_way"), "");
  const reply = await ask({ ask: "read in tab", ...wanted });
  if (reply.ok) await leave();
  else say(words(`trouble_${reply.trouble}`));
}

async function leave() {
  const here = await api.tabs.getCurrent();
  if (here?.id !== undefined) await api.tabs.remove(here.id);
}

/** @param {string} text @param {"bad"|""} [tone] */
function say(text, tone = "bad") {
  const line = byId("state", HTMLParagraphElement);
  line.className = `state ${tone}`;
  line.textContent = text;
  for (const button of document.querySelectorAll("button")) button.disabled = tone === "" || !told.ok;
}
