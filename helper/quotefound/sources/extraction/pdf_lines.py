"""One page's characters into its lines: pieces that PDFium parted put together, columns and table cells taken apart.

A line ends where the eye ends it: raised and lowered figures belong to the line they stand in, a gap wider than two
letters' height ends a piece. Raised, lowered and note marks are set as `stream` reads them. Knows nothing of blocks.
"""

import re
import unicodedata
from dataclasses import dataclass

from quotefound.sources.extraction.accents import composed
from quotefound.sources.extraction.pdfium import Page
from quotefound.sources.extraction.stream import LOWER, LOWER_END, MARK, NOTE, NOTE_END, PIECES, RAISE, RAISE_END

HYPHEN = "\ufffe"  # PDFium's sign for a hyphen at a line's end; the next line's word follows at once
WORD = re.compile(rf"[^\s{HYPHEN}]+{HYPHEN}?")
SIGNS = re.compile(r"[0-9+\-−–()*†‡§¶‖#a-z]{1,12}")
MAY_STAND_OFF = re.compile(r"[0-9*†‡§¶‖]")
# In heights of the line's letters:
COLUMN_GAP = 2.0  # a wider gap is no space between words
SAME_LINE = 0.5  # pieces whose feet differ by less stand in one line, as raised figures do
NO_SPACE = 0.15  # a narrower gap between pieces is none
RAISED_BY, LOWERED_BY = 0.18, 0.08  # by how much a raised or lowered sign stands off its line
SMALL = 0.92  # a sign of this share of the line's height may be raised a little only
# A raised figure after one of these is a power, after any other word it is a note.
UNITS = frozenset("mm cm dm km nm µm μm sec min mol kg mg ml cd hr m s g l".split())
WORD_BEFORE = re.compile(r"[^\W\d_]+\Z")


@dataclass(slots=True)
class Line:
    """One line, or the piece of one that stands in one column; x and y in points, from the left and from below."""

    text: str  # with `stream`'s marks
    left: float
    right: float
    foot: float
    height: float
    even: bool = False  # set in letters of one width, as code is
    hidden: bool = False  # painted where or how nobody sees it
    layer: bool = False  # not painted at all: an OCR layer's line over its picture


class Word:
    __slots__ = ("end", "foot", "height", "left", "right", "start")

    def __init__(self, start: int, end: int, left: float, right: float, foot: float, height: float) -> None:
        self.start, self.end, self.left, self.right, self.foot, self.height = start, end, left, right, foot, height


def shown(line: Line) -> str:
    """A line's words without marks."""
    return (PIECES.sub("", line.text) if MARK in line.text else line.text).strip()


def lines_of(page: Page) -> list[Line]:
    """The page's lines in the order in which PDFium gives them."""
    text = page.text
    if not text.strip():
        return []
    turn_upright(page)
    strokes = page.strokes()
    return [line for words in pieces_of(text, page.boxes) if (line := made_line(page, words, strokes)) is not None]


