"""Dates, times of day, quarters, fiscal years, decades and centuries, as they are written → readings.

A date keeps only what is written of year, month and day; one that can be read two ways has both readings.
"""

from fractions import Fraction
from typing import NamedTuple

import regex

from quotefound.core.numbers.han_numerals import han
from quotefound.core.numbers.values import Kind, Reading

_MONTHS = """
january jan januar jänner janvier enero|february feb februar février febrero|march mar märz mars marzo
|april apr avril abril|may mai mayo|june jun juni juin junio|july jul juli juillet julio|august aug août agosto
|september sep sept septembre septiembre|october oct oktober okt octobre octubre|november nov novembre noviembre
|december dec dezember dez décembre diciembre
"""
MONTHS = {name: number for number, names in enumerate(_MONTHS.split("|"), 1) for name in names.split()}
_MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")(?!\p{L})\.?"
_ERA = r"(?:\s?(?P<era>BCE|BC|B\.C\.|v\. ?Chr\.|CE|AD|A\.D\.)(?!\p{L}))?"
_DAY = r"(?P<day>\d{1,2})(?!\d)(?:st|nd|rd|th|\.|er)?"
_YEAR = r"(?P<year>\d{4})(?![\d\p{L}]|[.,]\d)"
_TO_DAY = r"(?:\s?(?:-|–|to|and|bis(?: zum)?)\s?(?P<day2>\d{1,2})(?!\d)(?:st|nd|rd|th|\.)?)?"

_DATES = [
    regex.compile(pattern, regex.IGNORECASE)
    for pattern in (
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?![\d])",
        r"(?P<year>\d{4}|[〇一二三四五六七八九]{4})年(?![代間])(?:(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})日)?)?",
        r"(?P<reign>令和|平成|昭和|大正|明治)(?P<of>\d{1,2}|元)年(?:(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})日)?)?",
        r"(?P<month>\d{1,2})月(?P<day>\d{1,2})日",
        rf"(?P<name>{_MONTH})\s?{_DAY}{_TO_DAY},?(?:\s+(?:of\s+)?{_YEAR})?(?!\p{{L}})",
        rf"{_DAY}{_TO_DAY}(?:\s|-)?(?:of\s+|de\s+|day of\s+)?(?P<name>{_MONTH})"
        rf"(?:(?:,?\s+(?:de\s+|del\s+|of\s+)?|-){_YEAR})?",
        rf"(?P<name>{_MONTH}),?\s+(?:of\s+|de\s+|del\s+)?{_YEAR}",
    )
]
# A month alone is one only behind such a word: "may" and "march" are verbs.
_MONTH_ALONE = regex.compile(
    rf"(?<=\b(?:in|since|until|till|by|of|last|next|this|early|late|mid|from|to|through|between|and|after|before|during"
    rf"|im|seit|bis|ab|en|de|depuis|desde|hasta)[ -])(?P<name>{_MONTH})(?!\p{{L}})",
    regex.IGNORECASE,
)
_SLASHED = regex.compile(r"(?P<a>\d{1,2})(?P<sep>[-/.])(?P<b>\d{1,2})(?P=sep)(?P<year>\d{4}|\d{2})(?![\d]|[-/.]\d)")
_TWO_YEARS = regex.compile(r"(?P<year>(?:1[89]|20)\d\d)/(?P<next>(?:(?:19|20))?\d\d)(?![\d/])")
_BARE_YEAR = regex.compile(
    rf"(?P<year>\d{{4}})(?!\d|[.,'/:]\d|\p{{L}}){_ERA}|(?P<short>\d{{1,3}}){_ERA.removesuffix('?')}"
)
_DECADE = regex.compile(
    r"(?P<early>(?:early|mid|late)[- ])?(?:(?P<full>\d{3}0)|'?(?P<short>\d0))"
    r"(?:(?:(?:\s?')?s|er(?:\s?-?jahren?)?)(?!\p{L})|年代)"
    r"|(?:les\s)?(?:années|los años|años|década de)\s(?:(?P<full2>\d{3}0)|'?(?P<short2>\d0))(?!\d)",
    regex.I,
)
_DECADE_WORD = regex.compile(
    r"(?:(?:(?P<nineteen>nineteen)|(?P<twenty>twenty))[ -])?"
    r"(?P<tens>twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)(?!\p{L})", regex.I)  # fmt: skip
