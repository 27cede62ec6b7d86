"""Numbers written as words, in English, German, Spanish, French and Japanese → exact values.

Words come as a list in lower case with hyphens as words of their own. Knows nothing of units, nouns or figures.
"""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import regex

from quotefound.core.words import FUNCTION_WORDS


class Spelled(NamedTuple):
    """A number in words: its value, the word after it, and its form: "number", "ordinal", "fraction" or "year"."""

    value: Fraction
    end: int
    form: str = "number"


def _numbered(words: str, first: int = 0, step: int = 1) -> dict[str, int]:
    """Words in order, each with its number; words for one number are joined by "/"."""
    return {one: first + step * at for at, same in enumerate(words.split()) for one in same.split("/")}


_SMALL = {
    "en": _numbered(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen"
    )
    | _numbered("twenty thirty forty/fourty fifty sixty seventy eighty ninety", 20, 10),
    "de": _numbered(
        "null eins/ein/eine zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn"
        " sechzehn siebzehn achtzehn neunzehn"
    )
    | _numbered("zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig", 20, 10),
    "es": _numbered(
        "cero uno/un/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
        " dieciséis/dieciseis diecisiete dieciocho diecinueve veinte veintiuno/veintiún/veintiuna"
        " veintidós/veintidos veintitrés/veintitres veinticuatro veinticinco veintiséis/veintiseis veintisiete"
        " veintiocho veintinueve"
    )
    | _numbered("treinta cuarenta cincuenta sesenta setenta ochenta noventa cien/ciento", 30, 10)
    | _numbered("doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas"
                " seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas",
                200, 100),
    "fr": _numbered(
        "zéro un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
    )
    | _numbered("vingt trente quarante cinquante soixante septante huitante nonante", 20, 10),
}  # fmt: skip
_HUNDRED = {
    "en": {"hundred": 100},
    "de": {"hundert": 100},
    "es": {},
    "fr": {"cent": 100, "cents": 100},
}
_MILLION, _MILLIARD = 10**6, 10**9
SCALES = {
    "en": {"thousand": 1000, "million": _MILLION, "billion": _MILLIARD, "trillion": 10**12, "quadrillion": 10**15,
           "lakh": 10**5, "lakhs": 10**5, "crore": 10**7, "crores": 10**7, "dozen": 12},
    "de": {"tausend": 1000, "million": _MILLION, "millionen": _MILLION, "milliarde": _MILLIARD,
           "milliarden": _MILLIARD, "billion": 10**12, "billionen": 10**12, "dutzend": 12},
    "es": {"mil": 1000, "millón": _MILLION, "millon": _MILLION, "millones": _MILLION, "billón": 10**12,
           "billones": 10**12, "docena": 12},
    "fr": {"mille": 1000, "million": _MILLION, "millions": _MILLION, "milliard": _MILLIARD, "milliards": _MILLIARD,
           "billion": 10**12, "billions": 10**12, "douzaine": 12},
}  # fmt: skip
_AND = {"en": "and", "de": "und", "es": "y", "fr": "et"}
# Articles and pronouns as often as numbers: alone they count nothing.
_NEVER_ALONE = frozenset(("ein", "eine", "un", "una", "une", "neuf", "uno"))
_ARTICLES = frozenset(("a", "an", "un", "una", "une", "ein", "eine", "einer", "einem", "eines"))
_OF = frozenset("der des von aller mehr weniger davon de del d du plus moins más menos".split())
_ORDINALS = {
    "en": _numbered(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
        " fifteenth sixteenth seventeenth eighteenth nineteenth",
        1,
    )
    | _numbered("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth", 20, 10)
    | {"thousandth": 1000, "millionth": _MILLION},
    "de": {f"{stem}{ending}": number for stem, number in (_numbered(
        "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt"
        " siebzehnt achtzehnt neunzehnt zwanzigst", 1) | {"dreißigst": 30, "hundertst": 100}).items()
        for ending in ("e", "en", "er", "es", "em")},
    "es": {f"{stem}{ending}": number for stem, number in _numbered(
        "primer segund tercer cuart quint sext séptim octav noven décim", 1).items()
        for ending in ("o", "a", "os", "as")} | {"primer": 1, "tercer": 3},
    "fr": {"premier": 1, "première": 1} | _numbered(
        "deuxième/second/seconde troisième quatrième cinquième sixième septième huitième neuvième dixième onzième"
        " douzième treizième quatorzième quinzième seizième dix-septième dix-huitième dix-neuvième vingtième", 2),
}  # fmt: skip
_PARTS = {
    "en": {"half": 2, "halves": 2, "quarter": 4, "quarters": 4}
    | {word + ending: number for word, number in _ORDINALS["en"].items() if number > 2 for ending in ("", "s")},
    "de": {"hälfte": 2, "halb": 2, "halbe": 2, "drittel": 3, "viertel": 4, "fünftel": 5, "zehntel": 10},
    "es": {"mitad": 2, "medio": 2, "media": 2, "tercio": 3, "tercios": 3, "cuarto": 4, "cuartos": 4, "quinto": 5,
           "quintos": 5, "décimo": 10},
    "fr": {"moitié": 2, "demi": 2, "demie": 2, "tiers": 3, "quart": 4, "quarts": 4, "cinquième": 5, "dixième": 10},
}  # fmt: skip
_GERMAN = sorted(
    [*(_SMALL["de"].items()), ("hundert", 100), ("tausend", 1000), ("und", -1)], key=lambda item: -len(item[0])
)
# One and a half, two and a half: one word in German; so is the second largest.
_GERMAN_HALVES = {"anderthalb": Fraction(3, 2)} | {
    f"{word}einhalb": number + Fraction(1, 2) for word, number in _SMALL["de"].items() if 0 < number < 13
}
_GERMAN_SUPERLATIVE = regex.compile(r"(zweit|dritt|viert|fünft|sechst|siebt|acht|neunt|zehnt)\p{L}{2,20}[sß]te[nrsm]?")
_LONGEST_WORD = 80  # letters; no number that people write is one longer word


