"""Text → tokens that remember where they came from; the only home of the folding rules.

A text is cut at white space, and what a piece between two spaces (a chunk) holds depends on nothing but itself, so each
distinct chunk is read once. What depends on neighbours (signs, units, sentence ends) is left as a flag in the joint
between two tokens, for the matcher to compare. Knows nothing of sources, matches or verdicts.

All offsets are code points into the text that was given.
"""

from bisect import bisect_right
from collections import Counter
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple
from unicodedata import normalize, unidata_version

import regex

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
LOOSE = 512  # a hyphen at the end of a chunk: perhaps a word broken over two lines

# Same-length stand-ins in the working copy of the text.
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

# Abbreviations whose point does not end a sentence, in the languages of the extension.
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof rev hon gen col lt sgt sen rep gov st mt ft jr sr vs etc eg ie cf ca approx est dept inc ltd co corp bros "
    "no nos vol pp ed eds fig figs eq eqs sec ch art al jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri "
    "bzw usw zb dh nr abs str bd hrsg vgl evtl ggf inkl mio mrd tsd mme mlle m p av bd env sra srta ud uds núm pág аг гг г ул им".split()
)

_L = rf"[\p{{L}}\p{{Nl}}--[{_NO_SPACE_SCRIPTS}{APOSTROPHES}\u0640]]"
_W = rf"[\p{{L}}\p{{M}}\p{{Nd}}\p{{Nl}}₀-₉{_IGNORED}{_JOINERS}--[{_NO_SPACE_SCRIPTS}{APOSTROPHES}]]"
_D = rf"\p{{Nd}}(?:[{_IGNORED}]*\p{{Nd}})*+"
_UNITS_RAISED = "mm|cm|dm|km|nm|µm|μm|sec|min|mol|kg|mg|ml|cd|hr"
_TOKEN = regex.compile(
    rf"""(?V1)
    (?P<figure>
        (?:(?<![\w)\]%.,'"’”°{_RAISED}][{_IGNORED}]*)(?:[+＋{_HYPHEN}](?=[.,]?\p{{Nd}})))?
        (?:{_D}|(?<![\p{{Nd}}\p{{L}}])[.,]{_D})
        (?:(?:[.,:/·٫٬．，：／{APOSTROPHES}]|[{_DASH}](?:\x1f+)?){_D})*+
        (?:[eE][+{_HYPHEN}]?\p{{Nd}}+(?!\w))?
        [{_FRACTIONS}]?
        (?:\^[+{_HYPHEN}]?\p{{Nd}}+|[⁺⁻]?[{_RAISED}]+)?
        (?:{_L}{_W}*(?:[⁺⁻]?[{_RAISED}]+)?)?
        |[{_FRACTIONS}]|[\p{{No}}--[{_RAISED}₀-₉]])
    |(?P<acronym>(?<!\w){_L}\.(?:{_L}\.)+(?:{_L}(?!\w))?|(?<!\w){_L}(?:\.{_L}){{2,}}(?!\w))
    |(?P<power>(?<!\w)(?:{_L}{{1,2}}|{_UNITS_RAISED}|[A-Z]{{1,3}}\p{{Nd}}*)(?:[⁺⁻]?[{_RAISED}]+|\^[+{_HYPHEN}]?\p{{Nd}}+)(?!\w))
    |(?P<graded>(?<!\w)(?:[A-Za-z]{{1,2}}(?:\+\+|\#|♯|\+(?!\w))|[A-Z]{{1,3}}[\-−–](?=[)\],.;:!?]|\Z)))
    |(?P<word>{_L}{_W}*(?:(?:[{APOSTROPHES}](?={_L})|(?<=[\u05d0-\u05ea])["”״](?=[\u05d0-\u05ea])|_+(?={_W})
        |[\-‐]\x1f+(?=\p{{Ll}})|(?<=\p{{Nd}})[.,](?=\p{{Nd}})){_W}+)*+)
    |(?P<numeral>[{HAN_NUMERALS}]+)
    |(?P<letter>[{_NO_SPACE_SCRIPTS}][\p{{M}}{_JOINERS}\uff9e\uff9f]*(?:\u0e33|\u0eb3|(?<=\u0e4d)\u0e32)?)
    |(?P<operator>[\-!+*/^~|\&:≈≠≤≥±×÷]*[=<>≤≥≠≈⩽⩾＝＜＞][\-!+*/^~|\&:=<>＝]*|\&\&|\|\||(?<=[\w)])(?:\+\+|\*\*)(?=[\w(])|(?<=\p{{Nd}})!(?=[\w=+*/^)]))
    |(?P<sign>°\s?[CFK](?!\w)|[%‰‱°§\#&¬٪％＆＃′″‴{_TURNING}]|[\p{{Sm}}\p{{Sc}}--[|~]]|~(?=[.,]?\p{{Nd}})
        |(?<=\w)[/^](?=\w)|(?<=[\w)])[*](?=[\w(]))
    """,
    regex.VERBOSE,
)
_KNOWN_OPERATORS = frozenset("= == != <= >= < > ≤ ≥ ≠ ≈ -> => <- <= ⩽ ⩾".split())

