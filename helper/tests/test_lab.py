"""The labs: the sixty answers come out as they must, and a tenth of the large lab finds nothing false."""

import ast
import random
from pathlib import Path

import large_lab
import pytest
import small_lab
from alterations import KINDS
from cutting import cut_round
from long_texts import LongText, long_texts

from quotefound.core.matching import find
from quotefound.core.terms import Verdict
from quotefound.core.tokens import Tokens
from quotefound.core.verdicts import SIMILAR

LAB = Path(large_lab.__file__).parent


def test_the_sixty_are_what_they_are_called() -> None:
    """Thirty real, a third of them with noise; ten of each fake; each says of its own words what it should."""
    texts, answers = small_lab.documents(), small_lab.answers()
    assert answers == small_lab.answers()
    shapes = [answer.shape for answer in answers]
    assert [shapes.count(shape) for shape in (small_lab.REAL, *small_lab.FAKES)] == [30, 10, 10, 10]
    assert sum(bool(answer.noise) for answer in answers) == 10
    assert sum(answer.number_changed for answer in answers) == 3
    for outcome in small_lab.measure():
        assert outcome.folded == (outcome.answer.shape == small_lab.REAL), outcome.answer
        assert outcome.raw == (outcome.answer.shape == small_lab.REAL and not outcome.answer.noise), outcome.answer
    assert all(len(small_lab.sentences(text)) >= 7 for text in texts.values())


def test_ours_accepts_the_real_and_nothing_else() -> None:
    """All thirty found, none of the others; and a passage is called similar where the lab says that it is."""
    outcomes = small_lab.measure()
    assert small_lab.holds(outcomes)
    for outcome in outcomes:
        if outcome.answer.shape == small_lab.WRONG_DOCUMENT:
            assert outcome.likeness < SIMILAR
            assert outcome.verdict == Verdict.ABSENT
        elif outcome.answer.shape != small_lab.REAL:
            assert outcome.likeness > SIMILAR
            assert outcome.verdict == Verdict.CLOSEST


def test_the_loose_checks_fail_where_they_should() -> None:
    """At 0.9 the overlap lets through every changed number; without normalization a third of the real is lost."""
    outcomes = small_lab.measure()
    *_, flips = small_lab.threshold_row(outcomes, lambda outcome: outcome.overlap >= 0.9)
    assert flips == 3
    rejected, *_ = small_lab.threshold_row(outcomes, lambda outcome: outcome.raw)
    assert rejected == 10


# The languages that "found" has to be right in, by their catalogues' codes.
LANGUAGES = "en de fr es tr ru el ar he hi th zh_CN ja ko".split()


@pytest.fixture(scope="module")
def texts() -> dict[str, LongText]:
    """A text of each of the languages that this machine has."""
    return {text.language: text for text in long_texts(30_000, frozenset(LANGUAGES))[0]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_twenty_quotes_in_each_language(language: str, texts: dict[str, LongText]) -> None:
    """Twenty real quotes are found; with one letter of each changed, none is."""
    if language not in texts:
        pytest.skip(f"this machine has no messages in {language}")
    text, draw = texts[language].text, random.Random(large_lab.SEED)
    source = Tokens(text)
    changed = next(kind for kind in KINDS if kind.name == "letter changed")
    drawn = draw.sample([*changed.pattern.finditer(text)], 60)
    others = [(place, other) for place in drawn if (other := changed.change(place, draw))]
    assert len(others) >= 20
    for place, other in others[:20]:
        start, end = cut_round(text, place.start(), place.end(), draw)
        assert any(start <= match.start < match.end <= end for match in find(text[start:end], source).matches)
        assert not find(text[start : place.start()] + other + text[place.end() : end], source).matches


@pytest.mark.parametrize("module", ["alterations", "copy_noise", "cutting", "long_texts"])
def test_what_alters_knows_nothing_of_the_rules(module: str) -> None:
    """The alterer, the noise and the texts import nothing of quotefound."""
    tree = ast.parse((LAB / f"{module}.py").read_text("utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not [name for name in names if name.startswith("quotefound")]


def test_a_tenth_of_the_large_lab(capsys: pytest.CaptureFixture[str]) -> None:
    """No altered quote is found, and next to none that is left alone is lost, on the texts that this machine has."""
    tally, texts, missing = large_lab.run(large_lab.CHECKS // 10, 40_000)
    assert texts, "Python's own texts are on every machine"
    with capsys.disabled():
        print(f"\n{len(texts)} texts; not on this machine: {', '.join(missing) or 'none'}")
    assert not tally.false, [failure for failure in tally.failures if failure[0].startswith("false")]
    assert tally.missed_share <= large_lab.MOST_MISSED, tally.failed
    assert sum(tally.altered[kind.name] > 0 for kind in KINDS) >= large_lab.FEWEST_KINDS
