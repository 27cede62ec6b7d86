"""A text → its figures in reading order, each with every reading it allows and with what stands round it.

The one reader of figures: it tries the special forms first (dates, names), then a number with its scale and unit. A
digit that no form accounts for becomes a figure that could not be read, so that it is never passed over.
"""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import regex

from quotefound.core.numbers import dates, names
from quotefound.core.numbers.amounts import Amount, in_digits, united
from quotefound.core.numbers.beginnings import beginnings, passed_over, plainly
from quotefound.core.numbers.joining import joined
from quotefound.core.numbers.measures import PERCENT, currency_at, scale_at, unit_at
from quotefound.core.numbers.number_words import language_of_numbers
from quotefound.core.numbers.spoken import in_han, in_words
from quotefound.core.numbers.surroundings import surrounded
from quotefound.core.numbers.values import Figure, Kind, Reading

# More figures than any window of a few sentences holds; a page of digits must not stop the helper.
MOST_FIGURES = 400

_VAGUE = regex.compile(
    r"(?:a (?:couple|handful|few(?: (?:dozen|hundred|thousand|million))?|number)(?: of)?"
    r"|several(?: (?:hundred|thousand|million|dozen|billion))?s?"
    r"|(?:tens|hundreds|thousands|dozens|scores|millions|billions|trillions)"
    r"(?: (?:of|and) (?:thousands|millions|hundreds|billions))*"
    r"|(?:mehrere|einige|ein paar)(?: (?:hundert|tausend|dutzend|millionen))?|dutzende"
    r"|(?:zehn|hundert)?tausende|hunderte"
    r"|millionen von|(?:varios|varias)(?: (?:cientos|miles|millones))?|decenas|cientos|miles"
    r"|docenas|centenar(?:es)?|millar(?:es)?|decena|veintena"
    r"|(?:plusieurs|quelques)(?: (?:dizaines|centaines|milliers|millions))?"
    r"|(?:diz|quinz|vingt|trent|quarant|cinquant|soixant|cent)aines?|milliers?)(?!\p{L})"
    r"|[数何][十百千万億]+|(?<!\p{Han})数(?=[人日年月時分秒件回名社])",
    regex.IGNORECASE,
)
_ZERO = regex.compile(
    r"(?:no(?! (?:longer|more|less|fewer|one|doubt|matter|later|other|way|such|need|means|single)\b)|zero|nil"
    r"|none(?: of the)?|keine?|ningún|ninguna|aucune?)(?!\p{L})(?=\s|[.,;])",
    regex.IGNORECASE,
)
_NOTHING = Reading(Kind.COUNT, (Fraction(0),))
_MINUS = regex.compile(r"(?:(?<!\bplus or )minus|negative)\s(?=[\d.$€£])", regex.IGNORECASE)
_PART_BEFORE = regex.compile(
    r"(?r)\b(?:(?P<early>early|(?:beginning|start) of|anfang|début|principios de)|(?P<mid>mid|mitte|mediados de|mi)"
    r"|(?P<late>late|(?:the|at|by) end of|ende|fin|finales de))(?: in)?[ -]",
    regex.IGNORECASE,
)
_CENTURY_BEHIND = regex.compile(r"[- ]century(?!\p{L})", regex.IGNORECASE)
_A_RATIO = regex.compile(r"\b(?:ratio|odds|scale|mix)\b", regex.IGNORECASE)
# What stands before a year rather than before a number of things.
_YEAR_BEFORE = regex.compile(
    r"\b(?:in|since|from|until|till|by|during|after|before|of|years?|early|late|mid|circa|c\.|©|spring|summer|autumn"
    r"|fall|winter|im|seit|ab|bis|vor|nach|en|desde|hasta|depuis|de|año|jahr|jahre|année|and|to|–|-|\()\s?-?$",
    regex.IGNORECASE,
)
# What says before four digits that something is counted.
_NO_YEAR_BEFORE = regex.compile(
    r"\b(?:(?:total|sample|group|crowd|cohort|number|population|average|mean|maximum|minimum|fleet|force|some) (?:of )?"
    r"|(?:plus|moins|près|más|menos|cerca|total) (?:de |d')|(?:more|fewer|less|greater|mehr|weniger) (?:than|als) "
    r"|(?:at least|up to|mindestens|höchstens|au moins|al menos) )$",
    regex.IGNORECASE,
)
_NO_NOUN = r"(?!(?:was|is|has|as|its|this|his|does)\b)"  # ends in s, and is no plural
_COUNTABLE = regex.compile(
    rf"\s(?:\p{{Ll}}+ )?(?:{_NO_NOUN}\p{{Ll}}{{2,}}s|people|men|women|children|square|cubic|new)(?!\p{{L}})"
)
_NOT_COUNTED = regex.compile(r"\s(?:was|is|has|as|its|this|his|\p{Ll}+ed)(?!\p{L})")
# The 2016 elections, its 2008 losses: years of our time behind such a word, unless round.
_THE_YEAR_BEFORE = regex.compile(r"(?:\b(?:the|its|his|her|their|our|this)|'s)\s$", regex.IGNORECASE)
_A_FACTOR = regex.compile(r"\ba factor of\s$", regex.IGNORECASE)
_IN_THE_YEAR = regex.compile(r"\b(?:in|since|until|by|year)\s$", regex.IGNORECASE)
_NOTHING_BEHIND = regex.compile(r"\s*(?:[.,;:!?)]|$)")
_OF_OUR_TIME = range(1900, 2100)


