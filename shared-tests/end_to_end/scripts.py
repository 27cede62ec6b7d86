"""Scripts run in the page or in the extension's background: what our marks stand on, and the latest report."""

LATEST_REPORT = """async (address) => {
  const kept = await chrome.storage.session.get(null);
  const tab = (await chrome.tabs.query({})).find((tab) => tab.url === address);
  return (tab && kept[`report:${tab.id}`]) ?? null;
}"""

_MARKED = """
  const fold = (words) => words.replace(/\\s+/g, ' ').trim();
  const marked = [];
  for (const [name, highlight] of CSS.highlights) {
    if (!name.startsWith(prefix)) continue;
    for (const range of highlight) {
      const live = new Range();
      live.setStart(range.startContainer, range.startOffset);
      live.setEnd(range.endContainer, range.endOffset);
      marked.push({ name, live, words: fold(live.toString()) });
    }
  }
"""
ALL_MARKS = f"""(prefix) => {{ {_MARKED}
  const all = {{}};
  for (const {{ name, words }} of marked) (all[name] ??= []).push(words);
  return all;
}}"""
FIND_MARK = f"""([prefix, words]) => {{ {_MARKED}
  const found = marked.find((mark) => mark.words === fold(words))
    ?? marked.find((mark) => mark.words.includes(fold(words)));
  if (!found) return null;
  found.live.startContainer.parentElement.scrollIntoView({{ block: 'center', behavior: 'instant' }});
  const box = found.live.getClientRects()[0];
  return {{ x: box.x + Math.min(box.width / 2, 40), y: box.y + box.height / 2, name: found.name }};
}}"""
