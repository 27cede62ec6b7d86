"""The passages of a source that speak of a claim: the best windows of one to three sentences, found without a model.

A source is indexed once: where each word stands, by its stem, and where sentences end. A claim's rare words lead to
the places; windows there are scored by the weight of the claim's words that they hold. Must not know verdicts.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import replace
from heapq import nsmallest
from math import log
from typing import NamedTuple

import regex

from quotefound.core.chunks import FIGURE, LETTER, NAME, WORD
from quotefound.core.numbers import Figure, figures_of, may_hold_figures
from quotefound.core.numbers.wording import STOP_WORDS, stem
from quotefound.core.tokens import Tokens

# Sentences of a window: with fewer a pronoun's noun is lost, with more everything is in every window.
MOST_SENTENCES = 3
# Windows handed on; the right one is among the first few whenever it shares a rare word with the claim.
MOST_WINDOWS = 5
# A word in more places than this leads nowhere by itself; it still counts within a window. The claim's rarest words
# lead all the same, or a long text that is all about them would not speak of them.
_MOST_PLACES, _RAREST = 64, 4
# Tokens that share a vote: about a sentence.
_BUCKET = 24
_MOST_BUCKETS = 4  # neighbouring ones often lead to one window
# A table's cells and a list's items are joined up to this many characters, so that a row is read together.
_SHORT_BLOCK, _JOINED = 48, 240
_LONGEST_SENTENCE = 1_500  # characters; text without stops is cut there

_STOP = regex.compile(r"[.!?…][\"'”’»)\]]*(?=\s+[^\s\p{Ll}])|[。！？][”’」』）]*|\n\n+")
_ABBREVIATED = regex.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e|No|cf|al|Inc|Ltd|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|approx|Sen|Gen|U\.S)|\b\p{Lu})$"
)


class Window(NamedTuple):
    """A passage: code points of the source, and the share of the claim's words, by weight, that stand in it."""

    start: int
    end: int
    share: float
    first: int  # its sentences, by number
    last: int


_SPACELESS = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}"
_TERM = regex.compile(
    rf"(?:[\p{{L}}\p{{M}}\p{{Nd}}--[{_SPACELESS}]]|(?<=\p{{Nd}})[.,](?=\p{{Nd}}))+|[{_SPACELESS}]", regex.V1
)


def terms_of(text: str) -> frozenset[str]:
    """The words and figures of a text that carry matter, as they are sought: stems, and figures as written."""
    return frozenset(map(stem, set(_cut(text.lower())) - STOP_WORDS)) - _EMPTY


def _cut(text: str) -> list[str]:
    return _PLAIN_TERM.findall(text) if text.isascii() else _TERM.findall(text)


_PLAIN_TERM = re.compile(r"[a-z_]\w*|\d+(?:[.,]\d+)*\w*", re.ASCII)  # the same for ASCII, and three times as quick
_EMPTY = frozenset(map(stem, STOP_WORDS)) | STOP_WORDS | {"s", "t"}


class _Weights(dict[int, int]):
    """The weight of some of a claim's words, as bits: most places hold what another one does."""

    def __init__(self, each: Iterable[int]) -> None:
        self._each = [(1 << place, weight) for place, weight in enumerate(each)]

    def __missing__(self, together: int) -> int:
        self[together] = weight = sum(weight for bit, weight in self._each if bit & together)
        return weight


