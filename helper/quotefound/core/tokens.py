"""Text → tokens that remember where they came from; the only home of the folding rules.

A text is cut at white space, and what a piece between two spaces (a chunk) holds depends on nothing but itself, so each
distinct chunk is read once. What depends on neighbours (signs, units, sentence ends) is left as a flag in the joint
between two tokens, for the matcher to compare. Knows nothing of sources, matches or verdicts.

All offsets are code points into the text that was given.
"""

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple
from unicodedata import normalize, unidata_version

import regex

from quotefound.core.words import ABBREVIATIONS

NORMALIZER = f"quotefound-tokens@1+unicode{unidata_version}+regex{regex.__version__}"

# The first letter of a token's key says what kind of token it is; the rest is what is compared.
WORD, NAME, FIGURE, SIGN, LETTER, UNKNOWN = "w", "i", "f", "s", "c", "b"

# What a joint (all that stands between two tokens) can hold.
STOP = 1  # the end of a sentence
EDGE = 2  # the edge of a block
BOUND = 4  # a hyphen or point that ties both sides into one compound
NOTE = 8  # a note mark, such as [12] or a raised digit
DASH = 16  # a dash, slash, star or colon: an operator if a figure stands beside it
BRACKET = 32  # an opening bracket right before, or a closing one right after
MARK = 64  # a quotation mark or apostrophe right after a figure: perhaps feet, inches, minutes
PUNCTUATION = 128  # any other sign that is not a space
SPACE = 256  # white space
POINT = 2048  # the stop is a point that may be an abbreviation's own
CODE = 1024  # a brace or backslash, or a bracket glued to what stands before it, as in f(x) and a[i]
LOOSE = 512  # a hyphen at the end of a chunk: perhaps a word broken over two lines

# Same-length stand-ins in the working copy of the text. PDFium writes U+FFFE for a hyphen and the line's end in one.
_NOTE_MARK, _EDGE_MARK, _BREAK_MARK = "\ue000", "\x1e", "\x1f"

_IGNORED = "\u00ad\u200b\u2060\ufeff\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u0640\u180e\u034f\ufe00-\ufe0f™®℠"
_JOINERS = "\u200c\u200d"
APOSTROPHES = "'’ʼʹ＇‘′´`ʻ\u055a\ua78c"
DASHES = "-‐‑‒–—―−﹣－"
_HYPHENS = "-‐‑‒–−﹣－"
_DASH, _HYPHEN = "\\" + DASHES, "\\" + _HYPHENS  # as they stand in a character class
_NO_SPACE_SCRIPTS = r"\p{Han}\p{Hiragana}\p{Katakana}ー\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
HAN_NUMERALS = "〇零一二三四五六七八九十百千万萬億亿兆両两兩廿卅"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_FRACTIONS = "¼½¾⅐-⅞"
_TURNING = "✓✔✅☑✗✘❌❎☒👍👎←→↑↓⇒⇐⇔↔⬆⬇➡⬅★☆"


