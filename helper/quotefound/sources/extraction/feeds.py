"""Data that people read: XML such as feeds, and JSON. Every text in it is a block of its own.

Machines' strings (addresses, identifiers, numbers) are no sentences, but a quote may be one, so nothing is left out
but markup. Markup inside a string, as feeds and interfaces send it, is read as the page it is.
"""

import json
import re

from quotefound.core.text import Block, Text
from quotefound.sources.extraction import html, packed
from quotefound.sources.extraction.epub import joined
from quotefound.sources.extraction.metadata import leaves
from quotefound.sources.extraction.notes import numbered_marks

EXTRACTOR = "quotefound-data@1"
MARKUP = re.compile(r"<(?:p|div|br|a|h[1-6]|ul|ol|table|em|strong|b|i|span|img|blockquote)\b[^>]*>", re.I)
# Elements inside a text that do not part it; all others do.
INLINE = frozenset("a abbr b bold i italic em strong emph sup sub span small u q cite code ref xref title-part".split())
TITLES = ("title", "headline", "name")


def read_json(characters: str) -> Text:
    """All strings of a JSON document, in order. One that is broken is read as the text it is."""
    try:
        value = json.loads(characters)
    except (ValueError, RecursionError):
        return blocks_of([characters])
    found = [(name, leaf) for name, leaf in leaves(value) if isinstance(leaf, str) and leaf.strip()]
    title = next((leaf for name, leaf in found if name.lower() in TITLES), "")
    return blocks_of([leaf for _, leaf in found], title)


def read_xml(characters: str) -> Text:
    """The texts of an XML document, one to an element. One that is broken is read as a page, as browsers show it.

    Raises Refused for one that declares entities of its own (what they stand for is not looked up) or is a bomb.
    """
    texts: list[str] = [""]
    title: list[str] = []
    inside: list[str] = []

    def opened(name: str, attributes: packed.Attributes) -> None:
        inside.append(name)
        if name not in INLINE:
            texts.append("")

    def closed(name: str) -> None:
        inside.pop()
        if name not in INLINE:
            texts.append("")

    def said(text: str) -> None:
        texts[-1] += text
        if inside and inside[-1] in TITLES and not title and text.strip():
            title.append(" ".join(text.split()))

    start = characters.find("<")
    try:
        # The characters are decoded already; what the declaration says of their encoding no longer holds.
        packed.parse(re.sub(r"^<\?xml[^>]*\?>", "", characters[max(start, 0) :]), opened, closed, said)
    except packed.BrokenXml:
        return html.read_html(characters).text
    return blocks_of(texts, title[0] if title else "")


def blocks_of(strings: list[str], title: str = "") -> Text:
    """Strings as blocks; one that is markup is read as a page."""
    parts = [html.read_html(one).text if MARKUP.search(one) else plain_block(one) for one in strings if one.strip()]
    return joined(parts, title, "")


def plain_block(string: str) -> Text:
    """One string as blocks, parted where it has an empty line."""
    parts = [part.strip() for part in re.split(r"\n[ \t]*\n\s*", kept_text(string)) if part.strip()]
    blocks, offset = [], 0
    for part in parts:
        blocks.append(Block(offset, offset + len(part)))
        offset += len(part) + 2
    text = "\n\n".join(parts)
    return Text(text, tuple(blocks), tuple(numbered_marks(text)))


def kept_text(string: str) -> str:
    """A string with its lines as they stand and no NUL in it."""
    return string.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