@lru_cache(maxsize=1 << 11)
def figures_of(text: str) -> tuple[Figure, ...]:
    """Every figure of a short text (a claim, a window of sentences), in reading order; offsets in code points."""
    plain = plainly(text)
    language = language_of_numbers(plain)
    found: list[Figure] = []
    at = 0
    for start in beginnings(plain, language):
        if start < at:
            continue
        if len(found) == MOST_FIGURES:
            found.append(_unread(plain, start, len(plain)))
            break
        if end := passed_over(plain, start):
            at = end
        elif figure := _figure(plain, start, language):
            found.append(_part_of_time(plain, figure))
            at = figure.end
    return tuple(surrounded(plain, text, joined(plain, found)))


def _made(plain: str, at: int, readings: tuple[Reading, ...], end: int) -> Figure:
    return Figure(at, end, plain[at:end], readings, plain[at:end])


def _unread(plain: str, at: int, end: int) -> Figure:
    return _made(plain, at, (Reading(Kind.UNREAD, (plain[at:end],)),), end)


def _figure(plain: str, at: int, language: str) -> Figure | None:
    """The figure that begins at an offset, in the first form that fits."""
    digits, lettered = plain[at].isdigit(), plain[at].isalpha()
    if (end := names.unreadable(plain, at)) and not plain[at - 1 : at].isalnum():
        return _unread(plain, at, end)
    if digits and plain[at - 1 : at] in ("_", "^") and at:  # part of a formula
        return _unread(plain, at, _end_of_digits(plain, at))
    dated = dates.dated(plain, at)
    if dated and not (dated.readings[0].kind is Kind.CLOCK and _A_RATIO.search(plain)):
        return _made(plain, at, dated.readings, dated.end)
    if name := names.named(plain, at):
        return replace(_made(plain, at, name[0].readings, name[0].end), tail=name[1])
    if lettered and (worded := _vague_or_none(plain, at)):
        return worded
    year = dates.bare_year(plain, at) if digits else None
    if year and (year[1] or _is_year(plain, at, year[0].end)):
        return _made(plain, at, year[0].readings, year[0].end)
    if found := _amount(plain, at, language):
        return _of_amount(plain, at, found)
    if lettered and (name := names.model(plain, at)):
        return replace(_made(plain, at, name[0].readings, name[0].end), tail=name[1])
    if (digits or lettered) and (code := names.code(plain, at)):
        return replace(_made(plain, at, code[0].readings, code[0].end), tail=code[1])
    return _unread(plain, at, _end_of_digits(plain, at)) if digits else None


