"""How a quote goes wrong: kinds of alteration, each on raw characters, none of which may ever be called found.

A kind is a pattern that finds a place in a plain text, and a change there. Most change something inside the quote;
those called cuts end or begin the quote in the middle of something; the last few join what does not belong together.
Imports nothing of quotefound: what is altered must not depend on the rules that are to notice it.
"""

import random
from collections.abc import Callable
from typing import NamedTuple
from unicodedata import name, normalize

import regex

Match = regex.Match[str]
Change = Callable[[Match, random.Random], str | None]


class Kind(NamedTuple):
    """One kind of alteration.

    `how` is "inside" (the matched characters are replaced by what `change` gives), "from" (the quote begins at the
    match's end), "to" (it ends at the match's start), "joined" (the quote is what `change` gives: the match's two
    groups made one).
    """

    name: str
    pattern: regex.Pattern[str]
    how: str
    change: Change


def _kind(title: str, pattern: str, change: Change, how: str = "inside") -> Kind:
    return Kind(title, regex.compile(pattern, regex.V1), how, change)


def _same(match: Match, draw: random.Random) -> str:
    return match[0]


def _other(characters: str, but: str, draw: random.Random) -> str:
    return draw.choice([character for character in characters if character != but])


def _zero_of(digit: str) -> int:
    return ord(digit) - int(digit)


def _digit_changed(match: Match, draw: random.Random) -> str:
    return chr(_zero_of(match[0]) + int(_other("0123456789", str(int(match[0])), draw)))


def _digit_dropped(match: Match, draw: random.Random) -> str | None:
    """One digit of a run of at least two; a run of one digit repeated becomes shorter all the same."""
    place = draw.randrange(len(match[0]))
    return match[0][:place] + match[0][place + 1 :]


def _digits_swapped(match: Match, draw: random.Random) -> str | None:
    return None if match[0][0] == match[0][1] else match[0][1] + match[0][0]


def _exchange(table: dict[str, str]) -> Change:
    """Each of the table's words for one of those it is paired with."""

    def change(match: Match, draw: random.Random) -> str | None:
        others = table.get(match[0], "").split()
        return draw.choice(others) if others else None

    return change


def _decimal_moved(match: Match, draw: random.Random) -> str | None:
    whole, point, rest = match[1], match[2], match[3]
    return whole + rest[0] + (point + rest[1:] if len(rest) > 1 else "")


def _letter_changed(match: Match, draw: random.Random) -> str | None:
    """Another letter of the same block of sixteen, told apart in any case and in any form."""
    letter = match[0]
    near = [chr(code) for code in range(ord(letter) & ~15, (ord(letter) | 15) + 1)]
    folded = normalize("NFKC", letter).lower()
    kept = [c for c in near if regex.fullmatch(r"[\p{Ll}\p{Lo}]", c) and normalize("NFKC", c).lower() != folded]
    kept = [c for c in kept if c not in "ʼʻ" and normalize("NFKC", c) == c]
    return draw.choice(kept) if kept else None


def _letters_swapped(match: Match, draw: random.Random) -> str | None:
    return None if match[0][0].lower() == match[0][1].lower() else match[0][1] + match[0][0]


def _accent_changed(match: Match, draw: random.Random) -> str | None:
    """The letter without its marks, or with another."""
    bare = regex.sub(r"\p{M}", "", normalize("NFD", match[0]))
    other = normalize("NFC", bare + draw.choice("\u0300\u0301\u0302\u0308"))
    return draw.choice([way for way in (bare, other) if way != match[0]])


_LOOK_ALIKES = dict(zip("aceopxyiABEKMHOPCTX", "асеорхуіАВЕКМНОРСТХ", strict=True))
_LOOK_ALIKES |= {cyrillic: latin for latin, cyrillic in _LOOK_ALIKES.items()}
_LOOK_ALIKES |= dict(zip("ονιρκΑΒΕΗΙΚΜΝΟΡΤΧ", "ovipkABEHIKMNOPTX", strict=True))

_NOT = {
    "LATIN": "not nicht pas no não niet inte nie",
    "CYRILLIC": "не",
    "GREEK": "δεν",
    "ARABIC": "لا",
    "HEBREW": "לא",
    "DEVANAGARI": "नहीं",
    "GEORGIAN": "არ",
}
_NEGATIONS = "|".join(
    "not no never nicht kein keine nie pas jamais no nunca non não niet geen inte inga nie nem ei không değil"
    " не нет ни δεν μην لا لم لن ليس לא אין नहीं न không nepodařilo".split()
)
_INSERTED = "never always often nearly über très muy тоже πολύ جدا מאוד बहुत 大 안".split()

