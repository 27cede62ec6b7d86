"""How else the words of a quote may be written: without its editor's and Markdown marks, and as copying changes them.

Strings in, strings out. Another spelling is only tried: it must then stand in the source like any other quote. Nothing
here may change a word, a figure's value or a sign.
"""

from collections.abc import Iterator
from unicodedata import normalize

import regex

from quotefound.core.words import UNITS

_BRACKETED_LETTER = regex.compile(r"\[(\p{L})\](?=\p{L})")
_SIC = regex.compile(r"\[\s*sic[!.]?\s*\]|\(sic!?\)", regex.IGNORECASE)
_MARKDOWN_LINK = regex.compile(r"!?\[([^\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\")?\)")
# Those that prose needs; in code a backslash counts.
_MARKDOWN_ESCAPE = regex.compile(r"\\([!#$*_`~>\[\]])")
_MARKDOWN_MARKS = regex.compile(
    r"(?<![\p{L}\p{Nd}])(?:\*{1,3}|_{1,3}|~~|`+)(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3}|~~|`+)(?![\p{L}\p{Nd}])"
    r"|^[ ]{0,3}(?:#{1,6}|>)[ ]+",
    regex.MULTILINE,
)

# A raised digit in a plain copy: a note's glued to its word ("support52"), a power's behind a caret ("mc^2"), or typed
# behind a measured metre ("25 m2"). It must be the source's own number.
_METRE = r"\p{Nd}[ \u00a0\u202f]?[kcdm]?m"
_RAISED_ONCE = regex.compile(
    rf"(?<=\p{{Ll}}\p{{Ll}}[.,;:!?)”\"’']?|{_METRE})\^?[1-9]\p{{Nd}}{{0,2}}(?![\p{{L}}\p{{Nd}}]|[.,:/–-]\p{{Nd}})"
)
_METRES_RAISED = regex.compile(rf"(?<={_METRE})[²³]")
_RAISE = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

# Where a space is a matter of house style: 65 W and 65W; 19 h 30 and 19h30; J. K. Rowling and J.K. Rowling; z. B.
_SPACE = r"[ \u00a0\u2009\u202f]"
_STYLED = sorted(UNITS | {"bn", "mn", "k", "am", "pm", "AM", "PM", "in", "ft", "lb", "lbs", "oz", "mph", "rpm"})
_UNIT = rf"(?=(?:{'|'.join(_STYLED)})(?![\p{{L}}\p{{Nd}}]))"
_AFTER_INITIAL, _INITIAL = r"(?<=(?<![\p{L}\p{Nd}])(?:\p{L}|\p{Lu}{2})\.)", r"(?=(?:\p{L}|\p{Lu}{2})\.)"
_MINUTES = r"(?=\p{Nd}{2}(?!\p{Nd}))"
_SPACED, _GLUED = (
    regex.compile(
        rf"(?<=\p{{Nd}}){space}(?:{_UNIT}|(?=h{space}{_MINUTES}))|(?<=\p{{Nd}}{space}h){space}{_MINUTES}"
        rf"|{_AFTER_INITIAL}{space}{_INITIAL}"
    )
    for space in (_SPACE, "")
)
_MEASURE = regex.compile(rf"(?<!\p{{Nd}})(\p{{Nd}}++){_SPACE}?({'|'.join(_STYLED)})(?![\p{{L}}\p{{Nd}}])")
# The same round a slash and between two figures: € / month, 1 / 2, 2019 – 2021.
_BETWEEN_FIGURES = regex.compile(r"(?<=\p{Nd})([-–:/])(?=\p{Nd})")
_SLASH = regex.compile(r"(?<![\p{L}\p{Sc}])([\p{L}\p{Sc}]++)/(?=(\p{L}++))")
_BETWEEN = regex.compile(
    rf"(?<=\p{{Nd}}){_SPACE}([-–:/]){_SPACE}(?=\p{{Nd}})|(?<=[\p{{L}}\p{{Sc}}]){_SPACE}(/){_SPACE}(?=\p{{L}})"
)


def unedited(quote: str) -> str:
    """The quote without [sic], and with the first letters that its editor put in brackets."""
    return _SIC.sub(" ", _BRACKETED_LETTER.sub(r"\1", quote))


def ways(quote: str) -> Iterator[str]:
    """The quote as written, then with editorial marks and with Markdown taken off, where that changes it."""
    yield quote
    plain = unedited(quote)
    if plain != quote:
        yield plain
    unlinked = _MARKDOWN_ESCAPE.sub(r"\1", _MARKDOWN_LINK.sub(r"\1", plain))
    if unlinked != plain:
        yield unlinked
    bare = _MARKDOWN_MARKS.sub("", unlinked)
    if bare != unlinked:
        yield bare


def copies(quote: str, text: str) -> Iterator[str]:
    """What the quote may be a copy of: digits raised or typed plainly, spaces by another style, where that differs.

    `text` is the source's: one that writes some units glued and some apart tells which.
    """
    for copy in (
        _RAISED_ONCE.sub(lambda mark: mark[0].lstrip("^").translate(_RAISE), quote),
        _METRES_RAISED.sub(lambda power: normalize("NFKC", power[0]), quote),
        _SPACED.sub("", quote),
        _GLUED.sub(" ", quote),
        _MEASURE.sub(lambda unit: unit[1] + ("" if unit[1] + unit[2] in text else " ") + unit[2], quote),
        _BETWEEN.sub(lambda sign: sign[1] or sign[2], quote),
        _BETWEEN_FIGURES.sub(lambda sign: f" {sign[1]} ", quote),
        _SLASH.sub(lambda both: both[1] + (" / " if f"{both[1]} / {both[2]}" in text else "/"), quote),
    ):
        if copy != quote:
            yield copy