def _part_of_time(plain: str, figure: Figure) -> Figure:
    """A year or month with the part of it that a word before tells: early 2024."""
    first = figure.readings[0]
    if first.kind is not Kind.DATE or first.shape or first.values[-1] is not None:
        return figure
    part = _PART_BEFORE.match(plain, max(0, figure.start - 20), figure.start)
    return replace(figure, readings=(first._replace(unit=str(part.lastgroup)),)) if part else figure


def _end_of_digits(plain: str, at: int) -> int:
    while at < len(plain) and plain[at].isalnum():
        at += 1
    return at


def _vague_or_none(plain: str, at: int) -> Figure | None:
    """Words that count without a figure (several, dozens), or that count nothing (no, none)."""
    if vague := _VAGUE.match(plain, at):
        return _made(plain, at, (Reading(Kind.VAGUE, (vague[0].lower(),)),), vague.end())
    if zero := _ZERO.match(plain, at):
        sure = zero[0].lower() in ("zero", "nil")
        found = united(plain, at, (Fraction(0),), zero.end()) if sure else None  # zero percent
        figure = _made(plain, at, found.readings if found else (_NOTHING,), found.end if found else zero.end())
        return replace(figure, weak=not sure)
    return None


def _amount(plain: str, at: int, language: str) -> Amount | None:
    if (minus := _MINUS.match(plain, at)) and (found := in_digits(plain, minus.end(), language)):
        negative = (r._replace(values=tuple(-v for v in r.values if isinstance(v, Fraction))) for r in found.readings)
        return found._replace(readings=tuple(negative))
    worded = in_words(plain, at) if plain[at].isalpha() else in_han(plain, at)  # 1兆2000億 is one number
    return worded or in_digits(plain, at, language)


def _of_amount(plain: str, at: int, found: Amount) -> Figure:
    number = found.readings[0].values[0]
    century = _CENTURY_BEHIND.match(plain, found.end) if found.readings[0].kind is Kind.ORDINAL else None
    if century and isinstance(number, Fraction):
        return _made(plain, at, (Reading(Kind.CENTURY, (int(number),)),), century.end())
    if found.readings[0].kind is Kind.COUNT and _is_spoken_year(plain, at, found):
        return _made(plain, at, (dates.date(int(Fraction(str(number)))),), found.end)
    if found.readings[0].kind is Kind.COUNT and _A_FACTOR.search(plain, max(0, at - 12), at):
        found = found._replace(readings=tuple(r._replace(kind=Kind.MULTIPLE) for r in found.readings), weak=False)
    figure = _made(plain, at, found.readings, found.end)
    return replace(figure, weak=found.weak, written=found.written, number=found.bare)


def _is_spoken_year(plain: str, at: int, found: Amount) -> bool:
    """Whether a number in words is a year: in two thousand and one, with nothing behind that could be counted."""
    number = found.readings[0].values[0]
    if not plain[at].isalpha() or not isinstance(number, Fraction) or number not in _OF_OUR_TIME:
        return False
    alone = _NOTHING_BEHIND.match(plain, found.end) is not None and not found.readings[0].unit
    return alone and _IN_THE_YEAR.search(plain, max(0, at - 9), at) is not None


def _is_year(plain: str, at: int, end: int) -> bool:
    """Whether four digits are a year: a preposition of time before, or nothing behind that could be counted."""
    if plain[at - 1 : at] in ("$", "€", "£", "¥", "₹", "#"):
        return False
    if PERCENT.match(plain, end) or scale_at(plain, end) or unit_at(plain, end) or currency_at(plain, end):
        return False
    if not _COUNTABLE.match(plain, end) or _NOT_COUNTED.match(plain, end):
        return True
    low = max(0, at - 16)
    year = int(plain[at : at + 4])
    if year in _OF_OUR_TIME and year % 100 and _THE_YEAR_BEFORE.search(plain, low, at):
        return True
    return bool(_YEAR_BEFORE.search(plain, low, at) and not _NO_YEAR_BEFORE.search(plain, low, at))
