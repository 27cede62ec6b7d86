"""Places in texts for others to find again: W3C selectors and UTF-16 offsets.

W3C TextPositionSelector counts code points, JavaScript counts UTF-16 units: this module alone converts.
"""

from bisect import bisect_right

_CONTEXT = 32  # code points of prefix and suffix, as annotation clients use


class Utf16:
    """Offsets of one text in both units. Units: code points inside Python, UTF-16 code units in JavaScript."""

    def __init__(self, text: str) -> None:
        self._wide = [i for i, c in enumerate(text) if ord(c) > 0xFFFF] if not text.isascii() else []
        self._wide16 = [place + number for number, place in enumerate(self._wide)]
        self.length = len(text) + len(self._wide)

    def units(self, point: int) -> int:
        """A code point offset in UTF-16 units."""
        return point + bisect_right(self._wide, point - 1)

    def points(self, unit: int) -> int:
        """A UTF-16 offset in code points; one inside a surrogate pair counts as the pair's start."""
        return unit - bisect_right(self._wide16, unit - 1)


def position_selector(text: str, start: int, end: int) -> dict[str, object]:
    """Where a span stands, in both units, each named."""
    utf16 = Utf16(text)
    return {
        "type": "TextPositionSelector", "unit": "code points", "start": start, "end": end,
        "utf16": {"unit": "UTF-16 code units", "start": utf16.units(start), "end": utf16.units(end)},
    }  # fmt: skip


def quote_selector(text: str, start: int, end: int) -> dict[str, str]:
    """The span's words with what stands before and after."""
    return {
        "type": "TextQuoteSelector", "exact": text[start:end],
        "prefix": text[max(0, start - _CONTEXT) : start], "suffix": text[end : end + _CONTEXT],
    }  # fmt: skip
