"""A number with what follows it → readings: counts, quantities, money, shares, points, ratios, multiples, ordinals.

What cannot be told apart (a bare "m", a bare "$") gives several readings. Numbers in words come through `spoken`.
"""

from fractions import Fraction
from typing import NamedTuple

import regex

from quotefound.core.numbers.han_numerals import han
from quotefound.core.numbers.measures import (
    AND_A_PART,
    BASIS_POINTS,
    COUNTED_BEHIND,
    LENGTH_BEHIND,
    MONEY_BEFORE,
    PERCENT,
    TIMES,
    Scale,
    currency_at,
    part_in,
    rate_at,
    scale_at,
    unit_at,
)
from quotefound.core.numbers.number_words import language_of_numbers
from quotefound.core.numbers.numerals import FRACTION_SIGNS, exact, number_at, values
from quotefound.core.numbers.units import CURRENCIES
from quotefound.core.numbers.values import Kind, Reading

_SLASH = regex.compile(r"\s?[/⁄]\s?(?P<below>\d{1,30})(?![\d/]|\.\d)")
_COLON = regex.compile(r"\s?:\s?(?P<below>\d{1,3}(?:,\d{3})+|\d{1,30}(?:\.\d{1,30})?)(?![\d:])")
_OUT_OF = regex.compile(
    r"\s(?:in(?: every)?|out of(?: every)?|von|de cada|sur)\s(?P<below>\d{1,3}(?:,\d{3})+|\d+)(?!\d|[-–/.]\d"
    r"|\s?(?:%|percent|days|hours|minutes|weeks|months|years|million))",
    regex.IGNORECASE,
)
_ORDINAL = regex.compile(
    r"(?P<digits>\d{1,4}(?:,\d{3})*)(?:st|nd|rd|th|\.?[ªº]|\.?er|ère|ème|e)(?![\p{L}\d])", regex.IGNORECASE
)
_FEET_INCHES = regex.compile(r"(?P<feet>\d{1,3})'\s?(?P<inches>\d{1,2})(?:\"|''|”|″)")
_HOURS = regex.compile(r"(?P<hours>\d{1,3})\s?h(?:rs?)?\s?(?P<minutes>[0-5]?\d)\s?m(?:ins?)?(?!\p{L})")
_TENTHS = regex.compile(r"割(?![\d引合])")  # Japanese counts shares in tenths
_KILO = regex.compile(r"キロ(?![\p{Katakana}ー])")  # of weight or of way
_PARTS_OF = regex.compile(  # one of three, one of three people
    r"分の(?P<above>\d{1,6}|[一二三四五六七八九十]+)|人に(?P<above>\d{1,3}|[一二三四五六七八九])人"
)
_ENGLISH_SCALES = frozenset(("thousand", "million", "billion", "trillion", "bn"))
_TRAILING_CODE = regex.compile(r"\s?(US|USD|AUD|CAD|NZD|HKD|SGD)(?!\p{L})")


class Amount(NamedTuple):
    """A number read: its readings, where the writing ends, whether it is a word that may count nothing, its digits,
    and its first value before scale and unit."""

    readings: tuple[Reading, ...]
    end: int
    weak: bool = False
    written: str = ""
    bare: Fraction | None = None


def in_digits(text: str, at: int, language: str = "") -> Amount | None:
    """The amount whose digits, sign or currency begin at an offset, or None."""
    if ordinal := _ORDINAL.match(text, at):
        number = Fraction(int(ordinal["digits"].replace(",", "")))
        return Amount((Reading(Kind.ORDINAL, (number,)),), ordinal.end(), written=ordinal[0])
    if tall := _FEET_INCHES.match(text, at):
        feet = Fraction(int(tall["feet"])) + Fraction(int(tall["inches"]), 12)
        return Amount((Reading(Kind.QUANTITY, (feet,), "foot"),), tall.end(), written=tall[0], bare=feet)
    if lasting := _HOURS.match(text, at):
        seconds = Fraction(3600 * int(lasting["hours"]) + 60 * int(lasting["minutes"]))
        return Amount((Reading(Kind.QUANTITY, (seconds,), "second"),), lasting.end(), written=lasting[0], bare=seconds)
    if money := MONEY_BEFORE.match(text, at):
        return _money(text, money, language)
    if text[at] == "(":
        return _accounted(text, at, language)
    number_found = number_at(text, at, language)
    return united(text, at, *number_found) if number_found else None


