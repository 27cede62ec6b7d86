"""A claim's figures held against a passage's: which stand there, which do not, which cannot be told and why.

A figure stands there when one equal to it is bound to the same words; two figures that changed places do not pass.
"""

from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from quotefound.core.numbers.measuring import stands_changed, turned_round
from quotefound.core.numbers.reading import figures_of
from quotefound.core.numbers.relating import related
from quotefound.core.numbers.relations import Relation
from quotefound.core.numbers.values import Figure, Kind
from quotefound.core.numbers.wording import STOP_WORDS, rival_places, stem
from quotefound.core.terms import FigureDoubt, FigureNote, FigureVerdict

# Nouns that count the same people; beyond these, another noun is another thing.
_SAME_COUNTED = [
    frozenset(map(stem, group.split()))
    for group in (
        "people persons residents inhabitants citizens individuals population humans person",
        "deaths dead fatalities",
        "staff employees workers",
        "students pupils",
        "cars vehicles",
        "countries nations states",
        "firms companies businesses",
    )
]
_PEOPLE = _SAME_COUNTED[0]
# Who may be called people by a claim; not the other way round.
_WHO_ARE_PEOPLE = frozenset(
    map(
        stem,
        """employees staff workers users customers members patients students children adults men women voters
        subscribers participants visitors soldiers refugees passengers migrants workforce""".split(),
    )
)
# Words before a figure that must agree before two values are taken for one statement made twice.
_FRAME_WORDS = 2
_SIDE_BY_SIDE = 4  # signs between two sets of a match, two sides of a room


class Finding(NamedTuple):
    """What a passage says of one figure of the claim.

    `passage` is the figure of the passage: the equal one, or with a mismatch the nearest; None when it has none.
    """

    figure: Figure
    verdict: FigureVerdict
    doubt: FigureDoubt | None = None
    passage: Figure | None = None
    notes: tuple[FigureNote, ...] = ()


def compare(claim: str, passage: str) -> tuple[Finding, ...]:
    """What the passage says of each figure of the claim, in the claim's order; empty when the claim has none."""
    return held_against(figures_of(claim), figures_of(passage))


def held_against(claimed: tuple[Figure, ...], standing: tuple[Figure, ...]) -> tuple[Finding, ...]:
    """What a passage's figures say of each of the claim's."""
    findings = [_finding(figure, standing, claimed) for figure in claimed]
    for at, (one, two) in enumerate(pairwise(findings), 1):
        if _used_twice(one, two, standing):  # 6–4, 6–4 is not 6–4, 6–3
            nearest = [other for other in standing if related(two.figure, other)[0] is Relation.DIFFERENT]
            findings[at] = Finding(two.figure, FigureVerdict.MISMATCH, None, _nearest(two.figure, nearest))
    return tuple(findings)


def _used_twice(one: Finding, two: Finding, standing: tuple[Figure, ...]) -> bool:
    """Whether two figures of one kind side by side rest on a single one of the passage."""
    if one.passage is None or one.passage is not two.passage or one.figure.readings != two.figure.readings:
        return False
    beside = two.figure.start - one.figure.end <= _SIDE_BY_SIDE and {one.verdict, two.verdict} == {FigureVerdict.MATCH}
    return beside and sum(related(two.figure, other)[0] is Relation.EQUAL for other in standing) == 1


def overall(findings: tuple[Finding, ...]) -> Finding | None:
    """The finding that speaks for all: a mismatch before a doubt before a match; None when there are none."""
    order = (FigureVerdict.MISMATCH, FigureVerdict.UNCHECKED, FigureVerdict.MATCH)
    return min(findings, key=lambda finding: order.index(finding.verdict), default=None)


def is_comparable(finding: Finding) -> bool:
    """Whether a figure that is not there has one of its kind and unit there to be held against."""
    return finding.passage is not None and related(finding.figure, finding.passage)[0] is Relation.DIFFERENT


def _finding(figure: Figure, standing: tuple[Figure, ...], claimed: tuple[Figure, ...]) -> Finding:
    relations = [(other, *related(figure, other)) for other in standing]
    equal = [other for other, relation, _ in relations if relation is Relation.EQUAL]
    different = [other for other, relation, _ in relations if relation is Relation.DIFFERENT]
    if figure.kind is Kind.UNREAD:
        return Finding(figure, FigureVerdict.UNCHECKED, FigureDoubt.UNREAD, _nearest(figure, standing))
    if equal:
        return _standing(figure, equal, different, claimed)
    if figure.kind is Kind.VAGUE:
        return Finding(figure, FigureVerdict.UNCHECKED, FigureDoubt.VAGUE, _nearest(figure, standing))
    return _missing(figure, relations, different, standing)


