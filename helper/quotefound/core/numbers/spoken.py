"""Amounts whose number is in words or in Han numerals: half an hour, two-thirds, one in ten, doubled, 五百万人.

Knows which words make a number and what such a number may mean; what follows it is read in `amounts`.
"""

from fractions import Fraction

import regex

from quotefound.core.numbers.amounts import Amount, united
from quotefound.core.numbers.han_numerals import han
from quotefound.core.numbers.measures import AND_A_PART, PERCENT, part_in, scale_at, unit_at
from quotefound.core.numbers.number_words import SCALES, Spelled, language_of_numbers, may_stand_in_number, spelled
from quotefound.core.numbers.values import Kind, Reading

_MULTIPLES: dict[str, int | Fraction] = {
    "twice": 2, "thrice": 3, "double": 2, "doubled": 2, "doubles": 2, "doubling": 2, "twofold": 2, "triple": 3,
    "tripled": 3, "triples": 3, "tripling": 3, "threefold": 3, "quadruple": 4, "quadrupled": 4, "quadrupling": 4,
    "fourfold": 4, "fivefold": 5, "sixfold": 6, "sevenfold": 7, "eightfold": 8, "tenfold": 10, "hundredfold": 100,
    "quintupled": 5, "halved": Fraction(1, 2), "halving": Fraction(1, 2), "halves": Fraction(1, 2), "doppelt": 2,
    "zweimal": 2, "dreimal": 3, "viermal": 4, "fünfmal": 5, "sechsmal": 6, "zehnmal": 10, "doble": 2,
}  # fmt: skip
# The verbs of the other languages, with their endings.
_VERBS: dict[str, dict[str, int | Fraction]] = {
    "en t te ten ung": {"verdoppel": 2, "verdopple": 2, "verdreifach": 3, "vervierfach": 4, "verfünffach": 5,
                        "verzehnfach": 10, "halbier": Fraction(1, 2)},
    "ar arse ó aron a an ado ada aba aban": {"duplic": 2, "triplic": 3, "cuadruplic": 4, "quintuplic": 5},
    "er é ée és ées a e ent aient": {"doubl": 2, "tripl": 3, "quadrupl": 4},
}  # fmt: skip
for _endings, _stems in _VERBS.items():
    _MULTIPLES |= {stem + ending: times for stem, times in _stems.items() for ending in _endings.split()}
# Often used of nothing that is counted: a double room, a triple bypass.
MULTIPLE_WORDS = frozenset(_MULTIPLES)
_WEAK_MULTIPLES = frozenset(("double", "triple", "twice"))
_PART_OF_A = regex.compile(
    r"(?:half[ -](?:an? |of an? |of one )?|a quarter (?:of (?:an?|one) |(?=million|billion))|three[ -]quarters of an? "
    r"|(?:eine? )?halbe[ns]? |medi[ao] |une? demi-)",
    regex.IGNORECASE,
)
_A_QUARTER = regex.compile(r"a quarter", regex.IGNORECASE)
_HALF_AS = regex.compile(r"half(?= as \p{L})", regex.IGNORECASE)
_HALF_OF = regex.compile(r"half (?=of |the )", regex.IGNORECASE)
_ARTICLE = regex.compile(r"(?:an?|one|eine?|un[ae]?)\s(?P<word>\p{L}+)(?!\p{L})", regex.IGNORECASE)
_WORDS = regex.compile(r"[\p{L}--\p{Han}][\p{L}\p{M}]*|-", regex.V1)
# What is said of a time that lasts; elsewhere "a month" is what something is counted by.
_LASTING_BEFORE = regex.compile(
    r"(?:^|[^\p{L}](?:within|in|after|before|for|over|than|least|most|about|around|nearly|almost|lasts?|lasted|takes?|took"
    r"|was|is|under|to|exactly|another|has|have|had|gives?|gave|runs?|ran|spent|needs?"
    r"|pro|während|innerhalb|pendant|durante|dentro de))\s$",
    regex.IGNORECASE,
)
_OUT_OF = regex.compile(r"\s(?:in|out of|von|de cada|sur)(?: every)?\s(?=\p{L})", regex.IGNORECASE)
_AGO = regex.compile(r"\s(?:earlier|ago|before)\b", regex.IGNORECASE)
_HAN_SIGNS = "〇零一二三四五六七八九十百千万億兆"
_HAN = regex.compile(rf"[{_HAN_SIGNS}]{{1,41}}+|\d[\d,.]{{,30}}[万億兆千百][\d,{_HAN_SIGNS}]{{,40}}(?<!,)")
_HAN_COUNTER = regex.compile(
    r"[人円日年月時分秒歳件回個つ台本枚社点位割倍匹頭冊杯階票名度条章節項次版巻号期部話%]"
    r"|[かカヶ][国月]|世紀|ドル|ユーロ|メートル|キロ|パーセント"
)
_PARTS = {
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "hundredth": 100,
}  # fmt: skip
_BEFORE_A_PART = regex.compile(r"(?:^|[^\p{L}])(?:a|one)\s$", regex.IGNORECASE)
_BEHIND_A_PART = regex.compile(
    r"\s?(?:of|more|less|fewer|higher|lower|larger|smaller|as|the|from|in|to|since|over|between)\b|\s?(?:[.,;:)!?]|$)",
    regex.IGNORECASE,
)
# Words up to ten often count what a text lists without saying so: "only two families", "the three of them".
_SMALL_WORD = 10
# Longer than any number in words.
_LONGEST = 160


