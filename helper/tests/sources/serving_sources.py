"""Real servers on loopback for the tests of fetching: each path misbehaves in its own way."""

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web
from aiohttp.test_utils import unused_port

from quotefound.settings import Settings

# What a server may put on a body; "raw" is deflate without its frame.
LAYERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "zlib": zlib.compress,
    "raw": lambda body: zlib.compress(body)[2:-4],
    "members": lambda body: gzip.compress(body[:100]) + gzip.compress(body[100:]),
}
ARTICLE = (
    "<html><head><title>Rivers</title></head><body>" + "<p>The river rose by two metres.</p>" * 60 + "</body></html>"
)


class Sources:
    """One server and what it saw."""

    def __init__(self) -> None:
        self.port = unused_port()
        self.requests: list[web.BaseRequest] = []
        self.at_once = self.most_at_once = 0
        self.delay_s = 0.0
        self.hung_up = asyncio.Event()
        self.article = ARTICLE

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        self.requests.append(request)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if self.delay_s:
                await asyncio.sleep(self.delay_s)
            return await self._answer(request)
        finally:
            self.at_once -= 1

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        path, query = request.path, request.query
        if path == "/article":
            return web.Response(text=self.article, content_type="text/html")
        if path == "/to":
            return web.Response(status=int(query.get("status", "302")), headers={"Location": query["url"]})
        if path == "/loop":
            return web.Response(status=302, headers={"Location": f"/loop?{len(self.requests)}"})
        if path == "/cookie":
            if request.cookies.get("seen") == "1":
                return web.Response(text=self.article, content_type="text/html")
            return web.Response(status=302, headers={"Location": "/cookie", "Set-Cookie": "seen=1"})
        if path == "/bomb":
            body = gzip.compress(b"<p>bomb " * 8_000_000, 1)
            return web.Response(body=body, headers={"Content-Encoding": "gzip", "Content-Type": "text/html"})
        if path == "/stacked":
            body = self.article.encode()
            for layer in query["put"].split():
                body = LAYERS[layer](body)
            return web.Response(body=body, headers={"Content-Encoding": query["coding"], "Content-Type": "text/html"})
        if path == "/stacked-bomb":
            body = gzip.compress(gzip.compress(b"<p>bomb " * 8_000_000, 1), 1)
            return web.Response(body=body, headers={"Content-Encoding": "gzip, gzip", "Content-Type": "text/html"})
        if path == "/cut-gzip":
            body = gzip.compress(self.article.encode() + bytes(range(256)) * 4_000)[:-1_000]
            return web.Response(body=body, headers={"Content-Encoding": "gzip", "Content-Type": "text/html"})
        if path == "/tagged":
            tag = f'"{hash(self.article)}"'
            if request.headers.get("If-None-Match") == tag:
                return web.Response(status=304, headers={"ETag": tag})
            return web.Response(text=self.article, content_type="text/html", headers={"ETag": tag})
        if path == "/dated":
            headers = {"Last-Modified": "Mon, 30 Nov 2026 20:00:00 GMT"}
            status = 304 if request.headers.get("If-Modified-Since") == headers["Last-Modified"] else 200
            return web.Response(status=status, text=self.article if status == 200 else None, headers=headers)
        if path == "/wrapper":
            return web.Response(text=query["page"], content_type="text/html")
        if path == "/drip":
            stream = web.StreamResponse(headers={"Content-Type": "text/html"})
            await stream.prepare(request)
            try:
                while True:
                    await stream.write(b"<p>drop</p>")
                    await asyncio.sleep(0.01)
            except (ConnectionError, asyncio.CancelledError):
                self.hung_up.set()
                raise
        if path == "/document":
            stream = web.StreamResponse(headers={"Content-Type": "application/pdf"})
            await stream.prepare(request)
            await stream.write(bytes.fromhex(query["begins"]))
            for _ in range(int(query["kb"])):
                await stream.write(b"\0" * 1024)
            return stream
        if path == "/not-gzip":
            return web.Response(body=b"plain", headers={"Content-Encoding": "gzip"})
        if path == "/endless":
            stream = web.StreamResponse(headers={"Content-Type": "text/html"})
            await stream.prepare(request)
            while True:
                await stream.write(b"<p>again and again</p>" * 1000)
        if path == "/slow":
            await asyncio.sleep(30)
        if path == "/drops":
            stream = web.StreamResponse(headers={"Content-Type": "text/html", "Content-Length": "100000"})
            await stream.prepare(request)
            await stream.write(self.article.encode())
            assert request.transport is not None
            request.transport.close()
            return stream
        if path == "/busy":
            if len(self.requests) == 1 or query.get("always"):
                return web.Response(status=503, headers={"Retry-After": query.get("after", "0")}, text="busy")
            return web.Response(text=self.article, content_type="text/html")
        if path == "/status":
            return web.Response(status=int(query["code"]), text=self.article, content_type="text/html")
        if path == "/binary":
            return web.Response(body=b"\x89PNG\r\n\x1a\n\0\0\0", content_type="image/png")
        if path == "/empty":
            return web.Response(body=b"", content_type="text/html")
        if path == "/bytes":
            return web.Response(body=bytes.fromhex(query["hex"]), headers={"Content-Type": query["type"]})
        return web.Response(status=404, text="<title>Page not found</title>", content_type="text/html")


@asynccontextmanager
async def sources() -> AsyncIterator[Sources]:
    """A server of sources on loopback, for the time of a test."""
    served = Sources()
    server = web.Server(served.answer)
    runner = web.ServerRunner(server, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", served.port).start()
    try:
        yield served
    finally:
        await runner.cleanup()


def settings(folder: Path, *served: Sources, **changed: float) -> Settings:
    """Settings that let exactly these servers in."""
    allow = frozenset(("127.0.0.1", one.port) for one in served)
    return Settings(folder=folder, allow=allow, **changed)  # type: ignore[arg-type]
