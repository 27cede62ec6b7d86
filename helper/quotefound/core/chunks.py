"""A piece between two spaces → its tokens and what joins them; the only home of the folding rules.

What a chunk holds depends on nothing but itself, so each distinct one is read once. What depends on neighbours (signs,
units, sentence ends) is left as a flag in the joint between two tokens, for the matcher to compare.
"""

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
RAISED = 4096  # raised digits that nobody called a note mark: perhaps a power
POINT = 2048  # the stop is a point that may be an abbreviation's own
CODE = 1024  # a brace or backslash, or a bracket glued to what stands before it, as in f(x) and a[i]
LOOSE = 512  # a hyphen at the end of a chunk: perhaps a word broken over two lines

# Same-length stand-ins in the working copy of the text. PDFium writes U+FFFE for a hyphen and the line's end in one.
NOTE_MARK, EDGE_MARK, BREAK_MARK = "\ue000", "\x1e", "\x1f"

_IGNORED = "\u00ad\u200b\u2060\ufeff\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u0640\u180e\u034f\ufe00-\ufe0f™®℠"
_JOINERS = "\u200c\u200d"
APOSTROPHES = "'’ʼʹ＇‘′´`ʻ\u055a\u05f3\ua78c"
DASHES = "-‐‑‒–—―−﹣－\u05be"
HYPHENS = "-‐‑‒–−﹣－\u05be"
_DASH, _HYPHEN = "\\" + DASHES, "\\" + HYPHENS  # as they stand in a character class
_NO_SPACE_SCRIPTS = r"\p{Han}\p{Hiragana}\p{Katakana}ー\uff70\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
HAN_NUMERALS = "⼀⼆⼋⼗〇零一二三四五六七八九十百千万萬億亿兆両两兩廿卅"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_FRACTIONS = "¼½¾⅐-⅞"
_TURNING = "✓✔✅☑✗✘❌❎☒👍👎←→↑↓⇒⇐⇔↔⬆⬇➡⬅★☆"


_L = rf"[\p{{L}}\p{{Nl}}--[{_NO_SPACE_SCRIPTS}{APOSTROPHES}\u0640]]"
_W = rf"[\p{{L}}\p{{M}}\p{{Nd}}\p{{Nl}}₀-₉{_IGNORED}{_JOINERS}--[{_NO_SPACE_SCRIPTS}{APOSTROPHES}]]"
_M = rf"{_L}\p{{M}}*"  # a letter with its marks
_D = rf"\p{{Nd}}(?:[{_IGNORED}]*\p{{Nd}})*+"
_UNITS_RAISED = "sin|cos|tan|log|ln|exp|mm|cm|dm|km|nm|µm|μm|sec|min|mol|kg|mg|ml|cd|hr"
# Letters of scripts without spaces bound nothing: 25°Cです.
_NO_LETTER_AFTER, _NO_LETTER_BEFORE = rf"(?![\w--[{_NO_SPACE_SCRIPTS}]])", rf"(?<![\w--[{_NO_SPACE_SCRIPTS}]])"
_TOKEN = regex.compile(
    rf"""(?V1)
    (?=[\p{{L}}\p{{Nl}}])(?:
    (?P<acronym>{_NO_LETTER_BEFORE}(?:(?=.\p{{M}}*\.)(?:{_M}\.(?:{_M}\.)+(?:{_M}{_NO_LETTER_AFTER})?|{_M}(?:\.{_M}){{2,}}{_NO_LETTER_AFTER})
        |(?:Ph\.D|[BM]\.Sc|D\.Phil|Ed\.D){_NO_LETTER_AFTER}\.?))
    |(?P<power>(?=\w{{1,6}}[⁺⁻⁰¹²³⁴-⁹^]){_NO_LETTER_BEFORE}(?:\p{{Lu}}?{_L}|{_UNITS_RAISED}|[A-Z]{{1,3}}\p{{Nd}}*)(?:[⁺⁻]?[{_RAISED}]+|\^[+{_HYPHEN}]?\p{{Nd}}+){_NO_LETTER_AFTER})
    |(?P<graded>(?=[A-Za-zＡ-Ｚａ-ｚ]{{1,3}}[+\#♯\-−–]){_NO_LETTER_BEFORE}(?:[A-Za-zＡ-Ｚａ-ｚ]{{1,2}}(?:\+\+|\#|♯|\+{_NO_LETTER_AFTER})|[A-Z]{{1,3}}[\-−–](?=[)\],.;:!?]|\Z)))
    |(?P<word>{_L}{_W}*(?:(?:(?<!\p{{Hangul}})[{APOSTROPHES}](?=(?!\p{{Hangul}}){_L})|(?<=[\u05d0-\u05ea])["”״](?=[\u05d0-\u05ea]\p{{M}}*(?!\p{{L}}))|_+(?={_W})
        |(?:(?:[\-‐]\x1f+|\ufffe)(?=\p{{Ll}})|(?<=\p{{Lu}})\ufffe(?=\p{{Lu}}))|(?<=\p{{Nd}})[.,](?=\p{{Nd}})|(?<=[₀-₉])[.,](?=[₀-₉])
        |(?<=\p{{Hangul}}){NOTE_MARK}+(?=\p{{Hangul}})){_W}+)*+))
    |(?P<numeral>[{HAN_NUMERALS}]+)
    |(?P<figure>(?=[\p{{N}}+＋{_HYPHEN}.,])(?:
        (?:[+＋{_HYPHEN}](?=[.,]?\p{{Nd}})(?<![\w)\]%.,'"’”°{_RAISED}][{_IGNORED}]{{0,4}}[+＋{_HYPHEN}]))?
        (?:{_D}|(?<![\p{{Nd}}\p{{L}}])[.,]{_D})
        (?:(?:[.,:/·٫٬．，：／{APOSTROPHES}]|[{_DASH}](?:\x1f+)?|\ufffe){_D})*+
        (?:[eE][+{_HYPHEN}]?\p{{Nd}}+{_NO_LETTER_AFTER})?
        [{_FRACTIONS}]?[₀-₉]*+
        (?:\^[+{_HYPHEN}]?\p{{Nd}}+|[⁺⁻]?[{_RAISED}]+)?
        (?:{_L}{_W}*(?:[⁺⁻]?[{_RAISED}]+)?)?
        |[{_FRACTIONS}]|[\p{{No}}--[{_RAISED}₀-₉]]))
    |(?P<letter>[{_NO_SPACE_SCRIPTS}][\p{{M}}{_JOINERS}\uff9e\uff9f]*(?:\u0e33|\u0eb3|(?<=\u0e4d)\u0e32)?)
    |(?P<operator>(?:[\-+*/^~|\&:±×÷]|!(?==)){{0,4}}[=<>≤≥≠≈⩽⩾＝＜＞]\p{{M}}*(?:[\-!+*^~|\&:=<>＝]|/{_NO_LETTER_AFTER})*+|\&\&|\|\||(?<=[\w)])(?:\+\+|\*\*)(?=[\w(])|(?<=\p{{Nd}})!(?=[\w=+*/^)]))
    |(?P<sign>°\s?[CFKＣＦＫ]{_NO_LETTER_AFTER}|[℃℉]|[%‰‱°§\#&¬٪％＆＃〜˜{_TURNING}]|(?<!\p{{Nd}})[′″]|‴|(?!(?<=[{_RAISED}])⁻[{_RAISED}])[\p{{Sm}}\p{{Sc}}--[|~∗{_DASH}]]\p{{M}}*
        |~(?=[A-Z]{{0,3}}\p{{Sc}}?[.,]?\p{{Nd}})|\A~\Z
        |(?<=[\w\p{{Han}}\p{{Sc}}%‰°{_RAISED}])[/^](?=[\w\p{{Han}}])|(?<=[\w)])[*](?=[\w(]))
    """,
    regex.VERBOSE,
)
_KNOWN_OPERATORS = frozenset("= == != <= >= < > ≤ ≥ ≠ ≈ -> => <- <=> ⩽ ⩾ && || ** ++ := += -= *= /= << >>".split())

