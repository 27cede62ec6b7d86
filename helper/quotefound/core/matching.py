"""Quote × text → the places where it stands word for word, or why that cannot be said.

A run of whole tokens is found by one search of the source's stream; every hit is then held against what the tokens
leave out: sentence ends, block edges, signs, units and compounds at the joints and just outside both ends. Nothing here
measures likeness; a hit that fails any of these is no match. Must not know of sources, verdicts or the reader's words.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple
from unicodedata import normalize

import regex

from quotefound.core.terms import Cause
from quotefound.core.tokens import (
    BOUND,
    BRACKET,
    CODE,
    DASH,
    DASHES,
    EDGE,
    FIGURE,
    LETTER,
    LOOSE,
    MARK,
    NAME,
    NOTE,
    POINT,
    PUNCTUATION,
    SIGN,
    SPACE,
    STOP,
    UNKNOWN,
    WORD,
    Tokens,
    cut,
)
from quotefound.core.words import ABBREVIATIONS, FUNCTION_WORDS, NEGATIVES_AFTER, NEGATIVES_BEFORE, TITLES

# Words that open a sentence more often than they follow an initial or an acronym.
SENTENCE_OPENERS = frozenset(" ".join(FUNCTION_WORDS.values()).split()) | {"he", "she", "we", "in", "a"}
# Hits, and tokens compared at them, before the rest are let be: bounds hostile texts, not honest ones.
MOST_HITS, MOST_COMPARED = 5_000, 500_000
# Words that an elision may leave out between two pieces (design section 5).
MOST_LEFT_OUT = 40
# Pieces of an elided quote; more is no quotation.
MOST_PIECES = 12
# Places where a hyphen can be read two ways, tried in every combination up to this many.
MOST_FORKS = 3


class Match(NamedTuple):
    """A place where the quote stands: tokens `first` up to `last`, code points `start` up to `end` of the source."""

    first: int
    last: int
    start: int
    end: int


class Search(NamedTuple):
    """All matches in reading order; without one, `refusal` says why a place that holds the words is no match.

    `pieces` are the places of an elided quote's parts, in order, when `refusal` is SHORTENED.
    """

    matches: tuple[Match, ...] = ()
    refusal: Cause | None = None
    pieces: tuple[Match, ...] = ()


class Needle(NamedTuple):
    """A quote as it is looked for: its tokens' keys and raw words, and of the joints round them the flags, the text,
    and whether it begins with a mark of feet, inches or minutes."""

    keys: tuple[str, ...]
    raws: tuple[str, ...]
    joints: tuple[int, ...]
    gaps: tuple[str, ...]
    primes: tuple[str, ...]

    def merged(self, place: int) -> "Needle":
        """The same with the tokens at `place` and after it read as one word."""
        key = self.keys[place] + self.keys[place + 1][1:]
        raw = self.raws[place] + self.raws[place + 1]
        return Needle(
            (*self.keys[:place], key, *self.keys[place + 2 :]),
            (*self.raws[:place], raw, *self.raws[place + 2 :]),
            self.joints[: place + 1] + self.joints[place + 2 :],
            self.gaps[: place + 1] + self.gaps[place + 2 :],
            self.primes[: place + 1] + self.primes[place + 2 :],
        )


def needle_of(quote: str) -> Needle:
    """The needle of a quote's words."""
    keys, spans, joints = cut(quote)
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    gaps = map(quote.__getitem__, map(slice, [0, *ends], [*starts, len(quote)]))
    primes = (_prime(quote, end) if flags & MARK else "" for flags, end in zip(joints, [0, *ends], strict=True))
    raws = (quote[start:end] for start, end in spans)
    return Needle(tuple(keys), tuple(raws), tuple(joints), tuple(gaps), tuple(primes))


# Units in which a capital changes the size: after a figure they compare with their case. The clock's am and pm do not.
_PREFIXES = ("", *"YZEPTGMkhdcmµnpf")
_BASES = "m g s A K mol Hz N Pa J W C V F Ω S T H Bq Gy Sv L l B b bit bps eV Wh Ah t bar cal".split()
_UNITS = frozenset((p + b).lower() for p in _PREFIXES for b in _BASES) - {"pm", "am"}

