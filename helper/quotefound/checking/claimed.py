"""The claims of one answer under check: each judged once all its sources have been read, and told.

Of the shell, like `checking`: words and figures are the core's to judge, meaning the model's; here they are asked one
after the other, claim by claim, and what they said is kept.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any, NamedTuple

from quotefound import wire
from quotefound.checking.cited import BESIDE, Cited
from quotefound.checking.judges import Judges
from quotefound.checking.shelf import Indexed
from quotefound.checking.telling import passage_told
from quotefound.core.answers import Answer
from quotefound.core.claims import Carrying, Claim, ClaimJudgement, ClaimSource, Meaning, judge_claim
from quotefound.core.numbers import Finding
from quotefound.core.selectors import Utf16
from quotefound.core.speaking import ARCHIVE, FETCHED, OWN_TAB
from quotefound.core.terms import Cause, ClaimReason, ClaimVerdict, FigureVerdict, Words
from quotefound.core.windows import Window
from quotefound.meaning.entailment import Entailment, Label, NotJudged, Unjudged
from quotefound.meaning.opinion import Opinion

log = logging.getLogger(__name__)

_HIDDEN = -1  # the place of sources that the site keeps back
_VERDICTS = {
    Label.SUPPORTED: ClaimVerdict.SUPPORTED,
    Label.CONTRADICTED: ClaimVerdict.CONTRADICTED,
    Label.NEUTRAL: ClaimVerdict.NEUTRAL,
}


class _Said(NamedTuple):
    """What is known of a claim: the judgement, and the readings that it rests on, by source."""

    judgement: ClaimJudgement
    readings: dict[int, tuple[str, Indexed]]
    read: dict[int, tuple[Meaning, Entailment]]  # what the model made of each source
    opinion: Opinion | None = None


_FAILED = _Said(
    ClaimJudgement(
        ClaimVerdict.UNCHECKED, ClaimReason.UNREAD, Words.UNCHECKED, (), None, (), cause=Cause.UNREADABLE
    ), {}, {},
)  # fmt: skip


@dataclass(slots=True)
class _State:
    claim: Claim
    turn: int = 0  # rises when a source is read once more: what was begun before does not count
    said: _Said | None = None
    told: dict[str, Any] | None = None


class Claims:
    """Judges claims against `sources`, which somebody else reads."""

    def __init__(
        self,
        answer: Answer,
        claims: tuple[Claim, ...],
        sources: list[Cited],
        judges: Judges,
        *,
        private: bool = False,  # then no log says what failed in which words
    ) -> None:
        self._answer, self._sources, self._judges, self._private = answer, sources, judges, private
        self._states = [_State(claim) for claim in claims]

    @property
    def wanted(self) -> set[int]:
        """The sources that some claim cites."""
        return {number for state in self._states for number in state.claim.sources}

    @property
    def judgements(self) -> list[ClaimJudgement]:
        """Those that are known."""
        return [state.said.judgement for state in self._states if state.said]

    @property
    def are_judged(self) -> bool:
        """Whether every claim is."""
        return all(state.said for state in self._states)

    def judge_anew(self, number: int) -> None:
        """Forget what was said of a source: it is read once more, or in another way."""
        for state in self._states:
            if number in state.claim.sources:
                state.turn, state.said, state.told = state.turn + 1, None, None

    def next_ready(self, *, cancelled: bool) -> int | None:
        """The first claim that is not judged yet and whose sources have all been read, or will not be."""
        for index, state in enumerate(self._states):
            sources = [self._sources[number] for number in state.claim.sources]
            if state.said is None and all(
                source.is_settled and not (cancelled and not source.readings) for source in sources
            ):
                return index
        return None

    async def judge(self, index: int) -> None:
        """Judge one claim; nothing is kept when one of its sources was read once more in the meantime."""
        state = self._states[index]
        turn, claim = state.turn, state.claim
        readings = {
            number: kept for number in claim.sources if (kept := _best_reading(self._sources[number])) is not None
        }
        try:
            said = await self._judged(claim, readings)
            told = await asyncio.to_thread(self._described, claim, said)  # links cost searches of the texts
        except Exception as fault:  # of ours: this claim could not be checked, and the others go on
            log.error("Judging a claim failed: %s.", type(fault).__name__, exc_info=not self._private)
            said, told = _FAILED, self._described(claim, _FAILED)
        if state.turn == turn:
            state.said, state.told = said, told

    async def _judged(self, claim: Claim, readings: dict[int, tuple[str, Indexed]]) -> _Said:
        def asked() -> tuple[list[ClaimSource], ClaimJudgement]:
            sources = [_claim_source(number, readings) for number in claim.sources]
            if claim.hidden:
                sources.append(ClaimSource(_HIDDEN, None, Cause.HIDDEN_CITATION))
            return sources, judge_claim(claim.text, sources)

        sources, judgement = await asyncio.to_thread(asked)
        if self._judges.model is None:
            return _Said(judgement, readings, {}, await self._opinion(claim, judgement, readings))
        read: dict[int, tuple[Meaning, Entailment]] = {}
        failed = False
        for carrying in judgement.carrying:
            if carrying.words is not Words.SPEAKS:
                continue
            text = readings[carrying.source][1].tokens.text
            said = await self._judges.meaning(claim.text, [text[w.start : w.end] for w in carrying.windows])
            if isinstance(said, Unjudged):
                failed = failed or said.cause is not NotJudged.NO_MODEL
                continue
            verdict = _VERDICTS[said.label] if said.is_sure else ClaimVerdict.UNCHECKED
            read[carrying.source] = Meaning(verdict, carrying.source, carrying.windows[said.place]), said
        if read or failed:
            meanings = [meaning for meaning, _ in read.values()]
            judgement = await asyncio.to_thread(judge_claim, claim.text, sources, meanings, failed=failed)
        return _Said(judgement, readings, read, await self._opinion(claim, judgement, readings))

    async def _opinion(
        self, claim: Claim, judgement: ClaimJudgement, readings: dict[int, tuple[str, Indexed]]
    ) -> Opinion | None:
        if judgement.speaking is None:
            return None
        window = _shown(judgement, judgement.speaking, {})
        if window is None:
            return None
        text = readings[judgement.speaking][1].tokens.text
        return await self._judges.second_opinion(claim.text, text[window.start : window.end])

    def summary(self) -> dict[str, int]:
        """How many there are, by verdict."""
        verdicts = [judgement.verdict for judgement in self.judgements]
        counts = {str(verdict): verdicts.count(verdict) for verdict in ClaimVerdict}
        return {"total": len(self._states), **counts, "pending": len(self._states) - len(verdicts)}

    def report(self) -> list[dict[str, Any]]:
        """All that is known, as the wire has it."""
        return [
            {
                "id": f"k{i}",
                **wire.place(state.claim.block, state.claim.start, state.claim.end, self._answer),
                "text": state.claim.text,
                "sources": list(state.claim.sources),
                "labels": list(state.claim.labels),
                "hidden": state.claim.hidden,
                **(state.told or _UNTOLD),
            }
            for i, state in enumerate(self._states, 1)
        ]

    def _described(self, claim: Claim, said: _Said) -> dict[str, Any]:
        judgement, speaking = said.judgement, said.judgement.speaking
        kind = said.readings[speaking][0] if speaking is not None else None
        return {
            "verdict": str(judgement.verdict),
            "reason": str(judgement.reason),
            "cause": str(judgement.cause) if judgement.cause else None,
            "words": str(judgement.words),
            "figures": [self._figure_told(claim, finding) for finding in judgement.figures],
            "meaning": _meaning_told(judgement, said.read),
            "opinion": _opinion_told(said.opinion),
            "notes": [
                *({"name": str(note), "detail": detail} for note, detail in judgement.notes),
                *([{"name": str(BESIDE[kind]), "detail": ""}] if kind in BESIDE else []),
            ],
            "source": speaking,
            "passage": _passage_told(said, speaking) if speaking is not None else None,
            "carrying": [
                {
                    "source": one.source,
                    "words": str(one.words),
                    "cause": str(one.cause) if one.cause else None,
                    "figures": [str(finding.verdict) for finding in one.figures],
                    "meaning": str(said.read[one.source][0].verdict) if one.source in said.read else None,
                    "passage": _passage_told(said, one.source) if one.windows else None,
                }
                for one in judgement.carrying
                if one.source != _HIDDEN
            ],
        }

    def _figure_told(self, claim: Claim, finding: Finding) -> dict[str, Any]:
        figure = finding.figure
        place = wire.place(claim.block, claim.start + figure.start, claim.start + figure.end, self._answer)
        return {
            "start": place["start"],
            "end": place["end"],
            "text": figure.text,
            "verdict": str(finding.verdict),
            "doubt": str(finding.doubt) if finding.doubt else None,
            "notes": [str(note) for note in finding.notes],
            "source_text": finding.passage.text if finding.passage else "",
        }


_UNTOLD: dict[str, Any] = {
    **dict.fromkeys(("verdict", "reason", "cause", "words", "meaning", "opinion", "source", "passage")),
    "figures": [], "notes": [], "carrying": [],
}


def _best_reading(source: Cited) -> tuple[str, Indexed] | None:
    """The reading that claims are held against, and its kind: a whole one first, the source's own before a copy."""
    readings = [(kind, source.readings[kind]) for kind in (FETCHED, OWN_TAB, ARCHIVE) if kind in source.readings]
    whole = [one for one in readings if one[1].reading.cause is None]
    readable = [one for one in readings if one[1].readable.tokens is not None]
    return next(iter([*whole, *readable, *readings]), None)


