/**
 * The one place that names the browser's own interface. Both families answer with promises under it.
 */

/** @type {typeof chrome} */
export const api = /** @type {any} */ (globalThis).browser ?? chrome;

/**
 * The words of `_locales` for a key, in the reader's language; the key itself when it is missing, so that a gap shows.
 * @param {string} key
 * @param {...(string|number)} fillings for $1, $2 …
 */
export function words(key, ...fillings) {
  return api.i18n.getMessage(key, fillings.map(String)) || key;
}

/**
 * Words for a number of things: the message `key_one` for 1, else `key`.
 * @param {string} key
 * @param {number} count
 */
export function counted(key, count) {
  return words(count === 1 ? `${key}_one` : key, count);
}