_STRIP_IGNORED = regex.compile(f"[{_IGNORED}]+")
_STRIP_JOINERS = regex.compile(
    rf"(?V1)(?<=[\p{{Latin}}\p{{Greek}}\p{{Cyrillic}}\p{{Han}}\p{{Nd}}])[{_JOINERS}]+|[{_JOINERS}]+\Z"
)
_ONE_DASH = str.maketrans(
    dict.fromkeys(DASHES, "-")
    | dict.fromkeys(APOSTROPHES, "'")
    | {"．": ".", "，": ",", "：": ":", "／": "/", "＋": "+"}
)
_ONE_TILDE = str.maketrans("∼〜˜", "~~~")
_RAISE = str.maketrans("0123456789-+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")
_CARET = regex.compile(rf"\^([+{_HYPHEN}]?\d+)")
_WIDE_DIGITS = str.maketrans("０１２３４５６７８９", "0123456789")
# Letters glued to a figure whose capitals say nothing: 21ST, 9AM.
_ORDINAL = regex.compile(r"\d+(?:st|nd|rd|th)|[\d:.]*\d[ap]m", regex.IGNORECASE)
# What stands inside a word and is no part of it: a line's end, a note mark before a Korean particle.
BROKEN = regex.compile(rf"[-‐]{BREAK_MARK}+|\ufffe|{NOTE_MARK}+")

_THAI = regex.compile(r"\p{Thai}|\p{Lao}")
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
    bare = _STRIP_JOINERS.sub("", _STRIP_IGNORED.sub("", BROKEN.sub("", raw)))
    return normalize("NFKC", bare.translate(_ONE_DASH)).lower().replace("״", '"').replace("”", '"')


def visible(raw: str) -> str:
    """The words without signs that nobody sees, in NFKC; capitals as they stand."""
    return normalize("NFKC", _STRIP_IGNORED.sub("", raw))


