"""What stands round the figures of a text: comparators, hedges, directions, what is counted, the clause, the sentence.

A figure is bound to these words; whoever compares two figures compares them too.
"""

from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import NamedTuple

import regex

from quotefound.core.numbers.values import Figure, Kind
from quotefound.core.numbers.wording import (
    FALLING,
    RISING,
    STOP_WORDS,
    bound_of,
    is_hedged,
    stem,
)

# Content words on each side of a figure that count as beside it.
_BESIDE = 3
# Words before a figure among which a direction (rose, fell) is its own.
_TURNED = 5
# 9% more, 9% less: right behind a share.
_COMPARED = {"more": 1, "higher": 1, "greater": 1, "less": -1, "fewer": -1, "lower": -1, "mehr": 1, "weniger": -1}
# Verbs that multiply tell a direction of their own; double and triple alone do not.
_RISES = regex.compile(
    r"(?:(?:quintu|quadru|dou|tri)(?:b|p)l(?!es?\b)|verdoppel|ver(?:drei|vier|fünf|zehn)fach|(?:du|tri|cuadru)plic)\p{L}",
    regex.IGNORECASE,
)
_SPACELESS = r"\p{Han}\p{Hiragana}\p{Katakana}"
_WORD = regex.compile(rf"[\p{{L}}\p{{M}}--[{_SPACELESS}]]+(?:'\p{{L}}+)?|[{_SPACELESS}]", regex.V1)
_IN_FRAME = regex.compile(rf"{_WORD.pattern}|\d[\d.,]*", regex.V1)
_SENTENCE = regex.compile(r"[.!?。！？]+[\"')\]”»]*(?=\s+[^\p{Ll}\s]|\s*$)|[。！？]|\n+")
_CLAUSE = regex.compile(
    r"[,;()–—](?=\s|\p{L}|$)|:(?!\s*[-+~≈(]?[\d$€£¥])(?=\s|\p{L}|$)|、|(?<=\s)[-–(]|(?:(?<=\s)(?:and|but|while|whereas|then|compared|versus|vs|against|und|aber"
    r"|während|et|mais|tandis|y|pero|mientras)(?=\s))",
    regex.IGNORECASE,
)
_IN_TIME_KINDS = (Kind.DATE, Kind.PERIOD, Kind.CLOCK, Kind.DECADE, Kind.CENTURY)
_COUNTING = (Kind.COUNT, Kind.ORDINAL, Kind.VAGUE)
_BEING = dict.fromkeys(("is", "was", "are", "were"), "is")  # a value and its correction differ in tense
_ENDS_COUNTED = frozenset(
    """in on at by for from to and or but was is were are had has have will with that which who than as per during since
    after before when while if can could would should may might must did does do""".split()
)


class _Word(NamedTuple):
    """A word outside of figures: its span, its lower case, and its stem, "" where it carries no matter."""

    start: int
    end: int
    lower: str
    stem: str


def surrounded(plain: str, text: str, figures: list[Figure]) -> list[Figure]:
    """The figures of a text, each with its surroundings; `text` is as written, `plain` as the reader read it."""
    if not figures:
        return []
    words = _words_outside(plain, figures)
    words += [_Word(one.start, one.end, name := _as_word(one), stem(name)) for one in figures if one.kind in _BINDING]
    words.sort()
    starts = [word.start for word in words]
    ends = [m.end() for m in _SENTENCE.finditer(plain)]
    clauses = sorted(m.start() for m in _CLAUSE.finditer(plain) if not _inside(m.start(), figures))
    done = []
    for figure, behind_it in zip(figures, [*figures[1:], None], strict=True):
        low = ends[at - 1] if (at := bisect_right(ends, figure.start)) else 0
        high = ends[at] if at < len(ends) else len(plain)
        left = max(low, clauses[at - 1] + 1 if (at := bisect_left(clauses, figure.start)) else 0)
        right = min(high, clauses[at] if (at := bisect_left(clauses, figure.end)) < len(clauses) else len(plain))
        before = words[bisect_left(starts, left) : bisect_left(starts, figure.start)]
        behind = words[bisect_left(starts, figure.end) : bisect_left(starts, right)]
        sentence = words[bisect_left(starts, low) : bisect_left(starts, high)]
        ahead, past = [w.stem for w in before if w.stem], [w.stem for w in behind if w.stem]
        done.append(
            replace(
                figure,
                text=text[figure.start : figure.end],
                # under article 5 is not below it
                bound=""
                if figure.kind is Kind.NAME
                else bound_of(plain, figure.start, figure.end, figure.kind in _IN_TIME_KINDS),
                hedged=is_hedged(plain, figure.start, figure.end),
                sign=_direction([w.lower for w in before[-_TURNED:]], [w.lower for w in behind])
                or int(figure.kind is Kind.MULTIPLE and _RISES.match(figure.text) is not None)
                or int(figure.text.startswith("+"))
                or (_COMPARED.get(behind[0].lower, 0) if behind and figure.kind is Kind.SHARE else 0),
                counted=_counted(plain, figure, behind) if figure.kind in _COUNTING else (),
                near=(*ahead[-_BESIDE:], *past[:_BESIDE]),
                clause=frozenset(ahead + past),
                sentence=frozenset([w.stem for w in sentence if w.stem and w.start != figure.start]),
                opening=max(low, plain.rfind(";", low, figure.start), plain.rfind("(", low, figure.start)),
                when=behind_it if behind_it and _dates(plain, figure, behind_it) else None,
                frame=_frame(plain, figure, low, right),
            )
        )  # fmt: skip
    return done


