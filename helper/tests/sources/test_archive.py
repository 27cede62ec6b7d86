"""An archive's copy, from a server of our own that answers as the Wayback Machine's index and captures do."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from aiohttp import web
from sources.serving_sources import ARTICLE

from quotefound.core.terms import Cause
from quotefound.settings import Settings
from quotefound.sources.archive import Capture, original_address, shown_address
from quotefound.sources.snapshots import Library

BAR = "<div id='wm-ipp'>An archive's own bar</div>"
PAGE = "https://a.example/story?id=1"


@dataclass
class Wayback:
    """A server that speaks as the archive does; `captures` are (timestamp, original, status, body)."""

    captures: list[tuple[str, str, int, str]] = field(default_factory=list)
    asked: list[web.BaseRequest] = field(default_factory=list)
    answers_with: tuple[int, str] | None = None
    port: int = 0

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        self.asked.append(request)
        if self.answers_with is not None:
            return web.Response(status=self.answers_with[0], text=self.answers_with[1])
        if request.path == "/cdx/search/cdx":
            return self._index(request)
        when, _, original = request.raw_path.removeprefix("/web/").partition("/")
        unmodified = when.endswith("id_")
        nearest = min(self.captures, key=lambda one: abs(int(one[0]) - int(when.removesuffix("id_"))))
        if nearest[0] != when.removesuffix("id_"):
            return web.Response(status=302, headers={"Location": f"/web/{nearest[0]}id_/{original}"})
        headers = {"Memento-Datetime": "Wed, 01 Jan 2025 00:00:00 GMT", "Content-Type": "text/html"}
        return web.Response(status=nearest[2], text=nearest[3] if unmodified else BAR + nearest[3], headers=headers)

    def _index(self, request: web.BaseRequest) -> web.Response:
        query = request.query
        rows = [one for one in self.captures if one[1] == query["url"] and f"statuscode:{one[2]}" == query["filter"]]
        if query.get("sort") == "closest":
            rows.sort(key=lambda one: abs(int(one[0]) - int(query["closest"])))
        limit = int(query["limit"])
        rows = rows[limit:] if limit < 0 else rows[:limit]
        named = [query["fl"].split(","), *([one[0], one[1]] for one in rows)] if rows else []
        return web.Response(text=json.dumps(named), content_type="application/json")


@asynccontextmanager
async def wayback() -> AsyncIterator[Wayback]:
    served = Wayback()
    runner = web.ServerRunner(web.Server(served.answer), shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    served.port = runner.addresses[0][1]
    try:
        yield served
    finally:
        await runner.cleanup()


@pytest.fixture
async def archive() -> AsyncIterator[Wayback]:
    async with wayback() as served:
        served.captures = [
            ("20240101000000", PAGE, 200, ARTICLE.replace("two", "one")),
            ("20250101000000", PAGE, 200, ARTICLE),
            ("20260101000000", PAGE, 404, "<title>Not found</title>"),
        ]
        yield served


@pytest.fixture
async def library(archive: Wayback, tmp_path: Path) -> AsyncIterator[Library]:
    allow = frozenset({("127.0.0.1", archive.port)})
    one = Library(Settings(folder=tmp_path, allow=allow, archive=f"http://127.0.0.1:{archive.port}"))
    yield one
    await one.close()


async def test_the_newest_copy_that_is_no_error_page_unmodified(library: Library, archive: Wayback) -> None:
    states: list[str] = []
    got = await library.text_of_archive(f"{PAGE}&utm_source=chatgpt.com#:~:text=river", report=states.append)
    assert (got.cause, got.kind, got.hint) == (None, "archive", "river")
    assert got.text is not None
    assert got.snapshot is not None
    assert "two metres" in got.text.text
    assert "archive's own bar" not in got.text.text
    assert (got.snapshot.kind, got.snapshot.captured_at) == ("archive", "2025-01-01T00:00:00Z")
    assert got.snapshot.address == PAGE
    assert got.shown_at == f"http://127.0.0.1:{archive.port}/web/20250101000000/{PAGE}"
    assert states[-1] == "reading"
    assert library.blob(got.snapshot.id) == ARTICLE.encode()


async def test_the_copy_closest_to_a_date(library: Library) -> None:
    got = await library.text_of_archive(PAGE, near="20240201")
    assert got.text is not None
    assert "one metres" in got.text.text


async def test_the_nearest_capture_that_the_archive_leads_to_gives_the_date(
    library: Library, archive: Wayback, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def elsewhere(*_: object) -> Capture:
        return Capture("20250201000000", PAGE)

    monkeypatch.setattr(library._archive, "_capture", elsewhere)
    got = await library.text_of_archive(PAGE)
    assert got.snapshot is not None
    assert got.snapshot.captured_at == "2025-01-01T00:00:00Z"


async def test_no_copy(library: Library, archive: Wayback) -> None:
    got = await library.text_of_archive("https://b.example/")
    assert (got.cause, got.text, got.snapshot) == (Cause.ERROR_PAGE, None, None)
    assert got.evidence == {"archive": "has no copy of this address"}


@pytest.mark.parametrize(
    "answers_with",
    [(429, "<title>Too many requests</title>"), (200, "<html>CAPTCHA"), (200, "{}"), (200, '[["a"],[1,2]]'),
     (200, '[["timestamp","original"],["2025","x"]]'), (200, '[["t","o"],["a","b","c"]]'), (503, "")],
)  # fmt: skip
async def test_an_archive_that_answers_something_else(
    library: Library, archive: Wayback, answers_with: tuple[int, str]
) -> None:
    archive.answers_with = answers_with
    got = await library.text_of_archive(PAGE)
    assert got.cause in (Cause.UNREACHABLE, Cause.UNREADABLE, Cause.ERROR_PAGE)
    assert (got.text, got.snapshot) == (None, None)
    assert got.evidence


async def test_nothing_is_asked_of_an_archive_by_itself(library: Library, archive: Wayback) -> None:
    await library.text_of("http://no-such-host.invalid/")
    assert archive.asked == []


async def test_a_copy_of_a_login_page_is_a_wall(library: Library, archive: Wayback) -> None:
    login = "https://a.example/login?to=story"
    archive.captures = [("20250101000000", login, 200, "<title>Log in</title><input type=password>")]
    archive.captures.append(("20250101000000", PAGE, 200, ""))
    got = await library.text_of_archive(PAGE)
    assert got.cause is not None


async def test_the_archive_is_guarded_like_any_host(archive: Wayback, tmp_path: Path) -> None:
    library = Library(Settings(folder=tmp_path / "other", archive=f"http://127.0.0.1:{archive.port}"))
    got = await library.text_of_archive(PAGE)
    assert (got.cause, archive.asked) == (Cause.ADDRESS_NOT_ALLOWED, [])
    await library.close()


async def test_only_a_command_line_names_another_archive(tmp_path: Path) -> None:
    assert Settings(folder=tmp_path).archive == "https://web.archive.org"
    named = Settings.read({"folder": str(tmp_path), "archive_address": "http://127.0.0.1:1/"}, {})
    assert named.archive == "http://127.0.0.1:1"
    assert replace(named).archive == named.archive


def test_addresses_of_copies() -> None:
    kept = f"https://web.archive.org/web/20250101000000id_/{PAGE}"
    assert shown_address(kept) == f"https://web.archive.org/web/20250101000000/{PAGE}"
    assert (original_address(kept), original_address(PAGE), shown_address(PAGE)) == (PAGE, PAGE, PAGE)
