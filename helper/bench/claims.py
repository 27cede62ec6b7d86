"""What the claim check says of claims that people have judged: `python bench/claims.py FOLDER`.

FOLDER holds attributionbench.jsonl ("claim", "references", "label", "src") and summedits-figures.jsonl ("claim",
"original", "doc"), one JSON object a line. Beside ours stand a bare digit test and plain word overlap; `--sweep` shows
what each threshold for "no passage speaks of it" would do, and `--speed` times 100 claims against 100,000 words.
"""

import argparse
import itertools
import json
import random
import re
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from quotefound.core.claims import SPOKEN_OF, ClaimJudgement, ClaimSource, judge_claim
from quotefound.core.numbers import figures_of
from quotefound.core.terms import ClaimReason, ClaimVerdict, FigureVerdict, Words
from quotefound.core.tokens import Tokens
from quotefound.core.windows import Sentences

OVERLAP = 0.6  # the share of words that a plain overlap test asks for
_NOTE = re.compile(r"\[\d+\]")


def rows(path: Path) -> Iterable[dict[str, Any]]:
    if path.is_file():
        yield from map(json.loads, path.read_text("utf-8").splitlines())


def sources(references: list[str]) -> list[ClaimSource]:
    return [ClaimSource(number, Sentences(Tokens(text))) for number, text in enumerate(references)]


def digits_stand(claim: str, passage: str) -> bool:
    """The bare test: every run of digits of the claim stands somewhere in the passage."""
    found = set(re.findall(r"\d+(?:[.,]\d+)*", _NOTE.sub("", claim)))
    return found <= set(re.findall(r"\d+(?:[.,]\d+)*", passage))


def overlap(claim: str, passage: str) -> float:
    mine, theirs = (set(re.findall(r"\w+", _NOTE.sub("", text).lower())) for text in (claim, passage))
    return len(mine & theirs) / len(mine) if mine else 1.0


def missed(judgement: ClaimJudgement) -> bool:
    return any(finding.verdict is FigureVerdict.MISMATCH for finding in judgement.figures)


def share(part: int, whole: int) -> str:
    return f"{part}/{whole}" + (f" {100 * part / whole:.0f}%" if whole else "")


def balanced(tally: Counter[tuple[bool, bool]]) -> str:
    """Balanced accuracy of (said supported, is supported) pairs."""
    kept = [tally[said, said] / total for said in (True, False) if (total := tally[True, said] + tally[False, said])]
    return f"{statistics.mean(kept):.3f}" if kept else "-"


class Judged(NamedTuple):
    """A claim, what it cites, whether people found it supported, and what the check says."""

    claim: str
    passage: str
    supported: bool
    judgement: ClaimJudgement


def judged(path: Path) -> dict[str, list[Judged]]:
    """Every row of a file judged, by its set and once more under "all"."""
    sets: dict[str, list[Judged]] = defaultdict(list)
    for row in rows(path):
        claim, references = _NOTE.sub("", row["claim"]), row["references"] or [""]
        one = Judged(
            claim, " ".join(references), row["label"] == "attributable", judge_claim(claim, sources(references))
        )
        sets[row["src"]].append(one)
        sets["all"].append(one)
    return dict(sorted(sets.items(), key=lambda item: (item[0] == "all", item[0])))


HEADS = (
    "set", "claims", "with figures", "mismatch: of them unsupported", "supported, mismatch",
    "contradicted: of them unsupported", "supported, blocked", "bare digits: of them unsupported",
    "silent: of them unsupported", "overlap 0.6 BAcc", "not flagged BAcc",
)  # fmt: skip


def line(name: str, found: list[Judged]) -> tuple[str, ...]:
    """One line of the table."""
    mismatch = [one.supported for one in found if missed(one.judgement)]
    contradicted = [one.supported for one in found if one.judgement.verdict is ClaimVerdict.CONTRADICTED]
    silent = [one.supported for one in found if one.judgement.reason is ClaimReason.SILENT]
    bare = [one.supported for one in found if not digits_stand(one.claim, one.passage)]
    plain = Counter((overlap(one.claim, one.passage) >= OVERLAP, one.supported) for one in found)
    flagged = Counter((one.judgement.verdict is ClaimVerdict.UNCHECKED, one.supported) for one in found)
    supported = sum(one.supported for one in found)
    with_figures = sum(bool(figures_of(one.claim)) for one in found)
    return (
        name, str(len(found)), str(with_figures), share(mismatch.count(False), len(mismatch)),
        share(mismatch.count(True), supported), share(contradicted.count(False), len(contradicted)),
        share(contradicted.count(True), supported), share(bare.count(False), len(bare)),
        share(silent.count(False), len(silent)), balanced(plain), balanced(flagged),
    )  # fmt: skip


