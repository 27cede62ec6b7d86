"""One hit of a quote in a source, held against what the keys of its tokens leave out.

A hit has the same words and figures in the same order. Whether it is a match is told by the joints between them and by
what stands just outside both ends: sentence ends, block edges, note marks, signs, units, compounds. Measures nothing.
"""

from itertools import chain
from operator import or_
from typing import NamedTuple
from unicodedata import normalize

import regex

from quotefound.core.chunks import (
    BOUND,
    BRACKET,
    CODE,
    DASH,
    DASHES,
    EDGE,
    FIGURE,
    HAN_NUMERALS,
    HYPHENS,
    LETTER,
    MARK,
    NAME,
    NOTE,
    POINT,
    PUNCTUATION,
    RAISED,
    SIGN,
    STOP,
    UNKNOWN,
    WORD,
    visible,
)  # fmt: skip
from quotefound.core.terms import Cause
from quotefound.core.tokens import Tokens, cut
from quotefound.core.words import (
    ABBREVIATIONS,
    FUNCTION_WORDS,
    NEGATIVES_AFTER,
    NEGATIVES_BEFORE,
    SCALES,
    TITLES,
    UNITS,
)

# Words that open a sentence more often than they follow an initial or an acronym.
SENTENCE_OPENERS = frozenset(" ".join(FUNCTION_WORDS.values()).split()) | {"he", "she", "we", "in", "a"}
# Units in which a capital changes the size: after a figure they compare with their case. The clock's am and pm do not.
_UNITS = frozenset(map(str.lower, UNITS)) - {"pm", "am"}

# What a joint can hold that may make a difference between a quote and its source.
_TELLING = STOP | EDGE | NOTE | DASH | BRACKET | MARK | CODE
_MINUS = frozenset(DASHES) - {"—", "―"}  # em dashes are never a sign
# A quotation mark after a digit closes what was opened within this many code points, or it is a unit.
_OPENED_WITHIN = 400
_SINGLE_OPENS = regex.compile(r"(?<![\p{L}\p{Nd}])'(?=\S)")
_SINGLE_CLOSES = regex.compile(r"(?<=[\p{L}.,!?])'(?!\p{L})")
_ACCOUNT = regex.compile(
    r"\(\s*(?:\p{Sc}|[A-Z]{1,3}\p{Sc}|[A-Z]{3}\s)?\s*[\d.,]*\d%?\s*"
    r"(?:\p{Sc}|thousand|million|billion|trillion|bn|mn?|k)?\s*\)"
)
# A hyphen that ties what stands just outside the run to it, perhaps with a bracket or a quotation mark between:
# F(x)-based, the "no"-vote, Ein- und Ausgang. After a space, an opening bracket or another dash it ties nothing.
_TIED_BEFORE = regex.compile(rf"(?:[^\s\p{{Pd}}\p{{Ps}}\p{{Pi}}−\"']|(?<=^|\S)[\"'])[\{HYPHENS}]\Z")
_TIED_AFTER = regex.compile(rf"[\{HYPHENS}](?![\p{{Pd}}−\n])")
# A sign inside a word: col·legi, étudiant·e·s, Bürger:innen.
_INSIDE_WORD = regex.compile(r"(?<=\p{Latin})(?:[·‧](?=\p{Latin})|[*:](?=in(?:nen)?(?!\p{L})))")
# A minus before what follows: it may be a list's mark or a dash, but a cell's "- 0.5" looks the same. Two are a dash.
_SIGNED = regex.compile(rf"(?<![\p{{Pd}}−])[\{HYPHENS}]\s*\Z")
# A note's number whose raising was lost: the next sentence or nothing follows it.
_NOTE_NUMBER = regex.compile(r"[1-9]\p{Nd}{0,2}(?=\s*\Z|\s+[\p{Lu}\"“‘«])")
# What carries a unit on to another one: 5 m³/s, 49 € / month, 5 N·m.
_PER = regex.compile(r"\s?[/·]\s?")
SCALE = regex.compile(rf"(?:{SCALES})", regex.IGNORECASE)
_RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_NOTE_TEXT = regex.compile(r"\[[^\]]*\]|[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]+)*")


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


def needle_of(quote: str, notes: tuple[tuple[int, int], ...] | None = None) -> Needle:
    """The needle of a quote's words; `notes` as `Tokens` takes them."""
    keys, spans, joints = cut(quote, notes)
    raws = tuple([quote[start:end] for start, end in spans])
    edges = [0, *chain.from_iterable(spans), len(quote)]
    ends = edges[::2]
    gaps = tuple([quote[end:start] for end, start in zip(ends, edges[1::2], strict=True)])
    primes = [""] * len(joints)
    for place, flags in enumerate(joints):
        if flags & MARK:
            primes[place] = _prime(quote, ends[place])
    return Needle(tuple(keys), raws, tuple(joints), gaps, tuple(primes))


