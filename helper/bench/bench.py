"""`build.py bench`: how long the matcher takes, how that grows with the source, and what it holds in memory.

With `--peer FILE.mjs` a checker for Node that exports `checkQuote(quote, source)` is measured on the same texts and
quotes in the same run; gtrex too, where it is installed. Two texts: real English prose of this machine, and a made one
of a large vocabulary. Every figure is a median over several quotes, after one round that warms up, of processor time
(for the peer of that or the wall clock, whichever is less), so that what else the machine does tells little in it.

`--lab` and `--large-lab` run the labs beside the shared tests instead.
"""

import argparse
import importlib
import importlib.util
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from quotefound.core import chunks, passages, places, tokens
from quotefound.core.matching import find
from quotefound.core.tokens import Tokens

HERE = Path(__file__).parent
LAB = HERE.parents[1] / "shared-tests" / "lab"
LABS = {"--lab": LAB / "small_lab.py", "--large-lab": LAB / "large_lab.py"}
PEER = HERE / "peer.mjs"

SEED = 20261130
SIZES = (10_000, 100_000, 1_000_000)  # tokens; the middle one is what the reach is told of
QUOTE, QUOTES = 30, 7  # words; about two lines, as quotes of answers are; from places all over the text
VOCABULARY = 60_000  # words of the made text; a novel has a tenth
# What is to be reached (see the design): times the peer's, and seconds.
REACH = {"index": (1.0, None), "present": (1_000.0, 0.000_1), "changed": (100.0, 0.001)}
MOST_GROWTH = 12.0  # for a source ten times as long
NAMES = {
    "index": "tokenize and index",
    "present": "check a quote that is there",
    "changed": "check one with a word changed, closest passage included",
}


class Subject(NamedTuple):
    """A text of about so many tokens, quotes that stand in it, and the same with one word changed."""

    text: str
    present: list[str]
    changed: list[str]


def made_words(source: random.Random) -> list[str]:
    syllables = [onset + vowel for onset in "bcdfghlmnprstvz" for vowel in ("a", "e", "i", "o", "u", "ai", "ou")]
    made: set[str] = set()
    while len(made) < VOCABULARY:
        made.add("".join(source.choices(syllables, k=source.choice((2, 3, 3, 4)))))
    return sorted(made)


def made_paragraphs() -> Iterable[str]:
    """Paragraphs without end, of words that spread as those of a language do, with figures, commas and points."""
    source = random.Random(SEED)
    known = made_words(source)
    source.shuffle(known)
    weights = [*itertools.accumulate(1 / (rank + 20) for rank in range(VOCABULARY))]
    while True:
        drawn = source.choices(known, cum_weights=weights, k=120)
        drawn[source.randrange(120)] = source.choice(("1,250", "12.5%", "−0.4", "2026", "3:30", "10⁶", "45"))
        for place in range(11, 120, 17):
            drawn[place] += "."
        yield " ".join(drawn).capitalize() + "."


def real_paragraphs() -> list[str]:
    """The English prose that is on this machine, as the large lab reads it."""
    if str(LAB) not in sys.path:
        sys.path.insert(0, str(LAB))
    long_texts = importlib.import_module("long_texts").long_texts
    here, _ = long_texts(600_000, frozenset({"en"}))
    return [block for text in here for block in text.text.split("\n\n")]


def subject(paragraphs: Iterable[str], size: int) -> Subject:
    """The first paragraphs that make up so many words, and quotes from all over them."""
    chosen: list[str] = []
    words = 0
    for paragraph in paragraphs:
        chosen.append(paragraph)
        words += paragraph.count(" ") + 1
        if words >= size:
            break
    text = "\n\n".join(chosen)
    source = Tokens(text)
    present: list[str] = []
    for number in range(QUOTES):
        begin = (2 * number + 1) * len(chosen) // (2 * QUOTES)
        present += itertools.islice((q for p in chosen[begin:] if (q := quote_from(p)) and find(q, source).matches), 1)
    return Subject(text, present, [altered(quote) for quote in present])


