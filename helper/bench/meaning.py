"""How fast and how good a model judges meaning: `python helper/bench/meaning.py MODEL_FOLDER [JUDGED.jsonl …]`.

The folder is installed like any other, so that the real loader, process and thresholds run. Each line of a file is a
claim that people have judged: {"claim", "references": […] or "original", "label"}; word overlap stands beside every
score. Coverage is the share of claims that the model decides, precision how many of those it decides rightly.
"""

import argparse
import asyncio
import json
import re
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quotefound.meaning.entailment import CONTRADICTED_AT, SUPPORTED_AT, Entailment, Label, Probabilities, best_of
from quotefound.meaning.installing import install_from_folder
from quotefound.meaning.judging import MEMORY_BYTES, Meaning
from quotefound.meaning.models import Refusal
from quotefound.meaning.process import START_S, ModelProcess
from quotefound.meaning.shelf import Shelf
from quotefound.meaning.trial import judged, overlap, pairs

WINDOWS = 10
OVERLAP_AT = 0.6  # the cut with which word overlap was measured on these sets before
SUPPORTING = ("attributable", "consistent")
TURNS = 20
CUTS = (0.5, 0.7, 0.8, 0.9, 0.95)


@dataclass(frozen=True, slots=True)
class Row:
    """A claim judged by people, what the model made of its windows, and the share of its words in the best one."""

    source: str
    supported: bool
    read: list[Probabilities | None]
    overlap: float

    def label(self) -> Label | None:
        outcome = best_of([""] * len(self.read), self.read, "", "")
        return outcome.label if isinstance(outcome, Entailment) else None

    def greatest(self, name: str) -> float:
        return max((getattr(one, name) for one in self.read if one), default=0.0)


def windows_of(claim: str, references: Sequence[str]) -> list[str]:
    """The windows of one to three sentences that share most words with the claim; none across references."""
    cut: list[str] = []
    for reference in references:
        sentences = [part.strip() for part in re.split(r"(?<=[.!?])\s+(?=[A-Z0-9\"“])|\n+", reference) if part.strip()]
        cut += [
            " ".join(sentences[start : start + size])
            for start in range(len(sentences))
            for size in (1, 2, 3)
            if start + size <= len(sentences)
        ]
    return sorted(dict.fromkeys(cut), key=lambda window: (-overlap(claim, window), len(window)))[:WINDOWS]


def sample(path: Path, each: int) -> list[dict[str, Any]]:
    """The first lines of each origin and label in a file, as many of each."""
    taken: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        key = row.get("src", path.stem), row["label"]
        if len(taken[key]) < each and (row.get("references") or row.get("original")):
            taken[key].append(row)
    return [row for rows in taken.values() for row in rows]


async def read(process: ModelProcess, path: Path, each: int) -> list[Row]:
    rows = []
    for row in sample(path, each):
        claim, references = row["claim"], row.get("references") or [row["original"]]
        windows = windows_of(claim, references)
        found = await process.probabilities(claim, windows, wall_s=120, memory_bytes=MEMORY_BYTES)
        shares = max(overlap(claim, window) for window in windows)
        rows.append(Row(row.get("src", path.stem), row["label"] in SUPPORTING, found, shares))
    return rows


def balanced(said: Sequence[bool], true: Sequence[bool]) -> float:
    """The share of right answers, averaged over the two truths; nan where one of them is missing."""
    shares = [
        sum(one is truth for one, real in zip(said, true, strict=True) if real is truth) / true.count(truth)
        for truth in (True, False)
        if true.count(truth)
    ]
    return statistics.fmean(shares) if len(shares) == 2 else float("nan")


def share(part: int, of: int) -> str:
    return f"{part}/{of}" + (f" {part / of:4.0%}" if of else "")