_STRIP_IGNORED = regex.compile(f"[{_IGNORED}]+")
_STRIP_JOINERS = regex.compile(rf"(?V1)(?<=[\p{{Latin}}\p{{Greek}}\p{{Cyrillic}}\p{{Han}}\p{{Nd}}])[{_JOINERS}]+|[{_JOINERS}]+\Z")
_ONE_DASH = str.maketrans(dict.fromkeys(DASHES, "-") | dict.fromkeys(APOSTROPHES, "'") | {"．": ".", "，": ",", "：": ":", "／": "/", "＋": "+"})
_RAISE = str.maketrans("0123456789-+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")
_CARET = regex.compile(rf"\^([+{_HYPHEN}]?\d+)")
_WIDE_DIGITS = str.maketrans("０１２３４５６７８９", "0123456789")
_ORDINAL = regex.compile(r"\d+(?:st|nd|rd|th)", regex.IGNORECASE)
_BROKEN = regex.compile(f"[-‐]\x1f+")

_NOTES = regex.compile(
    r"""\[(?:[1-9]\d{0,2}(?:[ ]?[,;–-][ ]?[1-9]\d{0,2})*|[a-z]|(?:note|nb|n|lower-alpha)[ ]\d{1,3}
        |citation[ ]needed|clarification[ ]needed|better[ ]source[ ]needed|who\?|when\?|which\?|by[ ]whom\?|dubious.{0,20}?)\](?!\p{L})""",
    regex.VERBOSE | regex.IGNORECASE,
)
_LINE_HYPHEN = regex.compile(r"(?<=\p{L}|\p{Nd})([-‐–])([ \t]*\n[ \t]*)(?=\p{Ll}|\p{Nd})")
_BLANK_LINE = regex.compile(r"\n[ \t]*\n\s*")
_SPACES = "\t\n\r\v\f\x1c\x1d\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
_STOPS = frozenset(".!?…。！？｡．।॥؟۔։။។៕‽⁇⁈⁉")
_MARKS = frozenset("'\"’”ʼ′″‘“´`")


class Chunk(NamedTuple):
    """A piece between two spaces: its tokens' keys and spans (code points into it), and the joints round them."""

    keys: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    joints: tuple[int, ...]  # one before each token and one after the last


def fold_word(raw: str) -> str:
    """A word as it is compared: ignorable signs off, one code point per apostrophe, NFKC, lower case."""
    bare = raw if raw.isascii() else _STRIP_JOINERS.sub("", _STRIP_IGNORED.sub("", raw))
    return normalize("NFKC", _BROKEN.sub("", bare).translate(_ONE_DASH)).lower().replace("״", '"').replace("”", '"')


def fold_figure(raw: str) -> str:
    """A figure as written, but for kinds of dash, minus and apostrophe, width, and ^ for a raised digit."""
    raw = _CARET.sub(lambda m: m[1].translate(_ONE_DASH).translate(_RAISE), raw)
    folded = _STRIP_IGNORED.sub("", raw.replace(_BREAK_MARK, "")).translate(_ONE_DASH).translate(_WIDE_DIGITS)
    return folded.lower() if _ORDINAL.fullmatch(folded) else folded


