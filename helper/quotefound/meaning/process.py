"""The parent's side of running a model: one process, watched for time and memory, killed when it exceeds either.

Knows lines and limits, no models. Nothing that a model does reaches the helper but probabilities or a cause.
"""

import asyncio
import json
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from quotefound.meaning.entailment import NotJudged, Probabilities, Unjudged
from quotefound.meaning.worker import ARGUMENT
from quotefound.watching import resident_bytes, started

START_S = 60.0  # hashing and loading 250 MB from a slow disk takes ten; a virus scanner multiplies that
WATCH_S = 0.1  # how often memory is looked at
LONGEST_LINE = 1 << 22  # bytes of an answer: three numbers for each of some thousand windows


class ProcessEnded(Exception):  # noqa: N818 - an event that is handled in this package, not an error that leaves
    """The process ended, or had to be ended, before it had answered."""

    def __init__(self, why: Unjudged) -> None:
        super().__init__(why.sentence)
        self.why = why


class ModelProcess:
    """One process with one model in it. Of no use any more once `probabilities` has raised."""

    def __init__(self, process: asyncio.subprocess.Process, folder: Path) -> None:
        self._process, self.folder = process, folder
        self.model = self.hash = ""

    @staticmethod
    async def started(folder: Path, *, start_s: float, memory_bytes: int) -> "ModelProcess":
        """Starts a process and waits until it has the folder's model warm. Raises ProcessEnded."""
        try:
            process = await started("quotefound.meaning.worker", ARGUMENT, str(folder), longest_line=LONGEST_LINE)
        except OSError as trouble:
            raise ProcessEnded(_failed(f"no process could be started: {trouble}")) from trouble
        running = ModelProcess(process, folder)
        try:
            said = await running._watched(running._line(), start_s, memory_bytes)
            if "refused" in said:
                cause = NotJudged.MODEL_REFUSED if said["engine"] else NotJudged.NO_MODEL
                raise ProcessEnded(Unjudged(cause, str(said["refused"])))
            running.model, running.hash = str(said["model"]), str(said["hash"])
        except BaseException:
            await running.end()
            raise
        return running

    async def probabilities(
        self, claim: str, windows: Sequence[str], *, wall_s: float, memory_bytes: int
    ) -> list[Probabilities | None]:
        """What the model makes of a claim with each window; None for one that does not fit. Raises ProcessEnded."""
        said = await self._watched(self._asked(claim, windows), wall_s, memory_bytes)
        try:
            read = [None if one is None else Probabilities(*map(float, one)) for one in said["read"]]
        except (KeyError, TypeError, ValueError) as trouble:
            raise ProcessEnded(_failed(str(said.get("failed", "an answer of no use")))) from trouble
        if len(read) != len(windows):
            raise ProcessEnded(_failed("an answer for other windows"))
        return read

    async def _watched(
        self, exchange: Coroutine[None, None, dict[str, Any]], wall_s: float, memory_bytes: int
    ) -> dict[str, Any]:
        asking = asyncio.ensure_future(exchange)
        deadline = asyncio.get_running_loop().time() + wall_s
        try:
            while not asking.done():
                await asyncio.wait((asking,), timeout=WATCH_S)
                if (resident_bytes(self._process.pid) or 0) > memory_bytes:
                    raise ProcessEnded(_failed(f"it took more than {memory_bytes >> 20} MB of memory"))
                if not asking.done() and asyncio.get_running_loop().time() > deadline:
                    raise ProcessEnded(Unjudged(NotJudged.TOOK_TOO_LONG, f"The model took longer than {wall_s:g} s."))
            return asking.result()
        except (asyncio.IncompleteReadError, OSError, ValueError) as trouble:
            raise ProcessEnded(_failed(f"its process ended: {type(trouble).__name__}")) from trouble
        finally:
            asking.cancel()
            with suppress(BaseException):
                await asking

    async def _asked(self, claim: str, windows: Sequence[str]) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"claim": claim, "windows": [*windows]}).encode() + b"\n")
        await self._process.stdin.drain()
        return await self._line()

    async def _line(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        said = json.loads(await self._process.stdout.readuntil(b"\n"))
        if not isinstance(said, dict):
            raise ValueError("an answer that is no object")
        return said

    @property
    def is_running(self) -> bool:
        return self._process.returncode is None

    @property
    def resident_bytes(self) -> int | None:
        """Memory that it holds; None where this system does not say so cheaply."""
        return resident_bytes(self._process.pid)

    async def end(self) -> None:
        """Ends the process, at once."""
        with suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()


def _failed(why: str) -> Unjudged:
    return Unjudged(NotJudged.MODEL_FAILED, f"The model failed: {why}.")