def table(rows: Sequence[Row]) -> None:
    print(f"\n{'set':22} {'claims':>6}  {'decided':>13}  {'supported, right':>17}  {'overlap, as many':>17}"
          f"  {'contradicted, right':>19}  {'BAcc':>5}  overlap's")  # fmt: skip
    sets = dict.fromkeys(row.source for row in rows)
    for name in [*sets, "all"]:
        own = [row for row in rows if name in (row.source, "all")]
        true, labels = [row.supported for row in own], [row.label() for row in own]
        yes = [row for row, label in zip(own, labels, strict=True) if label is Label.SUPPORTED]
        no = [row for row, label in zip(own, labels, strict=True) if label is Label.CONTRADICTED]
        nearest = sorted(own, key=lambda row: -row.overlap)[: len(yes)]
        ours = balanced([label is Label.SUPPORTED for label in labels], true)
        theirs = balanced([row.overlap >= OVERLAP_AT for row in own], true)
        print(f"{name:22} {len(own):6}  {share(len(yes) + len(no), len(own)):>13}"
              f"  {share(sum(row.supported for row in yes), len(yes)):>17}"
              f"  {share(sum(row.supported for row in nearest), len(nearest)):>17}"
              f"  {share(sum(not row.supported for row in no), len(no)):>19}  {ours:5.2f}  {theirs:.2f}")  # fmt: skip
    print(f"\n{'at least':>8}  {'supported, right':>17}  {'contradicted, right':>19}   (any window)")
    for cut in CUTS:
        yes = [row for row in rows if row.greatest("supported") >= cut]
        no = [row for row in rows if row.greatest("contradicted") >= cut]
        print(f"{cut:8}  {share(sum(row.supported for row in yes), len(yes)):>17}"
              f"  {share(sum(not row.supported for row in no), len(no)):>19}")  # fmt: skip


async def timings(data: Path, name: str) -> None:
    """Start, memory, and a claim against ten windows, through the front door."""
    sentence = "The tenant of the flat shall give the landlord a written notice before the end of the term."
    meaning, began = Meaning(data, name=name), time.monotonic()
    first = await meaning.judge("The lease requires a written notice.", [sentence])
    print(f"start to first reading (files hashed, model warm): {time.monotonic() - began:.2f} s; {first}")
    for size in (1, 2, 3):
        windows = [f"{place}. " + " ".join([sentence] * size) for place in range(WINDOWS)]
        took = []
        for _ in range(TURNS):
            began = time.monotonic()
            await meaning.judge("The lease requires a written notice of ninety days.", windows)
            took.append(time.monotonic() - began)
        print(f"a claim against {WINDOWS} windows of {size} sentence(s), {20 * size} words: "
              f"median {statistics.median(took) * 1000:.0f} ms, least {min(took) * 1000:.0f} ms")  # fmt: skip
    assert meaning._process is not None
    print(f"memory of the process: {(meaning._process.resident_bytes or 0) >> 20} MB")
    tried = pairs()
    began = time.monotonic()
    outcomes = [await meaning.judge(pair.claim, [pair.passage]) for pair in tried]
    trial = judged([one.label if isinstance(one, Entailment) else None for one in outcomes], tried)
    print(f"trial of {trial.pairs} pairs in {time.monotonic() - began:.1f} s: {trial.score:.2f}, word overlap "
          f"{trial.overlap:.2f}, passed: {trial.passed}")  # fmt: skip
    await meaning.close()


async def bench(folder: Path, files: Sequence[Path], each: int) -> int:
    with tempfile.TemporaryDirectory() as made:
        data = Path(made)
        name = install_from_folder(Shelf(data), folder, name="bench")
        if isinstance(name, Refusal):
            print(name.sentence, file=sys.stderr)
            return 1
        await timings(data, name)
        print(f"supported at {SUPPORTED_AT}, contradicted at {CONTRADICTED_AT}")
        process = await ModelProcess.started(Shelf(data).folder / name, start_s=START_S, memory_bytes=MEMORY_BYTES)
        rows = [row for path in files for row in await read(process, path, each)]
        await process.end()
        if rows:
            table(rows)
    return 0


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("model", type=Path)
    asked.add_argument("judged", type=Path, nargs="*")
    asked.add_argument("--each", type=int, default=40, help="claims of each origin and label (default 40)")
    given = asked.parse_args()
    sys.exit(asyncio.run(bench(given.model, given.judged, given.each)))