def _scaled(text: str, found: tuple[Fraction, ...], end: int, scale: Scale) -> tuple[Fraction, ...]:
    """The values times a scale; before an English scale word the point groups nothing: 12.345 million."""
    word = text[end : scale[1]].strip(" -").lower()
    if word in _ENGLISH_SCALES and language_of_numbers(text) == "en":
        found = found[:1]
    return tuple(value * scale[0] for value in found)


def _accounted(text: str, at: int, language: str) -> Amount | None:
    """An accountant's negative, (4.5) million; without a scale the brackets may mean nothing: two readings."""
    number = number_at(text, at + 1, language) if text[at + 1 : at + 2].isdigit() else None
    if not number or text[number[1] : number[1] + 1] != ")":
        return None
    end = number[1] + 1
    sure = bool(scale_at(text, end) or PERCENT.match(text, end))
    if not sure and not set(".,") & set(text[at:end]):
        return None
    negative = tuple(-value for value in number[0])
    return united(text, at, negative if sure else (*negative, *number[0]), end)


def _money(text: str, match: regex.Match[str], language: str) -> Amount | None:
    number = number_at(text, match.end(), language)
    if not number:
        return None
    found, end = number
    bare = found[0]
    negative = match["sign"] == "-"
    if (match["inside"] or match["opened"]) and text[end : end + 1] == ")":
        negative, end = negative or bool(match["inside"] or set(".,") & set(text[match.end() : end])), end + 1
    if scale := scale_at(text, end, money=True):
        found, end = _scaled(text, found, end, scale), scale[1]
        if match["opened"] and not match["inside"] and text[end : end + 1] == ")" and text[match.start()] == "(":
            negative, end = False, end  # ($5 million) in brackets is an aside
    code = CURRENCIES[match["money"].lower().rstrip(".")]
    if code == "$" and (trailing := _TRAILING_CODE.match(text, end)):
        code, end = CURRENCIES.get(trailing[1].lower(), "USD"), trailing.end()
    rate, end = rate_at(text, end)
    sign = -1 if negative else 1
    readings = tuple(Reading(Kind.MONEY, (sign * value,), code + rate) for value in found)
    return Amount(readings, end, written=text[match.end() : end], bare=bare)


def united(text: str, at: int, found: tuple[Fraction, ...], end: int, weak: bool = False) -> Amount:
    """A number that was read from `at` to `end`, with the scale, unit, currency or percent behind it."""
    written, bare = text[at:end], found[0]

    def made(kind: Kind, to: int, unit: str = "", factor: Fraction | int = 1) -> Amount:
        return Amount(tuple(Reading(kind, (v * factor,), unit) for v in found), to, weak, written, bare)

    if len(found) == 1 and found[0].denominator == 1 and (shared := _shared(text, end, found[0])):
        reading, to = shared
        if reading.kind is Kind.SHARE and (unit := unit_at(text, to)):  # 2/3 cup
            reading, to = (
                Reading(Kind.QUANTITY, (Fraction(str(reading.values[0])) * unit[0].factor,), unit[0].base),
                unit[1],
            )
        return Amount((reading,), to, weak, written)
    if proportion := _proportion(text, end):
        kind, factor, to = proportion
        rate, to = rate_at(text, to) if kind is Kind.SHARE else ("", to)
        return made(kind, to, rate, factor)
    scale = scale_at(text, end)
    if money := _denominated(text, found, end, scale):
        return Amount(money[0], money[1], weak, written, bare)
    if scale and not scale[2]:
        return Amount(*_lettered(text, found, end, scale), weak, written, bare)
    if scale:
        found, end = _scaled(text, found, end, scale), scale[1]
        if proportion := _proportion(text, end):
            return made(proportion[0], proportion[2], "", proportion[1])
    if half := AND_A_PART.match(text, end):  # five and a half, 5 million and a half
        more = part_in(half[0]) * (scale[0] if scale else 1)
        found, end = tuple(value + more for value in found), half.end()
    if unit := unit_at(text, end):
        measure, to = unit
        if half := AND_A_PART.match(text, to):  # an hour and a half
            found, to = tuple(value + part_in(half[0]) for value in found), half.end()
        rate, to = rate_at(text, to)
        kind = Kind.MONEY if measure.dimension == "money" else Kind.QUANTITY
        return made(kind, to, measure.base + rate, measure.factor)
    if kilo := _KILO.match(text, end):
        both = tuple(Reading(Kind.QUANTITY, (v * 1000,), base) for base in ("gram", "metre") for v in found)
        return Amount(both, kilo.end(), weak, written, bare)
    rate, to = rate_at(text, end)
    return made(Kind.SHARE if written in FRACTION_SIGNS else Kind.COUNT, to, rate)