_L = rf"[\p{{L}}\p{{Nl}}--[{_NO_SPACE_SCRIPTS}{APOSTROPHES}\u0640]]"
_W = rf"[\p{{L}}\p{{M}}\p{{Nd}}\p{{Nl}}₀-₉{_IGNORED}{_JOINERS}--[{_NO_SPACE_SCRIPTS}{APOSTROPHES}]]"
_D = rf"\p{{Nd}}(?:[{_IGNORED}]*\p{{Nd}})*+"
_UNITS_RAISED = "mm|cm|dm|km|nm|µm|μm|sec|min|mol|kg|mg|ml|cd|hr"
_TOKEN = regex.compile(
    rf"""(?V1)
    (?P<figure>
        (?:[+＋{_HYPHEN}](?=[.,]?\p{{Nd}})(?<![\w)\]%.,'"’”°{_RAISED}][{_IGNORED}]{{0,4}}[+＋{_HYPHEN}]))?
        (?:{_D}|(?<![\p{{Nd}}\p{{L}}])[.,]{_D})
        (?:(?:[.,:/·٫٬．，：／{APOSTROPHES}]|[{_DASH}](?:\x1f+)?|\ufffe){_D})*+
        (?:[eE][+{_HYPHEN}]?\p{{Nd}}+(?!\w))?
        [{_FRACTIONS}]?[₀-₉]*+
        (?:\^[+{_HYPHEN}]?\p{{Nd}}+|[⁺⁻]?[{_RAISED}]+)?
        (?:{_L}{_W}*(?:[⁺⁻]?[{_RAISED}]+)?)?
        |[{_FRACTIONS}]|[\p{{No}}--[{_RAISED}₀-₉]])
    |(?P<acronym>(?<!\w){_L}\.(?:{_L}\.)+(?:{_L}(?!\w))?|(?<!\w){_L}(?:\.{_L}){{2,}}(?!\w))
    |(?P<power>(?<!\w)(?:\p{{Lu}}?{_L}|{_UNITS_RAISED}|[A-Z]{{1,3}}\p{{Nd}}*)(?:[⁺⁻]?[{_RAISED}]+|\^[+{_HYPHEN}]?\p{{Nd}}+)(?!\w))
    |(?P<graded>(?<!\w)(?:[A-Za-z]{{1,2}}(?:\+\+|\#|♯|\+(?!\w))|[A-Z]{{1,3}}[\-−–](?=[)\],.;:!?]|\Z)))
    |(?P<word>{_L}{_W}*(?:(?:[{APOSTROPHES}](?={_L})|(?<=[\u05d0-\u05ea])["”״](?=[\u05d0-\u05ea])|_+(?={_W})
        |(?:[\-‐]\x1f+|\ufffe)(?=\p{{Ll}})|(?<=\p{{Nd}})[.,](?=\p{{Nd}})){_W}+)*+)
    |(?P<numeral>[{HAN_NUMERALS}]+)
    |(?P<letter>[{_NO_SPACE_SCRIPTS}][\p{{M}}{_JOINERS}\uff9e\uff9f]*(?:\u0e33|\u0eb3|(?<=\u0e4d)\u0e32)?)
    |(?P<operator>[\-!+*/^~|\&:±×÷]{{0,4}}[=<>≤≥≠≈⩽⩾＝＜＞][\-!+*/^~|\&:=<>＝]*+|\&\&|\|\||(?<=[\w)])(?:\+\+|\*\*)(?=[\w(])|(?<=\p{{Nd}})!(?=[\w=+*/^)]))
    |(?P<sign>°\s?[CFK](?!\w)|[%‰‱°§\#&¬٪％＆＃′″‴{_TURNING}]|[\p{{Sm}}\p{{Sc}}--[|~{_DASH}]]|~(?=[.,]?\p{{Nd}})
        |(?<=\w)[/^](?=\w)|(?<=[\w)])[*](?=[\w(]))
    """,
    regex.VERBOSE,
)
_KNOWN_OPERATORS = frozenset(
    ["=", "==", "!=", "<=", ">=", "<", ">", "≤", "≥", "≠", "≈", "->", "=>", "<-", "<=", "⩽", "⩾"]
)

_STRIP_IGNORED = regex.compile(f"[{_IGNORED}]+")
_STRIP_JOINERS = regex.compile(
    rf"(?V1)(?<=[\p{{Latin}}\p{{Greek}}\p{{Cyrillic}}\p{{Han}}\p{{Nd}}])[{_JOINERS}]+|[{_JOINERS}]+\Z"
)
_ONE_DASH = str.maketrans(
    dict.fromkeys(DASHES, "-")
    | dict.fromkeys(APOSTROPHES, "'")
    | {"．": ".", "，": ",", "：": ":", "／": "/", "＋": "+"}
)
_RAISE = str.maketrans("0123456789-+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")
_CARET = regex.compile(rf"\^([+{_HYPHEN}]?\d+)")
_WIDE_DIGITS = str.maketrans("０１２３４５６７８９", "0123456789")
_ORDINAL = regex.compile(r"\d+(?:st|nd|rd|th)", regex.IGNORECASE)
_BROKEN = regex.compile(rf"[-‐]{_BREAK_MARK}+|\ufffe")

