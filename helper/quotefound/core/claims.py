"""A claim (a sentence of the answer that carries a citation) → its passages, its three lines, its verdict.

Words, figures and meaning are three lines that are never folded into one score. Without a model's word a claim is
never supported; it can only be contradicted by a figure, unspoken of, or unchecked. Must not know models or edges.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import regex

from quotefound.core.answers import Answer, Citation, sentence_ends
from quotefound.core.numbers import Figure, Finding, figures_of, held_against
from quotefound.core.numbers.comparing import is_comparable
from quotefound.core.terms import (
    AnswerDecision,
    Cause,
    ClaimNote,
    ClaimReason,
    ClaimVerdict,
    FigureDoubt,
    FigureNote,
    FigureVerdict,
    Verdict,
    Words,
)
from quotefound.core.windows import Sentences, Window, terms_of
from quotefound.core.words import TURNING_BEFORE

# The share of a claim's words, by weight, below which no passage speaks of it: of the claims below it that people had
# judged, 89 in 100 were not supported; of those in the next twentieth, 78.
SPOKEN_OF = 0.2
# Figures are looked for in the windows whose share is this much of the best one's: with more windows a figure of
# another sentence is taken for the claim's, with fewer one is missed (8 of 874 supported claims wrongly blocked).
NEARLY_AS_GOOD = 0.5
# Two sources disagree about a figure when the second holds this share of the claim (it lacks the figure, which counts
# for much in a short one), and this share of the words beside the one figure, two at least, stands beside the other:
# melting and boiling points then do not.
DISAGREE_SHARE, SAME_STATEMENT, _FEWEST_SAME = 0.4, 0.6, 2
# Far beyond any real answer.
MOST_CLAIMS = 2_000

_CLAIMING = ("paragraph", "item", "cell")
_BEHIND = regex.compile(r"[\s.,;:!?…。、，；：\"'”’»)\]）】]*+")
_NAME = regex.compile(r"(?<=[\p{Ll}\p{Nd},;:(\"“]\s?)\p{Lu}[\p{L}\p{M}'’-]+")


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence with a citation: its block, its code points there, and the sources that answer for it."""

    block: int
    start: int
    end: int
    text: str
    sources: tuple[int, ...] = ()
    hidden: int = 0
    labels: tuple[str, ...] = ()


class ClaimSource(NamedTuple):
    """A cited source as it could be read: its sentences (None: nothing), and why that may not be all."""

    number: int
    sentences: Sentences | None
    cause: Cause | None = None


class Carrying(NamedTuple):
    """What one cited source says of a claim: whether it speaks of it, its best passages, and of each figure."""

    source: int
    words: Words
    windows: tuple[Window, ...] = ()
    figures: tuple[Finding, ...] = ()
    cause: Cause | None = None


class Meaning(NamedTuple):
    """What a model says of a claim and a source's passages, and of which of them."""

    verdict: ClaimVerdict
    source: int
    window: Window


class ClaimJudgement(NamedTuple):
    """A claim's verdict with its three lines, and what each cited source had to say.

    `figures` has one finding for each figure of the claim, the best that any source gives; `speaking` is the source
    that the verdict speaks of.
    """

    verdict: ClaimVerdict
    reason: ClaimReason
    words: Words
    figures: tuple[Finding, ...]
    meaning: Meaning | None
    carrying: tuple[Carrying, ...]
    speaking: int | None = None
    cause: Cause | None = None
    notes: tuple[tuple[ClaimNote, str], ...] = ()

    @property
    def disagree(self) -> bool:
        """Whether the claim's sources contradict each other."""
        return self.reason is ClaimReason.SOURCES_DISAGREE


def claims_of(answer: Answer) -> tuple[tuple[Claim, ...], int]:
    """Every sentence that carries a citation, in reading order, and how many sentences carry none."""
    found: list[Claim] = []
    uncited = 0
    for index, block in enumerate(answer.blocks):
        if block.kind not in _CLAIMING:
            continue
        begin = 0
        ends = sentence_ends(block.text)
        for end in [*ends, len(block.text)] if not ends or ends[-1] < len(block.text.rstrip()) else ends:
            text = block.text[begin:end]
            start, begin, stop = begin + len(text) - len(text.lstrip()), end, begin + len(text.rstrip())
            if not regex.search(r"\p{L}", text):
                continue
            citations = _carried(block.text, start, stop, block.citations)
            if not citations:
                uncited += 1
            elif len(found) < MOST_CLAIMS:
                sources = tuple(dict.fromkeys(number for c in citations for number in c.sources))
                labels = tuple(c.label for c in citations if c.label)
                hidden = sum(c.hidden for c in citations)
                found.append(Claim(index, start, stop, block.text[start:stop], sources, hidden, labels))
    return tuple(found), uncited


def _carried(text: str, start: int, stop: int, citations: tuple[Citation, ...]) -> list[Citation]:
    """The citations within a sentence or right behind its stop; words of a link over a space lead into the next one."""
    behind = _BEHIND.match(text, stop)
    limit = behind.end() if behind else stop
    near = limit if limit == len(text) else stop + len(text[stop:limit].rstrip())
    reached = [c for c in citations if start < c.end]
    return [c for c in reached if c.start < stop or c.start <= (near if c.start < c.end else limit)]


