"""Figures that belong together, made one: ranges and their shared units, spreads, hours with minutes, ninety (90)."""

from dataclasses import replace
from fractions import Fraction

import regex

from quotefound.core.numbers.amounts import united
from quotefound.core.numbers.dates import date
from quotefound.core.numbers.values import Figure, Kind, Reading
from quotefound.core.numbers.wording import FALLING, RISING

# No longer stretch than this stands between two parts of one figure.
_CLOSE = 24
_TO = regex.compile(r"\s?[–-]\s?|\s(?:to|through|till|bis|auf|à|a|al|hasta)\s|\s?(?:[~〜]|から)\s?")
_AND = regex.compile(r"\s(?:and|und|et|y)\s")
_OR = regex.compile(r"\s(?:or|oder|ou|o)\s")
_FIRST_OF_TWO = regex.compile(r"(?:between|zwischen|entre)\s(?:about\s|the\s)?$", regex.IGNORECASE)
# Rose from 4 to 5: two values, of which the second is what it is now.
_CHANGES = regex.compile(
    rf"\b(?:{'|'.join(sorted(RISING | FALLING))}|changed?|went|moved|revised)\b[^.;]*\b(?:from|von|de|desde)\s$",
    regex.IGNORECASE,
)
_PER_MANY = regex.compile(r"\s(?:per|pro|por|pour)\s$", regex.IGNORECASE)
_REACH = 60
_SMALLEST_SCALE = 1000
_OF_A_RATIO = regex.compile(r"\b(?:ratio|odds|proportion|score)\b[^.;]*$", regex.IGNORECASE)
_SPREAD = regex.compile(r"\s?(?:\(\s?)?(?:±|\+/-|plus or minus)\s?")
_GLUE = regex.compile(r",?\s(?:and\s)?")
_BRACKET = regex.compile(r"\s?\(\s?")
_IN_BRACKETS = regex.compile(r"\(.+\)")
_OF_AN_INTERVAL = regex.compile(r"\b(?:CI|(?:confidence|credible) interval)\b[^.;\p{L}]{0,3}$")


def joined(plain: str, found: list[Figure]) -> list[Figure]:
    """The figures in reading order, with those that belong together made one."""
    done: list[Figure] = []
    for figure in found:
        last = done[-1] if done else None
        one = _one_of(plain, last, figure) if last and figure.start - last.end < _CLOSE else None
        if one:
            done[-1] = one
        else:
            done.append(figure)
    return done


def _one_of(plain: str, last: Figure, figure: Figure) -> Figure | None:
    if last.readings[0].shape or figure.readings[0].shape:
        return None
    if len(last.readings) > 1 or len(figure.readings) > 1:
        return None  # each keeps its doubt
    between = plain[last.end : figure.start]
    if _PER_MANY.search(between) and last.readings[0].unit == f"/{figure.readings[0].values[0]}":
        return last  # 3 deaths per 1,000 births: read with the first
    if between == ", " and _OF_AN_INTERVAL.search(plain, max(0, last.start - _CLOSE), last.start):
        return _range(plain, last, figure, linked=False)
    if _SPREAD.fullmatch(between):
        return _spread(plain, last, figure, between)
    if _TO.fullmatch(between):
        return _range(plain, last, figure, linked=True)
    if _AND.fullmatch(between) and _FIRST_OF_TWO.search(plain, max(0, last.start - _CLOSE), last.start):
        return _range(plain, last, figure, linked=False)
    if (
        between == " "
        and figure.kind is Kind.MONEY
        and _IN_BRACKETS.fullmatch(figure.text)
        and not any(map(str.isdigit, last.text))
    ):
        inner = tuple(r._replace(values=tuple(abs(Fraction(str(v))) for v in r.values)) for r in figure.readings)
        return _either(plain, last, replace(figure, readings=inner))  # two thousand dollars ($2,000)
    if _OR.fullmatch(between):
        return _either(plain, last, figure)
    if _GLUE.fullmatch(between):
        return _composite(plain, last, figure)
    return _doubled(plain, last, figure) if _BRACKET.fullmatch(between) else None


def _made(plain: str, last: Figure, end: int, *readings: Reading) -> Figure:
    text = plain[last.start : end]
    return replace(last, end=end, text=text, written=text, number=None, weak=False, readings=readings)


def _spread(plain: str, last: Figure, figure: Figure, between: str) -> Figure:
    end = figure.end + (plain[figure.end : figure.end + 1] == ")" and "(" in between)
    value, reach = last.readings[0], figure.readings[0]
    if value.kind is Kind.COUNT and reach.kind is not Kind.COUNT:
        value = Reading(reach.kind, (_in_unit_of(value, reach, figure),), reach.unit)
    return _made(plain, last, end, Reading(value.kind, (*value.values, *reach.values), value.unit, "spread"))


def _in_unit_of(value: Reading, reach: Reading, figure: Figure) -> Fraction:
    """A value that shares the unit of its reach: 12 ± 2 kg."""
    unit = Fraction(str(reach.values[0])) / figure.number if figure.number else Fraction(1)
    return Fraction(str(value.values[0])) * unit


