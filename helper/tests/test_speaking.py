"""Which of several readings of one source speaks for it."""

import pytest

from quotefound.core.passages import Closest
from quotefound.core.speaking import ARCHIVE, FETCHED, OWN_TAB, Considered, judgement_of
from quotefound.core.terms import Cause, Verdict
from quotefound.core.verdicts import Judgement

FOUND = Considered(Judgement(Verdict.FOUND), True)
FOUND_IN_A_PART = Considered(Judgement(Verdict.FOUND), False)
CLOSEST = Considered(Judgement(Verdict.CLOSEST), True)
ABSENT = Considered(Judgement(Verdict.ABSENT), True)
REFUSED_WORDS = Considered(Judgement(Verdict.UNCHECKED, Cause.NUMBER_CONTEXT), True)
WALL = Considered(Judgement(Verdict.UNCHECKED, Cause.LOGIN_WALL), False)
BOT = Considered(Judgement(Verdict.UNCHECKED, Cause.BOT_WALL), False)


@pytest.mark.parametrize(
    ("readings", "kind", "verdict", "why"),
    [
        ({FETCHED: FOUND}, FETCHED, "found", "the helper's own reading is enough"),
        ({FETCHED: FOUND, OWN_TAB: ABSENT}, FETCHED, "found", "found is found"),
        ({FETCHED: WALL, OWN_TAB: FOUND}, OWN_TAB, "found", "the tab sees behind the wall"),
        ({FETCHED: ABSENT, OWN_TAB: FOUND}, OWN_TAB, "found", "a script fills the page in"),
        ({FETCHED: WALL, OWN_TAB: FOUND_IN_A_PART}, OWN_TAB, "found", "a part is enough for found"),
        ({FETCHED: WALL, OWN_TAB: ABSENT}, OWN_TAB, "absent", "the tab read all of it"),
        ({FETCHED: ABSENT, OWN_TAB: WALL}, FETCHED, "absent", "what was not whole outweighs nothing"),
        ({FETCHED: ABSENT, OWN_TAB: CLOSEST}, OWN_TAB, "closest", "the nearer of two whole readings"),
        ({FETCHED: REFUSED_WORDS, OWN_TAB: ABSENT}, FETCHED, "unchecked", "a doubt about the words stays a doubt"),
        ({FETCHED: BOT, OWN_TAB: WALL}, OWN_TAB, "unchecked", "the reader can do something about the tab's cause"),
        ({FETCHED: WALL, ARCHIVE: FOUND}, ARCHIVE, "found", "the source itself could not be read"),
        ({FETCHED: WALL, ARCHIVE: ABSENT}, FETCHED, "unchecked", "a copy without the words proves nothing"),
        ({FETCHED: ABSENT, ARCHIVE: FOUND}, FETCHED, "absent", "the source, read whole, has them no more"),
        ({FETCHED: WALL, OWN_TAB: ABSENT, ARCHIVE: FOUND}, OWN_TAB, "absent", "the same, seen in the tab"),
        ({FETCHED: WALL, OWN_TAB: WALL, ARCHIVE: FOUND}, ARCHIVE, "found", "nothing else could be read"),
        ({ARCHIVE: ABSENT}, ARCHIVE, "unchecked", "nor does it alone"),
        ({OWN_TAB: ABSENT}, OWN_TAB, "absent", "the reader opened it without a fetch"),
    ],
)  # fmt: skip
def test_the_reading_that_speaks(readings: dict[str, Considered], kind: str, verdict: str, why: str) -> None:
    spoke, judgement = judgement_of(readings)
    assert (spoke, judgement.verdict) == (kind, verdict), why


def test_of_two_closest_the_better() -> None:
    near, far = (
        Considered(Judgement(Verdict.CLOSEST, closest=Closest(matched, 9, None, ())), True)  # type: ignore[arg-type]
        for matched in (8, 5)
    )
    assert judgement_of({FETCHED: far, OWN_TAB: near})[0] == OWN_TAB
    assert judgement_of({FETCHED: near, OWN_TAB: far})[0] == FETCHED
