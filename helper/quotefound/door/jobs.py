"""The checks that callers can ask after, and what the server needs of a check: the seam to what does the checking."""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any, Protocol

from quotefound import wire

# One job per answer: more than a reader has open in all tabs. A finished report is some 100 kB.
MAX_JOBS = 64


class Check(Protocol):
    """One answer being checked. `changed` is notified whenever `version` has risen."""

    @property
    def version(self) -> int: ...
    @property
    def done(self) -> bool: ...
    @property
    def changed(self) -> asyncio.Condition: ...
    def report(self) -> dict[str, Any]: ...
    def cancel(self) -> None: ...
    def fetch(self, sources: list[int]) -> None: ...
    def take_tab(self, tab: wire.TabReading) -> None: ...
    def ask_archive(self, number: int) -> None: ...


class Escalations(Protocol):
    """The answers that need a person."""

    async def waiting(self) -> list[dict[str, Any]]: ...
    async def done(self, identity: str) -> bool: ...


class Checker(Protocol):
    """What stands behind the door: starts a check and returns at once; says and changes what is kept."""

    @property
    def escalations(self) -> Escalations: ...
    def start(self, request: wire.AnswerRequest) -> Check: ...
    async def kept(self, limits: Mapping[str, Any]) -> dict[str, Any]: ...
    async def forget_everything(self) -> int: ...


class Jobs:
    """The checks that can be asked after. Bounded: the oldest finished one leaves first, a running one never."""

    def __init__(self, most: int = MAX_JOBS) -> None:
        self._most = most
        self._checks: dict[str, Check] = {}

    def make_room(self) -> bool:
        """Whether one more may start."""
        if len(self._checks) >= self._most:
            oldest = next((job for job, check in self._checks.items() if check.done), None)
            if oldest is None:
                return False
            del self._checks[oldest]
        return True

    def add(self, check: Check) -> str:
        job = secrets.token_urlsafe(16)
        self._checks[job] = check
        return job

    def get(self, job: str) -> Check | None:
        return self._checks.get(job)

    def forget_all(self) -> None:
        """Stops every check and drops its report."""
        self.cancel_all()
        self._checks.clear()

    def cancel_all(self) -> None:
        for check in self._checks.values():
            if not check.done:
                check.cancel()