_TENS = ("", "", "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_ERA_BEFORE = regex.compile(r"(?:AD|A\.D\.|CE)\s(?P<year>\d{1,4})(?![\d.,]\d|\d)")
_HAN_BEGINNINGS = "〇一二三四五六七八九令平昭大明午"
_MONTH_BEGINNINGS = frozenset(name[:3] for name in MONTHS)
_CENTURY = regex.compile(
    r"(?:(?P<number>\d{1,2})(?:st|nd|rd|th|\.|e|ème)?|(?P<roman>[XVI]+)(?:e|ème)?)[- ]+"
    rf"(?:century|jahrhunderts?|siècles?){_ERA}|siglo (?P<roman2>[XVI]+)"
    r"|(?P<number2>\d{1,2}|[一二三四五六七八九十]{1,3})世紀",
    regex.IGNORECASE,
)
_FISCAL = r"(?P<fiscal>(?:the )?(?:fiscal|financial)(?: year)?|FY)?"
_LINK = r"(?:,?\s?(?:of|in|de|del)?\s?)"
_NTHS = """
first 1st erste ersten erstes 1. 1er premier primer|second 2nd zweite zweiten zweites 2. 2e deuxième segundo
|third 3rd dritte dritten drittes 3. 3e troisième tercer|fourth 4th vierte vierten viertes 4. 4e quatrième cuarto
"""
_NTH = {name: number for number, names in enumerate(_NTHS.split("|"), 1) for name in names.split()}
_NTH_WORDS = "|".join(map(regex.escape, sorted(_NTH, key=len, reverse=True)))
_PERIOD = regex.compile(
    rf"(?P<before>(?:fiscal|financial) )?(?:(?P<kind>Q|H)(?P<n>[1-4])|(?P<n2>[1-4])(?P<kind2>Q|H)"
    rf"|(?P<word>{_NTH_WORDS})[- ](?P<of>(?:fiscal |financial )?(?:quarter|half|quartals?|halbjahre?s?|trimestre"
    rf"|semestre))|第(?P<n3>[1-4一二三四])(?P<of2>四半期))"
    rf"(?:{_LINK}{_FISCAL}\s?(?:(?P<year>\d{{4}})|'?(?P<short>\d{{2}}))(?![\d.,]\d|\d|%))?(?!\p{{Latin}})",
    regex.IGNORECASE,
)
_SEASON = regex.compile(
    rf"(?P<season>spring|summer|autumn|fall|winter|frühling|sommer|herbst|primavera|verano|otoño|invierno|été|automne|hiver)"
    rf"\s(?:of\s|de\s)?{_YEAR}", regex.IGNORECASE)  # fmt: skip
_YEAR_PERIOD = regex.compile(
    r"(?:(?:fiscal|financial)(?: year)?|FY)\s?(?:(?P<year>\d{4})|'?(?P<short>\d{2}))(?!\d)", regex.IGNORECASE
)
_ZONE = r"(?:\s(?P<zone>[ECMP][SD]?T|GMT|UTC|CET|CEST|BST|JST)\b)?"
# The ways to write a time of day; `whole` where the hours are counted to 24.
_CLOCK = regex.compile(
    rf"(?P<hour>\d{{1,2}})(?:[:.h](?P<minute>[0-5]\d)(?::[0-5]\d)?)?\s?(?P<half>a\.?m\.?|p\.?m\.?)(?!\p{{L}}){_ZONE}"
    rf"|(?P<hour>\d{{1,2}}):(?P<minute>[0-5]\d)(?!\d|:\d){_ZONE}"
    r"|(?P<hour>\d{1,2})(?:[.:](?P<minute>[0-5]\d))?\s(?:(?P<whole>Uhr)|o'clock)(?!\p{L})"
    r"|(?<=\b(?:à|dès|vers|at) )(?P<hour>\d{1,2})(?P<whole>\s?h\s?)(?P<minute>[0-5]\d)(?!\w)"
    r"|(?P<noon>午[前後])?(?P<hour>\d{1,2})(?P<whole>時)(?!間)(?:(?P<minute>\d{1,2})分)?",
    regex.IGNORECASE,
)
# Noon and midnight are times behind such a word; a midnight sun is none.
_NOON = regex.compile(
    r"(?<=\b(?:at|until|till|by|before|after|from|to|um|gegen|à|al|a) )(?:(?P<noon>noon|midday|mittag|midi|mediodía)"
    r"|midnight|mitternacht|minuit|medianoche)(?!\p{L})|(?P<noon>正午)",
    regex.IGNORECASE,
)
EARLIEST, LATEST = 1000, 2199  # four digits beyond these are no year


class Dated(NamedTuple):
    """Readings and where the writing ends."""

    readings: tuple[Reading, ...]
    end: int


def roman(text: str) -> int:
    """A Roman numeral's number, or 0 when it is none."""
    numbers = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}.get(sign, 0) for sign in text.upper()]
    if not numbers or 0 in numbers:
        return 0
    return sum(-n if n < max(numbers[i + 1 :], default=0) else n for i, n in enumerate(numbers))