_WORD = r"(?<=[\p{L}\p{M},] )[\p{L}][\p{L}\p{M}]+(?= \p{L})"
_PAIR = r"(?<=[\p{L}\p{M},] )([\p{L}][\p{L}\p{M}]+) (\p{L}[\p{L}\p{M}]+)(?= \p{L})"
_NUMBER = r"(?<=\p{L} )\d+(?= \p{L})"  # a bare one between words
_UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}]"
_INDIC = r"\p{Devanagari}\p{Bengali}\p{Gurmukhi}\p{Gujarati}\p{Tamil}\p{Telugu}\p{Kannada}\p{Malayalam}\p{Sinhala}"
_NO_SPACES = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_SENTENCE = r"([^.!?।؟\n]{30,300})"
# The last words of one sentence and the first of the next. A short last word may be an abbreviation.
_LAST = r"(?<![\p{L}\p{M},])((?:[\p{L}\p{M},]++ ){2,6}\p{L}[\p{L}\p{M}]{4,}(?<! approx))"
_FIRST = r"((?:\p{Lu}|(?=\p{Lo})\p{L})[\p{L}\p{M}]*(?: [\p{L}\p{M},]+){2,6})(?= )"


def _inserted(match: Match, draw: random.Random) -> str:
    return f"{match[0]} {draw.choice(_INSERTED)}"


def _negated(match: Match, draw: random.Random) -> str | None:
    script = name(match[0][0], "?").split()[0]
    return f"{match[0]} {draw.choice(_NOT[script].split())}" if script in _NOT else None


def _words_swapped(match: Match, draw: random.Random) -> str | None:
    return None if match[1].lower() == match[2].lower() else f"{match[2]} {match[1]}"


def _doubled(match: Match, draw: random.Random) -> str:
    return f"{match[0]} {match[0]}"


def _dropped(match: Match, draw: random.Random) -> str:
    return ""


def _sign_added(match: Match, draw: random.Random) -> str:
    return draw.choice("-−+±") + match[0]


def _raised(match: Match, draw: random.Random) -> str:
    return match[0][:-1] + "⁰¹²³⁴⁵⁶⁷⁸⁹"[int(match[0][-1])]


def _range_end(match: Match, draw: random.Random) -> str:
    return match[1] + str(int(match[2]) + draw.randint(1, 9))


_MONTHS = "January February March April May June July August September October November December".split()
_COUNTS = "one two three four five six seven eight nine ten".split()


def _one_of(words: list[str]) -> Change:
    def change(match: Match, draw: random.Random) -> str | None:
        return draw.choice([word for word in words if word.lower() != match[0].lower()])

    return change


