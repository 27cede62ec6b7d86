"""Claims: their vectors, how they are found in an answer, their passages, their verdicts, the answer's decision."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from quotefound.core.answers import Answer, AnswerBlock, Citation, Source
from quotefound.core.claims import (
    ClaimJudgement,
    ClaimSource,
    Decided,
    Meaning,
    claims_of,
    decide_answer,
    judge_claim,
)
from quotefound.core.terms import AnswerDecision, Cause, ClaimReason, ClaimVerdict, Verdict, Words
from quotefound.core.tokens import Tokens
from quotefound.core.windows import MOST_SENTENCES, Sentences

VECTORS = json.loads((Path(__file__).parents[2] / "shared-tests/vectors/claims.json").read_text("utf-8"))
FILLER = " ".join(f"Sentence number {word} says nothing of any boat." for word in "abcdefghijklmnopqrstuvwxyz" * 8)
LEASE = "Clause 12.1: “Tenant shall give 90 days’ written notice.”"


def source(number: int, text: str | None) -> ClaimSource:
    if text is None:
        return ClaimSource(number, None, Cause.BOT_WALL)
    return ClaimSource(number, Sentences(Tokens(text.replace("FILLER", FILLER))))


def judged(claim: str, *texts: str | None) -> ClaimJudgement:
    return judge_claim(claim, [source(number, text) for number, text in enumerate(texts)])


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: str(case["name"]))
def test_vector(case: dict[str, Any]) -> None:
    found = judged(case["claim"], *case["sources"])
    why = VECTORS["tags"][case["tags"][0]]
    assert (str(found.verdict), str(found.reason), str(found.words)) == (
        case["verdict"],
        case["reason"],
        case["words"],
    ), why
    assert [str(finding.verdict) for finding in found.figures] == case["figures"]
    assert [str(name) for name, _ in found.notes] == case["notes"]
    unread = Cause.BOT_WALL if None in case["sources"] else Cause.NO_CITATION
    assert found.cause is (unread if found.reason is ClaimReason.UNREAD else None)


def test_no_claim_is_supported_without_a_model() -> None:
    for case in VECTORS["cases"]:
        assert judged(case["claim"], *case["sources"]).verdict is not ClaimVerdict.SUPPORTED
    assert judged(LEASE, LEASE).verdict is ClaimVerdict.UNCHECKED


def said(claim: str, verdict: ClaimVerdict, *texts: str) -> ClaimJudgement:
    """The claim judged with a model that says the same of each source's best passage."""
    sources = [source(number, text) for number, text in enumerate(texts)]
    found = judge_claim(claim, sources)
    meanings = [Meaning(verdict, one.source, one.windows[0]) for one in found.carrying if one.windows]
    return judge_claim(claim, sources, meanings)


def test_a_model_supports_only_where_every_figure_stands() -> None:
    supported = ClaimVerdict.SUPPORTED
    assert said("The lease requires 90 days’ written notice.", supported, LEASE).verdict is supported
    assert said("The lease requires 60 days’ written notice.", supported, LEASE).verdict is ClaimVerdict.CONTRADICTED
    about = said("The lease requires at least 90 days’ written notice.", supported, LEASE)
    assert (about.verdict, about.reason) == (ClaimVerdict.UNCHECKED, ClaimReason.FIGURE_UNCHECKED)


def test_a_model_that_finds_nothing_leaves_the_claim_neutral() -> None:
    found = said("The lease requires written notice by registered mail.", ClaimVerdict.NEUTRAL, LEASE)
    assert (found.verdict, found.reason) == (ClaimVerdict.NEUTRAL, ClaimReason.MEANING)


def test_a_model_for_and_against_is_a_disagreement() -> None:
    claim, texts = "Coffee raises blood pressure.", ("Coffee raises blood pressure.", "Coffee lowers blood pressure.")
    sources = [source(number, text) for number, text in enumerate(texts)]
    windows = [one.windows[0] for one in judge_claim(claim, sources).carrying]
    meanings = [Meaning(ClaimVerdict.SUPPORTED, 0, windows[0]), Meaning(ClaimVerdict.CONTRADICTED, 1, windows[1])]
    assert judge_claim(claim, sources, meanings).disagree


def test_the_passage_shown_is_the_one_that_speaks_and_its_offsets_are_the_sources() -> None:
    text = f"{FILLER} The old bridge was opened in 1932 by the mayor. It cost 4 million crowns. {FILLER}"
    found = judged("The old bridge was opened in 1932.", text)
    window = found.carrying[0].windows[0]
    assert text[window.start : window.end] == "The old bridge was opened in 1932 by the mayor."
    (finding,) = found.figures
    assert finding.passage is not None
    assert text[finding.passage.start : finding.passage.end] == "1932"