def date(year: int | None, month: int | None = None, day: int | None = None) -> Reading:
    """A date of what is known of it."""
    return Reading(Kind.DATE, (year, month, day))


def dated(text: str, at: int) -> Dated | None:
    """The date, time or period that begins at an offset, or None."""
    if text[at].isdigit():
        for read in _BY_DIGITS:
            if found := read(text, at):
                return found
        return None
    return _century(text, at) or _decade(text, at) or (_named(text, at) if text[at].isalpha() else None)


def _named(text: str, at: int) -> Dated | None:
    """A period or a date that begins with a word: Q3, third quarter, winter 2020, March 5."""
    if found := _period(text, at) or (text[at] in "nNmM正" and _noon(text, at)):
        return found
    if text[at] in "AC" and (era := _ERA_BEFORE.match(text, at)):
        return Dated((date(int(era["year"])),), era.end())
    if text[at] in _HAN_BEGINNINGS:
        return _date(text, at) or _clock(text, at)
    return _date(text, at) if text[at : at + 3].lower() in _MONTH_BEGINNINGS else None


def _noon(text: str, at: int) -> Dated | None:
    match = _NOON.match(text, at)
    return Dated((Reading(Kind.CLOCK, (Fraction(720 if match["noon"] else 0),)),), match.end()) if match else None


def _date(text: str, at: int) -> Dated | None:
    for pattern in _DATES:
        if not (match := pattern.match(text, at)):
            continue
        parts = match.groupdict()
        year = _year(parts)
        month = MONTHS[parts["name"].lower().rstrip(".")] if parts.get("name") else int(parts.get("month") or 0) or None
        day = int(parts["day"]) if parts.get("day") else None
        if parts.get("name") in ("may", "march"):
            continue  # verbs: those over 12 may enter
        if (month and month > 12) or (day is not None and not 0 < day <= 31):
            continue
        if parts.get("day2"):
            return Dated((Reading(Kind.DATE, (year, month, day, int(parts["day2"])), "", "range"),), match.end())
        return Dated((date(year, month, day),), match.end())
    if (alone := _MONTH_ALONE.match(text, at)) and (text[at].isupper() or text[at - 3 : at].lower() in ("en ", "de ")):
        name = alone["name"].rstrip(".")
        return Dated((date(None, MONTHS[name.lower()]),), at + len(name))
    return None


# The year before the first of each reign.
_REIGNS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867}


def _year(parts: dict[str, str]) -> int | None:
    """The year of a date's parts, in Han numerals or of a reign too; None when it names none."""
    if reign := parts.get("reign"):
        return _REIGNS[reign] + (1 if parts["of"] == "元" else int(parts["of"]))
    written = parts.get("year")
    return int(han(written) or 0) if written else None


def _slashed(text: str, at: int) -> Dated | None:
    match = _SLASHED.match(text, at)
    if not match:
        return None
    a, b, year = int(match["a"]), int(match["b"]), int(match["year"])
    ways = [(b, a)] if match["sep"] == "." else [(b, a), (a, b)]
    years = (year,) if year > 99 else (2000 + year, 1900 + year)
    readings = {date(y, month, day) for month, day in ways for y in years if 0 < month <= 12 and 0 < day <= 31}
    return Dated(tuple(sorted(readings, key=str)), match.end()) if readings else None


def _two_years(text: str, at: int) -> Dated | None:
    """A year and the next with a slash between: 2012/13."""
    match = _TWO_YEARS.match(text, at)
    if not match or (int(match["year"]) + 1) % 100 != int(match["next"][-2:]):
        return None
    year = int(match["year"])
    return Dated((Reading(Kind.DATE, (year, None, None, year + 1, None, None), "", "range"),), match.end())


