"""`quotefound snapshots`, and a quote by hand, as they are typed."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from quotefound.cli import main
from quotefound.sources.store import Store

TEXT = "We know that tea was rationed until 1952, and nobody minded it much. " * 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder in which two texts have been read."""
    folder = tmp_path / "data"
    for number in (1, 2):
        text = f"{TEXT} This is text {number}."
        assert main(["check", "--folder", str(folder), "--quote", "tea was rationed", "--text", text]) == 0
    return folder


def said(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    capsys.readouterr()
    assert main([*arguments]) == status
    captured = capsys.readouterr()
    return captured.out + captured.err


def listed(capsys: pytest.CaptureFixture[str], folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(said(capsys, "snapshots", "list", "--folder", str(folder), "--json"))
    return found


def test_a_list_has_a_line_for_each(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "snapshots", "list", "--folder", str(folder)).splitlines()
    assert lines[0].split() == ["id", "read", "at", "how", "status", "size", "kept", "for", "address"]
    assert [line.split()[2:4] for line in lines[1:3]] == [["pasted", "200"]] * 2
    assert lines[-1].startswith("2 snapshots, ")
    first, second = listed(capsys, folder)
    only = said(capsys, "snapshots", "list", "--folder", str(folder), "--json", "--address", first["address"])
    assert [row["id"] for row in json.loads(only)] == [first["id"]]
    assert second["address"] != first["address"]


def test_a_list_reads_none_of_what_it_lists(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(store: Store, name: str) -> bytes:
        raise AssertionError(f"{name} was read")

    monkeypatch.setattr(Store, "blob", read)
    rows = listed(capsys, folder)
    assert [row["bytes"] for row in rows] == [len(f"{TEXT} This is text 1.")] * 2
    for path in (folder / "blobs").glob("??/*"):
        path.unlink()
    assert [row["bytes"] for row in listed(capsys, folder)] == [0, 0]


def test_nothing_is_kept_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "snapshots", "list", "--folder", str(tmp_path)) == "Nothing is kept yet.\n"


def test_one_is_shown_with_its_evidence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    identity = listed(capsys, folder)[0]["id"]
    shown = json.loads(said(capsys, "snapshots", "show", identity[7:17], "--folder", str(folder), "--json"))
    assert shown["id"] == identity
    for name in ("raw_hash", "text_hash", "extractor", "fetched_at", "status", "bytes"):
        assert shown[name], name
    assert shown["headers"] == {"content-type": "text/plain; charset=utf-8"}
    assert shown["evidence"]["status"] == "200"
    assert next(iter(shown["normalized"].values())).startswith("sha256:")
    in_words = said(capsys, "snapshots", "show", identity, "--folder", str(folder))
    assert f"raw hash: {shown['raw_hash']}" in in_words
    assert "    content-type: text/plain" in in_words
    assert said(capsys, "snapshots", "show", identity, "--folder", str(folder), "--text").startswith("We know that tea")


@pytest.mark.parametrize("prefix", ["sha256:", "", "zz", "abc", "*", "????????", "0" * 64])
def test_what_is_no_id_is_said_to_be_none(folder: Path, capsys: pytest.CaptureFixture[str], prefix: str) -> None:
    assert "is no snapshot's id" in said(capsys, "snapshots", "show", prefix, "--folder", str(folder), status=3)
    assert len(listed(capsys, folder)) == 2


def test_forgetting_asks_first(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    identity = listed(capsys, folder)[0]["id"]
    for answer in ("n\n", "\n", ""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
        assert "Nothing was removed." in said(
            capsys, "snapshots", "forget", identity, "--folder", str(folder), status=1
        )
    assert len(listed(capsys, folder)) == 2
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert "1 snapshot removed." in said(capsys, "snapshots", "forget", identity, "--folder", str(folder))
    [left] = listed(capsys, folder)
    assert "1 snapshot removed." in said(capsys, "snapshots", "forget", left["id"], "--folder", str(folder), "--yes")
    assert listed(capsys, folder) == []
    assert list((folder / "blobs").glob("??/*")) == []


def test_pins_are_shown_and_taken_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    identity = listed(capsys, folder)[0]["id"]
    said(capsys, "snapshots", "pin", identity, "--folder", str(folder))
    assert [row["needed_by"] for row in listed(capsys, folder)] == [["pin"], []]
    assert "pinned" in said(capsys, "snapshots", "list", "--folder", str(folder))
    store = Store(folder)
    store.refer(identity, "escalation:1")
    store.close()
    said(capsys, "snapshots", "unpin", identity, "--folder", str(folder))
    assert "a person" in said(capsys, "snapshots", "list", "--folder", str(folder))
    store = Store(folder)
    store.release("escalation:1")
    store.close()
    assert [row["needed_by"] for row in listed(capsys, folder)] == [[], []]


def test_damage_is_named_with_a_status_of_its_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "2 snapshots looked at, all as they were kept." in said(
        capsys, "snapshots", "verify", "--folder", str(folder)
    )
    identity = listed(capsys, folder)[0]["id"]
    store = Store(folder)
    raw = store.get(identity).snapshot.raw_hash
    store._path(raw).write_bytes(b"changed")
    store.close()
    told = said(capsys, "snapshots", "verify", "--folder", str(folder), status=1)
    assert f"damaged: {identity[7:19]}  {raw} has changed since it was kept" in told
    assert "2 snapshots looked at, 1 damaged." in told
    assert [path.read_bytes() for path in (folder / "damaged").iterdir()] == [b"changed"]
    assert "cannot be read" in said(capsys, "snapshots", "show", identity, "--folder", str(folder), status=1)


def test_the_source_may_come_from_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(TEXT))
    told = said(capsys, "check", "--folder", str(tmp_path), "--quote", "nobody minded it", "--source", "-")
    assert told.startswith("Quote found  “nobody minded it”")
    assert "the given text" in told


@pytest.mark.parametrize(
    "arguments",
    [("--quote", "x"), ("--text", "x"), ("--quote", "x", "--text", "y", "--source", "-"), ("a.md", "--text", "x")],
)
def test_words_need_one_source(tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert "--source" in said(capsys, "check", "--folder", str(tmp_path), *arguments, status=3)


def test_what_a_source_says_gives_a_terminal_no_orders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "We know that \x1b]0;owned\x07tea was \x1b[31mrationed\x9b0m until 1952. " * 3
    told = said(capsys, "check", "--folder", str(tmp_path), "--quote", "until 1952", "--text", text)
    assert not {"\x1b", "\x07", "\x9b"} & set(told)
    identity = listed(capsys, tmp_path)[0]["id"]
    for more in ((), ("--text",)):
        assert "\x1b" not in said(capsys, "snapshots", "show", identity, "--folder", str(tmp_path), *more)


def test_why_says_what_was_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("check", "--folder", str(tmp_path), "--quote", "x", "--source", "http://127.0.0.1:1/")
    assert "Because" not in said(capsys, *arguments, status=2)
    assert "Because http://127.0.0.1:1/ gave address: http://127.0.0.1:1/, port: 1" in said(
        capsys, *arguments, "--why", status=2
    )
