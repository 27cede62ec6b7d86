/**
 * Where sites put the address of a cited source: href, alt, data attributes, JSON in attributes, the end of an
 * aria-label. Takes the union of all of them, since no single one is always there. Knows no site.
 *
 * @typedef {{address: string, title: string}} Addressed
 */

import { LONGEST_ADDRESS } from "../../wire.js";

const ADDRESS_IN_WORDS = /https?:\/\/[^\s"'<>]+/gi;
const NO_ADDRESSES_IN = new Set(["src", "srcset", "style", "class", "id", "xmlns"]);
/** Services that draw a site's icon: no source, but the page they are asked for may be one. */
const ICON_SERVICE = /\/(?:s2\/favicons|faviconV2)\?/;
const ADDRESS_KEYS = ["url", "href", "link", "address"];
const TITLE_KEYS = ["title", "name", "attribution"];

/**
 * The sources that an element and what it contains name, each once, in page order.
 * @param {Element} element
 * @returns {Addressed[]}
 */
export function addressesIn(element) {
  /** @type {Map<string, Addressed>} */
  const found = new Map();
  /** @param {string} address @param {string} title */
  const add = (address, title) => {
    const key = sameness(address);
    if (!key) return;
    const known = found.get(key);
    if (!known) found.set(key, { address, title: title.trim() });
    else if (!known.title) known.title = title.trim();
  };
  for (const one of [element, ...element.querySelectorAll("*")]) {
    for (const { name, value } of one.attributes) {
      if (ICON_SERVICE.test(value)) add(pageOfIcon(value), "");
      else if (NO_ADDRESSES_IN.has(name)) continue;
      else if (/^https?:\/\//i.test(value)) add(value, "");
      else if (/^\s*[[{]/.test(value)) for (const { address, title } of addressesInJson(value)) add(address, title);
      else if (name === "href" && one instanceof HTMLAnchorElement) add(one.href, "");
      else if (name === "aria-label" || name === "title") addFromLabel(value, add);
    }
  }
  return [...found.values()];
}

/**
 * An address without what sites add to it, to tell whether two are the same source; empty when it is no address of
 * the web. The address itself is sent as it stands, since its text fragment is a hint.
 * @param {string} address
 */
export function sameness(address) {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return "";
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || !url.hostname) return "";
  url.hash = url.hash.replace(/:~:.*$/s, "").replace(/^#$/, "");
  if (url.searchParams.has("utm_source")) url.searchParams.delete("utm_source");
  return url.href;
}

/** The page whose icon is asked for; "" where that is only a site. @param {string} address */
function pageOfIcon(address) {
  const asked = URL.canParse(address) ? new URL(address).searchParams : null;
  const page = asked?.get("url") ?? asked?.get("domain") ?? "";
  return URL.canParse(page) && new URL(page).pathname.length > 1 ? page : "";
}

/** @param {string} label "Name, https://…" @param {(address: string, title: string) => void} add */
function addFromLabel(label, add) {
  const address = label.match(ADDRESS_IN_WORDS)?.at(-1);
  if (address) add(address.replace(/[.,;)\]]+$/, ""), label.slice(0, label.lastIndexOf(address)).replace(/[\s,:–—-]+$/, ""));
}

/** @param {string} json @returns {Addressed[]} */
function addressesInJson(json) {
  try {
    return [...addressesInValue(JSON.parse(json))];
  } catch {
    return []; // it only looked like JSON
  }
}

/** @param {unknown} value @returns {Generator<Addressed>} */
function* addressesInValue(value) {
  if (Array.isArray(value)) {
    for (const item of value) yield* addressesInValue(item);
  } else if (typeof value === "object" && value !== null) {
    const fields = /** @type {Record<string, unknown>} */ (value);
    const address = ADDRESS_KEYS.map((key) => fields[key]).find((field) => typeof field === "string");
    const title = TITLE_KEYS.map((key) => fields[key]).find((field) => typeof field === "string");
    if (typeof address === "string") yield { address, title: typeof title === "string" ? title : "" };
    else for (const field of Object.values(fields)) yield* addressesInValue(field);
  }
}

/**
 * How many sources a group's words say it holds beyond the first: "US EPA +2" has 2. Labels that take turns in one
 * group repeat the figure, so the largest counts.
 * @param {string} text
 */
export function moreIn(text) {
  return Math.max(0, ...[...text.matchAll(/\+\s?(\d{1,2})(?!\d)/g)].map((match) => Number(match[1])));
}

/**
 * Whether an address lies in one of a site's places: a host, or a host with the beginning of a path; a leading "." takes
 * in the domain's hosts, a closing ".*" every country's domain.
 * @param {{hostname: string, pathname: string}} address @param {string} place
 */
export function liesAt({ hostname, pathname }, place) {
  const [host = "", path = ""] = place.split(/(?=\/)(.*)/s);
  if (path && pathname !== path && !pathname.startsWith(`${path}/`)) return false;
  if (host.startsWith(".")) return hostname === host.slice(1) || hostname.endsWith(host);
  if (host.endsWith(".*")) {
    const stem = host.slice(0, -1);
    return hostname.startsWith(stem) && /^(?:com|(?:com?\.)?[a-z]{2})$/.test(hostname.slice(stem.length));
  }
  return hostname === host;
}
