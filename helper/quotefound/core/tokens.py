"""Text → tokens that remember where they came from, indexed so that a run is found by one search of a string.

Knows nothing of sources, matches or verdicts. All offsets are code points into the text that was given.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate

import regex

from quotefound.core.chunks import BREAK_MARK, EDGE_MARK, NOTE_MARK, SPACE, Chunk, keys_of, read

# What editors of encyclopedias put between words: numbered notes, and that a source, a date or a name is wanted.
_EDITORIAL = (
    r"(?:note|nb|n|a|lower-alpha|nota|anm\.|прим\.)[ ]\d{1,3}|(?:注|注釈|註|주)[ ]?\d{1,3}"
    r"|(?:citation|clarification|better[ ]source|page)[ ]needed|who\?|when\?|which\?|by[ ]whom\?|dubious.{0,20}?"
    r"|(?:réf\.|référence|source)[ ]nécessaire|cita[ ]requerida|senza[ ]fonte|carece[ ]de[ ]fontes|bron\?"
    r"|kaynak[ ]belirtilmeli|источник[ ]не[ ]указан[^\]]{0,20}|要出典|来源请求|來源請求"
    r"|출처[ ]필요|بحاجة[ ]لمصدر|דרוש[ ]מקור"
)
# From 1 on: [0-9] is a class of signs. A letter that opens a word, as in [t]he, is the word's own.
_NUMBER = r"[\p{Nd}--[0０٠۰०๐]]\p{Nd}{0,2}"
_NUMBERED = rf"{_NUMBER}(?:[ ]?[,;–-][ ]?{_NUMBER})*|[a-z](?!\]\p{{L}})"
_EDITORIAL_NOTES = regex.compile(rf"(?V1)\[(?:{_EDITORIAL})\]", regex.IGNORECASE)
_NOTES = regex.compile(rf"(?V1)\[(?:{_NUMBERED}|{_EDITORIAL})\]", regex.IGNORECASE)
_LINE_HYPHEN = regex.compile(r"(?<=\p{L}|\p{Nd})([-‐–])([ \t]*\n[ \t]*)(?=\p{Ll}|\p{Nd})")
_BLANK_LINE = regex.compile(r"\n[ \t]*\n\s*")
_ASCII_SPACES = "\t\n\r\v\f\x1c\x1d"
_SPACES = (
    _ASCII_SPACES
    + "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)


def _working_copy(text: str, notes: tuple[tuple[int, int], ...] | None) -> str:
    """The text with every white space a plain one, and edges, line-end hyphens and note marks as stand-ins.

    Every replacement keeps the length, so offsets into the copy are offsets into the text.
    """
    copy = text.replace("ㆍ", "·")  # a letter by its class, a middle dot in every Korean text
    if notes:
        pieces, last = [], 0
        for start, end in notes:
            pieces += [copy[last:start], NOTE_MARK * (end - start)]
            last = end
        copy = "".join([*pieces, copy[last:]])
    if "[" in copy:
        copy = (_NOTES if notes is None else _EDITORIAL_NOTES).sub(lambda m: NOTE_MARK * len(m[0]), copy)
    if "\n" in copy:
        if "-" in copy or "‐" in copy or "–" in copy:
            copy = _LINE_HYPHEN.sub(lambda m: m[1] + BREAK_MARK * len(m[2]), copy)
        if "\n\n" in copy or _BLANK_LINE.search(copy):
            copy = _BLANK_LINE.sub(lambda m: EDGE_MARK + " " * (len(m[0]) - 1), copy)
    for space in _ASCII_SPACES if copy.isascii() else _SPACES:
        if space in copy:
            copy = copy.replace(space, " ")
    return copy


def _joined(chunks: Iterable[Chunk]) -> list[int]:
    """The joints of chunks that stand one space apart: one before each token and one after the last."""
    joints: list[int] = []
    last = space = 0
    for _, _, flags in chunks:
        last |= flags[0] | space
        if len(flags) > 1:
            joints.append(last)
            if len(flags) > 2:
                joints += flags[1:-1]
            last = flags[-1]
        space = SPACE
    return [*joints, last]


def cut(
    text: str, notes: tuple[tuple[int, int], ...] | None = None
) -> tuple[list[str], list[tuple[int, int]], list[int]]:
    """A short text's keys, spans in code points, and joints (one before each token and one after the last)."""
    keys: list[str] = []
    spans: list[tuple[int, int]] = []
    pieces = _working_copy(text, notes).split(" ")
    chunks = [read(piece) for piece in pieces]
    offset = 0
    for piece, chunk in zip(pieces, chunks, strict=True):
        keys += chunk[0]
        for start, end in chunk[1]:
            spans.append((offset + start, offset + end))
        offset += len(piece) + 1
    return keys, spans, _joined(chunks)