def _range(plain: str, last: Figure, figure: Figure, *, linked: bool) -> Figure | None:
    """Two ends with a dash or "to" between, or "between … and …"; a falling pair is a ratio or a score."""
    low, high = last.readings[0], figure.readings[0]
    if low.kind is Kind.DATE and high.kind in (Kind.DATE, Kind.COUNT):
        return _years(plain, last, figure)
    change = linked and _CHANGES.search(plain, max(0, last.start - _REACH), last.start) is not None
    if (low.kind is Kind.COUNT and low.kind is not high.kind) or (low.kind, low.unit) == (high.kind, high.unit):
        low = _lifted(low, high, last, figure, change)
    elif low.kind is Kind.MONEY and high.kind is Kind.COUNT:  # $5–6 million
        high = high._replace(kind=Kind.MONEY, unit=low.unit)
        low = _lifted(low, high, last, figure)
    a, b = low.values[0], high.values[0]
    if (low.kind, low.unit) != (high.kind, high.unit) or not isinstance(a, Fraction) or not isinstance(b, Fraction):
        return None
    if change:
        return _made(plain, last, figure.end, Reading(low.kind, (a, b), low.unit, "change"))
    if low.kind is Kind.COUNT and linked and _OF_A_RATIO.search(plain, max(0, last.start - _CLOSE), last.start):
        return _made(plain, last, figure.end, Reading(Kind.RATIO, (a, b)))
    if a <= b:
        return _made(plain, last, figure.end, Reading(low.kind, (a, b), low.unit, "range"))
    if low.kind is Kind.COUNT and linked:
        return _made(plain, last, figure.end, Reading(Kind.RATIO, (a, b)))
    return None


def _either(plain: str, last: Figure, figure: Figure) -> Figure | None:
    """Two or three, $5 or $6: both values, and nobody may choose."""
    one, two = last.readings[0], figure.readings[0]
    one = _lifted(one, two, last, figure) if one.kind is Kind.COUNT and two.kind is not Kind.COUNT else one
    if (one.kind, one.unit) != (two.kind, two.unit) or one.kind in (Kind.NAME, Kind.VERSION, Kind.VAGUE, Kind.UNREAD):
        return None
    return _made(plain, last, figure.end, *dict.fromkeys((one, two)))


def _lifted(low: Reading, high: Reading, last: Figure, figure: Figure, change: bool = False) -> Reading:
    """The first end with the unit and scale that stand only at the second: 10–20 days, $5–6 million.

    The larger one keeps to itself, but where something fell to a value in a unit: from 5.9 to 5.5 percent.
    """
    bare, low_value, high_value = figure.number, low.values[0], high.values[0]
    if not bare or not isinstance(low_value, Fraction) or not isinstance(high_value, Fraction):
        return low
    if low_value > bare and not (change and high_value < bare * _SMALLEST_SCALE):
        return low
    if last.number != low_value or low.kind not in (Kind.COUNT, Kind.MONEY):
        return low  # it has a scale or unit of its own
    return Reading(high.kind, (low_value * high_value / bare,), high.unit)


def _years(plain: str, last: Figure, figure: Figure) -> Figure | None:
    """2012–13, 2012 to 2013, March 2020 to May 2021."""
    low, high = last.readings[0], figure.readings[0]
    year = low.values[0]
    if high.kind is Kind.COUNT:
        tail = high.values[0]
        if not isinstance(year, int) or not isinstance(tail, Fraction) or low.values[1] or len(figure.text) != 2:
            return None
        if not tail > year % 100:
            return None
        high = date(year - year % 100 + int(tail))
    if year is None and isinstance(high.values[0], int):
        low = Reading(Kind.DATE, (high.values[0], *low.values[1:]))
    return _made(plain, last, figure.end, Reading(Kind.DATE, (*low.values, *high.values), "", "range"))


def _composite(plain: str, last: Figure, figure: Figure) -> Figure | None:
    """An hour and thirty minutes, 5 feet 3 inches: one quantity in a larger and a smaller unit."""
    one, two = last.readings[0], figure.readings[0]
    a, b = one.values[0], two.values[0]
    if not (one.kind is two.kind is Kind.QUANTITY and one.unit == two.unit):
        return None
    if not isinstance(a, Fraction) or not isinstance(b, Fraction) or not last.number or not figure.number:
        return None
    if a / last.number <= b / figure.number or not 0 < b < a:  # the second unit must be the smaller
        return None
    return _made(plain, last, figure.end, Reading(Kind.QUANTITY, (a + b,), one.unit))


def _doubled(plain: str, last: Figure, figure: Figure) -> Figure | None:
    """Ninety (90) days: one figure written twice; ninety (60) has two values, and nobody may choose."""
    one, two = last.readings[0], figure.readings[0]
    if plain[figure.end : figure.end + 1] != ")" or last.text[:1].isdigit():
        return None
    if one.kind is not Kind.COUNT or two.kind is not Kind.COUNT or (last.weak and one != two):
        return None
    both = tuple(value for value in dict.fromkeys((*one.values, *two.values)) if isinstance(value, Fraction))
    found = united(plain, last.start, both, figure.end + 1)
    return replace(last, end=found.end, text=plain[last.start : found.end], readings=found.readings, weak=False)
