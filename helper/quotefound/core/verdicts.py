"""The functions that decide: what a search says of one source, and what several sources say of one quote.

"Found" comes from a match and from nothing else. "Closest" and "absent" need a source that was read whole, and every
doubt about that is a cause for "unchecked" first.
"""

from typing import NamedTuple

from quotefound.core.languages import differ
from quotefound.core.matching import Match, Search, find, keeps_lines
from quotefound.core.notes import notes
from quotefound.core.passages import Closest, best_first, closest
from quotefound.core.terms import Cause, Note, Verdict
from quotefound.core.tokens import Tokens

# Share of the quote's tokens that must stand in order for a passage to be called similar. Between the lab's wrong
# documents (at most 0.33) and its merged sentences (at least 0.5).
SIMILAR = 0.45
# One common word is in every text.
_FEWEST_COMMON = 2


class Judgement(NamedTuple):
    """What one source says of a quote."""

    verdict: Verdict
    cause: Cause | None = None
    search: Search = Search()
    closest: Closest | None = None
    notes: tuple[tuple[Note, str], ...] = ()


class Readable(NamedTuple):
    """What could be seen of a source: its tokens (None: nothing), why that may not be all, what it hides, its language,
    and the spans, in code points, of text whose lines stand as they were written."""

    tokens: Tokens | None
    cause: Cause | None = None
    hidden: Tokens | None = None
    language: str = ""
    preformatted: tuple[tuple[int, int], ...] = ()


def judge(quote: str, source: Readable, around: str = "") -> Judgement:
    """What one source says of a quote; `around` is what stands round the quote, and picks among several places."""
    if source.tokens is None:
        empty = not len(Tokens(quote))
        return Judgement(Verdict.UNCHECKED, Cause.EMPTY_QUOTE if empty else source.cause or Cause.UNREADABLE)
    search = _with_lines(quote, source, find(quote, source.tokens))
    if search.matches:
        search = search._replace(matches=best_first(search.matches, around, source.tokens))
        return Judgement(Verdict.FOUND, None, search, notes=tuple(notes(quote, source.tokens, search.matches, around)))
    asked = Tokens(quote)
    cause = search.refusal or source.cause or _doubt(quote, asked, source)
    nearest = closest(asked, source.tokens) if cause is not Cause.EMPTY_QUOTE and len(source.tokens) else None
    similar = nearest if nearest and nearest.matched >= max(_FEWEST_COMMON, SIMILAR * nearest.total) else None
    if cause:
        return Judgement(Verdict.UNCHECKED, cause, search, similar)
    return Judgement(Verdict.CLOSEST if similar else Verdict.ABSENT, None, search, similar)


def _with_lines(quote: str, source: Readable, search: Search) -> Search:
    """The search without matches that lose the lines of preformatted text."""
    if not search.matches or not source.preformatted:
        return search
    assert source.tokens is not None
    text = source.tokens.text
    kept = tuple(
        match
        for match in search.matches
        if not any(start <= match.start < end for start, end in source.preformatted)
        or keeps_lines(quote, text[match.start : match.end])
    )
    return Search(kept, None if kept else Cause.OPERATOR)


def _doubt(quote: str, asked: Tokens, source: Readable) -> Cause | None:
    """Why the absence of the words proves nothing, though the source was read whole."""
    assert source.tokens is not None
    if len(source.tokens) < len(asked):
        return Cause.TOO_SHORT
    if source.hidden is not None and find(quote, source.hidden).matches:
        return Cause.HIDDEN_TEXT
    if differ(quote, source.tokens.text, source.language):
        return Cause.OTHER_LANGUAGE
    return None


# The order in which several bound sources decide one quote (design section 2).
_ORDER = (Verdict.FOUND, Verdict.UNCHECKED, Verdict.CLOSEST, Verdict.ABSENT)


def combine(judgements: list[Judgement]) -> int:
    """Which of several sources' judgements speaks for the quote, as its index; the best of equals, then the first."""

    def rank(index: int) -> tuple[int, float]:
        judgement = judgements[index]
        likeness = judgement.closest.matched / judgement.closest.total if judgement.closest else 0.0
        return _ORDER.index(judgement.verdict), -likeness

    return min(range(len(judgements)), key=rank)


def passage_of(judgement: Judgement) -> Match | None:
    """The span of the source that a judgement speaks of: the match, the elided whole, or the closest passage."""
    if judgement.search.matches:
        return judgement.search.matches[0]
    if pieces := judgement.search.pieces:
        return Match(pieces[0].first, pieces[-1].last, pieces[0].start, pieces[-1].end)
    return judgement.closest.passage if judgement.closest else None