_EDITORIAL = (
    r"(?:note|nb|n|lower-alpha)[ ]\d{1,3}|(?:citation|clarification|better[ ]source)[ ]needed"
    r"|who\?|when\?|which\?|by[ ]whom\?|dubious.{0,20}?"
)
_NUMBERED = r"[1-9]\d{0,2}(?:[ ]?[,;–-][ ]?[1-9]\d{0,2})*|[a-z]"
_EDITORIAL_NOTES = regex.compile(rf"\[(?:{_EDITORIAL})\](?!\p{{L}})", regex.IGNORECASE)
_NOTES = regex.compile(rf"\[(?:{_NUMBERED}|{_EDITORIAL})\](?!\p{{L}})", regex.IGNORECASE)
_LINE_HYPHEN = regex.compile(r"(?<=\p{L}|\p{Nd})([-‐–])([ \t]*\n[ \t]*)(?=\p{Ll}|\p{Nd})")
_BLANK_LINE = regex.compile(r"\n[ \t]*\n\s*")
_ASCII_SPACES = "\t\n\r\v\f\x1c\x1d"
_SPACES = (
    _ASCII_SPACES
    + "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_STOPS = frozenset(".!?…。！？｡．।॥؟۔։။។៕‽⁇⁈⁉")
_MARKS = frozenset("'\"’”ʼ′″‘“´`")


class Chunk(NamedTuple):
    """A piece between two spaces: its tokens' keys and spans (code points into it), and the joints round them."""

    keys: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    joints: tuple[int, ...]  # one before each token and one after the last


def fold_word(raw: str) -> str:
    """A word as it is compared: ignorable signs off, one code point per apostrophe, NFKC, lower case."""
    if raw.isalpha() and raw.isascii():
        return raw.lower()
    bare = _STRIP_JOINERS.sub("", _STRIP_IGNORED.sub("", _BROKEN.sub("", raw)))
    return normalize("NFKC", bare.translate(_ONE_DASH)).lower().replace("״", '"').replace("”", '"')


def fold_figure(raw: str) -> str:
    """A figure as written, but for kinds of dash, minus and apostrophe, width, and ^ for a raised digit."""
    raw = _CARET.sub(lambda m: m[1].translate(_ONE_DASH).translate(_RAISE), raw)
    folded = (
        _STRIP_IGNORED.sub("", raw.replace(_BREAK_MARK, "").replace("\ufffe", "-"))
        .translate(_ONE_DASH)
        .translate(_WIDE_DIGITS)
    )
    return folded.lower() if _ORDINAL.fullmatch(folded) else folded


def _key(kind: str, raw: str) -> str:
    if kind == "word":
        if not raw.isalpha() and any(map(str.isdigit, raw)):
            return NAME + normalize("NFKC", _STRIP_IGNORED.sub("", _BROKEN.sub("", raw)))
        return WORD + fold_word(raw)
    if kind in ("figure", "numeral"):
        return FIGURE + fold_figure(raw)
    if kind == "letter":
        return LETTER + normalize("NFKC", _STRIP_IGNORED.sub("", raw))
    if kind == "acronym":
        return WORD + fold_word(raw.replace(".", ""))
    if kind == "power":
        return NAME + normalize("NFC", fold_figure(raw))
    if kind == "graded":
        return NAME + raw.translate(_ONE_DASH).replace("♯", "#")
    folded = (
        normalize("NFKC", raw) if kind == "operator" else normalize("NFKC", raw.replace(" ", "")).translate(_ONE_DASH)
    )
    if kind == "operator" and folded not in _KNOWN_OPERATORS:
        return UNKNOWN + folded
    return SIGN + folded.replace("٪", "%")


@lru_cache(maxsize=1 << 12)
def _flags(between: str) -> int:
    """The flags of what stands between two tokens, whatever these are."""
    flags = 0
    for sign in between:
        if sign in _STOPS:
            flags |= STOP
        elif sign == _EDGE_MARK:
            flags |= EDGE
        elif sign == _NOTE_MARK or sign in _RAISED:
            flags |= NOTE
        elif sign in DASHES or sign in "/*·:：⁄∶":
            flags |= DASH
        elif sign in "([":
            flags |= BRACKET
        elif sign in "{}\\":
            flags |= CODE
        elif sign not in _IGNORED and sign not in _JOINERS and sign != "\u200b":
            flags |= PUNCTUATION
    return flags


def _joint(between: str, before: str, after: str) -> int:
    """The flags of what stands between two tokens; `before` and `after` are the tokens' keys or ""."""
    if not between:
        return 0
    flags = _flags(between)
    if before and between[0] in "([":
        flags |= CODE
    if between[0] in _MARKS and before[:1] in (FIGURE, NAME) and before[-1:].isdigit():
        flags |= MARK
    if between[0] == ".":
        short = before[1:] in ABBREVIATIONS
        if between == "." and after:
            flags ^= STOP | BOUND
        elif between.count(".") == 1 and (short or (len(before) == 2 and before[0] == WORD)):
            flags |= POINT
    if before and len(between) == 1:
        if between in _HYPHENS:
            flags |= BOUND if after else LOOSE
        elif between == "@" and after:
            flags |= BOUND
    return flags


# What stands round most words: no sign that a word could take in.
_ROUND = ".,;:!?…()“”‘’\"'" + _EDGE_MARK


@lru_cache(maxsize=1 << 14)
def _read(chunk: str) -> Chunk:
    """The chunk read; words of ASCII letters, the bulk of most texts, by a short cut that gives the same."""
    bare = chunk.strip(_ROUND)
    words = bare.replace("’", "'").split("-")
    if not all(word.isalpha() or _contracted(word) for word in words) or not "".join(words).isascii():
        return _read_slowly(chunk)
    start = len(chunk) - len(chunk.lstrip(_ROUND))
    keys = tuple([WORD + word.lower() for word in words])
    if len(keys) == 1:
        end = start + len(bare)
        joints = _joint(chunk[:start], "", keys[0]), _joint(chunk[end:], keys[0], "")
        return Chunk(keys, ((start, end),), joints)
    ends = tuple(accumulate(map(len, words), lambda end, size: end + 1 + size, initial=start - 1))
    spans = tuple((before + 1, end) for before, end in pairwise(ends))
    inner = (DASH | BOUND,) * (len(keys) - 1)
    return Chunk(keys, spans, (_joint(chunk[:start], "", keys[0]), *inner, _joint(chunk[ends[-1] :], keys[-1], "")))


def _contracted(word: str) -> bool:
    """Whether a word is letters with single apostrophes inside, as in can't."""
    return word[:1] != "'" and word[-1:] != "'" and "''" not in word and word.replace("'", "").isalpha()


def _read_slowly(chunk: str) -> Chunk:
    keys: list[str] = []
    spans: list[tuple[int, int]] = []
    pointed = -1
    for match in _TOKEN.finditer(chunk):
        if match.lastgroup == "acronym" and match[0].endswith("."):
            pointed = len(keys)
        keys.append(_key(match.lastgroup or "", match[0]))
        spans.append(match.span())
    edges = [0, *(offset for span in spans for offset in span), len(chunk)]
    sides = ["", *keys, ""]
    joints = [_joint(chunk[edges[2 * i] : edges[2 * i + 1]], sides[i], sides[i + 1]) for i in range(len(keys) + 1)]
    if 0 <= pointed == len(keys) - 1:
        joints[-1] |= STOP | POINT
    return Chunk(tuple(keys), tuple(spans), tuple(joints))


def _working_copy(text: str, notes: tuple[tuple[int, int], ...] | None) -> str:
    """The text with every white space a plain one, and edges, line-end hyphens and note marks as stand-ins.

    Every replacement keeps the length, so offsets into the copy are offsets into the text.
    """
    copy = text
    if notes:
        pieces, last = [], 0
        for start, end in notes:
            pieces += [copy[last:start], _NOTE_MARK * (end - start)]
            last = end
        copy = "".join([*pieces, copy[last:]])
    if "[" in copy:
        copy = (_NOTES if notes is None else _EDITORIAL_NOTES).sub(lambda m: _NOTE_MARK * len(m[0]), copy)
    if "\n" in copy:
        if "-" in copy or "‐" in copy or "–" in copy:
            copy = _LINE_HYPHEN.sub(lambda m: m[1] + _BREAK_MARK * len(m[2]), copy)
        if "\n\n" in copy or _BLANK_LINE.search(copy):
            copy = _BLANK_LINE.sub(lambda m: _EDGE_MARK + " " * (len(m[0]) - 1), copy)
    for space in _ASCII_SPACES if copy.isascii() else _SPACES:
        if space in copy:
            copy = copy.replace(space, " ")
    return copy


def cut(text: str) -> tuple[list[str], list[tuple[int, int]], list[int]]:
    """A short text's keys, spans in code points, and joints (one before each token and one after the last)."""
    keys: list[str] = []
    spans: list[tuple[int, int]] = []
    joints = [0]
    offset = 0
    for piece in _working_copy(text, None).split(" "):
        chunk = _read(piece)
        joints[-1] |= chunk[2][0] | (SPACE if offset else 0)
        keys += chunk[0]
        spans += [(offset + start, offset + end) for start, end in chunk[1]]
        joints += chunk[2][1:]
        offset += len(piece) + 1
    return keys, spans, joints


class Tokens:
    """A text cut into tokens, indexed so that a run of keys is found by one search of a string.

    `stream` has one private character per token, the same one for the same key; `vocabulary` maps keys to those
    characters, and `counts` characters to how often they occur; `broken` are the keys of words that stand broken over
    two lines, which may be read with or without their hyphen. Immutable after it is made.

    `notes` are the spans of the text's note marks, in code points and in order, from whoever saw the page; None: every
    bracket that looks like one is one.
    """

    __slots__ = ("_copy", "_firsts", "_sizes", "broken", "counts", "stream", "text", "vocabulary")

    # Private characters begin above the surrogates; keys beyond the last one share it and are compared in full.
    _FIRST, OVERFLOW = 0x10000, "\U0010ffff"

    def __init__(self, text: str, notes: tuple[tuple[int, int], ...] | None = None) -> None:
        self.text = text
        self._copy = _working_copy(text, notes)
        pieces = self._copy.split(" ")
        vocabulary: dict[str, str] = {}
        counts: dict[str, int] = {}
        runs: dict[str, str] = {}
        broken: list[str] = []
        free = self._FIRST
        for piece, times in Counter(pieces).items():
            plain = piece.isascii() and piece.isalpha()
            run = ""
            for key in (WORD + piece.lower(),) if plain else _read(piece).keys:
                character = vocabulary.get(key)
                if character is None:
                    vocabulary[key] = character = chr(free) if free < 0x10FFFF else self.OVERFLOW
                    free += 1
                counts[character] = counts.get(character, 0) + times
                run += character
            runs[piece] = run
            if not plain and _BROKEN.search(piece):
                broken += _read(piece).keys
        self.vocabulary, self.counts, self.broken = vocabulary, counts, frozenset(broken)
        ordered = list(map(runs.__getitem__, pieces))
        self.stream = "".join(ordered)
        # How many code points of chunks, and how many tokens, stand before each chunk; chunks are one space apart.
        self._sizes = array("I", accumulate(map(len, pieces), initial=0))
        self._firsts = array("I", accumulate(map(len, ordered), initial=0))

    def __len__(self) -> int:
        return len(self.stream)

    def _chunk(self, number: int) -> Chunk:
        return _read(self._copy[self._sizes[number] + number : self._sizes[number + 1] + number])

    def _number(self, index: int) -> int:
        """Which chunk holds a token."""
        return bisect_right(self._firsts, index) - 1

    def walk(self, start: int = 0, end: int | None = None) -> Iterator[tuple[str, int, int]]:
        """The key and the span, in code points, of each token from `start` up to `end`."""
        end = len(self.stream) if end is None else end
        number = self._number(start) if start < end else 0
        while start < end:
            keys, spans, _ = self._chunk(number)
            offset, first = self._sizes[number] + number, self._firsts[number]
            for local in range(start - first, min(len(keys), end - first)):
                low, high = spans[local]
                yield keys[local], offset + low, offset + high
            start = max(start, first + len(keys))
            number += 1

    def keys(self, start: int = 0, end: int | None = None) -> list[str]:
        """The keys of the tokens from `start` up to `end`."""
        return [key for key, _, _ in self.walk(start, end)]

    def key(self, index: int) -> str:
        """The key of a token, or "" outside the text."""
        if not 0 <= index < len(self.stream):
            return ""
        number = self._number(index)
        return self._chunk(number).keys[index - self._firsts[number]]

    def span(self, index: int) -> tuple[int, int]:
        """Where a token stands, in code points."""
        number = self._number(index)
        start, end = self._chunk(number).spans[index - self._firsts[number]]
        offset = self._sizes[number] + number
        return offset + start, offset + end

    def raw(self, index: int) -> str:
        """A token as it stands in the text."""
        start, end = self.span(index)
        return self.text[start:end]

    def gap(self, index: int) -> tuple[int, int]:
        """Where the joint before token `index` stands (index 0: the text's head; len: its tail), in code points."""
        start = self.span(index - 1)[1] if index > 0 else 0
        end = self.span(index)[0] if index < len(self.stream) else len(self.text)
        return start, end

    def joint(self, index: int) -> int:
        """The flags of the joint before a token (index len: after the last)."""
        return self.joints(index, index)[0]

    def joints(self, start: int, end: int) -> list[int]:
        """The flags of the joints before token `start`, before each token up to `end`, and after the last one."""
        if start == len(self.stream):
            number, local, last = len(self._sizes) - 2, 0, self._chunk(len(self._sizes) - 2)
            pending = last.joints[-1]
            keys, joints = last[0], last[2]
            if not keys:
                pending |= self._behind(number)
            return [pending]
        number = self._number(start)
        keys, _, joints = self._chunk(number)
        local = start - self._firsts[number]
        pending = joints[local]
        if local == 0:
            pending |= self._behind(number)
        flags = [pending]
        for _ in range(start, end):
            local += 1
            pending = joints[local]
            while local == len(keys):
                number += 1
                if number + 1 == len(self._sizes):
                    break
                keys, _, joints = self._chunk(number)
                local = 0
                pending |= SPACE | joints[0]
            flags.append(pending)
        return flags

    def _behind(self, number: int) -> int:
        """The flags between a chunk's first token and the token before it, over chunks that hold none."""
        flags = 0
        while number > 0:
            number -= 1
            keys, _, joints = self._chunk(number)
            flags |= SPACE | joints[-1]
            if keys:
                break
        return flags


def normalized(tokens: Tokens) -> str:
    """The text as it is compared: all keys, one space apart."""
    return " ".join(tokens.keys())
