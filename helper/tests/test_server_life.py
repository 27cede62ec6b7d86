"""A helper's life: where it listens, one at a time, what a killed one leaves, and when it goes by itself."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest
from calling import Helper, helper_in
from serving import ANSWER, SteppedChecker

from quotefound.door import connection, listening
from quotefound.door.callers import Presence
from quotefound.door.connection import AlreadyRunning, find, read_state
from quotefound.door.server import serve
from quotefound.settings import Settings

NONCE = "0123456789abcdef"
ALONE = [sys.executable, str(Path(__file__).with_name("serving.py"))]


def start_alone(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """A helper in a process of its own, and its port."""
    process = subprocess.Popen([*ALONE, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    port = process.stdout.readline().strip()
    assert port, process.communicate()
    return process, int(port)


def listeners() -> list[tuple[str, int]]:
    """Where this process listens."""
    lines = psutil.Process().net_connections("tcp")
    return [(line.laddr.ip, line.laddr.port) for line in lines if line.status == psutil.CONN_LISTEN]


def end(process: subprocess.Popen[str], number: int) -> tuple[int, str]:
    """Its exit status and everything else it said."""
    process.send_signal(number)
    out, err = process.communicate(timeout=10)
    return process.returncode, out + err


async def test_it_listens_on_the_loopback_address_alone(helper: Helper) -> None:
    assert listeners() == [("127.0.0.1", helper.port)]
    with pytest.raises(OSError, match="refused"), socket.create_connection(("127.0.0.2", helper.port), 1):
        pass


async def test_a_preferred_port_is_taken_when_free_and_left_when_not(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        async with helper_in(tmp_path / "a", port=taken) as helper:
            assert helper.port not in (0, taken)
    async with helper_in(tmp_path / "b", port=taken) as helper:
        assert helper.port == taken


async def test_the_token_is_new_at_each_start(tmp_path: Path) -> None:
    async with helper_in(tmp_path) as first:
        pass
    async with helper_in(tmp_path, port=first.port) as second:
        assert first.connection.token != second.connection.token
        said = await second.call("POST", "/v1/answers", ANSWER, token=first.connection.token)
        assert said.status == 401


async def test_a_second_helper_names_the_port_of_the_first_and_touches_nothing(helper: Helper, tmp_path: Path) -> None:
    outcome = await serve(Settings(folder=tmp_path / "data"), SteppedChecker().opened)
    assert outcome == AlreadyRunning(helper.port, tmp_path / "data")
    assert read_state(tmp_path / "data") == helper.connection
    assert (await helper.call("GET", f"/hello?nonce={NONCE}", token=None)).status == 200


def test_a_second_process_is_told_in_one_sentence(tmp_path: Path) -> None:
    first, port = start_alone(tmp_path)
    second = subprocess.run([*ALONE, str(tmp_path)], capture_output=True, text=True, timeout=20)
    assert second.returncode == 3
    assert second.stderr == f"A Quotefound helper is already running on port {port}.\n"
    assert end(first, signal.SIGTERM)[0] == 0


def test_a_killed_helper_leaves_a_stale_state_that_the_next_start_recovers(tmp_path: Path) -> None:
    killed, _ = start_alone(tmp_path)
    left = read_state(tmp_path)
    end(killed, signal.SIGKILL)
    assert read_state(tmp_path) == left
    assert find(tmp_path) is None
    began = time.monotonic()
    following, port = start_alone(tmp_path)
    assert time.monotonic() - began < connection.START_TIMEOUT_S
    found = find(tmp_path)
    assert found is not None
    assert found.port == port
    assert left is not None
    assert found.token != left.token
    end(following, signal.SIGTERM)


def test_a_helper_that_hangs_is_named_as_one_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HELLO_TIMEOUT_S", 0.2)
    monkeypatch.setattr(connection, "START_TIMEOUT_S", 0.3)
    hanging, _ = start_alone(tmp_path)
    hanging.send_signal(signal.SIGSTOP)
    assert connection.Place.claim(tmp_path) == AlreadyRunning(None, tmp_path)
    hanging.send_signal(signal.SIGCONT)
    end(hanging, signal.SIGTERM)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_cleanly_even_while_a_caller_waits(tmp_path: Path, number: int) -> None:
    process, port = start_alone(tmp_path)
    state = read_state(tmp_path)
    assert state is not None
    with socket.create_connection(("127.0.0.1", port)) as caller:
        caller.sendall(f"GET /hello?nonce={NONCE} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\nPOST".encode())
        caller.recv(4096)
        status, said = end(process, number)
    assert (status, said) == (0, "")
    assert not (tmp_path / "helper.json").exists()


def test_an_argument_list_an_environment_and_an_output_never_hold_the_token(tmp_path: Path) -> None:
    process, _ = start_alone(tmp_path)
    state = read_state(tmp_path)
    assert state is not None
    running = psutil.Process(process.pid)
    told = " ".join(running.cmdline()) + str(running.environ())
    status, said = end(process, signal.SIGTERM)
    assert status == 0
    assert state.token not in told + said


async def test_stopping_cancels_what_runs_and_answers_who_waits(tmp_path: Path) -> None:
    async with helper_in(tmp_path) as helper:
        job = (await helper.post("/v1/answers", ANSWER)).json["job"]
        poll = asyncio.create_task(helper.post("/v1/jobs/poll", {"job": job, "seen": 1}))
        await asyncio.sleep(0.1)
        os.kill(os.getpid(), signal.SIGTERM)
        assert (await asyncio.wait_for(poll, 2)).json["state"] == "cancelled"
        assert await asyncio.wait_for(helper.serving, 3) is None
        assert helper.checker.closed
        assert not (tmp_path / "helper.json").exists()


async def test_it_goes_by_itself_when_nobody_who_knows_the_token_calls(tmp_path: Path) -> None:
    async with helper_in(tmp_path, idle_exit_s=0.6) as helper:
        for _ in range(4):
            await asyncio.sleep(0.2)
            await helper.post("/v1/jobs/poll", {"job": "none"})
        assert not helper.serving.done()
        began = time.monotonic()
        while listeners() and time.monotonic() - began < 3:  # strangers call on, and keep nothing alive
            with suppress(OSError, asyncio.IncompleteReadError):
                await helper.call("GET", f"/hello?nonce={NONCE}", token=None)
                await helper.call("POST", "/v1/answers", ANSWER, token="x" * 43)
            await asyncio.sleep(0.05)
        assert await asyncio.wait_for(helper.serving, 2) is None
        assert 0.4 < time.monotonic() - began < 2
        assert not (tmp_path / "helper.json").exists()
        assert helper.checker.closed


async def test_a_waiting_poll_keeps_it_alive(tmp_path: Path) -> None:
    async with helper_in(tmp_path, idle_exit_s=0.3) as helper:
        job = (await helper.post("/v1/answers", ANSWER)).json["job"]
        poll = asyncio.create_task(helper.post("/v1/jobs/poll", {"job": job, "seen": 1}))
        await asyncio.sleep(1)
        assert not helper.serving.done()
        await helper.checker.checks[0].step("done")
        assert (await poll).status == 200
        assert await asyncio.wait_for(helper.serving, 2) is None


async def test_a_connection_that_says_nothing_is_dropped(helper: Helper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "FIRST_ANSWER_S", 0.3)
    silent, silent_writer = await asyncio.open_connection("127.0.0.1", helper.port)
    slow, slow_writer = await asyncio.open_connection("127.0.0.1", helper.port)
    slow_writer.write(b"GET /hello")
    heard, heard_writer = await asyncio.open_connection("127.0.0.1", helper.port)
    request = f"GET /hello?nonce={NONCE} HTTP/1.1\r\nHost: 127.0.0.1:{helper.port}\r\n\r\n".encode()
    heard_writer.write(request)
    await heard.readuntil(b"}")
    for dropped in (silent, slow):
        with suppress(ConnectionResetError):
            assert await asyncio.wait_for(dropped.read(), 2) == b""
    heard_writer.write(request)
    assert (await heard.readuntil(b"}")).startswith(b"HTTP/1.1 200")
    for writer in (silent_writer, slow_writer, heard_writer):
        writer.close()


def test_presence_counts_from_the_end_of_the_last_call() -> None:
    now = [0.0]
    presence = Presence(lambda: now[0])
    now[0] = 5
    assert presence.silent_for() == 5
    with presence.of_a_caller():
        now[0] = 50
        with presence.of_a_caller():
            pass
        assert presence.silent_for() == 0
    now[0] = 51
    assert presence.silent_for() == 1
