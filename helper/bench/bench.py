"""`build.py bench`: how long the matcher takes, and how that grows with the source.

With `--peer FILE.mjs` a checker for Node that exports `checkQuote(quote, source)` is measured on the same text in the
same run. Every figure is a median; texts come from a fixed seed, so two runs on one machine can be compared.
"""

import argparse
import itertools
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from quotefound.core import matching, passages, tokens
from quotefound.core.tokens import Tokens

SEED = 20261130
TOKENS, MANY = 100_000, 1_000_000
QUOTE = 30  # tokens; about two lines, as quotes of answers are
VOCABULARY = 12_000  # a long report's distinct words
MOST_GROWTH = 12.0  # for a source ten times as long

PEER = Path(__file__).with_name("peer.mjs")


def words(source: random.Random) -> list[str]:
    syllables = [onset + vowel for onset in "bcdfghlmnprstv" for vowel in ("a", "e", "i", "o", "u", "ai", "ou")]
    made = {"".join(source.choices(syllables, k=source.choice((1, 2, 2, 3, 3, 4)))) for _ in range(3 * VOCABULARY)}
    return source.sample(sorted(made), VOCABULARY)


def prose(count: int, paragraph_tokens: int = 120) -> str:
    """About `count` tokens that spread as words of a language do, with figures, commas, points and paragraphs."""
    source = random.Random(SEED)
    known = words(source)
    weights = list(itertools.accumulate(1 / (rank + 2) for rank in range(VOCABULARY)))
    drawn = source.choices(known, cum_weights=weights, k=count)
    for place in range(0, count, 37):
        drawn[place] = source.choice(("1,250", "12.5%", "−0.4", "2026", "3:30", "10⁶", "45"))
    for place in range(11, count, 17):
        drawn[place] += ","
    for place in range(16, count, 17):
        drawn[place] += "."
    for place in range(paragraph_tokens, count, paragraph_tokens):
        drawn[place] = "\n\n" + drawn[place].capitalize()
    return " ".join(drawn)


def cut(text: str, share: float) -> str:
    """A quote of 30 words from within one paragraph, about that far into the text."""
    paragraphs = text.split("\n\n")
    return " ".join(paragraphs[int(share * len(paragraphs))].split()[20 : 20 + QUOTE])


def altered(quote: str) -> str:
    """The quote with one word in its middle changed."""
    parts = quote.split()
    parts[QUOTE // 2] = "elsewhere"
    return " ".join(parts)


def median_s(work: Callable[[], object], rounds: int, before: Callable[[], object] = lambda: None) -> float:
    taken = []
    for _ in range(rounds):
        before()
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def forget() -> None:
    """The tokenizer remembers chunks it has read; a helper just started has read none."""
    for value in vars(tokens).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()


def ours(text: str, present: str, changed: str) -> dict[str, float]:
    source = Tokens(text)
    assert matching.find(present, source).matches, "the quote that is there was not found"
    assert not matching.find(changed, source).matches, "the changed quote was found"

    def check_changed() -> None:
        matching.find(changed, source)
        assert passages.closest(Tokens(changed), source) is not None

    return {
        "index": median_s(lambda: Tokens(text), 5, forget),
        "index_warm": median_s(lambda: Tokens(text), 5),
        "present": median_s(lambda: matching.find(present, source), 300),
        "changed": median_s(check_changed, 100),
    }


def theirs(node: str, peer: Path, text: str, present: str, changed: str) -> dict[str, float]:
    """The peer's medians in seconds. Its tokenizer runs at each call, so an empty quote times that alone."""
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / "given.json"
        given.write_text(json.dumps({"text": text, "present": present, "changed": changed}))
        done = subprocess.run([node, PEER, peer.resolve(), given], capture_output=True, text=True, check=True)
    measured: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return measured


def line(name: str, seconds: float, other: float | None = None) -> str:
    told = f"{name:58}{seconds * 1000:11.3f} ms"
    return told if other is None else f"{told}{other * 1000:13.3f} ms{other / seconds:10.1f} ×"


def main() -> int:
    asked = argparse.ArgumentParser(prog="build.py bench", description=__doc__)
    asked.add_argument("--peer", type=Path, metavar="FILE.mjs")
    asked.add_argument("--node", default="node", help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.peer and not given.peer.is_file():
        sys.exit(f"There is no peer at {given.peer}.")

    text = prose(TOKENS)
    present = cut(text, 0.8)
    changed = altered(present)
    size = len(Tokens(text))
    print(f"A text of {size:,} tokens ({len(text):,} characters), a quote of {len(Tokens(present))}, 80 % into it.\n")
    mine = ours(text, present, changed)
    peer = theirs(given.node, given.peer, text, present, changed) if given.peer else {}
    print(f"{'':58}{'Quotefound':>14}" + (f"{given.peer.name:>16}{'times':>12}" if given.peer else ""))
    print(line("tokenize and index, just started", mine["index"], peer.get("index")))
    print(line("tokenize and index, words seen before", mine["index_warm"], peer.get("index")))
    print(line("check a quote that is there, snapshot indexed", mine["present"], peer.get("present")))
    print(line("check one with a changed word, closest passage included", mine["changed"], peer.get("changed")))

    long = prose(MANY)
    there = cut(long, 0.8)
    grown = ours(long, there, altered(there))
    print(f"\nTen times the text, and how many times as long it takes (at most {MOST_GROWTH:.0f}).\n")
    slow = [name for name in mine if grown[name] > MOST_GROWTH * mine[name]]
    for name in mine:
        grew = grown[name] / mine[name]
        print(f"{name:58}{grown[name] * 1000:11.3f} ms{grew:11.1f} ×{'   too much' if name in slow else ''}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
