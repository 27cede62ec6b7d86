/** The adapters as a set: each a small file of its own in the list, with its hosts, its evidence and its fixture. */

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { liesAt } from "../content/sites/addresses.js";
import { SITES, siteAt } from "../content/sites/site.js";

const FOLDER = new URL("../content/sites/", import.meta.url);
const FIXTURES = new URL("../../shared-tests/answers/", import.meta.url);
const CONTENT = new URL("../content/", import.meta.url);

/** The files that describe one site: what they export has hosts. */
const adapters = [];
for (const file of readdirSync(FOLDER)) {
  for (const site of Object.values(await import(new URL(file, FOLDER)))) {
    if (typeof site === "object" && !Array.isArray(site) && "hosts" in site && site.name !== "generic") adapters.push({ file, site });
  }
}

test("every adapter is in the list, once", () => {
  assert.deepEqual(adapters.map(({ site }) => site.name).toSorted(), SITES.map(({ name }) => name).toSorted());
  assert.equal(new Set(SITES.map(({ name }) => name)).size, SITES.length);
});

for (const { file, site } of adapters) {
  test(`${site.name} is one small file with hosts, evidence and a fixture`, () => {
    const text = readFileSync(new URL(file, FOLDER), "utf8").replaceAll(/(?<=\/\/ .*)\n\/\/ /g, " ");
    assert.equal(file, `${site.name}.js`);
    assert.ok(text.split("\n").length <= 90, "an adapter is a small file");
    assert.ok(site.hosts.length || site.markup, "nothing tells this site's pages");
    assert.match(text, /\n\/\/ Evidence[^]*\b20\d\d-\d\d[^]*\n$/, "the date and evidence of its facts stand at its end");
    if (!site.proved) assert.match(text, /[Nn]ot run over a (?:whole )?saved page|without (?:web )?citations, run over/, "what is not proved says so");
    const fixtures = readdirSync(FIXTURES).filter((name) => name.startsWith(`${site.name}-`) && name.endsWith(".html"));
    assert.ok(fixtures.length, "no fixture");
    for (const name of fixtures) assert.ok(existsSync(new URL(name.replace(/html$/, "json"), FIXTURES)), name);
    if (!site.hosts.length) return;
    const pages = fixtures.map((name) => readFileSync(new URL(name, FIXTURES), "utf8").match(/<link rel="canonical" href="([^"]+)"/)?.[1]);
    assert.ok(pages.some((page) => page && siteAt(new URL(page)) === site), "no fixture is shown at one of its hosts");
  });
}

test("no page belongs to two sites", () => {
  for (const site of SITES) for (const host of site.hosts) {
    const address = new URL(`https://${host.replace(/^\./, "www.").replace(".*", ".de")}`);
    assert.deepEqual(SITES.filter((other) => other.hosts.some((place) => liesAt(address, place))).map(({ name }) => name), [site.name], host);
  }
});

test("a place is a host, a domain or the beginning of a path", () => {
  const lies = (address, place) => liesAt(new URL(address), place);
  assert.ok(lies("https://www.google.co.uk/search?q=x", "www.google.*/search"));
  assert.ok(!lies("https://www.google.com/maps", "www.google.*/search"));
  assert.ok(!lies("https://www.google.example.org/search", "www.google.*/search"));
  assert.ok(!lies("https://www.google.evil/search", "www.google.*/search"));
  assert.ok(lies("https://labs.perplexity.ai/", ".perplexity.ai") && lies("https://perplexity.ai/", ".perplexity.ai"));
  assert.ok(!lies("https://notperplexity.ai/", ".perplexity.ai"));
  assert.ok(lies("https://huggingface.co/chat/conversation/1", "huggingface.co/chat"));
  assert.ok(!lies("https://huggingface.co/chatter", "huggingface.co/chat"));
});

test("what one site looks like is known in the sites' folder alone", () => {
  const asked = /\.(?:matches|closest|querySelector|querySelectorAll)\??\.?\(\s*(["'`])(.*?)\1/gs;
  for (const file of readdirSync(CONTENT).filter((name) => name.endsWith(".js"))) {
    for (const [, , selector] of readFileSync(new URL(file, CONTENT), "utf8").matchAll(asked)) {
      const plain = selector.replace(/\[(?:role|aria-[a-z]+|lang|href|cite|contenteditable|open)(?:=[^\]]*)?\]|:[a-z-]+/g, "");
      assert.doesNotMatch(plain, /[.#[]/, `${file}: ${selector}`);
    }
  }
});
