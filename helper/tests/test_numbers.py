"""Figures: their vectors, exact arithmetic, digits that are never passed over, and what hostile text costs."""

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quotefound.core.numbers import Kind, compare, figures_of, overall
from quotefound.core.numbers.han_numerals import han
from quotefound.core.numbers.number_words import spelled
from quotefound.core.numbers.numerals import values
from quotefound.core.numbers.units import UNITS
from quotefound.core.terms import FigureDoubt, FigureNote, FigureVerdict

VECTORS = json.loads((Path(__file__).parents[2] / "shared-tests/vectors/numbers.json").read_text("utf-8"))


@pytest.mark.parametrize(
    "case", VECTORS["cases"], ids=lambda case: f"{case['tags'][0]}: {case['claim']} / {case['passage']}"
)
def test_vector(case: dict[str, Any]) -> None:
    """Each pair gives the verdict, and the doubt, that stand beside it."""
    found = overall(compare(case["claim"], case["passage"]))
    verdict = str(found.verdict) if found else "match"
    assert verdict == case["expect"], VECTORS["tags"][case["tags"][0]]
    assert (str(found.doubt) if found and found.doubt else None) == case.get("doubt")


def test_every_kind_and_every_doubt_has_its_vectors() -> None:
    assert {case["tags"][0] for case in VECTORS["cases"]} == {*map(str, Kind), "none"}
    assert {case["doubt"] for case in VECTORS["cases"] if "doubt" in case} == {*map(str, FigureDoubt)}
    for kind in {*map(str, Kind)} - {"vague", "unread"}:
        outcomes = {case["expect"] for case in VECTORS["cases"] if case["tags"][0] == kind}
        assert {"match", "mismatch"} <= outcomes, kind


def test_a_figure_is_sliced_from_the_text_as_written() -> None:
    text = "It cost US$ 27.5 billion — about ٩٠ days’ work — in FY2024."
    assert [text[f.start : f.end] for f in figures_of(text)] == ["US$ 27.5 billion", "٩٠ days", "FY2024"]


def test_the_nearest_figure_of_the_passage_is_shown_beside_a_mismatch() -> None:
    (found,) = compare(
        "Profit was $5 million.", "Revenue was $9 million, costs were $3 million and profit was $2 million."
    )
    assert found.verdict is FigureVerdict.MISMATCH
    assert found.passage is not None
    assert found.passage.text == "$2 million"


def test_another_spelling_and_a_dropped_hedge_are_notes() -> None:
    (found,) = compare("Delivery takes 14 days.", "Delivery takes around two weeks.")
    assert found.verdict is FigureVerdict.MATCH
    assert found.notes == (FigureNote.SPELLING, FigureNote.HEDGE)


whole = st.integers(0, 10**12 - 1)


@given(whole)
def test_grouping_never_changes_a_value(number: int) -> None:
    for sign in (",", " ", "'"):
        assert Fraction(number) in values(f"{number:,}".replace(",", sign))


@given(whole, st.integers(1, 6))
def test_decimals_are_exact(number: int, places: int) -> None:
    written = f"{number}.{number % 10**places:0{places}}"
    assert Fraction(number) + Fraction(number % 10**places, 10**places) in values(written)


@given(st.integers(1, 999_999))
def test_a_number_never_matches_another_one(number: int) -> None:
    claim = f"The fund holds {number:,} shares."
    assert overall(compare(claim, f"The fund holds {number} shares.")).verdict is not FigureVerdict.MISMATCH  # type: ignore[union-attr]
    for other in (number + 1, number * 10, number * 1000):
        found = overall(compare(claim, f"The fund holds {other:,} shares."))
        assert found is not None
        assert found.verdict is not FigureVerdict.MATCH


SMALL = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen".split()
)
SMALL += ["eighteen", "nineteen"]
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_english(number: int) -> str:
    for size, word in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= size:
            rest = number % size
            link = " and " if rest and rest < 100 else " "
            return f"{in_english(number // size)} {word}" + (link + in_english(rest) if rest else "")
    if number < 20:
        return SMALL[number - 1]
    return TENS[number // 10 - 2] + (f" - {SMALL[number % 10 - 1]}" if number % 10 else "")


@given(st.integers(1, 10**11))
def test_english_words_are_read_back(number: int) -> None:
    words = in_english(number).split()
    found = spelled(words, 0, "en")
    assert found is not None
    assert found == (Fraction(number), len(words), "number")


@pytest.mark.parametrize(
    ("language", "words", "number"),
    [
        ("de", "zweihundertvierunddreißigtausend", 234_000),
        ("de", "drei millionen", 3_000_000),
        ("es", "doscientos treinta y cuatro mil", 234_000),
        ("es", "tres mil millones", 3_000_000_000),
        ("fr", "quatre - vingt - dix - sept", 97),
        ("fr", "soixante et onze", 71),
        ("fr", "deux cent trente - quatre mille", 234_000),
    ],
)
def test_words_of_other_languages(language: str, words: str, number: int) -> None:
    found = spelled(words.split(), 0, language)
    assert found is not None
    assert found == (Fraction(number), len(words.split()), "number")


@pytest.mark.parametrize(
    ("signs", "number"), [("二百三十四", 234), ("二〇二四", 2024), ("5億3千万", 530_000_000), ("五百万", 5_000_000)]
)
def test_han_numerals(signs: str, number: int) -> None:
    assert han(signs) == number


@given(st.text(alphabet="0123456789.,:/%-–() $€mkx'²⁶½ aBin", max_size=40))
def test_no_digit_is_passed_over(written: str) -> None:
    """Every digit of a claim stands in a figure; only "24/7" is an idiom (note and list marks have other signs)."""
    text = f"So {written}"
    figures = figures_of(text)
    for at, sign in enumerate(text):
        if sign.isascii() and sign.isdigit() and "24/7" not in text:
            assert any(figure.start <= at < figure.end for figure in figures), text


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_read(claim: str, passage: str) -> None:
    for finding in compare(claim, passage):
        assert 0 <= finding.figure.start < finding.figure.end <= len(claim)


@given(st.sampled_from(sorted(UNITS)), st.integers(2, 9999))
def test_a_figure_equals_itself_in_any_unit(unit: str, number: int) -> None:
    sentence = f"The sample measured {number} {unit.replace('-', ' ')} there."
    found = overall(compare(sentence, sentence))
    assert found is not None
    assert found.verdict is FigureVerdict.MATCH


@pytest.mark.parametrize(
    "text",
    ["7" * 20_000, "1," * 5_000, "1-" * 5_000, "(1) " * 5_000, "$" * 20_000, "one and " * 5_000, "a half " * 5_000,
     "1 in " * 5_000, "Q1 " * 5_000, "March " * 5_000, "五" * 20_000, "Aa 1 " * 5_000, "1.1." * 5_000, "zwei" * 5_000],
)  # fmt: skip
def test_hostile_texts_end(text: str) -> None:
    begun = time.process_time()
    figures_of.__wrapped__(text)
    assert time.process_time() - begun < 30  # a guard against minutes, not a measurement
