"""Places in texts for others to find again: W3C selectors, text fragments, UTF-16 offsets.

W3C TextPositionSelector counts code points, JavaScript counts UTF-16 units: this module alone converts. A text fragment
is made only if the rules of the text-fragment specification lead from it to this passage and no earlier one.
"""

from bisect import bisect_right
from urllib.parse import quote as percent_encode

import regex

# Words of the passage's ends used when it is too long to stand in a link whole, and the longest that is not.
_END_WORDS, _LONGEST = 5, 120
# Words of surroundings tried, one by one, until the link is unique.
_MOST_CONTEXT = 8
# Signs that extraction writes otherwise than the page's own text does: raised digits and signs.
_ALTERED = regex.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+|\[[^\]]{0,24}\]")
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


def fragment_link(address: str, text: str, start: int, end: int) -> str:
    """The address with a text fragment that lands on the span, or the bare address when none is proved to."""
    bare = address.split("#:~:", 1)[0].split(":~:", 1)[0]
    directive = _directive(text, start, end)
    if not directive:
        return bare
    return f"{bare}{'' if '#' in bare else '#'}:~:text={directive}"


def _encode(words: str) -> str:
    return percent_encode(words, safe="").replace("-", "%2D")


def _directive(text: str, start: int, end: int) -> str:
    head, tail = _ends(text, start, end)
    if not head:
        return ""
    before = text[:start].split("\n\n")[-1].split()
    after = text[end:].split("\n\n")[0].split()
    for context in range(_MOST_CONTEXT + 1):
        prefix = " ".join(before[-context:]) if context else ""
        suffix = " ".join(after[:context]) if context else ""
        if _ALTERED.search(prefix):
            prefix = ""
        if _ALTERED.search(suffix):
            suffix = ""
        if _lands(text, prefix, head, tail, suffix) == (start, end):
            parts = [_encode(prefix) + "-"] if prefix else []
            parts += [_encode(head)] + ([_encode(tail)] if tail else [])
            parts += ["-" + _encode(suffix)] if suffix else []
            return ",".join(parts)
        if context > max(len(before), len(after)):
            break
    return ""


def _ends(text: str, start: int, end: int) -> tuple[str, str]:
    """The words a link names: the span whole, or those at its two ends that the page has just so."""
    span = text[start:end]
    if len(span) <= _LONGEST and "\n" not in span and not _ALTERED.search(span):
        return span, ""
    clean = _ALTERED.split(span)
    first, last = clean[0].split("\n\n")[0].split(), clean[-1].split("\n\n")[-1].split()
    if len(clean) > 1:  # a word that an altered sign cuts is not the page's word
        first = first if clean[0][-1:].isspace() or len(clean[0].split("\n\n")) > 1 else first[:-1]
        last = last if clean[-1][:1].isspace() or len(clean[-1].split("\n\n")) > 1 else last[1:]
    if not first or not last:
        return "", ""
    if len(clean) == 1 and len(span.split()) < 2 * _END_WORDS and "\n\n" not in span:
        return " ".join(span.split()), ""
    return " ".join(first[:_END_WORDS]), " ".join(last[-_END_WORDS:])


def _pattern(words: str) -> str:
    return r"\s+".join(map(regex.escape, words.split()))


def _lands(text: str, prefix: str, head: str, tail: str, suffix: str) -> tuple[int, int] | None:
    """Where a browser lands: the first place that fits, words whole, either case, any white space."""
    pattern = rf"(?<!\w){_pattern(prefix)}\s*\K" if prefix else r"(?<!\w)"
    pattern += rf"(?P<head>{_pattern(head)})(?!\w)"
    if tail:
        pattern += rf"[\s\S]*?(?<!\w)(?P<tail>{_pattern(tail)})(?!\w)"
    if suffix:
        pattern += rf"(?=\s*{_pattern(suffix)}(?!\w))"
    match = regex.search(pattern, text, regex.IGNORECASE)
    return (match.start("head"), match.end("tail" if tail else "head")) if match else None
