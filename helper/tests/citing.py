"""An answer and the pages that it cites, on loopback: what the tests of checking start from."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from quotefound.checking import Check, open_checker
from quotefound.settings import Settings
from quotefound.wire import answer_from

RAIN, SNOW = "It rained in Rome for the whole of the day.", "It snowed in Oslo until the early morning."
FILLING = " Nothing else of any note was seen by anyone in the town." * 20


class Site:
    """Pages on loopback by path; "/slow" waits until it is let go."""

    def __init__(self) -> None:
        self.go, self.asked = asyncio.Event(), list[str]()
        self.port = 0
        self.let_through: list[int] = []  # other ports that the helper may ask
        self.settings: dict[str, Any] = {}  # other settings than usual
        self.pages = {"/rain": RAIN, "/snow": SNOW, "/both": f"{RAIN} {SNOW}", "/slow": RAIN, "/empty": "Hello."}

    async def answer(self, request: web.BaseRequest) -> web.Response:
        self.asked.append(request.path)
        if request.path == "/slow":
            await self.go.wait()
        if request.path not in self.pages:
            return web.Response(status=403, text="Forbidden")
        words = self.pages[request.path]
        filling = "" if request.path == "/empty" else FILLING
        return web.Response(text=f"<title>T</title><p>{words}</p><p>{filling}</p>", content_type="text/html")

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    served = Site()
    runner = web.ServerRunner(web.Server(served.answer), shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    served.port = runner.addresses[0][1]
    yield served
    await runner.cleanup()


Start = Callable[..., Check]


@pytest.fixture
async def start(site: Site, tmp_path: Path) -> AsyncIterator[Start]:
    """Starts a check of blocks, each a text with the paths of its citations at its end."""
    allow = frozenset({("127.0.0.1", port) for port in (site.port, *site.let_through)})
    settings = Settings(folder=tmp_path / "kept", allow=allow, **site.settings)

    def started(
        *blocks: tuple[str, list[str]],
        fetch: str = "rendered",
        prose: tuple[str, ...] = (),
        claims: str = "auto",
        hidden: int = 0,
        private: bool = False,
    ) -> Check:
        paths = list(dict.fromkeys(path for _, cited in blocks for path in cited))
        body = {
            "answer": {
                "blocks": [
                    {
                        "text": text,
                        "citations": [
                            {
                                "start": len(text),
                                "end": len(text),
                                "sources": [paths.index(path)],
                                "hidden": hidden,
                            }
                            for path in cited
                        ],
                    }
                    for text, cited in blocks
                ],
                "sources": [{"address": site.address(path), "rendered": path not in prose} for path in paths],
            },
            "fetch": fetch,
            "claims": claims,
            "private": private,
        }
        return checker.start(answer_from(body))

    async with open_checker(settings) as checker:
        yield started


async def finished(check: Check) -> dict[str, Any]:
    await asyncio.wait_for(check.finished(), 30)
    return check.report()


def said(report: dict[str, Any]) -> list[tuple[str | None, str | None, int | None]]:
    return [(quote["verdict"], quote["cause"], quote["source"]) for quote in report["quotes"]]
