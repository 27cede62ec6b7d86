"""Turns a marked stream of characters into a Text: blocks, lines, raised figures, note spans, hidden streams.

The stream is text with marks in it, each a NUL and one letter; NUL cannot stand in a document's own text. Who set
the marks, and why, is not known here, so that every format with blocks can use the same rules.
"""

import re

from quotefound.core.text import Block
from quotefound.sources.extraction.notes import LOWERED, RAISED, numbered_marks

MARK = "\0"
# Marks that open a stretch; END closes the innermost. A block parts its text from what stands before and after.
BLOCK_KINDS = {"B": "", "H": "heading", "I": "item", "C": "cell", "Q": "quotation", "P": "pre", "F": "caption"}
ZONES = {"N": "navigation", "M": "comment", "R": "reference list", "T": "title"}
# Not shown: kept under these names, or dropped ("").
HIDDEN = {"h": "hidden text", "s": "struck out", "n": "shown without scripts", "f": "form field", "x": ""}
END = "/"
OPENING = frozenset({*BLOCK_KINDS, *ZONES, *HIDDEN})
# Marks inside a line.
BREAK, SPACE = "r", "_"
RAISE, RAISE_END, LOWER, LOWER_END = "^", "v", "<", ">"
NOTE, NOTE_END, CODE, CODE_END = "(", ")", "{", "}"

PIECES = re.compile("\0(.)", re.S)
INDENTS = re.compile(r"\n[\n ]*")
EMPTY_LINE = re.compile("\n((?:\0.)*)(?=\n)")  # marks may stand in it
SPACE_ACROSS_MARK = re.compile(" ((?:\0[^_r])+) ")
ZONE_OF_KIND = {"heading": "heading", "caption": "caption"}


class Frame:
    """A stretch that is open: what its text is, and whether it is shown (`hidden` is None) or where it goes."""

    __slots__ = ("edge", "hidden", "inner", "kind", "zone")

    def __init__(self, kind: str, zone: str, edge: bool, hidden: str | None = None) -> None:
        self.kind, self.zone, self.edge, self.hidden = kind, zone, edge, hidden
        self.inner: dict[str, Frame] = {}

    def opened(self, mark: str) -> "Frame":
        """The frame that `mark` opens inside this one; the same each time, as a page opens thousands."""
        frame = self.inner.get(mark)
        if frame is None:
            frame = self.inner[mark] = self._made(mark)
        return frame

    def _made(self, mark: str) -> "Frame":
        if self.hidden is not None:  # inside what is not shown, only dropping still means something
            return Frame(self.kind, self.zone, False, "" if mark == "x" else self.hidden)
        if mark in HIDDEN:
            return Frame(self.kind, self.zone, False, HIDDEN[mark])
        main = self.zone == "article"
        if mark in ZONES:
            return Frame(self.kind, ZONES[mark] if main or self.zone == "heading" else self.zone, True)
        kind = BLOCK_KINDS[mark] or self.kind
        return Frame(kind, ZONE_OF_KIND.get(kind, self.zone) if main else self.zone, True)


