"""What a source sent becomes a snapshot here, and a snapshot becomes a reading again, every digest verified.

Works on files and so runs in threads; knows the store and the form of a text, no network and no worker process.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from quotefound.core.terms import Cause
from quotefound.core.text import Text
from quotefound.sources.fetching import Known, Response
from quotefound.sources.reading import Read
from quotefound.sources.store import Damaged, Kept, Snapshot, Store, digest, snapshot_id
from quotefound.sources.text_form import from_json

TRIES = 2  # another process may remove unused bytes between putting them and naming them; not twice
# A tab shows what only this reader may see, so it stays for a while and not for ever.
OWN_TAB_DAYS = 30


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is not as it was kept."""

    snapshot: str
    sentence: str


def now() -> str:
    """This moment as snapshots state it."""
    return stated(datetime.now(UTC))


def stated(moment: datetime) -> str:
    """A moment as snapshots state it: UTC, to the second."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class Keeper:
    """Snapshots in and out of a store. `clock` gives the moment, as snapshots state it."""

    def __init__(self, store: Store, clock: Callable[[], str] = now) -> None:
        self._store, self._clock = store, clock

    def keep(
        self, got: Response, read: Read, *, kind: str = "fetched", captured_at: str = "", confirms: str = ""
    ) -> Snapshot:
        """Keeps what was sent and what was read of it. Raises OSError and sqlite3.Error when the disk takes nothing."""
        for last in range(TRIES):
            self._store.put(got.content)
            form_hash = self._store.put(read.form) if read.text is not None else ""
            snapshot = self.stated(got, read, kind=kind, captured_at=captured_at, confirms=confirms)
            try:
                self._store.add(Kept(snapshot, form_hash, read.cause, read.evidence))
                return snapshot
            except Damaged as trouble:
                if last == TRIES - 1:
                    raise OSError(str(trouble)) from trouble
        raise AssertionError("unreachable")

    def stated(
        self, got: Response, read: Read, *, kind: str = "fetched", captured_at: str = "", confirms: str = ""
    ) -> Snapshot:
        """The snapshot of what was sent and read, which is not kept by stating it."""
        snapshot = Snapshot(
            id="",
            address=got.address,
            final_address=got.final_address,
            fetched_at=self._clock(),
            status=got.status,
            headers=got.headers,
            media_type=read.media_type or got.headers.get("content-type", "").split(";")[0].strip().lower(),
            raw_hash=digest(got.content),
            text_hash=text_hash(read.text) if read.text is not None else "",
            extractor=read.extractor,
            kind=kind,
            captured_at=captured_at,
            confirms=confirms,
        )
        return replace(snapshot, id=snapshot_id(snapshot))

    def text(self, kept: Kept) -> Text | None:
        """The text as it was read for a snapshot, verified; None where nothing could be read. Raises Damaged."""
        if not kept.form_hash:
            return None
        try:
            text = from_json(self._store.blob(kept.form_hash))
        except ValueError as trouble:
            raise Damaged(f"the text of {kept.snapshot.id} cannot be read") from trouble
        if text_hash(text) != kept.snapshot.text_hash:
            raise Damaged(f"the text of {kept.snapshot.id} is another than the one that was read")
        return text

    def whole(self, identity: str) -> tuple[Kept, bytes, Text | None]:
        """A snapshot's entry, bytes and text, every digest verified. Raises Damaged."""
        kept = self._store.get(identity)
        return kept, self._store.blob(kept.snapshot.raw_hash), self.text(kept)

    def known(self, address: str) -> tuple[Kept, bytes, Known] | None:
        """The newest fetched snapshot of an address that its source may be asked to confirm, with its bytes."""
        for identity in reversed(self._store.ids(address, "fetched")):
            try:
                kept = self._store.get(identity)
                headers = kept.snapshot.headers
                known = Known(kept.snapshot.final_address, headers.get("etag", ""), headers.get("last-modified", ""))
                whole = kept.snapshot.status == 200 and kept.cause != Cause.CUT_OFF
                if whole and (known.etag or known.last_modified):
                    return kept, self._store.blob(kept.snapshot.raw_hash), known
            except Damaged:
                continue  # set aside; what is older may still stand
        return None

    def before(self, snapshot: Snapshot, most: int) -> list[Snapshot]:
        """Older snapshots of the same address and kind, newest first, each content once; the one before it always."""
        found: list[Snapshot] = []
        seen = {snapshot.raw_hash}
        for identity in reversed(self._store.ids(snapshot.address, snapshot.kind)):
            try:
                other = self._store.get(identity).snapshot
            except Damaged:
                continue
            if identity != snapshot.id and (other.raw_hash not in seen or not found):
                seen.add(other.raw_hash)
                found.append(other)
        return found[:most]

    def verify(self) -> list[Fault]:
        """Looks at everything that is kept; what is not as it was is named, and its bytes are set aside."""
        faults = []
        for identity in self._store.ids():
            try:
                self.whole(identity)
            except Damaged as trouble:
                faults.append(Fault(identity, str(trouble)))
        return faults

    def tidy(self, most_bytes: int, spared: frozenset[str] = frozenset(), keep_days: int | None = None) -> list[str]:
        """Forgets readings that are past their time, then the oldest until all fits; which they were.

        A reading of the reader's own tab has a time of its own, the others have one where `keep_days` names it. What
        somebody needs stays, whatever the limits.
        """
        past = self._store.ids(kind="own_tab", before=self._days_ago(OWN_TAB_DAYS))
        if keep_days is not None:
            past += self._store.ids(before=self._days_ago(keep_days))
        left = self._store.let_go(identity for identity in dict.fromkeys(past) if identity not in spared)
        return left + self._store.trim(most_bytes, spared)

    def _days_ago(self, days: int) -> str:
        return stated(datetime.fromisoformat(self._clock().replace("Z", "+00:00")) - timedelta(days=days))


def text_hash(text: Text) -> str:
    """The hash of a text's words."""
    return digest(text.text.encode(errors="replace"))
