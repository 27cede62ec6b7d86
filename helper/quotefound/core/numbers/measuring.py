"""Measured values compared: quantities, money and counts in their units, and what they are taken per.

One base unit is compared exactly; between two, and between two currencies, nothing is converted.
"""

from fractions import Fraction

from quotefound.core.numbers.relations import DIFFERENT, EQUAL, UNRELATED, Related, unclear
from quotefound.core.numbers.units import CURRENCIES, DIMENSIONS, SHARED_CURRENCIES
from quotefound.core.numbers.values import Figure, Reading
from quotefound.core.numbers.wording import stem
from quotefound.core.terms import FigureDoubt


def shaped(one: Reading, two: Reading) -> Related:
    """Values of one kind and unit; a middle value that stands with its ± is that value."""
    if one.unit != two.unit:
        missing = not one.unit or not two.unit
        return unclear(FigureDoubt.UNIT_MISSING) if missing and one.values == two.values else DIFFERENT
    if one.shape == two.shape:
        return EQUAL if one.values == two.values else DIFFERENT
    if two.shape == "spread" and not one.shape:
        return EQUAL if one.values[0] == two.values[0] else DIFFERENT
    if one.shape == "spread" and not two.shape and one.values[0] == two.values[0]:
        return unclear(FigureDoubt.SAYS_LESS)
    return DIFFERENT


def changed(claim: Figure, one: Reading, two: Reading) -> Related:
    """A change from one value to another: its values in their order, or the one that a single figure may be."""
    if one.shape and two.shape:
        return EQUAL if one.values == two.values else DIFFERENT
    if one.shape:
        return DIFFERENT
    start, end = two.values
    is_start = leads(claim) in _FROM
    if one.values[0] == end:
        return DIFFERENT if is_start else EQUAL
    if one.values[0] == start:
        if leads(claim) in _TO:
            return DIFFERENT
        return EQUAL if is_start else unclear(FigureDoubt.WORKED_OUT)
    return DIFFERENT


def stands_changed(claim: Figure, standing: tuple[Figure, ...]) -> bool | None:
    """Whether the ends of a claim's change stand apart as from and to; False when turned round, None when unsaid."""
    reading = claim.readings[0]
    single = {
        (other.readings[0].values[0], leads(other) in _FROM)
        for other in standing
        if claim.sign * other.sign >= 0
        and (other.kind, other.readings[0].unit, other.readings[0].shape) == (reading.kind, reading.unit, "")
    }
    start, end = reading.values
    if (start, True) in single and (end, False) in single:
        return True
    return False if (end, True) in single and (start, False) in single else None


_FROM = ("from", "von", "de", "desde")
_TO = ("to", "auf", "zu", "à", "a", "hasta")


def turned_round(claim: Figure, other: Figure) -> bool:
    """Whether one of two figures is where a change began, and the other where it ended."""
    ends = leads(claim), "" if other.readings[0].shape else leads(other)
    return (ends[0] in _FROM and ends[1] in _TO) or (ends[0] in _TO and ends[1] in _FROM)


def leads(figure: Figure) -> str:
    """The word right before a figure."""
    return (figure.frame.partition("|")[0].split() or [""])[-1]


def ends_at(claim: Figure, passage: Figure) -> bool:
    """Whether a claim's bound is the end of the passage's range: up to 20 days, 10–20 days."""
    one, two = claim.readings[0], passage.readings[0]
    if two.shape != "range" or one.shape or len(two.values) != 2 or one.unit != two.unit:
        return False
    return (claim.bound == "<=" and one.values[0] == two.values[1]) or (
        claim.bound == ">=" and one.values[0] == two.values[0]
    )


def measured(claim: Figure, passage: Figure, one: Reading, two: Reading) -> Related:
    """Quantities and money: comparable in one base; in two bases of a dimension only equal digits say something."""
    mine, _, my_rate = one.unit.partition("/")
    theirs, _, their_rate = two.unit.partition("/")
    same_digits = claim.number is not None and claim.number == passage.number
    if mine != theirs:
        shared = SHARED_CURRENCIES.get(mine, ()), SHARED_CURRENCIES.get(theirs, ())
        if theirs in shared[0] or mine in shared[1]:
            return unclear(FigureDoubt.TWO_READINGS) if one.values == two.values else DIFFERENT
        if {mine, theirs} in _HUNDREDTHS:
            return EQUAL if _in_whole(one) == _in_whole(two) else DIFFERENT
        if _dimension(mine) != _dimension(theirs):
            dissolved = bool(my_rate or their_rate) and {_dimension(mine), _dimension(theirs)} < _DISSOLVED
            return unclear(FigureDoubt.NOT_CONVERTED) if dissolved else UNRELATED  # mmol/L, mg/dL, ppm
        return DIFFERENT if same_digits else unclear(FigureDoubt.NOT_CONVERTED)
    if my_rate != their_rate:
        return _rated(claim, passage, one, two)
    return shaped(one, two)


def counted(claim: Figure, passage: Figure, one: Reading, two: Reading) -> Related:
    """Counts, which may be taken per something as well."""
    return _rated(claim, passage, one, two) if one.unit != two.unit else shaped(one, two)


def _rated(claim: Figure, passage: Figure, one: Reading, two: Reading) -> Related:
    """Values taken per two different things, or one of them per nothing; what it is may stand elsewhere."""
    mine, theirs = one.unit.partition("/")[2], two.unit.partition("/")[2]
    if mine and theirs:
        same_digits = claim.number is not None and claim.number == passage.number
        timed = "second*" in mine and "second*" in theirs  # metres a second, kilometres an hour
        yearly = "month*" in mine and "month*" in theirs and _a_month(one) == _a_month(two)  # 5 a month, 60 a year
        return unclear(FigureDoubt.NOT_CONVERTED) if yearly or (timed and not same_digits) else DIFFERENT
    if one.values != two.values:
        return DIFFERENT
    per, words = mine or theirs, passage.sentence if mine else claim.sentence
    if frozenset(map(stem, _TAKEN_PER.get(per, per.partition("*")[0]).split())) & words:
        return EQUAL  # a monthly fee of $10, $10 a month
    return DIFFERENT if _PERIODS & words else unclear(FigureDoubt.UNIT_MISSING)


def _a_month(reading: Reading) -> Fraction:
    """The value that a reading taken per months or years has a month."""
    return Fraction(str(reading.values[0])) / Fraction(reading.unit.rpartition("*")[2])


# The words that may say elsewhere what a figure is taken per.
_TAKEN_PER = {
    "second*3600": "hour hourly",
    "second*86400": "day daily night nightly",
    "second*604800": "week weekly",
    "month*1": "month monthly",
    "month*12": "year yearly annual annually",
    "quarter": "quarter quarterly",
}
_PERIODS = frozenset(map(stem, "hourly daily nightly weekly monthly quarterly yearly annual annually".split()))


_DISSOLVED = {"amount", "mass", "concentration"}
# A cent is a hundredth of whatever dollar a bare sign means; of a euro as well, so no more can be said there.
_HUNDREDTHS = ({"$", "cent"}, {"GBP", "penny"})


def _in_whole(reading: Reading) -> Fraction:
    return Fraction(str(reading.values[0])) / (100 if reading.unit.partition("/")[0] in ("cent", "penny") else 1)


_CODES = frozenset(CURRENCIES.values())


def _dimension(base: str) -> str:
    return "money" if base in _CODES else DIMENSIONS.get(base, base)