def _shared(text: str, end: int, number: Fraction) -> tuple[Reading, int] | None:
    """A fraction, a ratio, or so many out of so many."""
    if (below := _SLASH.match(text, end)) and int(below["below"]):
        return Reading(Kind.SHARE, (number / int(below["below"]),)), below.end()
    if number and text[end : end + 1] in ("分", "人") and (above := _PARTS_OF.match(text, end)):
        return Reading(Kind.SHARE, ((han(above["above"]) or Fraction(0)) / number,)), above.end()
    if below := _COLON.match(text, end):
        return Reading(Kind.RATIO, (number, exact(below["below"].replace(",", "")))), below.end()
    if below := _OUT_OF.match(text, end):
        of = values(below["below"])
        if len(of) == 1 and 0 < number <= of[0] and not (_like_a_year(below["below"]) and "out" not in below[0]):
            return Reading(Kind.SHARE, (number / of[0],)), below.end()
    return None


def _like_a_year(digits: str) -> bool:
    return len(digits) == 4 and digits.isdigit() and 1000 <= int(digits) <= 2199 and digits[-2:] != "00"


def _proportion(text: str, end: int) -> tuple[Kind, Fraction, int] | None:
    """Percent, points or times at an offset: the kind, the factor, and where it ends."""
    if match := PERCENT.match(text, end):
        points = any(name.startswith("points") and part for name, part in match.groupdict().items())
        return (Kind.POINTS, Fraction(1), match.end()) if points else (Kind.SHARE, Fraction(1, 100), match.end())
    if match := BASIS_POINTS.match(text, end):
        return Kind.POINTS, Fraction(1, 100), match.end()
    if tenths := _TENTHS.match(text, end):
        return Kind.SHARE, Fraction(1, 10), tenths.end()
    if match := TIMES.match(text, end):
        return Kind.MULTIPLE, Fraction(1), match.end()
    return None


def _denominated(
    text: str, found: tuple[Fraction, ...], end: int, scale: Scale | None
) -> tuple[tuple[Reading, ...], int] | None:
    """Money named behind the number, with its scale between: 5 million euros; pounds may be money or weight."""
    factor, after = (scale[0], scale[1]) if scale else (1, end)
    currency = currency_at(text, after)
    if not currency:
        return None
    codes, to = currency
    if scale and codes == ("GBP", "lb"):
        codes = ("GBP",)
    rate, to = rate_at(text, to)
    readings = [
        Reading(Kind.QUANTITY, (v * factor,), "pound" + rate)
        if code == "lb"
        else Reading(Kind.MONEY, (v * factor,), code + rate)
        for code in codes
        for v in found
    ]
    return tuple(readings), to


def _lettered(text: str, found: tuple[Fraction, ...], end: int, scale: Scale) -> tuple[tuple[Reading, ...], int]:
    """A glued letter that may be a scale or a unit: 5m tall, 5m users, 10K."""
    factor, after, _ = scale
    unit = unit_at(text, end)
    measured: tuple[Reading, ...] = ()
    if factor == 1000:
        measured = tuple(Reading(Kind.QUANTITY, (v * 1000,), "metre") for v in found)  # a 10K is a race
    elif unit:
        measured = tuple(Reading(Kind.QUANTITY, (v * unit[0].factor,), unit[0].base) for v in found)
    if unit and unit[1] > after:
        return measured, unit[1]
    if measured and factor != 1000 and LENGTH_BEHIND.match(text, after):
        return measured, after
    scaled = tuple(Reading(Kind.COUNT, (v * factor,)) for v in found)
    return (scaled if COUNTED_BEHIND.match(text, after) else (*scaled, *measured)), after
