"""Running heads, feet and page numbers: the lines that repeat at the edge of pages and are no part of the text.

Knows lines and pages of them; nothing of blocks.
"""

import re
from collections import Counter

from quotefound.sources.extraction.pdf_lines import SAME_LINE, Line, shown

OUTER_LINES = 3  # lines from the top and the bottom of a page among which running heads are looked for
REPEATED = 3  # pages that show the same line at the same height before it is a running head
NUMBER_ONLY = re.compile(r"\W*(?:page |seite |p\. ?)?(?:\d{1,4}|[ivxlc]{1,7})(?:\W*(?:of|von|/)\W*\d{1,4})?\W*", re.I)
OUTER_NUMBERS = re.compile(r"\A\W*(?:\d+|[ivxlc]+\b)\W*|\W*(?:\d+|\b[ivxlc]+)\W*\Z")
SAME_PLACE = 0.6  # of the letters' height: heads of two pages stand at the same height within this


def running_heads(pages: list[list[Line]]) -> set[int]:
    """The lines (by identity) that are heads, feet and page numbers, not text."""
    found: set[int] = set()
    seen: Counter[tuple[str, int]] = Counter()
    outer: list[list[tuple[Line, str, int]]] = []
    for lines in pages:
        by_height = sorted(lines, key=lambda line: -line.foot)
        own = []
        for line in {id(line): line for line in by_height[:OUTER_LINES] + by_height[-OUTER_LINES:]}.values():
            words = OUTER_NUMBERS.sub("", shown(line).lower())
            own.append((line, words, round(line.foot / (SAME_PLACE * max(line.height, 1)))))
        outer.append(own)
        seen.update({(words, place + shift) for _, words, place in own for shift in (-1, 0, 1)})
    for lines, own in zip(pages, outer, strict=True):
        if len(lines) < 2 and len(pages) < REPEATED:
            continue
        found |= {id(line) for line, words, place in own if words and seen[words, place] >= REPEATED}
        for line, _, _ in own:
            numbered = NUMBER_ONLY.fullmatch(shown(line)) is not None and is_outermost(line, lines)
            if numbered and stands_apart(line, lines) and is_alone(line, lines, found):
                found.add(id(line))
    slots = Counter(place for own in outer for line, _, place in own if id(line) in found)
    for lines, own in zip(pages, outer, strict=True):
        for line, _, place in own:
            often = max(slots[place], slots[place - 1], slots[place + 1])
            if often * 2 > len(pages) >= REPEATED and is_outermost(line, lines) and stands_apart(line, lines):
                found.add(id(line))
    return found


def is_outermost(line: Line, lines: list[Line]) -> bool:
    """Whether nothing stands above, or nothing below, a line on its page."""
    above = any(other.foot > line.foot + SAME_LINE * line.height for other in lines)
    below = any(other.foot < line.foot - SAME_LINE * line.height for other in lines)
    return not (above and below)


def is_alone(line: Line, lines: list[Line], heads: set[int]) -> bool:
    """Whether nothing but a running head stands beside a line."""
    beside = (other for other in lines if abs(other.foot - line.foot) < SAME_LINE * line.height)
    return all(other is line or id(other) in heads for other in beside)


def stands_apart(line: Line, lines: list[Line]) -> bool:
    """Whether the next line is further away than lines of a paragraph are."""
    steps = [abs(other.foot - line.foot) for other in lines if abs(other.foot - line.foot) > SAME_LINE * line.height]
    return bool(steps) and min(steps) > 1.5 * line.height
