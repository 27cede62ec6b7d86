/**
 * Where the open card stands: below its mark, or above where there is more room; in a narrow window as a sheet at the
 * window's foot, from under which the mark is brought out. Knows the card's box and the mark's ranges, not what they say.
 */

/** Between card and mark, and between card and the window's edge, in CSS pixels. */
const GAP = 8;
/** Below this width the card is a sheet. */
const NARROW = 480;
/** A card lower than this shows no passage; rather than be lower it covers its mark. */
const LOWEST = 160;
/** A sheet lower than this share of the window shows too little of a passage; rather than that it covers its mark's end. */
const LOWEST_SHEET = 0.4;

/** What is cut off by no more than this is the card's own empty foot. */
const ENDING = 14;

export function isNarrow() {
  return document.documentElement.clientWidth < NARROW;
}

/** Keeps the card at its mark, wherever that is now; a sheet stays where it is. @param {HTMLElement} card @param {Range[]} ranges */
export function place(card, ranges) {
  const box = boxOf(ranges);
  if (!box) return;
  if (isNarrow()) {
    if (!card.dataset.sheet) lay(card, "foot");
    return;
  }
  lay(card, "");
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const below = height - box.bottom - 2 * GAP;
  const above = box.top - 2 * GAP;
  const wanted = card.offsetHeight;
  const under = below >= wanted || below >= above;
  card.style.setProperty("max-block-size", `${Math.max(under ? below : above, LOWEST)}px`);
  const left = Math.max(GAP, Math.min(box.left, width - card.offsetWidth - GAP));
  const top = under ? box.bottom + GAP : box.top - GAP - card.offsetHeight;
  card.style.setProperty("inset", `${Math.max(GAP, Math.min(top, height - card.offsetHeight - GAP))}px auto auto ${left}px`);
}

/** Whether any of a mark is in the window. @param {Range[]} ranges */
export function isInSight(ranges) {
  const box = boxOf(ranges);
  return box !== null && box.bottom > 0 && box.top < document.documentElement.clientHeight;
}

/**
 * Brings a mark out from under the sheet: what it lies in is scrolled until it stands in the middle of what the sheet
 * leaves free. Near a page's end that goes only so far; then the sheet goes to the window's head, or becomes lower.
 * @param {HTMLElement} card @param {Range[]} ranges
 */
export function uncover(card, ranges) {
  const { clientHeight: height } = document.documentElement;
  const before = boxOf(ranges);
  if (!before || !card.dataset.sheet || isFree(card, before)) return;
  lay(card, "foot");
  const free = height - card.offsetHeight - 2 * GAP;
  // The beginning of a mark that is too long stays in sight.
  scroll(ranges[0]?.startContainer.parentElement ?? null, Math.min((before.top + before.bottom - free) / 2, before.top - GAP));
  const box = boxOf(ranges) ?? before;
  if (isFree(card, box)) return;
  const below = height - box.bottom - 2 * GAP;
  const above = box.top - 2 * GAP;
  if (above > below) lay(card, "head");
  card.style.setProperty("max-block-size", `${Math.min(card.offsetHeight, Math.max(above, below, height * LOWEST_SHEET))}px`);
}

/** Tells by `data-more` whether more of the card follows at its foot, whatever changes its height. @param {HTMLElement} card @param {HTMLElement} body what grows in it */
export function tellMore(card, body) {
  const tell = () => card.toggleAttribute("data-more", card.scrollHeight - card.scrollTop - card.clientHeight > ENDING);
  card.addEventListener("scroll", tell, { passive: true });
  const sizes = new ResizeObserver(tell);
  for (const element of [card, body]) sizes.observe(element);
}

/** As a sheet at one end of the window; "" for none. @param {HTMLElement} card @param {"foot"|"head"|""} end */
function lay(card, end) {
  if (end) card.dataset.sheet = end;
  else delete card.dataset.sheet;
  for (const property of ["inset", "max-block-size"]) card.style.removeProperty(property);
}

/** Whether all of a mark is in the window and none of it under the sheet. @param {HTMLElement} card @param {{top: number, bottom: number}} mark */
function isFree(card, { top, bottom }) {
  const { clientHeight: height } = document.documentElement;
  const taken = card.offsetHeight + 2 * GAP;
  return card.dataset.sheet === "head" ? top >= taken && bottom <= height - GAP : top >= GAP && bottom <= height - taken;
}

/** From the first line of a mark to its last, in pixels of the window; null for what is not rendered. @param {Range[]} ranges */
function boxOf(ranges) {
  const first = ranges[0]?.getClientRects()[0];
  const last = [...ranges.at(-1)?.getClientRects() ?? []].at(-1);
  return first && last ? { left: first.left, top: first.top, bottom: last.bottom } : null;
}

/** Scrolls what an element lies in, from the innermost outwards, as far as each goes. @param {Element|null} from @param {number} by pixels */
function scroll(from, by) {
  for (let box = from, left = by; box && Math.abs(left) >= 1; box = box.parentElement) {
    if (box !== document.scrollingElement && !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
    const before = box.scrollTop;
    box.scrollBy({ top: left, behavior: "instant" });
    left -= box.scrollTop - before;
  }
}
