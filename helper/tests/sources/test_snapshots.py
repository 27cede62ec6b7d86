"""The front door, whole: real servers, real workers, real files."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sources.serving_sources import ARTICLE, Sources, settings, sources

from quotefound.core.terms import Cause
from quotefound.settings import Settings
from quotefound.sources.snapshots import Damaged, Library
from quotefound.sources.store import digest


@pytest.fixture
async def served() -> AsyncIterator[Sources]:
    async with sources() as one:
        yield one


@pytest.fixture
async def library(served: Sources, tmp_path: Path) -> AsyncIterator[Library]:
    one = Library(settings(tmp_path / "data", served, timeout_s=2, max_html_bytes=500_000))
    yield one
    await one.close()


def damage(folder: Path, name: str) -> None:
    hexadecimal = name.removeprefix("sha256:")
    (folder / "data" / "blobs" / hexadecimal[:2] / hexadecimal).write_bytes(b"damaged")


async def test_a_source_is_read_and_kept(library: Library, served: Sources) -> None:
    states: list[str] = []
    asked = f"{served.address}/article?utm_source=chatgpt.com#part:~:text=the%20river"
    got = await library.text_of(asked, report=states.append)
    assert got.text is not None
    assert got.snapshot is not None
    assert (got.asked, got.address, got.hint) == (asked, f"{served.address}/article#part", "the river")
    assert (got.cause, got.text.title, states) == (None, "Rivers", ["fetching", "reading"])
    kept = library.get(got.snapshot.id)
    assert kept == got.snapshot
    assert (kept.status, kept.media_type, kept.extractor) == (200, "text/html", "quotefound-html@1")
    assert kept.raw_hash == digest(ARTICLE.encode())
    assert kept.text_hash == digest(got.text.text.encode())
    assert library.blob(kept.id) == ARTICLE.encode()
    assert library.text(kept.id) == got.text


async def test_a_fresh_snapshot_serves_again(library: Library, served: Sources) -> None:
    first = await library.text_of(f"{served.address}/article")
    again = await library.text_of(f"{served.address}/article#elsewhere")
    assert (again.text, again.snapshot) == (first.text, first.snapshot)
    assert len(served.requests) == 1
    served.article = ARTICLE.replace("two", "three")
    other = await library.text_of(f"{served.address}/article", fresh=True)
    assert len(served.requests) == 2
    assert other.snapshot is not None
    assert first.snapshot is not None
    assert other.snapshot.raw_hash != first.snapshot.raw_hash
    assert library.blob(first.snapshot.id) == ARTICLE.encode()  # the old one stays


async def test_another_session_asks_again_and_overwrites_nothing(served: Sources, tmp_path: Path) -> None:
    given = settings(tmp_path, served)
    ids = []
    for _ in range(2):
        library = Library(given)
        got = await library.text_of(f"{served.address}/article")
        assert got.snapshot is not None
        ids.append(got.snapshot.id)
        assert library.blob(ids[0]) == ARTICLE.encode()
        await library.close()
    assert len(served.requests) == 2


@pytest.mark.parametrize("part", ["raw", "form"])
async def test_a_damaged_snapshot_is_fetched_again(
    library: Library, served: Sources, tmp_path: Path, part: str
) -> None:
    first = await library.text_of(f"{served.address}/article")
    assert first.snapshot is not None
    name = first.snapshot.raw_hash if part == "raw" else library.store.get(first.snapshot.id).form_hash
    damage(tmp_path, name)
    again = await library.text_of(f"{served.address}/article")
    assert (again.text, again.cause) == (first.text, None)
    assert len(served.requests) == 2
    assert library.blob(first.snapshot.id) == ARTICLE.encode()


async def test_damage_is_named_where_nothing_can_be_fetched(library: Library, served: Sources, tmp_path: Path) -> None:
    got = await library.text_of(f"{served.address}/article")
    assert got.snapshot is not None
    damage(tmp_path, got.snapshot.raw_hash)
    with pytest.raises(Damaged):
        library.blob(got.snapshot.id)


@pytest.mark.parametrize(
    ("path", "cause", "has_text"),
    [
        ("/status?code=403", Cause.REFUSED, True),
        ("/status?code=401", Cause.LOGIN_WALL, True),
        ("/status?code=500", Cause.ERROR_PAGE, True),
        ("/no-such-page", Cause.ERROR_PAGE, False),
        ("/binary", Cause.UNSUPPORTED_TYPE, False),
        ("/empty", Cause.TOO_SHORT, False),
        ("/bomb", Cause.CUT_OFF, True),
        ("/drops", Cause.CUT_OFF, True),
        ("/slow", Cause.TOOK_TOO_LONG, False),
        ("/loop", Cause.UNREACHABLE, False),
        ("/to?url=http://127.0.0.1:1/", Cause.ADDRESS_NOT_ALLOWED, False),
        ("/bytes?type=text/html;charset=utf-8&hex=" + "Gr�nde".encode().hex(), Cause.UNREADABLE, True),
    ],
)
async def test_every_trouble_is_a_cause_with_evidence(
    library: Library, served: Sources, path: str, cause: Cause, has_text: bool
) -> None:
    got = await library.text_of(served.address + path)
    assert (cause, has_text) == (got.cause, got.text is not None)
    assert got.evidence


@pytest.mark.parametrize("address", ["javascript:alert(1)", "file:///etc/passwd", "http://u:p@a.example/", "", "x"])
async def test_what_is_no_address(library: Library, address: str) -> None:
    got = await library.text_of(address)
    assert (got.cause, got.snapshot) == (Cause.ADDRESS_NOT_ALLOWED, None)


async def test_callers_share_one_fetch(library: Library, served: Sources) -> None:
    served.delay_s = 0.05
    states: list[list[str]] = [[] for _ in range(5)]
    got = await asyncio.gather(*(library.text_of(f"{served.address}/article", report=each.append) for each in states))
    assert len(served.requests) == 1
    assert len({one.snapshot.id for one in got if one.snapshot}) == 1
    assert all(each[-1] == "reading" for each in states)


async def test_one_caller_leaving_leaves_the_others(library: Library, served: Sources) -> None:
    served.delay_s = 0.1
    leaving = asyncio.ensure_future(library.text_of(f"{served.address}/article"))
    staying = asyncio.ensure_future(library.text_of(f"{served.address}/article"))
    await asyncio.sleep(0.03)
    leaving.cancel()
    assert (await staying).text is not None
    assert leaving.cancelled()


async def test_when_all_leave_the_fetch_ends(library: Library, served: Sources) -> None:
    leaving = asyncio.ensure_future(library.text_of(f"{served.address}/slow"))
    await asyncio.sleep(0.05)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    began = time.monotonic()
    assert (await library.text_of(f"{served.address}/article")).text is not None  # the host is free again
    assert time.monotonic() - began < 5


async def test_what_is_not_to_be_kept_comes_from_the_source_and_goes_nowhere(
    library: Library, served: Sources, tmp_path: Path
) -> None:
    """Neither is an earlier reading of use to it, nor it to a later one; its snapshot states the same all the same."""
    address = f"{served.address}/tagged"
    kept = await library.text_of(address)
    there = library.store.ids()
    private = await library.text_of(address, keep=False)
    assert all("If-None-Match" not in request.headers for request in served.requests)  # that would name the reader
    assert private.snapshot is not None
    assert kept.snapshot is not None
    assert (private.text, private.snapshot.raw_hash, private.kept) == (kept.text, kept.snapshot.raw_hash, False)
    assert (await library.changes(private)).page == "first"
    file = tmp_path / "page.txt"
    file.write_text("words of a file", "utf-8")
    assert not (await library.text_of_file(file, keep=False)).kept
    assert (await library.text_of(f"{served.address}/article", keep=False)).text is not None
    assert (library.store.ids(), len(list(library.store._files()))) == (there, 2)
    assert (await library.text_of(f"{served.address}/article")).kept
    assert served.requests[-1].path == "/article"
    assert len(library.store.ids()) == 2


@pytest.mark.parametrize("keep", [True, False])
async def test_a_kept_and_an_unkept_reading_at_once_are_two(library: Library, served: Sources, *, keep: bool) -> None:
    served.delay_s = 0.05
    address = f"{served.address}/article"
    staying = asyncio.ensure_future(library.text_of(address, keep=keep))
    leaving = asyncio.ensure_future(library.text_of(address, keep=not keep))
    await asyncio.sleep(0.02)
    leaving.cancel()
    assert (await staying).kept is keep
    assert len(library.store.ids()) == keep


async def test_files(library: Library, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("an <b>a</b>rticle &amp; more", "utf-8")
    got = await library.text_of_file(page)
    assert got.text is not None
    assert (got.text.text, got.cause, got.address) == ("an article & more", None, page.as_uri())
    assert got.snapshot is not None
    assert library.blob(got.snapshot.id) == page.read_bytes()
    notes = tmp_path / "notes.txt"
    notes.write_text("# Title\n<p>kept</p>", "utf-8")
    assert (await library.text_of_file(notes)).text.text == "# Title\n\n<p>kept</p>"  # type: ignore[union-attr]


async def test_file_addresses_are_for_command_lines_only(library: Library, tmp_path: Path) -> None:
    page = tmp_path / "a page.txt"
    page.write_text("words", "utf-8")
    assert (await library.text_of(page.as_uri())).cause is Cause.ADDRESS_NOT_ALLOWED
    own = Library(Settings(folder=tmp_path / "own"), files=True)
    got = await own.text_of(page.as_uri())
    assert got.text is not None
    assert (got.text.text, got.asked, got.address) == ("words", page.as_uri(), page.as_uri())
    await own.close()


async def test_files_that_cannot_be_read(library: Library, tmp_path: Path) -> None:
    assert (await library.text_of_file(tmp_path / "none.txt")).cause is Cause.UNREACHABLE
    assert (await library.text_of_file(tmp_path)).cause is Cause.UNREACHABLE
    (tmp_path / "empty.txt").write_bytes(b"")
    assert (await library.text_of_file(tmp_path / "empty.txt")).cause is Cause.TOO_SHORT
    (tmp_path / "large.txt").write_text("word " * 200_000, "utf-8")
    large = await library.text_of_file(tmp_path / "large.txt")
    assert (large.cause, large.text is not None) == (Cause.CUT_OFF, True)
    (tmp_path / "x.bin").write_bytes(b"\0\1\2")
    assert (await library.text_of_file(tmp_path / "x.bin")).cause is Cause.UNSUPPORTED_TYPE


async def test_a_disk_that_takes_nothing_is_a_cause(library: Library, served: Sources, tmp_path: Path) -> None:
    blobs = tmp_path / "data" / "blobs"
    blobs.rmdir()
    blobs.write_bytes(b"a file where a folder was")
    got = await library.text_of(f"{served.address}/article")
    assert (got.cause, got.text, got.snapshot) == (Cause.UNREADABLE, None, None)
    assert got.evidence["kept"].startswith("no")


async def test_ten_sources_take_little_longer_than_one(tmp_path: Path) -> None:
    """Ten hosts, each slow by itself: they are fetched side by side, and reading adds little."""
    async with AsyncExitStack() as stack:
        hosts = [await stack.enter_async_context(sources()) for _ in range(10)]
        library = Library(settings(tmp_path, *hosts))
        await library.text_of(f"{hosts[0].address}/article?first")  # workers are up, certificates are loaded
        for host in hosts:
            host.delay_s = 0.2
        began = time.monotonic()
        got = await asyncio.gather(*(library.text_of(f"{host.address}/article") for host in hosts for _ in range(2)))
        took = time.monotonic() - began
        assert all(one.text is not None for one in got)
        assert took < 1.0  # one after the other would take 2; the bench measures how close to 0.2 it is
        await library.close()


async def test_closing_in_the_middle_of_a_fetch(served: Sources, tmp_path: Path) -> None:
    library = Library(settings(tmp_path, served))
    reading = asyncio.ensure_future(library.text_of(f"{served.address}/slow"))
    await asyncio.sleep(0.05)
    await library.close()
    with pytest.raises(asyncio.CancelledError):
        await reading


async def test_an_idle_library_holds_little(tmp_path: Path) -> None:
    library = Library(Settings(folder=tmp_path))
    assert library._readers._idle == []  # no worker before there is a document
    await library.close()
