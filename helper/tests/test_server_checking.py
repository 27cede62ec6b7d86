"""The door with the real checking behind it: an answer goes in over TCP, its verdicts come out by polling."""

import asyncio
import copy
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from calling import Helper
from serving import ANSWER, SteppedChecker

from quotefound.checking import Checker
from quotefound.connection import Connection
from quotefound.server import serve
from quotefound.settings import Settings
from quotefound.sources.snapshots import Library

PAGE = "<!doctype html><title>Rationing</title><article><p>We know that tea was rationed.</p><p>{}</p></article>"


@asynccontextmanager
async def source_that_says(sentence: str, after_s: float = 0.0) -> AsyncIterator[int]:
    """A source served on a port of its own."""

    async def page(request: web.Request) -> web.Response:
        await asyncio.sleep(after_s)
        return web.Response(
            text=PAGE.format(sentence + " Nobody knew when it would end." * 20), content_type="text/html"
        )

    app = web.Application()
    app.router.add_get("/tea", page)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        await web.SockSite(runner, listener).start()
        yield int(listener.getsockname()[1])
        await runner.cleanup()


@asynccontextmanager
async def real_helper(folder: Path, *allow: int) -> AsyncIterator[Helper]:
    """A helper that fetches, keeps and judges; loopback sources on these ports are let through."""

    @asynccontextmanager
    async def opened(settings: Settings) -> AsyncIterator[Checker]:
        library = Library(settings)
        try:
            yield Checker(library)
        finally:
            await library.close()

    there: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()
    settings = Settings(folder=folder, allow=frozenset(("127.0.0.1", port) for port in allow))
    serving = asyncio.create_task(serve(settings, opened, there.set_result))
    try:
        yield Helper(await asyncio.wait_for(there, 10), SteppedChecker(), serving)
    finally:
        serving.cancel()
        await asyncio.wait({serving})


def answer_about(port: int, fetch: str = "rendered") -> dict[str, Any]:
    body = copy.deepcopy(ANSWER)
    body["answer"]["sources"][0]["address"] = f"http://127.0.0.1:{port}/tea"  # type: ignore[index]
    return body | {"fetch": fetch}


async def ended(helper: Helper, job: str) -> dict[str, Any]:
    """The report once nothing is under way."""
    seen, began = 0, time.monotonic()
    while time.monotonic() - began < 30:
        report: dict[str, Any] = (await helper.post("/v1/jobs/poll", {"job": job, "seen": seen})).json
        assert report["version"] >= seen
        seen = report["version"]
        if report["state"] != "running":
            return report
    raise AssertionError(f"still running: {report}")


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [("Tea was rationed until 1952.", "found"), ("Tea was rationed until 1953.", "closest")],
)
async def test_an_answer_goes_in_and_its_verdict_comes_out(tmp_path: Path, sentence: str, verdict: str) -> None:
    async with source_that_says(sentence) as port, real_helper(tmp_path, port) as helper:
        job = (await helper.post("/v1/answers", answer_about(port))).json["job"]
        report = await ended(helper, job)
        assert [quote["verdict"] for quote in report["quotes"]] == [verdict]
        assert report["job"] == job
        assert report["state"] == "done"


async def test_a_loopback_source_that_no_command_line_allowed_is_not_fetched(tmp_path: Path) -> None:
    async with source_that_says("Tea was rationed until 1952.") as port, real_helper(tmp_path) as helper:
        report = await ended(helper, (await helper.post("/v1/answers", answer_about(port))).json["job"])
        assert [quote["cause"] for quote in report["quotes"]] == ["address_not_allowed"]


async def test_a_source_waits_for_the_readers_consent(tmp_path: Path) -> None:
    async with source_that_says("Tea was rationed until 1952.") as port, real_helper(tmp_path, port) as helper:
        job = (await helper.post("/v1/answers", answer_about(port, "nothing"))).json["job"]
        assert [quote["cause"] for quote in (await ended(helper, job))["quotes"]] == ["not_fetched"]
        assert (await helper.post("/v1/sources/fetch", {"job": job, "sources": [1]})).status == 400
        assert (await helper.post("/v1/sources/fetch", {"job": job, "sources": [0]})).status == 202
        assert [quote["verdict"] for quote in (await ended(helper, job))["quotes"]] == ["found"]


async def test_cancelling_stops_a_slow_source_at_once(tmp_path: Path) -> None:
    async with source_that_says("Tea.", after_s=5) as port, real_helper(tmp_path, port) as helper:
        job = (await helper.post("/v1/answers", answer_about(port))).json["job"]
        await asyncio.sleep(0.3)
        began = time.monotonic()
        assert (await helper.post("/v1/jobs/cancel", {"job": job})).status == 202
        assert (await ended(helper, job))["state"] == "cancelled"
        assert time.monotonic() - began < 2