def _standing(figure: Figure, equal: list[Figure], different: list[Figure], claimed: tuple[Figure, ...]) -> Finding:
    """An equal figure stands there: is it bound to the same words, and said in the same way?"""
    ranked = sorted(equal, key=lambda other: -binding(figure, other))
    doubted: Finding | None = None
    for other in ranked:
        if _belongs_elsewhere(figure, other, different):
            continue
        doubt = _doubt(figure, other, different, claimed)
        if doubt is None:
            return Finding(figure, FigureVerdict.MATCH, None, other, _notes(figure, other))
        doubted = doubted or Finding(figure, FigureVerdict.UNCHECKED, doubt, other)
    if doubted:
        return doubted
    nearest = max(different, key=lambda other: binding(figure, other), default=ranked[0])
    return Finding(figure, FigureVerdict.MISMATCH, None, nearest)


def _belongs_elsewhere(figure: Figure, other: Figure, different: list[Figure]) -> bool:
    """Whether an equal figure is bound to other words: to a rival of the claim's, or where the claim's have another."""
    mine, theirs = rival_places(_bound_words(figure)), rival_places(_bound_words(other))
    if any(not mine[group] & theirs[group] for group in mine.keys() & theirs.keys()):
        return True
    if _of_another_time(figure, other, different):
        return True
    if figure.sign * other.sign > 0 and turned_round(figure, other):
        return True  # eased to 3.4 is not down from 3.4
    telling = (frozenset(figure.near) | frozenset(figure.counted)) - _bound_words(other)
    for rival in different:
        if _counts_other(figure, other) and _counts_same(figure, rival):
            return True
        if telling and telling <= _bound_words(rival) and frozenset(other.near) - _bound_words(figure):
            return True
        if _same_subject(figure, rival, other) and not _counts_other(figure, rival):
            return True
    return False


def _doubt(figure: Figure, other: Figure, different: list[Figure], claimed: tuple[Figure, ...]) -> FigureDoubt | None:
    """Why an equal figure may not say the same: contradicted beside it, another comparator, other words round it."""
    rivals = [rival for rival in different if _same_frame(other, rival)]
    if any(all(rival.readings != one.readings for one in claimed) for rival in rivals):  # the claim may give both
        return FigureDoubt.SOURCE_CONFLICT
    if _comparator_changed(figure, other):
        return FigureDoubt.COMPARATOR
    apart = figure.sentence and other.sentence and not figure.sentence & other.sentence
    return FigureDoubt.OTHER_WORDS if apart or _counts_other(figure, other) else None


def _bound_words(figure: Figure) -> frozenset[str]:
    return figure.clause | frozenset(figure.counted)


def _counts_same(figure: Figure, other: Figure) -> bool:
    mine, theirs = frozenset(figure.counted), frozenset(other.counted)
    if not mine or not theirs:
        return False
    if mine & theirs or any(mine & group and theirs & group for group in _SAME_COUNTED):
        return True
    return bool(mine & _PEOPLE and theirs & _WHO_ARE_PEOPLE)


def _counts_other(figure: Figure, other: Figure) -> bool:
    """Whether both figures count something, and not the same."""
    return bool(figure.counted and other.counted) and not _counts_same(figure, other)


def binding(figure: Figure, other: Figure) -> float:
    """How much two figures are bound to the same words: those counted, beside, in the clause, in the sentence."""
    near = len({*figure.near} & {*other.near})
    clause = len(figure.clause & other.clause)
    return 3 * _counts_same(figure, other) + 2 * near + clause + len(figure.sentence & other.sentence) / 2


def _comparator_changed(figure: Figure, other: Figure) -> bool:
    if figure.bound == "=" and other.hedged:
        return True
    return figure.bound != other.bound and {figure.bound, other.bound} != {"", "="}


def _same_frame(one: Figure, two: Figure) -> bool:
    """Whether two values stand in the same words of two statements, as a figure and its correction do."""
    (before, _, behind), (other, _, after) = one.frame.partition("|"), two.frame.partition("|")
    mine, theirs = before.split(), other.split()
    shared = min(len(mine), len(theirs))  # the longer goes on before: Correction: attendance was 550
    same = behind == after and shared >= _FRAME_WORDS and mine[-shared:] == theirs[-shared:]
    return same and one.opening != two.opening


def _of_another_time(figure: Figure, other: Figure, different: list[Figure]) -> bool:
    """Whether an equal figure is of another time, and of the claim's time there is another one."""
    if not figure.when or not other.when or related(figure.when, other.when)[0] is not Relation.DIFFERENT:
        return False
    return any(rival.when and related(figure.when, rival.when)[0] is Relation.EQUAL for rival in different)


_HAVING = ("is", "has", "have", "had")


