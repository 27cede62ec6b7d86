"""What is shown of a source: the closest passage with its differences, the surroundings, a run to look for by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quotefound.core.matching import find
from quotefound.core.passages import Closest, closest, distinctive, surroundings
from quotefound.core.tokens import Tokens

RIVER = (
    "Before it. The river rose by two metres last night, and the old bridge was closed to all traffic until the "
    "morning of 5 May 2020. Nobody was hurt.\n\nThe town has one more bridge, a new one, which cost €5 million."
)


def nearest(quote: str, text: str = RIVER) -> tuple[str, Closest]:
    found = closest(Tokens(quote), Tokens(text))
    assert found is not None
    return text[found.passage.start : found.passage.end], found


# A quote, the passage's differences but for what both have, and how many tokens match of how many.
DIFFERENCES = {
    "a word": ("the old tower was closed", [("quote", "tower", "word"), ("source", "bridge", "word")], (4, 5)),
    "a figure": ("until the morning of 6 May", [("quote", "6", "figure"), ("source", "5", "figure")], (5, 6)),
    "a sign": ("one, which cost $5 million", [("quote", "$", "sign"), ("source", "€", "sign")], (5, 6)),
    "put in": ("the old bridge was not closed", [("quote", "not", "put in")], (5, 6)),
    "left out": ("the bridge was closed", [("source", "old", "left out")], (4, 4)),
    "at the end": ("the old bridge was opened", [("quote", "opened", "word"), ("source", "closed", "word")], (4, 5)),
    "at the start": (
        "the stream rose by two metres",
        [("quote", "stream", "word"), ("source", "river", "word")],
        (5, 6),
    ),
    "a full stop": ("of 5 May 2020 nobody was hurt", [("source", ".", "sign")], (7, 7)),
}


@pytest.mark.parametrize("kind", DIFFERENCES)
def test_differences_by_kind(kind: str) -> None:
    """Each difference is one part, with its kind."""
    quote, differences, counts = DIFFERENCES[kind]
    _, found = nearest(quote)
    assert [part for part in found.differences if part[0] != "same"] == differences
    assert (found.matched, found.total) == counts


def test_a_units_case_is_a_difference_of_its_own() -> None:
    """mW and MW are a thousand million apart and look alike."""
    _, found = nearest("5 mW of power was used", "about 5 MW of power was used")
    assert ("quote", "mW", "case") in found.differences
    assert ("source", "MW", "case") in found.differences


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        ("the old tower was closed", "the old bridge was closed"),
        ("rose by three metres last night", "rose by two metres last night"),
        ("Nobody was badly hurt", "Nobody was hurt"),
        ("of 5 May 2020. Everybody was hurt", "of 5 May 2020. Nobody was hurt"),
        ("all of it was closed to all traffic until", "the old bridge was closed to all traffic until"),
    ],
)
def test_the_passage_has_sensible_edges(quote: str, passage: str) -> None:
    """It begins and ends at words, takes in what was replaced, and stays within the sentence where the quote does."""
    assert nearest(quote)[0] == passage


def test_a_lone_common_word_far_away_does_not_stretch_the_passage() -> None:
    """One "the" of the next paragraph is no part of it."""
    passage, _ = nearest("Nobody was badly hurt in the river")
    assert passage.startswith("Nobody was hurt")
    assert "bridge" not in passage


def test_nothing_similar() -> None:
    """No word in common: nothing to show; only small ones: counts too low to be called similar."""
    assert closest(Tokens("Katzen schlafen länger"), Tokens(RIVER)) is None
    assert closest(Tokens(""), Tokens(RIVER)) is None
    assert closest(Tokens("the old bridge"), Tokens("")) is None
    found = closest(Tokens("the price of the two was to be paid by all"), Tokens(RIVER))
    assert found is None or found.matched / found.total < 0.45


def test_the_right_place_among_many() -> None:
    """In a long text of small words the passage is the one that shares the rare ones."""
    text = " ".join(["It was the end of the day and all of the rest of it."] * 500)
    text += " The otter swam to the weir in spring. " + text
    assert nearest("the otter swam to a weir in spring", text)[0] == "The otter swam to the weir in spring"


WORDS = st.lists(st.sampled_from("the river rose bridge 5 € not closed . \n\n 下 雨".split(" ")), max_size=14)


@given(WORDS, WORDS)
def test_differences_rebuild_both_sides(quote: list[str], text: list[str]) -> None:
    """What both have with what only the quote has is the quote; with what only the source has, the passage."""
    asked, source = Tokens(" ".join(quote)), Tokens(" ".join(text))
    found = closest(asked, source)
    if found is None:
        return
    sides = {
        side: Tokens(" ".join(words for where, words, _ in found.differences if where in ("same", side))).keys()
        for side in ("quote", "source")
    }
    assert sides["quote"] == asked.keys()
    assert sides["source"] == source.keys(found.passage.first, found.passage.last)
    assert source.span(found.passage.first)[0] == found.passage.start
    assert found.matched <= found.total == len(asked)


def place(words: str, text: str) -> tuple[str, int, int]:
    _, _, start, end = find(words, Tokens(text)).matches[0]
    return text, start, end


def test_surroundings_stay_in_the_block() -> None:
    """The next paragraph is not shown."""
    around = surroundings(*place("Nobody was hurt", RIVER))
    assert around.before.endswith("of 5 May 2020. ")
    assert around.after == "."
    assert surroundings(*place("The town", RIVER)).before == ""


@pytest.mark.parametrize("filling", ["word ", "字", "x"], ids=["words", "Chinese", "one long word"])
def test_surroundings_are_cut_between_words(filling: str) -> None:
    """About two lines on each side, in scripts without spaces too, with an ellipsis where something is left out."""
    text, start, end = place("here it is", filling * 400 + " here it is " + filling * 400)
    before, after = surroundings(text, start, end)
    assert before[0] == after[-1] == "…"
    assert all(120 < len(side) <= 161 for side in (before, after))
    assert before.strip("…") in text
    assert after.strip("…") in text
    if filling == "word ":
        assert before.startswith("…word ")
        assert after.endswith(" word…")


def test_a_run_to_look_for() -> None:
    """Five words as written, with the figure and the long words; a short quote is itself."""
    assert "4.5%" in distinctive("In 1999 the 4.5% of it was the highest that it ever was")
    assert distinctive(" a b ") == "a b"
    assert distinctive("") == ""
    long = "he and she of internationalization, industrialization and so on"
    assert "internationalization, industrialization" in distinctive(long)
    assert distinctive(long) in long
