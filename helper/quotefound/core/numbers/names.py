"""Digits that count nothing: versions, telephone and book numbers, parts of a document, models, kings and code names.

They compare part by part as written; punctuation that only groups them is dropped.
"""

import regex

from quotefound.core.numbers.dates import Dated, roman
from quotefound.core.numbers.measures import COUNTED_BEHIND, number_goes_on
from quotefound.core.numbers.values import Kind, Reading
from quotefound.core.numbers.wording import is_bound_behind

_ISBN = regex.compile(
    r"(?:ISBN(?:-1[03])?(?: is)?:?\s*)(?P<digits>(?:97[89][- ]?)?\d[\d -]{7,14}[\dXx])(?!\d)", regex.IGNORECASE
)
_ISBN_BARE = regex.compile(r"(?P<digits>97[89][- ]?\d[\d -]{7,12}\d)(?!\d)")
_PHONE = regex.compile(
    r"(?:\+\d{1,3}[ .-]?)?\(\d{2,5}\)[ .-]?\d{3,4}(?:[ .-]?\d{2,4})+|\+\d{1,3}(?:[ .-]?\d{2,4}){2,6}"
    r"|\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)|\d{3}-\d{4}(?![\d-])|0\d{2,4}[ /-]\d{3,}(?:[ -]?\d{2,})*"
)
_VERSION = regex.compile(
    r"(?:v(?:er(?:sion|\.)?)?\.?\s?|release\s)(?P<digits>\d+(?:\.\d+)*(?:[-.]?(?:alpha|beta|rc|b)\.?\d*)?)(?![\d])",
    regex.IGNORECASE,
)
_DOTTED = regex.compile(
    r"(?!\d{1,3}(?:\.\d{3})+(?![\d.]))(?P<digits>\d+\.\d+(?:\.\d+)+(?:-?(?:alpha|beta|rc)\.?\d*)?)(?![\d])"
)
_PART_WORDS = (
    "chapter|section|sect\\.|clause|article|art\\.|paragraph|para\\.|part|book|act|scene|volume|vol\\.|phase|type|title"
    "|appendix|annex|schedule|table|figure|fig\\.|page|p\\.|pp\\.|no\\.|number|nr\\.|item|step|level|grade|class"
    "|category|tier|stage|group|room|floor|gate|line|route|highway|interstate|bus|flight|apollo|psalm|verse|rule"
    "|amendment|episode|season|issue|series|round|question|exhibit|proposition|kapitel|abschnitt|artikel|absatz|seite"
    "|capítulo|artículo|sección|página|chapitre|world war|super bowl"
)
FIRST_OF_PARTS = frozenset(regex.split(r"[ \\.]", word)[0] for word in _PART_WORDS.split("|"))
_WORDS = {
    word: str(number) for number, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
}
_PART = regex.compile(
    rf"(?P<word>{_PART_WORDS}|§§?|#|第)\s?(?P<number>\d+(?:[.-]\d+)*[a-z]?(?:\([a-z\d]+\))*|[IVXLCDM]+|{'|'.join(_WORDS)})"
    r"(?![\p{L}\d]|,\d{3})",
    regex.IGNORECASE,
)
# Behind these names a lone I is a number, and elsewhere the writer.
_RULERS = (
    "Elizabeth|Charles|James|Mary|Francis|Frederick|Wilhelm|William|Napoleon|Nicholas|Alexander|Peter|Catherine|Leopold"
    "|Otto|Edward|Henry|Richard|George|Philip|Ferdinand|Maximilian|Pedro|Isabella"
)
# A capitalised name and a number: Boeing 737, Henry VIII; what goes on with capitals or digits may be another model.
_NAMED = regex.compile(
    r"(?P<name>(?:\p{Lu}|i(?=\p{Lu}))[\p{L}\p{M}&]*)[ -]"
    r"(?P<number>\d{1,4}(?:\.\d+)*(?![\d]|[.,:/]\d|'?s\b|\s?(?:am|pm)\b)[A-Z]?|[IVX]{2,}|V|X"
    rf"|(?<=\b(?:{_RULERS}) )I)(?![\p{{L}}\d])"
    r"(?P<tail>(?:[-/]\d+\w*)?(?: (?:\p{Lu}[\p{L}\d]+|[A-Z]?\d+(?![.,]?\d|\p{L}))\b)*)"
)
_L = r"[\p{L}--[\p{Han}\p{Hiragana}\p{Katakana}]]"
_CODE = regex.compile(
    rf"(?P<code>\p{{Lu}}\d+(?=-\d)|{_L}+-?\d[{_L}\d]*(?:[-/.]\d[{_L}\d]*)*(?:-\p{{Lu}}+)?|\d+{_L}+\d*)(?![\p{{L}}\d])"
    r"(?P<tail>-\d+(?!\d)| (?:Pro|Max|MAX|Plus|Ultra|Mini|Lite|Turbo|Air|SE|XL|FE)\b|)",
    regex.V1,
)
# Words that stand before a number with a hyphen and make no name of it: a magnitude-7.8 quake, pre-1990.
_NO_CODE = regex.compile(r"(?:magnitude|pre|post|mid|under|over|top|sub|age|aged|circa|force|non)-\d", regex.IGNORECASE)
_MIXED_CODE = regex.compile(r"(?!\d+[eEhH:x]\d+(?!\p{L}))\d+[a-zA-Z]+\d+[a-zA-Z\d]*(?![\p{L}\d])")
_OCR = regex.compile(r"[$€£¥]?(?:[\d.,]*[lIoO][\d.,]+|\d[\d.,]*[lIoO]+[\d.,]*)(?![\p{L}\d])")
_SHORTEST_TELEPHONE = 7  # digits
_SHORT_NAME = 3  # letters of an airline, a road, a film speed
_WORLD_WAR = regex.compile(r"(first|second|ersten?|zweiten?) (?:world war|weltkriegs?)", regex.IGNORECASE)
_SCORE = regex.compile(r"\d+–\d|\d{1,2}-\d{1,2}(?![\d-])")
_COUNTING = (COUNTED_BEHIND.match, is_bound_behind, regex.compile(r"\s?(?:-|–|to)\s?\d").match)  # Sleep 7 to 9 hours
_OPENS = regex.compile(r"(?:^|[.!?…])[\"'”’)\s]*$")
# Words that open a sentence or a phrase before a number without being part of a name.
_NO_NAMES = frozenset(
    """in on at by for from to of the a an and or but with about around over under nearly almost only some between
    since until before after during within than least most more less exactly approximately roughly up as is was were
    are has had all each every its his her their our these those this that there it he she we they you if when while
    another other both up total just per between versus vs plus minus add use take see top last next first more
    january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday
    usd eur gbp jpy chf cad aud inr cny us hk nz ci tel call phone
    exactly precisely genau exactement exactamente der die das im am um über unter etwa rund nach vor mit von seit
    zwischen mindestens höchstens
    el la los las en de con unos unas le les un une des dans il y entre""".split()
)


