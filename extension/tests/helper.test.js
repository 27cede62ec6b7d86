/** Talking to the helper, over a real socket: the proof before the token, and a name for every trouble. */

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, beforeEach, test } from "node:test";

/** The part of the browser that helper.js uses: the session's storage. */
const kept = {};
globalThis.chrome = { storage: { session: {
  get: async (key) => (key in kept ? { [key]: kept[key] } : {}),
  set: async (values) => void Object.assign(kept, values),
} } };
const helper = await import("../background/helper.js");

const TOKEN = "k".repeat(43);
let server, seen, reply, knows, sent;

beforeEach(async () => {
  [seen, reply, knows] = [[], [202, { job: "j1" }], TOKEN];
  server = createServer(async (request, response) => {
    sent = "";
    for await (const part of request.setEncoding("utf8")) sent += part;
    const url = new URL(request.url, "http://127.0.0.1");
    seen.push({ path: url.pathname, token: request.headers.authorization ?? "" });
    const proof = createHmac("sha256", knows).update(`quotefound|${server.address().port}|${url.searchParams.get("nonce")}`).digest("hex");
    const [status, body] = url.pathname === "/hello" ? [200, { server: "quotefound", proof }] : reply;
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  delete kept.pairing;
});

afterEach(() => server.close());

const code = () => `${server.address().port}-${TOKEN}`;

test("a pairing code is kept once the helper has proved that it knows the token", async () => {
  assert.deepEqual(await helper.pair(` ${code()}\n`), { ok: true, value: null });
  assert.equal(kept.pairing.token, TOKEN);
  assert.ok(seen.every(({ token }) => token === ""));
});

test("a program that does not know the token never sees it", async () => {
  kept.pairing = { port: server.address().port, token: TOKEN };
  knows = "another".padEnd(43, "x");
  assert.deepEqual(await helper.poll("j1", 0), { ok: false, trouble: "wrong_helper" });
  assert.deepEqual(seen, [{ path: "/hello", token: "" }]);
});

test("each call proves first and carries the token", async () => {
  kept.pairing = { port: server.address().port, token: TOKEN };
  assert.deepEqual(await helper.check({ blocks: [] }, "rendered", false, { claims: "auto", private: false }), { ok: true, value: { job: "j1" } });
  assert.deepEqual(seen, [{ path: "/hello", token: "" }, { path: "/v1/answers", token: `Bearer ${TOKEN}` }]);
});

test("what is checked besides quotes, and whether the window is private, goes with an answer and with a draft", async () => {
  kept.pairing = { port: server.address().port, token: TOKEN };
  await helper.check({ blocks: [] }, "rendered", true, { claims: "on", private: true });
  assert.deepEqual(JSON.parse(sent), { answer: { blocks: [] }, fetch: "rendered", fresh: true, claims: "on", private: true });
  await helper.checkDraft("words", { claims: "auto", private: false });
  assert.deepEqual(JSON.parse(sent), { draft: "words", fetch: "all", claims: "auto", private: false });
});

test("troubles have names", async () => {
  assert.equal((await helper.poll("j1", 0)).trouble, "not_paired");
  assert.equal((await helper.pair("nonsense")).trouble, "bad_request");
  kept.pairing = { port: server.address().port, token: TOKEN };
  for (const [status, trouble] of [[400, "bad_request"], [401, "wrong_token"], [404, "no_such_job"], [500, "helper_error"]]) {
    reply = [status, { error: { name: "x", sentence: "Why." } }];
    assert.deepEqual(await helper.poll("j1", 0), { ok: false, trouble, sentence: "Why." });
  }
  server.close();
  server.closeAllConnections();
  assert.equal((await helper.poll("j1", 0)).trouble, "not_running");
});
