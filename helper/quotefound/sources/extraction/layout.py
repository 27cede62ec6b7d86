"""Lines of pages into a Text: paragraphs, headings, items and cells told by where lines stand.

A block edge matters where a sentence has not ended, so doubt is settled by that: a line that ends in the middle of a
sentence goes on in the next one, over a column's or page's end too, unless the page shows that something new begins.
What repeats at the head and foot of pages is taken out first. Knows lines, not PDF.
"""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise

from quotefound.core.text import Block, Text
from quotefound.sources.extraction.addresses_in_text import Addresses
from quotefound.sources.extraction.heads import running_heads
from quotefound.sources.extraction.notes import numbered_marks
from quotefound.sources.extraction.pdf_lines import HYPHEN, SAME_LINE, Line, shown
from quotefound.sources.extraction.stream import MARK, NOTE, NOTE_END, RAISE, RAISE_END, resolved

# In heights of the line's letters, or shares of them:
OTHER_SIZE = 1.18  # letters larger or smaller by this begin another block
HEADING_SIZE = 1.15  # of the size most of the text is set in
FOOTNOTE_SIZE = 0.93
MORE_SPACE = 1.25  # of the usual distance between two lines: a new paragraph
WIDE_STEP = 1.45  # a full line in the middle of a sentence goes on in one that is nearer than this
OTHER_FONT = 0.15  # by how much lines of one size differ when one of them is mostly code
FEWEST_STEPS = 12  # pairs of lines that tell what is usual among letters of a size
INDENT = 0.8
PROSE_WIDTH = 22  # characters: columns of prose are wider, cells of a table narrower
PROSE_ROWS = 3
FOOTNOTE_NUMBER = re.compile(r"\d{1,3}(?=[A-Z][a-z]|[“\"'‘])")
STOPS = ".!?…。！？:;"
CLOSING = "\"'”’»)]"
CAPTION = re.compile(r"(?:Figure|Fig\.|Table) ?\d")
BULLET = re.compile(r"[•‣◦▪●○■–*∙·]\s|\(?\d{1,2}[.)]\s|\(?[a-z]\)\s")


@dataclass(slots=True)
class Part:
    """A block in the making."""

    lines: list[Line]
    pages: list[int]  # of each line
    kind: str = "paragraph"
    zone: str = "article"


@dataclass(slots=True)
class Laid:
    """What a document's lines gave, and which pages have no text of their own."""

    text: Text
    bare_pages: list[int] = field(default_factory=list)


def lay_out(pages: list[list[Line]], title: str = "", language: str = "") -> Laid:
    """The whole document as one text; `pages` are its lines, in order."""
    heads = running_heads(pages)
    hidden: list[tuple[str, str]] = []
    body: list[list[Line]] = []
    for number, lines in enumerate(pages):
        kept = []
        for line in lines:
            if id(line) in heads:
                hidden.append(("running head", shown(line)))
            elif line.hidden:
                hidden.append(("hidden text", shown(line)))
            else:
                kept.append(line)
        body.append(kept)
        pages[number] = []  # their memory is needed no more
    measure = Measure(body)
    parts: list[Part] = []
    for number, lines in enumerate(body):
        own = parts_of_page(in_reading_order(lines), number, measure)
        join_over_page(parts, own, measure)
        parts += own
    text = assembled([part for part in parts if part.lines], len(body), title, language, hidden)
    return Laid(text, [number for number, lines in enumerate(body) if not lines])


class Measure:
    """What is usual in a document: the height of its letters, and the distance of its lines."""

    def __init__(self, pages: list[list[Line]]) -> None:
        sizes: Counter[float] = Counter()
        steps: defaultdict[int, Counter[float]] = defaultdict(Counter)
        for lines in pages:
            for line in lines:
                sizes[round(line.height, 1)] += len(line.text)
            for above, line in pairwise(lines):
                step = above.foot - line.foot
                if 0.8 * line.height < step < 3 * line.height and abs(above.height - line.height) < 0.1 * line.height:
                    steps[round(line.height)][round(step / line.height, 1)] += 1
        self.height = sizes.most_common(1)[0][0] if sizes else 10.0
        self._step = max(steps.values(), key=Counter.total).most_common(1)[0][0] if steps else 1.2
        # Code and footnotes have distances of their own.
        self._steps = {
            size: of_size.most_common(1)[0][0] for size, of_size in steps.items() if of_size.total() >= FEWEST_STEPS
        }

    def step(self, height: float) -> float:
        """The usual distance of two lines of letters of this height."""
        return height * self._steps.get(round(height), self._step)


# --- columns and tables -----------------------------------------------------------------------------------------------