class Sentences:
    """A source's text as sentences, indexed by the words they hold. Immutable after it is made."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._characters: dict[str, list[str]] = {}
        for key, character in tokens.vocabulary.items():
            for term in _cut(key[1:].lower()) if key[0] in (WORD, FIGURE, NAME, LETTER) else ():
                self._characters.setdefault(stem(term), []).append(character)
        self._places: dict[str, list[int]] = {}
        places = self._places
        for at, character in enumerate(tokens.stream):
            if character in places:
                places[character].append(at)
            else:
                places[character] = [at]
        self._starts = _sentence_starts(tokens.text)
        self._firsts = [*tokens.before(self._starts), len(tokens)]  # the first token of each sentence, and none
        self._figures: dict[int, tuple[Figure, ...]] = {}

    def count(self, term: str) -> int:
        """How often a word stands in the source."""
        return sum(len(self._places[character]) for character in self._characters.get(term, ()))

    def _weight(self, count: int) -> int:
        """How telling a word is that stands so often: the rarer the more; one that is not there counts as seen once.

        In whole thousandths, so that sums are the same in whatever order they are made.
        """
        return round(1000 * log(2 + len(self.tokens) / max(1, count)))

    def windows(self, claim: str) -> list[Window]:
        """The windows that hold most of a claim's words, the best first, none within another; empty for none at all."""
        counts = sorted((self.count(term), term) for term in terms_of(claim))
        wanted = {term: self._weight(count) for count, term in counts}
        total = sum(wanted.values())
        bits = {term: 1 << place for place, term in enumerate(wanted)}
        weights = _Weights(wanted.values())
        led: dict[int, int] = {}  # by bucket: the words that stand in it, as bits
        there = [(count, term) for count, term in counts if count]
        for rank, (count, term) in enumerate(there):
            if count > _MOST_PLACES and rank >= _RAREST:
                break
            bit = bits[term]
            for character in self._characters[term]:
                for at in self._places[character]:
                    bucket = at // _BUCKET
                    led[bucket] = led.get(bucket, 0) | bit
        if not led and len(self._starts) > MOST_WINDOWS * MOST_SENTENCES:
            return []

        if len(self._starts) <= MOST_WINDOWS * MOST_SENTENCES:
            near = set(range(len(self._starts)))
        else:
            votes = [(-weights[words | led.get(bucket + 1, 0)], bucket) for bucket, words in led.items()]
            near = {number for _, bucket in nsmallest(_MOST_BUCKETS, votes) for number in self._sentences_near(bucket)}
        held = self._held_by(near, {sign: bit for term, bit in bits.items() for sign in self._characters.get(term, ())})
        scored: list[tuple[int, int, int]] = []
        for first in near:
            together = 0
            for size in range(1, MOST_SENTENCES + 1):
                if (more := held.get(first + size - 1)) is None:
                    break
                if size == 1 and not more:
                    break  # a window that begins with nothing is worse than the one behind it
                together |= more
                scored.append((-weights[together], size, first))
        scored.sort()
        chosen: list[Window] = []
        for score, size, first in scored:
            if all(first + size <= other.first or other.last <= first for other in chosen):
                start, end = self._span(first, first + size)
                chosen.append(Window(start, end, -score / total if total else 0.0, first, first + size))
                if len(chosen) == MOST_WINDOWS:
                    break
        return chosen

    def figures(self, window: Window) -> tuple[Figure, ...]:
        """The figures of a window, their offsets those of the source."""
        return tuple(figure for number in range(window.first, window.last) for figure in self._figures_in(number))

    def _sentences_near(self, bucket: int) -> range:
        first = bisect_right(self._firsts, bucket * _BUCKET, hi=len(self._starts)) - 1
        last = bisect_left(self._firsts, (bucket + 2) * _BUCKET, hi=len(self._starts)) - 1
        return range(max(0, first - 1), last + 1)

    def _held_by(self, sentences: set[int], bits: dict[str, int]) -> dict[int, int]:
        """By sentence: the words that stand in it, as bits, where each character of the stream has its word's."""
        held = {}
        for number in sentences:
            together = 0
            for character in bits.keys() & set(self.tokens.stream[self._firsts[number] : self._firsts[number + 1]]):
                together |= bits[character]
            held[number] = together
        return held

    def _span(self, first: int, last: int) -> tuple[int, int]:
        text = self.tokens.text
        start, end = self._starts[first], self._starts[last] if last < len(self._starts) else len(text)
        return start, start + len(text[start:end].rstrip())

    def _figures_in(self, number: int) -> tuple[Figure, ...]:
        if number not in self._figures:
            start, end = self._span(number, number + 1)
            text = self.tokens.text[start:end]
            found = figures_of(text) if may_hold_figures(terms_of(text)) else ()
            self._figures[number] = tuple(replace(f, start=f.start + start, end=f.end + start) for f in found)
        return self._figures[number]


def _sentence_starts(text: str) -> list[int]:
    """Where sentences begin; short blocks in a row (a table's cells) make one, and none is endless."""
    starts = [0]
    block = 0  # where the run of short blocks began
    for match in _STOP.finditer(text):
        end = match.end()
        if match[0][0] == "\n":
            short = end - starts[-1] <= _SHORT_BLOCK or (block == starts[-1] and end - block <= _JOINED)
            if short and end - block <= _JOINED and _next_is_short(text, end):
                continue
            block = end
        elif match[0][0] == "." and _ABBREVIATED.search(text, max(0, match.start() - 8), match.start()):
            continue
        starts += range(starts[-1] + _LONGEST_SENTENCE, end - 1, _LONGEST_SENTENCE)
        starts.append(end + len(text[end : end + 40]) - len(text[end : end + 40].lstrip()))
    return starts[: bisect_left(starts, len(text.rstrip()))] or [0]


def _next_is_short(text: str, at: int) -> bool:
    edge = text.find("\n\n", at, at + _SHORT_BLOCK)
    return edge >= 0 or len(text) - at < _SHORT_BLOCK
