/** The reader takes the report along as a file. Makes the file in the page itself; nothing is sent anywhere. */

/** @import { Shown } from "./results.js" */

import { make } from "../dom.js";
import { words } from "../language.js";
import { FORMS } from "./export.js";

/** @param {() => Shown|null} shown what is shown when the reader asks */
export function exporting(shown) {
  return make("details", { class: "export" }, make("summary", {}, words("panel_export")),
    make("p", { class: "actions" }, ...Object.entries(FORMS).map(([name, form]) =>
      make("button", { type: "button", class: "action", "data-form": name, click: () => save(form, shown()) }, words(`form_${name}`)))));
}

/** @param {typeof FORMS["csv"]} form @param {Shown|null} shown */
function save({ ending, type, write }, shown) {
  if (!shown) return;
  const checks = shown.checks.flatMap(({ question, report }) => (report ? { question, report } : []));
  const address = URL.createObjectURL(new Blob([write({ ...shown, checks })], { type: `${type};charset=utf-8` }));
  make("a", { href: address, download: `quotefound.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(address)); // once the browser has taken it up
}