def turn_upright(page: Page) -> None:
    """Turns a page whose text runs up or down."""
    visible = [match.start() for match in WORD.finditer(page.text)]
    sample = visible[:: max(1, len(visible) // 5)][:5]
    turns = {page.turn(at) for at in sample}
    if len(turns) == 1 and (degrees := turns.pop()):
        page.turned_boxes(degrees)


def pieces_of(text: str, boxes: list[float]) -> list[list[Word]]:
    """The page's words by line and column."""
    pieces: list[list[Word]] = []
    piece: list[Word] = []
    before: Word | None = None
    for match in WORD.finditer(text):
        start, end = match.span()
        last = 4 * (end - 2 if text[end - 1] == HYPHEN and end - start > 1 else end - 1)
        at = 4 * start
        height = max(boxes[at + 1] - boxes[at + 3], boxes[last + 1] - boxes[last + 3])
        # A note's number may stand raised before its text: a letter's foot is the word's.
        foot = boxes[(at if text[start].isalpha() or not text[end - 1].isalpha() else last) + 3]
        word = Word(start, end, boxes[at], boxes[last + 2], foot, height)
        if word.right < word.left:  # written from right to left
            word.left, word.right = boxes[last], boxes[at + 2]
        if before is not None and not stands_with(piece, before, word, text):
            pieces.append(piece)
            piece = []
        piece.append(word)
        before = word
    pieces.append(piece)
    return pieces


def stands_with(piece: list[Word], before: Word, word: Word, text: str) -> bool:
    """Whether a word stands in the same line and column as the piece that ends with `before`."""
    tall = max(before.height, word.height)
    gap = word.left - before.right
    if text[before.end - 1] == HYPHEN:
        return False
    broken = text.find("\n", before.end, word.start) >= 0
    apart = abs(word.foot - before.foot)
    if len(piece) > 1:  # the piece may end in a raised figure: the line's own feet count
        main = max(piece[-6:], key=lambda one: one.height)
        apart = min(apart, abs(word.foot - main.foot))
        tall = max(tall, main.height)
    if apart > SAME_LINE * tall:
        return False
    if gap > COLUMN_GAP * tall:
        return False
    if gap < -0.5 * tall:
        return not broken and runs_leftward(text[word.start : word.end])
    return True


def runs_leftward(word: str) -> bool:
    return any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in word)


def made_line(page: Page, words: list[Word], strokes: list[tuple[float, float, float]]) -> Line | None:
    """One piece of a line with its marks."""
    heights = sorted(word.height for word in words)
    height = heights[len(heights) // 2] or heights[-1]
    if len(words) < 4:
        height = heights[-1]
    by_foot = sorted((word for word in words if word.height >= SMALL * height), key=lambda word: word.foot) or words
    main = by_foot[len(by_foot) // 2]
    parts: list[str] = []
    before: Word | None = None
    for word in words:
        if before is not None:
            parted = " " in page.text[before.end : word.start] or "\xa0" in page.text[before.end : word.start]
            if strokes and has_low_line(strokes, before.right, word.left, main.foot, height):
                parts.append("_")
            else:
                parts.append(" " if parted or word.left - before.right >= NO_SPACE * height else "")
        parts.append(marked(page, word, main, height, "".join(parts[-2:])))
        before = word
    text = composed("".join(parts))
    if not text.strip():
        return None
    first = words[0].start
    left, right = min(word.left for word in words), max(word.right for word in words)
    line = Line(text, left, right, main.foot, height, even=is_even(page, words))
    start, low, end, high = page.bounds
    if right < start or left > end or main.foot > high or main.foot + height < low:
        line.hidden = True
    elif page.is_invisible(first):
        line.layer = True
    elif page.is_white(first):
        line.hidden = not lies_on_something(page, left, main.foot, height)
    return line


def marked(page: Page, word: Word, main: Word, height: float, before: str) -> str:
    """A word's text, its raised and lowered signs between marks."""
    text = page.text[word.start : word.end]
    if not any(map(str.isdigit, text)) and word.height >= SMALL * height and not MAY_STAND_OFF.search(text):
        return text
    boxes, out, at = page.boxes, "", 0
    foot = None
    for match in SIGNS.finditer(text):
        start, end = match.span()
        while start < end:
            place = 4 * (word.start + start)
            small = boxes[place + 1] - boxes[place + 3] < SMALL * height
            off = boxes[place + 3] - main.foot
            if not small and abs(off) < RAISED_BY * height:
                start += 1
                continue
            if foot is None:
                foot = page.baseline(main.start if page.text[main.start].isalpha() else main.end - 1)
            off = page.baseline(word.start + start) - foot
            way = (off > RAISED_BY * height) - (off < -LOWERED_BY * height)
            stop = start + 1
            while stop < end and abs(boxes[4 * (word.start + stop) + 3] - boxes[place + 3]) < 0.05 * height:
                stop += 1
            if way:
                out += text[at:start] + stood_off(text[start:stop], way, before + out + text[at:start])
                at = stop
            start = stop
    return out + text[at:]


def stood_off(signs: str, way: int, before: str) -> str:
    """Raised (1) or lowered (-1) signs between their marks, as a note where nothing else is meant."""
    if way < 0:
        return f"{MARK}{LOWER}{signs}{MARK}{LOWER_END}"
    raised = f"{MARK}{RAISE}{signs}{MARK}{RAISE_END}"
    word = WORD_BEFORE.search(before)
    base = word[0] if word else before[-1:]
    plain = signs.strip("()").isdigit() or not signs.strip("*†‡§¶‖#") or (len(signs) == 1 and signs.isalpha())
    is_power = base.isdigit() or base in UNITS or (len(base) == 1 and base.isalpha())
    if plain and base and (not is_power or not signs.isdigit()):
        return f"{MARK}{NOTE}{raised}{MARK}{NOTE_END}"
    return raised


def is_even(page: Page, words: list[Word]) -> bool:
    """Whether a line is set in letters of one width: the widths of some of its letters tell."""
    widths = set()
    for word in words[:6]:
        for at in range(word.start, min(word.end, word.start + 4)):
            if page.text[at].isalnum():
                widths.add(round(page.boxes[4 * at + 2] - page.boxes[4 * at], 1))
    return len(widths) <= 2 and (max(widths) - min(widths) < 0.15 if widths else False) and len(words) > 1


def has_low_line(
    strokes: list[tuple[float, float, float]], left: float, right: float, foot: float, height: float
) -> bool:
    """Whether a low line is painted in a gap between two words: TeX has it as a stroke, not as a sign."""
    return any(
        left - 1 <= start and end <= right + 1 and foot - 0.2 * height < low < foot + 0.35 * height
        for start, low, end in strokes
    )


def lies_on_something(page: Page, left: float, foot: float, height: float) -> bool:
    """Whether a coloured shape or a picture lies where a line is painted."""
    middle = foot + height / 2
    return any(low <= middle <= high and start <= left + 1 <= end for _, start, low, end, high in page.painted())