def in_reading_order(lines: list[Line]) -> list[Line | list[Line]]:
    """Lines, with columns drawn row by row put one after the other; a table's row is a list of its cells."""
    rows: list[list[Line]] = []
    for line in lines:
        last = rows[-1][-1] if rows else None
        beside = last is not None and abs(last.foot - line.foot) < SAME_LINE * max(last.height, line.height)
        if last is not None and beside and line.left >= last.right:
            rows[-1].append(line)
        else:
            rows.append([line])
    ordered: list[Line | list[Line]] = []
    at = 0
    while at < len(rows):
        stop = at
        while stop < len(rows) and len(rows[stop]) == len(rows[at]) > 1:
            stop += 1
        region = rows[at:stop]
        if len(region) >= PROSE_ROWS and are_columns(region):
            for column in zip(*region, strict=True):
                ordered += unbroken(list(column))
        elif region:
            ordered += region
        else:
            ordered.append(rows[at][0])
            stop = at + 1
        at = stop
    return ordered


def are_columns(rows: list[list[Line]]) -> bool:
    """Whether rows of pieces are columns of prose: wide, and each beginning at the same place."""
    for column in zip(*rows, strict=True):
        lefts = [line.left for line in column]
        if sum(len(line.text) for line in column) < PROSE_WIDTH * len(column):
            return False
        if max(lefts) - min(lefts) > 2 * column[0].height:
            return False
    return True


def unbroken(column: list[Line]) -> list[Line]:
    """A column whose lines' ends PDFium had taken for the neighbour's: its sign for a hyphen becomes one again."""
    for line in column:
        if line.text.endswith(HYPHEN):
            line.text = line.text[:-1] + "-"
    return column


# --- blocks -----------------------------------------------------------------------------------------------------------


def parts_of_page(rows: list[Line | list[Line]], page: int, measure: Measure) -> list[Part]:
    """A page's blocks."""
    parts: list[Part] = []
    lines = [row for row in rows if isinstance(row, Line)]
    margin = right_margin(lines)
    following = dict(zip(map(id, lines), lines[1:], strict=False))
    cells: list[Part] = []  # of the row above
    for row in rows:
        if isinstance(row, list):
            fresh = [Part([line], [page], "cell", zone_of(line, "article")) for line in row]
            parts += fresh
            cells = fresh
            continue
        if cells and (cell := cell_above(row, cells, measure)) is not None:
            cell.lines.append(row)
            cell.pages.append(page)
            continue
        cells = []
        mark_footnote(row, measure)
        last = parts[-1] if parts else None
        if last is not None and last.kind != "cell" and goes_on(last, row, following.get(id(row)), margin, measure):
            last.lines.append(row)
            last.pages.append(page)
            continue
        parts.append(Part([row], [page], *kind_of(row, measure)))
    return parts


def right_margin(lines: list[Line]) -> float:
    """Where most lines of a page end that are full; a line of code may run beyond."""
    rights = sorted(line.right for line in lines)
    return rights[int(0.9 * (len(rights) - 1))] if rights else 0.0


def kind_of(line: Line, measure: Measure) -> tuple[str, str]:
    """The kind and the zone of a block that begins with a line."""
    if line.height > HEADING_SIZE * measure.height and not line.layer:
        return "heading", "heading"
    kind = "item" if BULLET.match(shown(line)) else "pre" if line.even else "paragraph"
    return kind, zone_of(line, "article")


def zone_of(line: Line, usual: str) -> str:
    return "invisible layer" if line.layer else usual


def mark_footnote(line: Line, measure: Measure) -> None:
    """Parts a footnote's number from its first word, where a font has raised digits of its own that look level here."""
    if line.height < FOOTNOTE_SIZE * measure.height and (number := FOOTNOTE_NUMBER.match(line.text)):
        mark = f"{MARK}{NOTE}{MARK}{RAISE}{number[0]}{MARK}{RAISE_END}{MARK}{NOTE_END}"
        line.text = mark + line.text[number.end() :]


def cell_above(line: Line, cells: list[Part], measure: Measure) -> Part | None:
    """The cell of the row above that a line below it goes on in."""
    for cell in cells:
        last = cell.lines[-1]
        near = 0 < last.foot - line.foot < MORE_SPACE * measure.step(line.height)
        if near and abs(line.left - last.left) < line.height and not is_ended(last):
            return cell
    return None


def goes_on(part: Part, line: Line, after: Line | None, margin: float, measure: Measure) -> bool:
    """Whether a line belongs to the block above it."""
    last = part.lines[-1]
    step = last.foot - line.foot
    if part.lines[0].layer != line.layer or BULLET.match(shown(line)):
        return False
    sizes = sorted((last.height, line.height))
    if sizes[1] > OTHER_SIZE * sizes[0]:
        return False
    if part.kind == "pre" and not line.even and len(line.text) > 2 * PROSE_WIDTH:
        return False
    if part.kind == "heading":
        return 0 < step < 2 * line.height
    if step <= 0 or line.left > margin or last.left > line.right or last.right < line.left:  # the next column
        return carries_over(part, line)
    short = last.right < margin - 0.15 * max(1.0, margin - last.left)
    if step > MORE_SPACE * measure.step(line.height) and (step > WIDE_STEP * line.height or short or is_ended(last)):
        return False
    indent = line.left - last.left
    if abs(indent) < INDENT * line.height or part.kind == "pre":
        return True
    if indent > 0:
        returns = after is not None and abs(after.left - last.left) < INDENT * line.height
        return not is_ended(last) and not (short or (returns and len(part.lines) > 1 and begins_anew(line)))
    first_line = len(part.lines) == 1
    return first_line or not (is_ended(last) or short)


