/**
 * The one place that names the browser's own interface. Both families answer with promises under it.
 */

/** @type {typeof chrome} */
export const api = /** @type {any} */ (globalThis).browser ?? chrome;
