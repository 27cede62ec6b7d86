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

# Words looked at on each side, within the sentence: "it is not the case that …", "…, prosecutors allege".
_CLIPPED_BEFORE, _CLIPPED_AFTER = 6, 3
# A run of one or two words is found in most texts by chance.
_VERY_SHORT = 2

# A speaker: capitalised words right before a verb of speech, or behind it with no more than a title between.
_NO_NAME = (
    r"(?!(?:The|A|An|He|She|It|They|We|I|You|This|That|These|Those|But|And|In|On|At|As|If|So|Who|One|Many|Some|Others"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|June|July|August|September|October"
    r"|November|December|Der|Die|Das|Er|Sie|Es|Le|La|Les|Il|Elle|El|Los|Las)\b)"
)
_NAME = rf"(?P<name>{_NO_NAME}\p{{Lu}}[\p{{L}}'’-]+(?:\s(?:(?:de|van|von|der|al|bin|la|le)\s)*\p{{Lu}}[\p{{L}}'’-]+)*)"
_TITLE = r"(?:(?!(?:on|in|at|to|that|by|for|from|he|she|it|they|we|am|im|en|le|el)\b)[\p{Ll}'’-]+,?\s){0,4}"
_SPEAKER_FIRST = regex.compile(rf"\b{_NAME}(?:\s(?:has|have|had|also|hat|a|ha))?\s(?:{SPEECH})\b")
_SPEECH_FIRST = regex.compile(rf"\b(?!told|tells)(?i:{SPEECH})\s{_TITLE}{_NAME}")


def notes(quote: str, source: Tokens, matches: tuple[Match, ...], around: str = "") -> list[tuple[Note, str]]:
    """What a reader should know beside "found", each with its detail; `around` is the answer round it."""
    match = matches[0]
    found: list[tuple[Note, str]] = []
    if turning := _clipped(source, match):
        found.append((Note.CLIPPED_CONTEXT, turning))
    if speaker := _other_speaker(quote + around, source, match):
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
    low, high = max(0, match.first - _CLIPPED_BEFORE), min(len(source), match.last + _CLIPPED_AFTER)
    joints = source.joints(low, high)
    for i in range(match.first - 1, low - 1, -1):
        if joints[i + 1 - low] & (STOP | EDGE):
            break
        word = source.key(i)[1:]
        if (word in TURNING_BEFORE or word.endswith("n't")) and source.raw(i) != "May":
            return source.raw(i)
    for i in range(match.last, high):
        if joints[i - low] & (STOP | EDGE):
            break
        if source.key(i)[1:] in TURNING_AFTER:
            return source.raw(i)
    return ""


def _other_speaker(answer: str, source: Tokens, match: Match) -> str:
    """A name that the passage's own sentence gives as its speaker, and the answer does not mention; or ""."""
    around = surroundings(source.text, match.start, match.end)
    before = regex.split(r"[.!?]\s|\n", around.before)[-1]
    after = regex.split(r"[.!?](?=\s|$)|\n", around.after)[0]
    for part in (after, before):
        for pattern in (_SPEECH_FIRST, _SPEAKER_FIRST):
            if said := pattern.search(part):
                name = str(said["name"])
                return "" if name.split()[-1].removesuffix("’s").removesuffix("'s") in answer else name
    return ""


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