def attribution(path: Path, sweep: bool) -> None:
    sets = judged(path)
    print(" | ".join(HEADS))
    for name, found in sets.items():
        print(" | ".join(line(name, found)))
    everything = sets.get("all", [])
    disagree = Counter(one.supported for one in everything if one.judgement.disagree)
    print(f"sources disagree: {disagree[False]} unsupported, {disagree[True]} supported")
    for threshold in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5) if sweep else ():
        low = [one.supported for one in everything if best_share(one.judgement) < threshold]
        mark = " (ours)" if threshold == SPOKEN_OF else ""
        print(f"share below {threshold}{mark}: {share(low.count(False), len(low))} unsupported")


def best_share(judgement: ClaimJudgement) -> float:
    return max((one.windows[0].share for one in judgement.carrying if one.windows), default=0.0)


def altered(path: Path) -> None:
    for field in ("original", "doc"):
        found = [judge_claim(row["claim"], sources([row[field]])) for row in rows(path)]
        tally = Counter(str(one.verdict) for one in found if one.figures)
        mismatches = sum(map(missed, found))
        changed = [row for row in rows(path) if not same_figures(row["claim"], row["original"])]
        caught = sum(missed(judge_claim(row["claim"], sources([row[field]]))) for row in changed)
        print(f"altered figures against {field}: {len(found)} claims, {mismatches} mismatches, {dict(tally)};"
              f" of those whose figures differ from the original: {share(caught, len(changed))}")  # fmt: skip


def same_figures(one: str, two: str) -> bool:
    return {f.readings for f in figures_of(one)} <= {f.readings for f in figures_of(two)}


def prose(words: int, seed: int) -> Iterable[str]:
    """Sentences of 17 words each, of words that spread as those of a language do; every sixth has a figure."""
    source = random.Random(seed)
    onsets, vowels = "bcdfghlmnprstvz", "a e i o u ai ou".split()
    codas = "ba co din fel gum han jo kit lom mer nup ral sut tov".split()
    known = ["".join(parts) for parts in itertools.product(onsets, vowels, codas)]
    source.shuffle(known)
    weights = [*itertools.accumulate(1 / (rank + 3) for rank in range(len(known)))]
    for number in range(words // 17):
        drawn = source.choices(known, cum_weights=weights, k=17)
        if number % 6 == 0:
            drawn[8] = source.choice(("1,250 people", "12.5%", "$4 million", "2026", "3:30 pm", "45 days"))
        yield " ".join(drawn).capitalize() + "."


def speed() -> None:
    """The first hundred claims of a process, then, as a helper at work has it, the median over five other texts."""
    first, *later = [timed(seed) for seed in range(20261130, 20261136)]
    for name, taken in (("the first text", first), ("later ones", [*map(statistics.median, zip(*later, strict=True))])):
        indexing, judging = taken
        print(f"{name}: index of 100,000 words {1000 * indexing:.0f} ms, 100 claims {1000 * judging:.0f} ms"
              " of processor time")  # fmt: skip


def timed(seed: int) -> tuple[float, float]:
    """Seconds of processor time to index a text by its sentences, and to hold 100 claims against it."""
    sentences = [*prose(100_000, seed)]
    claims = [sentences[number * len(sentences) // 100].rstrip(".") + " and cost 45 euros." for number in range(100)]
    tokens = Tokens(" ".join(sentences))
    begun = time.process_time()
    index = Sentences(tokens)
    indexed = time.process_time()
    judged = [judge_claim(claim, [ClaimSource(0, index)]) for claim in claims]
    done = time.process_time()
    assert all(one.words is Words.SPEAKS for one in judged)
    assert sum(map(missed, judged)) > 80  # 45 euros are nowhere
    return indexed - begun, done - indexed


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path, nargs="?")
    asked.add_argument("--sweep", action="store_true")
    asked.add_argument("--speed", action="store_true")
    options = asked.parse_args()
    if options.folder:
        attribution(options.folder / "attributionbench.jsonl", options.sweep)
        altered(options.folder / "summedits-figures.jsonl")
    if options.speed:
        speed()
    return 0


if __name__ == "__main__":
    sys.exit(main())