def _key(kind: str, raw: str) -> str:
    if kind == "word":
        if any(c.isdigit() for c in raw):
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
    folded = normalize("NFKC", raw) if kind == "operator" else normalize("NFKC", raw.replace(" ", "")).translate(_ONE_DASH)
    if kind == "operator" and folded not in _KNOWN_OPERATORS:
        return UNKNOWN + folded
    return SIGN + folded.replace("٪", "%")


@lru_cache(maxsize=1 << 14)
def _joint(between: str, before: str, after: str) -> int:
    """The flags of what stands between two tokens; `before` and `after` are the tokens' keys or ""."""
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
        elif sign not in _IGNORED and sign not in _JOINERS and sign != "\u200b":
            flags |= PUNCTUATION
    if between and between[0] in _MARKS and before[:1] in (FIGURE, NAME) and before[-1:].isdigit():
        flags |= MARK
    if between == "." and (after or before[1:] in _ABBREVIATIONS or (len(before) == 2 and before[0] == WORD)):
        flags ^= STOP
        flags |= BOUND if after else PUNCTUATION
    elif flags & STOP and between[:1] == "." and between.count(".") == 1 and before[1:] in _ABBREVIATIONS:
        flags ^= STOP
    if len(between) == 1 and between in _HYPHENS:
        if before and after:
            flags |= BOUND
        elif before:
            flags |= LOOSE
    elif between == "@" and before and after:
        flags |= BOUND
    return flags


@lru_cache(maxsize=1 << 14)
def _read_chunk(chunk: str) -> Chunk:
    keys: list[str] = []
    spans: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(chunk):
        keys.append(_key(match.lastgroup or "", match[0]))
        spans.append(match.span())
    edges = [0, *(offset for span in spans for offset in span), len(chunk)]
    sides = ["", *keys, ""]
    joints = tuple(
        _joint(chunk[edges[2 * i] : edges[2 * i + 1]], sides[i], sides[i + 1]) for i in range(len(keys) + 1)
    )
    return Chunk(tuple(keys), tuple(spans), joints)


_PLAIN_TAILS = {"": 0, ",": PUNCTUATION, ";": PUNCTUATION, ".": STOP}


def _read(chunk: str) -> Chunk:
    """The chunk read; plain ASCII words, the bulk of most texts, by a short cut that gives the same."""
    bare = chunk.rstrip(",;.")
    tail = _PLAIN_TAILS.get(chunk[len(bare) :])
    if tail is not None and bare.isascii() and bare.isalpha() and not (tail == STOP and len(bare) < 6):
        return Chunk((WORD + bare.lower(),), ((0, len(bare)),), (0, tail))
    return _read_chunk(chunk)


def _working_copy(text: str, notes: tuple[tuple[int, int], ...]) -> str:
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
        copy = _NOTES.sub(lambda m: _NOTE_MARK * len(m[0]), copy)
    if "\n" in copy:
        if "-" in copy or "‐" in copy or "–" in copy:
            copy = _LINE_HYPHEN.sub(lambda m: m[1] + _BREAK_MARK * len(m[2]), copy)
        if "\n\n" in copy or _BLANK_LINE.search(copy):
            copy = _BLANK_LINE.sub(lambda m: _EDGE_MARK + " " * (len(m[0]) - 1), copy)
    for space in _SPACES:
        if space in copy:
            copy = copy.replace(space, " ")
    return copy


