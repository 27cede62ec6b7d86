"""How a helper is found: state file, token, proof, pairing code, and one helper at a time."""

import json
import os
import re
import socket
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from quotefound.door import connection
from quotefound.door.connection import (
    AlreadyRunning,
    Connection,
    FolderError,
    Place,
    find,
    new_token,
    proof,
    proves_itself,
    read_pairing_code,
    read_state,
)

TOKEN = "Zm9vYmFyYmF6cXV4LTEyMzQ1Njc4OTAtYWJjZGVmZ2g"


def here(port: int = 4711, token: str = TOKEN) -> Connection:
    return Connection(port, token, os.getpid(), "2026-11-30T21:00:00Z")


def claimed(folder: Path) -> Place:
    place = Place.claim(folder)
    assert isinstance(place, Place)
    return place


@contextmanager
def someone_on_a_port(answer: bytes, pause_s: float = 0.0) -> Iterator[int]:
    """A program that sits on a port and says this to whoever calls, a byte at a time when it pauses."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def speak() -> None:
            try:
                caller, _ = listener.accept()
                with caller:
                    caller.recv(4096)
                    for start in range(0, len(answer), 1 if pause_s else 2**20):
                        caller.sendall(answer[start : start + 1] if pause_s else answer[start:])
                        time.sleep(pause_s)
            except OSError:
                return  # the listener was closed, or the caller had enough

        speaker = threading.Thread(target=speak)
        speaker.start()
        yield int(listener.getsockname()[1])
        listener.shutdown(socket.SHUT_RDWR)
    speaker.join()


def test_a_token_has_256_bits_and_is_new_each_time() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", token) for token in tokens)


def test_the_proof_is_the_contracts_hmac() -> None:
    # Computed once with `printf 'quotefound|4711|0123456789abcdef' | openssl dgst -sha256 -hmac TOKEN`.
    assert proof(TOKEN, 4711, "0123456789abcdef") == "697e716fee6c8e6f08850ee85a689f37cb66e2f489f4d8451a49a531f426870e"


def test_a_pairing_code_comes_back_as_typed_or_pasted() -> None:
    code = here().pairing_code
    assert code == f"4711-{TOKEN}"
    assert read_pairing_code(code) == (4711, TOKEN)
    assert read_pairing_code(f"  4711 -\n{TOKEN[:20]} {TOKEN[20:]}\t") == (4711, TOKEN)
    dashed = "-" * 43
    assert read_pairing_code(f"1-{dashed}") == (1, dashed)


@pytest.mark.parametrize(
    "text",
    ["", TOKEN, f"0-{TOKEN}", f"65536-{TOKEN}", f"-1-{TOKEN}", f"4711-{TOKEN}x", f"4711-{TOKEN[1:]}", f"４７-{TOKEN}",
     f"047-{TOKEN}"],
)  # fmt: skip
def test_what_is_no_pairing_code_is_none(text: str) -> None:
    assert read_pairing_code(text) is None


def test_the_token_never_shows_in_a_repr() -> None:
    assert TOKEN not in repr(here())
    assert TOKEN not in str(here())


def test_the_state_file_is_the_users_alone_and_never_half_written(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "data"
    place = claimed(folder)
    place.announce(here())
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "helper.json").stat().st_mode) == 0o600
    state = json.loads((folder / "helper.json").read_text())
    assert state == {"port": 4711, "token": TOKEN, "pid": os.getpid(), "started": "2026-11-30T21:00:00Z"}
    assert {entry.name for entry in folder.iterdir()} == {"helper.json", "helper.lock"}
    assert read_state(folder) == here()
    place.leave()
    assert {entry.name for entry in folder.iterdir()} == {"helper.lock"}


def test_a_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o755)
    claimed(tmp_path / "data").leave()
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_a_folder_shared_by_all_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data").chmod(0o1777)
    with pytest.raises(FolderError, match="--folder"):
        Place.claim(tmp_path / "data")
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o1777


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_another_users_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    os.chown(tmp_path / "data", 12345, 12345)
    with pytest.raises(FolderError, match="another user"):
        Place.claim(tmp_path / "data")


def test_a_folder_that_cannot_be_made_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FolderError) as refused:
        Place.claim(tmp_path / "file" / "data")
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", "{}", '{"port": "4711"}', json.dumps({"port": 0, "token": TOKEN, "pid": 1, "started": ""}),
     json.dumps({"port": 4711, "token": "short", "pid": 1, "started": ""}),
     json.dumps({"port": 4711, "token": None, "pid": 1, "started": ""}),
     json.dumps({"port": True, "token": TOKEN, "pid": 1, "started": ""}), "\xff", "[" * 100_000],
)  # fmt: skip
def test_a_damaged_state_file_counts_as_none_and_is_replaced(tmp_path: Path, text: str) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "helper.json").write_text(text, "latin-1")
    (tmp_path / "helper.json").chmod(0o600)
    assert read_state(tmp_path) is None
    place = claimed(tmp_path)
    place.announce(here())
    assert read_state(tmp_path) == here()
    place.leave()


def test_a_state_file_that_others_could_have_written_or_read_is_not_believed(tmp_path: Path) -> None:
    place = claimed(tmp_path)
    place.announce(here())
    (tmp_path / "helper.json").chmod(0o644)
    assert read_state(tmp_path) is None
    (tmp_path / "helper.json").chmod(0o600)
    (tmp_path / "helper.json").rename(tmp_path / "elsewhere")
    (tmp_path / "helper.json").symlink_to(tmp_path / "elsewhere")
    assert read_state(tmp_path) is None
    place.leave()


def test_what_a_helper_killed_while_it_wrote_left_is_removed(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "helper.json.0123456789abcdef").write_text('{"port": 47')
    claimed(tmp_path).leave()
    assert {entry.name for entry in tmp_path.iterdir()} == {"helper.lock"}


def test_a_state_that_cannot_be_written_is_said_in_one_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "helper.json").mkdir()
    place = claimed(tmp_path)
    with pytest.raises(FolderError, match=r"cannot be written: .*\.$"):
        place.announce(here())
    place.leave()
    assert {entry.name for entry in tmp_path.iterdir()} == {"helper.json", "helper.lock"}


def test_leaving_removes_only_our_own_state(tmp_path: Path) -> None:
    place = claimed(tmp_path)
    place.announce(here())
    later = here(token=new_token())
    (tmp_path / "helper.json").write_text(json.dumps({"port": 1, "token": later.token, "pid": 1, "started": ""}))
    place.leave()
    assert (tmp_path / "helper.json").exists()


def test_a_state_whose_port_nobody_listens_on_is_stale(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    place = claimed(tmp_path)
    place.announce(here(port))
    assert find(tmp_path) is None
    place.leave()


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.1 200 OK\r\n\r\n", b"SSH-2.0-OpenSSH_9.6\r\n", b'HTTP/1.1 200 OK\r\n\r\n{"proof": "00"}',
     b'HTTP/1.1 200 OK\r\n\r\n{"proof": null}', b'HTTP/1.1 200 OK\r\n\r\n{"proof": "\xc3\xa9"}',
     b"HTTP/1.1 200 OK\r\n\r\n[]", b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * 100_000, b"a" * 1_000_000],
)  # fmt: skip
def test_whoever_else_sits_on_the_port_proves_nothing(answer: bytes) -> None:
    with someone_on_a_port(answer) as port:
        assert not proves_itself(here(port))


def test_whoever_answers_slowly_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HELLO_TIMEOUT_S", 0.5)
    with someone_on_a_port(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 50, pause_s=0.05) as port:
        began = time.monotonic()
        assert not proves_itself(here(port))
        assert time.monotonic() - began < 1.5


def test_a_call_for_the_proof_never_carries_the_token() -> None:
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def listen() -> None:
            caller, _ = listener.accept()
            with caller:
                heard.append(caller.recv(4096))

        listening = threading.Thread(target=listen)
        listening.start()
        assert not proves_itself(here(listener.getsockname()[1]))
        listening.join()
    assert heard
    assert TOKEN.encode() not in heard[0]


@pytest.mark.parametrize(
    ("port", "sentence"),
    [
        (4711, "A Quotefound helper is already running on port 4711."),
        (None, "Another Quotefound helper has /data but does not answer; end it, then start again."),
    ],
)
def test_a_second_helper_is_told_in_one_sentence(port: int | None, sentence: str) -> None:
    assert str(AlreadyRunning(port, Path("/data"))) == sentence
