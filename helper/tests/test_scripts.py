"""Fourteen languages: twenty runs of each text are found at their place, and with one letter changed none is."""

import json
from pathlib import Path

import pytest
import regex

from quotefound.core.matching import find
from quotefound.core.tokens import Tokens

TEXTS: dict[str, str] = json.loads(
    (Path(__file__).parents[2] / "shared-tests/vectors/languages.json").read_text("utf-8")
)["texts"]
RUNS = 20
MARKS = " .,!?。।«»“”„\"'"
SPACELESS = ("Thai", "Chinese", "Japanese")


def runs_of(language: str) -> list[str]:
    """Whole sentences, then the heads and tails of sentences, cut between words or between written letters."""
    text = TEXTS[language]
    end = r"(?<=\p{Thai}) (?=\p{Thai})" if language == "Thai" else r"(?<=[.!?。।])\s*"
    sentences = [sentence for sentence in regex.split(end, text) if sentence]
    cut: list[str] = []
    for sentence in sentences:
        parts = regex.findall(r"\X", sentence) if language in SPACELESS else sentence.split(" ")
        glue = "" if language in SPACELESS else " "
        half = len(parts) // 2
        while parts[half].isdigit() or parts[half - 1].isdigit() or parts[half - 1] in "没不ไม่":
            half += 1
        cut += [glue.join(parts[:half]), glue.join(parts[half:])]
    runs = [*sentences, *cut][:RUNS]
    assert len(runs) == RUNS
    return runs


def altered(run: str, text: str) -> str:
    """The run with the letter at its middle changed to another letter of the same text."""
    middle = min((i for i, c in enumerate(run) if c.isalpha()), key=lambda i: abs(i - len(run) // 2))
    letter = run[middle]
    other = next(c for c in text if c.isalpha() and c.lower() != letter.lower() and c.isupper() == letter.isupper())
    return run[:middle] + other + run[middle + 1 :]


@pytest.mark.parametrize("language", TEXTS)
def test_runs_are_found_and_altered_ones_are_not(language: str) -> None:
    """Each run slices the original at its place; one changed letter is never found."""
    source = Tokens(TEXTS[language])
    for run in runs_of(language):
        matches = find(run, source).matches
        places = [TEXTS[language][match.start : match.end] for match in matches]
        assert run.strip(MARKS) in [place.strip(MARKS) for place in places], run
        assert not find(altered(run, TEXTS[language]), source).matches, run