def _figure_at(key: str, raw_end: str) -> bool:
    """Whether a token is, at one end, part of a figure: a figure, its unit sign, or a name that shows a digit there."""
    kind = key[:1]
    if kind in (FIGURE, UNKNOWN):
        return True
    if kind == NAME:
        return raw_end.isdigit() or raw_end in "⁺⁻"
    return kind == SIGN and (key[1] in "%‰‱′″‴°~" or regex.match(r"\p{Sc}", key[1]) is not None)


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
        if mark == "”" and "“" not in head and "„" not in head:  # Swedish and Finnish open with it, too
            opened = head.count(mark) % 2 == 1
    else:
        return ""
    return "" if opened else "'" if mark in "'’" else '"'


def _signs(gap: str, *, between_figures: bool) -> tuple[bool, bool, str]:
    """What a joint's text holds that counts beside a figure: a minus, any dash, and the operators between figures."""
    minus = any(c in _MINUS for c in gap) and "--" not in gap
    return (
        minus,
        any(c in DASHES for c in gap),
        "".join(c for c in gap.replace("∗", "*") if c in "/*·⁄∶:：") if between_figures else "",
    )


class Place:
    """One hit. `fault` is None for a match, a cause for a refusal, False for no match."""

    __slots__ = ("fault", "first", "last", "needle", "source")

    def __init__(self, needle: Needle, source: Tokens, first: int) -> None:
        self.needle, self.source, self.first, self.last = needle, source, first, first + len(needle.keys)
        joints = source.joints(first, self.last)
        self.fault: Cause | bool | None = self._inside(joints)
        if self.fault is None:
            faults = [
                self._outer_notes(0, joints[0]),
                self._outer_notes(-1, joints[-1]),
                self._left(joints[0]),
                self._right(joints[-1]),
            ]
            self.fault = False if False in faults else next((fault for fault in faults if fault), None)

    def _gap(self, index: int) -> str:
        start, end = self.source.gap(self.first + index)
        return self.source.text[start:end]

    def _inside(self, joints: list[int]) -> Cause | bool | None:
        keys = self.needle.keys
        refusal: Cause | None = None
        for index, flags in enumerate(map(or_, self.needle.joints[:-1], joints)):
            before = keys[index - 1]
            if not index or not (flags & _TELLING or before[0] == FIGURE):
                continue
            after, asked, stands = keys[index], self.needle.joints[index], joints[index]
            if before[0] == FIGURE and after[0] == WORD and after[1:] in _UNITS:
                mine, theirs = self.needle.raws[index], self.source.raw(self.first + index)
                if mine != theirs and visible(mine) != visible(theirs):
                    return False
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
                if theirs and not mine and stands & RAISED and (power := self._power(index, theirs)):
                    refusal = power
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
        if after[0] in (FIGURE, SIGN):
            return False
        raw = self.source.raw(self.first + index)
        if raw[0].isupper() and before[1:] not in TITLES:
            return after[1:] in SENTENCE_OPENERS or before[1:] in ABBREVIATIONS  # initials and acronyms go before names
        return not raw[0].islower() and not raw[0].isupper()

    @staticmethod
    def _notes(gap: str, flags: int) -> str:
        return (
            normalize("NFKC", "".join(note.strip("[]") + "|" for note in _NOTE_TEXT.findall(gap)))
            if flags & NOTE
            else ""
        )

    def _power(self, index: int, notes: str) -> Cause | None:
        """Why raised digits behind a token of the source may be its power: a unit's behind a figure, a formula's."""
        before = self.source.key(self.first + index - 2)
        if before[:1] == FIGURE and notes[:1] in "23":
            return Cause.NUMBER_CONTEXT
        return Cause.OPERATOR if before[:1] == SIGN and _figure_at(before, "") is False else None

    def _outer_notes(self, end: int, flags: int) -> Cause | bool | None:
        """Whether note marks at an end of the quote (0: its start, -1: its end) stand there in the source too."""
        if not self.needle.joints[end] & NOTE:
            return None
        mine = self._notes(self.needle.gaps[end], NOTE)
        theirs = self._notes(self._gap(len(self.needle.keys) if end else 0), flags)
        if not theirs:
            return Cause.NUMBER_FORM
        return None if (theirs.startswith(mine) if end else theirs.endswith(mine)) else False

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
        if (asked | stands) & MARK and mine.strip() != theirs.strip():
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
        if flags & BOUND or (before and _TIED_BEFORE.search(gap)):
            return False
        if before and not gap[-1:].isspace() and self._inside_word(self.source.span(self.first)[0] - 1):
            return False
        spaceless = first[0] == LETTER or self.needle.raws[0][0] in HAN_NUMERALS
        if spaceless and glued and before[0] == LETTER and self._ends_with(self.first, NEGATIVES_BEFORE):
            return Cause.WORD_CONTEXT
        if first[0] in (WORD, NAME) and glued and before[0] == SIGN and before[1:] not in ("/", "#", "%", "§"):
            return False
        if not _figure_at(first, self.needle.raws[0][:1]):
            return None
        if first[0] == SIGN and glued and before[0] in (WORD, NAME):
            return Cause.NUMBER_CONTEXT  # US$5 is not $5
        if _SIGNED.search(gap):  # even right after a stop: "done.-1"
            return None if self.needle.joints[0] & DASH else Cause.NUMBER_CONTEXT
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
        if (flags & BOUND and not self._note_behind_stop(last, gap)) or self._goes_on(gap):
            return False
        if flags & RAISED and not self.needle.joints[-1] & NOTE:
            power = self._power(len(self.needle.keys), self._notes(gap, flags)) if gap[0] in _RAISED_DIGITS else None
            if power:
                return power
        if last[0] == LETTER and glued and after[0] == LETTER and self._begins_with(self.last, NEGATIVES_AFTER):
            return Cause.WORD_CONTEXT
        if glued and after[0] == SIGN and last[0] in (WORD, NAME, LETTER):
            if after[1:] == "/":
                former = self.needle.keys[-2] if len(self.needle.keys) > 1 else ""
                unit = former[:1] == FIGURE or former == SIGN + "/"
                return Cause.NUMBER_CONTEXT if unit or last[1:] in _UNITS else None
            if regex.match(r"[\p{Sm}\p{Sc}&]", after[1:]):
                return Cause.WORD_CONTEXT
        if flags & MARK and last[0] in (FIGURE, NAME):
            kind = _prime(self.source.text, self.source.gap(self.last)[0])
            if kind and kind != self.needle.primes[-1]:
                return Cause.NUMBER_CONTEXT
        if self._is_unit(last) and after[:1] in (WORD, NAME) and _PER.fullmatch(gap):
            return Cause.NUMBER_CONTEXT
        if after and not gap[:1].isspace() and self._inside_word(self.source.gap(self.last)[0]):
            return False
        if not _figure_at(last, self.needle.raws[-1][-1:]) or flags & (STOP | EDGE | PUNCTUATION | BRACKET):
            return None
        if last[0] == FIGURE and after[:1] in (WORD, LETTER) and self._is_scale(self.last):
            return Cause.NUMBER_CONTEXT
        minus, _, signs = _signs(gap, between_figures=after[:1] == FIGURE)
        if signs or (minus and (after[:1] == FIGURE or _figure_at(after, ""))):
            return Cause.NUMBER_CONTEXT
        return Cause.NUMBER_CONTEXT if after[:1] in (FIGURE, SIGN, UNKNOWN) and not minus else None

    def _note_behind_stop(self, last: str, gap: str) -> bool:
        """Whether what is glued to the run's last word is its sentence's end with a note's number: "use.1 We"."""
        before = last[0] == WORD and len(last) > 2 and last[1:] not in ABBREVIATIONS
        return (
            before and gap == "." and _NOTE_NUMBER.match(self.source.text, self.source.span(self.last)[0]) is not None
        )

    def _inside_word(self, at: int) -> bool:
        """Whether the source has a sign at `at` that both sides of belong to one word."""
        return _INSIDE_WORD.match(self.source.text, at) is not None

    def _is_unit(self, last: str) -> bool:
        """Whether the run ends with a unit: a sign, a unit's word behind a figure, or one glued to it."""
        if last[0] == WORD:
            return last[1:] in _UNITS and len(self.needle.keys) > 1 and self.needle.keys[-2][0] == FIGURE
        end = self.needle.raws[-1][-1:]
        return not end.isdecimal() if last[0] in (FIGURE, NAME) else last[0] == SIGN and _figure_at(last, end)

    def _is_scale(self, index: int) -> bool:
        """Whether a token of the source is the figure's own last part: 18 million, 5 percent."""
        return SCALE.match(self.source.text, self.source.span(index)[0]) is not None

    def _goes_on(self, gap: str) -> bool:
        """Whether the last word goes on behind a hyphen or an underscore that the quote does not have."""
        if _TIED_AFTER.match(gap):
            return not _TIED_AFTER.match(self.needle.gaps[-1])
        return gap.startswith("_") and not self._gap(0).endswith("_") and not self.needle.gaps[-1].startswith("_")

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


def _operator(before: str, after: str) -> bool:
    """Whether a joint stands beside an operator, where a bracketed number is an index and no note mark."""
    return any(
        key[0] == SIGN and key[1:] in ("=", "==", "!=", "<=", ">=", "<", ">", "+", "->", "<-", "=>")
        for key in (before, after)
    )