@lru_cache(maxsize=1 << 10)
def language_of_numbers(text: str) -> str:
    """Which of the four languages the words of a text speak for; English when nothing speaks against it."""
    words = set(regex.findall(r"\p{L}+", text.lower()))
    scores = {language: len(words & _FUNCTION[language]) + 2 * len(words & _TELLING[language]) for language in _SMALL}
    compounds = (word for word in words - _SHARED - _TELLING["de"] if 8 < len(word) <= _LONGEST_WORD)
    scores["de"] += 2 * sum(_german(word) is not None for word in compounds)
    best = max(scores, key=lambda language: (scores[language], language == "en"))
    return best if scores[best] > scores["en"] else "en"


_FUNCTION = {language: frozenset(FUNCTION_WORDS[language].split()) for language in _SMALL}
_SHARED = frozenset(
    word for one in _SMALL for word in (*_SMALL[one], *SCALES[one])
    if sum(word in _SMALL[other] or word in SCALES[other] for other in _SMALL) > 1
) | frozenset(("once", "elf", "null", "dos", "cent", "cents", "sept", "acht", "millions",
                 "premier", "second"))  # fmt: skip


# What often stands beside a figure: hedges, comparators, what is counted.
_BESIDE = {
    "en": "about people years percent more than",
    "de": "etwa rund ungefähr knapp mindestens höchstens prozent jahr jahre jahren menschen personen einwohner kosten"
    " kostet gibt stieg sank betrug liegt über hat",
    "es": "unos unas aproximadamente más menos personas habitantes años año millones empresa tiene fueron alcanzó",
    "fr": "environ personnes habitants ans années moins entreprise près selon",
}
_TELLING = {
    language: {*_SMALL[language], *SCALES[language], *_ORDINALS[language], *_BESIDE[language].split()} - _SHARED
    for language in _SMALL
}
_GERMAN_PARTS = "|".join(part for part, _ in _GERMAN)
# Every word that can stand in a number; the German compounds by their pattern.
NUMBER_WORDS = frozenset(
    word for table in (_SMALL, _HUNDRED, SCALES, _ORDINALS, _PARTS) for words in table.values() for word in words
) | frozenset(_GERMAN_HALVES)
_GERMAN_COMPOUND = rf"(?:{_GERMAN_PARTS}|zig|ßig){{2,}}"
_INSIDE = NUMBER_WORDS | _ARTICLES | frozenset(_AND.values()) | {"-", "point", "oh"}
_COMPOUND = regex.compile(_GERMAN_COMPOUND)


