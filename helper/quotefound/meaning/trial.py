"""What a model has to show before it judges: on labelled pairs of our own it must do better than counting words.

Pure but for reading the pairs, which come with the package. The pairs share their words on purpose; they prove a model
worthless, never good, and the sentence that a reader gets says no more.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import combinations_with_replacement

from quotefound.meaning.entailment import Label

PAIRS = "pairs.json"
# With 32 pairs to a label a score moves by some five points through luck alone.
MARGIN = 0.05
# Carry no matter of their own, so that they are not counted.
_STOPS = frozenset(
    "a an the of to in on at by for from with and or as is are was were be been has have had it its that this".split()
)


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim, a passage, and what the passage does to the claim."""

    family: str
    passage: str
    claim: str
    label: Label


@dataclass(frozen=True, slots=True)
class Trial:
    """How a model did beside word overlap. Scores are the mean share of right labels over the three labels, 0 to 1."""

    score: float
    overlap: float
    false_support: int  # pairs called supported that are not
    pairs: int
    families: dict[str, tuple[int, int]]  # right labels, of how many

    @property
    def passed(self) -> bool:
        return self.score >= self.overlap + MARGIN


def pairs() -> list[Pair]:
    """The labelled pairs: as many of each label."""
    triples = json.loads(resources.files("quotefound.meaning").joinpath(PAIRS).read_text("utf-8"))["triples"]
    return [Pair(one["family"], one["passage"], one[label], label) for one in triples for label in Label]


def overlap(claim: str, passage: str) -> float:
    """The share of the claim's words that stand in the passage, 0 to 1: what costs nothing and has to be beaten."""
    words = {word for word in re.findall(r"\w+", claim.lower()) if word not in _STOPS}
    return len(words & {*re.findall(r"\w+", passage.lower())}) / len(words) if words else 0.0


def judged(labels: Sequence[Label | None], tried: Sequence[Pair]) -> Trial:
    """The trial's outcome; `labels` go with `tried`, None where the model gave none."""
    families: dict[str, tuple[int, int]] = {}
    for label, pair in zip(labels, tried, strict=True):
        right, of = families.get(pair.family, (0, 0))
        families[pair.family] = right + (label is pair.label), of + 1
    supported = [pair for label, pair in zip(labels, tried, strict=True) if label is Label.SUPPORTED]
    false = sum(pair.label is not Label.SUPPORTED for pair in supported)
    return Trial(score(labels, tried), best_overlap(tried), false, len(tried), families)


def score(labels: Sequence[Label | None], tried: Sequence[Pair]) -> float:
    """The share of right labels, taken for each true label and averaged, so that always saying one gives a third."""
    of = {true: [given for given, pair in zip(labels, tried, strict=True) if pair.label is true] for true in Label}
    return sum(sum(given is true for given in all_given) / len(all_given) for true, all_given in of.items()) / len(of)


def best_overlap(tried: Sequence[Pair]) -> float:
    """Word overlap's score with the two cuts that suit these very pairs best: more than it could have in earnest."""
    shares = [overlap(pair.claim, pair.passage) for pair in tried]
    cuts = sorted({*shares, 1.1})
    return max(
        score([_by_cuts(share, low, high) for share in shares], tried)
        for low, high in combinations_with_replacement(cuts, 2)
    )


def _by_cuts(share: float, low: float, high: float) -> Label:
    if share >= high:
        return Label.SUPPORTED
    return Label.CONTRADICTED if share >= low else Label.NEUTRAL
