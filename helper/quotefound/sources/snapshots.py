"""The front door: an address or a file in, its text or a cause out, with the snapshot that shows it.

Owns the store, the fetcher and the worker processes. Knows no quotes and gives no verdicts.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar
from urllib.parse import urldefrag, urlsplit
from urllib.request import url2pathname

from quotefound.core.terms import Cause
from quotefound.core.text import Text
from quotefound.settings import Settings
from quotefound.sources.addresses import unwrap
from quotefound.sources.fetching import Failure, Fetcher, Response
from quotefound.sources.reading import Read, Readers
from quotefound.sources.store import Damaged, Kept, Snapshot, Store, digest, snapshot_id
from quotefound.sources.text_form import from_json

__all__ = ["Damaged", "Library", "Reading", "Snapshot"]

# Checking an answer again soon must not ask its sources again; a page that changes within this is a ticker.
FRESH_S = 15 * 60.0
# Files of these kinds say in their name what their first bytes may not.
MEDIA_TYPES = {
    **dict.fromkeys((".html", ".htm"), "text/html"),
    ".xhtml": "application/xhtml+xml",
    **dict.fromkeys((".txt", ".text", ".md", ".markdown", ".rst"), "text/plain"),
}
DISK_THREADS = 4  # waiting for a disk is not work

T = TypeVar("T")
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a source says now, as far as it could be read.

    Without a cause it was read whole. With text and a cause "found" may be said, "not in the source" may not. `hint` is
    the decoded words of the address's text fragment; `evidence` is what made us name the cause, and where from.
    """

    asked: str
    address: str
    snapshot: Snapshot | None
    text: Text | None
    cause: Cause | None
    evidence: dict[str, str]
    hint: str = ""


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
        self._store = Store(settings.folder)
        self._fetcher = fetcher or Fetcher(settings)
        self._readers = readers or Readers()
        self._disk = ThreadPoolExecutor(DISK_THREADS, "disk")
        self._shared: dict[str, Shared] = {}
        self._read: dict[str, tuple[str, float]] = {}  # address → snapshot id and when, of this session

    def start(self) -> None:
        """Begins to start the worker processes, so that the first source does not wait for them."""
        self._readers.start()

    async def text_of(self, address: str, *, report: Report = lambda state: None, fresh: bool = False) -> Reading:
        """The text of a cited address. `report` gets "waiting", "fetching", "reading"; `fresh` asks again anyway.

        Never raises for a source's or the network's trouble. Calls for one address share one fetch, which is cancelled
        when all of them are.
        """
        self.start()
        if self._files and address.startswith("file:///"):
            report("reading")
            return replace(await self.text_of_file(Path(url2pathname(urlsplit(address).path))), asked=address)
        unwrapped = unwrap(address)
        if unwrapped is None:
            return Reading(address, address, None, None, Cause.ADDRESS_NOT_ALLOWED, {"address": address[:200]})
        page = urldefrag(unwrapped.address).url
        shared = self._shared.get(page)
        if shared is None:
            shared = self._shared[page] = Shared(asyncio.ensure_future(self._text_of(page, fresh)))
        elif shared.state:
            report(shared.state)
        shared.reports.append(report)
        try:
            reading = await asyncio.shield(shared.task)
        finally:
            shared.reports.remove(report)
            if not shared.reports:  # all have their answer, or nobody wants it any more
                shared.task.cancel()
                if self._shared.get(page) is shared:
                    del self._shared[page]
        return replace(reading, asked=address, address=unwrapped.address, hint=unwrapped.hint)

    async def text_of_file(self, path: Path) -> Reading:
        """The text of a file on this machine, kept like a fetched source under its file:// address."""
        self.start()
        whole, most = absolute(path), self._settings.max_html_bytes
        address = whole.as_uri()
        try:
            raw = await self._on_disk(read_up_to, whole, most + 1)
        except OSError as trouble:
            evidence = {"file": str(whole), "error": trouble.strerror or str(trouble)}
            return Reading(str(path), address, None, None, Cause.UNREACHABLE, evidence)
        headers = {"content-type": MEDIA_TYPES[whole.suffix.lower()]} if whole.suffix.lower() in MEDIA_TYPES else {}
        response = Response(address, address, 200, headers, raw[:most], len(raw) > most)
        return replace(await self._kept(response), asked=str(path))

    def get(self, identity: str) -> Snapshot:
        """A snapshot by its id. Raises Damaged where there is none, or where it is not as it was kept."""
        return self._store.get(identity).snapshot

    def blob(self, identity: str) -> bytes:
        """The bytes that a snapshot's source sent, verified. Raises Damaged."""
        return self._store.blob(self._store.get(identity).snapshot.raw_hash)

    def text(self, identity: str) -> Text | None:
        """The text as it was read for a snapshot, verified; None where nothing could be read. Raises Damaged."""
        return self._text(self._store.get(identity))

    async def close(self) -> None:
        """Ends fetches, workers and the index."""
        tasks = [shared.task for shared in self._shared.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._fetcher.close()
        await self._readers.close()
        self._disk.shutdown()
        self._store.close()

    async def _on_disk(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._disk, work, *arguments)

    async def _text_of(self, page: str, fresh: bool) -> Reading:
        identity, when = self._read.get(page, ("", 0.0))
        if identity and not fresh and time.monotonic() - when < FRESH_S:
            try:
                return await self._on_disk(self._again, identity)
            except Damaged:
                del self._read[page]  # set aside; fetched again below
        shared = self._shared[page]
        got = await self._fetcher.fetch(page, shared.report)
        if isinstance(got, Failure):
            return Reading(page, page, None, None, got.cause, got.evidence)
        shared.report("reading")
        reading = await self._kept(got)
        if reading.snapshot is not None:
            self._read[page] = (reading.snapshot.id, time.monotonic())
        return reading

    async def _kept(self, got: Response) -> Reading:
        """Has a response read, and keeps both."""
        read = await self._readers.read(
            got.content,
            media_type=got.headers.get("content-type", ""),
            address=got.address,
            final_address=got.final_address,
            status=got.status,
            headers=got.headers,
            truncated=got.truncated,
        )
        try:
            snapshot = await self._on_disk(self._keep, got, read)
        except (OSError, sqlite3.Error) as trouble:  # what cannot be shown again is not said
            evidence = {"kept": f"no: {type(trouble).__name__}: {trouble}"[:200]}
            return Reading(got.address, got.address, None, None, Cause.UNREADABLE, evidence)
        return Reading(got.address, got.address, snapshot, read.text, read.cause, read.evidence)

    def _keep(self, got: Response, read: Read) -> Snapshot:
        raw_hash = self._store.put(got.content)
        form_hash = self._store.put(read.form) if read.text is not None else ""
        snapshot = Snapshot(
            id="",
            address=got.address,
            final_address=got.final_address,
            fetched_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            status=got.status,
            headers=got.headers,
            media_type=read.media_type or got.headers.get("content-type", "").split(";")[0].strip().lower(),
            raw_hash=raw_hash,
            text_hash=digest(read.text.text.encode(errors="replace")) if read.text is not None else "",
            extractor=read.extractor,
        )
        snapshot = replace(snapshot, id=snapshot_id(snapshot))
        self._store.add(Kept(snapshot, form_hash, read.cause, read.evidence))
        return snapshot

    def _again(self, identity: str) -> Reading:
        """A reading of this session once more, every digest verified. Raises Damaged."""
        kept = self._store.get(identity)
        self._store.blob(kept.snapshot.raw_hash)
        cause = Cause(kept.cause) if kept.cause else None
        address = kept.snapshot.address
        return Reading(address, address, kept.snapshot, self._text(kept), cause, kept.evidence)

    def _text(self, kept: Kept) -> Text | None:
        if not kept.form_hash:
            return None
        text = from_json(self._store.blob(kept.form_hash))
        if digest(text.text.encode(errors="replace")) != kept.snapshot.text_hash:
            raise Damaged(f"the text of {kept.snapshot.id} is another than the one that was read")
        return text


def absolute(path: Path) -> Path:
    """A path as a person writes it, from the root on."""
    return path.expanduser().absolute()


def read_up_to(path: Path, most: int) -> bytes:
    """The first bytes of a file. Raises OSError, also for a folder or a device."""
    if path.exists() and not path.is_file():
        raise IsADirectoryError(21, "Not a file", str(path))
    with path.open("rb") as file:
        return file.read(most)
