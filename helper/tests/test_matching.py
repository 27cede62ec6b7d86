"""The matcher: its vectors, what the first document prints, and what it must survive."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from quotefound.core.matching import MOST_HITS, find
from quotefound.core.passages import closest
from quotefound.core.tokens import Tokens

VECTORS = json.loads((Path(__file__).parents[2] / "shared-tests/vectors/matching.json").read_text("utf-8"))


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: str(case["name"]))
def test_vector(case: dict[str, Any]) -> None:
    """Each case gives the outcome that stands beside it."""
    search = find(case["quote"], Tokens(case["text"]))
    outcome = "found" if search.matches else str(search.refusal) if search.refusal else "not found"
    assert outcome == case["expect"], VECTORS["tags"][case["tags"][0]]


PAGE = "A cache hit ratio of 90 percent means the origin serves only 1 request in 10."


def test_the_first_documents_calls() -> None:
    """The four calls come out as printed there: place, slice, counts of the closest passage."""
    (match,) = find("the origin serves only 1 request in 10", Tokens(PAGE)).matches
    assert (match.start, match.end) == (38, 76)
    assert PAGE[match.start : match.end] == "the origin serves only 1 request in 10"
    for quote, counts in (
        ("the origin serves only 2 request in 10", (7, 8)),
        ("When  the  ORIGIN serves only 1 request in 10", (8, 9)),
    ):
        assert not find(quote, Tokens(PAGE)).matches
        nearest = closest(Tokens(quote), Tokens(PAGE))
        assert nearest is not None
        assert (nearest.matched, nearest.total) == counts
    assert find("x != 5", Tokens("stop if x != 5")).matches


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("0.5", "set it to -0.5"),
        ("0.5", "set it to - 0.5"),
        ("2", "wait 20 seconds"),
        ("1.000", "about 1,000 users"),
        ("5", "set to .5"),
        ("5", "a 5% loss"),
        ("5", "a 5 % loss"),
        ("10 2", "about 10² requests"),
        ("1 2", "use 1/2 of it"),
        ("1", "use 1 / 2 of it"),
        ("!!!", "arbitrary source"),
        ("अनुपस्थित", "अर्को पाठ"),
        ("x = 5", "x != 5"),
        ("x = 5", "x ≠ 5"),
        ("a = b", "a != b"),
        ("x <= 5", "x < 5"),
        ("5! ways", "there are 5! ways"),
        ("x === 5", "x === 5"),
    ],
)
def test_the_first_documents_lines_are_never_found(quote: str, source: str) -> None:
    """The eighteen lines that end in false."""
    assert not find(quote, Tokens(source)).matches


def test_every_place_is_kept_in_reading_order() -> None:
    """A run that stands three times has three matches, each slicing the original."""
    text = "The wind blows. THE WIND blows on; the  wind\nblows."
    matches = find("the wind blows", Tokens(text)).matches
    assert [text[m.start : m.end] for m in matches] == ["The wind blows", "THE WIND blows", "the  wind\nblows"]


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("word " * 50_000, "word " * 100_000),
        ("word", "word " * 100_000),
        ("a b a b b a " * 80, "a b b a a " * 40_000),
        ("a b ... b a ... a b ... b b", "a b b a a " * 40_000),
        ("5\" " * 5_000, "5\" " * 5_000),
        ("**a" * 5_000, "**a" * 5_000),
        ("7" * 300_000, "7" * 300_001),
        ("=" * 20_000, "-" * 300_000),
        ("x", "\u200b" * 300_000 + "5"),
        ("x", "[dubious " * 30_000),
        ("x", "\n \n" * 100_000),
    ],
    ids="long everywhere periodic elided inches stars digits operators invisible notes lines".split(),
)  # fmt: skip
def test_hostile_texts_end(quote: str, source: str) -> None:
    """Work grows with the text, not with its square: the worst of these once took minutes, now about a second."""
    begun = time.process_time()
    indexed = Tokens(source)
    assert len(find(quote, indexed).matches) <= MOST_HITS
    closest(Tokens(quote[:20_000]), indexed)
    assert time.process_time() - begun < 60  # a guard against minutes, not a measurement
