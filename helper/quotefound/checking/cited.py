"""A cited source of an answer under check: how far its readings have come, and how it is told.

Of the shell, like `checking`: it holds readings of every kind side by side, fetches nothing and judges nothing.
"""

from dataclasses import dataclass, field
from typing import Any

from quotefound.checking.shelf import Indexed
from quotefound.core.answers import Source
from quotefound.core.speaking import ARCHIVE, FETCHED, OWN_TAB
from quotefound.core.terms import Note
from quotefound.sources.snapshots import Changes

SETTLED = ("read", "failed", "not_asked")
# Readings that a source can have beside the helper's own; each carries its note.
BESIDE = {OWN_TAB: Note.OWN_TAB, ARCHIVE: Note.ARCHIVED_COPY}


@dataclass(slots=True)
class Cited:
    """One source and its readings by kind; `beside` says how far those have come that a reader asked for."""

    asked: Source
    state: str = "waiting"
    readings: dict[str, Indexed] = field(default_factory=dict)
    beside: dict[str, str] = field(default_factory=dict)
    changes: Changes = field(default_factory=Changes)
    earlier: list[Indexed] = field(default_factory=list)

    @property
    def indexed(self) -> Indexed | None:
        """The helper's own reading."""
        return self.readings.get(FETCHED)

    @property
    def is_settled(self) -> bool:
        """Whether the helper's own reading has ended, or was never asked for."""
        return self.state in SETTLED

    def ended(self, kind: str) -> None:
        """A reading has ended, one way or another; a cancelled one leaves nothing."""
        reading = self.readings.get(kind)
        state = "not_asked" if reading is None else "read" if reading.reading.cause is None else "failed"
        if kind == FETCHED:
            self.state = state
        else:
            self.beside[kind] = state

    def report(self) -> dict[str, Any]:
        """All that is known of it, as the wire has it."""
        reading = self.indexed.reading if self.indexed else None
        text, snapshot = (reading.text, reading.snapshot) if reading else (None, None)
        return {
            "address": self.asked.address,
            "title": (text.title if text else "") or self.asked.title,
            "state": self.state,
            "cause": str(reading.cause) if reading and reading.cause else None,
            "final_address": snapshot.final_address if snapshot else None,
            "read_at": snapshot.fetched_at if snapshot else None,
            "published": text.published if text else "",
            "evidence": dict(reading.evidence) if reading else {},
            "changed": {"page": self.changes.page, "since": self.changes.since} if self.changes.since else None,
            "readings": [_beside(kind, state, self.readings.get(kind)) for kind, state in self.beside.items()],
        }


def _beside(kind: str, state: str, source: Indexed | None) -> dict[str, Any]:
    """A reading beside the helper's own, as far as it has come."""
    reading = source.reading if source else None
    snapshot = reading.snapshot if reading else None
    return {
        "kind": kind,
        "state": state,
        "cause": str(reading.cause) if reading and reading.cause else None,
        "final_address": reading.shown_at if reading and snapshot else None,
        "read_at": snapshot.fetched_at if snapshot else None,
        "captured_at": snapshot.captured_at if snapshot else "",
        "evidence": dict(reading.evidence) if reading else {},
    }
