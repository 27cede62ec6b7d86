"""A helper for tests to call: the real server, and behind it checks that go on exactly when they are told to.

Run with a folder, it serves that folder until it is stopped, and says its port on standard output.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quotefound import wire
from quotefound.door.server import serve
from quotefound.settings import Settings, SettingsError

ANSWER = {
    "answer": {
        "page": {"address": "https://chat.example/c/1", "title": "Tea", "language": "en"},
        "site": "generic",
        "question": None,
        "blocks": [
            {
                "kind": "paragraph",
                "text": "The board wrote: “Tea was rationed until 1952.”",
                "citations": [{"start": 47, "end": 47, "sources": [0], "hidden": 0, "label": "[1]"}],
            }
        ],
        "sources": [{"address": "https://source.example/tea", "title": "Rationing", "rendered": True}],
    },
    "fetch": "nothing",
}


@dataclass
class SteppedCheck:
    """A check whose version rises when a test says so."""

    version: int = 1
    done: bool = False
    state: str = "running"
    fetched: list[int] = field(default_factory=list)
    tabs: list[wire.TabReading] = field(default_factory=list)
    archived: list[int] = field(default_factory=list)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    trouble: Exception | None = None

    def report(self) -> dict[str, Any]:
        if self.trouble:
            raise self.trouble
        return {"version": self.version, "state": self.state}

    async def step(self, state: str = "running") -> None:
        self.version, self.state, self.done = self.version + 1, state, state != "running"
        async with self.changed:
            self.changed.notify_all()

    def cancel(self) -> None:
        self.cancelling = asyncio.ensure_future(self.step("cancelled"))

    def fetch(self, sources: list[int]) -> None:
        if any(source > 0 for source in sources):
            raise wire.BadRequest("The answer has no such source.")
        self.fetched += sources

    def take_tab(self, tab: wire.TabReading) -> None:
        if (tab.source, tab.address) != (0, "https://source.example/tea"):
            raise wire.BadRequest("The answer has no such source.")
        self.tabs.append(tab)

    def ask_archive(self, number: int) -> None:
        if number > 0:
            raise wire.BadRequest("The answer has no such source.")
        self.archived.append(number)


@dataclass
class ListedAnswers:
    """A list of answers that need a person, as a test wrote it."""

    listed: list[dict[str, Any]] = field(default_factory=list)

    async def waiting(self) -> list[dict[str, Any]]:
        return self.listed

    async def done(self, identity: str) -> bool:
        before = len(self.listed)
        self.listed = [each for each in self.listed if each["id"] != identity]
        return len(self.listed) < before


@dataclass
class SteppedChecker:
    """Starts checks and keeps them at hand for the test."""

    checks: list[SteppedCheck] = field(default_factory=list)
    requests: list[wire.AnswerRequest] = field(default_factory=list)
    closed: bool = False
    forgotten: bool = False
    escalations: ListedAnswers = field(default_factory=ListedAnswers)
    limits: dict[str, Any] = field(default_factory=dict)

    def start(self, request: wire.AnswerRequest) -> SteppedCheck:
        self.requests.append(request)
        self.checks.append(SteppedCheck())
        return self.checks[-1]

    async def kept(self, limits: Mapping[str, Any]) -> dict[str, Any]:
        if limits.get("keep_days") == 0:
            raise SettingsError("keep_days must be at least 1.")
        self.limits |= limits
        return {"snapshots": 2, "bytes": 10, "max_store_bytes": 100, "keep_days": None} | self.limits

    async def forget_everything(self) -> int:
        self.forgotten = True
        return 7

    @asynccontextmanager
    async def opened(self, settings: Settings) -> AsyncIterator["SteppedChecker"]:
        yield self
        self.closed = True


if __name__ == "__main__":
    outcome = asyncio.run(
        serve(
            Settings(folder=Path(sys.argv[1])),
            SteppedChecker().opened,
            lambda connection: print(connection.port, flush=True),
        )
    )
    if outcome is not None:
        print(outcome, file=sys.stderr)
        sys.exit(3)
