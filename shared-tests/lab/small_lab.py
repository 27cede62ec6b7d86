"""The small lab: ten short documents, sixty answers, and what four ways of checking say of them.

Thirty answers quote their file, a third of them with copy noise; ten quote a real sentence of another file, ten merge
the halves of two sentences, ten reword one. The documents and the rewordings are our own and stand beside this file;
the rest is drawn from them with a fixed seed, so every run prints the same tables (but for the milliseconds).

The simple checks are written here from their description, to stand beside ours: the link opens; the raw string is
there; it is there after folding case, punctuation and spaces; enough of its words stand in one window.
"""

import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

import regex

from quotefound.core.passages import closest
from quotefound.core.terms import Verdict
from quotefound.core.tokens import Tokens
from quotefound.core.verdicts import SIMILAR, Readable, judge

SEED = 42
HERE = Path(__file__).parent
DOCUMENTS = HERE / "documents"
THRESHOLDS = (0.95, 0.9, 0.8, 0.7)
REAL, WRONG_DOCUMENT, MERGED, REWORDED = "real", "wrong document", "merged", "reworded"
ROUNDS = 20  # of all sixty; medians


@dataclass(frozen=True)
class Answer:
    """One answer: the file it cites, the quote, how it was made, whether a number was changed, its copy noise."""

    name: str
    document: str
    quote: str
    shape: str
    number_changed: bool = False
    noise: str = ""


def documents() -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted(DOCUMENTS.glob("*.txt"))}


def sentences(text: str) -> list[str]:
    """A document's sentences: its lines below the title."""
    return text.strip().split("\n")[2:]


def _after(word: int, put: str) -> Callable[[str], str]:
    """The quote with another white space after a word."""

    def noise(quote: str) -> str:
        words = quote.split(" ")
        return " ".join(words[: word + 1]) + put + " ".join(words[word + 1 :])

    return noise


NOISE: dict[str, Callable[[str], str]] = {
    "curly apostrophe": lambda quote: quote.replace("'", "’"),
    "line break": _after(4, "\n"),
    "double space": _after(0, "  "),
    "no-break space": _after(2, "\u00a0"),
}