def quote_from(paragraph: str) -> str:
    """Thirty words from within a paragraph, or "" when it has fewer."""
    parts = paragraph.split()[3 : 3 + QUOTE]
    return " ".join(parts) if len(parts) == QUOTE else ""


def altered(quote: str) -> str:
    """The quote with one word in its middle changed."""
    parts = quote.split()
    parts[QUOTE // 2] = "elsewhere" if parts[QUOTE // 2].lower() != "elsewhere" else "nowhere"
    return " ".join(parts)


# --- measuring --------------------------------------------------------------------------------------------------------


def median_s(work: Callable[[str], object], over: list[str], rounds: int, before: Callable[[], object] = int) -> float:
    """The median time of the work over the quotes, each done `rounds` times after one round that warms up."""
    taken = []
    for number in range(rounds + 1):
        for quote in over:
            before()
            started = time.process_time()
            work(quote)
            if number:
                taken.append(time.process_time() - started)
    return statistics.median(taken)


def forget() -> None:
    """What was read before is forgotten, as in a helper just started."""
    for module in (chunks, places, tokens):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def ours(given: Subject) -> dict[str, float]:
    """Our medians in seconds, and the bytes that the index holds beside the text."""
    source = Tokens(given.text)
    for present, changed in zip(given.present, given.changed, strict=True):
        assert find(present, source).matches, f"not found: {present}"
        assert not find(changed, source).matches, f"found: {changed}"

    def check_changed(quote: str) -> None:
        find(quote, source)
        assert passages.closest(Tokens(quote), source) is not None

    rounds = 5 if len(source) < SIZES[-1] // 2 else 1
    return {
        "index": median_s(lambda _: Tokens(given.text), [""], rounds, forget),
        "index, words seen before": median_s(lambda _: Tokens(given.text), [""], rounds),
        "present": median_s(lambda quote: find(quote, source), given.present, 40),
        "changed": median_s(check_changed, given.changed, 10),
        "memory": held(source),
        "tokens": len(source),
    }


def held(source: Tokens) -> int:
    """The bytes of all that an index holds beside the text it was given."""
    size = 0
    for name in Tokens.__slots__:
        part = getattr(source, name)
        if part is not source.text:
            size += sys.getsizeof(part)
        if isinstance(part, dict):
            size += sum(sys.getsizeof(key) + sys.getsizeof(value) for key, value in part.items())
    return size


def theirs(node: str, peer: Path, subjects: dict[int, Subject]) -> dict[int, dict[str, float]]:
    """The peer's medians in seconds, by size."""
    asked = {size: {**subject._asdict(), "rounds": 3 if size < SIZES[-1] else 1} for size, subject in subjects.items()}
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / "given.json"
        given.write_text(json.dumps(asked), "utf-8")
        done = subprocess.run([node, PEER, peer.resolve(), given], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"The peer could not be measured:\n{done.stderr}")
    measured: dict[str, dict[str, float]] = json.loads(done.stdout.strip().splitlines()[-1])
    return {int(size): figures for size, figures in measured.items()}


def gtrex(given: Subject) -> dict[str, float] | None:
    """The medians of gtrex, prepared once as it advises; None where it is not installed."""
    if importlib.util.find_spec("gtrex") is None:
        return None
    them = importlib.import_module("gtrex")
    verifier, repairer = them.Verifier(given.text, them.Policy()), them.Repairer(given.text, them.Policy())
    return {
        # What it prepares at the first question belongs to its preparation.
        "index": median_s(lambda quote: them.Verifier(given.text, them.Policy()).verify(quote), given.present[:1], 1),
        "present": median_s(verifier.verify, given.present, 5),
        "changed": median_s(repairer.repair, given.changed[:3], 1),
        "found": sum(verifier.verify(quote).grounded for quote in given.present),
        "wrong": sum(verifier.verify(quote).grounded for quote in given.changed),
    }


# --- telling ----------------------------------------------------------------------------------------------------------


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.3f} ms" if seconds < 1 else f"{seconds:.2f} s"