def _claim_source(number: int, readings: dict[int, tuple[str, Indexed]]) -> ClaimSource:
    if number not in readings:
        return ClaimSource(number, None, Cause.NOT_FETCHED)
    indexed = readings[number][1]
    return ClaimSource(number, indexed.sentences(), indexed.reading.cause)


def _shown(judgement: ClaimJudgement, source: int, read: dict[int, tuple[Meaning, Entailment]]) -> Window | None:
    """The window of a source that is shown: one with a figure that differs, else the one that made the model sure, else
    one with a figure, else the one that the model read, else the best."""
    carrying = next(one for one in judgement.carrying if one.source == source)
    compared = _compared(carrying)
    meaning = read[source][0] if source in read else None
    differs = any(finding.verdict is FigureVerdict.MISMATCH for finding in compared)
    if meaning and meaning.verdict is not ClaimVerdict.UNCHECKED and not differs:
        return meaning.window
    for finding in compared:
        for window in carrying.windows:
            if finding.passage and window.start <= finding.passage.start < window.end:
                return window
    return meaning.window if meaning else next(iter(carrying.windows), None)


def _compared(carrying: Carrying) -> list[Finding]:
    """The findings with a figure of the passage to show, what differs first."""
    found = [finding for finding in carrying.figures if finding.passage]
    return sorted(found, key=lambda finding: finding.verdict is not FigureVerdict.MISMATCH)


