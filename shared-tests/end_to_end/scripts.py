"""Scripts run in the page or in the extension's background: what our marks stand on, and the latest report."""

LATEST_REPORT = """async (address) => {
  const kept = await chrome.storage.session.get(null);
  const tab = (await chrome.tabs.query({})).find((tab) => tab.url === address);
  return (tab && kept[`report:${tab.id}`]) ?? null;
}"""

JOBS = """async (address) => {
  const tab = (await chrome.tabs.query({})).find((tab) => tab.url === address);
  const key = `jobs:${tab?.id}`;
  return Object.keys((await chrome.storage.session.get(key))[key] ?? {});
}"""

# Chat pages often scroll a pane and not the window.
SCROLL_THROUGH = """async () => {
  const panes = [...document.querySelectorAll('*')].filter((element) =>
    element.scrollHeight > element.clientHeight + 100 && /auto|scroll/.test(getComputedStyle(element).overflowY));
  for (const pane of [document.scrollingElement, ...panes]) {
    const before = pane.scrollTop;
    for (let y = 0; y < pane.scrollHeight; y += pane.clientHeight) {
      pane.scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    pane.scrollTo({ top: before, behavior: 'instant' });
  }
}"""

_MARKED = """
  const fold = (words) => words.replace(/\\s+/g, ' ').trim();
  const marked = [];
  for (const [name, highlight] of CSS.highlights) {
    if (!names.includes(name)) continue;
    for (const range of highlight) {
      const live = new Range();
      live.setStart(range.startContainer, range.startOffset);
      live.setEnd(range.endContainer, range.endOffset);
      marked.push({ name, live, words: fold(live.toString()) });
    }
  }
"""
ALL_MARKS = f"""(names) => {{ {_MARKED}
  const all = {{}};
  for (const {{ name, words }} of marked) (all[name] ??= []).push(words);
  return all;
}}"""
FIND_MARK = f"""([names, words]) => {{ {_MARKED}
  const wanted = fold(words);
  const found = marked.find((mark) => mark.words === wanted)
    ?? marked.filter((mark) => mark.words && (wanted.startsWith(mark.words) || mark.words.includes(wanted)))
      .sort((one, other) => other.words.length - one.words.length)[0];
  if (!found) return null;
  found.live.startContainer.parentElement.scrollIntoView({{ block: 'center', behavior: 'instant' }});
  const box = found.live.getClientRects()[0];
  return {{ x: box.x + Math.min(box.width / 2, 40), y: box.y + box.height / 2, name: found.name }};
}}"""

# The first letters of words that stand in one node of text.
FIND_WORDS = """(words) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.indexOf(words);
    if (at < 0 || node.parentElement.closest('script, style')) continue;
    node.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
    const range = new Range();
    range.setStart(node, at);
    range.setEnd(node, at + 3);
    const box = range.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  return null;
}"""

# The links of an open card whose sign stands in a line without a letter, at any width that a card can have. Its lines
# are broken as plainly as can be: where a browser takes more care, nothing would be seen.
LONE_SIGNS = """() => {
  const card = document.querySelector('quotefound-card').shadowRoot.querySelector('.card:popover-open');
  const before = card.style.cssText;
  const lone = new Set();
  for (let width = 200; width <= 420; width += 2) {
    card.style.inlineSize = `${width}px`;
    for (const link of card.querySelectorAll('p:not(.actions) a')) {
      link.parentElement.style.textWrap = link.closest('p').style.textWrap = 'wrap';
      const label = new Range();
      label.setStartBefore(link.firstChild);
      label.setEndBefore(link.querySelector('.away'));
      const last = [...label.getClientRects()].at(-1);
      const sign = link.querySelector('svg').getBoundingClientRect();
      if (sign.bottom < last.top || sign.top > last.bottom) lone.add(`${label} at ${width}`);
    }
  }
  card.style.cssText = before;
  return [...lone];
}"""
