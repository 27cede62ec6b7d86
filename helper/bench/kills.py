"""`build.py bench --kills [ROUNDS]`: a process that writes snapshots is killed at random instants, again and again.

Nothing that it had acknowledged may be lost, and everything that is there must be whole. The tests run a few rounds.
"""

import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from quotefound.sources.keeping import Keeper
from quotefound.sources.store import Store

ROUNDS = 200
LONGEST_S = 0.3  # from the first word of the writer to its end
SEED = 20261130

# Keeps, pins, forgets and makes room, and says each step: "+" kept, "?" about to be removed, "-" removed.
WRITER = """
import random, sys
from pathlib import Path
from quotefound.core.text import Block, Text
from quotefound.sources.fetching import Response
from quotefound.sources.keeping import Keeper
from quotefound.sources.reading import Read
from quotefound.sources.store import PIN, Store
from quotefound.sources.text_form import to_json

def say(sign, name):
    print(sign, name, flush=True)

chance = random.Random(int(sys.argv[2]))
store = Store(Path(sys.argv[1]))
keeper = Keeper(store)
mine = []
for step in range(1_000_000):
    words = f"{sys.argv[2]} {chance.randrange(40)} " * chance.randrange(1, 3_000)
    text = Text(words, (Block(0, len(words)),))
    address = f"https://a.example/{step}/{sys.argv[2]}"
    got = Response(address, address, 200, {"etag": str(step)}, words.encode(), False)
    snapshot = keeper.keep(got, Read(text, to_json(text), None, "text/plain", "x@1", {}))
    say("+", snapshot.id)
    mine.append(snapshot.id)
    if chance.random() < 0.2:
        store.refer(snapshot.id, PIN)
        say("*", snapshot.id)
        mine.pop()
    if chance.random() < 0.2 and mine:
        leaving = mine.pop(chance.randrange(len(mine)))
        say("?", leaving)
        store.forget([leaving])
        say("-", leaving)
"""


@dataclass
class Kills:
    """One folder under fire; what its writers have said over all rounds."""

    folder: Path
    seed: int = SEED
    kept: set[str] = field(default_factory=set)
    pinned: set[str] = field(default_factory=set)
    perhaps: set[str] = field(default_factory=set)  # a removal that was not acknowledged may have happened or not
    gone: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)

    def round(self, number: int) -> list[str]:
        """Starts a writer, kills it, looks at what is there; what is wrong, in sentences."""
        command = [sys.executable, "-c", WRITER, str(self.folder), str(self.seed + number)]
        writer = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        said = [writer.stdout.readline()]
        time.sleep(self._chance.uniform(0, LONGEST_S))
        writer.send_signal(signal.SIGKILL)
        said += writer.stdout.readlines()
        writer.wait()
        writer.stdout.close()
        self._hear([line.split() for line in said if line.endswith("\n")])
        return self._wrong()

    def _hear(self, lines: Sequence[Sequence[str]]) -> None:
        for sign, name in lines:
            if sign == "+":
                self.kept.add(name)
            elif sign == "*":
                self.pinned.add(name)
            elif sign == "?":
                self.perhaps.add(name)
            else:
                self.gone.add(name)

    def _wrong(self) -> list[str]:
        store = Store(self.folder)
        try:
            there, holders = set(store.ids()), store.holders()
            wrong = [f"{name} was kept and is lost" for name in self.kept - self.perhaps - there]
            wrong += [f"{name} was removed and is back" for name in self.gone & there]
            wrong += [f"{name} was pinned and is not" for name in self.pinned - holders.keys()]
            return wrong + [fault.sentence for fault in Keeper(store).verify()]
        finally:
            store.close()


def main(arguments: Sequence[str]) -> int:
    rounds = int(arguments[0]) if arguments else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        kills, began, bad = Kills(Path(folder)), time.monotonic(), 0
        for number in range(rounds):
            wrong = kills.round(number)
            bad += bool(wrong)
            for sentence in wrong:
                print(f"round {number}: {sentence}")
        took = time.monotonic() - began
        print(f"{rounds} kills in {took:.0f} s, {len(kills.kept)} snapshots acknowledged, {len(kills.gone)} removals;")
        print("verify was clean after each." if not bad else f"{bad} rounds ended badly.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
