"""The index: one SQLite file that says what is kept. Owns its tables, its transactions, and what is done with a ruin.

Knows no bytes and no meaning of a row: the store has its snapshots here, and the list of answers that need a person.
What `writing` has left without an error is on the disk, and survives a kill; what it has not left never happened.
"""

import sqlite3
import threading
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FILE_NAME = "snapshots.sqlite"
BUSY_S = 10.0  # a command line and the helper may write at the same time

SCHEMA = """
create table if not exists snapshots (
    id text primary key, address text not null, final_address text not null, fetched_at text not null,
    status integer not null, headers text not null, media_type text not null, raw_hash text not null,
    text_hash text not null, extractor text not null,
    kind text not null default 'fetched', captured_at text not null default '', confirms text not null default '',
    form_hash text not null, cause text, evidence text not null
) strict;
create index if not exists snapshots_by_address on snapshots (address, fetched_at);
create table if not exists referred (
    snapshot text not null, holder text not null, primary key (snapshot, holder)
) strict;
create table if not exists normalized (
    snapshot text not null, normalizer text not null, hash text not null, primary key (snapshot, normalizer)
) strict;
create table if not exists escalations (
    id text primary key, kept_at text not null, point text not null, entry text
) strict;
"""
TABLES = ("snapshots", "referred", "normalized", "escalations")
# Columns that came later, for an index made before them.
ADDED = {"kind": "'fetched'", "captured_at": "''", "confirms": "''"}

# Who needs which snapshot; taken back for a holder, or for a holder and one snapshot.
REFER = "insert or ignore into referred (snapshot, holder) values (?, ?)"
RELEASE = "delete from referred where holder = ?"


class Index:
    """The index of a data folder. May be used from several threads, and by several processes at once."""

    def __init__(self, folder: Path, aside: Path) -> None:
        """`aside`: where a ruined index is put before a new one is begun."""
        self._lock = threading.Lock()
        self._rows = _opened(folder / FILE_NAME, aside)

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._rows.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The index, with no other writer of this or another process until the block ends; then on the disk."""
        with self._lock:
            self._rows.execute("begin immediate")
            try:
                yield self._rows
                self._rows.execute("commit")
            except BaseException:
                if self._rows.in_transaction:  # a full disk may have ended it already
                    self._rows.execute("rollback")
                raise

    def rows(self, question: str, values: Iterable[object] = ()) -> list[tuple[Any, ...]]:
        """What a question finds."""
        with self._lock:
            return self._rows.execute(question, tuple(values)).fetchall()

    def empty(self) -> dict[str, int]:
        """Empties every table; how many rows each had. Nothing of them stays readable in the file."""
        with self.writing() as index:
            gone = {table: index.execute(f"delete from {table}").rowcount for table in TABLES}
        self.rows("pragma wal_checkpoint(truncate)")
        return gone


def _opened(path: Path, aside: Path) -> sqlite3.Connection:
    try:
        return _connected(path)
    except sqlite3.DatabaseError as trouble:
        if isinstance(trouble, sqlite3.OperationalError):  # locked, disk full: not damage
            raise
        aside.mkdir(exist_ok=True, mode=0o700)
        for each in path.parent.glob(path.name + "*"):
            each.rename(aside / f"{each.name}.{uuid.uuid4().hex}")
        return _connected(path)


def _connected(path: Path) -> sqlite3.Connection:
    rows = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        rows.execute("pragma journal_mode = wal")
        rows.execute("pragma synchronous = full")
        rows.execute("pragma secure_delete = on")  # forgotten means overwritten: a reader's questions are among it
        rows.executescript(SCHEMA)
        known = {row[1] for row in rows.execute("pragma table_info(snapshots)")}
        for name in ADDED.keys() - known:
            rows.execute(f"alter table snapshots add column {name} text not null default {ADDED[name]}")
    except BaseException:
        rows.close()
        raise
    return rows
