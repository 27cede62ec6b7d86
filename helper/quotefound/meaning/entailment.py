"""The values that this part hands out: how a model reads a claim against windows of a source, or why it did not.

Knows probabilities and where to draw the line; no model, no file, no process, and no verdict of the product: what a
label means for a claim is decided elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Label(StrEnum):
    """What a passage does to a claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NEUTRAL = "neutral"


class NotJudged(StrEnum):
    """Why there is no label."""

    NO_MODEL = "no_model"  # none installed, or what runs models is not
    MODEL_REFUSED = "model_refused"  # a file of it has changed, or it is not of a kind that can be used
    MODEL_FAILED = "model_failed"
    TOOK_TOO_LONG = "took_too_long"
    TOO_LONG = "too_long"  # no window fits the model whole, and a cut one proves nothing
    NO_PASSAGE = "no_passage"  # the source holds no window to judge by
    NO_SERVER = "no_server"
    SERVER_NOT_ALLOWED = "server_not_allowed"
    SERVER_MODEL_REFUSED = "server_model_refused"
    SERVER_FAILED = "server_failed"
    REPLY_UNUSABLE = "reply_unusable"
    WORDS_NOT_FOUND = "words_not_found"  # what a second opinion relies on does not stand in the passage


# Entailment models are overconfident, and the best of several windows is the luckiest of several draws, so a bare
# majority is not enough. A wrong "supported" hides an error from a reader. Measured with a weak model on claims that
# people had judged, half of them supported: at 0.5 it was right with 60 of 100 that it called so, at 0.8 with 91.
SUPPORTED_AT = 0.8
# A wrong "contradicted" accuses, and these models give high values to windows that speak of something else. With the
# same weak model 0.8 was right with 23 of 41 real citations, 0.9 with 7 of 17, and with every altered summary at both:
# no cut makes a weak model's word good, so this one keeps it rare, and it is shown with its window, never alone.
CONTRADICTED_AT = 0.9
# Below this neither "the source does not say it" can be told: the model is torn.
NEUTRAL_AT = 0.5


@dataclass(frozen=True, slots=True)
class Probabilities:
    """Of the three labels, for one window; they sum to one."""

    supported: float
    contradicted: float
    neutral: float


@dataclass(frozen=True, slots=True)
class Entailment:
    """How a model reads a claim against the window that says most about it.

    `place` is the window's index among those given. `opposed` is the index of another window that says the opposite
    just as surely: then the label is neutral, since nobody picks the likelier one.
    """

    label: Label
    probabilities: Probabilities
    window: str
    place: int
    model: str
    hash: str
    opposed: int | None = None

    @property
    def is_sure(self) -> bool:
        """Whether the label is the model's own; one that is neutral for want of a better is not."""
        return self.label is not Label.NEUTRAL or (self.opposed is None and self.probabilities.neutral >= NEUTRAL_AT)


@dataclass(frozen=True, slots=True)
class Unjudged:
    """No label, and a sentence for whoever can do something about it."""

    cause: NotJudged
    sentence: str


def best_of(
    windows: Sequence[str], read: Sequence[Probabilities | None], model: str, hash: str
) -> Entailment | Unjudged:
    """The window that decides, of those that the model read (None: it did not fit). `read` goes with `windows`."""
    fitting = [(place, one) for place, one in enumerate(read) if one is not None]
    if not fitting:
        return Unjudged(NotJudged.TOO_LONG, "Claim and passage together are too long for the model.")
    for_it, support = max(fitting, key=lambda one: one[1].supported)
    against, contradiction = max(fitting, key=lambda one: one[1].contradicted)
    supports, contradicts = support.supported >= SUPPORTED_AT, contradiction.contradicted >= CONTRADICTED_AT
    if supports and contradicts:
        return Entailment(Label.NEUTRAL, support, windows[for_it], for_it, model, hash, opposed=against)
    if supports:
        return Entailment(Label.SUPPORTED, support, windows[for_it], for_it, model, hash)
    if contradicts:
        return Entailment(Label.CONTRADICTED, contradiction, windows[against], against, model, hash)
    return Entailment(Label.NEUTRAL, support, windows[for_it], for_it, model, hash)