# A year, an edition, a part: what another figure of the clause may be bound to.
_BINDING = (Kind.DATE, Kind.PERIOD, Kind.DECADE, Kind.ORDINAL, Kind.NAME)


_AT_A_TIME = regex.compile(
    r"(?:\s\p{L}+){0,2}\s(?:in|by|at|for|as of|during|on|im|en|au)\s(?:the\s)?", regex.IGNORECASE
)


def _dates(plain: str, figure: Figure, behind: Figure) -> bool:
    """Whether a date says when a value was: 5 million units in 2018."""
    dated = behind.kind in (Kind.DATE, Kind.PERIOD) and figure.kind not in _IN_TIME_KINDS
    return dated and _AT_A_TIME.fullmatch(plain, figure.end, behind.start) is not None


def _as_word(figure: Figure) -> str:
    reading = figure.readings[0]
    value = next((part for part in reading.values if part is not None), "")
    return f"#{reading.kind}{value}"


def _words_outside(plain: str, figures: list[Figure]) -> list[_Word]:
    """Every word that is not part of a figure."""
    words = []
    edges = [0, *(offset for figure in figures for offset in (figure.start, figure.end)), len(plain)]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        for match in _WORD.finditer(plain, start, end):
            low = match[0].lower()
            words.append(_Word(match.start(), match.end(), low, "" if low in STOP_WORDS else stem(low)))
    return words


def _inside(at: int, figures: list[Figure]) -> bool:
    index = bisect_right(figures, at, key=lambda figure: figure.start) - 1
    return index >= 0 and at < figures[index].end


def _direction(before: list[str], behind: list[str]) -> int:
    """The direction of the nearest word before that tells one, else of the words right behind."""
    for word in [*reversed(before), *behind[:2]]:
        if word in RISING:
            return 1
        if word in FALLING:
            return -1
    return 0


_LEADS_ON = regex.compile(r"[\s'%-]*|\s?of\s(?:the\s)?")  # from a count to what it counts


def _counted(plain: str, figure: Figure, behind: list[_Word]) -> tuple[str, ...]:
    """What a count counts: the stems of up to three content words right behind it."""
    found: list[str] = []
    if " per " in figure.text:
        return ()  # behind 3.4 per 1,000 stands of what it is a part
    at = figure.end
    for word in behind:
        if word.lower in _ENDS_COUNTED or not _LEADS_ON.fullmatch(plain, at, word.start):
            break
        if word.stem:
            found.append(word.stem)
        at = word.end
        if len(found) == _BESIDE:
            break
    return tuple(found)


def _frame(plain: str, figure: Figure, low: int, high: int) -> str:
    """The words right before and right behind within the sentence, as written: what a corrected figure stands in."""
    before = _IN_FRAME.findall(plain[max(low, figure.start - 60) : figure.start].lower())[-3:]
    before = [_BEING.get(word, word) for word in before]
    behind = _WORD.findall(plain[figure.end : min(high, figure.end + 30)].lower())[:2]
    return " ".join(before) + "|" + " ".join(behind)
