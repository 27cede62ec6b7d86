"""The contract with the extension: good and bad bodies, and the way of a place there and back."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quotefound import wire
from quotefound.core.answers import quotes_of

VECTORS = json.loads((Path(__file__).parents[2] / "shared-tests/vectors/wire.json").read_text("utf-8"))


def name(case: dict[str, Any]) -> str:
    return str(case["name"])


@pytest.mark.parametrize("case", [case for case in VECTORS["cases"] if "gives" in case], ids=name)
def test_good(case: dict[str, Any]) -> None:
    """Each good body gives the answer that it says."""
    request = wire.answer_from(case["body"])
    blocks, sources = request.answer.blocks, request.answer.sources
    citations = [citation for block in blocks for citation in block.citations]
    gives = {
        "blocks": len(blocks),
        "sources": len(sources),
        "fetch": request.fetch,
        "fresh": request.fresh,
        "rendered": [source.rendered for source in sources],
        "kinds": [block.kind for block in blocks],
        "texts": [block.text for block in blocks],
        "citations": [[citation.start, citation.end] for citation in citations],
        "hidden": [citation.hidden for citation in citations],
        "quoted": [list(span) for block in blocks for span in block.quoted],
    }
    assert {key: gives[key] for key in case["gives"]} == case["gives"], VECTORS["tags"][case["tags"][0]]


@pytest.mark.parametrize("case", [case for case in VECTORS["cases"] if "says" in case], ids=name)
def test_bad(case: dict[str, Any]) -> None:
    """Each bad body gets its sentence."""
    with pytest.raises(wire.BadRequest) as refused:
        wire.answer_from(case["body"])
    assert str(refused.value) == case["says"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"answer": {"blocks": [{}] * (wire.MOST_BLOCKS + 1)}}, "answer.blocks has more than 20000 entries."),
        ({"answer": {"sources": [{}] * (wire.MOST_SOURCES + 1)}}, "answer.sources has more than 2000 entries."),
        ({"answer": {"blocks": [{"text": "x" * 1_000_001}] * 2}}, "The answer is longer than two million characters."),
        ({"draft": "x" * 2_000_001}, "The draft is longer than two million characters."),
    ],
    ids=["blocks", "sources", "characters", "draft"],
)
def test_too_much(body: object, says: str) -> None:
    """What no real answer has is refused before any work is done."""
    with pytest.raises(wire.BadRequest) as refused:
        wire.answer_from(body)
    assert str(refused.value) == says


@given(st.text(alphabet="ab “”é🎉𐌰\n", max_size=40))
def test_a_quote_goes_back_to_where_it_stood(text: str) -> None:
    """A quote's place, counted as the page counts, cuts its words out of the page's own text."""
    request = wire.answer_from({"answer": {"blocks": [{"text": text}]}})
    units = text.encode("utf-16-le")
    for quote in quotes_of(request.answer):
        place = wire.place(quote.block, quote.start, quote.end, request.answer)
        assert units[2 * place["start"] : 2 * place["end"]].decode("utf-16-le") == quote.text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                "answer blocks sources text citations start end quoted kind fetch page address draft".split()
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(JSON)
def test_any_json_is_taken_or_refused_in_a_sentence(body: Any) -> None:
    """Nothing but BadRequest is raised, and it is one sentence."""
    for read in (wire.answer_from, wire.quote_from, wire.tab_from):
        sentence = "Taken."
        try:
            read(body)
        except wire.BadRequest as refused:
            sentence = str(refused)
        assert sentence.endswith(".")
        assert "\n" not in sentence


PRIVATE_BODIES = [
    (wire.answer_from, {"answer": {}}),
    (wire.answer_from, {"draft": "He said “words”."}),
    (wire.quote_from, {"quote": "words", "source": {"text": "other words"}}),
]


@pytest.mark.parametrize(("read", "body"), PRIVATE_BODIES)
def test_whatever_is_checked_may_be_private(read: Any, body: dict[str, Any]) -> None:
    assert [read(body | more).private for more in ({}, {"private": False}, {"private": True})] == [False, False, True]
    assert not read(body | {"private": True}).listed
    with pytest.raises(wire.BadRequest, match="private must be true or false"):
        read(body | {"private": 1})