def bare_year(text: str, at: int) -> tuple[Dated, bool] | None:
    """A year standing alone, and whether an era proves it one."""
    match = _BARE_YEAR.match(text, at)
    if not match:
        return None
    era = (match["era"] or "").upper()
    year = int(match["year"] or match["short"])
    if not era and not EARLIEST <= year <= LATEST:
        return None
    return Dated((date(-year if era[:1] in ("B", "V") else year),), match.end()), bool(era)


def _century(text: str, at: int) -> Dated | None:
    match = _CENTURY.match(text, at)
    if not match:
        return None
    number = int(match["number"] or han(match["number2"] or "") or 0) or roman(match["roman"] or match["roman2"] or "")
    number = -number if (match["era"] or "").upper()[:1] in ("B", "V") and match["era"] else number
    return Dated((Reading(Kind.CENTURY, (number,)),), match.end()) if number else None


def _decade(text: str, at: int) -> Dated | None:
    if match := _DECADE.match(text, at):
        part = (match["early"] or "").strip("- ").lower()
        if short := match["short"] or match["short2"]:
            tens = int(short)
            return Dated(tuple(Reading(Kind.DECADE, (c + tens,), part) for c in (1900, 1800, 2000)), match.end())
        first = int(match["full"] or match["full2"])
        readings = [Reading(Kind.DECADE, (first,), part)]
        if first % 100 == 0:  # the 1800s are ten years or a hundred
            readings.append(Reading(Kind.CENTURY, (first // 100 + 1,)))
        return Dated(tuple(readings), match.end())
    if (match := _DECADE_WORD.match(text, at)) and "s" in match["tens"]:
        tens = 10 * _TENS.index(match["tens"].lower())
        centuries = (2000,) if match["twenty"] else (1900,) if match["nineteen"] else (1900, 1800, 2000)
        return Dated(tuple(Reading(Kind.DECADE, (c + tens,)) for c in centuries), match.end())
    return None


_HALVES = ("half", "halbjahr", "semestre")


def _period(text: str, at: int) -> Dated | None:
    if match := _PERIOD.match(text, at):
        number = int(match["n"] or match["n2"] or han(match["n3"] or "") or _NTH[(match["word"] or "first").lower()])
        of = (match["of"] or match["of2"] or match["kind"] or match["kind2"]).lower()
        kind = "half" if of == "h" or any(word in of for word in _HALVES) else "quarter"
        if number > 2 and kind == "half":
            return None
        if not (match["year"] or match["short"]) and len(of) == 1 and (match["n2"] or text[at] in "qh"):
            return None
        year = int(match["year"]) if match["year"] else 2000 + int(match["short"]) if match["short"] else None
        fiscal = "fiscal " if match["fiscal"] or match["before"] or of.startswith(("fiscal", "financial")) else ""
        return Dated((Reading(Kind.PERIOD, (number, year), fiscal + kind),), match.end())
    if match := _SEASON.match(text, at):
        season = match["season"].lower().replace("autumn", "fall")
        return Dated((Reading(Kind.PERIOD, (1, int(match["year"])), season),), match.end())
    if match := _YEAR_PERIOD.match(text, at):
        year = int(match["year"]) if match["year"] else 2000 + int(match["short"])
        return Dated((Reading(Kind.PERIOD, (None, year), "fiscal year"),), match.end())
    return None


def _clock(text: str, at: int) -> Dated | None:
    match = _CLOCK.match(text, at)
    if not match:
        return None
    hour, minute, zone = int(match["hour"]), int(match["minute"] or 0), (match["zone"] or "").upper()
    if hour > 24:
        return None
    if match["noon"]:
        hours: tuple[int, ...] = (hour % 12 + (12 if match["noon"] == "午後" else 0),)
    elif match["half"]:
        if not 0 < hour <= 12:
            return None
        hours = (hour % 12 + (12 if match["half"].lower().startswith("p") else 0),)
    elif hour < 12 and not match["whole"] and not match[0].startswith("0"):
        hours = (hour, hour + 12)  # 3:00 may be either half of the day
    else:
        hours = (hour,)
    return Dated(tuple(Reading(Kind.CLOCK, (Fraction((60 * h + minute) % 1440),), zone) for h in hours), match.end())


_BY_DIGITS = (_period, _date, _slashed, _two_years, _century, _decade, _clock)
