"""Numbers in Han numerals, and digits with 万 and 億 between them → exact values."""

from fractions import Fraction

import regex

_HAN_DIGITS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")} | {"零": 0, "両": 2, "两": 2}
_HAN_TENS = {"十": 10, "百": 100, "千": 1000}
HAN_SCALES = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
_LONGEST_HAN = 40
_HAN_MIXED = regex.compile(r"((?:\d[\d,]*(?:\.\d+)?)?)([〇零一二三四五六七八九両两十百千]*)([万萬億亿兆]?)")


def han(text: str) -> Fraction | None:
    """A number in Han numerals, digits with 万 and 億 included; None when the signs make no number."""
    total, at = Fraction(0), 0
    if len(text) > _LONGEST_HAN:
        return None
    while at < len(text):
        part = _HAN_MIXED.match(text, at)
        if part is None or part.end() == at or not (part[1] or part[2] or part[3]):
            return None
        value = Fraction(part[1].replace(",", "")) if part[1] else Fraction(0)
        value = _han_thousands(part[2], value) if part[2] else value
        total += value * HAN_SCALES.get(part[3], 1) if part[1] or part[2] else Fraction(HAN_SCALES[part[3]])
        at = part.end()
    return total


def _han_thousands(signs: str, before: Fraction) -> Fraction:
    if all(sign in _HAN_DIGITS for sign in signs):  # place by place, as in 二〇二四
        return Fraction(int("".join(str(_HAN_DIGITS[sign]) for sign in signs)))
    total, current = Fraction(0), before
    for sign in signs:
        if sign in _HAN_TENS:
            total, current = total + (current or 1) * _HAN_TENS[sign], Fraction(0)
        else:
            current = Fraction(_HAN_DIGITS[sign])
    return total + current
