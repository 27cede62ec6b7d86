"""Links that land on a passage: text fragments (https://wicg.github.io/scroll-to-text-fragment/).

A fragment is made only if the rules of its specification, and what Chromium's search takes for equal, lead from it to
this passage and to no earlier one. Text in, address out; knows neither quotes nor verdicts.
"""

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import combining, normalize
from urllib.parse import quote as percent_encode

import regex

# A link names a passage of fewer words whole, a longer one by this many words at each end: what the page's own text
# has between them, and we do not see (struck words, an advertisement), then does no harm.
_END_WORDS = 5
# Words of surroundings tried, one by one, until the link is unique.
_MOST_CONTEXT = 8
_REACH = 600  # code points in which so many words are looked for
# Signs that extraction may write otherwise than the page's own text has them: raised digits and note marks.
_ALTERED = regex.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+|\[[^\]\n]{0,24}\]")
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+−n")
# Not text: a browser skips them when it searches.
_IGNORED = regex.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]")
_SPACELESS_LETTER = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
_WORD = regex.compile(r"[^\s。，、；：！？…]+[。，、；：！？…]*|[。，、；：！？…]+")
_KANA_SHIFT = 0x60  # from a katakana to its hiragana


def fragment_link(address: str, text: str, start: int, end: int) -> str:
    """The address with a text fragment that lands on the span, or the bare address when none is proved to."""
    bare = address.split("#:~:", 1)[0].split(":~:", 1)[0]
    try:
        directive = _directive(text, start, end)
    except UnicodeEncodeError:  # half of a surrogate pair is in no address
        directive = ""
    if not directive:
        return bare
    return f"{bare}{'' if '#' in bare else '#'}:~:text={directive}"


def _encode(words: str) -> str:
    return percent_encode(words, safe="").replace("-", "%2D")


def _directive(text: str, start: int, end: int) -> str:
    folded, place = _folded(text), (len(text[:start].translate(_FOLD)), len(text[:end].translate(_FOLD)))
    for head, tail in _ends(text[start:end]):
        for prefix, suffix in _contexts(text, start, end):
            if _lands(folded, prefix, head, tail, suffix) == place:
                parts = [_encode(prefix) + "-"] if prefix else []
                parts += [_encode(head)] + ([_encode(tail)] if tail else [])
                parts += ["-" + _encode(suffix)] if suffix else []
                return ",".join(parts)
    return ""


def _contexts(text: str, start: int, end: int) -> Iterator[tuple[str, str]]:
    """Prefixes and suffixes for a link, from none to the longest; those with altered signs, read plainly, last."""
    yield "", ""
    before, after = _words_before(text, start), _words_after(text, end)
    longest = min(_MOST_CONTEXT, max(len(before), len(after)))
    pairs = [
        (
            _context(text[before[-count:][0].start() : start]) if before else "",
            _context(text[end : after[:count][-1].end()]) if after else "",
        )
        for count in range(1, longest + 1)
    ]
    yield from (("" if _ALTERED.search(p) else p, "" if _ALTERED.search(s) else s) for p, s in pairs)
    yield from ((p.translate(_PLAIN), s.translate(_PLAIN)) for p, s in pairs if _ALTERED.search(p + s))


def _words_before(text: str, start: int) -> list[regex.Match[str]]:
    """The words before a place: of its own line, or of the line above where it begins one."""
    head = start
    while head > 0 and text[head - 1].isspace():
        head -= 1
    line, reach = text.rfind("\n", 0, head) + 1, head - _REACH
    words = [*_WORD.finditer(text, max(line, reach), head)]
    return words[1:] if line < reach else words  # the first one may be cut


def _words_after(text: str, end: int) -> list[regex.Match[str]]:
    """The words after a place: of its own line, or of the line below where it ends one."""
    tail = end
    while tail < len(text) and text[tail].isspace():
        tail += 1
    line, reach = text.find("\n", tail), tail + _REACH
    line = len(text) if line < 0 else line
    words = [*_WORD.finditer(text, tail, min(line, reach))]
    return words[:-1] if reach < line else words