def test_windows_are_few_short_and_apart() -> None:
    generator = random.Random(1)
    words = [f"{a}{b}{c}" for a in "bdfgk" for b in "aeiou" for c in "lmnrst"]
    text = " ".join(" ".join(generator.choices(words, k=12)).capitalize() + "." for _ in range(2_000))
    found = Sentences(Tokens(text)).windows(" ".join(generator.choices(words, k=10)))
    assert found == sorted(found, key=lambda window: -window.share)
    for window in found:
        assert 1 <= window.last - window.first <= MOST_SENTENCES
        assert sum(other.first < window.last and window.first < other.last for other in found) == 1


def block(text: str, *citations: Citation, kind: str = "paragraph") -> AnswerBlock:
    return AnswerBlock(text, kind, citations)


def test_a_claim_is_the_sentence_that_carries_the_citation() -> None:
    text = "Nobody cites this. The sky is blue. Grass is green, they say."
    cited, inside = text.index(" Grass"), text.index(", they")
    answer = Answer(
        (
            block(text, Citation(cited, cited, (1,)), Citation(inside, inside, (0, 2), hidden=1, label="[3]")),
            block("A heading", Citation(9, 9, (0,)), kind="heading"),
            block("Quoted words are judged as a quote.", Citation(35, 35, (0,)), kind="quotation"),
            block("A list item without a stop", Citation(26, 26, (0,)), kind="item"),
        ),
        tuple(Source(f"https://example.org/{number}") for number in range(3)),
    )
    claims, uncited = claims_of(answer)
    assert [(claim.text, claim.sources, claim.hidden, claim.labels) for claim in claims] == [
        ("The sky is blue.", (1,), 0, ()),
        ("Grass is green, they say.", (0, 2), 1, ("[3]",)),
        ("A list item without a stop", (0,), 0, ()),
    ]
    assert uncited == 1
    assert all(answer.blocks[claim.block].text[claim.start : claim.end] == claim.text for claim in claims)


def test_a_citation_behind_the_stop_is_the_sentences_before() -> None:
    text = "The sky is blue. Grass is green."
    claims, uncited = claims_of(Answer((block(text, Citation(16, 16, (0,)), Citation(32, 32, (1,))),)))
    assert [(claim.text, claim.sources) for claim in claims] == [("The sky is blue.", (0,)), ("Grass is green.", (1,))]
    assert uncited == 0


GOOD = said("The lease requires 90 days’ written notice.", ClaimVerdict.SUPPORTED, LEASE)
NEUTRAL = judged("Ceviche is eaten all over Lima.", LEASE)
WRONG = judged("The lease requires about 60 days’ notice.", LEASE)
UNSURE = judged("The lease requires 90 days’ written notice.", LEASE)
TORN = judged(
    "Unit 4B requires 90 days’ written notice.",
    "Lease of unit 4B. Tenant shall give 90 days’ written notice.",
    "Lease of unit 4B, renewed. Tenant shall give 60 days’ written notice.",
)


@pytest.mark.parametrize(
    ("quotes", "claims", "expected"),
    [
        ([], [GOOD], Decided(AnswerDecision.SUPPORTED)),
        ([], [GOOD, NEUTRAL, GOOD], Decided(AnswerDecision.ABSTAINED, claim=1)),  # one neutral of three
        ([], [WRONG], Decided(AnswerDecision.BLOCKED, claim=0)),
        ([], [WRONG, TORN], Decided(AnswerDecision.ABSTAINED, claim=1)),  # two leases that disagree
        ([Verdict.FOUND, Verdict.ABSENT], [GOOD], Decided(AnswerDecision.BLOCKED, quote=1)),
        ([Verdict.CLOSEST], [UNSURE], Decided(AnswerDecision.BLOCKED, quote=0)),
        ([Verdict.UNCHECKED], [GOOD], Decided(AnswerDecision.ABSTAINED, quote=0)),
        ([Verdict.FOUND], [UNSURE], Decided(AnswerDecision.ABSTAINED, claim=0)),
        ([Verdict.FOUND], [], Decided(AnswerDecision.SUPPORTED)),
        ([], [], Decided(AnswerDecision.NOTHING_TO_CHECK)),
    ],
)
def test_one_failing_claim_decides_for_the_answer(
    quotes: list[Verdict], claims: list[ClaimJudgement], expected: Decided
) -> None:
    assert decide_answer(quotes, claims) == expected


def test_a_long_text_that_is_all_about_the_claims_words_speaks_of_it() -> None:
    """Every word of the claim stands in it hundreds of times, and once all of them stand together."""
    about = "The tenant pays rent. A landlord keeps the deposit. The agent sends a notice. Some flats have a garden. "
    told = "The tenant sends the landlord a notice of 90 days about the deposit. "
    text = about * 600 + told + about * 600
    judged = judge_claim(
        "The tenant sends the landlord a notice of 60 days.", [ClaimSource(0, Sentences(Tokens(text)))]
    )
    assert (judged.words, judged.reason) == (Words.SPEAKS, ClaimReason.FIGURE_DIFFERS)
    window = judged.carrying[0].windows[0]
    assert told.strip() in text[window.start : window.end]
