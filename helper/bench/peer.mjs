// Times another checker: node peer.mjs CHECKER.mjs GIVEN.json; the last line it prints is JSON.
// GIVEN holds texts by size, each with quotes that are there and the same quotes with a word changed. Medians in seconds.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [checker, given] = process.argv.slice(2);
const { checkQuote } = await import(pathToFileURL(checker).href);
const texts = JSON.parse(await readFile(given, "utf8"));
const begun = process.memoryUsage().rss;

const median = (taken) => taken.sort((one, other) => one - other)[taken.length >> 1];

/** Wall clock or processor time, whichever is less: what else the machine does must not tell against the checker. */
function seconds(work) {
  const started = process.hrtime.bigint(), used = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(used);
  return Math.min(Number(process.hrtime.bigint() - started) / 1e9, (user + system) / 1e6);
}

/** The median over the quotes, each asked `rounds` times after one round that warms up. */
function timed(quotes, text, rounds) {
  const taken = [];
  for (let round = 0; round <= rounds; round++)
    for (const quote of quotes) {
      const took = seconds(() => checkQuote(quote, text));
      if (round) taken.push(took);
    }
  return median(taken);
}

const measured = {};
for (const [size, { text, present, changed, rounds, quotes }] of Object.entries(texts)) {
  const asked = [present.slice(0, quotes), changed.slice(0, quotes)];
  measured[size] = {
    // Its tokenizer runs at each call, so an empty quote times that alone.
    index: timed([""], text, rounds),
    present: timed(asked[0], text, rounds),
    changed: timed(asked[1], text, rounds),
    found: asked[0].filter((quote) => checkQuote(quote, text).found).length,
    wrong: asked[1].filter((quote) => checkQuote(quote, text).found).length,
    memory: process.resourceUsage().maxRSS * 1024 - begun,
  };
}
console.log(JSON.stringify(measured));