def _context(words: str) -> str:
    """Words of the surroundings as a link can name them; "" for mere punctuation."""
    return " ".join(_IGNORED.sub("", words).split()) if regex.search(r"[\p{L}\p{N}]", words) else ""


def _ends(span: str) -> Iterator[tuple[str, str]]:
    """The words that a link can name a span by: all of it, or those at its two ends; the safest first."""
    lines = [line for line in _IGNORED.sub("", span).split("\n") if line.strip()]
    if not lines:
        return
    if len(lines) == 1 and not _ALTERED.search(span) and len(_WORD.findall(lines[0])) < 2 * _END_WORDS:
        yield " ".join(lines[0].split()), ""
        return
    # A word that an altered sign is glued to is not the page's word.
    first, last = lines[0], lines[-1]
    if cuts := [*_ALTERED.finditer(first)]:
        first = first[: cuts[0].start()]
        first = first if first[-1:].isspace() else first.rpartition(" ")[0]
    if cuts := [*_ALTERED.finditer(last)]:
        last = last[cuts[-1].end() :]
        last = last if not last[:1].isalnum() else last.partition(" ")[2]
    yield from _outer(first, last)
    plain = [line.translate(_PLAIN) for line in lines]
    if len(lines) == 1:
        yield " ".join(plain[0].split()), ""
    yield from _outer(plain[0], plain[-1])


def _outer(first: str, last: str) -> Iterator[tuple[str, str]]:
    """The first words of one line and the last of another, or nothing where one of them has none."""
    heads, tails = [*_WORD.finditer(first)][:_END_WORDS], [*_WORD.finditer(last)][-_END_WORDS:]
    if heads and tails:
        head, tail = first[heads[0].start() : heads[-1].end()], last[tails[0].start() : tails[-1].end()]
        yield " ".join(head.split()), " ".join(tail.split())


class _Folds(dict[int, str]):
    """What a browser's search takes for the same as a character: no case, no accents, one shape of quotation mark."""

    def __missing__(self, point: int) -> str:
        character = chr(point)
        if _IGNORED.match(character):
            folded = ""
        elif character in "‘’‚‛ʼ´`":
            folded = "'"
        elif character in "“”„‟":
            folded = '"'
        else:
            plain = "".join(c for c in normalize("NFKD", character).casefold() if not combining(c))
            folded = "".join(chr(ord(c) - _KANA_SHIFT) if "ァ" <= c <= "ヶ" else c for c in plain)
        self[point] = folded
        return folded


_FOLD = _Folds()


@lru_cache(maxsize=4)  # a source with many quotes is folded once
def _folded(text: str) -> str:
    return text.translate(_FOLD)


def _pattern(words: str) -> str:
    return r"[^\S\n]+".join(map(regex.escape, words.translate(_FOLD).split()))


def _lands(folded: str, prefix: str, head: str, tail: str, suffix: str) -> tuple[int, int] | None:
    """Where a browser lands in a folded text: the first place that fits, whole words, on one line but for a range."""
    pattern = rf"{_start(prefix)}{_pattern(prefix)}\s*\K" if prefix else _start(head)
    pattern += f"(?P<head>{_pattern(head)})" + ("" if suffix and not tail else _end(head))
    if tail:
        pattern += rf"[\s\S]*?{_start(tail)}(?P<tail>{_pattern(tail)})" + ("" if suffix else _end(tail))
    if suffix:
        pattern += rf"(?=\s*{_pattern(suffix)}{_end(suffix)})"
    search = regex.compile(pattern)
    match = search.search(folded)
    if match is None:
        return None
    # Where no spaces part words, a browser asks a dictionary for their edges; we can only ask that no place is like it.
    if _SPACELESS_LETTER.search(prefix + head + tail + suffix) and search.search(folded, match.start() + 1):
        return None
    return match.start("head"), match.end("tail" if tail else "head")


def _start(words: str) -> str:
    return "" if _SPACELESS_LETTER.match(words[0]) else r"(?<!\w)"


def _end(words: str) -> str:
    return "" if _SPACELESS_LETTER.match(words[-1]) else r"(?!\w)"
