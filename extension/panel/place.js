/** Lists that are drawn again and again. Knows nothing of what is in them. */

/**
 * Brings a parent's children in line with those wanted, and touches only what differs: an element that is taken out and
 * put back under the pointer loses the click, and one with the focus loses that.
 * @param {Element} parent @param {Element[]} wanted
 */
export function place(parent, wanted) {
  const focused = document.activeElement;
  const inside = focused instanceof HTMLElement && parent.contains(focused);
  for (const child of [...parent.children]) if (!wanted.includes(child)) child.remove();
  for (const [index, child] of wanted.entries()) {
    const there = parent.children[index];
    if (there !== child) parent.insertBefore(child, there ?? null);
  }
  if (inside && focused.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
}
