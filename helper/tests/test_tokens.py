"""Tokens: their vectors, and what holds for any text: slices of the original, joints between, one reading twice."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quotefound.core.tokens import Tokens, cut, normalized

VECTORS = json.loads((Path(__file__).parents[2] / "shared-tests/vectors/tokens.json").read_text("utf-8"))


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: str(case["name"]))
def test_vector(case: dict[str, Any]) -> None:
    """Each text gives the keys and the slices that stand beside it."""
    tokens = Tokens(case["text"])
    assert tokens.keys() == case["keys"], VECTORS["tags"][case["tags"][0]]
    assert [tokens.raw(index) for index in range(len(tokens))] == case["raws"]


SIGNS = "aB é\u0301ß1２٣.,'’-–—()[]%$€²⁶½/:=<!+#&\n\t\u00a0\u00ad\u200b\u200d\ufeff你が한ไทยكم🎉👍\ud800"


@given(st.text(alphabet=SIGNS, max_size=40))
def test_tokens_slice_the_text(text: str) -> None:
    """Spans lie in order within the text, gaps fill what is between, and a second reading is the same."""
    tokens = Tokens(text)
    at = 0
    for index, (key, start, end) in enumerate(tokens.walk()):
        assert at <= start < end <= len(text)
        assert tokens.gap(index) == (at, start)
        assert (tokens.key(index), tokens.span(index), tokens.raw(index)) == (key, (start, end), text[start:end])
        at = end
    assert tokens.gap(len(tokens)) == (at, len(text))
    assert len(tokens.joints(0, len(tokens))) == len(tokens) + 1
    assert normalized(tokens) == " ".join(tokens.keys()) == normalized(Tokens(text))


@given(st.text(alphabet=SIGNS, max_size=40), st.lists(st.integers(0, 40), max_size=6).map(sorted))
def test_tokens_before_an_offset_are_those_that_begin_there(text: str, offsets: list[int]) -> None:
    tokens = Tokens(text)
    within = [min(offset, len(text)) for offset in offsets]
    begun = [tokens.span(index)[0] for index in range(len(tokens))]
    assert list(tokens.before(within)) == [sum(start < offset for start in begun) for offset in within]


@given(st.text(alphabet=SIGNS, max_size=40))
def test_a_quote_and_a_source_are_read_alike(text: str) -> None:
    """What `cut` makes of a quote is what `Tokens` makes of a source."""
    keys, spans, joints = cut(text)
    tokens = Tokens(text)
    assert keys == tokens.keys()
    assert spans == [tokens.span(index) for index in range(len(tokens))]
    assert joints == tokens.joints(0, len(tokens))


@given(st.text(alphabet=SIGNS, max_size=25), st.text(alphabet=SIGNS, max_size=25))
def test_a_block_edge_parts_two_readings(first: str, second: str) -> None:
    """Two blocks are read as each alone: nothing of one reaches into the other."""
    both = Tokens(f"{first}.\n\n{second}")
    assert both.keys() == Tokens(f"{first}.").keys() + Tokens(second).keys()
