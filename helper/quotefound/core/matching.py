"""Quote × text → the places where it stands word for word, or why that cannot be said.

A run of whole tokens is found by one search of the source's stream; each hit then has to hold as a place. Elisions,
brackets, Markdown and words broken over lines are ways of reading the quote, never reasons to pass. Nothing here
measures likeness. Must not know of sources, verdicts or the reader's words.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

import regex

from quotefound.core.chunks import BOUND, DASH, LOOSE, SPACE, UNKNOWN, WORD, fold_word
from quotefound.core.places import Needle, Place, needle_of
from quotefound.core.spellings import copies, unedited, ways
from quotefound.core.terms import Cause
from quotefound.core.tokens import Tokens

# Hits, and tokens compared at them, before the rest are let be: bounds hostile texts, not honest ones.
MOST_HITS, MOST_COMPARED = 5_000, 500_000
# A token that stands no more often than this leads to its runs by itself.
_RARE = 64
# Words that an elision may leave out between two pieces (design section 5).
MOST_LEFT_OUT = 40
# Words that must be left of a quote whose editor replaced an end of it: one or two are in every text.
FEWEST_KEPT = 3
# Pieces of an elided quote; more is no quotation.
MOST_PIECES = 12
# Places where a hyphen can be read two ways, tried in every combination up to this many.
MOST_FORKS = 3


class Match(NamedTuple):
    """A place where the quote stands: tokens `first` up to `last`, code points `start` up to `end` of the source."""

    first: int
    last: int
    start: int
    end: int


class Search(NamedTuple):
    """All matches in reading order; without one, `refusal` says why a place that holds the words is no match.

    `pieces` are the places of an elided quote's parts, in order, when `refusal` is SHORTENED.
    """

    matches: tuple[Match, ...] = ()
    refusal: Cause | None = None
    pieces: tuple[Match, ...] = ()


_FACTORIAL = regex.compile(r"\p{Nd}!(?=\s+\p{Ll}|\s*[=+*/^<>])")
_ELISION = regex.compile(r"\[\s*(?:\.\s?\.\s?\.\s?\.?|…+)\s*\]|\(\s*(?:\.\.\.|…)\s*\)|\.\s?\.\s?\.\s?\.?|…+|⋯+")
_LINE_END = regex.compile(r"[-‐–][^\S\n]*\n|\ufffe")
# A note mark before a particle is compared as it stands.
_NOTED_WORD = regex.compile(r"\p{Hangul}\[[^\]]*\]\p{Hangul}")
_ELISION_OR_BRACKET = regex.compile(_ELISION.pattern + r"|\[[^\]]*\]")
_BRACKET_OR_NOTE = regex.compile(r"[\[⁰¹²³⁴⁵⁶⁷⁸⁹]")


def keeps_lines(quote: str, passage: str) -> bool:
    """Whether a quote keeps the line breaks and indentation of preformatted text, where these carry meaning.

    Lines of one indentation, as a wrapped paragraph has, carry none, and neither does what stands on one line.
    """
    asked, stands = _indents(quote.strip()), _indents(passage)
    if len(set(stands)) < 2:
        return True
    return [indent - asked[0] for indent in asked] == [indent - stands[0] for indent in stands] if asked else False


def _indents(text: str) -> list[int]:
    """The indentation, in columns, of each line after the first that holds anything."""
    lines = text.expandtabs().split("\n")[1:]
    return [len(line) - len(line.lstrip()) for line in lines if line.strip()]


def _hits(keys: tuple[str, ...], source: Tokens) -> Iterator[int]:
    """Where a run of keys begins in the source, as token numbers."""
    try:
        run = "".join(map(source.vocabulary.__getitem__, keys))
    except KeyError:
        return
    check = Tokens.OVERFLOW in run
    # Where the run's rarest token stands the run may stand, and nowhere else. A rare one is sought alone: one sign is
    # found several times as quickly as many.
    rarest = min(run, key=source.counts.__getitem__)
    left = source.counts[rarest]
    sought, before = (rarest, run.index(rarest)) if left <= _RARE else (run, 0)
    at = source.stream.find(sought, before)
    while at >= 0:
        start = at - before
        if source.stream.startswith(run, start) and (not check or tuple(source.keys(start, start + len(keys))) == keys):
            yield start
        left -= 1
        at = source.stream.find(sought, at + 1) if left else -1


def _readings(needle: Needle, source: Tokens) -> Iterator[tuple[Needle, list[tuple[int, str]]]]:
    """The needle, and the needle with words broken over a line's end read the other way where the source allows it.

    With each, the words by their place that the source has to break over a line, and the letters before the break.
    """
    yield needle, []
    forks = [
        i
        for i in range(len(needle.keys) - 1)
        if needle.keys[i][0] == needle.keys[i + 1][0] == WORD
        and (joined := needle.keys[i] + needle.keys[i + 1][1:]) in source.vocabulary
        and not needle.joints[i + 1] & ~(SPACE | DASH | BOUND | LOOSE)
        and (needle.joints[i + 1] & LOOSE or joined in source.broken)
    ][:MOST_FORKS]
    for choice in sorted(product((True, False), repeat=len(forks)), reverse=True):
        joined_at = [place for place, join in zip(forks, choice, strict=True) if join]
        reading = needle
        for place in reversed(joined_at):
            reading = reading.merged(place)
        if joined_at:
            # The quote's own broken word may stand whole; one that only the source breaks is broken at the same letter.
            breaks = [
                (place - before, needle.keys[place][1:])
                for before, place in enumerate(joined_at)
                if not needle.joints[place + 1] & LOOSE
            ]
            yield reading, breaks


def _broken_at(raw: str) -> str:
    """A word of the source up to where its line ends, as it is compared."""
    return fold_word(_LINE_END.split(raw, maxsplit=1)[0])


def _places(needle: Needle, source: Tokens) -> Search:
    """Every match of one needle, or the first refusal among its hits."""
    matches: list[Match] = []
    refusal: Cause | None = None
    for reading, breaks in _readings(needle, source):
        most = min(MOST_HITS, 1 + MOST_COMPARED // len(reading.keys))
        for hit in islice(_hits(reading.keys, source), most):
            if any(_broken_at(source.raw(hit + index)) != head for index, head in breaks):
                continue
            place = Place(reading, source, hit)
            if place.fault is None:
                matches.append(Match(hit, place.last, source.span(hit)[0], source.span(place.last - 1)[1]))
            elif place.fault:
                refusal = refusal or place.fault  # type: ignore[assignment]
        if matches:
            break
    return Search(tuple(matches), None if matches else refusal)


def _unreadable(quote: str, needle: Needle, source: Tokens) -> Cause | None:
    """Why a quote holds what cannot be compared: a sign or a form outside the grammar, a note mark inside a word."""
    if "[" in quote and any(word not in source.text for word in _NOTED_WORD.findall(quote)):
        return Cause.NUMBER_FORM
    unknown = next((key for key in needle.keys if key[0] == UNKNOWN), "")
    if unknown:
        return Cause.NUMBER_FORM if unknown[1:] == "!" else Cause.OPERATOR
    return Cause.NUMBER_FORM if _FACTORIAL.search(quote) else None


def find(quote: str, source: Tokens) -> Search:
    """Where the quote stands in the source word for word, or the cause for which nobody can say.

    A Search without matches and without a refusal means: these words do not stand there as one run.
    """
    refusal: Cause | None = None
    for way in ways(quote):
        needle = needle_of(way)
        if not needle.keys:
            return Search(refusal=refusal or Cause.EMPTY_QUOTE)
        search = Search(refusal=cause) if (cause := _unreadable(way, needle, source)) else _places(needle, source)
        if "](" in quote and "](" not in way:  # a place that shows a link's address has to show the quote's
            shown = (source.text[match.start : match.end + 2] for match in search.matches)
            search = search._replace(
                matches=tuple(match for match, text in zip(search.matches, shown, strict=True) if "](" not in text)
            )
        if search.matches:
            return search
        refusal = refusal or search.refusal
    others = [(copy, needle_of(copy)) for copy in copies(quote, source.text)]
    if "[" in quote:  # what looks like a note mark may be words of the source
        others.append((quote, needle_of(quote, notes=())))
    for copy, needle in others:
        if not _unreadable(copy, needle, source) and (search := _places(needle, source)).matches:
            return search
    return Search(refusal=refusal) if refusal else _elided(quote, source)


def _elided(quote: str, source: Tokens) -> Search:
    """Whether the parts of a shortened quote stand in order in one block, close together.

    A bracket of the quote is a replacement, treated like dots, unless the source has one there too: then the words in
    brackets differ, and nothing was left out.
    """
    plain = unedited(quote)
    cuts = [*_ELISION_OR_BRACKET.finditer(plain)]
    edges = [0, *(edge for cut in cuts for edge in cut.span()), len(plain)]
    needles = [needle_of(plain[start:end]) for start, end in zip(edges[::2], edges[1::2], strict=True)]
    replaced = [cut[0].startswith("[") and not _ELISION.fullmatch(cut[0]) for cut in cuts]
    parts = [(needle, is_new) for needle, is_new in zip(needles, [False, *replaced], strict=True) if needle.keys]
    if len(parts) == 1:  # nothing left out inside, but perhaps replaced at an end
        return _replaced_at_an_end(parts[0][0], source) if any(replaced) else Search()
    if not 2 <= len(parts) <= MOST_PIECES:
        return Search()
    options = [_places(needle, source).matches for needle, _ in parts]
    for head in options[0]:
        chain = [head]
        for matches, (_, is_new) in zip(options[1:], parts[1:], strict=True):
            last = chain[-1]
            following = bisect_left(matches, last.last, key=lambda match: match.first)
            if following == len(matches):
                return Search()
            match = matches[following]
            between = source.text[last.end : match.start]
            if (
                match.first - last.last > MOST_LEFT_OUT
                or "\n\n" in between
                or (is_new and _BRACKET_OR_NOTE.search(between))
            ):
                break
            chain.append(match)
        else:
            return Search(refusal=Cause.SHORTENED, pieces=tuple(chain))
    return Search()


def _replaced_at_an_end(needle: Needle, source: Tokens) -> Search:
    """A quote whose editor put words in brackets at an end, where the source has none in brackets: [they] agreed."""
    for match in _places(needle, source).matches if len(needle.keys) >= FEWEST_KEPT else ():
        around = source.text[max(0, match.start - 2) : match.start], source.text[match.end : match.end + 2]
        if "]" not in around[0] and "[" not in around[1]:
            return Search(refusal=Cause.SHORTENED, pieces=(match,))
    return Search()
