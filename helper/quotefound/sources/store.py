"""Where snapshots lie: bytes in a folder under their own hash, and an index in SQLite. Nothing is ever overwritten.

Knows files and digests; no network, no formats. A file is written under another name, brought to the disk and only
then linked to its own, so that a name always means the whole of it; the index names a file only after that.
"""

import hashlib
import json
import os
import sqlite3
import threading
import time
import uuid
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

BUSY_S = 10.0  # a command line and the helper may write at the same time
OLD_PART_S = 3600.0  # what an interrupted write left behind; a younger one may still be another process's

SCHEMA = """
create table if not exists snapshots (
    id text primary key, address text not null, final_address text not null, fetched_at text not null,
    status integer not null, headers text not null, media_type text not null, raw_hash text not null,
    text_hash text not null, extractor text not null,
    form_hash text not null, cause text, evidence text not null
) strict;
create index if not exists snapshots_by_address on snapshots (address, fetched_at);
"""
COLUMNS = (
    "id, address, final_address, fetched_at, status, headers, media_type, raw_hash, text_hash, extractor, "
    "form_hash, cause, evidence"
)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a source held when it was read. `text_hash` is over the text's UTF-8, "" where nothing could be read."""

    id: str
    address: str
    final_address: str
    fetched_at: str
    status: int
    headers: dict[str, str]
    media_type: str
    raw_hash: str
    text_hash: str
    extractor: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A snapshot with what the index knows beside it: where the text's form lies, and what stopped the reading."""

    snapshot: Snapshot
    form_hash: str  # "" without a text
    cause: str | None
    evidence: dict[str, str]


class Damaged(LookupError):  # noqa: N818 - says what the thing is, and reads so where it is caught
    """Something kept is not there, or not as it was; what was found of it has been set aside."""


def digest(content: bytes) -> str:
    """The name under which bytes are kept."""
    return "sha256:" + hashlib.sha256(content).hexdigest()


def canonical(value: object) -> bytes:
    """One form for one value, to be hashed."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode(errors="replace")


def snapshot_id(snapshot: Snapshot) -> str:
    """The id of a snapshot: the hash over all its other fields."""
    manifest = asdict(snapshot)
    del manifest["id"]
    return digest(canonical(manifest))


class Store:
    """A folder of snapshots. May be used from several threads, and by several processes at once."""

    def __init__(self, folder: Path) -> None:
        self._blobs, self._damaged = folder / "blobs", folder / "damaged"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._blobs.mkdir(exist_ok=True, mode=0o700)
        for part in self._blobs.glob("*.part"):
            with suppress(OSError):
                if time.time() - part.stat().st_mtime > OLD_PART_S:
                    part.unlink()
        self._lock = threading.Lock()
        self._index = self._opened(folder / "snapshots.sqlite")

    def _opened(self, path: Path) -> sqlite3.Connection:
        try:
            return self._connected(path)
        except sqlite3.DatabaseError as trouble:
            if isinstance(trouble, sqlite3.OperationalError):  # locked, disk full: not damage
                raise
            self._damaged.mkdir(exist_ok=True, mode=0o700)
            for each in path.parent.glob(path.name + "*"):
                each.rename(self._damaged / f"{each.name}.{uuid.uuid4().hex}")
            return self._connected(path)

    @staticmethod
    def _connected(path: Path) -> sqlite3.Connection:
        index = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
        try:
            index.execute("pragma journal_mode = wal")
            index.execute("pragma synchronous = full")
            index.executescript(SCHEMA)
        except BaseException:
            index.close()
            raise
        return index

    def close(self) -> None:
        """Closes the index."""
        with self._lock:
            self._index.close()

    def put(self, content: bytes) -> str:
        """Keeps bytes; returns their digest when they are on the disk."""
        name = digest(content)
        path = self._path(name)
        if path.exists():
            with suppress(Damaged):
                self.blob(name)
                return name
        path.parent.mkdir(exist_ok=True, mode=0o700)
        part = self._blobs / f"{uuid.uuid4().hex}.part"
        try:
            with part.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):  # somebody else was first, with the same bytes
                os.link(part, path)
        finally:
            part.unlink(missing_ok=True)
        sync_folder(path.parent)
        return name

    def blob(self, name: str) -> bytes:
        """Kept bytes, verified. Raises Damaged."""
        path = self._path(name)
        try:
            content = path.read_bytes()
        except OSError as trouble:
            raise Damaged(f"{name} cannot be read: {trouble}") from trouble
        if digest(content) != name:
            self._damaged.mkdir(exist_ok=True, mode=0o700)
            with suppress(FileNotFoundError):
                path.rename(self._damaged / f"{path.name}.{uuid.uuid4().hex}")
            raise Damaged(f"{name} has changed since it was kept")
        return content

    def add(self, kept: Kept) -> None:
        """Enters a snapshot in the index; on the disk when this returns. One that is there already stays as it is."""
        row = asdict(kept.snapshot)
        row["headers"] = canonical(kept.snapshot.headers).decode()
        evidence = canonical(kept.evidence).decode()
        with self._lock:
            self._index.execute(
                f"insert or ignore into snapshots ({COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row.values(), kept.form_hash, kept.cause, evidence),
            )

    def get(self, identity: str) -> Kept:
        """A snapshot by its id, which is verified. Raises Damaged where there is none or it does not fit."""
        with self._lock:
            row = self._index.execute(f"select {COLUMNS} from snapshots where id = ?", (identity,)).fetchone()
        if row is None:
            raise Damaged(f"no snapshot {identity}")
        fields = list(row[:10])
        fields[5] = json.loads(fields[5])
        snapshot = Snapshot(*fields)
        if snapshot_id(snapshot) != identity:
            raise Damaged(f"the entry of {identity} has changed since it was kept")
        return Kept(snapshot, row[10], row[11], json.loads(row[12]))

    def ids(self, address: str | None = None) -> list[str]:
        """All snapshots, or those of one address, oldest first."""
        where, values = ("where address = ?", (address,)) if address is not None else ("", ())
        with self._lock:
            rows = self._index.execute(f"select id from snapshots {where} order by fetched_at, rowid", values)
            return [row[0] for row in rows]

    def _path(self, name: str) -> Path:
        kind, _, hexadecimal = name.partition(":")
        if kind != "sha256" or len(hexadecimal) != 64 or not hexadecimal.isalnum():
            raise Damaged(f"{name!r} is no name of anything kept")
        return self._blobs / hexadecimal[:2] / hexadecimal


def sync_folder(folder: Path) -> None:
    """Brings a folder's entries to the disk, where the system has that."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