_MINUS = frozenset(DASHES) - {"—", "―"}  # em dashes are never a sign
# A quotation mark after a digit closes what was opened within this many code points, or it is a unit.
_OPENED_WITHIN = 400
_SINGLE_OPENS = regex.compile(r"(?<![\p{L}\p{Nd}])'(?=\S)")
_SINGLE_CLOSES = regex.compile(r"(?<=[\p{L}.,!?])'(?!\p{L})")
_ACCOUNT = regex.compile(
    r"\(\s*(?:\p{Sc}|[A-Z]{1,3}\p{Sc}|[A-Z]{3}\s)?\s*[\d.,]*\d%?\s*"
    r"(?:\p{Sc}|thousand|million|billion|trillion|bn|mn?|k)?\s*\)"
)
_FACTORIAL = regex.compile(r"\p{Nd}!(?=\s+\p{Ll}|\s*[=+*/^<>])")
_NOTE_TEXT = regex.compile(r"\[[^\]]*\]|[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_ELISION = regex.compile(r"\[\s*(?:\.\s?\.\s?\.\s?\.?|…+)\s*\]|\(\s*(?:\.\.\.|…)\s*\)|\.\s?\.\s?\.\s?\.?|…+|⋯+")
_BRACKETED_LETTER = regex.compile(r"\[(\p{L})\](?=\p{L})")
_SIC = regex.compile(r"\[\s*sic[!.]?\s*\]|\(sic!?\)", regex.IGNORECASE)
_ELISION_OR_BRACKET = regex.compile(_ELISION.pattern + r"|\[[^\]]*\]")
_MARKDOWN_LINK = regex.compile(r"!?\[([^\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\")?\)")
_MARKDOWN_MARKS = regex.compile(
    r"(?<![\p{L}\p{Nd}])(?:\*{1,3}|_{1,3}|~~|`+)(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3}|~~|`+)(?![\p{L}\p{Nd}])"
    r"|^[ ]{0,3}(?:#{1,6}|>)[ ]+",
    regex.MULTILINE,
)


def _figure_at(key: str, raw_end: str) -> bool:
    """Whether a token is, at one end, part of a figure: a figure, its unit sign, or a name that shows a digit there."""
    kind = key[:1]
    if kind in (FIGURE, UNKNOWN):
        return True
    if kind == NAME:
        return raw_end.isdigit() or raw_end in "⁺⁻"
    return kind == SIGN and (key[1] in "%‰‱′″‴°" or regex.match(r"\p{Sc}", key[1]) is not None)


def _prime(text: str, at: int) -> str:
    """The kind of a mark that stands right after a digit: "'" or '"' for a unit, "" where it closes a quotation."""
    mark = text[at : at + 1]
    if mark in "′″":
        return "'" if mark == "′" else '"'
    head = text[max(0, at - _OPENED_WITHIN) : at].rsplit("\n\n", 1)[-1]
    if mark == '"':
        opened = head.count('"') % 2 == 1
    elif mark == "'":
        opened = len(_SINGLE_OPENS.findall(head)) > len(_SINGLE_CLOSES.findall(head))
    elif mark in "’”":
        opened = max(map(head.rfind, "‘‚" if mark == "’" else "“„")) > head.rfind(mark)
    else:
        return ""
    return "" if opened else "'" if mark in "'’" else '"'


def _signs(gap: str, *, between_figures: bool) -> tuple[bool, bool, str]:
    """What a joint's text holds that counts beside a figure: a minus, any dash, and the operators between figures."""
    minus = any(c in _MINUS for c in gap) and "--" not in gap
    return minus, any(c in DASHES for c in gap), "".join(c for c in gap if c in "/*·⁄∶:：") if between_figures else ""


class _Place:
    """One hit, held against the needle. `fault` is None for a match, a cause for a refusal, False for no match."""

    __slots__ = ("fault", "first", "last", "needle", "source")

    def __init__(self, needle: Needle, source: Tokens, first: int) -> None:
        self.needle, self.source, self.first, self.last = needle, source, first, first + len(needle.keys)
        joints = source.joints(first, self.last)
        self.fault: Cause | bool | None = self._inside(joints)
        if self.fault is None:
            left, right = self._left(joints[0]), self._right(joints[-1])
            self.fault = False if False in (left, right) else left or right

    def match(self) -> Match:
        return Match(self.first, self.last, self.source.span(self.first)[0], self.source.span(self.last - 1)[1])

    def _gap(self, index: int) -> str:
        start, end = self.source.gap(self.first + index)
        return self.source.text[start:end]

    def _inside(self, joints: list[int]) -> Cause | bool | None:
        keys = self.needle.keys
        refusal: Cause | None = None
        for index, (asked, stands) in enumerate(zip(self.needle.joints[1:-1], joints[1:-1], strict=True), 1):
            before, after = keys[index - 1], keys[index]
            if after[0] == WORD and before[0] == FIGURE and after[1:] in _UNITS:
                mine, theirs = self.needle.raws[index], self.source.raw(self.first + index)
                if mine != theirs and normalize("NFKC", mine) != normalize("NFKC", theirs):
                    return False
            if not (asked | stands) & ~(SPACE | PUNCTUATION | BOUND | LOOSE):
                continue
            if stands & (STOP | EDGE) and not asked & (STOP | EDGE) and self._ends_sentence(index, stands):
                return False
            if (asked | stands) & CODE and not _same_code(self.needle.gaps[index], self._gap(index)):
                refusal = Cause.OPERATOR
            if (asked | stands) & NOTE:
                mine, theirs = self._notes(self.needle.gaps[index], asked), self._notes(self._gap(index), stands)
                if mine and theirs and mine != theirs:
                    return False
                if mine and not theirs:
                    refusal = Cause.NUMBER_FORM
                if theirs and not mine and SIGN in (before[0], after[0]) and _operator(before, after):
                    refusal = Cause.OPERATOR
            if not self._same_signs(index, asked, stands, before, after):
                return False
        return refusal

    def _ends_sentence(self, index: int, stands: int) -> bool:
        """Whether a stop before a token of the source ends a sentence; what follows an abbreviation's point tells."""
        if not stands & POINT or stands & EDGE:
            return True
        before, after = self.source.key(self.first + index - 1), self.source.key(self.first + index)
        if after[0] == FIGURE:
            return False
        raw = self.source.raw(self.first + index)
        if raw[0].isupper() and before[1:] not in TITLES:
            return after[1:] in SENTENCE_OPENERS or before[1:] in ABBREVIATIONS  # initials and acronyms go before names
        return not raw[0].islower() and not raw[0].isupper()

    @staticmethod
    def _notes(gap: str, flags: int) -> str:
        return "".join(_NOTE_TEXT.findall(gap)) if flags & NOTE else ""

    def _same_signs(self, index: int, asked: int, stands: int, before: str, after: str) -> bool:
        """Whether signs that count beside a figure stand, or do not stand, on both sides of the comparison."""
        mine, theirs = self.needle.gaps[index], self._gap(index)
        figure_after = after[0] == FIGURE or (after[0] == SIGN and _figure_at(after, ""))
        if (asked | stands) & DASH and (figure_after or before[0] == SIGN):
            both = figure_after and before[0] == FIGURE
            my_minus, my_dash, my_signs = _signs(mine, between_figures=both)
            minus, dash, signs = _signs(theirs, between_figures=both)
            if not stands & BOUND and ((minus and not my_dash) or (my_minus and not dash)):
                return False
            if my_signs != signs:
                return False
        if (asked | stands) & BRACKET and figure_after:
            opens = mine.rstrip().endswith("(")
            if opens != theirs.rstrip().endswith("(") and (opens or self._account(self.first + index)):
                return False
        if (asked | stands) & MARK:
            return self.needle.primes[index] == _prime(self.source.text, self.source.gap(self.first + index)[0])
        return True

    def _account(self, index: int) -> bool:
        """Whether an accountant's bracket opens before a token of the source: a sign, like a minus."""
        at = self.source.text.rfind("(", *self.source.gap(index))
        return at >= 0 and _ACCOUNT.match(self.source.text, at) is not None

    def _left(self, flags: int) -> Cause | bool | None:
        first, before = self.needle.keys[0], self.source.key(self.first - 1)
        gap = self._gap(0)
        glued = bool(before) and gap == ""
        if flags & BOUND:
            return False
        if first[0] == LETTER and glued and before[0] == LETTER and self._ends_with(self.first, NEGATIVES_BEFORE):
            return Cause.WORD_CONTEXT
        if first[0] in (WORD, NAME) and glued and before[0] == SIGN and before[1:] not in ("/", "#", "%", "§"):
            return False
        if not _figure_at(first, self.needle.raws[0][:1]):
            return None
        if first[0] == SIGN and glued and before[0] in (WORD, NAME):
            return Cause.NUMBER_CONTEXT  # US$5 is not $5
        if flags & EDGE or flags & STOP or (flags & PUNCTUATION and not gap.rstrip().endswith("(")):
            return None
        if flags & BRACKET:
            return Cause.NUMBER_CONTEXT if self._account(self.first) and not self.needle.joints[0] & BRACKET else None
        minus, _, signs = _signs(gap, between_figures=before[:1] == FIGURE)
        if (minus or signs) and not self.needle.joints[0] & DASH:
            return Cause.NUMBER_CONTEXT
        return Cause.NUMBER_CONTEXT if before[:1] in (FIGURE, SIGN, UNKNOWN) and not (minus or signs) else None

    def _right(self, flags: int) -> Cause | bool | None:
        last, after = self.needle.keys[-1], self.source.key(self.last)
        gap = self._gap(len(self.needle.keys))
        glued = bool(after) and gap == ""
        if flags & BOUND:
            return False
        if last[0] == LETTER and glued and after[0] == LETTER and self._begins_with(self.last, NEGATIVES_AFTER):
            return Cause.WORD_CONTEXT
        if glued and after[0] == SIGN and last[0] in (WORD, NAME, LETTER):
            if after[1:] == "/":
                unit = len(self.needle.keys) > 1 and self.needle.keys[-2][0] == FIGURE
                return Cause.NUMBER_CONTEXT if unit or last[1:] in _UNITS else None
            if regex.match(r"[\p{Sm}\p{Sc}&]", after[1:]):
                return Cause.WORD_CONTEXT
        if flags & MARK and last[0] in (FIGURE, NAME):
            kind = _prime(self.source.text, self.source.gap(self.last)[0])
            if kind and kind != self.needle.primes[-1]:
                return Cause.NUMBER_CONTEXT
        if not _figure_at(last, self.needle.raws[-1][-1:]) or flags & (STOP | EDGE | PUNCTUATION | BRACKET):
            return None
        minus, _, signs = _signs(gap, between_figures=after[:1] == FIGURE)
        if signs or (minus and (after[:1] == FIGURE or _figure_at(after, ""))):
            return Cause.NUMBER_CONTEXT
        return Cause.NUMBER_CONTEXT if after[:1] in (FIGURE, SIGN, UNKNOWN) and not minus else None

    def _ends_with(self, index: int, words: tuple[str, ...]) -> bool:
        start = self.source.span(index)[0]
        return self.source.text[max(0, start - 3) : start].endswith(words)

    def _begins_with(self, index: int, words: tuple[str, ...]) -> bool:
        return self.source.text.startswith(words, self.source.span(index)[0])


def _same_code(mine: str, theirs: str) -> bool:
    """Whether two joints agree in the signs of code: braces and backslashes, and the kind of a glued bracket.

    A glued bracket may be missing on one side, as prose has it: the print() function, author(s).
    """
    if [c for c in mine if c in "{}\\"] != [c for c in theirs if c in "{}\\"]:
        return False
    return not (mine[:1] in ("(", "[") and theirs[:1] in ("(", "[") and mine[0] != theirs[0])


def keeps_lines(quote: str, passage: str) -> bool:
    """Whether a quote keeps the line breaks and indentation of preformatted text, where these carry meaning.

    Lines of one indentation, as a wrapped paragraph has, carry none, and neither does what stands on one line.
    """
    asked, stands = _indents(quote.strip()), _indents(passage)
    if len(set(stands)) < 2:
        return True
    return [indent - asked[0] for indent in asked] == [indent - stands[0] for indent in stands] if asked else False


def _indents(text: str) -> list[int]:
    """The indentation, in columns, of each line after the first that holds anything."""
    lines = text.expandtabs().split("\n")[1:]
    return [len(line) - len(line.lstrip()) for line in lines if line.strip()]


def _operator(before: str, after: str) -> bool:
    """Whether a joint stands beside an operator, where a bracketed number is an index and no note mark."""
    return any(
        key[0] == SIGN and key[1:] in ("=", "==", "!=", "<=", ">=", "<", ">", "+", "->", "<-", "=>")
        for key in (before, after)
    )


def _hits(keys: tuple[str, ...], source: Tokens) -> Iterator[int]:
    """Where a run of keys begins in the source, as token numbers."""
    try:
        run = "".join(map(source.vocabulary.__getitem__, keys))
    except KeyError:
        return
    check = Tokens.OVERFLOW in run
    at = source.stream.find(run)
    while at >= 0:
        if not check or tuple(source.keys(at, at + len(keys))) == keys:
            yield at
        at = source.stream.find(run, at + 1)


def _readings(needle: Needle, source: Tokens) -> Iterator[Needle]:
    """The needle, and the needle with words broken over a line's end read the other way where the source allows it."""
    yield needle
    forks = [
        i
        for i in range(len(needle.keys) - 1)
        if needle.keys[i][0] == needle.keys[i + 1][0] == WORD
        and (joined := needle.keys[i] + needle.keys[i + 1][1:]) in source.vocabulary
        and (needle.joints[i + 1] & LOOSE or joined in source.broken)
    ][:MOST_FORKS]
    for choice in sorted(product((True, False), repeat=len(forks)), reverse=True):
        reading = needle
        for place, join in zip(reversed(forks), reversed(choice), strict=True):
            if join:
                reading = reading.merged(place)
        if any(choice):
            yield reading


def _places(needle: Needle, source: Tokens) -> Search:
    """Every match of one needle, or the first refusal among its hits."""
    matches: list[Match] = []
    refusal: Cause | None = None
    for reading in _readings(needle, source):
        most = min(MOST_HITS, 1 + MOST_COMPARED // len(reading.keys))
        for hit in islice(_hits(reading.keys, source), most):
            place = _Place(reading, source, hit)
            if place.fault is None:
                matches.append(place.match())
            elif place.fault:
                refusal = refusal or place.fault  # type: ignore[assignment]
        if matches:
            break
    return Search(tuple(matches), None if matches else refusal)


def _ways(quote: str) -> Iterator[str]:
    """The quote as written, then with editorial marks and with Markdown taken off, where that changes it."""
    yield quote
    plain = _SIC.sub(" ", _BRACKETED_LETTER.sub(r"\1", quote))
    if plain != quote:
        yield plain
    bare = _MARKDOWN_MARKS.sub("", _MARKDOWN_LINK.sub(r"\1", plain))
    if bare != plain:
        yield bare


def find(quote: str, source: Tokens) -> Search:
    """Where the quote stands in the source word for word, or the cause for which nobody can say.

    A Search without matches and without a refusal means: these words do not stand there as one run.
    """
    refusal: Cause | None = None
    for way in _ways(quote):
        needle = needle_of(way)
        if not needle.keys:
            return Search(refusal=refusal or Cause.EMPTY_QUOTE)
        if unknown := next((key for key in needle.keys if key[0] == UNKNOWN), ""):
            refusal = refusal or (Cause.NUMBER_FORM if unknown[1:] == "!" else Cause.OPERATOR)
        elif _FACTORIAL.search(way):
            refusal = refusal or Cause.NUMBER_FORM
        elif (search := _places(needle, source)).matches:
            return search
        else:
            refusal = refusal or search.refusal
    if refusal:
        return Search(refusal=refusal)
    return _elided(quote, source)


def _elided(quote: str, source: Tokens) -> Search:
    """Whether the parts of a shortened quote stand in order in one block, close together.

    A bracket of the quote is a replacement, treated like dots, unless the source has one there too: then the words in
    brackets differ, and nothing was left out.
    """
    plain = _SIC.sub(" ", _BRACKETED_LETTER.sub(r"\1", quote))
    cuts = [*_ELISION_OR_BRACKET.finditer(plain)]
    edges = [0, *(edge for cut in cuts for edge in cut.span()), len(plain)]
    needles = [needle_of(plain[start:end]) for start, end in zip(edges[::2], edges[1::2], strict=True)]
    replaced = [cut[0].startswith("[") and not _ELISION.fullmatch(cut[0]) for cut in cuts]
    parts = [(needle, is_new) for needle, is_new in zip(needles, [False, *replaced], strict=True) if needle.keys]
    if not 2 <= len(parts) <= MOST_PIECES:  # one part alone has nothing left out inside
        return Search()
    options = [_places(needle, source).matches for needle, _ in parts]
    for head in options[0]:
        chain = [head]
        for matches, (_, is_new) in zip(options[1:], parts[1:], strict=True):
            last = chain[-1]
            following = bisect_left(matches, last.last, key=lambda match: match.first)
            if following == len(matches):
                return Search()
            match = matches[following]
            between = source.text[last.end : match.start]
            if match.first - last.last > MOST_LEFT_OUT or "\n\n" in between or (is_new and "[" in between):
                break
            chain.append(match)
        else:
            return Search(refusal=Cause.SHORTENED, pieces=tuple(chain))
    return Search()
