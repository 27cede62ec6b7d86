/** Markup that means the same wherever it is met, whichever site it is: the conventions of style sheets and formulas. */

const FOR_SCREEN_READERS = ".sr-only, .visually-hidden, .visuallyHidden, .cdk-visually-hidden, .screen-reader-text";

/**
 * Text for screen readers only, by the class names in common use; the rest is recognised by its size.
 * @param {Element} element
 */
export function isForScreenReaders(element) {
  return element.matches(FOR_SCREEN_READERS);
}

/** The half of a formula that is read: its MathML. @param {Element} element */
export function isFormula(element) {
  return element.localName === "math" || element.classList.contains("katex-mathml");
}

/** The half of a formula that is only looked at, where the other half is there to be read. @param {Element} element */
export function isFormulaPicture(element) {
  return element.classList.contains("katex-html") && Boolean(element.parentElement?.querySelector(".katex-mathml"));
}
