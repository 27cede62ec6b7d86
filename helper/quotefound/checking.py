"""The shell: an answer → its quotes → their sources' readings → judgements → a report that grows as they come.

The only module that sees both the core and the edges. It decides nothing about words: it asks for readings, hands them
to the core, and keeps the count.
"""

import asyncio
import logging
from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from quotefound import wire
from quotefound.core.answers import Quote, quotes_of
from quotefound.core.passages import distinctive, surroundings
from quotefound.core.selectors import fragment_link
from quotefound.core.terms import Cause, Note, Verdict
from quotefound.core.text import Text
from quotefound.core.tokens import Tokens
from quotefound.core.verdicts import Judgement, Readable, combine, decide, judge, passage_of
from quotefound.records import citation_record, normalized_hash
from quotefound.sources.snapshots import Library, Reading

log = logging.getLogger(__name__)

# Indexed sources kept for the next quote: a token costs about 100 bytes, so this is at most some 50 MB.
MOST_INDEXED_TOKENS = 500_000
_SETTLED = ("read", "failed", "not_asked")


@dataclass(slots=True)
class Indexed:
    """A reading made searchable."""

    reading: Reading
    readable: Readable
    norm: str = ""

    @property
    def tokens(self) -> Tokens:
        assert self.readable.tokens is not None
        return self.readable.tokens

    def norm_hash(self) -> str:
        """The hash of the normalized text; computed once, when first asked for."""
        self.norm = self.norm or normalized_hash(self.tokens)
        return self.norm


def indexed(reading: Reading) -> Indexed:
    """The reading with its visible and its hidden text tokenized."""
    text = reading.text
    if text is None:
        return Indexed(reading, Readable(None, reading.cause))
    hidden = "\n\n".join(words for _, words in text.hidden)
    return Indexed(
        reading,
        Readable(
            Tokens(text.text, text.notes),
            reading.cause,
            Tokens(hidden) if hidden else None,
            text.language,
            tuple((block.start, block.end) for block in text.blocks if block.kind == "pre"),
        ),
    )


def judged_alone(quote: str, reading: Reading) -> Judgement:
    """One quote against one reading, outside of any answer."""
    return judge(quote, indexed(reading).readable)


class Shelf:
    """Indexed readings by snapshot, the longest unused leaving first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Indexed] = OrderedDict()

    async def indexed(self, reading: Reading) -> Indexed:
        """The reading indexed, from the shelf if it stands there."""
        if reading.snapshot is None or reading.text is None:
            return indexed(reading)
        key = reading.snapshot.id
        kept = self._kept.get(key)
        if kept is None or kept.reading.cause != reading.cause:
            kept = await asyncio.to_thread(indexed, reading)
            self._kept[key] = kept
        self._kept.move_to_end(key)
        size = sum(len(entry.tokens) for entry in self._kept.values())
        while size > MOST_INDEXED_TOKENS and len(self._kept) > 1:
            size -= len(self._kept.popitem(last=False)[1].tokens)
        return kept


@dataclass(slots=True)
class SourceState:
    """How far the reading of one source has come."""

    state: str = "waiting"
    indexed: Indexed | None = None


@dataclass(slots=True)
class QuoteState:
    """What is known of one quote so far: each bound source's judgement, and which of them speaks."""

    quote: Quote
    judged: dict[int, Judgement] = field(default_factory=dict)
    judgement: Judgement | None = None
    source: int | None = None
    elsewhere: int | None = None