def _passage_told(said: _Said, source: int) -> dict[str, Any] | None:
    judgement = said.judgement
    window = _shown(judgement, source, said.read)
    if window is None:
        return None
    indexed = said.readings[source][1]
    told = passage_told(indexed, window.start, window.end)
    utf16 = Utf16(told["text"])
    carrying = next(one for one in judgement.carrying if one.source == source)
    spans = {
        (utf16.units(finding.passage.start - window.start), utf16.units(finding.passage.end - window.start)): str(
            finding.verdict
        )
        for finding in reversed(_compared(carrying))
        if finding.passage and window.start <= finding.passage.start and finding.passage.end <= window.end
    }
    return told | {
        "figures": [{"start": start, "end": end, "verdict": verdict} for (start, end), verdict in sorted(spans.items())]
    }


def _meaning_told(judgement: ClaimJudgement, read: dict[int, tuple[Meaning, Entailment]]) -> dict[str, Any] | None:
    """What the model made of the source that the verdict speaks of; also where something else decided."""
    source = judgement.speaking if judgement.speaking in read else next(iter(read), None)
    if source is None:
        return None
    meaning, said = read[source]
    return {
        "verdict": str(meaning.verdict),
        "probability": round(getattr(said.probabilities, str(said.label)), 3),
        "model": said.model,
        "hash": said.hash,
        "source": meaning.source,
    }


def _opinion_told(opinion: Opinion | None) -> dict[str, Any] | None:
    return {"verdict": str(opinion.label), "words": opinion.words, "model": opinion.model} if opinion else None
