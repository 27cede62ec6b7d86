/** Contrast, measured by the formula of WCAG 2: text on each of our papers, and the marks on pages light and dark. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** What text needs, what a line or a field's edge needs. */
const TEXT = 4.5;
const SHAPE = 3;

const luminance = (colour) => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one, other) => {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

const roles = Object.fromEntries([...read("look.css").matchAll(/--([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]
  .map(([, name, light, dark]) => [name, { light, dark }]));

for (const theme of ["light", "dark"]) {
  test(`text can be read on every paper, ${theme}`, () => {
    for (const name of ["ink", "quiet", "link", "found", "closest", "absent", "unchecked"]) {
      for (const paper of ["paper", "shade"]) {
        const measured = contrast(roles[name][theme], roles[paper][theme]);
        assert.ok(measured >= TEXT, `${name} on ${paper}: ${measured.toFixed(2)}`);
      }
    }
    for (const paper of ["added", "taken"]) assert.ok(contrast(roles.ink[theme], roles[paper][theme]) >= TEXT, paper);
    assert.ok(contrast(roles.field[theme], roles.paper[theme]) >= SHAPE);
  });
}

test("the main button's words can be read on it", () => {
  const [, light, dark] = read("look.css").match(/\.action\.first \{[^}]*color: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/);
  assert.ok(contrast(light, roles.link.light) >= TEXT);
  assert.ok(contrast(dark, roles.link.dark) >= TEXT);
});

test("each mark can be seen on light and on dark pages, and its line is like no other's", () => {
  const line = /quotefound-(claim-)?([a-z]+)\) \{\s*text-decoration: underline (\w+) ([\d.]+)px (#[0-9a-f]{6})/g;
  const marks = [...read("content/marks.css").matchAll(line)].map(([, claim, verdict, style, width, colour]) => ({ claim: Boolean(claim), verdict, style, width, colour }));
  for (const kind of [false, true]) {
    const ofKind = marks.filter(({ claim }) => claim === kind);
    assert.equal(ofKind.length, 4);
    assert.equal(new Set(ofKind.map(({ style }) => style)).size, 4);
  }
  for (const { verdict, colour } of marks) {
    for (const page of ["#ffffff", "#212121"]) assert.ok(contrast(colour, page) >= SHAPE, `${verdict} on ${page}`);
  }
  const widths = (kind) => marks.filter(({ claim }) => claim === kind).map(({ width }) => Number(width));
  assert.ok(Math.max(...widths(true)) < Math.min(...widths(false)), "a claim's line is thinner than any quote's");
});