class Checker:
    """Starts checks; they share one library and one shelf."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._shelf = Shelf()

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
        self._tasks: dict[int, asyncio.Task[None]] = {}
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
            if number not in self._tasks and self.sources[number].state == "not_asked":
                for state in self.quotes:
                    if state.judged.pop(number, None):
                        state.judgement = state.source = None
                self._cancelled = False
                self._read(number)
        self._changed()

    async def finished(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())
            await asyncio.sleep(0)

    def _read(self, number: int) -> None:
        self.sources[number].state = "waiting"
        self._tasks[number] = task = asyncio.create_task(self._reading(number))
        task.add_done_callback(lambda done: self._settled(number, done))

    async def _reading(self, number: int) -> None:
        def told(state: str) -> None:
            self.sources[number].state = state
            self._changed()

        reading = await self._library.text_of(self.answer.sources[number].address, report=told, fresh=self._fresh)
        self.sources[number].indexed = await self._shelf.indexed(reading)

    def _settled(self, number: int, task: asyncio.Task[None]) -> None:
        """A source's reading has ended, one way or another; also one that was cancelled before its first step."""
        del self._tasks[number]
        source = self.sources[number]
        if not task.cancelled() and (trouble := task.exception()):
            log.error("Reading a source failed.", exc_info=trouble)
            address = self.answer.sources[number].address
            source.indexed = indexed(Reading(address, address, None, None, Cause.UNREADABLE, {"error": "internal"}))
        if source.indexed is None:
            source.state = "not_asked"
        else:
            source.state = "read" if source.indexed.reading.cause is None else "failed"
        self._judge_settled()
        self._changed()

    def _judge_settled(self) -> None:
        for state in self.quotes:
            self._judge(state)
        if self.done:
            for state in self.quotes:
                self._look_elsewhere(state)

    def _judge(self, state: QuoteState) -> None:
        quote = state.quote
        for number in quote.sources:
            source = self.sources[number]
            if number in state.judged or source.state not in _SETTLED:
                continue
            if source.indexed is not None:
                around = f"{self.answer.blocks[quote.block].text} {source.indexed.reading.hint}"
                state.judged[number] = judge(quote.text, source.indexed.readable, around)
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
            if number in state.quote.sources or source.indexed is None or source.indexed.readable.tokens is None:
                continue
            if judge(state.quote.text, source.indexed.readable).verdict is Verdict.FOUND:
                state.elsewhere = number
                return

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
            "passage": None,
            "differences": [],
            "try_words": distinctive(quote.text) if judgement and judgement.verdict is not Verdict.FOUND else None,
            "record": None,
        }
        if judgement is None or state.source is None:
            return report
        shown = self.sources[state.source].indexed
        report["notes"] = [{"name": str(note), "detail": detail} for note, detail in judgement.notes]
        if state.elsewhere is not None:
            report["notes"].append({"name": str(Note.OTHER_SOURCE), "detail": str(state.elsewhere)})
        if shown is not None and shown.readable.tokens is not None:
            report |= described(name, judgement, shown, report["notes"])
        return report


def described(name: str, judgement: Judgement, source: Indexed, notes: list[dict[str, str]]) -> dict[str, Any]:
    """The passage that a judgement speaks of, as the wire has it, with its differences, its zone and its record."""
    tokens, reading = source.tokens, source.reading
    assert reading.text is not None
    passage = passage_of(judgement)
    found: dict[str, Any] = {}
    if passage:
        around = surroundings(tokens, passage)
        address = reading.snapshot.final_address if reading.snapshot else reading.address
        found["passage"] = {
            "before": around.before,
            "text": tokens.text[passage.start : passage.end],
            "after": around.after,
            "link": fragment_link(address, tokens.text, passage.start, passage.end),
        }
        if judgement.verdict is Verdict.FOUND and (zone := _zone(reading.text, passage.start)) != "article":
            notes.append({"name": str(Note.ZONE), "detail": zone})
    if judgement.search.pieces:
        found["differences"] = _left_out(judgement, tokens)
    elif judgement.closest and not judgement.search.matches:
        found["differences"] = [list(part) for part in judgement.closest.differences]
    if reading.snapshot:
        matches = len(judgement.search.matches)
        found["record"] = citation_record(f"c-{name}", reading.snapshot, tokens, source.norm_hash(), passage, matches)
    return found


def _left_out(judgement: Judgement, tokens: Tokens) -> list[list[str]]:
    """The parts of a shortened quote and the words of the source between them."""
    parts: list[list[str]] = []
    end = None
    for piece in judgement.search.pieces:
        if end is not None and end < piece.start:
            parts.append(["source", tokens.text[end : piece.start].strip(), "left out"])
        parts.append(["same", tokens.text[piece.start : piece.end], "word"])
        end = piece.end
    return parts


def _zone(text: Text, start: int) -> str:
    index = bisect_right(text.blocks, start, key=lambda block: block.start) - 1
    if index < 0 or text.blocks[index].end <= start or text.blocks[index].zone == "heading":
        return "article"
    return text.blocks[index].zone
