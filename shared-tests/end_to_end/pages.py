"""Serves pages on loopback: the sample answer with its sources, and sources that misbehave.

Runs aiohttp in a thread, so that tests and `run` can be written as plain steps. Knows nothing of the product: what is
served is what any web server could serve.
"""

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

SAMPLE = Path(__file__).resolve().parent.parent / "sample"
TYPES = {".html": "text/html", ".txt": "text/plain"}

Handler = Callable[[web.BaseRequest], web.StreamResponse | Awaitable[web.StreamResponse]]


@dataclass
class Site:
    """A running server: where it is, which paths were asked for, and which of them it did not have."""

    port: int = 0
    asked: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def host_and_port(self) -> str:
        return f"127.0.0.1:{self.port}"


@contextlib.contextmanager
def serving(pages: dict[str, Handler]) -> Iterator[Site]:
    """Serves `pages` (path to handler) on a free port of 127.0.0.1 until the block ends."""
    site, ready, loop, ending = Site(), threading.Event(), asyncio.new_event_loop(), asyncio.Event()

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        site.asked.append(request.path)
        if request.path in pages:
            result = pages[request.path](request)
            return result if isinstance(result, web.StreamResponse) else await result
        if request.path != "/favicon.ico":
            site.missing.append(request.path)
        return web.Response(status=404, text="There is nothing here.")

    async def serve() -> None:
        runner = web.ServerRunner(web.Server(answer), shutdown_timeout=0.5)
        await runner.setup()
        place = web.TCPSite(runner, "127.0.0.1", 0)
        await place.start()
        site.port = runner.addresses[0][1]
        ready.set()
        await ending.wait()
        await runner.cleanup()

    def work() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:  # ends what still answers when the block ends
            runner.run(serve())

    thread = threading.Thread(target=work, name="pages", daemon=True)
    thread.start()
    ready.wait(timeout=10)
    try:
        yield site
    finally:
        loop.call_soon_threadsafe(ending.set)
        thread.join(timeout=10)


def page(body: str | bytes, kind: str = "text/html", status: int = 200, **headers: str) -> Handler:
    """A handler that always answers with this body."""
    raw = body.encode() if isinstance(body, str) else body
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    return lambda _: web.Response(body=raw, status=status, headers={"Content-Type": kind + charset, **headers})


@contextlib.contextmanager
def sample() -> Iterator[tuple[Site, Site]]:
    """The sample answer (at /answer) and, on a port of their own, its sources; one of them refuses every visitor."""
    files = sorted((SAMPLE / "sources").iterdir())
    sources = {f"/{file.name}": page(file.read_bytes(), TYPES[file.suffix]) for file in files}
    refusal = "<h1>403 Forbidden</h1><p>This server answers only to the county’s own network.</p>"
    sources["/county-survey.html"] = page(refusal, status=403)
    with serving(sources) as source_site:
        answer = (SAMPLE / "answer.html").read_text().replace("{sources}", source_site.address)
        with serving({"/answer": page(answer)}) as answer_site:
            yield answer_site, source_site


def unfinished() -> tuple[Handler, threading.Event]:
    """A source that begins and does not go on, and the event that says that it has been asked for."""
    asked = threading.Event()

    async def begins(request: web.BaseRequest) -> web.StreamResponse:
        reply = web.StreamResponse(headers={"Content-Type": "text/html"})
        await reply.prepare(request)
        await reply.write(b"<!doctype html><p>The ferry leaves at ")
        asked.set()
        await asyncio.sleep(30)
        return reply

    return begins, asked