def answers() -> list[Answer]:
    """The sixty, always the same."""
    draw = random.Random(SEED)
    texts = documents()
    made: list[Answer] = []
    for number, (name, text) in enumerate(texts.items()):
        for place, quote in enumerate(sorted(draw.sample(sentences(text), 3))):
            noise = ""
            if place == 0:  # a third
                able = [kind for kind in NOISE if NOISE[kind](quote) != quote]
                noise = able[0] if "'" in quote else able[number % len(able)]
                quote = NOISE[noise](quote)
            made.append(Answer(f"A{len(made) + 1:02}", name, quote, REAL, noise=noise))
    names = [*texts]
    for number, name in enumerate(names):
        quote = draw.choice(sentences(texts[names[(number + 3) % len(names)]]))
        made.append(Answer(f"A{len(made) + 1:02}", name, quote, WRONG_DOCUMENT))
    for name, text in texts.items():
        one, other = (sentence.split(" ") for sentence in draw.sample(sentences(text), 2))
        quote = " ".join(one[: len(one) // 2] + other[len(other) // 2 :])
        made.append(Answer(f"A{len(made) + 1:02}", name, quote, MERGED))
    for given in json.loads((HERE / "rewordings.json").read_text("utf-8"))["rewordings"]:
        made.append(Answer(f"A{len(made) + 1:02}", given["document"], given["quote"], REWORDED, given["number"]))
    return made


# --- the simple checks ------------------------------------------------------------------------------------------------


def folded(text: str) -> str:
    """The usual normalization: NFKC, lower case, punctuation to a space, one space."""
    return " ".join(regex.sub(r"[^\p{L}\p{M}\p{N}\s]", " ", normalize("NFKC", text).lower()).split())


def raw_exact(quote: str, text: str) -> bool:
    return quote in text


def folded_exact(quote: str, text: str) -> bool:
    return f" {folded(quote)} " in f" {folded(text)} "


def overlap(quote: str, text: str) -> float:
    """The best share of the quote's words that stand in one window of its length, in any order."""
    asked, words = Counter(folded(quote).split()), folded(text).split()
    size = sum(asked.values())
    return max(
        sum((asked & Counter(words[at : at + size])).values()) / size for at in range(max(1, len(words) - size + 1))
    )


# --- measuring --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What each check says of one answer."""

    answer: Answer
    opens: bool
    raw: bool
    folded: bool
    overlap: float
    verdict: Verdict
    likeness: float  # share of the quote's tokens in our closest passage


def measure() -> list[Outcome]:
    texts = documents()
    indexed = {name: Tokens(text) for name, text in texts.items()}
    outcomes = []
    for answer in answers():
        text, source = texts[answer.document], indexed[answer.document]
        nearest = closest(Tokens(answer.quote), source)
        outcomes.append(
            Outcome(
                answer,
                (DOCUMENTS / answer.document).is_file(),
                raw_exact(answer.quote, text),
                folded_exact(answer.quote, text),
                overlap(answer.quote, text),
                judge(answer.quote, Readable(source)).verdict,
                nearest.matched / nearest.total if nearest else 0.0,
            )
        )
    return outcomes


def milliseconds(check: Callable[[Answer], object]) -> float:
    """The median time per answer, warm."""
    made, taken = answers(), []
    for _ in range(ROUNDS):
        for answer in made:
            begun = time.perf_counter()
            check(answer)
            taken.append(1000 * (time.perf_counter() - begun))
    return statistics.median(taken)


def of(outcomes: list[Outcome], *shapes: str) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.answer.shape in shapes]


FAKES = (WRONG_DOCUMENT, MERGED, REWORDED)


def threshold_row(outcomes: list[Outcome], accepts: Callable[[Outcome], bool]) -> tuple[int, int, int, int]:
    """Grounded rejected, ungrounded accepted, paraphrase accepted, number flips accepted."""
    return (
        sum(not accepts(outcome) for outcome in of(outcomes, REAL)),
        sum(accepts(outcome) for outcome in of(outcomes, *FAKES)),
        sum(accepts(outcome) for outcome in of(outcomes, REWORDED)),
        sum(accepts(outcome) for outcome in outcomes if outcome.answer.number_changed),
    )


def _span(values: list[float]) -> str:
    return f"{min(values):.2f} to {max(values):.2f}"


def tell(outcomes: list[Outcome]) -> None:
    real = of(outcomes, REAL)
    opens = sum(outcome.opens for outcome in outcomes)
    print(f"Citation links that open a real file: {opens}/{len(outcomes)}")
    print(f"  said of them by Quotefound: {dict(Counter(outcome.verdict.value for outcome in outcomes))}\n")
    noisy = Counter(outcome.answer.noise for outcome in real if outcome.answer.noise)
    print("Real quotes verified, of 30", f"({sum(noisy.values())} with noise: {dict(noisy)})")
    print(f"  raw exact match                  {sum(outcome.raw for outcome in real)}")
    print(f"  exact match after normalization  {sum(outcome.folded for outcome in real)}")
    print(f"  Quotefound                       {sum(outcome.verdict == Verdict.FOUND for outcome in real)}\n")
    heads = ("caught by exact", "by Quotefound", "overlap score", "our closest passage", "closest/absent")
    print(f"{'shape':18}" + "".join(f"{head:>21}" for head in heads))
    for shape in FAKES:
        rows = of(outcomes, shape)
        verdicts = Counter(row.verdict for row in rows)
        cells = (
            f"{sum(not row.folded for row in rows)}/{len(rows)}",
            f"{len(rows) - verdicts[Verdict.FOUND]}/{len(rows)}",
            _span([row.overlap for row in rows]),
            _span([row.likeness for row in rows]),
            f"{verdicts[Verdict.CLOSEST]}/{verdicts[Verdict.ABSENT]}",
        )
        print(f"{shape:18}" + "".join(f"{cell:>21}" for cell in cells))
    counts = ("grounded-rejected", "ungrounded-accepted", "paraphrase-accepted", "number-flips-accepted")
    print(f"\n{'threshold':12}" + "".join(f"{count:>23}" for count in counts))
    checks: dict[str, Callable[[Outcome], bool]] = {
        "Quotefound": lambda outcome: outcome.verdict == Verdict.FOUND,
        "exact": lambda outcome: outcome.folded,
    }
    for threshold in THRESHOLDS:
        checks[str(threshold)] = lambda outcome, least=threshold: outcome.overlap >= least  # type: ignore[misc]
    for name, accepts in checks.items():
        row = threshold_row(outcomes, accepts)
        print(f"{name:12}" + "".join(f"{number:23}" for number in row))
    texts = documents()
    indexed = {name: Readable(Tokens(text)) for name, text in texts.items()}
    print("\nmilliseconds per answer, median")
    for name, check in (
        ("Quotefound, document indexed", lambda answer: judge(answer.quote, indexed[answer.document])),
        ("Quotefound, read anew", lambda answer: judge(answer.quote, Readable(Tokens(texts[answer.document])))),
        ("exact after normalization", lambda answer: folded_exact(answer.quote, texts[answer.document])),
        ("overlap", lambda answer: overlap(answer.quote, texts[answer.document])),
    ):
        print(f"  {name:32}{milliseconds(check):8.3f}")
    below = [row.likeness for row in of(outcomes, WRONG_DOCUMENT)]
    above = [row.likeness for row in of(outcomes, MERGED, REWORDED)]
    print(f"\nSIMILAR = {SIMILAR}, between the share of a quote's words that our closest passage holds")
    print(
        f"  where the document is the wrong one: {_span(below)}; where the quote is merged or reworded: {_span(above)}"
    )


def holds(outcomes: list[Outcome]) -> bool:
    """Whether ours accepts every real quote and none of the others."""
    return threshold_row(outcomes, lambda outcome: outcome.verdict == Verdict.FOUND) == (0, 0, 0, 0)


def main() -> int:
    outcomes = measure()
    tell(outcomes)
    return 0 if holds(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
