"""Where snapshots lie: bytes in a folder under their own hash, and their entries in the index. Never overwritten.

Knows files and digests; no network, no formats. A file is written under another name, brought to the disk and only
then linked to its own, so that a name always means the whole of it; the index names a file only after that. What is
removed leaves the index first and the folder after, so that a kill in between costs space and nothing else.
"""

import hashlib
import json
import os
import time
import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from sqlite3 import Connection

from quotefound.sources.index import REFER, RELEASE, Index

OLD_PART_S = 3600.0  # what an interrupted write left behind; a younger one may still be another process's
SHORTEST_PREFIX = 4  # characters of an id that a person has to type at least

PIN = "pin"  # the holder that stands for the reader's own wish


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a source held when it was read. `text_hash` is over the text's UTF-8, "" where nothing could be read.

    `kind` is how it was read: "fetched", "own_tab", "archive", "file" or "pasted"; readings of different kinds are
    never mixed. `captured_at`: when an archive took its copy. `confirms`: the snapshot whose bytes the source said
    still to have (HTTP 304), instead of sending them again.
    """

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
    kind: str = "fetched"
    captured_at: str = ""
    confirms: str = ""


MANIFEST = tuple(each.name for each in fields(Snapshot))
COLUMNS = ", ".join((*MANIFEST, "form_hash", "cause", "evidence"))


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
    """The id of a snapshot: the hash over its other fields; those that came later count where they say something."""
    manifest = asdict(snapshot)
    del manifest["id"]
    for name, default in (("kind", "fetched"), ("captured_at", ""), ("confirms", "")):
        if manifest[name] == default:
            del manifest[name]
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
        self.index = Index(folder, self._damaged)

    def close(self) -> None:
        """Closes the index."""
        self.index.close()

    # --- bytes --------------------------------------------------------------------------------------------------------

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
            raise Damaged(f"{name} cannot be read: {trouble.strerror}") from trouble
        if digest(content) != name:
            self._damaged.mkdir(exist_ok=True, mode=0o700)
            with suppress(FileNotFoundError):
                path.rename(self._damaged / f"{path.name}.{uuid.uuid4().hex}")
            raise Damaged(f"{name} has changed since it was kept")
        return content

    def has(self, name: str) -> bool:
        """Whether bytes of this name lie in the folder; unverified."""
        return self._path(name).exists()

    def length(self, name: str) -> int:
        """How many bytes are kept under a name; 0 where none are. Unverified."""
        try:
            return self._path(name).stat().st_size
        except (OSError, Damaged):
            return 0

    def size(self) -> int:
        """Bytes of all that is kept, the index left out."""
        return sum(path.stat().st_size for path in self._files())

    def _files(self) -> list[Path]:
        return [path for path in self._blobs.glob("??/*") if path.is_file()]

    def _path(self, name: str) -> Path:
        kind, _, hexadecimal = name.partition(":")
        if kind != "sha256" or len(hexadecimal) != 64 or not hexadecimal.isalnum():
            raise Damaged(f"{name!r} is no name of anything kept")
        return self._blobs / hexadecimal[:2] / hexadecimal

    # --- entries ------------------------------------------------------------------------------------------------------

    def add(self, kept: Kept) -> None:
        """Enters a snapshot in the index; on the disk when this returns. One that is there already stays as it is.

        Raises Damaged when the bytes it names are not there: another process may have just removed them as unused.
        """
        row = asdict(kept.snapshot)
        row["headers"] = canonical(kept.snapshot.headers).decode()
        evidence = canonical(kept.evidence).decode()
        values = (*row.values(), kept.form_hash, kept.cause, evidence)
        with self.index.writing() as index:
            for name in (kept.snapshot.raw_hash, kept.form_hash):
                if name and not self.has(name):
                    raise Damaged(f"{name} is not there any more")
            index.execute(f"insert or ignore into snapshots ({COLUMNS}) values ({marks(values)})", values)

    def get(self, identity: str) -> Kept:
        """A snapshot by its id, which is verified. Raises Damaged where there is none or it does not fit."""
        rows = self.index.rows(f"select {COLUMNS} from snapshots where id = ?", (identity,))
        if not rows:
            raise Damaged(f"no snapshot {identity}")
        stated = dict(zip(MANIFEST, rows[0], strict=False))
        form_hash, cause, evidence = rows[0][len(MANIFEST) :]
        try:
            snapshot = Snapshot(**stated | {"headers": json.loads(stated["headers"])})
            told = json.loads(evidence)
        except ValueError as trouble:
            raise Damaged(f"the entry of {identity} cannot be read") from trouble
        if snapshot_id(snapshot) != identity:
            raise Damaged(f"the entry of {identity} has changed since it was kept")
        return Kept(snapshot, form_hash, cause, told)

    def ids(self, address: str | None = None, kind: str | None = None, *, before: str | None = None) -> list[str]:
        """All snapshots, or those of one address or kind, or read before a moment, oldest first."""
        asked = [
            (condition, value)
            for condition, value in (("address = ?", address), ("kind = ?", kind), ("fetched_at < ?", before))
            if value is not None
        ]
        where = " and ".join(condition for condition, _ in asked)
        question = f"select id from snapshots {'where ' + where if where else ''} order by fetched_at, rowid"
        return [row[0] for row in self.index.rows(question, (value for _, value in asked))]

    def count(self) -> int:
        """How many snapshots there are."""
        return int(self.index.rows("select count(*) from snapshots")[0][0])

    def beginning(self, prefix: str) -> list[str]:
        """The ids that begin so; the "sha256:" may be left out."""
        wanted = prefix.removeprefix("sha256:").lower()
        if len(wanted) < SHORTEST_PREFIX or not wanted.isalnum():
            return []
        return [row[0] for row in self.index.rows("select id from snapshots where id glob ?", (f"sha256:{wanted}*",))]

    def forget(self, identities: Iterable[str]) -> int:
        """Takes snapshots out of the index, and their bytes where no other names them; how many there were."""
        with self.index.writing() as index:
            gone = self._leave(index, identities)
        if gone:
            self.sweep()
        return gone

    def let_go(self, identities: Iterable[str]) -> list[str]:
        """Forgets those of them that nobody needs by now; which they were."""
        with self.index.writing() as index:
            needed = {row[0] for row in index.execute("select snapshot from referred")}
            leaving = [identity for identity in identities if identity not in needed]
            gone = self._leave(index, leaving)
        if gone:
            self.sweep()
        return leaving

    @staticmethod
    def _leave(index: Connection, identities: Iterable[str]) -> int:
        gone = 0
        for identity in identities:
            gone += index.execute("delete from snapshots where id = ?", (identity,)).rowcount
            for table in ("referred", "normalized"):
                index.execute(f"delete from {table} where snapshot = ?", (identity,))
        return gone

    def forget_everything(self) -> int:
        """Forgets every snapshot, needed or not, and whoever needed them; how many snapshots there were."""
        gone = self.index.empty()["snapshots"]
        self.sweep()
        for each in self._damaged.glob("*"):
            each.unlink(missing_ok=True)
        return gone

    def sweep(self) -> int:
        """Removes bytes that no snapshot names; how many files. `add` notices when they were about to be named."""
        with self.index.writing() as index:
            named = {name for row in index.execute("select raw_hash, form_hash from snapshots") for name in row}
            unused = [path for path in self._files() if f"sha256:{path.name}" not in named]
            for path in unused:
                path.unlink(missing_ok=True)
        return len(unused)

    # --- what must stay -----------------------------------------------------------------------------------------------

    def refer(self, identity: str, holder: str) -> None:
        """Says that `holder` (a kept answer, or PIN) needs a snapshot: it is not removed to make room."""
        with self.index.writing() as index:
            index.execute(REFER, (identity, holder))

    def release(self, holder: str, identity: str | None = None) -> None:
        """Takes back what a holder needs: one snapshot, or all."""
        with self.index.writing() as index:
            if identity is None:
                index.execute(RELEASE, (holder,))
            else:
                index.execute(f"{RELEASE} and snapshot = ?", (holder, identity))

    def holders(self) -> dict[str, list[str]]:
        """Who needs which snapshot."""
        found: dict[str, list[str]] = {}
        for identity, holder in self.index.rows("select snapshot, holder from referred order by holder"):
            found.setdefault(identity, []).append(holder)
        return found

    def note_normalized(self, identity: str, normalizer: str, named: str) -> None:
        """Keeps the hash of a snapshot's normalized text, by the normalizer's version; the first one stays."""
        with self.index.writing() as index:
            index.execute("insert or ignore into normalized values (?, ?, ?)", (identity, normalizer, named))

    def normalized(self, identity: str) -> dict[str, str]:
        """The hashes of a snapshot's normalized text, by normalizer."""
        return dict(self.index.rows("select normalizer, hash from normalized where snapshot = ?", (identity,)))

    def trim(self, most_bytes: int, spared: frozenset[str] = frozenset()) -> list[str]:
        """Forgets the oldest snapshots that nobody needs until at most `most_bytes` are kept; the ids that left."""
        over = self.size() - most_bytes
        if over <= 0:
            return []
        needed = self.holders().keys() | spared
        uses: dict[str, int] = {}
        rows = self.index.rows("select id, raw_hash, form_hash from snapshots order by fetched_at, rowid")
        for _, *names in rows:
            for name in names:
                uses[name] = uses.get(name, 0) + 1
        leaving = []
        for identity, *names in rows:
            if over <= 0:
                break
            if identity in needed:
                continue
            leaving.append(identity)
            for name in filter(None, names):
                uses[name] -= 1
                if not uses[name]:
                    over -= self.length(name)
        return self.let_go(leaving)


def marks(values: Iterable[object]) -> str:
    """The places of values in a statement."""
    return ", ".join("?" for _ in values)


def sync_folder(folder: Path) -> None:
    """Brings a folder's entries to the disk, where the system has that."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
