"""How two figures stand to each other by value alone: equal, different, not to be told, or unrelated.

Every kind has its own equality; nothing is rounded, and nothing is converted but by exact factors of one base unit.
"""

from fractions import Fraction

import regex

from quotefound.core.numbers.measuring import changed, counted, ends_at, measured, shaped
from quotefound.core.numbers.relations import DIFFERENT, EQUAL, UNRELATED, Related, Relation, unclear
from quotefound.core.numbers.values import Figure, Kind, Reading
from quotefound.core.numbers.wording import stem
from quotefound.core.terms import FigureDoubt


def related(claim: Figure, passage: Figure) -> Related:
    """How a figure of the claim stands to a figure of the passage, all their readings considered."""
    same = len(claim.readings) == 1 or claim.kind is Kind.CLOCK or _same_writing(claim, passage)
    if claim.readings == passage.readings and same:
        pairs = [_read(claim, passage, one, two) for one, two in zip(claim.readings, passage.readings, strict=True)]
        return _turned(claim, passage, pairs[0])
    if ends_at(claim, passage):
        return unclear(FigureDoubt.WORKED_OUT)
    found = [_read(claim, passage, one, two) for one in claim.readings for two in passage.readings]
    if len(found) == 1:
        return _turned(claim, passage, found[0])
    if any(relation is Relation.EQUAL for relation, _ in found):
        return unclear(FigureDoubt.TWO_READINGS)
    for wanted in (Relation.UNCLEAR, Relation.DIFFERENT):
        if first := next((one for one in found if one[0] is wanted), None):
            return first
    return UNRELATED


def _same_writing(claim: Figure, passage: Figure) -> bool:
    """Whether two figures stand in the same digits, so that what they may mean does not matter."""
    same = claim.text.casefold() == passage.text.casefold()
    return same or bool(claim.written and claim.written.casefold() == passage.written.casefold())


_LOST = frozenset(("los", "loss", "deficit", "shortfall", "verlust", "pert"))
_TURNING_KINDS = (Kind.SHARE, Kind.POINTS, Kind.MONEY, Kind.MULTIPLE, Kind.COUNT, Kind.QUANTITY)


def _turned(claim: Figure, passage: Figure, found: Related) -> Related:
    """The relation with direction words considered: a rise of 3% is not a fall of 3%, and not -3%."""
    if claim.kind not in _TURNING_KINDS or passage.kind is not claim.kind:
        return found
    if found[0] is Relation.EQUAL and claim.sign * passage.sign == -1:
        return DIFFERENT
    mine, theirs = claim.readings[0].values[0], passage.readings[0].values[0]
    if found[0] is Relation.DIFFERENT and isinstance(mine, Fraction) and isinstance(theirs, Fraction):
        sign = claim.sign if theirs < 0 else passage.sign
        lost = _LOST & (claim.clause if theirs < 0 else passage.clause)
        if mine == -theirs and (sign == -1 or lost):
            return unclear(FigureDoubt.WORKED_OUT)
    return found


def _read(claim: Figure, passage: Figure, one: Reading, two: Reading) -> Related:
    if one.kind is not two.kind:
        return _across(claim, passage, one, two)
    if "change" in (one.shape, two.shape) and one.unit == two.unit:
        return changed(claim, one, two)
    if one.kind is Kind.DATE:
        return _dates(one, two, _end_meant(claim))
    if one.kind in (Kind.QUANTITY, Kind.MONEY):
        return measured(claim, passage, one, two)
    if one.kind is Kind.COUNT:
        return counted(claim, passage, one, two)
    if one.kind is Kind.NAME:
        return _names(claim, passage, one, two)
    if one.kind is Kind.PERIOD:
        return _periods(one, two)
    if one.kind is Kind.VERSION:
        return _parts(one.values, two.values)
    if one.kind is Kind.VAGUE:
        return EQUAL if one == two else unclear(FigureDoubt.VAGUE)
    if one.kind is Kind.UNREAD:
        return unclear(FigureDoubt.UNREAD)
    if one.kind is Kind.RATIO and one.values != two.values and _proportion(one) == _proportion(two):
        return unclear(FigureDoubt.WORKED_OUT)
    if one.kind is Kind.CLOCK and one.unit != two.unit and (one.values == two.values or (one.unit and two.unit)):
        return EQUAL if not one.unit else unclear(FigureDoubt.NOT_CONVERTED)
    if one.kind is Kind.DECADE and one.values == two.values and one.unit != two.unit:
        return EQUAL if not one.unit else unclear(FigureDoubt.SAYS_LESS) if not two.unit else DIFFERENT
    return shaped(one, two)


_BEGINS = frozenset("born birth found establish open start launch began begun creat introduc premier".split())
_ENDS = frozenset("died death dead clos end until ceas abolish dissolv demolish finish".split())


def _end_meant(claim: Figure) -> int | None:
    """Which end of a span of time the claim's date is by its words: 0 for born, 1 for died; None for neither."""
    begins, ends = bool(_BEGINS & claim.clause), bool(_ENDS & claim.clause)
    return None if begins == ends else int(ends)


