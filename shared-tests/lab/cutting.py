"""Where a quote may be cut out of a text without losing what belongs to its first or last word, by raw characters.

Stricter than a reader would be: a cut beside a figure wants a plain word on its other side, one in a text without
spaces wants no negative and no numeral there. Imports nothing of quotefound.
"""

import random
from unicodedata import category

import regex

_UNSPACED_LETTER = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
TURNS_BEFORE, _TURNS_AFTER = "不没沒未無无非勿別别", "なまずぬにくん"
_NUMERALS = frozenset("〇零一二三四五六七八九十百千万萬億亿两兩")
_OPERATORS = frozenset("/+-−–*=<>^±×÷~&|")


def _begins(text: str, at: int) -> bool:
    """Whether a quote may begin at `at` and lose nothing that belongs to its first word or figure."""
    if at == 0 or text[at - 1] == "\n":
        return True
    if text[at - 1] == " ":
        inside, word = text[at], text[max(0, at - 40) : at].split(" ")[-2]
        if inside.isdigit():
            return word.isalpha()
        return category(inside)[0] == "L"
    unspaced = _UNSPACED_LETTER.match(text, at) and _UNSPACED_LETTER.match(text, at - 1)
    return bool(unspaced) and text[at - 1] not in TURNS_BEFORE and not _numeral(text, at)


def _numeral(text: str, at: int) -> bool:
    """Whether a place may be in the middle of a number written in Han, or of a kana with its mark."""
    return bool(_NUMERALS & {*text[at - 1 : at + 1]}) or text[at] in "ーっゃゅょァィゥェォッャュョ゛゜"


def _ends(text: str, at: int) -> bool:
    """Whether a quote may end before `at`, in the same sense."""
    if at == len(text) or text[at] == "\n":
        return True
    inside = text[at - 1]
    if text[at] == " ":
        outside, word = text[at + 1], text[max(0, at - 40) : at].split(" ")[-1].rstrip(".,;:!?)")
        if not word or any(c.isdigit() for c in word):
            return outside.isalpha() and word[-1:].isdigit()
        if inside in ".,;:!?)":
            return category(word[-1])[0] in "LM"
        return category(inside)[0] in "LM" and outside not in _OPERATORS
    unspaced = _UNSPACED_LETTER.match(text, at) and _UNSPACED_LETTER.match(text, at - 1)
    return bool(unspaced) and text[at] not in _TURNS_AFTER and not _numeral(text, at)


def cut_round(text: str, start: int, end: int, draw: random.Random) -> tuple[int, int]:
    """A stretch of one block that holds `start` to `end` and some words more on each side, cut where it may be."""
    edge = text.rfind("\n\n", 0, start)
    first, last = (edge + 2 if edge >= 0 else 0), text.find("\n\n", end)
    last = last if last >= 0 else len(text)
    return (
        _walk(text, start, first, -1, draw.randint(1, 9)),
        _walk(text, end, last, 1, draw.randint(1, 9)),
    )


def _walk(text: str, at: int, edge: int, step: int, words: int) -> int:
    """The place some words further on in one direction, at most at the block's edge."""
    allowed = _begins if step < 0 else _ends
    while at != edge:
        if (text[at - 1 if step < 0 else at] == " " or _UNSPACED_LETTER.match(text, at)) and allowed(text, at):
            words -= 1
            if words < 0:
                break
        at += step
    return at
