"""Accents that a typesetter set as signs of their own before their letter, put onto it.

Old TeX fonts have no letter with an accent: "ü" is painted as a diaeresis and a "u", and so it comes out of a PDF. A
spacing accent right before a letter means little else.
"""

import re
from unicodedata import normalize

# Not the acute, which many type for an apostrophe.
COMBINING = {"¨": "\u0308", "ˇ": "\u030c", "˘": "\u0306", "˝": "\u030b", "ˆ": "\u0302", "˜": "\u0303"}
# A tilde or a caret may begin a path or stand in a formula; inside a word they do not.
ACCENTED = re.compile("([¨ˇ˘˝]|(?<=[^\\W\\d_])[ˆ˜])([A-Za-z\u0131])")


def composed(text: str) -> str:
    """The text with such accents on their letters; where no such letter exists, both stay as they are."""
    if not any(sign in text for sign in COMBINING):
        return text
    return ACCENTED.sub(one_letter, text)


def one_letter(match: re.Match[str]) -> str:
    letter = normalize("NFC", match[2].replace("\u0131", "i") + COMBINING[match[1]])
    return letter if len(letter) == 1 else match[0]