def judge_claim(
    claim: str, sources: Sequence[ClaimSource], meanings: Sequence[Meaning] = (), *, failed: bool = False
) -> ClaimJudgement:
    """What the cited sources say of a claim.

    `meanings` are what a model said of the windows of an earlier judgement of the same claim ("unchecked" where it was
    not sure); without one no claim is ever supported. `failed`: a model was asked and could not judge.
    """
    claimed = figures_of(claim)
    carrying = tuple(_carrying(claim, claimed, source) for source in sources)
    figures = tuple(_best(index, carrying) for index in range(len(claimed))) if _read(carrying) else ()
    speaking = [one for one in carrying if one.words is Words.SPEAKS]
    unread = next(
        (one.cause or Cause.UNREADABLE for one in carrying if one.words is Words.UNCHECKED or one.cause), None
    )
    words = Words.SPEAKS if speaking else Words.UNCHECKED if unread or not carrying else Words.SILENT
    verdict, reason, said = _verdict(words, figures, carrying, meanings, unread is not None)
    if failed and reason is ClaimReason.NO_MODEL:
        reason = ClaimReason.MODEL_FAILED
    best = max(carrying, key=_strength, default=None)
    if reason is ClaimReason.FIGURE_DIFFERS:  # the source that has the other figure, so that it can be shown
        best = next(one for one in carrying if any(map(_differs, one.figures)))
    speaks_for = said.source if said else best.source if best and best.words is Words.SPEAKS else None
    notes = _notes(claim, claimed, figures, speaking, {s.number: s.sentences for s in sources})
    cause = (unread or Cause.NO_CITATION) if reason is ClaimReason.UNREAD else None
    return ClaimJudgement(verdict, reason, words, figures, said, carrying, speaks_for, cause, notes)


def _differs(finding: Finding) -> bool:
    return finding.verdict is FigureVerdict.MISMATCH and is_comparable(finding)


def _read(carrying: tuple[Carrying, ...]) -> bool:
    return any(one.words is not Words.UNCHECKED for one in carrying)


def _strength(one: Carrying) -> tuple[int, float]:
    matches = sum(finding.verdict is FigureVerdict.MATCH for finding in one.figures)
    return matches, one.windows[0].share if one.windows else 0.0


def _carrying(claim: str, claimed: tuple[Figure, ...], source: ClaimSource) -> Carrying:
    if source.sentences is None:
        return Carrying(source.number, Words.UNCHECKED, cause=source.cause or Cause.UNREADABLE)
    windows = tuple(source.sentences.windows(claim))
    speaks = bool(windows) and windows[0].share >= SPOKEN_OF
    near = [window for window in windows if window.share >= NEARLY_AS_GOOD * windows[0].share] if claimed else []
    standing = tuple(figure for window in near for figure in source.sentences.figures(window))
    words = Words.SPEAKS if speaks else Words.UNCHECKED if source.cause else Words.SILENT
    return Carrying(source.number, words, windows, held_against(claimed, standing), source.cause)


_BEST_FIRST = (FigureVerdict.MATCH, FigureVerdict.UNCHECKED, FigureVerdict.MISMATCH)


def _best(index: int, carrying: tuple[Carrying, ...]) -> Finding:
    """The best that any source says of a figure; of two mismatches the one with a figure to compare."""
    findings = [one.figures[index] for one in carrying if len(one.figures) > index]
    return min(findings, key=lambda finding: (_BEST_FIRST.index(finding.verdict), not is_comparable(finding)))


def _disagree(carrying: tuple[Carrying, ...]) -> bool:
    """Whether one source gives a figure of the claim, and another one that says the same gives it differently."""
    sources = [one for one in carrying if one.figures]
    for findings in zip(*(one.figures for one in sources), strict=True):
        given = [finding.passage for finding in findings if finding.verdict is FigureVerdict.MATCH]
        for one, finding in zip(sources, findings, strict=True):
            if (
                _differs(finding)
                and one.windows[0].share >= DISAGREE_SHARE
                and any(_same_statement(finding.passage, other) for other in given)
            ):
                return True
    return False


def _same_statement(one: Figure | None, two: Figure | None) -> bool:
    mine, theirs = (frozenset(w for w in (f.near if f else ()) if not w.startswith("#")) for f in (one, two))
    common = len(mine & theirs)
    return common >= max(_FEWEST_SAME, SAME_STATEMENT * min(len(mine), len(theirs)))