class Tokens:
    """A text cut into tokens, indexed so that a run of keys is found by one search of a string.

    `stream` has one private character per token, the same one for the same key; `vocabulary` maps keys to those
    characters, and `counts` characters to how often they occur; `broken` are the keys of words that stand broken over
    two lines, which may be read with or without their hyphen. Immutable after it is made.
    """

    __slots__ = ("_chunks", "_firsts", "_starts", "broken", "counts", "notes", "stream", "text", "vocabulary")

    # Private characters begin above the surrogates; keys beyond the last one share it and are compared in full.
    _FIRST, OVERFLOW = 0x10000, "\U0010ffff"

    def __init__(self, text: str, notes: tuple[tuple[int, int], ...] = ()) -> None:
        self.text, self.notes = text, notes
        self._chunks = chunks = _working_copy(text, notes).split(" ")
        vocabulary: dict[str, str] = {}
        counts: dict[str, int] = {}
        runs: dict[str, str] = {}
        sizes: dict[str, int] = {}
        free = self._FIRST
        for chunk, times in Counter(chunks).items():
            run = ""
            for key in _read(chunk).keys:
                character = vocabulary.get(key)
                if character is None:
                    character = chr(free) if free < 0x10FFFF else self.OVERFLOW
                    free += 1
                    vocabulary[key] = character
                    counts[character] = 0
                counts[character] += times
                run += character
            runs[chunk] = run
            sizes[chunk] = len(run)
        self.vocabulary, self.counts = vocabulary, counts
        self.broken = frozenset(key for chunk in runs if _BREAK_MARK in chunk for key in _read(chunk).keys)
        self.stream = "".join(map(runs.__getitem__, chunks))
        # Where each chunk starts in the text, one space apart, and which token is its first.
        self._starts = [0, *accumulate(length + 1 for length in map(len, chunks))]
        self._firsts = [0, *accumulate(map(sizes.__getitem__, chunks))]

    def __len__(self) -> int:
        return len(self.stream)

    def _place(self, index: int) -> tuple[int, Chunk, int]:
        chunk = bisect_right(self._firsts, index) - 1
        return chunk, _read(self._chunks[chunk]), index - self._firsts[chunk]

    def key(self, index: int) -> str:
        """The key of a token, or "" outside the text."""
        if not 0 <= index < len(self.stream):
            return ""
        _, chunk, local = self._place(index)
        return chunk.keys[local]

    def keys(self, start: int = 0, end: int | None = None) -> list[str]:
        """The keys of the tokens from `start` up to `end`."""
        end = len(self.stream) if end is None else end
        found: list[str] = []
        chunk = bisect_right(self._firsts, start) - 1 if start < end else len(self._chunks)
        while len(found) < end - start:
            read = _read(self._chunks[chunk]).keys
            found += read[start - self._firsts[chunk] if not found and start > self._firsts[chunk] else 0 :]
            chunk += 1
        return found[: max(0, end - start)]

    def span(self, index: int) -> tuple[int, int]:
        """Where a token stands, in code points."""
        number, chunk, local = self._place(index)
        start, end = chunk.spans[local]
        return self._starts[number] + start, self._starts[number] + end

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
        return self.joints(index, index)[0] if index < len(self.stream) else self.joints(index - 1, index)[1]

    def joints(self, start: int, end: int) -> list[int]:
        """The flags of the joints before token `start`, before each token up to `end`, and after the last one."""
        flags: list[int] = []
        number, chunk, local = self._place(start) if start < len(self.stream) else (len(self._chunks), Chunk((), (), (0,)), 0)
        pending = chunk.joints[local]
        if local == 0:
            pending |= self._outside(number, -1)
        for _ in range(start, end):
            flags.append(pending)
            local += 1
            pending = chunk.joints[local]
            while local == len(chunk.keys):
                number += 1
                if number == len(self._chunks):
                    break
                chunk, local = _read(self._chunks[number]), 0
                pending |= SPACE | chunk.joints[0]
        flags.append(pending)
        return flags

    def _outside(self, number: int, step: int) -> int:
        """The flags between a chunk's first token and the token before it, over chunks that hold none."""
        flags = 0
        while (number := number + step) >= 0:
            chunk = _read(self._chunks[number])
            flags |= SPACE | chunk.joints[-1]
            if chunk.keys:
                break
        return flags


def normalized(tokens: Tokens) -> str:
    """The text as it is compared: all keys, one space apart."""
    return " ".join(tokens.keys())