class Stream:
    """Collects blocks, note spans and hidden text from a marked stream; `read` it once, then take the parts."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.blocks: list[Block] = []
        self.notes: list[tuple[int, int]] = []
        self.hidden: list[tuple[str, str]] = []
        self._offset = 0

    def read(self, marked: str) -> str:
        """Reads the whole stream; returns the text, its blocks parted by empty lines."""
        frame = Frame("paragraph", "article", True)
        stack = [frame]
        run: list[str] = []
        unseen: list[str] = []
        pieces = iter(PIECES.split(MARK + "B" + spaced(marked)))
        next(pieces)
        for mark, piece in zip(pieces, pieces, strict=True):
            if mark == END:
                closed = stack.pop()
                frame = stack[-1]
                if closed.edge:
                    if run:
                        self._close_block(run, closed)
                        run = []
                elif frame.hidden is None and unseen:
                    self._keep_hidden(closed.hidden or "", unseen)
                    unseen = []
            elif mark in OPENING:
                if run and mark not in HIDDEN and frame.hidden is None:
                    self._close_block(run, frame)
                    run = []
                frame = frame.inner.get(mark) or frame.opened(mark)
                stack.append(frame)
                if unseen:
                    unseen.append(" ")
            elif frame.hidden is None:
                run.append(MARK + mark)
            if frame.hidden is None:
                # Most pieces are the white space between two tags.
                if piece and (run or (piece != " " and not piece.isspace()) or frame.kind == "pre"):
                    run.append(piece)
            elif frame.hidden:
                unseen.append(piece)
        if run:
            self._close_block(run, frame)
        return "\n\n".join(self.texts)

    def _keep_hidden(self, where: str, pieces: list[str]) -> None:
        text = " ".join("".join(pieces).split())
        if where and text:
            self.hidden.append((where, text))

    def _close_block(self, run: list[str], frame: Frame) -> None:
        text = run[0] if len(run) == 1 else "".join(run)
        preformatted = frame.kind == "pre"
        if preformatted:
            text = kept_lines(text)
        elif len(run) > 1 and "  " in text:  # what stood between is not shown
            text = single_spaced(text)
        notes: list[tuple[int, int]] = []
        if MARK in text:
            text, notes = resolved(text, keep_space=preformatted)
        elif "[" in text and not preformatted:
            notes = numbered_marks(text)
        if preformatted or "\n\n" not in text:
            self._add(text, notes, frame)
            return
        start = 0  # two line breaks in a row part two blocks, as they do to the eye
        for part in text.split("\n\n"):
            end = start + len(part)
            self._add(part, [(a - start, b - start) for a, b in notes if start <= a and b <= end], frame)
            start = end + 2

    def _add(self, text: str, notes: list[tuple[int, int]], frame: Frame) -> None:
        shown = text.strip("\n") if frame.kind == "pre" else text.strip(" \n")
        if not shown or shown.isspace():
            return
        start = self._offset
        if notes:
            shift = start - text.index(shown)
            self.notes.extend((a + shift, b + shift) for a, b in notes)
        end = start + len(shown)
        self.texts.append(shown)
        self.blocks.append(Block(start, end, frame.kind, frame.zone))
        self._offset = end + 2


def spaced(marked: str) -> str:
    """The stream with runs of ASCII white space as one space, as a browser shows them, except in what is preformatted.

    Done for the whole stream at once: one by one, blocks take several times as long. Other spaces are text and stay.
    """
    first, *rest = marked.split(MARK + "P")
    parts = [single_spaced(first)]
    depth = 0
    for part in rest:
        parts.append(MARK + "P")
        depth += 1
        end = 0
        for mark in PIECES.finditer(part):
            depth += (mark[1] in OPENING) - (mark[1] == END)
            if depth == 0:
                end = mark.end()
                break
        else:
            end = len(part)
        parts += (part[:end], single_spaced(part[end:]))
    return "".join(parts)


def single_spaced(text: str) -> str:
    text = text.replace("\t", " ").replace("\r", " ").replace("\f", " ")
    # Most runs are a line's end with the next line's indent, and line ends are quickly found.
    text = INDENTS.sub(" ", text)
    while "  " in text:  # halves every run; splitting into words takes five times as long
        text = text.replace("  ", " ")
    return text


def kept_lines(raw: str) -> str:
    """Preformatted text: every line as it stands, an empty one as one space, so that no block edge appears in it."""
    text = raw.replace(MARK + BREAK, "\n").replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    return EMPTY_LINE.sub(r"\n \1", text)


def resolved(marked: str, *, keep_space: bool) -> tuple[str, list[tuple[int, int]]]:
    """Carries out the marks inside a block: returns its text and the spans of its note marks, in code points."""
    if not keep_space:
        marked = SPACE_ACROSS_MARK.sub(r" \1", marked)
    notes: list[tuple[int, int]] = []
    code: list[tuple[int, int]] = []
    raised = lowered = 0
    note_at = code_at = -1
    pieces = PIECES.split(marked)
    out = pieces[0]
    for at in range(1, len(pieces), 2):
        mark, piece = pieces[at], pieces[at + 1]
        if mark == BREAK:
            out = (out if keep_space else out.rstrip(" ")) + "\n"
            piece = piece if keep_space else piece.lstrip(" ")
        elif mark == SPACE:
            out += "" if out.endswith((" ", "\n")) else " "
            piece = piece.lstrip(" ")
        elif mark == RAISE:
            raised += 1
        elif mark == RAISE_END:
            raised = max(0, raised - 1)
        elif mark == LOWER:
            # H2O stays as it is written; beside a figure a lowered figure must not become a part of it.
            after = "".join(pieces[at + 3 : at + 8 : 2])[:1]
            lowered = 2 if out[-1:].isdigit() or after.isdigit() else 1
        elif mark == LOWER_END:
            lowered = 0
        elif mark == NOTE:
            note_at = len(out)
        elif mark == NOTE_END and note_at >= 0:
            while note_at < len(out) and out[note_at] in " \n":
                note_at += 1
            end = len(out.rstrip(" \n"))
            if note_at < end:
                notes.append((note_at, end))
            note_at = -1
        elif mark == CODE:
            code_at = len(out)
        elif mark == CODE_END and code_at >= 0:
            code.append((code_at, len(out)))
            code_at = -1
        if raised and not (note_at >= 0 and piece.lstrip().startswith("[")):
            piece = piece.translate(RAISED)
        elif lowered == 2:
            piece = piece.translate(LOWERED)
        out += piece
    if not keep_space:
        taken = notes + code
        notes += [span for span in numbered_marks(out) if not any(a < span[1] and span[0] < b for a, b in taken)]
        notes.sort()
    return out, notes
