"""The quotes of one answer under check: each judged against its sources as they come, and told.

Of the shell, like `checking`: it hands readings to the core and keeps what the core said. Nothing here waits.
"""

from dataclasses import dataclass, field
from typing import Any

from quotefound import wire
from quotefound.checking.cited import BESIDE, Cited
from quotefound.checking.shelf import Indexed
from quotefound.checking.telling import described
from quotefound.core.answers import Answer, Marked, Quote
from quotefound.core.passages import distinctive
from quotefound.core.speaking import ARCHIVE, FETCHED, OWN_TAB, Considered, judgement_of
from quotefound.core.terms import Cause, Note, Verdict
from quotefound.core.verdicts import Judgement, combine, judge

_NOT_IN_THE_SOURCE = (Verdict.CLOSEST, Verdict.ABSENT)


@dataclass(slots=True)
class _State:
    """What is known of one quote so far: each bound source's judgement, and which of them speaks."""

    quote: Quote
    judged: dict[int, Judgement] = field(default_factory=dict)
    spoken: dict[int, str] = field(default_factory=dict)  # which kind of reading spoke for each source
    changed: dict[int, str] = field(default_factory=dict)  # what became of the words in each source since
    judgement: Judgement | None = None
    source: int | None = None
    elsewhere: int | None = None
    told: tuple[Judgement, Indexed, dict[str, Any]] | None = None  # what was described of which judgement


class Quotes:
    """Judges quotes against `sources`, which somebody else reads."""

    def __init__(self, answer: Answer, quotes: tuple[Quote, ...], sources: list[Cited]) -> None:
        self._answer, self._sources = answer, sources
        self._states = [_State(quote) for quote in quotes]

    @property
    def wanted(self) -> set[int]:
        """The sources that some quote is bound to."""
        return {number for state in self._states for number in state.quote.sources}

    @property
    def verdicts(self) -> list[Verdict]:
        """Those that are known."""
        return [state.judgement.verdict for state in self._states if state.judgement]

    def judge_settled(self, *, cancelled: bool) -> None:
        """Judge what can be judged now."""
        for state in self._states:
            self._judge(state, cancelled)

    def judge_anew(self, number: int) -> None:
        """Forget what was said of a source: it is read once more, or in another way."""
        for state in self._states:
            if state.judged.pop(number, None):
                state.judgement = state.source = state.elsewhere = None

    def look_elsewhere(self) -> None:
        """Whether quotes that their own sources do not have stand in another source that was read."""
        for state in self._states:
            self._look_elsewhere(state)

    def note_changes(self, number: int, now: Indexed) -> None:
        """What became of each quote's words in a source since it was read before."""
        for state in self._states:
            if number in state.quote.sources and (
                told := _what_became(state.quote.text, now, self._sources[number])
            ):
                state.changed[number] = told

    def _judge(self, state: _State, cancelled: bool) -> None:
        quote = state.quote
        for number in quote.sources:
            source = self._sources[number]
            if number in state.judged or not source.is_settled:
                continue
            if source.readings:
                around = self._answer.blocks[quote.block].text
                considered = {
                    kind: Considered(
                        judge(quote.text, each.readable, f"{around} {each.reading.hint}"), each.reading.cause is None
                    )
                    for kind, each in source.readings.items()
                }
                state.spoken[number], state.judged[number] = judgement_of(considered)
            elif not cancelled:
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

    def _look_elsewhere(self, state: _State) -> None:
        if state.judgement is None or state.judgement.verdict not in _NOT_IN_THE_SOURCE:
            return
        for number, source in enumerate(self._sources):
            others = (
                [] if number in state.quote.sources else [source.readings.get(FETCHED), source.readings.get(OWN_TAB)]
            )
            readable = [other.readable for other in others if other is not None and other.readable.tokens is not None]
            if any(judge(state.quote.text, each).verdict is Verdict.FOUND for each in readable):
                state.elsewhere = number
                return

    def _change_of(self, state: _State, number: int) -> str:
        """What became of the words in this source; a copy that has words which the source lacks tells of it too."""
        if told := state.changed.get(number):
            return told
        copy = self._sources[number].readings.get(ARCHIVE)
        snapshot = copy.reading.snapshot if copy else None
        if copy is None or snapshot is None or state.judged[number].verdict not in _NOT_IN_THE_SOURCE:
            return ""
        found = judge(state.quote.text, copy.readable).verdict is Verdict.FOUND
        return f"gone since {snapshot.captured_at}" if found else ""

    def summary(self) -> dict[str, int]:
        """How many there are, by verdict."""
        verdicts = self.verdicts
        counts = {str(verdict): verdicts.count(verdict) for verdict in Verdict}
        return {"quotes": len(self._states), **counts, "pending": len(self._states) - len(verdicts)}

    def report(self) -> list[dict[str, Any]]:
        """All that is known, as the wire has it."""
        return [self._told(f"q{i}", state) for i, state in enumerate(self._states, 1)]

    def _told(self, name: str, state: _State) -> dict[str, Any]:
        quote, judgement = state.quote, state.judgement
        report: dict[str, Any] = {
            "id": name,
            **wire.place(quote.block, quote.start, quote.end, self._answer),
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
        if judgement is None:
            return report
        notes = [(note, detail) for note, detail in judgement.notes]
        if quote.titled:
            notes.append((Note.TITLE, ""))
        kind = report["reading"] = state.spoken.get(state.source) if state.source is not None else None
        shown = self._sources[state.source].readings.get(kind or "") if state.source is not None else None
        if kind in BESIDE and shown is not None:
            captured = shown.reading.snapshot.captured_at if shown.reading.snapshot else ""
            notes.append((BESIDE[kind], captured))
        elif state.source is not None and (told := self._change_of(state, state.source)):
            notes.append((Note.SOURCE_CHANGED, told))
        if state.elsewhere is not None:
            notes.append((Note.OTHER_SOURCE, str(state.elsewhere)))
        report["notes"] = [{"name": str(note), "detail": detail} for note, detail in notes]
        if shown is not None and shown.readable.tokens is not None:
            if state.told is None or state.told[0] is not judgement or state.told[1] is not shown:
                state.told = judgement, shown, described(name, judgement, shown)  # a link costs a search of the text
            told_notes = state.told[2]["notes"]
            report |= state.told[2] | {"notes": [*report["notes"], *told_notes]}
        return report


def told_asides(asides: tuple[Marked, ...], answer: Answer) -> list[dict[str, Any]]:
    """Words in quotation marks that are no quotes, as the wire has them."""
    return [
        {**wire.place(aside.block, aside.start, aside.end, answer), "text": aside.text, "rule": str(aside.rule)}
        for aside in asides
    ]


def _what_became(quote: str, now: Indexed, source: Cited) -> str:
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
