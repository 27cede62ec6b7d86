"""Worker processes: hostile documents end in a cause within their limits, and the helper goes on."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bench import hostile
from quotefound.core.terms import Cause
from quotefound.core.text import Text
from quotefound.sources.extraction import read_document
from quotefound.sources.reading import Readers
from quotefound.sources.text_form import from_json, to_json
from quotefound.watching import resident_bytes

ARTICLE = b"<h1>Rivers</h1>" + b"<p>A long public article with many words about rivers.</p>" * 50


@pytest.fixture
async def readers() -> AsyncIterator[Readers]:
    pool = Readers(wall_s=1.5)
    pool.start()
    yield pool
    await pool.close()


def bomb_of_tags(count: int) -> bytes:
    """Unclosed formatting elements, each with other attributes: the parser builds them again and again."""
    return b"".join(b"<p><b a%d>x" % n for n in range(count))


async def test_reads_what_the_same_process_would(readers: Readers) -> None:
    got = await readers.read(ARTICLE, media_type="text/html", status=200)
    here = read_document(ARTICLE, media_type="text/html", status=200)
    assert here.text == got.text
    assert here.text is not None
    assert to_json(here.text) == got.form
    assert (here.cause, here.media_type, here.extractor) == (got.cause, got.media_type, got.extractor)
    assert here.evidence == got.evidence


async def test_many_at_once(readers: Readers) -> None:
    pages = [ARTICLE + b"<p>page %d</p>" % n for n in range(20)]
    got = await asyncio.gather(*(readers.read(page) for page in pages))
    assert [f"page {n}" for n in range(20)] == [one.text.text.split("\n\n")[-1] for one in got if one.text]


async def test_a_document_that_takes_too_long_is_ended_and_others_go_on(readers: Readers) -> None:
    began = time.monotonic()
    slow = asyncio.ensure_future(readers.read(b"<div>" * 200_000))
    quick = await readers.read(ARTICLE)
    assert quick.cause is None
    assert not slow.done()
    got = await slow
    assert got.cause in (Cause.TOOK_TOO_LONG, Cause.TOO_LARGE)
    assert time.monotonic() - began < 10
    assert (await readers.read(ARTICLE)).cause is None


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited and watched on Linux")
async def test_a_document_that_eats_memory_is_ended() -> None:
    pool = Readers(1, wall_s=10, memory_bytes=150 << 20)
    try:
        got = await pool.read(bomb_of_tags(3000))
        assert got.cause is Cause.TOO_LARGE
        assert (await pool.read(ARTICLE)).cause is None
    finally:
        await pool.close()


async def test_a_worker_killed_in_the_middle_is_replaced() -> None:
    pool = Readers(1, wall_s=10)
    pool.start()
    try:
        await pool.read(ARTICLE)
        victim = pool._idle[0].process
        reading = asyncio.ensure_future(pool.read(b"<div>" * 15_000 + ARTICLE))
        await asyncio.sleep(0.05)
        victim.kill()
        assert (await reading).cause is None  # tried once more
        assert (await pool.read(ARTICLE)).cause is None
    finally:
        await pool.close()


async def test_closing_leaves_no_process() -> None:
    pool = Readers(2)
    pool.start()
    await pool.read(ARTICLE)
    await asyncio.gather(*pool._starting)
    pids = [worker.process.pid for worker in pool._idle]
    assert len(pids) == 2
    await pool.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


PARENT = """
import asyncio, sys, time
from quotefound.sources.reading import Readers
async def main():
    pool = Readers(1)
    await pool.read(b"x")
    print(pool._idle[0].process.pid, flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_a_worker_does_not_outlive_a_killed_helper() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and is_running(worker):
        time.sleep(0.02)
    assert not is_running(worker)


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie that nobody has collected."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        return not state.exists() or state.read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False


def test_a_worker_loads_no_network_and_knows_no_secret() -> None:
    code = (
        "import sys, quotefound.sources.extraction.worker as w; w.limit()\n"
        "loaded = [n for n in ('aiohttp', 'asyncio', 'sqlite3', 'ssl', 'charset_normalizer') if n in sys.modules]\n"
        "import socket\n"
        "try: socket.create_connection(('127.0.0.1', 9)); loaded.append('connects')\n"
        "except PermissionError: pass\n"
        "print(loaded)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def environment_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_a_worker_sees_only_what_it_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUOTEFOUND_TOKEN", "secret")
    pool = Readers(1)
    try:
        await pool.read(ARTICLE)
        pid = pool._idle[0].process.pid
        assert b"secret" not in environment_of(pid)
        assert (resident_bytes(pid) or 0) < 60 << 20
    finally:
        await pool.close()


@pytest.mark.parametrize(
    "form",
    [b"", b"[]", b"{}", b'{"text":1}', to_json(Text("abc")).replace(b'"notes":[]', b'"notes":[[0,9]]'),
     to_json(Text("abc")).replace(b'"blocks":[]', b'"blocks":[[0,1,"x","article"]]'),
     to_json(Text("abc")).replace(b'"hidden":[]', b'"hidden":[["a",1]]')],
)  # fmt: skip
def test_a_false_form_is_refused(form: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any ValueError is what from_json promises
        from_json(form)


def test_half_a_surrogate_pair_does_no_harm() -> None:
    assert from_json(to_json(Text("a", hidden=(("embedded data", "\ud800"),)))).hidden == (("embedded data", "?"),)


@pytest.mark.parametrize(
    ("name", "causes"),
    [
        ("XML, entities in entities", {Cause.UNREADABLE}),
        ("DOCX, entities in entities", {Cause.UNREADABLE}),
        ("EPUB, a chapter a thousand times", {None}),
        ("PDF, a gigabyte packed twice", {Cause.TOO_LARGE, Cause.UNREADABLE, Cause.TOOK_TOO_LONG}),
        ("PDF, a loop of pages", {Cause.UNREADABLE}),
        ("PDF, a million pages", {Cause.CUT_OFF}),
        ("PDF, arrays a million deep", {Cause.UNREADABLE}),
        ("JSON, a million deep", {None}),
        ("Markdown, 2 MB of marks", {None}),
    ],
)
async def test_hostile_documents_end_in_a_cause_and_others_go_on(name: str, causes: set[Cause | None]) -> None:
    pool = Readers(2, wall_s=8)
    pool.start()
    try:
        harm = asyncio.ensure_future(pool.read(hostile.DOCUMENTS[name]()))
        began = time.monotonic()
        while not harm.done():
            assert (await pool.read(ARTICLE)).cause is None
            await asyncio.sleep(0.05)
        assert (await harm).cause in causes
        assert time.monotonic() - began < 12
        assert (await pool.read(ARTICLE)).cause is None
    finally:
        await pool.close()


def test_this_process_has_a_size() -> None:
    size = resident_bytes(os.getpid())
    assert size is not None
    assert 10 << 20 < size < 4 << 30
    assert resident_bytes(2**22 + 1) is None
