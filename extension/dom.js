/** Building elements without markup in strings: every text on our screens may come from a hostile page. */

/**
 * @typedef {string|Node|null|undefined|false} Child
 * @typedef {Record<string, string|boolean|null|undefined|((event: any) => void)>} Properties attributes; functions listen
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Properties} [properties] @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * A text that may be an address, with places to break behind its slashes: browsers that know none break within words.
 * @param {string} text @returns {Child[]}
 */
export function wrapping(text) {
  return text.split(/(?<=[^:/][/?&])(?=[^/?&\s])/u).flatMap((part, index) => (index ? [make("wbr"), part] : [part]));
}

/** Shapes of 16 by 16: a verdict is told by its shape too. */
const SHAPES = {
  found: "M3 8.5 6.5 12 13 4.5",
  closest: "M2.5 6.2c1.8-2 3.7-2 5.5 0s3.7 2 5.5 0M2.5 10.800c1.8-2 3.7-2 5.5 0s3.7 2 5.5 0",
  // Ringed, since a bare cross closes.
  absent: "M8 2a6 6 0 1 1 0 12A6 6 0 1 1 8 2M5.8 5.8l4.4 4.4M10.2 5.8 5.8 10.2",
  unchecked: "M5.5 6a2.5 2.5 0 1 1 3.6 2.200c-.7.4-1.1.9-1.1 1.800M8 12.600v.2",
  supported: "M3 6h10M3 10h10",
  contradicted: "M3 6h10M3 10h10M11 2.5 5 13.5",
  neutral: "M3 8h10",
  pending: "M3 8h.01M8 8h.01M13 8h.01",
  previous: "M10 3.5 5.5 8 10 12.5",
  next: "M6 3.5 10.5 8 6 12.5",
  close: "M4 4 12 12M12 4 4 12",
  away: "M6 4H4v8h8v-2M8.5 3.500h4v4M12.5 3.5 7.5 8.5",
  mark: "M3 13h10M4.5 9V6.500a2.5 2.5 0 0 1 2-2.400M9.5 9V6.500a2.5 2.5 0 0 1 2-2.400M4.5 9h2V6.800h-2zM9.5 9h2V6.800h-2z",
};

/** A drawing beside words that say the same. @param {keyof typeof SHAPES} shape */
export function drawing(shape) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "drawing");
  path.setAttribute("d", SHAPES[shape]);
  svg.append(path);
  return svg;
}
