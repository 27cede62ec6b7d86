// Times another checker: node peer.mjs CHECKER.mjs GIVEN.json; the last line it prints is JSON, medians in seconds.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [checker, given] = process.argv.slice(2);
const { checkQuote } = await import(pathToFileURL(checker).href);
const { text, present, changed } = JSON.parse(await readFile(given, "utf8"));

function median(work, rounds) {
  const taken = [];
  for (let round = 0; round < rounds; round++) {
    const started = process.hrtime.bigint();
    work();
    taken.push(Number(process.hrtime.bigint() - started) / 1e9);
  }
  return taken.sort((one, other) => one - other)[rounds >> 1];
}

if (!checkQuote(present, text).found) throw new Error("the checker does not find the quote that is there");
if (checkQuote(changed, text).found) throw new Error("the checker finds the changed quote");
console.log(JSON.stringify({
  index: median(() => checkQuote("", text), 7),
  present: median(() => checkQuote(present, text), 7),
  changed: median(() => checkQuote(changed, text), 7),
}));
