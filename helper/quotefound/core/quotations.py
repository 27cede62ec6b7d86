"""Where the words inside quotation marks stand in a text, by the customs of the languages that use the marks.

One pass with a stack of open marks, so that hostile text costs no more than its length. Knows nothing of answers and
citations. Offsets are code points.
"""

from collections.abc import Iterator

import regex

# What closes each opening mark; then what closes it in careless text, where no better mark is open.
_CLOSERS = {
    "“": "”", "„": "“”", "‟": "”", "”": "”", "«": "»", "»": "«»", "‹": "›", "›": "‹›", "‘": "’", "‚": "‘’",
    "「": "」", "｢": "｣", "『": "』", "〝": "〞〟", "❝": "❞", '"': '"', "＂": "＂", "״": "״", "'": "'",
}  # fmt: skip
_CARELESS = {"“": '"“', "„": '"', '"': "”"}
# Marks that open and close alike, or that some languages open with and others close with: their neighbours decide.
_EITHER_WAY = frozenset("\"'＂״”»›«‹“‘")
_TURNED = frozenset("»›«‹“‘")  # glued to what stands before, they close in some languages and open in others
_MARK = regex.compile("[" + "".join({*_CLOSERS, *"".join(_CLOSERS.values())}) + "]|\n\n")
# Deeper nesting is no quotation; the oldest open mark is let go.
_DEEPEST = 8
# A straight single mark is an apostrophe so often that it needs this many words inside.
_FEWEST_SINGLE = 3

_SPACELESS = r"\p{Han}\p{Hiragana}\p{Katakana}ー\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_BEFORE_OPENING = regex.compile(r"[\s\p{Cf}\p{Ps}\p{Pd}\p{Pi}„‚«»:/=*_~|>،，。：；、！？]")
_NOT_AFTER_OPENING = regex.compile(r"[\s,;:!?)\]}»”’。，、]")
_CUT_WORD = regex.compile(r"['‘](?:\d\ds|tis|twas|em|til|n)\b", regex.IGNORECASE)  # '90s, 'tis
_WORDISH = regex.compile(r"[\p{L}\p{N}]")
_LETTER = rf"[\p{{L}}--[{_SPACELESS}\p{{Hangul}}]]"
_WITHIN_WORD = regex.compile(rf"(?V1)(?<={_LETTER})['’](?={_LETTER})|(?<=[\u05d0-\u05ea])[\"״](?=[\u05d0-\u05ea])")
_SPACELESS_LETTER = regex.compile(f"[{_SPACELESS}，。：；、！？]")
# A mark that may be part of the text: an inch or foot after a digit, the apostrophe of a plural or of goin'.
_PERHAPS_TEXT = regex.compile(r"(?<=\p{Nd})[\"”'’]|(?<=[sxz]|in)['’](?=\s+\p{Ll})")


def marked(text: str) -> list[tuple[int, int]]:
    """Where the words inside quotation marks stand, outermost marks only, without the marks."""
    found: list[tuple[int, int]] = []
    for start, end in _pairs(text):
        while found and found[-1][0] > start:  # what stood inside these marks
            found.pop()
        found.append((start, end))
    spans = (trimmed(text, start + 1, end) for start, end in found)
    return [(start, end) for start, end in spans if _WORDISH.search(text, start, end)]


def unclosed(text: str) -> str:
    """The mark that a text opens with and never closes, as paragraphs of a long quotation do; or ""."""
    start = len(text) - len(text.lstrip())
    mark = text[start : start + 1]
    return mark if mark in ("“", "„", "«", '"') and all(pair[0] != start for pair in _pairs(text)) else ""


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space and without a pair of quotation marks round all of it."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if end - start > 1 and text[start] in _CLOSERS and text[end - 1] in _closers(text[start]):
        inside = text[start:end]
        if any(pair == (0, len(inside) - 1) for pair in _pairs(inside)):
            return trimmed(text, start + 1, end - 1)
    return start, end


def _closers(mark: str) -> str:
    return _CLOSERS[mark] + _CARELESS.get(mark, "")


def _pairs(text: str) -> Iterator[tuple[int, int]]:
    """Each pair of an opening mark and the one that closes it, in the order in which they close."""
    marks = [match.start() for match in _MARK.finditer(text)]
    opened: list[int] = []
    for number, at in enumerate(marks):
        mark = text[at]
        if mark == "\n":  # marks without a direction do not reach over an empty line
            opened = [o for o in opened if text[o] not in "\"'＂״"]
            continue
        if _WITHIN_WORD.match(text, at) or _CUT_WORD.match(text, at):
            continue
        opens, closes = _directions(text, at)
        partner = _partner(text, opened, mark) if closes else None
        if partner is not None:
            if _PERHAPS_TEXT.match(text, at) and _closed_later(text, opened[partner], marks, number):
                continue
            start = opened[partner]
            del opened[partner:]
            if text[start] != "'" or len(text[start + 1 : at].split()) >= _FEWEST_SINGLE:
                yield start, at
        elif opens and mark in _CLOSERS:
            opened = [*opened[1 - _DEEPEST :], at]


def _directions(text: str, at: int) -> tuple[bool, bool]:
    """Whether a mark, by itself and its neighbours, may open and may close a quotation."""
    mark, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if mark not in _EITHER_WAY:
        return mark in _CLOSERS, mark not in _CLOSERS
    spaceless = bool(before) and _SPACELESS_LETTER.match(before) is not None
    if mark in _TURNED and before and not before.isspace():
        return mark != "‘" or spaceless or not before.isalnum(), True  # the open marks decide
    if mark in "«‹":
        return True, False  # French puts a space behind it
    leads = not before or spaceless or _BEFORE_OPENING.match(before) is not None
    leads = leads or (before in "\"'" and _WORDISH.match(after) is not None)
    opens = leads and bool(after) and not _NOT_AFTER_OPENING.match(after)
    return opens, not opens or spaceless or (mark == "”" and not before.isspace())


def _partner(text: str, opened: list[int], mark: str) -> int | None:
    """Which of the open marks this one closes: the innermost that it is made for, else the innermost that it may."""
    for closers in (_CLOSERS.__getitem__, _closers):
        for index in range(len(opened) - 1, -1, -1):
            if mark in closers(text[opened[index]]):
                return index
    return None


def _closed_later(text: str, start: int, marks: list[int], number: int) -> bool:
    """Whether the next mark can only close what the mark at `start` opened, so that this one is part of the text."""
    for at in marks[number + 1 : number + 2]:
        if text[at] == "\n" or _WITHIN_WORD.match(text, at):
            return False
        opens, closes = _directions(text, at)
        return closes and not opens and text[at] in _CLOSERS[text[start]]
    return False
