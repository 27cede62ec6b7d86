"""The shell: an answer → its quotes → their sources' readings → judgements → a report that grows as they come.

The only module that sees both the core and the edges. It decides nothing about words: it asks for readings, hands them
to the core, and keeps the count.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from quotefound import wire
from quotefound.core.answers import Quote, quotes_of
from quotefound.core.chunks import NORMALIZER
from quotefound.core.passages import distinctive
from quotefound.core.speaking import ARCHIVE, FETCHED, OWN_TAB, Considered, judgement_of
from quotefound.core.terms import Cause, Note, Verdict
from quotefound.core.verdicts import Judgement, combine, decide, judge
from quotefound.shelf import Indexed, Shelf, indexed
from quotefound.sources.snapshots import Changes, Library, Reading
from quotefound.telling import beside_report, described

log = logging.getLogger(__name__)

_SETTLED = ("read", "failed", "not_asked")
# Readings that a source can have beside the helper's own; each carries its note.
_BESIDE = {OWN_TAB: Note.OWN_TAB, ARCHIVE: Note.ARCHIVED_COPY}
_COMPARING = "comparing"


def judged_alone(quote: str, reading: Reading) -> Judgement:
    """One quote against one reading, outside of any answer."""
    return judge(quote, indexed(reading).readable)


@dataclass(slots=True)
class SourceState:
    """How far the readings of one source have come; `beside` says it of those that a reader asked for."""

    state: str = "waiting"
    readings: dict[str, Indexed] = field(default_factory=dict)  # by kind
    beside: dict[str, str] = field(default_factory=dict)
    changes: Changes = field(default_factory=Changes)
    earlier: list[Indexed] = field(default_factory=list)

    @property
    def indexed(self) -> Indexed | None:
        """The helper's own reading."""
        return self.readings.get(FETCHED)


@dataclass(slots=True)
class QuoteState:
    """What is known of one quote so far: each bound source's judgement, and which of them speaks."""

    quote: Quote
    judged: dict[int, Judgement] = field(default_factory=dict)
    spoken: dict[int, str] = field(default_factory=dict)  # which kind of reading spoke for each source
    changed: dict[int, str] = field(default_factory=dict)  # what became of the words in each source since
    judgement: Judgement | None = None
    source: int | None = None
    elsewhere: int | None = None
    told: tuple[Judgement, Indexed, dict[str, Any]] | None = None  # what was described of which judgement


