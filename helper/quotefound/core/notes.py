"""What a reader should know beside "found": words that turn the sense, another speaker, capitals, how often, how short.

Notes never change a verdict; each comes with the detail that the reader is shown.
"""

import regex

from quotefound.core.chunks import EDGE, STOP, WORD
from quotefound.core.matching import Match
from quotefound.core.passages import surroundings
from quotefound.core.terms import Note
from quotefound.core.tokens import Tokens
from quotefound.core.words import SPEECH, TURNING_AFTER, TURNING_BEFORE

# Words looked at on each side for a negation, hedge or exception: English and German put them this close.
_CLIPPED_REACH = 3
# A run of one or two words is found in most texts by chance.
_VERY_SHORT = 2

_SPEECH = regex.compile(rf"\b(?:{SPEECH})\b", regex.IGNORECASE)


def notes(quote: str, source: Tokens, matches: tuple[Match, ...]) -> list[tuple[Note, str]]:
    """What a reader should know beside "found", each with its detail; never a reason to change the verdict."""
    match = matches[0]
    found: list[tuple[Note, str]] = []
    if turning := _clipped(source, match):
        found.append((Note.CLIPPED_CONTEXT, turning))
    if speaker := _other_speaker(quote, source, match):
        found.append((Note.OTHER_SPEAKER, speaker))
    if capitals := _capitals(Tokens(quote), source, match):
        found.append((Note.CAPITALS, capitals))
    if len(matches) > 1:
        found.append((Note.OCCURS_OFTEN, str(len(matches))))
    if match.last - match.first <= _VERY_SHORT:
        found.append((Note.VERY_SHORT, ""))
    return found


def _clipped(source: Tokens, match: Match) -> str:
    """The word beside the passage, within its sentence, that negates, hedges or excepts it; or ""."""
    low, high = max(0, match.first - _CLIPPED_REACH), min(len(source), match.last + _CLIPPED_REACH)
    joints = source.joints(low, high)
    for i in range(match.first - 1, low - 1, -1):
        if joints[i + 1 - low] & (STOP | EDGE):
            break
        if source.key(i)[1:] in TURNING_BEFORE or source.key(i)[1:].endswith("n't"):
            return source.raw(i)
    for i in range(match.last, high):
        if joints[i - low] & (STOP | EDGE):
            break
        if source.key(i)[1:] in TURNING_AFTER:
            return source.raw(i)
    return ""


def _other_speaker(quote: str, source: Tokens, match: Match) -> str:
    """A name and a verb of speech in the passage's own sentence, outside the passage; or ""."""
    around = surroundings(source, match)
    tail = regex.split(r"[.!?]\s", around.after)[0]
    said = _SPEECH.search(tail)
    name = regex.search(r"\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)*", tail) if said else None
    return name[0] if name and name[0] not in quote else ""


def _capitals(quote: Tokens, source: Tokens, match: Match) -> str:
    """A word whose capitals carry a name or an acronym on one side only (US, us); or ""."""
    if len(quote) != match.last - match.first:
        return ""
    for i in range(len(quote)):
        mine, theirs = quote.raw(i), source.raw(match.first + i)
        if mine == theirs or quote.key(i)[0] != WORD:
            continue
        if (mine.isupper() and len(mine) > 1 and theirs.islower()) or (
            theirs.isupper() and len(theirs) > 1 and mine.islower()
        ):
            shouted = quote.text.isupper() or source.text[match.start : match.end].isupper()
            if not shouted:
                return theirs
    return ""