def may_stand_in_number(word: str) -> bool:
    """Whether a word in lower case can be part of a number in words."""
    if word in _INSIDE:
        return True
    return len(word) <= _LONGEST_WORD and bool(_COMPOUND.fullmatch(word) or _GERMAN_SUPERLATIVE.fullmatch(word))


def spelled(words: list[str], start: int, language: str) -> Spelled | None:
    """The number that begins with word `start`, as long as it goes; None when none begins there."""
    if language == "de" and (halved := _GERMAN_HALVES.get(words[start])):
        return _scaled(words, Spelled(halved, start + 1), language)
    number = _cardinal(words, start, language)
    if number:
        return _year(words, number, start, language) or _with_part(words, number, language)
    word = words[start]
    if language == "de" and (superlative := _GERMAN_SUPERLATIVE.fullmatch(word)):
        return Spelled(Fraction(_ORDINALS["de"][superlative[1] + "e"]), start + 1, "ordinal")
    if word in _ORDINALS[language] and not (
        language == "en" and word == "second" and words[start - 1 : start] == ["a"]
    ):
        return Spelled(Fraction(_ORDINALS[language][word]), start + 1, "ordinal")
    parts = _PARTS[language]
    if parts.get(word) == 2:
        return Spelled(Fraction(1, 2), start + 1, "fraction")
    if language != "en" and word in _ARTICLES and len(words) > start + 1:
        part = parts.get(words[start + 1], 0)
        if words[start + 2 : start + 3] in ([], *([of] for of in _OF)) and part > 2:  # "un cuarto grande" is a room
            return Spelled(Fraction(1, part), start + 2, "fraction")
    return None


def _cardinal(words: list[str], start: int, language: str) -> Spelled | None:
    """Whole numbers: small ones add up, a hundred multiplies, a scale closes what stands before it."""
    small, hundred, scales = _SMALL[language], _HUNDRED[language], SCALES[language]
    total = current = 0
    slot = smallest = _ENDLESS  # what may still be added must be below the slot
    at = end = start
    if words[at] in _ARTICLES and at + 1 < len(words) and (words[at + 1] in scales or words[at + 1] in hundred):
        current, at = 1, at + 1
    while at < len(words):
        word, taken = words[at], 1
        if end > start and (word == "-" or (word == _AND[language] and _goes_on(words, at, language, slot))):
            at += 1
            continue
        value = small.get(word, -1)
        if word == "quatre" and words[at + 1 : at + 2] == ["-"] and words[at + 2 : at + 3] in (["vingt"], ["vingts"]):
            value, taken = 80, 3
        elif value < 0 and language == "de" and word not in scales and word not in hundred:
            compound = _german(word)
            value = -1 if compound is None else compound
        if value >= 0:
            if value >= slot or (value == 0 and end > start):
                break
            current, slot = current + value, _slot(value, language)
        elif word in hundred and (0 < current < 100 or (end == start and language != "en")):
            current, slot = (current or 1) * hundred[word], 100
        elif word in scales and current and scales[word] < smallest:
            total, current, slot = total + current * scales[word], 0, scales[word]
            smallest = slot
        elif word in ("mil", "mille", "tausend") and word in scales and not current and not total:
            total, slot, smallest = 1000, 1000, 1000
        elif language == "es" and scales.get(word) == _MILLION and 0 < total < _MILLION:
            total, current, slot = (total + current) * _MILLION, 0, _MILLION  # mil millones
            smallest = slot
        else:
            ordinal = _ORDINALS[language].get(word, 0)
            if end > start and 0 < ordinal < slot and slot < _ENDLESS:
                return Spelled(Fraction(total + current + ordinal), at + 1, "ordinal")
            break
        at += taken
        end = at
    if end == start or (end == start + 1 and words[start] in _NEVER_ALONE):
        return None
    return Spelled(Fraction(total + current), end)


