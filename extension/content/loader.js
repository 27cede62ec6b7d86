/**
 * The registered content script. Browsers run content scripts as classic scripts, so this one only brings in the
 * module that does the work. Safe to run twice: a module is evaluated once, and `start` knows whether it runs.
 *
 * The modules are web-accessible at their plain addresses: with `use_dynamic_url` (tried in Chromium 156) the first
 * module loads, but what it imports is looked for under the extension's fixed id, and refused.
 */
(async () => {
  const { runtime } = /** @type {any} */ (globalThis).browser ?? chrome;
  const { start } = await import(runtime.getURL("content/main.js"));
  start();
})();
