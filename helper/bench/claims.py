"""What the claim check says of claims that people have judged: `python bench/claims.py FOLDER`.

FOLDER holds attributionbench.jsonl ("claim", "references", "label", "src") and summedits-figures.jsonl ("claim",
"original", "doc"), one JSON object a line. Beside ours stand a bare digit test and plain word overlap; `--sweep` shows
what each threshold for "no passage speaks of it" would do, and `--speed` times 100 claims against 100,000 words.
"""

import argparse
import json
import re
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench import made_paragraphs, subject

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


def attribution(path: Path, sweep: bool) -> None:
    judged: dict[str, list[tuple[bool, dict[str, Any], ClaimJudgement]]] = defaultdict(list)
    for row in rows(path):
        claim = _NOTE.sub("", row["claim"])
        found = row["label"] == "attributable", row, judge_claim(claim, sources(row["references"] or [""]))
        judged[row["src"]].append(found)
        judged["all"].append(found)
    heads = ["set", "claims", "with figures", "mismatch: unsupported", "contradicted: unsupported", "supported, blocked",
             "bare digits: unsupported", "silent: unsupported", "overlap 0.6 BAcc", "not flagged BAcc"]  # fmt: skip
    print(" | ".join(heads))
    for name, found in sorted(judged.items(), key=lambda item: item[0] == "all"):
        with_figures = [(yes, row, one) for yes, row, one in found if one.figures or figures_of(row["claim"])]
        mismatches = [yes for yes, _, one in with_figures if missed(one)]
        blocked = [yes for yes, _, one in found if one.verdict is ClaimVerdict.CONTRADICTED]
        silent = [yes for yes, _, one in found if one.reason is ClaimReason.SILENT]
        bare = [
            yes
            for yes, row, _ in found
            if re.search(r"\d", _NOTE.sub("", row["claim"])) and not digits_stand(row["claim"], " ".join(row["references"]))
        ]
        plain = Counter((overlap(row["claim"], " ".join(row["references"])) >= OVERLAP, yes) for yes, row, _ in found)
        flags = Counter((one.verdict is ClaimVerdict.UNCHECKED, yes) for yes, _, one in found)
        supported = sum(yes for yes, _, _ in found)
        print(
            " | ".join(
                (name, str(len(found)), str(len(with_figures)), share(mismatches.count(False), len(mismatches)),
                 share(blocked.count(False), len(blocked)), share(blocked.count(True), supported),
                 share(bare.count(False), len(bare)), share(silent.count(False), len(silent)),
                 balanced(plain), balanced(flags))
            )
        )  # fmt: skip
    print("disagree:", Counter(yes for yes, _, one in judged["all"] if one.disagree))
    if sweep:
        for threshold in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5):
            low = [yes for yes, _, one in judged["all"] if best_share(one) < threshold]
            print(f"share below {threshold}: {share(low.count(False), len(low))} unsupported" + " <-" * (threshold == SPOKEN_OF))


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


def speed() -> None:
    text = re.sub(r"(?<=\. )\w", lambda m: m[0].upper(), subject(made_paragraphs(), 100_000).text)
    paragraphs = text.split("\n\n")
    claims = [paragraphs[number * len(paragraphs) // 100].split(".")[0] + " cost 45 euros" for number in range(100)]
    tokens = Tokens(text)
    begun = time.perf_counter()
    index = Sentences(tokens)
    indexed = time.perf_counter()
    judged = [judge_claim(claim, [ClaimSource(0, index)]) for claim in claims]
    done = time.perf_counter()
    spoken = sum(one.words is Words.SPEAKS for one in judged)
    print(f"index of 100,000 words: {1000 * (indexed - begun):.0f} ms; 100 claims: {1000 * (done - indexed):.0f} ms"
          f" ({spoken} spoken of, {sum(map(missed, judged))} with a mismatch)")  # fmt: skip


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
