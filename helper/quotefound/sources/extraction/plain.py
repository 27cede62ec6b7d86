"""Plain text: its lines kept as they stand, an empty line or a list bullet begins a block.

Line ends and hyphens at them are left to the matcher. What typesetting puts between the lines of a sentence, a
running head or a drop cap, is taken out of the run here.
"""

import re

from quotefound.core.text import Block, Text
from quotefound.sources.extraction.accents import composed
from quotefound.sources.extraction.notes import numbered_marks

EXTRACTOR = "quotefound-plain@1"

# "\f" parts pages, not sentences; the line end before it belongs to it.
PAGE_BREAK = re.compile(r"\n?\f")
# A line of no-break spaces looks as empty as any.
EMPTY_LINES = re.compile(r"\n(?:[^\S\n]*\n)+")
BULLET = re.compile(r"[ \t]*(?:[•‣◦▪●]|[-*+](?=[ \t]))[ \t]*(?=\S)")
NUMBERED = re.compile(r"[ \t]*\d{1,2}[.)][ \t]+(?=\S)")
FIRST_NUMBER = re.compile(r"[ \t]*1[.)][ \t]")
DASH_BEFORE_FIGURE = re.compile(r"[ \t]*[-+][ \t]+[\d.]")
HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+\S")

# "46 NICOMACHEAN ETHICS" between two lines of one sentence. Capitals and a page number both, or it is text.
CAPITALS = r"[A-Z][A-Z .,'&:-]{5,60}"
RUNNING_HEAD = re.compile(
    rf"(?<=[a-z,;])\n[ \t]*(\d{{1,4}}[ \t]+{CAPITALS}|{CAPITALS}[ \t]+\d{{1,4}})[ \t]*\n(?=[ \t]*[a-z])"
)
# A large first letter that an extractor put on a line of its own. "A", "I" and "O" are words, so they stay.
DROP_CAP = re.compile(r"(?:\A|(?<=\n\n))[ \t]*([B-HJ-NP-Z])[ \t]*\n\n[ \t]*(?=[a-z]{2})")


def read_plain(characters: str) -> Text:
    """Reads a whole plain text."""
    text = composed(characters.replace("\r\n", "\n").replace("\r", "\n").replace("\0", ""))
    text = EMPTY_LINES.sub("\n\n", PAGE_BREAK.sub("\n", text))
    hidden = [("running head", match.group(1)) for match in RUNNING_HEAD.finditer(text)]
    if hidden:
        text = RUNNING_HEAD.sub("\n", text)
    text = DROP_CAP.sub(r"\1", text)
    parts: list[tuple[str, str]] = []
    for block in text.split("\n\n"):
        parts.extend(split_items(block))
    offset, blocks = 0, []
    for part, kind in parts:
        zone = "heading" if kind == "heading" else "article"
        blocks.append(Block(offset, offset + len(part), kind, zone))
        offset += len(part) + 2
    whole = "\n\n".join(part for part, _ in parts)
    return Text(whole, tuple(blocks), tuple(numbered_marks(whole)), tuple(dict.fromkeys(hidden)))


def split_items(block: str) -> list[tuple[str, str]]:
    """Splits a run of lines where a list item or heading begins; (text, kind) each, none of them empty."""
    parts: list[tuple[list[str], str]] = []
    for line in block.split("\n"):
        line = line.rstrip()
        in_list = bool(parts) and parts[-1][1] == "item"
        if HEADING.match(line):
            parts.append(([line], "heading"))
        elif begins_item(line, in_list, first=not parts):
            parts.append(([line], "item"))
        elif not parts or parts[-1][1] == "heading":
            parts.append(([line], "paragraph"))
        else:
            parts[-1][0].append(line)
    joined = (("\n".join(lines).strip(), kind) for lines, kind in parts)
    return [(text, kind) for text, kind in joined if text]


def begins_item(line: str, in_list: bool, first: bool) -> bool:
    """Whether a line begins a list item. In the middle of a paragraph a "7." or "- 5" may be a wrapped figure."""
    if BULLET.match(line):
        return in_list or first or not DASH_BEFORE_FIGURE.match(line)
    return bool(NUMBERED.match(line)) and (in_list or first or bool(FIRST_NUMBER.match(line)))
