"""The parent's side of reading documents: a few worker processes, started ahead, watched, killed and replaced.

Knows frames and limits, no formats. Nothing that a document does to a worker reaches the helper: it comes back as a
cause.
"""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from quotefound.core.terms import Cause
from quotefound.core.text import Text
from quotefound.sources.extraction.worker import ARGUMENT, LENGTHS, MEMORY_BYTES, request
from quotefound.sources.text_form import from_json
from quotefound.watching import resident_bytes, started

POOL = 2  # a document takes milliseconds; more workers would only hold memory
WALL_S = 20.0  # the slowest honest page measured takes under one; a reader waits
START_S = 10.0  # a worker that is not up by then never will be
WATCH_S = 0.1  # how often memory is looked at
STARVED = 0.4  # of the memory allowed: a worker that died with this much died of it (it may have wanted to double)
FATTENED_BYTES = 200 << 20  # a worker this large after a document is replaced: freed memory rarely goes back
LONGEST_TEXT = 1 << 28  # bytes of an answer; a text is never longer than its document by much


@dataclass(frozen=True, slots=True)
class Read:
    """What a worker read: the text, also in the canonical form that is kept, or a cause, or both."""

    text: Text | None
    form: bytes
    cause: Cause | None
    media_type: str
    extractor: str
    evidence: dict[str, str]


class WorkerDied(Exception):  # noqa: N818 - an event that is handled here, not an error that leaves
    """A worker ended, or had to be ended, in the middle of a document."""

    def __init__(self, cause: Cause, evidence: str) -> None:
        super().__init__(evidence)
        self.cause, self.evidence = cause, evidence


def failure(cause: Cause, evidence: str) -> Read:
    return Read(None, b"", cause, "", "", {"reader": evidence})


class Worker:
    """One worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @staticmethod
    async def started() -> "Worker":
        """Starts a worker and waits until it can read. Raises OSError or TimeoutError."""
        process = await started("quotefound.sources.extraction.worker", ARGUMENT)
        worker = Worker(process)
        try:
            async with asyncio.timeout(START_S):
                await worker._frame()
        except BaseException:
            await worker.end()
            raise
        return worker

    async def read(self, raw: bytes, about: Mapping[str, object], *, wall_s: float, memory_bytes: int) -> Read:
        """Has one document read. Raises WorkerDied; the worker is of no use then."""
        reading = asyncio.ensure_future(self._exchange(request(raw, dict(about))))
        most = 0
        deadline = asyncio.get_running_loop().time() + wall_s
        try:
            while not reading.done():
                await asyncio.wait((reading,), timeout=WATCH_S)
                most = max(most, resident_bytes(self.process.pid) or 0)
                if most > memory_bytes:
                    raise WorkerDied(Cause.TOO_LARGE, f"memory over {memory_bytes >> 20} MB")
                if not reading.done() and asyncio.get_running_loop().time() > deadline:
                    raise WorkerDied(Cause.TOOK_TOO_LONG, f"longer than {wall_s:g} s")
            return reading.result()
        except (asyncio.IncompleteReadError, ConnectionError, ValueError, KeyError) as trouble:
            # A parser that does not get the memory it asks for ends its process without a word.
            if most > memory_bytes * STARVED:
                raise WorkerDied(Cause.TOO_LARGE, f"the reader ended at {most >> 20} MB") from trouble
            raise WorkerDied(Cause.UNREADABLE, f"the reader ended: {type(trouble).__name__}") from trouble
        finally:
            reading.cancel()
            with suppress(BaseException):
                await reading

    async def _exchange(self, frame: bytes) -> Read:
        assert self.process.stdin is not None
        self.process.stdin.write(frame)
        await self.process.stdin.drain()
        head, form = await self._frame()
        about = json.loads(head)
        cause = Cause(about["cause"]) if about["cause"] else None
        evidence = {str(name): str(value) for name, value in about["evidence"].items()}
        text = from_json(form) if form else None
        return Read(text, form, cause, str(about["media_type"]), str(about["extractor"]), evidence)

    async def _frame(self) -> tuple[bytes, bytes]:
        assert self.process.stdout is not None
        head_size, size = LENGTHS.unpack(await self.process.stdout.readexactly(LENGTHS.size))
        if head_size > LONGEST_TEXT or size > LONGEST_TEXT:
            raise ValueError("an answer of impossible length")
        return await self.process.stdout.readexactly(head_size), await self.process.stdout.readexactly(size)

    def is_fit(self) -> bool:
        """Whether it can take another document."""
        return self.process.returncode is None and (resident_bytes(self.process.pid) or 0) < FATTENED_BYTES

    async def end(self) -> None:
        """Ends the process, at once."""
        with suppress(ProcessLookupError):
            self.process.kill()
        if self.process.stdin is not None:
            self.process.stdin.close()
        await self.process.wait()


class Readers:
    """The pool. `read` never raises for what a document does."""

    def __init__(self, size: int = POOL, *, wall_s: float = WALL_S, memory_bytes: int = MEMORY_BYTES) -> None:
        self._size, self._wall_s, self._memory_bytes = size, wall_s, memory_bytes
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._free = asyncio.Semaphore(size)
        self._starting: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self) -> None:
        """Begins to start workers, without waiting, so that the first document finds them up."""
        missing = self._size - len(self._idle) - len(self._busy) - len(self._starting)
        for _ in range(missing if not self._closed else 0):
            task = asyncio.ensure_future(self._start_one())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _start_one(self) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):  # the next document tries again, and says so
            self._idle.append(await Worker.started())

    async def read(self, raw: bytes, **about: object) -> Read:
        """Has a document read; `about` are `read_document`'s arguments. One that kills a worker is tried once more."""
        outcome = failure(Cause.UNREADABLE, "no reader could be started")
        async with self._free:
            for _ in range(2):
                try:
                    return await self._read_once(raw, about)
                except WorkerDied as death:
                    outcome = failure(death.cause, death.evidence)
                    if death.cause is not Cause.UNREADABLE:  # over a limit once is over it twice
                        return outcome
                except (OSError, TimeoutError, asyncio.IncompleteReadError):
                    return outcome
        return outcome

    async def _read_once(self, raw: bytes, about: Mapping[str, object]) -> Read:
        worker = await self._taken()
        self._busy.add(worker)
        healthy = False
        try:
            read = await worker.read(raw, about, wall_s=self._wall_s, memory_bytes=self._memory_bytes)
            healthy = bool(read.extractor) and worker.is_fit()
            return read
        finally:
            self._busy.discard(worker)
            if healthy and not self._closed:
                self._idle.append(worker)
            else:
                await worker.end()
                self.start()

    async def _taken(self) -> Worker:
        while not self._idle and self._starting:
            await asyncio.wait(self._starting, return_when=asyncio.FIRST_COMPLETED)
        while self._idle:
            worker = self._idle.pop()
            if worker.process.returncode is None:
                return worker
        return await Worker.started()

    async def close(self) -> None:
        """Ends all workers."""
        self._closed = True
        for task in list(self._starting):
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in [*self._idle, *self._busy]))
        self._idle.clear()
