"""One answer under check: what is read and judged when, and what the report says meanwhile.

Owns what is under way: it asks for readings, tells `quoted` and `claimed` when they have come, and knows when all is
done.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from quotefound import wire
from quotefound.checking.cited import BESIDE, Cited
from quotefound.checking.claimed import Claims
from quotefound.checking.judges import Judges
from quotefound.checking.quoted import Quotes, told_asides
from quotefound.checking.shelf import Indexed, Shelf, indexed
from quotefound.core.answers import quotes_and_asides
from quotefound.core.chunks import NORMALIZER
from quotefound.core.claims import Decided, claims_of, decide_answer
from quotefound.core.speaking import ARCHIVE, FETCHED, OWN_TAB
from quotefound.core.terms import Cause
from quotefound.core.verdicts import Judgement, judge
from quotefound.escalations import Escalations
from quotefound.settings import Settings
from quotefound.sources.snapshots import Library, Reading

log = logging.getLogger(__name__)

_COMPARING, _CLAIMING = "comparing", "claiming"
_NO_SOURCE = -1  # claims are judged one after the other, by one task for all sources


def judged_alone(quote: str, reading: Reading) -> Judgement:
    """One quote against one reading, outside of any answer."""
    return judge(quote, indexed(reading).readable)


class Checker:
    """Starts checks; they share one library, one shelf, one model and one list of answers that need a person."""

    def __init__(self, library: Library, judges: Judges) -> None:
        self._library, self._judges = library, judges
        self._shelf = Shelf()
        self.escalations = Escalations(library.store)

    async def kept(self, limits: Mapping[str, Any]) -> dict[str, int | None]:
        """How much is kept of sources and for how long; see `Room.kept`."""
        return await self._library.room.kept(limits)

    async def forget_everything(self) -> int:
        """Forget all that was ever read, and which answers need a person; how many snapshots there were."""
        self._shelf = Shelf()
        await self.escalations.kept()  # what has just ended is forgotten too
        return await self._library.forget_everything()

    def start(self, request: wire.AnswerRequest) -> "Check":
        """Begin to check an answer; returns at once. Must be called inside a running event loop."""
        return Check(request, self._library, self._shelf, self._judges, self.escalations)

    async def close(self) -> None:
        """Wait until the list is on the disk."""
        await self.escalations.close()


@asynccontextmanager
async def open_checker(settings: Settings, *, files: bool = False) -> AsyncIterator[Checker]:
    """A checker with a library and judges of its own, all closed at the end; `files`: sources may be files."""
    library, judges = Library(settings, files=files), Judges(settings)
    checker = Checker(library, judges)
    try:
        yield checker
    finally:
        await checker.close()
        await judges.close()
        await library.close()


class Check:
    """One answer being checked. `changed` is notified whenever `version` has risen."""

    def __init__(
        self, request: wire.AnswerRequest, library: Library, shelf: Shelf, judges: Judges, escalations: Escalations
    ) -> None:
        self.answer = request.answer
        self.version, self.changed = 1, asyncio.Condition()
        self._library, self._shelf, self._judges = library, shelf, judges
        self._cancelled, self._fresh = False, request.fresh
        self._escalations = escalations if request.listed else None
        self._given = request.given
        self._keep = not request.private
        self._tasks: dict[tuple[int, str], asyncio.Task[None]] = {}
        self._wakers: set[asyncio.Task[None]] = set()
        self.sources = [Cited(source) for source in self.answer.sources]
        quotes, self.asides = quotes_and_asides(self.answer)
        self.quotes = Quotes(self.answer, quotes, self.sources)
        self.model = judges.model
        self.claims_checked = request.claims == "on" or (request.claims == "auto" and self.model is not None)
        claims, self.uncited = claims_of(self.answer)
        wanted_claims = claims if self.claims_checked else ()
        self.claims = Claims(self.answer, wanted_claims, self.sources, judges, private=request.private)
        if self.claims.wanted:
            judges.start()
        wanted = self.quotes.wanted | self.claims.wanted
        for number, source in enumerate(self.answer.sources):
            if number in wanted and (request.fetch == "all" or (request.fetch == "rendered" and source.rendered)):
                self._read(number)
            else:
                self.sources[number].state = "not_asked"
        self._judge_settled()

    @property
    def done(self) -> bool:
        """Whether nothing is under way any more."""
        return not self._tasks

    def cancel(self) -> None:
        """Stop reading; what is known stays."""
        self._cancelled = bool(self._tasks)
        for task in self._tasks.values():
            task.cancel()

    def fetch(self, sources: list[int]) -> None:
        """Read sources that waited for the reader, and once more those that were read or could not be.

        Raises BadRequest for one that the answer does not have.
        """
        if any(number >= len(self.sources) for number in sources):
            raise wire.BadRequest("sources names a source that the answer does not have.")
        for number in sources:
            if self.sources[number].is_settled and (number, FETCHED) not in self._tasks:
                again = self.sources[number].state != "not_asked"
                self._judge_anew(number)
                self._cancelled = False
                self._read(number, fresh=again)
        self._changed()

    def take_tab(self, tab: wire.TabReading) -> None:
        """Read what the reader's own tab shows of a source. Raises BadRequest for one that the answer does not have."""
        number = tab.source
        if number >= len(self.sources) or self.answer.sources[number].address != tab.address:
            raise wire.BadRequest("source and address do not name a source of this answer.")
        html, keep = tab.html, self._keep
        read = partial(
            self._library.text_of_tab, tab.address, tab.final_address, html, truncated=tab.truncated, keep=keep
        )
        self._read_beside(number, OWN_TAB, read)

    def ask_archive(self, number: int) -> None:
        """Read an archive's copy of a source that was asked itself before. Raises BadRequest for any other."""
        if number >= len(self.sources):
            raise wire.BadRequest("source names a source that the answer does not have.")
        if self.sources[number].state == "not_asked":
            raise wire.BadRequest("An archive is asked only for a source that was read or could not be read.")
        address = self.answer.sources[number].address
        self._read_beside(number, ARCHIVE, partial(self._library.text_of_archive, address, keep=self._keep))

    async def finished(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())
            await asyncio.sleep(0)

    # --- reading ------------------------------------------------------------------------------------------------------

    def _read(self, number: int, *, fresh: bool = False) -> None:
        self.sources[number].state = "waiting"
        self._start((number, FETCHED), self._reading(number, fresh or self._fresh))

    def _read_beside(self, number: int, kind: str, read: Callable[..., Awaitable[Reading]]) -> None:
        source = self.sources[number]
        if (number, kind) in self._tasks:
            return

        def told(state: str) -> None:
            source.beside[kind] = state
            self._changed()

        async def reading() -> None:
            source.readings[kind] = await self._shelf.indexed(await read(report=told))

        self._cancelled = False
        told("waiting")
        self._start((number, kind), reading())

    def _start(self, what: tuple[int, str], work: Coroutine[Any, Any, None]) -> None:
        self._tasks[what] = task = asyncio.create_task(work)
        task.add_done_callback(lambda done: self._settled(what, done))

    async def _reading(self, number: int, fresh: bool) -> None:
        def told(state: str) -> None:
            self.sources[number].state = state
            self._changed()

        if number in self._given:
            told("reading")
            reading = await self._library.text_of_given(*self._given[number], keep=self._keep)
        else:
            address = self.answer.sources[number].address
            reading = await self._library.text_of(address, report=told, fresh=fresh, keep=self._keep)
        self.sources[number].readings[FETCHED] = await self._shelf.indexed(reading)

    def _settled(self, what: tuple[int, str], task: asyncio.Task[None]) -> None:
        """What was under way has ended, one way or another; also what was cancelled before its first step."""
        del self._tasks[what]
        number, kind = what
        failed = None if task.cancelled() else task.exception()
        if failed:
            # An error's words may name the source; those of a private window go nowhere.
            log.error("A part of a check failed: %s.", type(failed).__name__, exc_info=failed if self._keep else None)
        if kind in (FETCHED, *BESIDE):
            source = self.sources[number]
            if failed:
                address = self.answer.sources[number].address
                nothing = Reading(address, address, None, None, Cause.UNREADABLE, {"error": "internal"}, kind=kind)
                source.readings[kind] = indexed(nothing)
            source.ended(kind)
            if kind == FETCHED and source.indexed is not None:
                self._start((number, _COMPARING), self._compare(number, source.indexed))
            elif kind != FETCHED:
                self._judge_anew(number)
        self._judge_settled()
        self._changed()

    async def _compare(self, number: int, now: Indexed) -> None:
        """What became of the source, and of each quote's words in it, since it was read before."""
        source, snapshot = self.sources[number], now.reading.snapshot
        if snapshot is None or not now.reading.kept:
            return
        if now.readable.tokens is not None:
            await self._library.note_normalized(snapshot.id, NORMALIZER, await asyncio.to_thread(now.norm_hash))
        source.changes = await self._library.changes(now.reading)
        source.earlier = [await asyncio.to_thread(indexed, reading) for reading in source.changes.earlier]
        self.quotes.note_changes(number, now)

    # --- judging ------------------------------------------------------------------------------------------------------

    def _judge_settled(self) -> None:
        self.quotes.judge_settled(cancelled=self._cancelled)
        ready = self.claims.next_ready(cancelled=self._cancelled) is not None
        if ready and not self._cancelled and (_NO_SOURCE, _CLAIMING) not in self._tasks:
            self._start((_NO_SOURCE, _CLAIMING), self._judge_claims())
        if self.done:
            self.quotes.look_elsewhere()
            if self._escalations is not None and not self._cancelled:
                readings = [each.reading for source in self.sources for each in source.readings.values()]
                rests_on = [reading.snapshot.id for reading in readings if reading.snapshot]
                self._escalations.settled(self.answer, self.report(), rests_on)

    async def _judge_claims(self) -> None:
        while (index := self.claims.next_ready(cancelled=self._cancelled)) is not None:
            await self.claims.judge(index)
            self._changed()

    def _judge_anew(self, number: int) -> None:
        self.quotes.judge_anew(number)
        self.claims.judge_anew(number)

    # --- telling ------------------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self.version += 1

        async def notify() -> None:
            async with self.changed:
                self.changed.notify_all()

        waker = asyncio.get_running_loop().create_task(notify())
        self._wakers.add(waker)
        waker.add_done_callback(self._wakers.discard)

    def _decided(self) -> Decided | None:
        """What is said of the whole answer; None while something is not known."""
        summary = self.quotes.summary()
        if not self.done or summary["pending"] or not self.claims.are_judged:
            return None
        return decide_answer(self.quotes.verdicts, self.claims.judgements)

    def report(self) -> dict[str, Any]:
        """All that is known now, as the wire has it."""
        decided = self._decided()
        return {
            "version": self.version,
            "state": "cancelled" if self._cancelled and self.done else "done" if self.done else "running",
            "sources": [source.report() for source in self.sources],
            "quotes": self.quotes.report(),
            "claims": self.claims.report(),
            "claims_checked": self.claims_checked,
            "uncited": self.uncited,
            "asides": told_asides(self.asides, self.answer),
            "model": {"name": self.model.name, "hash": self.model.hash} if self.model else None,
            "decision": str(decided.name) if decided else None,
            "stopped": _stopped(decided),
            "summary": {**self.quotes.summary(), "claims": self.claims.summary()},
        }


def _stopped(decided: Decided | None) -> dict[str, str] | None:
    """The quote or claim that the decision rests on, by its name in the report."""
    if decided is None:
        return None
    if decided.quote is not None:
        return {"quote": f"q{decided.quote + 1}"}
    return {"claim": f"k{decided.claim + 1}"} if decided.claim is not None else None
