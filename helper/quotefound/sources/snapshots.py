"""The front door: an address, a file or pasted text in, its text or a cause out, with the snapshot that shows it.

Owns the store, the fetcher and the worker processes. Knows no quotes and gives no verdicts.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import urldefrag, urlsplit
from urllib.request import url2pathname

from quotefound.core.terms import Cause
from quotefound.core.text import Text
from quotefound.settings import Settings
from quotefound.sources.addresses import unwrap
from quotefound.sources.archive import Archive, original_address, shown_address
from quotefound.sources.fetching import Failure, Fetcher, Response, most_bytes, needs_its_end
from quotefound.sources.keeping import Keeper, text_hash
from quotefound.sources.reading import Readers
from quotefound.sources.room import Room
from quotefound.sources.store import PIN, Damaged, Kept, Snapshot, Store, digest

__all__ = ["PIN", "Changes", "Damaged", "Library", "Reading", "Snapshot"]

# Checking an answer again soon must not ask its sources again; a page that changes within this is a ticker.
FRESH_S = 15 * 60.0
# Files of these kinds say in their name what their first bytes may not.
MEDIA_TYPES = {
    **dict.fromkeys((".html", ".htm"), "text/html"),
    ".xhtml": "application/xhtml+xml",
    **dict.fromkeys((".txt", ".text", ".md", ".markdown", ".rst"), "text/plain"),
}
DISK_THREADS = 4  # waiting for a disk is not work
# How far back words are looked for that a source no longer has: each needs a reading of its own.
MOST_EARLIER = 3

T = TypeVar("T")
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a source says now, as far as it could be read.

    Without a cause it was read whole. With text and a cause "found" may be said, "not in the source" may not. `hint` is
    the decoded words of the address's text fragment; `evidence` is what made us name the cause, and where from. `kind`
    is a snapshot's.
    """

    asked: str
    address: str
    snapshot: Snapshot | None
    text: Text | None
    cause: Cause | None
    evidence: dict[str, str]
    hint: str = ""
    kind: str = "fetched"
    kept: bool = True  # False: read for a private window; the snapshot states what it was, and nothing is on the disk

    @property
    def shown_at(self) -> str:
        """Where a person can look at what was read; "" for what was given by hand."""
        address = self.snapshot.final_address if self.snapshot else self.address
        return "" if address.startswith("given:") else shown_address(address)


@dataclass(frozen=True, slots=True)
class Changes:
    """How a source stands beside what was read of it before, by today's extractor in both.

    `page`: "first" (never read before), "same", "changed", or "read_differently" (the same bytes, another text, by a
    newer extractor). `since`: when the one before was read. `earlier`: older contents, newest first, read again.
    """

    page: str = "first"
    since: str = ""
    earlier: tuple[Reading, ...] = ()


@dataclass(slots=True)
class Shared:
    """One fetch that several callers wait for; when none is left it is cancelled."""

    task: asyncio.Task[Reading]
    reports: list[Report] = field(default_factory=list)
    state: str = ""

    def report(self, state: str) -> None:
        self.state = state
        for each in self.reports:
            each(state)