def in_words(text: str, at: int) -> Amount | None:
    """The amount whose number is in words at an offset, or None."""
    match = _WORDS.match(text, at)
    if not match:
        return in_han(text, at)
    first = match[0].lower()
    if first in _MULTIPLES and text[match.end() : match.end() + 1] != "-":
        reading = Reading(Kind.MULTIPLE, (Fraction(_MULTIPLES[first]),))
        return Amount((reading,), match.end(), first in _WEAK_MULTIPLES, first)
    if half := _HALF_AS.match(text, at):  # half as high
        return Amount((Reading(Kind.MULTIPLE, (Fraction(1, 2),)),), half.end(), written=half[0])
    if part := _PART_OF_A.match(text, at):
        return _part_of_a(text, at, part)
    if (part := _A_QUARTER.match(text, at)) and _BEHIND_A_PART.match(text, part.end()):
        return Amount((Reading(Kind.SHARE, (Fraction(1, 4),)),), part.end(), written=part[0])
    spans: list[tuple[int, int]] = []
    words: list[str] = []
    for word in _WORDS.finditer(text, at, at + _LONGEST):
        if spans and text[spans[-1][1] : word.start()].strip(" ") + text[spans[-1][1] : word.start()][1:]:
            break
        spans.append(word.span())
        words.append(word[0].lower())
        if not may_stand_in_number(words[-1]):
            break
    number = spelled(words, 0, language_of_numbers(text))
    if number:
        return _counted(text, at, number, spans[number.end - 1][1])
    article = _ARTICLE.match(text, at)
    if not article:
        return None
    if dozen := SCALES["en"].get(article["word"].lower()):
        return united(text, at, (Fraction(dozen),), article.end())
    unit = unit_at(text, article.start("word") - 1)
    if unit and AND_A_PART.match(text, unit[1]):  # an hour and a half
        return united(text, at, (Fraction(1),), article.start("word") - 1)
    if unit and _AGO.match(text, unit[1]):
        return None  # more than a year earlier
    if unit and unit[0].dimension == "time" and _LASTING_BEFORE.search(text, max(0, at - 14), at):  # within a week
        return united(text, at, (Fraction(1),), article.start("word") - 1, weak=True)
    return None


def _part_of_a(text: str, at: int, match: regex.Match[str]) -> Amount | None:
    """Half an hour, half a million, half of them."""
    part, end = part_in(match[0]), match.end() - 1
    if (scale := scale_at(text, end)) and scale[2]:
        return united(text, at, (part * scale[0],), scale[1])
    if PERCENT.match(text, end):  # half a percentage point
        return united(text, at, (part,), end)
    if (unit := unit_at(text, end)) and unit[0].dimension != "money":
        return united(text, at, (part,), end)
    return Amount((Reading(Kind.SHARE, (part,)),), at + 4, written="half") if _HALF_OF.match(text, at) else None


def _counted(text: str, at: int, number: Spelled, end: int) -> Amount | None:
    """A spelled number with what follows it, by its form."""
    written = text[at:end]
    if number.form == "year":
        return Amount((Reading(Kind.DATE, (int(number.value), None, None)),), end, written=written)
    if number.form == "ordinal":
        part = _PARTS.get(written.lower())
        if part and _BEFORE_A_PART.search(text, max(0, at - 6), at) and _BEHIND_A_PART.match(text, end):
            return Amount((Reading(Kind.SHARE, (Fraction(1, part),)),), end, written=written)
        return Amount((Reading(Kind.ORDINAL, (number.value,)),), end, number.value < 3, written)
    if number.form == "fraction":
        if number.value >= 1 or unit_at(text, end):
            return united(text, at, (number.value,), end)
        return Amount((Reading(Kind.SHARE, (number.value,)),), end, number.value == Fraction(1, 2), written)
    if of := _OUT_OF.match(text, end):
        below = in_words(text, of.end())
        total = below.readings[0].values[0] if below and below.readings[0].kind is Kind.COUNT else None
        if below and isinstance(total, Fraction) and total > number.value:
            return Amount((Reading(Kind.SHARE, (number.value / total,)),), below.end, written=written)
    return united(text, at, (number.value,), end, weak=number.value <= _SMALL_WORD)


def in_han(text: str, at: int) -> Amount | None:
    """An amount in Han numerals, where a counter follows or the numeral is long enough to be no part of a word."""
    match = _HAN.match(text, at)
    value = han(match[0]) if match else None
    if not match or value is None or not (_HAN_COUNTER.match(text, match.end()) or len(match[0]) > 2):
        return None
    return united(text, at, (value,), match.end())