def is_ended(line: Line) -> bool:
    """Whether a line ends where a sentence may."""
    return shown(line).rstrip(CLOSING)[-1:] in STOPS


def begins_anew(line: Line) -> bool:
    return shown(line).lstrip("\"'“‘«(")[:1].isupper()


def carries_over(part: Part, line: Line) -> bool:
    """Whether a block goes on in a line of the next column or page."""
    last = part.lines[-1]
    words, more = shown(last), shown(line)
    if part.kind in ("heading", "cell") or part.zone != zone_of(line, "article") or BULLET.match(more):
        return False
    if not words or not more or is_ended(last) or abs(last.height - line.height) > OTHER_FONT * last.height:
        return False
    if words[-1] in "-‐" + HYPHEN or words[-1] == "," or more[0].islower():
        return True
    # A line that fills its column has not ended, whatever the next begins with.
    full = len(part.lines) > 1 and last.right > 0.97 * max(one.right for one in part.lines[:-1])
    return full and len(words) > PROSE_WIDTH and not line.even


def join_over_page(parts: list[Part], own: list[Part], measure: Measure) -> None:
    """Lets the last sentence of a page go on in the first block of the next, its footnotes standing before it."""
    if not parts or not own:
        return
    at = len(parts) - 1
    page = parts[at].pages[-1]
    while at > 0 and parts[at].pages[0] == page and is_aside(parts[at], measure):
        at -= 1
    last = parts[at]
    first = next((n for n, part in enumerate(own) if not is_aside(part, measure)), 0)
    if last.pages[-1] != page or not carries_over(last, own[first].lines[0]):
        return
    asides = parts[at + 1 :]
    del parts[at:]
    parts += [*asides, *own[:first], last]
    last.lines += own[first].lines
    last.pages += own[first].pages
    del own[: first + 1]


def is_aside(part: Part, measure: Measure) -> bool:
    """Whether a block may stand between two halves of a sentence: a footnote, a table, a figure's caption."""
    if part.kind == "cell":
        return True
    small = max(line.height for line in part.lines) < FOOTNOTE_SIZE * measure.height
    return small or CAPTION.match(shown(part.lines[0])) is not None


# --- the text ---------------------------------------------------------------------------------------------------------


def assembled(parts: list[Part], count: int, title: str, language: str, hidden: list[tuple[str, str]]) -> Text:
    """Blocks joined into the one text, with the place where each page begins."""
    texts: list[str] = []
    blocks: list[Block] = []
    notes: list[tuple[int, int]] = []
    begins: dict[int, int] = {}
    offset = 0
    addresses = Addresses(lambda: (line.text for part in parts for line in part.lines))
    for part in parts:
        text, own = "", []
        for line, page in zip(part.lines, part.pages, strict=True):
            words, marks = resolved(line.text, keep_space=False) if MARK in line.text else (line.text, [])
            words = whole(words)
            if text:
                text += "" if text.endswith(HYPHEN) or addresses.runs_on(text, words) else "\n"
            begins.setdefault(page, offset + len(text))
            at = len(text)  # numbers in brackets are looked for in the whole block, over its lines' ends
            own += [(at + start, at + end) for start, end in marks if words[start] != "["]
            text += words
        if not part.lines[0].even:
            own += numbered_marks(text)
        texts.append(text)
        blocks.append(Block(offset, offset + len(text), part.kind, part.zone))
        notes += [(offset + start, offset + end) for start, end in sorted(own)]
        offset += len(text) + 2
    whole_text = "\n\n".join(texts)
    # An empty page begins, and ends, where the next one begins.
    starts = [len(whole_text)] * count
    for page in reversed(range(count)):
        following = starts[page + 1] if page + 1 < count else len(whole_text)
        starts[page] = min(begins.get(page, following), following)
    return Text(
        whole_text,
        tuple(blocks),
        tuple(notes),
        tuple(dict.fromkeys((where, words) for where, words in hidden if words)),
        title=title,
        language=language,
        pages=tuple(starts),
    )


def whole(text: str) -> str:
    """Halves of surrogate pairs put together; what is left over is no character."""
    if text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text):
        return text.replace("\0", "")
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").replace("\0", "")
