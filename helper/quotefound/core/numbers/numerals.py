"""Digits as written → the exact values they may stand for: grouping, decimal mark, fractions, powers of ten.

1,234 is a thousand and more in English and a little over one in German; 1.234 the other way round. Where the text's
language does not say, both values are given, and whoever compares must not choose.
"""

from fractions import Fraction

import regex

# Languages that write the decimal with a comma.
COMMA_LANGUAGES = frozenset(("de", "es", "fr", "it", "pt", "nl", "sv", "pl", "tr"))

_PLAIN = regex.compile(r"\d+")
_GROUPED = {
    ",": regex.compile(r"\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}"),  # the second is the Indian custom
    ".": regex.compile(r"\d{1,3}(?:\.\d{3})+"),
    "'": regex.compile(r"\d{1,3}(?:'\d{3})+"),
    " ": regex.compile(r"\d{1,3}(?: \d{3})+"),
}
_RAISED = {sign: str(value) for value, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {"⁻": "-", "⁺": "+"}
_FRACTION_SIGNS = {
    "¼": (1, 4), "½": (1, 2), "¾": (3, 4), "⅐": (1, 7), "⅑": (1, 9), "⅒": (1, 10), "⅓": (1, 3), "⅔": (2, 3),
    "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8),
    "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip
FRACTION_SIGNS = {sign: Fraction(*parts) for sign, parts in _FRACTION_SIGNS.items()}
# More digits than any figure of an answer has; beyond it digits are a name.
LONGEST = 40


def exact(digits: str) -> Fraction:
    """ASCII digits with at most one "." as a fraction."""
    whole, _, decimals = digits.partition(".")
    return Fraction(int(whole + decimals or "0"), 10 ** len(decimals))


def raised(text: str) -> int:
    """Superscript digits and sign, or plain ones, as a whole number."""
    return int("".join(_RAISED.get(sign, sign) for sign in text))


def values(written: str, language: str = "") -> tuple[Fraction, ...]:
    """Every value that digits with ",", ".", "'" and spaces may stand for; none when they follow no custom."""
    if len(written) > LONGEST:
        return ()
    if _PLAIN.fullmatch(written):
        return (Fraction(int(written)),)
    found = []
    for decimal, groupers in ((".", ", '"), (",", ". '")):
        value = _value(written, decimal, groupers)
        if value is not None and value not in found:
            found.append(value)
    if len(found) == 2:
        mark = next(sign for sign in written if sign in ",.")
        if mark == "," and language not in COMMA_LANGUAGES:
            return (found[0],)  # 1,234 groups thousands wherever the comma is no decimal mark
        if mark == "." and written.startswith("0"):
            return (found[0],)
        if mark == "," and written.startswith("0"):
            return (found[1],)
        if mark == "." and language in ("de", "es"):
            return (found[1],)
        if mark == "," and language in ("de", "fr"):  # Spanish groups by the point in Spain, by the comma in Mexico
            return (found[1],)
    return tuple(found)


def _value(written: str, decimal: str, groupers: str) -> Fraction | None:
    """The value with one given decimal mark, or None where that breaks the custom."""
    whole, mark, decimals = written.partition(decimal)
    if mark and not _PLAIN.fullmatch(decimals):
        return None
    if not _PLAIN.fullmatch(whole):
        used = [sign for sign in groupers if sign in whole]
        if len(used) != 1 or not _GROUPED[used[0]].fullmatch(whole) or whole.startswith("0"):
            return None
        whole = whole.replace(used[0], "")
    return exact(f"{whole}.{decimals}" if mark else whole)


_DIGITS = r"(?:\d{1,3}(?: \d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,']\d+)*)"
_NUMERAL = regex.compile(rf"(?P<sign>[+-](?=[\d.]))?(?P<digits>{_DIGITS}|\.\d+)")
_RAISED_DIGITS = "[⁰¹²³⁴-⁹]"
_POWER = regex.compile(rf"\s?[×xX·*]\s?10(?:\^\s?\(?(?P<up>[+-]?\d{{1,9}})\)?|(?P<raised>[⁺⁻]?{_RAISED_DIGITS}+))")
_EXPONENT = regex.compile(r"[eE](?P<up>[+-]?\d{1,9})(?!\w)(?P<raised>)")
_TEN = regex.compile(
    rf"10(?:\^(?P<up>[+-]?\d{{1,9}})|(?P<raised>⁻{_RAISED_DIGITS}+|[³⁴-⁹]|{_RAISED_DIGITS}{{2}}))(?!\d)"
)
_TEN_OR_NOTE = regex.compile(r"10[⁰¹²]")  # a hundred, or ten with a note mark
_NOTE = regex.compile(rf"{_RAISED_DIGITS}+(?![\p{{L}}\d])|\[\d{{1,3}}\]")
_MIXED = regex.compile(r"\s(?P<above>\d{1,30})[/⁄](?P<below>\d{1,30})(?![\d/])")
_SIGNED_PART = regex.compile(r"\s?([¼½¾⅐-⅞])")
_LARGEST_POWER = 400


def number_at(text: str, at: int, language: str = "") -> tuple[tuple[Fraction, ...], int] | None:
    """The values that the digits at an offset may have, and where they end, note marks behind them included."""
    if part := FRACTION_SIGNS.get(text[at]):
        return (part,), at + 1
    if ten := _TEN.match(text, at):
        up = raised(ten["up"] or ten["raised"])
        return ((Fraction(10) ** up,), ten.end()) if abs(up) <= _LARGEST_POWER else None
    if either := _TEN_OR_NOTE.match(text, at):
        return (Fraction(10), Fraction(10) ** raised(either[0][2:])), either.end()
    match = _NUMERAL.match(text, at)
    if not match or (match["sign"] and text[at - 1 : at].isalnum()):
        return None
    digits, end = match["digits"], match.end()
    if len(digits) > LONGEST:
        return None
    found = (exact("0" + digits),) if digits[0] == "." else values(digits, language)
    if not found:
        return None
    if (mixed := _MIXED.match(text, end)) and digits.isdigit() and 0 < int(mixed["above"]) < int(mixed["below"]):
        found, end = (found[0] + Fraction(int(mixed["above"]), int(mixed["below"])),), mixed.end()
    elif part_sign := _SIGNED_PART.match(text, end):
        found, end = (found[0] + FRACTION_SIGNS[part_sign[1]],), part_sign.end()
    if power := _POWER.match(text, end) or _EXPONENT.match(text, end):
        up = raised(power["up"] or power["raised"])
        if abs(up) > _LARGEST_POWER:
            return None
        found, end = (found[0] * Fraction(10) ** up,), power.end()  # a mantissa has no groups
    elif note := _NOTE.match(text, end):
        end = note.end()
    if match["sign"] == "-":
        found = tuple(-value for value in found)
    return found, end