class Checker:
    """Starts checks; they share one library and one shelf."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._shelf = Shelf()

    async def forget_everything(self) -> int:
        """Forget all that was ever read; how many snapshots there were."""
        self._shelf = Shelf()
        return await self._library.forget_everything()

    def start(self, request: wire.AnswerRequest) -> "Check":
        """Begin to check an answer; returns at once. Must be called inside a running event loop."""
        return Check(request, self._library, self._shelf)


class Check:
    """One answer being checked. `changed` is notified whenever `version` has risen."""

    def __init__(self, request: wire.AnswerRequest, library: Library, shelf: Shelf) -> None:
        self.answer = request.answer
        self.version, self.changed = 1, asyncio.Condition()
        self.quotes = [QuoteState(quote) for quote in quotes_of(self.answer)]
        self.sources = [SourceState() for _ in self.answer.sources]
        self._library, self._shelf = library, shelf
        self._cancelled, self._fresh = False, request.fresh
        self._given = request.given
        self._tasks: dict[tuple[int, str], asyncio.Task[None]] = {}
        self._wakers: set[asyncio.Task[None]] = set()
        wanted = {number for state in self.quotes for number in state.quote.sources}
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
        """Read sources that waited for the reader. Raises BadRequest for one that the answer does not have."""
        if any(number >= len(self.sources) for number in sources):
            raise wire.BadRequest("sources names a source that the answer does not have.")
        for number in sources:
            if (number, FETCHED) not in self._tasks and self.sources[number].state == "not_asked":
                self._judge_anew(number)
                self._cancelled = False
                self._read(number)
        self._changed()

    def take_tab(self, tab: wire.TabReading) -> None:
        """Read what the reader's own tab shows of a source. Raises BadRequest for one that the answer does not have."""
        number = tab.source
        if number >= len(self.sources) or self.answer.sources[number].address != tab.address:
            raise wire.BadRequest("source and address do not name a source of this answer.")
        read = partial(self._library.text_of_tab, tab.address, tab.final_address, tab.html, truncated=tab.truncated)
        self._read_beside(number, OWN_TAB, read)

    def ask_archive(self, number: int) -> None:
        """Read an archive's copy of a source that was asked itself before. Raises BadRequest for any other."""
        if number >= len(self.sources):
            raise wire.BadRequest("source names a source that the answer does not have.")
        if self.sources[number].state == "not_asked":
            raise wire.BadRequest("An archive is asked only for a source that was read or could not be read.")
        self._read_beside(number, ARCHIVE, partial(self._library.text_of_archive, self.answer.sources[number].address))

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

    async def finished(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())
            await asyncio.sleep(0)

    def _read(self, number: int) -> None:
        self.sources[number].state = "waiting"
        self._start((number, FETCHED), self._reading(number))

    def _start(self, what: tuple[int, str], work: Coroutine[Any, Any, None]) -> None:
        self._tasks[what] = task = asyncio.create_task(work)
        task.add_done_callback(lambda done: self._settled(what, done))

    async def _reading(self, number: int) -> None:
        def told(state: str) -> None:
            self.sources[number].state = state
            self._changed()

        if number in self._given:
            told("reading")
            reading = await self._library.text_of_given(*self._given[number])
        else:
            reading = await self._library.text_of(self.answer.sources[number].address, report=told, fresh=self._fresh)
        self.sources[number].readings[FETCHED] = await self._shelf.indexed(reading)

    def _settled(self, what: tuple[int, str], task: asyncio.Task[None]) -> None:
        """A source's reading has ended, one way or another; also one that was cancelled before its first step."""
        del self._tasks[what]
        number, kind = what
        source = self.sources[number]
        failed = None if task.cancelled() else task.exception()
        if failed:
            log.error("Reading a source failed.", exc_info=failed)
        if failed and kind != _COMPARING:
            address = self.answer.sources[number].address
            nothing = Reading(address, address, None, None, Cause.UNREADABLE, {"error": "internal"}, kind=kind)
            source.readings[kind] = indexed(nothing)
        if kind == FETCHED:
            source.state = _state_of(source.readings.get(FETCHED))
            if source.indexed is not None:
                self._start((number, _COMPARING), self._compare(number, source.indexed))
        elif kind in _BESIDE:
            source.beside[kind] = _state_of(source.readings.get(kind))
            self._judge_anew(number)
        self._judge_settled()
        self._changed()

    async def _compare(self, number: int, now: Indexed) -> None:
        """What became of the source, and of each quote's words in it, since it was read before."""
        source, snapshot = self.sources[number], now.reading.snapshot
        if snapshot is None:
            return
        if now.readable.tokens is not None:
            await self._library.note_normalized(snapshot.id, NORMALIZER, await asyncio.to_thread(now.norm_hash))
        source.changes = await self._library.changes(now.reading)
        source.earlier = [await asyncio.to_thread(indexed, reading) for reading in source.changes.earlier]
        for state in self.quotes:
            if number in state.quote.sources and (told := _what_became(state.quote.text, now, source)):
                state.changed[number] = told

    def _judge_settled(self) -> None:
        for state in self.quotes:
            self._judge(state)
        if self.done:
            for state in self.quotes:
                self._look_elsewhere(state)

    def _judge_anew(self, number: int) -> None:
        for state in self.quotes:
            if state.judged.pop(number, None):
                state.judgement = state.source = state.elsewhere = None

    def _judge(self, state: QuoteState) -> None:
        quote = state.quote
        for number in quote.sources:
            source = self.sources[number]
            if number in state.judged or source.state not in _SETTLED:
                continue
            if source.readings:
                around = self.answer.blocks[quote.block].text
                considered = {
                    kind: Considered(
                        judge(quote.text, each.readable, f"{around} {each.reading.hint}"), each.reading.cause is None
                    )
                    for kind, each in source.readings.items()
                }
                state.spoken[number], state.judged[number] = judgement_of(considered)
            elif not self._cancelled:
                state.judged[number] = Judgement(Verdict.UNCHECKED, Cause.NOT_FETCHED)
        found = any(judgement.verdict is Verdict.FOUND for judgement in state.judged.values())
        if not found and len(state.judged) < len(quote.sources):
            return
        judgements = dict(state.judged)
        if quote.hidden:
            judgements[-1] = Judgement(Verdict.UNCHECKED, Cause.HIDDEN_CITATION)
        if not judgements:
            judgements[-1] = Judgement(Verdict.UNCHECKED, Cause.NO_CITATION)
        numbers = sorted(judgements, key=lambda n: (n < 0, n))
        speaks = numbers[combine([judgements[n] for n in numbers])]
        state.judgement, state.source = judgements[speaks], speaks if speaks >= 0 else None

    def _look_elsewhere(self, state: QuoteState) -> None:
        """Whether a quote that its own source does not have stands in another source that was read."""
        if state.judgement is None or state.judgement.verdict not in (Verdict.CLOSEST, Verdict.ABSENT):
            return
        for number, source in enumerate(self.sources):
            others = (
                [] if number in state.quote.sources else [source.readings.get(FETCHED), source.readings.get(OWN_TAB)]
            )
            readable = [other.readable for other in others if other is not None and other.readable.tokens is not None]
            if any(judge(state.quote.text, each).verdict is Verdict.FOUND for each in readable):
                state.elsewhere = number
                return

    def _change_of(self, state: QuoteState, number: int) -> str:
        """What became of the words in this source; a copy that has words which the source lacks tells of it too."""
        if told := state.changed.get(number):
            return told
        copy = self.sources[number].readings.get(ARCHIVE)
        snapshot = copy.reading.snapshot if copy else None
        if copy is None or snapshot is None or state.judged[number].verdict not in (Verdict.CLOSEST, Verdict.ABSENT):
            return ""
        found = judge(state.quote.text, copy.readable).verdict is Verdict.FOUND
        return f"gone since {snapshot.captured_at}" if found else ""

    def _changed(self) -> None:
        self.version += 1

        async def notify() -> None:
            async with self.changed:
                self.changed.notify_all()

        waker = asyncio.get_running_loop().create_task(notify())
        self._wakers.add(waker)
        waker.add_done_callback(self._wakers.discard)

    def report(self) -> dict[str, Any]:
        """All that is known now, as the wire has it."""
        verdicts = [state.judgement.verdict for state in self.quotes if state.judgement]
        complete = self.done and len(verdicts) == len(self.quotes)
        counts = {str(verdict): verdicts.count(verdict) for verdict in Verdict}
        return {
            "version": self.version,
            "state": "cancelled" if self._cancelled and self.done else "done" if self.done else "running",
            "sources": [self._source_report(number) for number in range(len(self.sources))],
            "quotes": [self._quote_report(f"q{i}", state) for i, state in enumerate(self.quotes, 1)],
            "decision": decide(verdicts).name if complete else None,
            "summary": {"quotes": len(self.quotes), **counts, "pending": len(self.quotes) - len(verdicts)},
        }

    def _source_report(self, number: int) -> dict[str, Any]:
        source, asked = self.sources[number], self.answer.sources[number]
        reading = source.indexed.reading if source.indexed else None
        return {
            "address": asked.address,
            "title": (reading.text.title if reading and reading.text else "") or asked.title,
            "state": source.state,
            "cause": str(reading.cause) if reading and reading.cause else None,
            "final_address": reading.snapshot.final_address if reading and reading.snapshot else None,
            "read_at": reading.snapshot.fetched_at if reading and reading.snapshot else None,
            "published": reading.text.published if reading and reading.text else "",
            "evidence": dict(reading.evidence) if reading else {},
            "changed": {"page": source.changes.page, "since": source.changes.since} if source.changes.since else None,
            "readings": [
                beside_report(kind, state, source.readings.get(kind)) for kind, state in source.beside.items()
            ],
        }

    def _quote_report(self, name: str, state: QuoteState) -> dict[str, Any]:
        quote, judgement = state.quote, state.judgement
        report: dict[str, Any] = {
            "id": name,
            **wire.quote_place(quote, self.answer.blocks[quote.block]),
            "text": quote.text,
            "bound": quote.bound,
            "sources": list(quote.sources),
            "labels": list(quote.labels),
            "hidden": quote.hidden,
            "verdict": str(judgement.verdict) if judgement else None,
            "cause": str(judgement.cause) if judgement and judgement.cause else None,
            "notes": [],
            "source": state.source,
            "reading": None,
            "passage": None,
            "differences": [],
            "try_words": distinctive(quote.text) if judgement and judgement.verdict is not Verdict.FOUND else None,
            "record": None,
        }
        if judgement is None or state.source is None:
            return report
        kind = report["reading"] = state.spoken.get(state.source)
        shown = self.sources[state.source].readings.get(kind or "")
        report["notes"] = [{"name": str(note), "detail": detail} for note, detail in judgement.notes]
        if kind in _BESIDE and shown is not None:
            captured = shown.reading.snapshot.captured_at if shown.reading.snapshot else ""
            report["notes"].append({"name": str(_BESIDE[kind]), "detail": captured})
        elif told := self._change_of(state, state.source):
            report["notes"].append({"name": str(Note.SOURCE_CHANGED), "detail": told})
        if state.elsewhere is not None:
            report["notes"].append({"name": str(Note.OTHER_SOURCE), "detail": str(state.elsewhere)})
        if shown is not None and shown.readable.tokens is not None:
            if state.told is None or state.told[0] is not judgement or state.told[1] is not shown:
                state.told = judgement, shown, described(name, judgement, shown)  # a link costs a search of the text
            told_notes = state.told[2]["notes"]
            report |= state.told[2] | {"notes": [*report["notes"], *told_notes]}
        return report


def _state_of(source: Indexed | None) -> str:
    """The state of a reading that has ended; a cancelled one leaves nothing."""
    if source is None:
        return "not_asked"
    return "read" if source.reading.cause is None else "failed"


def _what_became(quote: str, now: Indexed, source: SourceState) -> str:
    """What became of a quote's words since the source was read before: "gone since …", "new since …", or "".

    Found in an older content and not now: gone. Found now and not in the whole one before: new. The moment is the
    older content's.
    """
    found = judge(quote, now.readable).verdict is Verdict.FOUND
    before = source.earlier if not found else source.earlier[:1] if source.changes.page == "changed" else []
    for old in before:
        was_found = judge(quote, old.readable).verdict is Verdict.FOUND
        when = old.reading.snapshot.fetched_at if old.reading.snapshot else ""
        if was_found and not found:
            return f"gone since {when}"
        if found and not was_found and old.reading.cause is None:
            return f"new since {when}"
    return ""
