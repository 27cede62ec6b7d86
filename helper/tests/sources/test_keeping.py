"""Snapshots over time: confirmed ones, changed sources, damage, room, and what is forgotten when."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from sources.serving_sources import ARTICLE, Sources, settings, sources

from quotefound.core.text import Block, Text
from quotefound.settings import Settings, SettingsError
from quotefound.sources.fetching import Response
from quotefound.sources.keeping import Keeper
from quotefound.sources.reading import Read
from quotefound.sources.snapshots import Library
from quotefound.sources.store import PIN, Damaged, Store, digest
from quotefound.sources.text_form import to_json


@pytest.fixture
async def served() -> AsyncIterator[Sources]:
    async with sources() as one:
        yield one


@pytest.fixture
async def library(served: Sources, tmp_path: Path) -> AsyncIterator[Library]:
    one = Library(settings(tmp_path, served))
    yield one
    await one.close()


class Clock:
    """A clock that stands where a test puts it."""

    def __init__(self, day: str) -> None:
        self.day = day

    def __call__(self) -> str:
        return f"{self.day}T12:00:00Z"


def read(words: str, extractor: str = "x@1") -> Read:
    text = Text(words, (Block(0, len(words)),))
    return Read(text, to_json(text), None, "text/plain", extractor, {})


def response(words: str, address: str = "https://a.example/") -> Response:
    return Response(address, address, 200, {}, words.encode(), False)


@pytest.mark.parametrize("path", ["/tagged", "/dated"])
async def test_a_confirmed_source_is_dated_anew_and_sent_once(library: Library, served: Sources, path: str) -> None:
    first = await library.text_of(served.address + path)
    again = await library.text_of(served.address + path, fresh=True)
    assert first.snapshot is not None
    assert again.snapshot is not None
    assert (again.snapshot.confirms, again.snapshot.status) == (first.snapshot.id, 200)
    assert (again.snapshot.raw_hash, again.text) == (first.snapshot.raw_hash, first.text)
    assert library.blob(again.snapshot.id) == ARTICLE.encode()
    assert library.get(again.snapshot.id) == again.snapshot
    assert len(list(library.store._files())) == 2  # the bytes and the text, once
    third = await library.text_of(served.address + path, fresh=True)
    assert third.snapshot is not None
    assert third.snapshot.raw_hash == first.snapshot.raw_hash


async def test_what_is_damaged_is_not_confirmed_but_fetched_and_named(library: Library, served: Sources) -> None:
    first = await library.text_of(f"{served.address}/tagged")
    assert first.snapshot is not None
    library.store._path(first.snapshot.raw_hash).write_bytes(b"damaged")
    again = await library.text_of(f"{served.address}/tagged")
    assert "If-None-Match" not in served.requests[-1].headers
    assert again.text == first.text
    assert "has changed since it was kept" in again.evidence["damaged"]
    assert first.snapshot.raw_hash in again.evidence["damaged"]
    assert library._keeper.verify() == []


async def test_only_what_was_read_whole_is_confirmed(library: Library, served: Sources) -> None:
    await library.text_of(f"{served.address}/status?code=403")
    await library.text_of(f"{served.address}/status?code=403", fresh=True)
    assert all("If-None-Match" not in request.headers for request in served.requests)


async def test_a_source_that_changed(library: Library, served: Sources) -> None:
    first = await library.text_of(f"{served.address}/article")
    assert (await library.changes(first)).page == "first"
    served.article = ARTICLE.replace("two metres", "three metres")
    now = await library.text_of(f"{served.address}/article", fresh=True)
    changes = await library.changes(now)
    assert (changes.page, changes.since) == ("changed", first.snapshot and first.snapshot.fetched_at)
    assert [earlier.text for earlier in changes.earlier] == [first.text]


async def test_other_markup_is_no_change_and_neither_is_the_same(library: Library, served: Sources) -> None:
    await library.text_of(f"{served.address}/article")
    served.article = ARTICLE.replace("<p>", "<p class='x'>")
    now = await library.text_of(f"{served.address}/article", fresh=True)
    assert (await library.changes(now)).page == "same"
    again = await library.text_of(f"{served.address}/article", fresh=True)
    changes = await library.changes(again)
    assert changes.page == "same"
    assert len(changes.earlier) == 1  # each content once


async def test_a_newer_reader_of_documents_is_no_change_of_the_source(library: Library, served: Sources) -> None:
    page = f"{served.address}/article"
    old = replace(read("as it was read long ago"), extractor="quotefound-html@0")
    library._keeper.keep(Response(page, page, 200, {"content-type": "text/html"}, ARTICLE.encode(), False), old)
    await asyncio.sleep(1.1)  # snapshots are dated to the second
    now = await library.text_of(page)
    assert (await library.changes(now)).page == "read_differently"
    served.article = ARTICLE + "<!-- other bytes -->"
    later = await library.text_of(page, fresh=True)
    assert (await library.changes(later)).page == "same"


async def test_three_older_contents_are_looked_at_and_no_more(library: Library, served: Sources) -> None:
    for day in range(6):
        served.article = ARTICLE.replace("two", f"{day}")
        now = await library.text_of(f"{served.address}/article", fresh=True)
    earlier = (await library.changes(now)).earlier
    assert ["4 metres" in (each.text.text if each.text else "") for each in earlier] == [True, False, False]


async def test_a_damaged_old_one_is_passed_over(library: Library, served: Sources) -> None:
    first = await library.text_of(f"{served.address}/article")
    assert first.snapshot is not None
    library.store._path(first.snapshot.raw_hash).write_bytes(b"damaged")
    served.article = ARTICLE.replace("two", "three")
    now = await library.text_of(f"{served.address}/article", fresh=True)
    assert (await library.changes(now)).earlier == ()


async def test_what_the_readers_tab_shows_is_kept_apart(library: Library, served: Sources) -> None:
    page = f"{served.address}/status?code=403"
    fetched = await library.text_of(page)
    html = (
        '<!doctype html><html><head><meta charset="windows-1252"><title>In</title></head><body><p>Für Leser: '
        + "wort " * 200
    )
    tab = await library.text_of_tab(page, page + "#top", html)
    assert tab.snapshot is not None
    assert fetched.snapshot is not None
    assert (tab.cause, tab.kind, tab.snapshot.kind) == (None, "own_tab", "own_tab")
    assert tab.text is not None
    assert tab.text.text.startswith("Für Leser")  # the bytes are ours, whatever the page says of its own
    assert library.get(tab.snapshot.id) == tab.snapshot
    again = await library.text_of(page)
    assert again.snapshot == fetched.snapshot  # the tab's reading does not stand in for a fetch
    served.article = ARTICLE.replace("two", "three")
    now = await library.text_of(page, fresh=True)
    assert [each.kind for each in (await library.changes(now)).earlier] == ["fetched"]


async def test_a_tab_at_a_login_page_is_a_wall_still(library: Library) -> None:
    html = "<title>Log in</title><form><input type=password></form><p>Please log in to read on."
    tab = await library.text_of_tab("https://a.example/story", "https://a.example/login?to=/story", html)
    assert tab.cause == "login_wall"


@pytest.mark.parametrize("final", ["javascript:alert(1)", "file:///etc/passwd", "chrome://settings", ""])
async def test_a_tab_elsewhere_than_on_the_web_is_refused(library: Library, final: str) -> None:
    got = await library.text_of_tab("https://a.example/", final, "<p>words")
    assert (got.snapshot, got.cause) == (None, "address_not_allowed")


async def test_pasted_text_is_a_source(library: Library) -> None:
    got = await library.text_of_given("<p>kept as it is</p>\n\nand more", "my notes")
    assert got.text is not None
    assert got.snapshot is not None
    assert (got.text.text, got.text.title, got.cause) == ("<p>kept as it is</p>\n\nand more", "my notes", None)
    assert (got.snapshot.kind, got.shown_at) == ("pasted", "")
    assert got.address == f"given:{digest(b'<p>kept as it is</p>' + bytes([10, 10]) + b'and more')}"


async def test_a_file_given_by_hand_is_read_by_its_kind(library: Library) -> None:
    got = await library.text_of_given(b"<title>Tea</title><p>an <b>a</b>rticle &amp; more", "page.html")
    assert got.text is not None
    assert got.snapshot is not None
    assert (got.text.text, got.text.title, got.snapshot.kind, got.shown_at) == ("an article & more", "Tea", "file", "")
    notes = await library.text_of_given(b"<p>as it is", "notes.txt")
    assert notes.text is not None
    assert (notes.text.text, notes.text.title) == ("<p>as it is", "notes.txt")
    assert (await library.text_of_given(b"\0\1\2", "../../etc/passwd")).cause == "unsupported_type"


async def test_everything_is_forgotten(library: Library, served: Sources, tmp_path: Path) -> None:
    first = await library.text_of(f"{served.address}/article")
    assert first.snapshot is not None
    library.refer(first.snapshot.id, PIN)
    await library.text_of_given("some words")
    assert await library.forget_everything() == 2
    assert (library.store.ids(), library.store.holders(), library.store.size()) == ([], {}, 0)
    with pytest.raises(Damaged):
        library.get(first.snapshot.id)
    assert (await library.text_of(f"{served.address}/article")).text == first.text
    assert len(served.requests) == 2


def test_the_oldest_that_nobody_needs_leaves_first(tmp_path: Path) -> None:
    store, clock = Store(tmp_path), Clock("2026-01-01")
    keeper = Keeper(store, clock)
    kept = []
    for day in range(1, 7):
        clock.day = f"2026-01-{day:02}"
        kept.append(keeper.keep(response(f"{day}" * 1_000), read(f"{day}")).id)
    store.refer(kept[0], "answer:1")
    store.refer(kept[2], PIN)
    size = store.size()
    assert keeper.tidy(size) == []
    assert keeper.tidy(size - 1_500, frozenset({kept[1]})) == kept[3:5]
    assert set(store.ids()) == {kept[0], kept[1], kept[2], kept[5]}
    assert keeper.verify() == []
    assert store.size() <= size - 1_500
    assert keeper.tidy(0) == [kept[1], kept[5]]  # what is needed stays, whatever the limit
    store.release("answer:1")
    store.release(PIN, kept[2])
    assert keeper.tidy(0) == [kept[0], kept[2]]
    assert store.size() == 0


def test_a_tabs_reading_is_kept_thirty_days_unless_pinned(tmp_path: Path) -> None:
    store, clock = Store(tmp_path), Clock("2026-01-01")
    keeper = Keeper(store, clock)
    fetched = keeper.keep(response("fetched"), read("a")).id
    tab = keeper.keep(response("tab"), read("b"), kind="own_tab").id
    pinned = keeper.keep(response("pinned"), read("c"), kind="own_tab").id
    store.refer(pinned, PIN)
    clock.day = "2026-01-31"
    assert keeper.tidy(10**9) == []
    clock.day = "2026-02-01"
    assert keeper.tidy(10**9) == [tab]
    assert store.ids() == [fetched, pinned]


def test_readings_leave_after_the_readers_days_unless_needed_or_in_use(tmp_path: Path) -> None:
    store, clock = Store(tmp_path), Clock("2026-01-01")
    keeper = Keeper(store, clock)
    old, tab, pinned, waiting, used = (
        keeper.keep(response(name), read(name), kind="own_tab" if name == "tab" else "fetched").id
        for name in ("old", "tab", "pinned", "waiting", "used")
    )
    store.refer(pinned, PIN)
    store.refer(waiting, "escalation:1")
    clock.day = "2026-01-03"
    new = keeper.keep(response("new"), read("new")).id
    clock.day = "2026-01-08"
    assert keeper.tidy(10**9, keep_days=7) == []
    clock.day = "2026-01-09"
    assert keeper.tidy(10**9) == []
    assert keeper.tidy(10**9, frozenset({used}), keep_days=7) == [old, tab]
    assert set(store.ids()) == {pinned, waiting, used, new}
    store.release("escalation:1")
    assert keeper.tidy(10**9, keep_days=7) == [waiting, used]
    assert keeper.verify() == []


def test_what_becomes_needed_while_room_is_made_stays(tmp_path: Path) -> None:
    """Another process refers to a snapshot after it was chosen to leave."""
    store = Store(tmp_path)
    keeper = Keeper(store)
    one, two = (keeper.keep(response(name), read(name)).id for name in ("one", "two"))
    let_go = store.let_go

    def refer_and_let_go(identities: Iterable[str]) -> list[str]:
        chosen = [*identities]
        Store(tmp_path).refer(one, PIN)
        return let_go(chosen)

    store.let_go = refer_and_let_go  # type: ignore[method-assign]
    assert store.trim(0) == [two]
    assert store.ids() == [one]
    assert keeper.verify() == []


async def test_other_limits_are_met_at_once_and_written_down(tmp_path: Path, served: Sources) -> None:
    before = Store(tmp_path)
    old = Keeper(before, Clock("2026-01-01")).keep(response("old"), read("old")).id
    before.close()
    library = Library(settings(tmp_path, served))
    try:
        assert await library.room.kept() == {
            "snapshots": 1,
            "bytes": library.store.size(),
            "max_store_bytes": 2_000_000_000,
            "keep_days": None,
        }
        now = (await library.text_of(f"{served.address}/article")).snapshot
        assert now is not None
        assert library.store.ids() == [old, now.id]
        told = await library.room.kept({"keep_days": 30})
        assert (told["snapshots"], told["keep_days"]) == (1, 30)
        assert library.store.ids() == [now.id]
        with pytest.raises(SettingsError, match="keep_days must be at least 1"):
            await library.room.kept({"keep_days": 0, "max_store_bytes": 50_000_000})
        told = await library.room.kept({"max_store_bytes": 40_000_000})
        assert (told["max_store_bytes"], told["keep_days"]) == (40_000_000, 30)
        both = await asyncio.gather(
            library.room.kept({"keep_days": 3}), library.room.kept({"max_store_bytes": 50_000_000})
        )
        assert both[1] == {**told, "keep_days": 3, "max_store_bytes": 50_000_000}
    finally:
        await library.close()
    moved = Settings.read({"folder": tmp_path}, {})
    assert (moved.max_store_bytes, moved.keep_days) == (50_000_000, 3)


async def test_the_limits_are_met_when_the_first_source_is_read(tmp_path: Path, served: Sources) -> None:
    before = Store(tmp_path)
    Keeper(before, Clock("2026-01-01")).keep(response("old"), read("old"))
    before.close()
    library = Library(replace(settings(tmp_path, served), keep_days=30))
    now = (await library.text_of(f"{served.address}/article")).snapshot
    await library.room.close()
    assert now is not None
    assert library.store.ids() == [now.id]
    await library.close()


def test_bytes_that_two_snapshots_name_stay_with_the_last(tmp_path: Path) -> None:
    store = Store(tmp_path)
    keeper = Keeper(store)
    one = keeper.keep(response("same", "https://a.example/"), read("same"))
    two = keeper.keep(response("same", "https://b.example/"), read("same"))
    assert store.forget([one.id]) == 1
    assert store.blob(two.raw_hash) == b"same"
    with pytest.raises(Damaged):
        store.get(one.id)
    assert store.forget([one.id, two.id]) == 1
    assert store.size() == 0


def test_bytes_just_removed_as_unused_are_kept_anew(tmp_path: Path) -> None:
    """Another process sweeps between the bytes and the entry that names them."""
    store = Store(tmp_path)
    put = store.put
    swept: list[int] = []

    def put_and_lose(content: bytes) -> str:
        name = put(content)
        if not swept:
            swept.append(Store(tmp_path).sweep())
        return name

    store.put = put_and_lose  # type: ignore[method-assign]
    snapshot = Keeper(store).keep(response("words"), read("words"))
    assert swept == [1]
    assert store.blob(snapshot.raw_hash) == b"words"
    assert Keeper(store).verify() == []


def test_verify_names_each_damaged_one(tmp_path: Path) -> None:
    store = Store(tmp_path)
    keeper = Keeper(store)
    good, raw, form, gone = (keeper.keep(response(name), read(name)) for name in ("good", "raw", "form", "gone"))
    store._path(raw.raw_hash).write_bytes(b"other")
    store._path(store.get(form.id).form_hash).write_bytes(b"{}")
    store._path(gone.raw_hash).unlink()
    faults = keeper.verify()
    assert {fault.snapshot for fault in faults} == {raw.id, form.id, gone.id}
    assert all("sha256:" in fault.sentence for fault in faults)
    assert good.id in store.ids()


def test_an_index_from_before_goes_on(tmp_path: Path) -> None:
    store = Store(tmp_path)
    before = Keeper(store).keep(response("words"), read("words"))
    store.close()
    import sqlite3

    index = sqlite3.connect(tmp_path / "snapshots.sqlite")
    for column in ("kind", "captured_at", "confirms"):
        index.execute(f"alter table snapshots drop column {column}")
    index.commit()
    index.close()
    assert Store(tmp_path).get(before.id).snapshot == before