class Tokens:
    """A text cut into tokens, indexed so that a run of keys is found by one search of a string.

    `stream` has one private character per token, the same one for the same key; `vocabulary` maps keys to those
    characters, and `counts` characters to how often they occur; `broken` are the keys of words that stand broken over
    two lines, which may be read with or without their hyphen. Immutable after it is made.

    `notes` are the spans of the text's note marks, in code points and in order, from whoever saw the page; None: every
    bracket that looks like one is one.
    """

    __slots__ = ("_copy", "_firsts", "_sizes", "broken", "counts", "stream", "text", "vocabulary")

    # Private characters begin above the surrogates; keys beyond the last one share it and are compared in full.
    _FIRST, OVERFLOW = 0x10000, "\U0010ffff"

    def __init__(self, text: str, notes: tuple[tuple[int, int], ...] | None = None) -> None:
        self.text = text
        self._copy = _working_copy(text, notes)
        pieces = self._copy.split(" ")
        vocabulary: dict[str, str] = {}
        counts: dict[str, int] = {}
        runs: dict[str, str] = {}
        broken: list[str] = []
        free = self._FIRST
        for piece, times in Counter(pieces).items():
            run = ""
            for key in (keys := keys_of(piece)):
                character = vocabulary.get(key)
                if character is None:
                    vocabulary[key] = character = chr(free) if free < 0x10FFFF else self.OVERFLOW
                    free += 1
                counts[character] = counts.get(character, 0) + times
                run += character
            runs[piece] = run
            if BREAK_MARK in piece or "\ufffe" in piece:
                broken += keys
        self.vocabulary, self.counts, self.broken = vocabulary, counts, frozenset(broken)
        ordered = list(map(runs.__getitem__, pieces))
        self.stream = "".join(ordered)
        # How many code points of chunks, and how many tokens, stand before each chunk; chunks are one space apart.
        self._sizes = array("I", accumulate(map(len, pieces), initial=0))
        self._firsts = array("I", accumulate(map(len, ordered), initial=0))

    def __len__(self) -> int:
        return len(self.stream)

    def _chunk(self, number: int) -> Chunk:
        return read(self._copy[self._sizes[number] + number : self._sizes[number + 1] + number])

    def _number(self, index: int) -> int:
        """Which chunk holds a token."""
        return bisect_right(self._firsts, index) - 1

    def walk(self, start: int = 0, end: int | None = None) -> Iterator[tuple[str, int, int]]:
        """The key and the span, in code points, of each token from `start` up to `end`."""
        end = len(self.stream) if end is None else end
        number = self._number(start) if start < end else 0
        while start < end:
            keys, spans, _ = self._chunk(number)
            offset, first = self._sizes[number] + number, self._firsts[number]
            for local in range(start - first, min(len(keys), end - first)):
                low, high = spans[local]
                yield keys[local], offset + low, offset + high
            start = max(start, first + len(keys))
            number += 1

    def keys(self, start: int = 0, end: int | None = None) -> list[str]:
        """The keys of the tokens from `start` up to `end`."""
        return [key for key, _, _ in self.walk(start, end)]

    def key(self, index: int) -> str:
        """The key of a token, or "" outside the text."""
        if not 0 <= index < len(self.stream):
            return ""
        number = self._number(index)
        return self._chunk(number).keys[index - self._firsts[number]]

    def span(self, index: int) -> tuple[int, int]:
        """Where a token stands, in code points."""
        number = self._number(index)
        start, end = self._chunk(number).spans[index - self._firsts[number]]
        offset = self._sizes[number] + number
        return offset + start, offset + end

    def before(self, offsets: Iterable[int]) -> Iterator[int]:
        """How many tokens begin before each of some offsets, which are in code points and rise."""
        number = last = 0
        for offset in offsets:
            number += self._copy.count(" ", last, offset)  # chunks are one space apart
            last = offset
            within = offset - self._sizes[number] - number
            yield self._firsts[number] + (bisect_left(self._chunk(number).spans, (within,)) if within > 0 else 0)

    def raw(self, index: int) -> str:
        """A token as it stands in the text."""
        start, end = self.span(index)
        return self.text[start:end]

    def gap(self, index: int) -> tuple[int, int]:
        """Where the joint before token `index` stands (index 0: the text's head; len: its tail), in code points."""
        start = self.span(index - 1)[1] if index > 0 else 0
        end = self.span(index)[0] if index < len(self.stream) else len(self.text)
        return start, end

    def joint(self, index: int) -> int:
        """The flags of the joint before a token (index len: after the last)."""
        return self.joints(index, index)[0]

    def joints(self, start: int, end: int) -> list[int]:
        """The flags of the joints before token `start`, before each token up to `end`, and after the last one."""
        count = len(self._sizes) - 1
        first, last = min(self._number(start), count - 1), min(self._number(end), count - 1)
        pieces = self._copy[self._sizes[first] + first : self._sizes[last + 1] + last].split(" ")
        skipped = start - self._firsts[first]
        inside = read(pieces[0]).joints if first == last else _joined(map(read, pieces))
        flags = list(inside[skipped : skipped + end - start + 1])
        if not skipped:
            flags[0] |= self._behind(first)
        return flags

    def _behind(self, number: int) -> int:
        """The flags between a chunk's first token and the token before it, over chunks that hold none."""
        flags = 0
        while number > 0:
            number -= 1
            keys, _, joints = self._chunk(number)
            flags |= SPACE | joints[-1]
            if keys:
                break
        return flags


def normalized(tokens: Tokens) -> str:
    """The text as it is compared: all keys, one space apart."""
    return " ".join(tokens.keys())