def _verdict(
    words: Words,
    figures: tuple[Finding, ...],
    carrying: tuple[Carrying, ...],
    meanings: Sequence[Meaning],
    unread: bool,
) -> tuple[ClaimVerdict, ClaimReason, Meaning | None]:
    """The verdict in its order: sources that disagree, what cannot be known, figures, silence, meaning."""
    said = {one.verdict: one for one in reversed(meanings)}
    supported, contradicted = said.get(ClaimVerdict.SUPPORTED), said.get(ClaimVerdict.CONTRADICTED)
    if _disagree(carrying) or (supported and contradicted):
        return ClaimVerdict.UNCHECKED, ClaimReason.SOURCES_DISAGREE, None
    missed = [finding for finding in figures if finding.verdict is FigureVerdict.MISMATCH]
    if words is Words.UNCHECKED or (unread and (missed or not supported)):
        return ClaimVerdict.UNCHECKED, ClaimReason.UNREAD, None
    if words is Words.SILENT:
        return ClaimVerdict.NEUTRAL, ClaimReason.SILENT, None
    if any(map(is_comparable, missed)):
        return ClaimVerdict.CONTRADICTED, ClaimReason.FIGURE_DIFFERS, None
    if contradicted:
        return ClaimVerdict.CONTRADICTED, ClaimReason.MEANING, contradicted
    if missed:
        return ClaimVerdict.NEUTRAL, ClaimReason.FIGURE_MISSING, None
    if not meanings:
        return ClaimVerdict.UNCHECKED, ClaimReason.NO_MODEL, None
    if not supported:
        if unsure := said.get(ClaimVerdict.UNCHECKED):
            return ClaimVerdict.UNCHECKED, ClaimReason.UNSURE, unsure
        return ClaimVerdict.NEUTRAL, ClaimReason.MEANING, meanings[0]
    if any(finding.verdict is FigureVerdict.UNCHECKED for finding in figures):
        return ClaimVerdict.UNCHECKED, ClaimReason.FIGURE_UNCHECKED, supported
    return ClaimVerdict.SUPPORTED, ClaimReason.MEANING, supported


def _notes(
    claim: str,
    claimed: tuple[Figure, ...],
    figures: tuple[Finding, ...],
    speaking: list[Carrying],
    sentences: dict[int, Sentences | None],
) -> tuple[tuple[ClaimNote, str], ...]:
    """What a reader should know beside the verdict, each with the words it is about."""
    notes: list[tuple[ClaimNote, str]] = []
    for finding in figures:
        if finding.doubt is FigureDoubt.COMPARATOR:
            notes.append((ClaimNote.COMPARATOR, finding.figure.text))
        notes += [(_FIGURE_NOTES[note], finding.passage.text) for note in finding.notes if finding.passage]
    passages = [
        index.tokens.text[window.start : window.end]
        for one in speaking
        for window in one.windows
        if (index := sentences[one.source]) is not None
    ]
    if not passages:
        return tuple(notes)
    if turned := _negated(claim, passages[0]):
        notes.append((ClaimNote.NEGATION, turned))
    names = [n for n in _NAME.finditer(claim) if not any(f.start <= n.start() < f.end for f in claimed)]
    there = frozenset().union(*map(terms_of, passages)) if names else frozenset()
    notes += [(ClaimNote.NAME_MISSING, name[0]) for name in names if not terms_of(name[0]) <= there]
    return tuple(dict.fromkeys(notes))


_FIGURE_NOTES = {FigureNote.SPELLING: ClaimNote.SPELLING, FigureNote.HEDGE: ClaimNote.HEDGE}
_WORD = regex.compile(r"[\p{L}\p{M}'’]+")


def _negated(claim: str, passage: str) -> str:
    """The word that negates or hedges on one side only, or ""."""
    mine, theirs = (
        [
            word
            for word in _WORD.findall(text)
            if (low := word.lower().replace("’", "'")) in TURNING_BEFORE or low.endswith("n't")
        ]
        for text in (claim, passage)
    )
    return "" if bool(mine) == bool(theirs) else (mine or theirs)[0]


class Decided(NamedTuple):
    """What is said of a whole answer, and what it stopped at: a quote or a claim, by its number."""

    name: AnswerDecision
    quote: int | None = None
    claim: int | None = None


def decide_answer(quotes: list[Verdict], claims: list[ClaimJudgement]) -> Decided:
    """The answer's decision, in the design's order; one failing quote or claim decides for the whole answer."""
    for index, claim in enumerate(claims):
        if claim.disagree:
            return Decided(AnswerDecision.ABSTAINED, claim=index)
    blocking, doubtful = (Verdict.CLOSEST, Verdict.ABSENT), (ClaimVerdict.NEUTRAL, ClaimVerdict.UNCHECKED)
    for index, claim in enumerate(claims):
        if claim.verdict is ClaimVerdict.CONTRADICTED:
            return Decided(AnswerDecision.BLOCKED, claim=index)
    for index, verdict in enumerate(quotes):
        if verdict in blocking:
            return Decided(AnswerDecision.BLOCKED, quote=index)
    for index, claim in enumerate(claims):
        if claim.verdict in doubtful:
            return Decided(AnswerDecision.ABSTAINED, claim=index)
    for index, verdict in enumerate(quotes):
        if verdict is Verdict.UNCHECKED:
            return Decided(AnswerDecision.ABSTAINED, quote=index)
    return Decided(AnswerDecision.SUPPORTED if quotes or claims else AnswerDecision.NOTHING_TO_CHECK)