def _halves(match: Match, draw: random.Random) -> str | None:
    """The first half of one sentence and the second half of the next."""
    one, other = match[1].split(" "), match[2].split(" ")
    if len(one) < 6 or len(other) < 6:
        return None
    return " ".join(one[: len(one) // 2] + other[len(other) // 2 :])


def _crossed(match: Match, draw: random.Random) -> str:
    return f"{match[1]} {match[2]}"


_RAISED_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def _table(rows: str) -> dict[str, str]:
    """Rows of a word, a colon and the words it may be exchanged for; a semicolon ends a row."""
    return {(pair := row.split(": "))[0].strip(): pair[1] for row in rows.split(";")}


_OPERATORS = _table(
    """=: != == < >= ≠; ==: != = <=; !=: == =; <: > <= =; >: < >= =; <=: < >= ==; >=: > <= =; ≤: ≥ <; ≥: ≤ >; ≠: =;
    +: × ÷; ×: + ÷; ->: <- =>; =>: <= ->; ±: +; ~: ≥"""
)
_UNITS = _table(
    """km: m cm mi; m: km cm ft; cm: mm m; mm: cm m; kg: g mg lb; g: kg mg; mg: g µg kg; ms: s µs; s: ms h; kB: MB B;
    KB: MB GB; MB: GB KB; GB: MB TB; kHz: MHz Hz; MHz: GHz kHz; mW: W kW; kW: W mW; MW: W mW; V: A mV; bits: bytes;
    bytes: bits kilobytes; Bytes: Bits; octets: bits; seconds: minutes hours; minutes: seconds hours;
    hours: days minutes; days: weeks hours; pixels: points"""
)
_UNIT_CASE = _table(
    """kB: kb KB; KB: Kb kB; MB: Mb mB; GB: Gb gB; mW: MW; MW: mW; kW: KW; km: KM Km; mg: Mg; ms: Ms MS; MHz: mHz;
    kHz: KHz; m: M; g: G; s: S; kg: KG Kg; V: v; B: b; cm: CM; mm: MM"""
)
_CURRENCIES = _table("$: € £; €: $ ¥; £: € $; ¥: $ £; ₹: $ €")

KINDS: tuple[Kind, ...] = (
    # figures
    _kind("digit changed", r"\p{Nd}", _digit_changed),
    _kind("digit dropped", r"\p{Nd}{2,}", _digit_dropped),
    _kind("digit added", r"\p{Nd}+", lambda m, draw: m[0] + chr(_zero_of(m[0][0]) + draw.randrange(10))),
    _kind("digits swapped", r"\p{Nd}\p{Nd}", _digits_swapped),
    _kind("sign added", _NUMBER, _sign_added),
    _kind("sign dropped", r"(?<= )[-−+±](?=\d)", _dropped),
    _kind("sign turned", r"(?<= )[-−+±](?=\d)", lambda m, draw: draw.choice("+±") if m[0] in "-−" else "-"),
    _kind("sign cut", r"(?<= )[-−+±](?=\d)", _same, "from"),
    _kind("point for comma", r"(?<=\d)[.,](?=\d)", lambda m, draw: "." if m[0] == "," else ","),
    _kind("point dropped", r"(?<=\d)[.,](?=\d)", _dropped),
    _kind("decimal moved", r"(\d+)([.,])(\d+)", _decimal_moved),
    _kind("decimals cut", r"(?<= \d+)[.,](?=\d)", _same, "to"),
    _kind("percent added", _NUMBER, lambda m, draw: m[0] + draw.choice(("%", " %", "‰"))),
    _kind("percent dropped", r"(?<=\d) ?[%‰]", _dropped),
    _kind("percent cut", r"(?<=\d) ?[%‰]", _same, "to"),
    _kind("percent for permille", r"(?<=\d ?)[%‰]", lambda m, draw: "‰" if m[0] == "%" else "%"),
    _kind("currency added", _NUMBER, lambda m, draw: draw.choice(("$", "€", "£")) + m[0]),
    _kind("currency swapped", r"[$€£¥₹](?= ?\d)|(?<=\d ?)[$€£¥₹]", _exchange(_CURRENCIES)),
    _kind("currency dropped", r"[$€£¥₹] ?(?=\d)|(?<=\d) ?[$€£¥₹]", _dropped),
    _kind("currency cut", r"[$€£¥₹] ?(?=\d)", _same, "from"),
    _kind("unit's case", rf"(?<=\d ?)(?:{'|'.join(_UNIT_CASE)})(?![\w/])", _exchange(_UNIT_CASE)),
    _kind("unit swapped", rf"(?<=\d ?)(?:{'|'.join(_UNITS)})(?![\w/])", _exchange(_UNITS)),
    _kind("range's end changed", r"(?<![\d-])(\d+[-–])(\d{1,4})(?![\d-])", _range_end),
    _kind("range cut", r"(?<= \d+)[-–](?=\d)", _same, "to"),
    _kind("range's start cut", r"(?<= \d+[-–])(?=\d)", _same, "from"),
    _kind("date changed", r"(?<=\d{4}-\d\d-)\d\d", lambda m, draw: f"{(int(m[0]) + draw.randint(0, 26)) % 28 + 1:02}"),
    _kind("month changed", rf"\b(?:{'|'.join(_MONTHS)})\b(?= \d)", _one_of(_MONTHS)),
    _kind("time changed", r"(?<=\d\d?:)\d\d", lambda m, draw: f"{(int(m[0]) + draw.randint(1, 58)) % 60:02}"),
    _kind("fraction changed", r"(?<= \d/)\d(?![\d/])", _digit_changed),
    _kind("half dropped", r"(?<=\d)[½¼¾]", _dropped),
    _kind("version changed", r"(?<=\d+\.\d+\.)\d+", lambda m, draw: str(int(m[0]) + draw.randint(1, 9))),
    _kind("version cut", r"(?<= v?\d+\.\d+)\.(?=\d)", _same, "to"),
    _kind("digit raised", r"(?<= )\d{2,}(?=[ .,])", _raised),
    _kind("superscript flattened", r"(?<=\w)[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m, draw: m[0].translate(_RAISED_DIGITS)),
    _kind("superscript dropped", r"(?<=\d)[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", _dropped),
    _kind("exponent changed", r"(?<=\d[eE][+-]?)\d+", lambda m, draw: str(int(m[0]) + draw.randint(1, 9))),
    _kind("number word changed", rf"(?<= )(?:{'|'.join(_COUNTS)})(?= )", _one_of(_COUNTS)),
    # operators
    _kind("operator changed", r"(?<= )(?:[=!<>]=|[-=]>|[=<>≤≥≠+×±~])(?= )", _exchange(_OPERATORS)),
    _kind("operator dropped", r"(?<= )(?:[=!<>]=|[-=]>|[=<>≤≥≠+×±]) (?=\w)", _dropped),
    # words
    _kind("word dropped", _WORD + " ", _dropped),
    _kind("word inserted", _WORD, _inserted),
    _kind("word doubled", _WORD, _doubled),
    _kind("words swapped", _PAIR, _words_swapped),
    _kind("negation inserted", _WORD, _negated),
    _kind("negation dropped", rf"(?<= )(?:{_NEGATIONS}) (?=\p{{L}})", _dropped),
    _kind("space dropped", rf"(?<=\p{{L}}) (?=\p{{L}})(?!{_NO_SPACES})(?<!{_NO_SPACES} )", _dropped),
    _kind("space put in", rf"(?<=\p{{L}}{{3}})(?=\p{{L}}{{3}})(?<!{_NO_SPACES})(?!{_NO_SPACES})", lambda m, draw: " "),
    _kind("left out", _PAIR, lambda m, draw: draw.choice(("...", "…", "[…]"))),
    # letters
    _kind("letter changed", r"[\p{Ll}\p{Lo}](?!\p{M})", _letter_changed),
    _kind("letter dropped", r"(?<=\p{L})\p{L}(?=\p{L})(?!\p{L}\p{L}*\p{M}?-)", _dropped),
    _kind("letter added", r"(?<=\p{L})[\p{Ll}\p{Lo}](?=\p{L})", lambda m, draw: m[0] + m[0]),
    _kind("letters swapped", r"(?<=\p{L})\p{L}\p{L}(?=\p{L})", _letters_swapped),
    _kind(
        "accent changed",
        r"(?=[\p{Latin}\p{Greek}\p{Cyrillic}])(?![йёїΐΰ])[\p{L}--[a-zA-Zа-яА-ЯøØłŁđĐıßæœÆŒħðþ]]",
        _accent_changed,
    ),
    _kind(
        "mark dropped", rf"(?<=[{_INDIC}\p{{Thai}}\p{{Khmer}}\p{{Myanmar}}\p{{Arabic}}\p{{Hebrew}}])\p{{M}}", _dropped
    ),
    _kind("look-alike", rf"(?<=\p{{L}})[{''.join(_LOOK_ALIKES)}]", _exchange(_LOOK_ALIKES)),
    _kind("joiner dropped", rf"(?<=[\p{{Arabic}}{_INDIC}]\p{{M}}?)[\u200c\u200d](?=[\p{{L}}])", _dropped),
    _kind("Han changed", r"\p{Han}", _letter_changed),
    _kind("Han dropped", rf"(?<={_UNSPACED}{{2}}){_UNSPACED}(?={_UNSPACED}{{2}})(?<!(.)\1)(?!(?<=(.))\2)", _dropped),
    # cuts
    _kind("end of a word cut", rf"(?<=\p{{L}}{{2}})(?=[\p{{L}}\p{{M}}])(?<!{_NO_SPACES})(?!{_NO_SPACES})", _same, "to"),
    _kind("start of a word cut", rf"(?<=\p{{L}})(?=\p{{L}}{{2}})(?<!{_NO_SPACES})(?!{_NO_SPACES})", _same, "from"),
    _kind("compound's start cut", r"(?<=\p{L}{2}-)(?=\p{L}{2})", _same, "from"),
    _kind("compound's end cut", r"(?<=\p{L}{2})(?=-\p{L}{2})", _same, "to"),
    _kind(
        "compound's hyphen dropped",
        rf"(?<=\p{{L}}{{2}})-(?=\p{{L}}{{2}})(?!{_NO_SPACES})(?<!{_NO_SPACES}-)",
        _dropped,
    ),
    _kind("contraction cut", r"(?<=[\p{Latin}\p{Cyrillic}])(?=['’][\p{Latin}\p{Cyrillic}])", _same, "to"),
    _kind("Han negative cut", r"(?<=\p{Han})[不没沒未無无非](?=\p{Han}{3})|ไม่(?=\p{Thai})", _same, "from"),
    # joints
    _kind("sentences merged", rf"(?<=[.!?।؟] |\n\n){_SENTENCE}[.!?।؟] {_SENTENCE}(?=[.!?।؟])", _halves, "joined"),
    _kind("sentence end crossed", rf"{_LAST}[.!?।؟] {_FIRST}", _crossed, "joined"),
    _kind("block edge crossed", rf"{_LAST}[.!?।؟]?\n\n{_FIRST}", _crossed, "joined"),
    _kind("Han sentence end crossed", r"(\p{Han}{4,12})[。！？](\p{Han}{4,12})", lambda m, draw: m[1] + m[2], "joined"),
)
