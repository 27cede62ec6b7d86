"""Which small marks in a text lead to a note, and how raised and lowered figures are written in plain text.

Knows strings and what an element says about itself; nothing of trees. A wrong yes here lets a mark be skipped in a
quote, so every rule needs a bracket, a link to a place on the page, or a name that says what the mark is.
"""

import re

# Longer than "[citation needed]" and "[note 12]"; a bracket with more in it is text.
BRACKETED = re.compile(r"\[[^\[\]]{1,40}\]")
# "[12]", "[1, 2]", "[3–5]" in running text. A hyphen is not taken: [0-9] is a pattern, not a mark.
NUMBERED = re.compile(r"\[[1-9]\d{0,2}(?:\s?[,;–]\s?[1-9]\d{0,2}){0,7}\]")
SIGNS_ONLY = re.compile(r"[*†‡§¶‖#①-⑳]{1,4}|TM|SM|[™℠®]")
# A raised letter that nothing links: "patients ᵃ" has a note, xᵃ a power, and 19ᵉ, Mᵉ and Drᵃ have an ending.
LETTER = re.compile(r"[a-z]")
WHOLE_WORD = re.compile(r"(?:[^\W\d_]{4}|[^\W\d_][,.;:])\Z|[^\W\d_]{2}\s+\Z")
NOTE_NAME = re.compile(
    r"(?:^|[\s_-])(?:ref|refs|reference|references|cite|citation|noteref|fn|fnref|footnote|footnotes|endnote|note)"
    r"(?:$|[\s_\d-])|footnote|noteref",
    re.I,
)
NOTE_ROLE = re.compile(r"noteref", re.I)
MARK_LENGTH = 4  # "123", "12a": what a mark that is only linked may hold
NAMED_MARK_LENGTH = 20  # "Note 12", when a class says that it is a note

RAISED = str.maketrans("0123456789+-−–=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾")
LOWERED = str.maketrans("0123456789+-−–=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎")


def is_raised_mark(text: str, *, names: str, role: str, links: tuple[str, ...], before: str = "") -> bool:
    """Whether raised `text` is a note mark.

    `names` are the classes and ids on and in the element, `links` the hrefs of a link that holds it or is in it,
    `before` the end of the text before it.
    """
    mark = text.strip()
    if not mark:
        return False
    if BRACKETED.fullmatch(mark) or SIGNS_ONLY.fullmatch(mark):
        return True
    if LETTER.fullmatch(mark) and WHOLE_WORD.search(before):
        return True
    if any("#" in link for link in links) and len(mark) <= MARK_LENGTH:
        return True
    return len(mark) <= NAMED_MARK_LENGTH and bool(NOTE_NAME.search(names) or NOTE_ROLE.search(role))


def is_level_mark(text: str, *, names: str, role: str) -> bool:
    """Whether a mark on the line (not raised) is a note mark: bracketed, or a bare number that its role names so."""
    mark = text.strip()
    if BRACKETED.fullmatch(mark):
        return True
    return mark.isdigit() and len(mark) <= MARK_LENGTH and bool(NOTE_ROLE.search(role) or "footnote" in names.lower())


def numbered_marks(text: str) -> list[tuple[int, int]]:
    """The spans of bracketed numbers such as "[12]" in running text, in code points.

    One that follows a letter directly inside code ("a[1]") cannot be told from a mark here; callers leave code out.
    """
    return [match.span() for match in NUMBERED.finditer(text)] if "[" in text else []
