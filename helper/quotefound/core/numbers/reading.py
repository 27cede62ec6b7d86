"""A text → its figures in reading order, each with every reading it allows and with what stands round it.

The one reader of figures. It walks the text once, tries the special forms first (dates, names), then a number with its
scale and unit, and joins what belongs together: ranges, spreads, and durations of several units.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from unicodedata import category, decimal, normalize

import regex

from quotefound.core.numbers import dates, names
from quotefound.core.numbers.amounts import Amount, in_digits
from quotefound.core.numbers.number_words import NUMBER_WORDS, language_of_numbers, may_stand_in_number
from quotefound.core.numbers.spoken import MULTIPLE_WORDS, in_words
from quotefound.core.numbers.surroundings import surrounded
from quotefound.core.numbers.values import Figure, Kind, Reading
from quotefound.core.numbers.wording import stem

# More figures than any window of a few sentences holds; a page of digits must not stop the helper.
MOST_FIGURES = 400
_SKIPPED = regex.compile(
    r"\[\d{1,3}(?:\s*(?:[,;–-]|and)\s*\d{1,3})*\]"  # note marks
    r"|https?://\S+|www\.\S+|[\w.+-]+@[\w-]+\.\S+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|(?<!\d)24/7(?!\d)"
    r"|(?<=^\s*|\n\s*)(?:\(\d{1,2}\)|\d{1,2}(?:\[\d+\])*[.)])(?=\s|$)"  # numbers of a list
)
# Words that a figure can begin with; every other word is passed over.
_STARTERS = frozenset([
    *NUMBER_WORDS, *MULTIPLE_WORDS, *dates.MONTHS, *names.FIRST_OF_PARTS,
    *"a an half several few couple handful number tens hundreds thousands dozens scores millions billions trillions".split(),
    *"mehrere einige dutzende hunderte tausende millionen varios varias decenas cientos miles docenas plusieurs quelques"
    " dizaines centaines milliers".split(),
    *"no zero nil none kein keine ningún ninguna aucun aucune minus negative early mid late fiscal financial siglo version ver v"
    " release isbn one noon midnight nineteen twenty twenties thirties forties fifties sixties seventies eighties nineties https http www".split(),
])  # fmt: skip
_SPACELESS = r"\p{Han}\p{Hiragana}\p{Katakana}"
_WORD = regex.compile(rf"[\p{{L}}--[{_SPACELESS}]][\p{{L}}--[{_SPACELESS}]\p{{M}}]*(?:'\p{{L}}+)?", regex.V1)
_DIGIT = regex.compile(r"[\p{N}〇零一二三四五六七八九十百千万億兆]|^[ivx]+$")
_CANDIDATE = regex.compile(
    rf"(?P<word>[\p{{L}}--[{_SPACELESS}]][\p{{L}}--[{_SPACELESS}]\p{{M}}&]*)|(?<!\p{{Nd}})\.(?=\p{{Nd}})"
    r"|[\p{Nd}¼½¾⅐-⅞$€£¥₹₽₩₺₪₿(§#'\[⁰¹²³⁴-⁹〇零一二三四五六七八九十百千万億兆第]|[+\-](?=[\d.$€£])",
    regex.V1,
)
# A capitalised name before a number or a Roman one, a letter and digits in one word, a currency's code.
_NAME_GOES_ON = regex.compile(r"\d|-\d|[ -]?[$€£¥₹]? ?(?:\d|[IVX]+(?!\p{L}))|\.?[ ]?\d|@")
_VAGUE = regex.compile(
    r"(?:(?:a |the )?(?:couple|handful|few dozen|few hundred|few thousand|few|number)(?: of)?|several(?: (?:hundred|thousand|million|dozen|billion))?s?"
    r"|(?:tens|hundreds|thousands|dozens|scores|millions|billions|trillions)(?: (?:of|and) (?:thousands|millions|hundreds|billions))*"
    r"|mehrere|einige|dutzende|hunderte|tausende|millionen von|varios|varias|decenas|cientos|miles|docenas|plusieurs|quelques|dizaines|centaines"
    r"|milliers)(?!\p{L})", regex.IGNORECASE)  # fmt: skip
_NO_VAGUE = frozenset(("few", "the few", "number", "the number", "the number of", "a number", "couple", "the couple"))
_ZERO = regex.compile(
    r"(?:no(?! (?:longer|more|less|fewer|one|doubt|matter|later|other|way|such|need|means|single)\b)|zero|nil|none(?: of the)?|keine?|ningún|ninguna|aucune?)(?!\p{L})(?=\s|[.,;])",
    regex.IGNORECASE,
)
_IDIOM = regex.compile(
    r"(?:one of (?!\d)|no one|one another|one day|at once|one (?:can|could|may|might|must|should|would|has|is)\b|once\b"
    r"|at first|first and foremost|first of all|for the first time|one or more|(?:the|this|that|which|each|every|another"
    r"|any|some|no|new|old|first|last|latter|former) ones?\b(?!-))", regex.IGNORECASE)  # fmt: skip
_JOIN = regex.compile(r"\s?[–-]\s?|\s(?:to|through|till|bis|à|a|al|hasta)\s|\s?[~〜から]+\s?")
_AND = regex.compile(r"\s(?:and|und|et|y)\s")
_FIRST_OF_TWO = regex.compile(r"(?:between|zwischen|entre)\s(?:about\s|the\s)?$", regex.IGNORECASE)
_SPREAD = regex.compile(r"\s?(?:\(\s?)?(?:±|\+/-|plus or minus)\s?")
_GLUE = regex.compile(r"\s(?:and\s)?|,\s(?:and\s)?")
_DOUBLED = regex.compile(r"\s?\(\s?")


class _Plain(dict[int, str]):
    """One sign for each: plain digits, spaces, dashes, apostrophes; the length stays."""

    _FIXED = dict.fromkeys("−﹣－‑‐", "-") | dict.fromkeys("–‒—―", "–") | dict.fromkeys("’ʼ＇‘′", "'")

    def __missing__(self, point: int) -> str:
        sign = chr(point)
        kind = category(sign)
        plain = self._FIXED.get(sign, sign)
        if kind == "Nd":
            plain = str(decimal(sign))
        elif kind == "Zs" or sign in "\t\r":
            plain = " "
        elif kind not in ("No", "Lo") and plain == sign and len(folded := normalize("NFKC", sign)) == 1:
            plain = folded
        self[point] = plain
        return plain


_PLAIN = _Plain()


# Stems of the words that figures need; articles and the like are nothing without one of these.
_TELLING = frozenset(map(stem, _STARTERS - frozenset("a an v one".split())))


def may_hold_figures(stems: frozenset[str]) -> bool:
    """Whether a text with these stems is worth reading for figures: a digit, a Han numeral or a number word."""
    return not _TELLING.isdisjoint(stems) or any(map(_DIGIT.search, stems))


@lru_cache(maxsize=1 << 11)
def figures_of(text: str) -> tuple[Figure, ...]:
    """Every figure of a short text (a claim, a window of sentences), in reading order; offsets in code points."""
    plain = text.translate(_PLAIN)
    language = language_of_numbers(plain)
    found: list[Figure] = []
    at = 0
    for start in _candidates(plain, language):
        if start < at or len(found) == MOST_FIGURES:
            continue
        if skipped := _SKIPPED.match(plain, start) or _IDIOM.match(plain, start):
            at = skipped.end()
        elif figure := _figure(plain, start, language):
            found.append(figure)
            at = figure.end
    joined = _joined(plain, found)
    return tuple(surrounded(plain, text, joined))


def _candidates(plain: str, language: str) -> Iterator[int]:
    """Where a figure may begin: at digits and signs, and at words that can begin one or lead up to digits."""
    for match in _CANDIDATE.finditer(plain):
        word = match["word"]
        if (
            not word
            or (low := word.lower()) in _STARTERS
            or (_NAME_GOES_ON.match(plain, match.end()) and (word != low or plain[match.end()] != " "))
            or not word.strip("XVI")
            or (language == "de" and may_stand_in_number(low))
        ):
            yield match.start()


def _made(plain: str, at: int, readings: tuple[Reading, ...], end: int, **more: object) -> Figure:
    return replace(Figure(at, end, plain[at:end], readings, plain[at:end]), **more)  # type: ignore[arg-type]


def _figure(plain: str, at: int, language: str) -> Figure | None:
    """The figure that begins at an offset, in the first form that fits."""
    digits = plain[at].isdigit()
    lettered = plain[at].isalpha()
    if (end := names.unreadable(plain, at)) and not plain[at - 1 : at].isalnum():
        return _made(plain, at, (Reading(Kind.UNREAD, (plain[at:end],)),), end)
    if found := dates.dated(plain, at):
        if not (digits and _rather_amount(plain, found.end, found.readings)):
            return _made(plain, at, found.readings, found.end)
    if (name := names.named(plain, at)) is not None:
        return _made(plain, at, name[0].readings, name[0].end, tail=name[1])
    if lettered:
        if (vague := _VAGUE.match(plain, at)) and vague[0].lower() not in _NO_VAGUE:
            return _made(plain, at, (Reading(Kind.VAGUE, (vague[0].lower(),)),), vague.end())
        if zero := _ZERO.match(plain, at):
            reading = Reading(Kind.COUNT, (Fraction(0),))
            return _made(plain, at, (reading,), zero.end(), weak=zero[0].lower() != "zero")
    year = dates.bare_year(plain, at) if digits else None
    if year and (year[1] or _is_year(plain, at, year[0].end)):
        return _made(plain, at, year[0].readings, year[0].end)
    if (minus := _MINUS.match(plain, at)) and (counted := in_digits(plain, minus.end(), language)):
        negative = tuple(
            r._replace(values=tuple(-v for v in r.values if isinstance(v, Fraction))) for r in counted.readings
        )
        return _of_amount(plain, at, counted._replace(readings=negative))
    if counted := _amount(plain, at, language):
        return _of_amount(plain, at, counted)
    if lettered and (name := names.model(plain, at)):
        return _made(plain, at, name[0].readings, name[0].end, tail=name[1])
    if (digits or lettered) and (coded := names.code(plain, at)):
        return _made(plain, at, coded.readings, coded.end)
    if digits:
        end = at
        while end < len(plain) and (plain[end].isdigit() or plain[end].isalpha()):
            end += 1
        return _made(plain, at, (Reading(Kind.UNREAD, (plain[at:end],)),), end)
    return None


def _amount(plain: str, at: int, language: str = "") -> Amount | None:
    return (
        (in_words(plain, at) if plain[at].isalpha() else None) or in_digits(plain, at, language) or in_words(plain, at)
    )


_MINUS = regex.compile(r"(?:minus|negative)\s(?=[\d.$€£])", regex.IGNORECASE)
_CENTURY_BEHIND = regex.compile(r"[- ]century(?!\p{L})", regex.IGNORECASE)


def _of_amount(plain: str, at: int, found: Amount) -> Figure:
    number = found.readings[0].values[0]
    if found.readings[0].kind is Kind.ORDINAL and (century := _CENTURY_BEHIND.match(plain, found.end)):
        assert isinstance(number, Fraction)
        return _made(plain, at, (Reading(Kind.CENTURY, (int(number),)),), century.end())
    return _made(plain, at, found.readings, found.end, weak=found.weak, written=found.written, number=found.bare)


def _rather_amount(plain: str, end: int, readings: tuple[Reading, ...]) -> bool:
    """Whether what looks like a time of day is a ratio: "ratio of 3:10"."""
    return readings[0].kind is Kind.CLOCK and bool(regex.search(r"ratio|odds|scale|mix", plain, regex.IGNORECASE))


_YEAR_BEFORE = regex.compile(
    r"\b(?:in|since|from|until|till|by|during|after|before|of|year|years|early|late|mid|circa|c\.|©|spring|summer|autumn"
    r"|fall|winter|im|seit|ab|bis|vor|nach|en|desde|hasta|depuis|de|año|jahr|jahre|année|and|to|–|-|\()\s?-?$",
    regex.IGNORECASE,
)
_COUNTABLE = regex.compile(
    r"\s(?:\p{Ll}+ )?(?:\p{Ll}{2,}(?<!s)s|people|men|women|children|percent|per cent|square|cubic|new|million|billion|thousand)(?!\p{L})"
)
_NOT_COUNTED = regex.compile(r"\s(?:was|is|has|as|its|this|his|\p{Ll}+ed)(?!\p{L})")


def _is_year(plain: str, at: int, end: int) -> bool:
    """Whether four digits are a year: a preposition of time before, or nothing behind that could be counted."""
    if plain[end : end + 1] and regex.match(r"\s?(?:[%°€£$×]|million|billion|thousand|people)", plain[end:]):
        return False
    if plain[at - 1 : at] in "$€£¥₹#":
        return at == 0
    if regex.match(
        r"\s?(?:km|kg|m|cm|mm|mg|ml|l|g|w|kw|mw|hz|mb|gb|feet|ft|miles|metres|meters|euros|dollars|hours|days|years|calories)\b",
        plain[end:],
        regex.IGNORECASE,
    ):
        return False
    return bool(
        _YEAR_BEFORE.search(plain, max(0, at - 16), at)
        or not _COUNTABLE.match(plain, end)
        or _NOT_COUNTED.match(plain, end)
    )


def _joined(plain: str, found: list[Figure]) -> list[Figure]:
    """The figures with ranges, spreads, composite quantities and doubled writings made one each."""
    joined: list[Figure] = []
    for figure in found:
        last = joined[-1] if joined else None
        between = plain[last.end : figure.start] if last else ""
        if last and len(between) < 24:
            one = (
                _spread(plain, last, figure, between)
                or _range(plain, last, figure, between)
                or _composite(plain, last, figure, between)
                or _doubled(plain, last, figure, between)
            )
            if one:
                joined[-1] = one
                continue
        joined.append(figure)
    return joined


def _spread(plain: str, last: Figure, figure: Figure, between: str) -> Figure | None:
    if not _SPREAD.fullmatch(between) or last.readings[0].shape:
        return None
    end = figure.end + (plain[figure.end : figure.end + 1] == ")" and "(" in between)
    value, reach = last.readings[0], figure.readings[0]
    reading = Reading(value.kind, (*value.values, *reach.values), value.unit or reach.unit, "spread")
    return _made(plain, last.start, (reading,), end)


def _range(plain: str, last: Figure, figure: Figure, between: str) -> Figure | None:
    """Two ends with a dash or "to" between, or "between … and …"; a falling pair is a ratio or a score."""
    linked = _JOIN.fullmatch(between)
    paired = _AND.fullmatch(between) and _FIRST_OF_TWO.search(plain, max(0, last.start - 20), last.start)
    if not (linked or paired) or last.readings[0].shape or figure.readings[0].shape:
        return None
    low, high = last.readings[0], figure.readings[0]
    if low.kind is Kind.DATE and high.kind in (Kind.DATE, Kind.COUNT):
        return _years(plain, last, figure)
    if low.kind is Kind.COUNT and low.kind is not high.kind or (low.kind, low.unit) == (high.kind, high.unit):
        low = _lifted(low, high, figure)
    elif low.kind is Kind.MONEY and high.kind is Kind.COUNT:  # $5–6 million
        high = high._replace(kind=Kind.MONEY, unit=low.unit)
        low = _lifted(low, high, figure)
    a, b = low.values[0], high.values[0]
    if (low.kind, low.unit) != (high.kind, high.unit) or not isinstance(a, Fraction) or not isinstance(b, Fraction):
        return None
    if a <= b:
        reading = Reading(low.kind, (*low.values, *high.values), low.unit, "range")
    elif low.kind is Kind.COUNT and linked:
        reading = Reading(Kind.RATIO, (a, b))
    else:
        return None
    return _made(plain, last.start, (reading,), figure.end)


def _lifted(low: Reading, high: Reading, figure: Figure) -> Reading:
    """The lower end with the unit and scale that stand only at the upper one: 10–20 days, $5–6 million."""
    bare, low_value, high_value = figure.number, low.values[0], high.values[0]
    if not bare or not isinstance(low_value, Fraction) or not isinstance(high_value, Fraction) or low_value > bare:
        return low
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
        high = dates.date(year - year % 100 + int(tail))
    if year is None and isinstance(high.values[0], int):
        low = Reading(Kind.DATE, (high.values[0], *low.values[1:]))
    return _made(plain, last.start, (Reading(Kind.DATE, (*low.values, *high.values), "", "range"),), figure.end)


def _composite(plain: str, last: Figure, figure: Figure, between: str) -> Figure | None:
    """An hour and thirty minutes, 5 feet 3 inches: one quantity in a larger and a smaller unit."""
    one, two = last.readings[0], figure.readings[0]
    if not (one.kind is two.kind is Kind.QUANTITY and one.unit == two.unit and not one.shape and not two.shape):
        return None
    a, b = one.values[0], two.values[0]
    if not _GLUE.fullmatch(between) or not isinstance(a, Fraction) or not isinstance(b, Fraction):
        return None
    if last.text.split()[-1:] == figure.text.split()[-1:] or not 0 < b < a:
        return None
    return _made(plain, last.start, (Reading(Kind.QUANTITY, (a + b,), one.unit),), figure.end)


def _doubled(plain: str, last: Figure, figure: Figure, between: str) -> Figure | None:
    """Ninety (90) days: one figure written twice; ninety (60) has two values, and nobody may choose."""
    if not _DOUBLED.fullmatch(between) or plain[figure.end : figure.end + 1] != ")" or last.text[:1].isdigit():
        return None
    one, two = last.readings[0], figure.readings[0]
    if one.kind is not Kind.COUNT or two.kind is not Kind.COUNT or last.weak and one.values != two.values:
        return None
    unit = _amount(f"1{plain[figure.end + 1 : figure.end + 24]}", 0)
    end, readings = figure.end + 1, {one, two}
    if unit and unit.readings[0].kind is not Kind.COUNT:
        end += unit.end - 1
        readings = {_amount(f"{r.values[0]} {plain[figure.end + 1 : end].strip()}", 0).readings[0] for r in (one, two)}  # type: ignore[union-attr]
    return _made(plain, last.start, tuple(sorted(readings, key=str)), end)
