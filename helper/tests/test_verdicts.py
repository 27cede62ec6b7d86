"""What is said of a quote and of an answer: the vectors, and what no text may ever change."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quotefound.core.claims import decide_answer
from quotefound.core.matching import Match, find
from quotefound.core.passages import Closest
from quotefound.core.terms import Cause, Verdict
from quotefound.core.tokens import Tokens
from quotefound.core.verdicts import Judgement, Readable, combine, judge, passage_of

VECTORS = json.loads((Path(__file__).parents[2] / "shared-tests/vectors/verdicts.json").read_text("utf-8"))
ONE_SOURCE = [case for case in VECTORS["cases"] if "quote" in case]
SEVERAL = [case for case in VECTORS["cases"] if "speaks" in case]
ANSWERS = [case for case in VECTORS["cases"] if "decision" in case]


def name(case: dict[str, Any]) -> str:
    return str(case["name"])


@pytest.mark.parametrize("case", ONE_SOURCE, ids=name)
def test_one_source(case: dict[str, Any]) -> None:
    """Verdict, cause, notes and passage of one source."""
    text = case["text"]
    source = Readable(
        None if text is None else Tokens(text),
        Cause(case["reading"]) if "reading" in case else None,
        Tokens(case["hidden"]) if "hidden" in case else None,
        case.get("language", ""),
    )
    judgement = judge(case["quote"], source, case.get("around", ""))
    why = VECTORS["tags"][case["tags"][0]]
    assert (judgement.verdict, judgement.cause) == (case["verdict"], case.get("cause")), why
    if "notes" in case:
        assert [note for note, _ in judgement.notes] == case["notes"]
    if "passage" in case:
        place = passage_of(judgement)
        assert place is not None
        assert text[place.start : place.end] == case["passage"]
    if judgement.verdict in (Verdict.FOUND, Verdict.CLOSEST):
        assert passage_of(judgement) is not None, "There is a passage to show."


@pytest.mark.parametrize("case", SEVERAL, ids=name)
def test_several_sources(case: dict[str, Any]) -> None:
    """Which of the sources speaks."""
    likeness = case.get("likeness", [0] * len(case["verdicts"]))
    judgements = [
        Judgement(Verdict(verdict), closest=Closest(round(10 * like), 10, Match(0, 1, 0, 1), ()) if like else None)
        for verdict, like in zip(case["verdicts"], likeness, strict=True)
    ]
    assert combine(judgements) == case["speaks"]


@pytest.mark.parametrize("case", ANSWERS, ids=name)
def test_an_answers_decision(case: dict[str, Any]) -> None:
    """The decision, and the quote that it rests on."""
    decision = decide_answer([Verdict(verdict) for verdict in case["quotes"]], [])
    assert (decision.name, decision.quote, decision.claim) == (case["decision"], case["stopped_at"], None)


WORDS = st.lists(st.sampled_from("the rain in Rome fell not 5 7 % – . was all day".split()), min_size=1, max_size=12)
CAUSES = st.sampled_from([None, Cause.CUT_OFF, Cause.PAYWALL, Cause.SCRIPT_SHELL])


@given(WORDS, WORDS, CAUSES)
def test_found_comes_from_a_match_and_from_nothing_else(quote: list[str], text: list[str], cause: Cause | None) -> None:
    """Whatever the source's state: found exactly where the matcher matches, never closest or absent with a cause."""
    asked, source = " ".join(quote), Tokens(" ".join(text))
    judgement = judge(asked, Readable(source, cause))
    assert (judgement.verdict is Verdict.FOUND) == bool(find(asked, source).matches)
    assert (judgement.verdict is Verdict.UNCHECKED) == (judgement.cause is not None)
    if cause:
        assert judgement.verdict in (Verdict.FOUND, Verdict.UNCHECKED)


@given(st.lists(st.sampled_from(Verdict), min_size=1, max_size=5))
def test_no_order_of_sources_changes_the_verdict(verdicts: list[Verdict]) -> None:
    """The verdict that speaks is the same for every order."""
    judgements = [Judgement(verdict) for verdict in verdicts]
    spoken = judgements[combine(judgements)].verdict
    for turn in range(len(judgements)):
        turned = judgements[turn:] + judgements[:turn]
        assert turned[combine(turned)].verdict is spoken