def _dates(one: Reading, two: Reading, end: int | None = None) -> Related:
    """A claim may say less than the passage (the year alone), not more; `end` is which end of a span it may be."""
    if one.shape != two.shape or len(one.values) != len(two.values):
        if not one.shape and two.shape and len(two.values) == 6:
            ends = [_dates(one, Reading(Kind.DATE, two.values[at : at + 3])) for at in (0, 3)]
            if end is not None and EQUAL in ends:
                return EQUAL if ends[end] == EQUAL else DIFFERENT
            return unclear(FigureDoubt.WORKED_OUT) if EQUAL in ends else DIFFERENT
        return DIFFERENT
    says_less = False
    for mine, theirs in zip(one.values, two.values, strict=True):
        if mine is None:
            continue
        if theirs is None:
            says_less = True
        elif mine != theirs:
            return DIFFERENT
    if one.unit and one.unit != two.unit:  # early 2024
        if two.unit:
            return DIFFERENT
        return unclear(FigureDoubt.SAYS_LESS if one.values == two.values else FigureDoubt.WORKED_OUT)
    return unclear(FigureDoubt.SAYS_LESS) if says_less else EQUAL


def _periods(one: Reading, two: Reading) -> Related:
    mine, theirs = one.unit.removeprefix("fiscal "), two.unit.removeprefix("fiscal ")
    if mine != theirs:
        return unclear(FigureDoubt.WORKED_OUT) if one.values[1] in (two.values[1], None) else DIFFERENT
    found = _dates(one._replace(unit="", shape=""), two._replace(unit="", shape=""))
    if found == EQUAL and one.unit != two.unit:
        return unclear(FigureDoubt.WORKED_OUT)
    return found


def _names(claim: Figure, passage: Figure, one: Reading, two: Reading) -> Related:
    coded = [reading.unit.startswith("code ") for reading in (one, two)]
    if any(coded) and not all(coded) and "-" in claim.text and "-" in passage.text:  # Carbon-14, carbon-14
        one, two = _as_code(one), _as_code(two)
    if one.unit != two.unit:
        return unclear(FigureDoubt.NOT_CONVERTED) if {one.unit, two.unit} == {"isbn10", "isbn13"} else UNRELATED
    if one.unit == "telephone" and one.values != two.values and _same_ending(str(one.values[0]), str(two.values[0])):
        return unclear(FigureDoubt.NOT_CONVERTED)  # +44 20, 020
    if one.values == two.values:
        if claim.tail[:1].isdigit() and passage.tail[:1].isdigit() and claim.tail != passage.tail:
            return DIFFERENT  # 737-800, 737-900
        return EQUAL if claim.tail.casefold() == passage.tail.casefold() else unclear(FigureDoubt.NAME_GOES_ON)
    if one.unit.startswith("code "):
        return DIFFERENT
    return _parts(tuple(_PIECES.findall(str(one.values[0]))), tuple(_PIECES.findall(str(two.values[0]))))


_PIECES = regex.compile(r"\d+|\p{L}+")


def _same_ending(one: str, two: str) -> bool:
    return one.endswith(two.lstrip("0")) or two.endswith(one.lstrip("0"))


def _as_code(reading: Reading) -> Reading:
    if reading.unit.startswith("code "):
        return reading
    return Reading(Kind.NAME, (f"{reading.unit}{reading.values[0]}",), f"code {reading.unit}")


def _parts(one: tuple[object, ...], two: tuple[object, ...]) -> Related:
    """Numbers compared part by part: 2.1 is not 2.10, and may or may not be 2.1.3."""
    shorter = min(len(one), len(two))
    if one == two:
        return EQUAL
    return unclear(FigureDoubt.NAME_GOES_ON) if one[:shorter] == two[:shorter] else DIFFERENT


def _proportion(reading: Reading) -> Fraction | None:
    a, b = reading.values
    return a / b if isinstance(a, Fraction) and isinstance(b, Fraction) and b else None


