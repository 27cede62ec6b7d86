"""The front door of meaning: a claim and windows of its source go in, the best reading or a cause comes out.

Owns the one model process: starts it when wanted, lets it go when nobody asks, replaces it when it dies. Knows which
model serves; decides nothing about claims.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from pathlib import Path

from quotefound.meaning.entailment import Entailment, NotJudged, Unjudged, best_of
from quotefound.meaning.process import START_S, ModelProcess, ProcessEnded
from quotefound.meaning.shelf import Installed, Shelf

# Ten windows of three sentences take the recommended model two seconds on two slow cores, and a reader waits.
WALL_S = 30.0
# What the process may hold: the largest recommended file is 244 MB and doubles while it loads.
MEMORY_BYTES = 1500 << 20
# Longer than reading one answer, short enough that the memory is not held all day for nothing.
IDLE_S = 300.0
# A model that could not be loaded is tried again after this: doing so for every claim would be felt.
REFUSED_S = 10.0

NO_MODEL = Unjudged(NotJudged.NO_MODEL, "No model is installed. Install one: quotefound models install")


class Meaning:
    """Judges with the serving model of a data folder, or with the model `name`, passed or not.

    One claim at a time; others wait their turn, and their time counts from it. `judge` never raises for what a model
    does. Close it.
    """

    def __init__(
        self,
        data: Path,
        *,
        name: str = "",
        wall_s: float = WALL_S,
        start_s: float = START_S,
        memory_bytes: int = MEMORY_BYTES,
        idle_s: float = IDLE_S,
    ) -> None:
        self._shelf, self._name = Shelf(data), name
        self._wall_s, self._start_s, self._memory_bytes, self._idle_s = wall_s, start_s, memory_bytes, idle_s
        self._process: ModelProcess | None = None
        self._refused: tuple[Installed, Unjudged, float] | None = None
        self._turn = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def model(self) -> Installed | None:
        """The model that would judge now."""
        return self._shelf.get(self._name) if self._name else self._shelf.serving()

    def start(self) -> None:
        """Begins to load the model, without waiting, so that the first claim finds it warm."""
        if not self._closed:
            self._spawn(self._warm())

    async def judge(self, claim: str, windows: Sequence[str]) -> Entailment | Unjudged:
        """How the model reads `claim` against the best of `windows`, each of one to three sentences of a source."""
        if not windows:
            return Unjudged(NotJudged.NO_PASSAGE, "There is no passage to judge the claim against.")
        async with self._turn:
            outcome = NO_MODEL
            for _ in range(2):  # a process that died is tried once more; one over a limit would be again
                try:
                    process = await self._ready()
                    if isinstance(process, Unjudged):
                        return process
                    return await self._judged(process, claim, windows)
                except ProcessEnded as ended:
                    outcome = ended.why
                    if outcome.cause is not NotJudged.MODEL_FAILED:
                        return outcome
            return outcome

    async def _judged(self, process: ModelProcess, claim: str, windows: Sequence[str]) -> Entailment | Unjudged:
        healthy = False
        try:
            read = await process.probabilities(claim, windows, wall_s=self._wall_s, memory_bytes=self._memory_bytes)
            healthy = True
            return best_of(windows, read, process.model, process.hash)
        finally:
            if not healthy:  # cancelled as well: its answer would be taken for the next claim's
                await self._let_go()
            else:
                self._idle_from_now()

    async def _ready(self) -> ModelProcess | Unjudged:
        """The process, with the model that serves now, or why there is none."""
        model = self.model
        if model is None or self._closed:
            await self._let_go()
            return self._why_none()
        running = self._process
        if running and running.is_running and (running.folder, running.hash) == (model.folder, model.hash):
            return running
        await self._let_go()
        now = asyncio.get_running_loop().time()
        if self._refused and self._refused[0] == model and now < self._refused[2]:
            return self._refused[1]
        try:
            self._process = await ModelProcess.started(
                model.folder, start_s=self._start_s, memory_bytes=self._memory_bytes
            )
        except ProcessEnded as ended:
            self._refused = (model, ended.why, now + REFUSED_S)
            return ended.why
        return self._process

    def _why_none(self) -> Unjudged:
        untried = self._shelf.models()
        if not untried or self._name:
            return NO_MODEL
        return Unjudged(
            NotJudged.MODEL_REFUSED,
            f"The model {untried[0].name} has not passed its trial, so it does not judge. "
            f"Run it: quotefound models test {untried[0].name}",
        )

    async def _warm(self) -> None:
        async with self._turn:
            await self._ready()  # what stands in the way is said to the first claim
            self._idle_from_now()

    def _idle_from_now(self) -> None:
        if self._idle:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(self._idle_s, lambda: self._spawn(self._rest()))

    async def _rest(self) -> None:
        async with self._turn:
            if self._idle and self._idle.when() <= asyncio.get_running_loop().time():
                await self._let_go()

    async def _let_go(self) -> None:
        process, self._process = self._process, None
        if process:
            await process.end()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Ends the process."""
        self._closed = True
        if self._idle:
            self._idle.cancel()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._let_go()
