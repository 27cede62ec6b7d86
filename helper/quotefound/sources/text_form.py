"""A Text as canonical JSON and back: what is kept of a source, and how a worker process hands it over.

Canonical, so that the same text always has the same hash. What comes back is checked field by field, because the
process that wrote it had a stranger's document in it.
"""

import json

from quotefound.core.text import KINDS, ZONES, Block, Text


def to_json(text: Text) -> bytes:
    """The one form of a text: sorted names, no spaces, UTF-8."""
    value: dict[str, object] = {
        "text": text.text,
        "blocks": [[block.start, block.end, block.kind, block.zone] for block in text.blocks],
        "notes": text.notes,
        "hidden": text.hidden,
        "title": text.title,
        "language": text.language,
        "published": text.published,
    }
    if text.pages:  # the form, and so the hash, of a text without pages is what it was before there were any
        value["pages"] = text.pages
    # A half surrogate pair can come out of a document's JSON; it is no character and has no UTF-8.
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode(errors="replace")


def from_json(form: bytes) -> Text:
    """Reads `to_json`'s form. Raises ValueError for anything that is not one."""
    try:
        value = json.loads(form)
        words = [value[name] for name in ("text", "title", "language", "published")]
        blocks = tuple(Block(start, end, kind, zone) for start, end, kind, zone in value["blocks"])
        notes = tuple((start, end) for start, end in value["notes"])
        hidden = tuple((where, shown) for where, shown in value["hidden"])
        pages = tuple(value.get("pages", ()))
    except (KeyError, TypeError, AttributeError, RecursionError) as trouble:
        raise ValueError("not the form of a text") from trouble
    names = {*KINDS, *ZONES}
    size = len(words[0])
    spans = [(block.start, block.end) for block in blocks] + list(notes)
    if not all(isinstance(word, str) for word in (*words, *(part for pair in hidden for part in pair))):
        raise ValueError("a text's words are not words")
    if not all(type(start) is int and type(end) is int and 0 <= start <= end <= size for start, end in spans):
        raise ValueError("a span lies outside its text")
    if not all(type(place) is int and 0 <= place <= size for place in pages) or list(pages) != sorted(pages):
        raise ValueError("a page begins outside its text")
    if not all(block.kind in names and block.zone in names for block in blocks):
        raise ValueError("a block is of no known kind")
    text, title, language, published = words
    return Text(text, blocks, notes, hidden, title, language, published, pages)