def fold_figure(raw: str) -> str:
    """A figure as written, but for kinds of dash, minus and apostrophe, width, and ^ for a raised digit."""
    raw = _CARET.sub(lambda m: m[1].translate(_ONE_DASH).translate(_RAISE), raw)
    folded = (
        _STRIP_IGNORED.sub("", raw.replace(BREAK_MARK, "").replace("\ufffe", "-"))
        .translate(_ONE_DASH)
        .translate(_WIDE_DIGITS)
    )
    return folded.lower() if _ORDINAL.fullmatch(folded) else normalize("NFC", folded)


def _key(kind: str, raw: str) -> str:
    if kind == "word":
        if not raw.isalpha() and any(map(str.isdigit, raw)):
            return NAME + visible(BROKEN.sub("", raw))
        return WORD + fold_word(raw)
    if kind == "figure":
        return FIGURE + fold_figure(raw)
    if kind == "numeral":
        return FIGURE + normalize("NFKC", raw)
    if kind == "letter":
        return LETTER + visible(raw)
    if kind == "acronym":
        return WORD + fold_word(raw.replace(".", ""))
    if kind == "power":
        return NAME + normalize("NFC", fold_figure(raw))
    if kind == "graded":
        return NAME + normalize("NFKC", raw).translate(_ONE_DASH).replace("♯", "#")
    folded = (
        normalize("NFKC", raw)
        if kind == "operator"
        else normalize("NFKC", raw.translate(_ONE_TILDE).replace(" ", "")).translate(_ONE_DASH)
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
        elif sign == EDGE_MARK:
            flags |= EDGE
        elif sign == NOTE_MARK:
            flags |= NOTE
        elif sign in _RAISED:
            flags |= NOTE | RAISED
        elif sign in DASHES or sign in "/*∗·:：⁄∶":
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
        # Thai ends no sentence with a point.
        short = before[1:] in ABBREVIATIONS or (before[:1] == LETTER and _THAI.match(before[1:]) is not None)
        if between == "." and after:
            flags ^= STOP | (BOUND if before else PUNCTUATION)
        elif between.count(".") == 1 and (short or (len(before) == 2 and before[0] == WORD)):
            flags |= POINT
    if before and len(between) == 1:
        if between in HYPHENS:
            flags |= BOUND if after else LOOSE
        elif between == "@" and after:
            flags |= BOUND
    return flags


# What stands round most words: no sign that a word could take in.
_ROUND = ".,;:!?…()[]{}“”‘’\"'`" + EDGE_MARK


# Letters of scripts that part words by spaces, each a letter of its own.
_PLAIN = regex.compile(
    rf"(?V1)[\p{{L}}&&[\p{{Latin}}\p{{Greek}}\p{{Cyrillic}}\p{{Arabic}}\p{{Hebrew}}\p{{Hangul}}]--[{APOSTROPHES}\u0640]]+"
)


# A number that nothing beside it belongs to: no point before it, no factorial's mark behind.
_NUMBER = regex.compile(r"(?:\D*[^.,\d])?\d+(?!!)\D*", regex.DOTALL)


def _plain_keys(chunk: str, bare: str) -> tuple[str, ...]:
    """The keys of a plain word, number or compound, without what stands round it; () for what is not so plain."""
    if bare.isascii() and bare.isalpha():
        return (WORD + bare.lower(),)
    if bare.isascii() and bare.isdigit() and _NUMBER.fullmatch(chunk):
        return (FIGURE + bare,)
    if _PLAIN.fullmatch(bare):
        return (WORD + fold_word(bare),)
    words = bare.replace("’", "'").split("-")
    if not bare.replace("’", "").isascii() or not all(word.isalpha() or _contracted(word) for word in words):
        return ()
    return tuple([WORD + word.lower() for word in words])


def keys_of(chunk: str) -> tuple[str, ...]:
    """The keys of a chunk alone, which need not be read whole for them where it is plain."""
    return _plain_keys(chunk, chunk.strip(_ROUND)) or read(chunk).keys


@lru_cache(maxsize=1 << 14)
def read(chunk: str) -> Chunk:
    """The chunk read; plain words, numbers and compounds, the bulk of most texts, by a short cut to the same."""
    bare = chunk.strip(_ROUND)
    keys = _plain_keys(chunk, bare)
    if not keys:
        return read_slowly(chunk)
    start = chunk.find(bare)
    head, tail = chunk[:start], chunk[start + len(bare) :]
    outer = _joint(head, "", keys[0]) if head else 0, _joint(tail, keys[-1], "") if tail else 0
    if len(keys) == 1:
        return Chunk(keys, ((start, start + len(bare)),), outer)
    ends = tuple(accumulate((len(key) - 1 for key in keys), lambda end, size: end + 1 + size, initial=start - 1))
    spans = tuple((before + 1, end) for before, end in pairwise(ends))
    return Chunk(keys, spans, (outer[0], *((DASH | BOUND,) * (len(keys) - 1)), outer[1]))


def _contracted(word: str) -> bool:
    """Whether a word is letters with single apostrophes inside, as in can't."""
    return word[:1] != "'" and word[-1:] != "'" and "''" not in word and word.replace("'", "").isalpha()


def read_slowly(chunk: str) -> Chunk:
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