_ENDLESS = 10**18


def _slot(value: int, language: str) -> int:
    """What a small number leaves open: twenty takes one to nine; soixante and quatre-vingt up to nineteen."""
    if value >= 100:
        return 100 if value % 100 == 0 else 1
    if language == "fr" and value in (60, 80):
        return 20
    return 10 if (value % 10 == 0 and value > 10) or (language == "fr" and value == 10) else 1


def _goes_on(words: list[str], link: int, language: str, slot: int) -> bool:
    """Whether "and" stands inside a number rather than between two."""
    value = _SMALL[language].get(words[link + 1], -1) if link + 1 < len(words) else -1
    if language == "en":
        return value > 0 and 100 <= slot < _ENDLESS
    return 0 < value < slot and slot < 100


def _year(words: list[str], number: Spelled, start: int, language: str) -> Spelled | None:
    """Years spoken in pairs: nineteen eighty-four, twenty twenty."""
    if language != "en" or not 10 < number.value <= 20 or number.end >= len(words) or words[number.end] == "-":
        return None
    if words[number.end] == "oh":  # nineteen oh five
        unit = _SMALL["en"].get(words[number.end + 1], 0) if number.end + 1 < len(words) else 0
        return Spelled(100 * number.value + unit, number.end + 2, "year") if 0 < unit < 10 else None
    pair = _cardinal(words, number.end, language)
    if pair and 10 <= pair.value < 100 and "hundred" not in words[start : pair.end]:
        return Spelled(100 * number.value + pair.value, pair.end, "year")
    return None


def _with_part(words: list[str], number: Spelled, language: str) -> Spelled:
    """The number with what follows: "and a half", "point five", or a part such as thirds."""
    at = number.end + (words[number.end : number.end + 1] == ["-"])
    word = words[at] if at < len(words) else ""
    parts = _PARTS[language]
    if word in parts and number.value < parts[word] * 10 and word != "second":
        return Spelled(number.value / parts[word], at + 1, "fraction")
    if language == "en" and word == "point" and at + 1 < len(words):
        digits = []
        while at + 1 < len(words) and 0 <= _SMALL["en"].get(words[at + 1], -1) < 10:
            digits.append(_SMALL["en"][words[at + 1]])
            at += 1
        if digits:
            value = number.value + Fraction(int("".join(map(str, digits))), 10 ** len(digits))
            return _scaled(words, Spelled(value, at + 1), language)
    return _and_a_part(words, number, language)


def _and_a_part(words: list[str], number: Spelled, language: str) -> Spelled:
    """Two and a half; zwei und eine halbe is rare, dos y media and deux et demi are not."""
    at = number.end
    if words[at : at + 1] != [_AND[language]]:
        return number
    at += 1 + (words[at + 1 : at + 2] in ([article] for article in _ARTICLES))
    word = words[at] if at < len(words) else ""
    if _PARTS[language].get(word) in (2, 3, 4) and (word not in ("third", "fourth") or words[at - 1] == "a"):
        whole = SCALES[language].get(words[number.end - 1], 1)  # dos millones y medio
        half = Fraction(whole, _PARTS[language][word])
        return _scaled(words, Spelled(number.value + half, at + 1), language)
    return number


def _scaled(words: list[str], number: Spelled, language: str) -> Spelled:
    scale = SCALES[language].get(words[number.end]) if number.end < len(words) else None
    return Spelled(number.value * scale, number.end + 1) if scale else number


@lru_cache(maxsize=1 << 10)
def _german(word: str) -> int | None:
    """A German compound such as zweihundertvierunddreißig, or None when the word is no number."""
    if len(word) > _LONGEST_WORD:
        return None
    total = current = 0
    rest, parts = word, 0
    while rest:
        part, value = next((one for one in _GERMAN if rest.startswith(one[0])), ("", 0))
        if not part:
            return None
        rest, parts = rest[len(part) :], parts + 1
        if value == 1000:
            total, current = total + (current or 1) * 1000, 0
        elif value == 100:
            current = (current or 1) * 100
        elif value >= 0:
            current += value
    return total + current if parts > 1 else None