class Library:
    """Sources, read and kept. Belongs to one event loop.

    `files`: whether `text_of` opens file:// addresses. Only a command line may say so, for what its user typed: an
    answer that names a file of the reader's must not have it read. `fetcher` and `readers` stand in for the usual ones.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        files: bool = False,
        fetcher: Fetcher | None = None,
        readers: Readers | None = None,
    ) -> None:
        self._settings, self._files = settings, files
        self.store = Store(settings.folder)
        self._keeper = Keeper(self.store)
        self._fetcher = fetcher or Fetcher(settings)
        self._archive = Archive(self._fetcher, settings.archive)
        self._readers = readers or Readers()
        self._disk = ThreadPoolExecutor(DISK_THREADS, "disk")
        self._shared: dict[tuple[str, bool], Shared] = {}  # by address, and whether it is kept
        self._read: dict[str, tuple[str, float]] = {}  # address → snapshot id and when, of this session
        self.room = Room(self.store, self._keeper, settings, self._on_disk)

    def start(self) -> None:
        """Begins to start the worker processes, so that the first source does not wait for them."""
        self._readers.start()
        self.room.look()

    async def text_of(
        self, address: str, *, report: Report = lambda state: None, fresh: bool = False, keep: bool = True
    ) -> Reading:
        """The text of a cited address. `report` gets "waiting", "fetching", "reading"; `fresh` asks again anyway.

        With `keep` false nothing goes to the disk, nor comes from there. Never raises for a source's or the network's
        trouble. Calls for one address share one fetch, which is cancelled when all of them are.
        """
        self.start()
        if self._files and address.startswith("file:///"):
            report("reading")
            path = Path(url2pathname(urlsplit(address).path))
            return replace(await self.text_of_file(path, keep=keep), asked=address)
        unwrapped = unwrap(address)
        if unwrapped is None:
            return Reading(address, address, None, None, Cause.ADDRESS_NOT_ALLOWED, {"address": address[:200]})
        page = urldefrag(unwrapped.address).url
        shared = self._shared.get((page, keep))
        if shared is None:
            work = self._text_of(page, fresh) if keep else self._fetched(page, keep)
            shared = self._shared[page, keep] = Shared(asyncio.ensure_future(work))
        elif shared.state:
            report(shared.state)
        shared.reports.append(report)
        try:
            reading = await asyncio.shield(shared.task)
        finally:
            shared.reports.remove(report)
            if not shared.reports:  # all have their answer, or nobody wants it any more
                shared.task.cancel()
                if self._shared.get((page, keep)) is shared:
                    del self._shared[page, keep]
        return replace(reading, asked=address, address=unwrapped.address, hint=unwrapped.hint)

    async def text_of_file(self, path: Path, *, keep: bool = True) -> Reading:
        """The text of a file on this machine, kept like a fetched source under its file:// address."""
        self.start()
        whole, settings = absolute(path), self._settings
        address = whole.as_uri()
        try:
            raw = await self._on_disk(read_up_to, whole, max(settings.max_html_bytes, settings.max_document_bytes) + 1)
        except OSError as trouble:
            evidence = {"file": str(whole), "error": trouble.strerror or str(trouble)}
            return Reading(str(path), address, None, None, Cause.UNREACHABLE, evidence)
        most = most_bytes(raw, settings)
        if needs_its_end(raw) and len(raw) > most:
            evidence = {"file": str(whole), "bytes": f"more than {most}"}
            return Reading(str(path), address, None, None, Cause.TOO_LARGE, evidence, kind="file")
        headers = {"content-type": MEDIA_TYPES[whole.suffix.lower()]} if whole.suffix.lower() in MEDIA_TYPES else {}
        response = Response(address, address, 200, headers, raw[:most], len(raw) > most)
        return replace(await self._kept(response, "file", keep=keep), asked=str(path))

    async def text_of_given(self, content: str | bytes, name: str = "", *, keep: bool = True) -> Reading:
        """A text or a file's bytes that the reader gave by hand, kept under an address made of its own hash."""
        self.start()
        raw = content.encode(errors="replace") if isinstance(content, str) else content
        suffix = Path(name).suffix.lower() if isinstance(content, bytes) else ""
        media_type = "text/plain; charset=utf-8" if isinstance(content, str) else MEDIA_TYPES.get(suffix, "")
        address = f"given:{digest(raw)}"
        response = Response(address, address, 200, {"content-type": media_type} if media_type else {}, raw, False)
        reading = await self._kept(response, "pasted" if isinstance(content, str) else "file", keep=keep)
        title = (reading.text.title or name) if reading.text else ""
        return replace(
            reading, text=replace(reading.text, title=title) if reading.text else None, asked=name or address
        )

    async def text_of_tab(
        self,
        asked: str,
        final_address: str,
        html: str,
        *,
        truncated: bool = False,
        report: Report = lambda state: None,
        keep: bool = True,
    ) -> Reading:
        """What the reader's own tab shows of a cited address, as HTML: a reading of its own beside what was fetched."""
        self.start()
        unwrapped = unwrap(asked)
        if unwrapped is None or unwrap(final_address) is None:
            evidence = {"address": asked[:200]}
            return Reading(asked, asked, None, None, Cause.ADDRESS_NOT_ALLOWED, evidence, kind="own_tab")
        report("reading")
        page, final = urldefrag(unwrapped.address).url, urldefrag(final_address).url
        headers = {"content-type": "text/html; charset=utf-8"}  # a page's own meta element speaks of other bytes
        response = Response(page, final, 200, headers, html.encode(errors="replace"), truncated)
        reading = await self._kept(response, "own_tab", keep=keep)
        return replace(reading, asked=asked, address=unwrapped.address, hint=unwrapped.hint)

    async def text_of_archive(
        self, asked: str, *, near: str = "", report: Report = lambda state: None, keep: bool = True
    ) -> Reading:
        """An archive's copy of a cited address; asked for only on a reader's wish, for it tells the archive of it."""
        self.start()
        unwrapped = unwrap(asked)
        if unwrapped is None:
            evidence = {"address": asked[:200]}
            return Reading(asked, asked, None, None, Cause.ADDRESS_NOT_ALLOWED, evidence, kind="archive")
        page = urldefrag(unwrapped.address).url
        got = await self._archive.copy_of(page, near, report)
        if isinstance(got, Failure):
            return Reading(asked, page, None, None, got.cause, got.evidence, kind="archive")
        report("reading")
        capture, response = got
        reading = await self._kept(response, "archive", captured_at=capture.captured_at, keep=keep)
        return replace(reading, asked=asked, address=unwrapped.address, hint=unwrapped.hint)

    async def changes(self, reading: Reading) -> Changes:
        """What became of a source since it was read before; nothing is fetched for it."""
        snapshot = reading.snapshot
        if snapshot is None or snapshot.kind != "fetched" or not reading.kept:
            return Changes()
        before = await self._on_disk(self._keeper.before, snapshot, MOST_EARLIER)
        if not before:
            return Changes()
        earlier = [found for other in before if (found := await self._read_again(other)) is not None]
        last, text = before[0], reading.text
        now = next((found.text for found in earlier if found.snapshot == last), None)
        if now is None or text is None:
            page = "same" if last.raw_hash == snapshot.raw_hash else "changed"
        elif text_hash(now) != text_hash(text):
            page = "changed"
        else:
            page = "same" if last.text_hash == text_hash(now) else "read_differently"
        others = tuple(found for found in earlier if found.snapshot and found.snapshot.raw_hash != snapshot.raw_hash)
        return Changes(page, last.fetched_at, others)

    async def _read_again(self, snapshot: Snapshot) -> Reading | None:
        """The bytes of a snapshot, read by today's extractor; None where they are damaged."""
        try:
            raw = await self._on_disk(self.store.blob, snapshot.raw_hash)
            kept = await self._on_disk(self.store.get, snapshot.id)
        except Damaged:
            return None
        truncated = kept.cause == Cause.CUT_OFF
        got = Response(snapshot.address, snapshot.final_address, snapshot.status, snapshot.headers, raw, truncated)
        read = await self._readers.read(got.content, **about(got, snapshot.kind))
        address = snapshot.address
        return Reading(address, address, snapshot, read.text, read.cause, read.evidence, kind=snapshot.kind)

    def get(self, identity: str) -> Snapshot:
        """A snapshot by its id. Raises Damaged where there is none, or where it is not as it was kept."""
        return self.store.get(identity).snapshot

    def blob(self, identity: str) -> bytes:
        """The bytes that a snapshot's source sent, verified. Raises Damaged."""
        return self.store.blob(self.store.get(identity).snapshot.raw_hash)

    def text(self, identity: str) -> Text | None:
        """The text as it was read for a snapshot, verified; None where nothing could be read. Raises Damaged."""
        return self._keeper.text(self.store.get(identity))

    async def note_normalized(self, identity: str, normalizer: str, named: str) -> None:
        """Keeps the hash of a snapshot's normalized text, by the normalizer's version."""
        with suppress(sqlite3.Error):  # a record states it as well
            await self._on_disk(self.store.note_normalized, identity, normalizer, named)

    async def forget_everything(self) -> int:
        """Forgets every snapshot, also those that are needed; how many there were."""
        self._read.clear()
        return await self._on_disk(self.store.forget_everything)

    def refer(self, identity: str, holder: str) -> None:
        """Says that a kept answer, or PIN, needs a snapshot; see `Store.refer`."""
        self.store.refer(identity, holder)

    def release(self, holder: str) -> None:
        """Takes back all that a kept answer needed."""
        self.store.release(holder)

    async def close(self) -> None:
        """Ends fetches, workers and the index."""
        tasks = [shared.task for shared in self._shared.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, self.room.close(), return_exceptions=True)
        await self._fetcher.close()
        await self._readers.close()
        self._disk.shutdown()
        self.store.close()

    async def _on_disk(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._disk, work, *arguments)

    async def _text_of(self, page: str, fresh: bool) -> Reading:
        identity, when = self._read.get(page, ("", 0.0))
        damage: dict[str, str] = {}
        if identity and not fresh and time.monotonic() - when < FRESH_S:
            try:
                return await self._on_disk(self._again, identity)
            except Damaged as trouble:
                del self._read[page]  # set aside; fetched again below
                damage = {"damaged": str(trouble)}
        reading = await self._fetched(page)
        if reading.snapshot is not None:
            self._read[page] = (reading.snapshot.id, time.monotonic())
        return replace(reading, evidence=reading.evidence | damage)

    async def _fetched(self, page: str, keep: bool = True) -> Reading:
        shared = self._shared[page, keep]
        try:
            known = await self._on_disk(self._keeper.known, page) if keep else None
        except sqlite3.Error:
            known = None
        got = await self._fetcher.fetch(page, shared.report, known[2] if known else None)
        if isinstance(got, Failure):
            return Reading(page, page, None, None, got.cause, got.evidence)
        shared.report("reading")
        if known is None or not got.confirmed:
            return await self._kept(got, keep=keep)
        # The source still has the bytes that are kept: a new snapshot says so, and names them.
        kept, raw, _ = known
        headers = {**kept.snapshot.headers, **got.headers}
        for name in ("content-type", "content-length", "content-encoding"):
            headers |= {name: kept.snapshot.headers[name]} if name in kept.snapshot.headers else {}
        confirmed = replace(got, status=kept.snapshot.status, headers=headers, content=raw)
        return await self._kept(confirmed, confirms=kept.snapshot.id)

    async def _kept(
        self, got: Response, kind: str = "fetched", *, captured_at: str = "", confirms: str = "", keep: bool = True
    ) -> Reading:
        """Has a response read, and keeps both, unless nothing is to be kept."""
        read = await self._readers.read(got.content, **about(got, kind))
        made = self._keeper.keep if keep else self._keeper.stated
        keeping = partial(made, kind=kind, captured_at=captured_at, confirms=confirms)
        try:
            snapshot = await self._on_disk(keeping, got, read)
        except (OSError, sqlite3.Error) as trouble:  # what cannot be shown again is not said
            evidence = {"kept": f"no: {type(trouble).__name__}: {trouble}"[:200]}
            return Reading(got.address, got.address, None, None, Cause.UNREADABLE, evidence, kind=kind)
        if keep:
            self.room.made(snapshot.id)
        return Reading(got.address, got.address, snapshot, read.text, read.cause, read.evidence, "", kind, keep)

    def _again(self, identity: str) -> Reading:
        """A reading of this session once more, every digest verified. Raises Damaged."""
        kept, _, text = self._keeper.whole(identity)
        address = kept.snapshot.address
        return Reading(address, address, kept.snapshot, text, cause_of(kept), kept.evidence)


def cause_of(kept: Kept) -> Cause | None:
    """What stopped the reading of a snapshot."""
    return Cause(kept.cause) if kept.cause else None


def about(got: Response, kind: str) -> dict[str, object]:
    """What a reader of documents gets to know beside the bytes. A copy is judged by the address that it copies."""
    return {
        "media_type": got.headers.get("content-type", ""),
        "address": got.meant or got.address,
        "final_address": original_address(got.final_address) if kind == "archive" else got.final_address,
        "status": got.status,
        "headers": got.headers,
        "truncated": got.truncated,
    }


def absolute(path: Path) -> Path:
    """A path as a person writes it, from the root on."""
    return path.expanduser().absolute()


def read_up_to(path: Path, most: int) -> bytes:
    """The first bytes of a file. Raises OSError, also for a folder or a device."""
    if path.exists() and not path.is_file():
        raise IsADirectoryError(21, "Not a file", str(path))
    with path.open("rb") as file:
        return file.read(most)
