"""Where figures may begin in a text, what looks like one and is none, and the plain signs that all readers see.

A page has few words that can begin a figure, so the readers are asked only there.
"""

from collections.abc import Iterator
from unicodedata import category, normalize

import regex

from quotefound.core.numbers.dates import MONTHS
from quotefound.core.numbers.names import FIRST_OF_PARTS
from quotefound.core.numbers.number_words import NUMBER_WORDS, may_stand_in_number
from quotefound.core.numbers.spoken import MULTIPLE_WORDS
from quotefound.core.numbers.wording import stem

# Note marks, addresses, raised note marks and the numbers of a list are no figures.
_SKIPPED = regex.compile(
    r"\[\d{1,3}(?:\s*(?:,?\s*and\s|[,;–-])\s*\d{1,3})*\]"
    r"|https?://\S+|www\.\S+|[\w.+-]+@[\w-]+\.\S+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|(?<!\d)24/7(?!\d)"
    r"|(?<=^\s*|\n\s*)(?:(?:\(\d{1,2}\)|\d{1,2}[.)])(?=\s+[^\s\d])(?!\s\p{Lu}\p{Ll}+\s\d{4})|\d{1,2}(?:\[\d+\])+[.)]?\s*$)"
    r"|(?<=:\s*\n\s*)\d{1,2}[.)]\s*$"
)
# Words that count in other places, and do not here.
_IDIOM = regex.compile(
    r"(?:one of (?!\d)|no one|one another|one day|one (?:can|could|may|might|must|should|would|has|is)\b"
    r"|once\b|(?<=\bat )first\b|first (?:and foremost|of all)|(?<=\bfor the )first time|one or more"
    r"|second to none|one way or (?:an)?other|one by one|one after (?:another|the other)|one-(?:off|sided|on-one)"
    r"|(?:first|second)-?hand|second (?:nature|thoughts?)|first (?:name|lady|aid)|(?<=in the )first place"
    r"|zero (?:tolerance|sum)|(?<=\bon the )one hand"
    r"|(?<=\b(?:this|that|which|each|every|another|any|some|no|new|old|latter|former) )one\b(?!-)"
    r"|ones\b|(?<=\bthe )one (?:that|who|which|whose|in|of|with|to|for|on|at|from)\b)",
    regex.IGNORECASE,
)
_BESIDE_NUMBERS = """
    a an half several tens hundreds thousands dozens scores millions billions trillions
    mehrere einige dutzende hunderte tausende millionen varios varias decenas cientos miles docenas plusieurs quelques
    dizaines centaines milliers no zero nil none kein keine ningún ninguna aucun aucune minus negative early mid late
    fiscal financial siglo version ver v release isbn one noon midnight nineteen twenty twenties thirties forties
    années años zehntausende hunderttausende centenar centenares millar decena veintena centaine dizaine vingtaine
    trentaine quinzaine cinquantaine millier noon midday midnight mittag mitternacht midi minuit mediodía medianoche
    década
    spring summer autumn fall winter frühling sommer herbst primavera verano otoño invierno été automne hiver
    fifties sixties seventies eighties nineties https http www
"""
# Words that a figure can begin with; every other word is passed over.
_STARTERS = frozenset((*NUMBER_WORDS, *MULTIPLE_WORDS, *MONTHS, *FIRST_OF_PARTS, *_BESIDE_NUMBERS.split()))
# Articles and the like are nothing without one of these.
_TELLING = frozenset(map(stem, _STARTERS - frozenset("a an v one".split())))
_HAN_NUMERALS = "〇零一二三四五六七八九十百千万億兆"
_DIGIT = regex.compile(rf"[\p{{N}}{_HAN_NUMERALS}]|^[ivx]+$")
_SPACELESS = r"\p{Han}\p{Hiragana}\p{Katakana}"
_ROMAN = regex.compile(r"^[XVI]+(?:e|ème)?$")
_CANDIDATE = regex.compile(
    rf"(?P<word>[\p{{L}}--[{_SPACELESS}]][\p{{L}}--[{_SPACELESS}]\p{{M}}&]*)|(?<!\p{{Nd}})\.(?=\p{{Nd}})"
    rf"|[\p{{Nd}}¼½¾⅐-⅞$€£¥₹₽₩₺₪₿(§#'\[⁰¹²³⁴-⁹{_HAN_NUMERALS}第数何令平昭大明午正]|[+\-](?=[\d.$€£])",
    regex.V1,
)
# A capitalised name before a number or a Roman one, a letter and digits in one word, a currency's code.
_LEADS_UP = regex.compile(r"\d|-\d|[ -]?[$€£¥₹]? ?(?:\d|[IVX]+(?!\p{L}))|\.?[ ]?\d|@")
_MAY_LEAD_UP = frozenset("0123456789IVX@")  # one of them is among the next four signs, or nothing is led up to


# Which signs are digits is asked of the one library that finds them: Python's tables know an older Unicode.
_DECIMAL = regex.compile(r"\p{Nd}")


def _digit(point: int) -> str:
    """The value of a decimal digit: Unicode puts each script's ten side by side, from zero on."""
    first = point
    while _DECIMAL.match(chr(first - 1)):
        first -= 1
    return str((point - first) % 10)


class _Plain(dict[int, str]):
    """One sign for each: plain digits, spaces, dashes, apostrophes; the length stays."""

    _FIXED = dict.fromkeys("−﹣－‑‐", "-") | dict.fromkeys("–‒—―", "–") | dict.fromkeys("’ʼ＇‘′", "'")
    _FIXED |= dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))

    def __missing__(self, point: int) -> str:
        sign = chr(point)
        kind = category(sign)
        plain = self._FIXED.get(sign, sign)
        if _DECIMAL.match(sign):
            plain = _digit(point)
        elif kind == "Zs" or sign in "\t\r":
            plain = " "
        elif (
            kind not in ("No", "Lo")
            and sign not in "⁺⁻"
            and plain == sign
            and len(folded := normalize("NFKC", sign)) == 1
        ):
            plain = folded
        self[point] = plain
        return plain


_PLAIN = _Plain()
# A dash glued to digits behind such a word separates nothing: it was –5 °C.
_DASH_FOR_MINUS = regex.compile(r"(?<=\b(?:is|was|are|were|at|of|to|by|from|below) )–(?=\d)")


def plainly(text: str) -> str:
    """The text with one sign for each; offsets stay."""
    plain = text.translate(_PLAIN)
    return _DASH_FOR_MINUS.sub("-", plain) if "–" in plain else plain


def may_hold_figures(stems: frozenset[str]) -> bool:
    """Whether a text with these stems is worth reading for figures: a digit, a Han numeral or a number word."""
    return not _TELLING.isdisjoint(stems) or any(map(_DIGIT.search, stems))


def beginnings(plain: str, language: str) -> Iterator[int]:
    """Where a figure may begin: at digits and signs, and at words that can begin one or lead up to digits."""
    for match in _CANDIDATE.finditer(plain):
        word = match["word"]
        if (
            not word
            or (low := word.lower()) in _STARTERS
            or (
                not _MAY_LEAD_UP.isdisjoint(plain[match.end() : match.end() + 4])
                and _LEADS_UP.match(plain, match.end())
                and (word != low or plain[match.end()] != " ")
            )
            or (word[0] in "XVI" and _ROMAN.match(word))
            or (language == "de" and may_stand_in_number(low))
        ):
            yield match.start()


def passed_over(plain: str, at: int) -> int:
    """Where what begins at an offset and is no figure ends; 0 when it may be one."""
    match = _SKIPPED.match(plain, at) or _IDIOM.match(plain, at)
    return match.end() if match else 0