def unreadable(text: str, at: int) -> int:
    """Where a number ends that has letters among its digits, as scanned text has (l0 for 10); 0 when none is here."""
    match = _OCR.match(text, at)
    return match.end() if match and any(sign.isdigit() for sign in match[0]) and len(match[0]) > 1 else 0


def named(text: str, at: int) -> tuple[Dated, str] | None:
    """The name with digits that begins at an offset, with its tail, or None."""
    lettered = text[at].isalpha()
    if match := (_ISBN if lettered else _ISBN_BARE).match(text, at):
        digits = "".join(sign for sign in match["digits"].upper() if sign.isalnum())
        if len(digits) in (10, 13):
            return Dated((Reading(Kind.NAME, (digits,), f"isbn{len(digits)}"),), match.end()), ""
    if not lettered and (match := _PHONE.match(text, at)):
        digits = "".join(sign for sign in match[0] if sign.isdigit())
        if len(digits) >= _SHORTEST_TELEPHONE:
            return Dated((Reading(Kind.NAME, (digits,), "telephone"),), match.end()), ""
    if match := (_VERSION if lettered else _DOTTED).match(text, at):
        return Dated((Reading(Kind.VERSION, tuple(match["digits"].lower().split("."))),), match.end()), ""
    if not lettered and (match := _MIXED_CODE.match(text, at)):
        return Dated((Reading(Kind.NAME, (match[0].casefold(),), "code"),), match.end()), ""
    if lettered and (war := _WORLD_WAR.match(text, at)):
        return Dated((Reading(Kind.NAME, ("1" if war[1][0] in "fFeE" else "2",), "world war"),), war.end()), ""
    if (match := _PART.match(text, at)) and not number_goes_on(text, match.end()):
        number, word = match["number"], match["word"].lower().rstrip(".")
        value = str(roman(number) or number.lower()) if number.isupper() else number.lower()
        value = _WORDS.get(value, value)
        return Dated((Reading(Kind.NAME, (value,), _SAME_PART.get(word, word)),), match.end()), ""
    return None


_SAME_PART = {
    "§": "section", "§§": "section", "sect": "section", "art": "article", "para": "paragraph", "vol": "volume",
    "fig": "figure", "p": "page", "pp": "page", "no": "number", "nr": "number", "#": "number",
}  # fmt: skip


def model(text: str, at: int) -> tuple[Dated, str] | None:
    """A capitalised name with a number, and what its name goes on with; or None."""
    match = _NAMED.match(text, at)
    if not match or match["name"].lower() in _NO_NAMES:
        return None
    if _SCORE.match(text, match.start("number")):
        return None  # beat Brazil 7–1
    end = match.end("number")
    opens = _OPENS.search(text, 0, at) and not (match["name"].isupper() and len(match["name"]) > 1)  # RFC 2616
    if number_goes_on(text, end) or (opens and any(behind(text, end) for behind in _COUNTING)):
        return None  # the number counts; the capital is the sentence's
    number = match["number"]
    if number.isdigit() and len(number) == 4 and 1000 <= int(number) <= 2199 and not match["tail"]:
        return None  # a year behind a name: NeurIPS 2021
    if match["name"].isupper() and len(match["name"]) <= _SHORT_NAME and number[0].isdigit() and not match["tail"]:
        name = match["name"].casefold()  # BA 117 is BA117
        return Dated((Reading(Kind.NAME, (name + number.casefold(),), f"code {name}"),), match.end()), ""
    value = str(roman(number)) if roman(number) else number
    return Dated((Reading(Kind.NAME, (value,), match["name"].lower()),), match.start("tail")), match["tail"].strip(
        " -/"
    )


def code(text: str, at: int) -> tuple[Dated, str] | None:
    """Letters and digits in one word, such as A380, COVID-19 or 5G, and what the name goes on with; or None."""
    match = _CODE.match(text, at)
    if not match or _NO_CODE.match(text, at):
        return None
    written = match["code"].replace("-", "").casefold()
    tail = match["tail"].strip(" -")
    letters = "".join(sign for sign in written if sign.isalpha())
    return Dated((Reading(Kind.NAME, (written,), f"code {letters}"),), match.end()), tail
