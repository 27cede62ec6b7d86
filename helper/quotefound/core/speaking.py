"""Several readings of one source (the helper's own, the reader's tab, an archive's copy): which of them speaks.

A reading that was not whole never outweighs one that was; an archive's copy can show that words stood there, never
that they do not stand in the source.
"""

from collections.abc import Mapping
from typing import NamedTuple

from quotefound.core.terms import Cause, Verdict
from quotefound.core.verdicts import Judgement, combine

FETCHED, OWN_TAB, ARCHIVE = "fetched", "own_tab", "archive"


class Considered(NamedTuple):
    """What one reading says of a quote, and whether it showed the whole source."""

    judgement: Judgement
    whole: bool


def speaker(readings: Mapping[str, Considered]) -> str:
    """The kind of the reading that speaks for its source. At least one reading is there.

    Found by the helper or in the reader's tab is found. A copy counts where the source itself could not be read whole.
    Otherwise what was read whole decides, in the order of several sources; where nothing was, the tab's reading, since
    its cause is the one that the reader can do something about.
    """
    own = [kind for kind in readings if kind != ARCHIVE]
    for kind in own:
        if readings[kind].judgement.verdict is Verdict.FOUND:
            return kind
    whole = [kind for kind in own if readings[kind].whole]
    if not whole and ARCHIVE in readings and (not own or readings[ARCHIVE].judgement.verdict is Verdict.FOUND):
        return ARCHIVE
    if not whole:
        return OWN_TAB if OWN_TAB in own else own[0]
    return whole[combine([readings[kind].judgement for kind in whole])]


def judgement_of(readings: Mapping[str, Considered]) -> tuple[str, Judgement]:
    """The kind of the reading that speaks, and what is said: a copy alone that has not the words proves nothing."""
    kind = speaker(readings)
    judgement = readings[kind].judgement
    if kind == ARCHIVE and judgement.verdict is not Verdict.FOUND:
        return kind, Judgement(Verdict.UNCHECKED, Cause.NOT_FETCHED)
    return kind, judgement
