"""The store: nothing overwritten, every digest checked, nothing acknowledged lost to a kill."""

import os
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bench.kills import Kills
from quotefound.sources.store import Damaged, Kept, Snapshot, Store, digest, snapshot_id


def snapshot(address: str = "https://a.example/", when: str = "2026-11-30T21:00:00Z") -> Snapshot:
    one = Snapshot("", address, address, when, 200, {"etag": "x"}, "text/plain", digest(b"raw"), digest(b"t"), "x@1")
    return replace(one, id=snapshot_id(one))


def opened(folder: Path) -> Store:
    """A store that has the bytes which `snapshot` names."""
    store = Store(folder)
    store.put(b"raw")
    store.put(b"form")
    return store


def file_of(folder: Path, name: str) -> Path:
    hexadecimal = name.removeprefix("sha256:")
    return folder / "blobs" / hexadecimal[:2] / hexadecimal


def test_what_is_put_comes_back(tmp_path: Path) -> None:
    store = Store(tmp_path)
    name = store.put(b"content")
    assert (name, store.blob(name)) == (digest(b"content"), b"content")
    assert store.put(b"content") == name
    assert store.put(b"") == digest(b"")
    assert not list((tmp_path / "blobs").glob("*.part"))


def test_a_file_once_written_is_never_written_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = file_of(tmp_path, store.put(b"content"))
    before = path.stat()
    store.put(b"content")
    assert (before.st_ino, before.st_mtime_ns) == (path.stat().st_ino, path.stat().st_mtime_ns)


def test_damage_is_set_aside_and_can_be_kept_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    name = store.put(b"content")
    file_of(tmp_path, name).write_bytes(b"c0ntent")
    with pytest.raises(Damaged):
        store.blob(name)
    assert [path.read_bytes() for path in (tmp_path / "damaged").iterdir()] == [b"c0ntent"]
    store.put(b"content")
    assert store.blob(name) == b"content"
    file_of(tmp_path, name).write_bytes(b"")
    store.put(b"content")  # notices by itself
    assert store.blob(name) == b"content"


@pytest.mark.parametrize("name", ["", "sha256:", "sha256:../../etc/passwd", "md5:" + "a" * 64, "sha256:" + "." * 64])
def test_no_other_name_is_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(Damaged):
        Store(tmp_path).blob(name)


def test_snapshots_come_back_as_they_were(tmp_path: Path) -> None:
    store = opened(tmp_path)
    first, second = snapshot(), snapshot(when="2026-12-01T00:00:00Z")
    store.add(Kept(first, "", "refused", {"status": "403"}))
    store.add(Kept(second, digest(b"form"), None, {}))
    store.add(Kept(first, "", None, {}))  # there already: stays as it is
    assert store.get(first.id) == Kept(first, "", "refused", {"status": "403"})
    assert store.ids("https://a.example/") == store.ids() == [first.id, second.id]
    store.close()
    assert Store(tmp_path).get(second.id).snapshot == second


def test_a_changed_entry_is_noticed(tmp_path: Path) -> None:
    store = opened(tmp_path)
    one = snapshot()
    store.add(Kept(one, "", None, {}))
    with sqlite3.connect(tmp_path / "snapshots.sqlite") as index:
        index.execute("update snapshots set fetched_at = '2020-01-01T00:00:00Z'")
    index.close()
    with pytest.raises(Damaged):
        store.get(one.id)
    with pytest.raises(Damaged):
        store.get("sha256:none")


def test_a_ruined_index_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "snapshots.sqlite").write_bytes(b"no database at all" * 100)
    store = opened(tmp_path)
    store.add(Kept(snapshot(), "", None, {}))
    assert len(store.ids()) == 1
    assert list((tmp_path / "damaged").iterdir())


def test_what_an_interrupted_write_left_goes_when_it_is_old(tmp_path: Path) -> None:
    Store(tmp_path).close()
    old, young = tmp_path / "blobs" / "a.part", tmp_path / "blobs" / "b.part"
    old.write_bytes(b"x")
    young.write_bytes(b"x")
    os.utime(old, (time.time() - 7200,) * 2)
    Store(tmp_path)
    assert (old.exists(), young.exists()) == (False, True)


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_nothing_acknowledged_is_lost_to_twenty_kills(tmp_path: Path) -> None:
    """Each round kills a writer at another instant, in the same folder, so that a damage would grow."""
    kills = Kills(tmp_path)
    assert [wrong for number in range(20) for wrong in kills.round(number)] == []
    assert len(kills.kept) > 100
    assert kills.gone
    assert kills.pinned