def tell_reach(mine: dict[str, float], peer: dict[str, float] | None, other: dict[str, float] | None) -> bool:
    """One text's rows 1 to 3 beside the others' figures; whether all is reached."""
    reached = True
    print(
        f"  {'':58}{'Quotefound':>13}"
        + f"{'the peer':>13}{'times':>10}{'reach':>9}" * bool(peer)
        + f"{'gtrex':>14}" * bool(other)
    )
    for row, (times, seconds) in REACH.items():
        told = f"  {NAMES[row]:58}{ms(mine[row]):>13}"
        good = seconds is None or mine[row] <= seconds
        if peer:
            ratio = peer[row] / mine[row]
            good &= ratio >= times
            told += f"{ms(peer[row]):>13}{ratio:10,.1f}{times:9,.0f}"
        told += f"{ms(other[row]):>14}" * bool(other) if other else ""
        limit = f", at most {ms(seconds)}" if seconds else ""
        print(told + ("   reached" if good else "   missed") + limit)
        reached &= good
    print(f"  {'  the same, words seen before':58}{ms(mine['index, words seen before']):>13}")
    for name, figures in (("the peer", peer), ("gtrex", other)):
        if figures:
            print(f"  {name} finds {figures['found']:.0f} of {QUOTES} quotes, {figures['wrong']:.0f} of those changed")
    return reached


def tell_growth(mine: dict[int, dict[str, float]], peer: dict[int, dict[str, float]]) -> bool:
    """Row 4: each size against the one before, and memory; whether nothing grows too much."""
    reached = True
    print(
        f"  {'as the source grows':58}" + "".join(f"{figures['tokens']:>13,.0f}   times" for figures in mine.values())
    )
    sizes = [*mine]
    for who, measured in (("", mine), ("the peer: ", peer)):
        for row in (*NAMES, "memory") if measured else ():
            told = f"  {who + NAMES.get(row, 'memory, beside the text'):58}"
            for smaller, size in zip([None, *sizes], sizes, strict=False):
                value = measured[size][row]
                told += f"{f'{value / 1e6:.1f} MB' if row == 'memory' else ms(value):>13}"
                grew = (
                    value / measured[smaller][row] / (mine[size]["tokens"] / mine[smaller]["tokens"] / 10)
                    if smaller
                    else 0
                )
                told += f"{grew:8.1f}" if smaller else " " * 8
                if smaller and not who and row != "memory":
                    reached &= grew <= MOST_GROWTH
            print(told)
    print(f"  per ten times the tokens, at most {MOST_GROWTH:.0f}: {'reached' if reached else 'missed'}")
    return reached


def main() -> int:
    if lab := next((LABS[word] for word in sys.argv[1:2] if word in LABS), None):
        return subprocess.run([sys.executable, lab, *sys.argv[2:]]).returncode
    asked = argparse.ArgumentParser(prog="build.py bench", description=__doc__)
    asked.add_argument("--peer", type=Path, metavar="FILE.mjs")
    asked.add_argument("--node", default="node", help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.peer and not given.peer.is_file():
        sys.exit(f"There is no peer at {given.peer}.")
    if hasattr(os, "getloadavg"):
        print(f"Load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    reached = True
    for title, paragraphs in (
        ("English prose of this machine", real_paragraphs),
        (f"a made text of {VOCABULARY:,} words", lambda: [*itertools.islice(made_paragraphs(), SIZES[-1] // 120 + 1)]),
    ):
        all_of_it = paragraphs()
        subjects = {size: subject(all_of_it, size) for size in SIZES}
        mine = {size: ours(one) for size, one in subjects.items()}
        peer = theirs(given.node, given.peer, subjects) if given.peer else {}
        middle = SIZES[1]
        told = f"{mine[middle]['tokens']:,.0f} tokens, {len(subjects[middle].text):,} characters"
        print(f"\n{title}: {told}; {QUOTES} quotes of {QUOTE} words")
        reached &= tell_reach(mine[middle], peer.get(middle), gtrex(subjects[middle]))
        reached &= tell_growth(mine, peer)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