def _across(claim: Figure, passage: Figure, one: Reading, two: Reading) -> Related:
    """Figures of two kinds: never equal; some may say the same by a conversion that is not made here."""
    if Kind.UNREAD in (one.kind, two.kind):
        return unclear(FigureDoubt.UNREAD)
    if one.kind is Kind.VAGUE:
        return unclear(FigureDoubt.VAGUE)
    if {one.kind, two.kind} <= _IN_TIME:
        return _in_time(one, two)
    value = {one.kind: one.values[0], two.kind: two.values[0]}
    kinds = frozenset(value)
    same_digits = claim.number is not None and claim.number == passage.number
    if kinds == {Kind.SHARE, Kind.POINTS}:
        in_basis_points = "basis" in passage.text + claim.text or "bp" in passage.text + claim.text
        same = value[Kind.SHARE] == Fraction(str(value[Kind.POINTS])) / 100
        return unclear(FigureDoubt.WORKED_OUT) if in_basis_points and same else DIFFERENT
    if kinds == {Kind.SHARE, Kind.MULTIPLE}:
        share, times = value[Kind.SHARE], value[Kind.MULTIPLE]
        assert isinstance(share, Fraction)
        assert isinstance(times, Fraction)
        return unclear(FigureDoubt.WORKED_OUT) if share in (abs(times - 1), times) else UNRELATED
    if kinds == {Kind.ORDINAL, Kind.MULTIPLE} and len(set(value.values())) == 1:
        return unclear(FigureDoubt.WORKED_OUT)  # the fifth win, five times
    if kinds == {Kind.NAME, Kind.VERSION}:  # Kubernetes 1.24, Kubernetes v1.24
        named, version = (one, two) if one.kind is Kind.NAME else (two, one)
        if stem(named.unit) not in (passage if named is one else claim).near:
            return UNRELATED
        name = tuple(str(named.values[0]).split("."))
        return _parts(name, version.values) if named is one else _parts(version.values, name)
    if Kind.COUNT in kinds and len(kinds) == 2:
        counting, other = (claim, two) if one.kind is Kind.COUNT else (passage, one)
        if other.kind is Kind.SHARE and value[Kind.COUNT] == other.values[0]:
            return unclear(FigureDoubt.TWO_READINGS)
        if other.kind is Kind.SHARE and (many := counting.readings[0].unit[1:]).isdigit():  # 12 per 1,000 and 1.2 %
            count = Fraction(str(value[Kind.COUNT]))
            return unclear(FigureDoubt.WORKED_OUT) if count / int(many) == other.values[0] else DIFFERENT
        if other.kind is Kind.DATE:
            same_year = value[Kind.COUNT] == other.values[0]
            return unclear(FigureDoubt.TWO_READINGS) if same_year and other.values[1] is None else UNRELATED
        if other.kind in (Kind.SHARE, Kind.QUANTITY, Kind.MONEY, Kind.POINTS, Kind.MULTIPLE):
            if other.unit == "month" and _AGES & counting.sentence and same_digits:  # 65 and older
                return EQUAL if other.values[0] == 12 * (claim.number or 0) else UNRELATED
            if other.kind is Kind.MONEY and value[Kind.COUNT] == other.values[0]:
                return unclear(FigureDoubt.UNIT_MISSING)
            telling = claim.number is not None and (claim.number >= 100 or claim.number.denominator > 1)
            return unclear(FigureDoubt.UNIT_MISSING) if same_digits and (telling or not counting.counted) else UNRELATED
        if other.kind is Kind.CLOCK and not counting.counted:  # at 3, at 3 pm
            hours = Fraction(str(value[Kind.COUNT])) - Fraction(str(other.values[0])) / 60
            return unclear(FigureDoubt.TWO_READINGS) if hours in (0, -12) else UNRELATED
        if other.kind is Kind.ORDINAL:
            return unclear(FigureDoubt.WORKED_OUT) if value[Kind.COUNT] == other.values[0] else UNRELATED
        if other.kind is Kind.NAME and counting.frame.partition("|")[0].endswith(other.unit):  # Windows 11 requires
            return EQUAL if str(value[Kind.COUNT]) == other.values[0] else DIFFERENT
        if other.unit == "number" and not counting.counted:  # atomic number 79: the number is 79
            return EQUAL if str(value[Kind.COUNT]) == other.values[0] else DIFFERENT
        if other.kind in (Kind.NAME, Kind.VERSION) and not counting.counted:
            return unclear(FigureDoubt.TWO_READINGS) if str(value[Kind.COUNT]) == other.values[-1] else UNRELATED
    return UNRELATED


_AGES = frozenset("old older young younger age aged".split())
_IN_TIME = {Kind.DATE, Kind.DECADE, Kind.CENTURY, Kind.PERIOD}


def _in_time(one: Reading, two: Reading) -> Related:
    """A year, a decade, a century, a quarter: which holds which is not worked out, only whether it could."""
    kinds = {one.kind, two.kind}
    if one.kind is Kind.DATE and two.kind is Kind.DECADE:
        return DIFFERENT  # a year is not a decade
    if Kind.PERIOD in kinds:
        mine, theirs = (
            reading.values[1] if reading.kind is Kind.PERIOD else reading.values[0] for reading in (one, two)
        )
        return unclear(FigureDoubt.WORKED_OUT) if mine == theirs or None in (mine, theirs) else DIFFERENT
    first, second = _years_of(one), _years_of(two)
    if first is None or second is None:
        return UNRELATED
    meet = first[0] < second[1] and second[0] < first[1]
    return unclear(FigureDoubt.WORKED_OUT) if meet else DIFFERENT


def _years_of(reading: Reading) -> tuple[int, int] | None:
    first = reading.values[0]
    if not isinstance(first, int):
        return None
    if reading.kind is Kind.DECADE:
        return first, first + 10
    if reading.kind is Kind.CENTURY:
        return 100 * (first - 1), 100 * first + 1
    last = reading.values[3] if len(reading.values) == 6 else first
    return first, (last if isinstance(last, int) else first) + 1