def _same_subject(figure: Figure, rival: Figure, other: Figure) -> bool:
    """Whether a rival has the figure's own subject, and the equal one another: the House has 349, the Senate has 67."""
    mine, theirs, others = (one.frame.partition("|")[0].split()[-_FRAME_WORDS:] for one in (figure, rival, other))
    if len(mine) < _FRAME_WORDS or mine != theirs or len(others) < _FRAME_WORDS or mine[0] == others[0]:
        return False
    said = mine[-1] in _HAVING or mine[-1] not in STOP_WORDS
    return said and mine[-1] == others[-1] and STOP_WORDS.isdisjoint((mine[0], others[0]))


def _notes(figure: Figure, other: Figure) -> tuple[FigureNote, ...]:
    notes = []
    if figure.text.casefold() != other.text.casefold():
        notes.append(FigureNote.SPELLING)
    if figure.hedged != other.hedged:
        notes.append(FigureNote.HEDGE)
    return tuple(notes)


def _nearest(figure: Figure, standing: tuple[Figure, ...] | list[Figure]) -> Figure | None:
    """The figure to show beside one that is not there: of its kind if there is one, bound to the same words."""
    return max(standing, key=lambda other: (other.kind is figure.kind, binding(figure, other)), default=None)


# Names are often said of a passage rather than by it (the clause cited), and words that seldom count anything.
_SELDOM_MISSED = (Kind.NAME,)


def _missing(
    figure: Figure,
    relations: list[tuple[Figure, Relation, FigureDoubt | None]],
    different: list[Figure],
    standing: tuple[Figure, ...],
) -> Finding:
    """No equal figure stands there: a mismatch, unless something there may yet be the same."""
    unclear = [(other, doubt) for other, relation, doubt in relations if relation is Relation.UNCLEAR]
    best = max(different, key=lambda other: binding(figure, other), default=None)
    if unclear:
        other, doubt = max(unclear, key=lambda pair: binding(figure, pair[0]))
        converted = doubt is FigureDoubt.NOT_CONVERTED  # 212 °F beside 93 °C says no more than 93 °C
        if best is None or binding(figure, other) - converted >= binding(figure, best):
            return Finding(figure, FigureVerdict.UNCHECKED, doubt, other)
    if figure.readings[0].shape == "change" and (stands := stands_changed(figure, standing)) is not None:
        said = FigureVerdict.MATCH if stands else FigureVerdict.MISMATCH
        return Finding(figure, said, None, _nearest(figure, standing))
    if (figure.readings[0].shape in ("range", "change") or figure.kind is Kind.RATIO) and _ends_stand(figure, standing):
        return Finding(figure, FigureVerdict.UNCHECKED, FigureDoubt.WORKED_OUT, best)
    if _is_month_alone(figure) and not _bound(figure, different, standing):
        return Finding(figure, FigureVerdict.UNCHECKED, FigureDoubt.SAYS_LESS, _nearest(figure, standing))
    if figure.weak and not _bound(figure, different, standing):
        return Finding(figure, FigureVerdict.UNCHECKED, FigureDoubt.SMALL_WORD, _nearest(figure, standing))
    if figure.kind in _SELDOM_MISSED and best is None and not str(figure.readings[0].unit).startswith(("isbn", "tele")):
        return Finding(figure, FigureVerdict.UNCHECKED, FigureDoubt.NAME_MISSING, _nearest(figure, standing))
    return Finding(figure, FigureVerdict.MISMATCH, None, best or _nearest(figure, standing))


def _is_month_alone(figure: Figure) -> bool:
    """Whether a date is a month and no more: passages name months of other things, and leave that of this one out."""
    reading = figure.readings[0]
    return reading.kind is Kind.DATE and reading.values[0] is None and reading.values[2] is None


def _bound(figure: Figure, different: list[Figure], standing: tuple[Figure, ...]) -> bool:
    """Whether the passage counts the same: with another value, or without one (seven people, several people)."""
    if any(other.kind is Kind.VAGUE and _counts_same(figure, other) for other in standing):
        return True
    return any(
        _counts_same(figure, other)
        or (not (figure.kind is Kind.COUNT and (figure.counted or other.counted)) and _beside_same(figure, other))
        for other in different
    )


def _beside_same(figure: Figure, other: Figure) -> bool:
    return bool({*figure.near} & {*other.near}) or not (figure.near or other.near)


def _ends_stand(figure: Figure, standing: tuple[Figure, ...]) -> bool:
    """Whether both ends of a range, or both sides of a score, stand there apart."""
    values = figure.readings[0].values
    half = len(values) // 2
    have = {reading.values for other in standing for reading in other.readings}
    have |= {(Fraction(str(value)),) for (value, *more) in have if not more and str(value).isdigit()}
    return half > 0 and values[:half] in have and values[half:] in have
