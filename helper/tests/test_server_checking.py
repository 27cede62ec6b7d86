"""The door with the real checking behind it: an answer goes in over TCP, its verdicts come out by polling."""

import asyncio
import copy
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from calling import Helper
from serving import ANSWER, SteppedChecker
from sources.test_archive import wayback

from quotefound.checking import open_checker
from quotefound.door.connection import Connection
from quotefound.door.server import serve
from quotefound.settings import Settings
from quotefound.sources.store import Store

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
async def real_helper(folder: Path, *allow: int, archive: str = "http://127.0.0.1:1") -> AsyncIterator[Helper]:
    """A helper that fetches, keeps and judges; loopback sources on these ports are let through."""

    there: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()
    settings = Settings(folder=folder, allow=frozenset(("127.0.0.1", port) for port in allow), archive=archive)
    serving = asyncio.create_task(serve(settings, open_checker, there.set_result))
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


async def waiting(helper: Helper) -> list[dict[str, Any]]:
    said = await helper.post("/v1/escalations", {})
    assert said.status == 200, said.json
    return list(said.json["escalations"])


async def test_an_answer_that_was_blocked_waits_for_a_person_until_it_is_done(tmp_path: Path) -> None:
    async with source_that_says("Tea was rationed until 1953.") as port:
        async with real_helper(tmp_path, port) as helper:
            body = answer_about(port)
            body["answer"]["question"] = "Until when?"
            report = await ended(helper, (await helper.post("/v1/answers", body)).json["job"])
            assert (report["decision"], report["stopped"]) == ("blocked", {"quote": "q1"})
            assert len(await waiting(helper)) == 1
            await asyncio.sleep(1.1)  # snapshots are dated to the second
            await ended(helper, (await helper.post("/v1/answers", body | {"fresh": True})).json["job"])
        async with real_helper(tmp_path, port) as helper:  # another helper finds it there
            [entry] = await waiting(helper)
            assert entry["question"] == "Until when?"
            assert (entry["address"], entry["title"]) == ("https://chat.example/c/1", "Tea")
            assert entry["stopped"]["text"] == "Tea was rationed until 1952."
            assert [(source["state"], source["title"]) for source in entry["sources"]] == [("read", "Rationing")]
            store = Store(tmp_path)
            assert [*store.holders().values()] == [[f"escalation:{entry['id']}"]]  # the later reading's, alone
            [held] = store.holders()
            assert (held, len(store.ids())) == (store.ids()[-1], 2)
            assert (await helper.post("/v1/escalations/done", {"id": entry["id"]})).status == 200
            assert (await waiting(helper), store.holders()) == ([], {})
            store.close()


async def test_an_answer_leaves_the_list_when_its_source_could_be_read_after_all(tmp_path: Path) -> None:
    async with pages_served((403, "no"), (200, IN_THE_TAB)) as port, real_helper(tmp_path, port) as helper:
        job = (await helper.post("/v1/answers", answer_about(port))).json["job"]
        await ended(helper, job)
        [entry] = await waiting(helper)
        assert (entry["decision"], entry["stopped"]["cause"]) == ("abstained", "refused")
        assert [source["state"] for source in entry["sources"]] == ["failed"]
        await helper.post("/v1/sources/fetch", {"job": job, "sources": [0]})
        assert (await ended(helper, job))["decision"] == "supported"
        assert await waiting(helper) == []


@pytest.mark.parametrize(("year", "listed"), [(1952, 0), (1953, 1)])
async def test_an_answer_waits_for_the_readers_word_once_and_stays_only_with_another_result(
    tmp_path: Path, year: int, listed: int
) -> None:
    async with source_that_says(f"Tea was rationed until {year}.") as port, real_helper(tmp_path, port) as helper:
        body = answer_about(port)
        body["answer"]["sources"][0]["rendered"] = False
        job = (await helper.post("/v1/answers", body)).json["job"]
        report = await ended(helper, job)
        assert (report["decision"], report["quotes"][0]["cause"]) == ("abstained", "not_fetched")
        [entry] = await waiting(helper)
        assert (entry["decision"], entry["stopped"]["cause"]) == ("abstained", "not_fetched")
        await helper.post("/v1/sources/fetch", {"job": job, "sources": [0]})
        await ended(helper, job)
        assert len(await waiting(helper)) == listed
        await ended(helper, (await helper.post("/v1/answers", body)).json["job"])  # the page is loaded anew
        assert len(await waiting(helper)) == listed


async def test_what_a_private_window_asks_or_a_person_by_hand_is_not_listed(tmp_path: Path) -> None:
    async with source_that_says("Tea was rationed until 1953.") as port, real_helper(tmp_path, port) as helper:
        answer = answer_about(port)
        by_hand = {
            "quote": "Tea was rationed until 1952.",
            "source": {"address": answer["answer"]["sources"][0]["address"]},
        }
        for path, body in (("/v1/answers", answer | {"private": True}), ("/v1/quotes", by_hand)):
            report = await ended(helper, (await helper.post(path, body)).json["job"])
            assert report["decision"] == "blocked"
            assert await waiting(helper) == []
        said = await helper.post("/v1/answers", answer | {"private": "yes"})
        assert (said.status, said.name) == (400, "bad_request")


async def test_a_check_that_was_cancelled_is_not_listed(tmp_path: Path) -> None:
    async with source_that_says("Tea.", after_s=5) as port, real_helper(tmp_path, port) as helper:
        job = (await helper.post("/v1/answers", answer_about(port))).json["job"]
        await asyncio.sleep(0.3)
        await helper.post("/v1/jobs/cancel", {"job": job})
        await ended(helper, job)
        assert await waiting(helper) == []


async def test_everything_that_is_forgotten_is_what_waited_too(tmp_path: Path) -> None:
    async with source_that_says("Tea was rationed until 1953.") as port, real_helper(tmp_path, port) as helper:
        await ended(helper, (await helper.post("/v1/answers", answer_about(port))).json["job"])
        assert len(await waiting(helper)) == 1
        assert (await helper.post("/v1/forget", {})).json == {"forgotten": 1}
        assert await waiting(helper) == []
        kept = (await helper.post("/v1/kept", {})).json
        assert (kept["snapshots"], kept["bytes"]) == (0, 0)


async def test_the_reader_says_how_long_sources_are_kept(tmp_path: Path) -> None:
    async with source_that_says("Tea was rationed until 1952.") as port, real_helper(tmp_path, port) as helper:
        await ended(helper, (await helper.post("/v1/answers", answer_about(port))).json["job"])
        kept = (await helper.post("/v1/kept", {"keep_days": 30})).json
        assert (kept["snapshots"], kept["keep_days"], kept["max_store_bytes"]) == (1, 30, 2_000_000_000)
        assert kept["bytes"] > 500
        for bad in ({"keep_days": 0}, {"keep_days": "30"}, {"max_store_bytes": -1}, {"max_store_bytes": None}):
            said = await helper.post("/v1/kept", bad)
            assert (said.status, said.name) == (400, "bad_request")
        assert (await helper.post("/v1/kept", {})).json == kept
    assert Settings.read({"folder": tmp_path}, {}).keep_days == 30


async def test_cancelling_stops_a_slow_source_at_once(tmp_path: Path) -> None:
    async with source_that_says("Tea.", after_s=5) as port, real_helper(tmp_path, port) as helper:
        job = (await helper.post("/v1/answers", answer_about(port))).json["job"]
        await asyncio.sleep(0.3)
        began = time.monotonic()
        assert (await helper.post("/v1/jobs/cancel", {"job": job})).status == 202
        assert (await ended(helper, job))["state"] == "cancelled"
        assert time.monotonic() - began < 2


WALL = "<!doctype html><title>Log in</title><form><input type=password></form><p>Please log in."
IN_THE_TAB = "<!doctype html><title>Tea</title><p>Tea was rationed until 1952.</p>" + "<p>Nobody knew when.</p>" * 60


@asynccontextmanager
async def pages_served(*pages: tuple[int, str]) -> AsyncIterator[int]:
    """A source that answers each request with the next (status, page), the last one for ever."""
    left = list(pages)

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        status, text = left.pop(0) if len(left) > 1 else left[0]
        return web.Response(status=status, text=text, content_type="text/html")

    runner = web.ServerRunner(web.Server(answer), shutdown_timeout=0.1)
    await runner.setup()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        await web.SockSite(runner, listener).start()
        yield int(listener.getsockname()[1])
        await runner.cleanup()


def noted(quote: dict[str, Any]) -> dict[str, str]:
    return {note["name"]: note["detail"] for note in quote["notes"]}


async def read_in_tab(helper: Helper, job: str, port: int, html: str, **more: Any) -> dict[str, Any]:
    address = f"http://127.0.0.1:{port}/tea"
    body = {"job": job, "source": 0, "address": address, "final_address": address, "html": html, "title": "Tea"} | more
    said = await helper.post("/v1/readings", body)
    assert said.status == 202, said.json
    return await ended(helper, job)


async def test_the_readers_tab_finds_what_a_wall_hid_and_says_so(tmp_path: Path) -> None:
    async with pages_served((401, WALL)) as port, real_helper(tmp_path, port) as helper:
        job = (await helper.post("/v1/answers", answer_about(port))).json["job"]
        [quote] = (await ended(helper, job))["quotes"]
        assert (quote["verdict"], quote["cause"], quote["reading"]) == ("unchecked", "login_wall", "fetched")
        report = await read_in_tab(helper, job, port, IN_THE_TAB)
        [quote], [source] = report["quotes"], report["sources"]
        assert (quote["verdict"], quote["reading"], noted(quote)) == ("found", "own_tab", {"own_tab": ""})
        assert quote["record"]["reading"] == "own_tab"
        assert (source["cause"], source["state"]) == ("login_wall", "failed")  # the helper's own stays beside it
        [beside] = source["readings"]
        assert (beside["kind"], beside["state"], beside["cause"]) == ("own_tab", "read", None)
        assert beside["read_at"]


async def test_a_tab_that_shows_a_wall_too_changes_nothing_but_the_cause(tmp_path: Path) -> None:
    async with pages_served((403, "<h1>403 Forbidden</h1>")) as port, real_helper(tmp_path, port) as helper:
        job = (await helper.post("/v1/answers", answer_about(port))).json["job"]
        await ended(helper, job)
        [quote] = (await read_in_tab(helper, job, port, WALL))["quotes"]
        assert (quote["verdict"], quote["cause"], quote["reading"]) == ("unchecked", "login_wall", "own_tab")
        [quote] = (await read_in_tab(helper, job, port, IN_THE_TAB))["quotes"]  # logged in now
        assert quote["verdict"] == "found"


async def test_a_tab_cut_off_never_says_that_words_are_not_there(tmp_path: Path) -> None:
    async with pages_served((403, "no")) as port, real_helper(tmp_path, port) as helper:
        job = (await helper.post("/v1/answers", answer_about(port))).json["job"]
        await ended(helper, job)
        [quote] = (await read_in_tab(helper, job, port, IN_THE_TAB.replace("1952", "1953"), truncated=True))["quotes"]
        assert (quote["verdict"], quote["cause"]) == ("unchecked", "cut_off")
        [quote] = (await read_in_tab(helper, job, port, IN_THE_TAB.replace("1952", "1953")))["quotes"]
        assert (quote["verdict"], quote["reading"]) == ("closest", "own_tab")


async def test_an_archives_copy_only_on_request_and_labelled_with_its_date(tmp_path: Path) -> None:
    async with pages_served((404, "<title>Page not found</title>")) as port, wayback() as archive:
        address = f"http://127.0.0.1:{port}/tea"
        archive.captures = [("20250101000000", address, 200, IN_THE_TAB)]
        async with real_helper(tmp_path, port, archive.port, archive=f"http://127.0.0.1:{archive.port}") as helper:
            job = (await helper.post("/v1/answers", answer_about(port))).json["job"]
            [quote] = (await ended(helper, job))["quotes"]
            assert (quote["verdict"], quote["cause"], archive.asked) == ("unchecked", "error_page", [])
            assert (await helper.post("/v1/sources/archive", {"job": job, "source": 0})).status == 202
            [quote] = (await ended(helper, job))["quotes"]
            assert (quote["verdict"], quote["reading"]) == ("found", "archive")
            assert noted(quote) == {"archived_copy": "2025-01-01T00:00:00Z"}
            assert quote["passage"]["link"].startswith(f"http://127.0.0.1:{archive.port}/web/20250101000000/{address}#")
            assert quote["record"]["capturedAt"] == "2025-01-01T00:00:00Z"


async def test_a_copy_never_overrules_a_source_that_was_read_whole(tmp_path: Path) -> None:
    async with pages_served((200, IN_THE_TAB.replace("1952", "1953"))) as port, wayback() as archive:
        archive.captures = [("20250101000000", f"http://127.0.0.1:{port}/tea", 200, IN_THE_TAB)]
        async with real_helper(tmp_path, port, archive.port, archive=f"http://127.0.0.1:{archive.port}") as helper:
            job = (await helper.post("/v1/answers", answer_about(port))).json["job"]
            await ended(helper, job)
            await helper.post("/v1/sources/archive", {"job": job, "source": 0})
            [quote] = (await ended(helper, job))["quotes"]
            assert (quote["verdict"], quote["reading"]) == ("closest", "fetched")
            assert noted(quote) == {"source_changed": "gone since 2025-01-01T00:00:00Z"}


async def test_a_source_that_nobody_agreed_to_fetch_is_not_told_to_an_archive(tmp_path: Path) -> None:
    async with pages_served((200, "x")) as port, real_helper(tmp_path, port) as helper:
        job = (await helper.post("/v1/answers", answer_about(port, "nothing"))).json["job"]
        said = await helper.post("/v1/sources/archive", {"job": job, "source": 0})
        assert (said.status, said.name) == (400, "bad_request")


async def test_words_that_have_left_the_source_are_said_to_have(tmp_path: Path) -> None:
    changed = IN_THE_TAB.replace("1952", "1953")
    async with pages_served((200, IN_THE_TAB), (200, changed)) as port, real_helper(tmp_path, port) as helper:
        first = await ended(helper, (await helper.post("/v1/answers", answer_about(port))).json["job"])
        assert first["sources"][0]["changed"] is None
        body = answer_about(port) | {"fresh": True}
        report = await ended(helper, (await helper.post("/v1/answers", body)).json["job"])
        when = first["sources"][0]["read_at"]
        assert report["sources"][0]["changed"] == {"page": "changed", "since": when}
        [quote] = report["quotes"]
        assert (quote["verdict"], noted(quote)) == ("closest", {"source_changed": f"gone since {when}"})


async def test_words_that_are_new_in_the_source_are_said_to_be_and_others_are_not(tmp_path: Path) -> None:
    pages = [(200, IN_THE_TAB.replace("1952", "1953")), (200, IN_THE_TAB), (200, IN_THE_TAB + "<p>A line more.")]
    async with pages_served(*pages) as port, real_helper(tmp_path, port) as helper:
        notes, changed = [], []
        for fresh in (False, True, True):
            body = answer_about(port) | {"fresh": fresh}
            report = await ended(helper, (await helper.post("/v1/answers", body)).json["job"])
            notes.append(noted(report["quotes"][0]).get("source_changed", "").partition(" since ")[0])
            changed.append((report["sources"][0]["changed"] or {}).get("page"))
        assert notes == ["", "new", ""]
        assert changed == [None, "changed", "changed"]


async def test_a_quote_by_hand_against_pasted_text(tmp_path: Path) -> None:
    async with real_helper(tmp_path) as helper:
        source = {"text": "We know that tea was rationed until 1952. " + "Nobody knew. " * 5, "name": "my notes"}
        job = (await helper.post("/v1/quotes", {"quote": "tea was rationed until 1952", "source": source})).json["job"]
        report = await ended(helper, job)
        [quote], [read] = report["quotes"], report["sources"]
        assert (quote["verdict"], quote["passage"]["link"], read["title"]) == ("found", "", "my notes")
        assert quote["record"]["reading"] == "pasted"


async def test_a_quote_by_hand_against_an_address(tmp_path: Path) -> None:
    async with pages_served((200, IN_THE_TAB)) as port, real_helper(tmp_path, port) as helper:
        body = {"quote": "rationed until 1951", "source": {"address": f"http://127.0.0.1:{port}/tea"}}
        report = await ended(helper, (await helper.post("/v1/quotes", body)).json["job"])
        assert [quote["verdict"] for quote in report["quotes"]] == ["closest"]


async def test_the_command_line_asks_an_archive_only_when_told_to(tmp_path: Path) -> None:
    async with pages_served((404, "<title>Page not found</title>")) as port, wayback() as archive:
        archive.captures = [("20250101000000", f"http://127.0.0.1:{port}/tea", 200, IN_THE_TAB)]
        base = f"http://127.0.0.1:{archive.port}"
        command = [
            sys.executable, "-m", "quotefound", "check", "--folder", str(tmp_path), "--quote", "rationed until 1952",
            "--source", f"http://127.0.0.1:{port}/tea", "--allow", f"127.0.0.1:{port}", "--allow",
            f"127.0.0.1:{archive.port}", "--archive-address", base,
        ]  # fmt: skip

        async def said(*more: str) -> str:
            process = await asyncio.create_subprocess_exec(*command, *more, stdout=asyncio.subprocess.PIPE)
            return (await process.communicate())[0].decode()

        assert "Could not check" in await said()
        assert archive.asked == []
        told = await said("--archive")
        assert "Quote found" in told
        assert "Read from an archived copy. (2025-01-01T00:00:00Z)" in told
        assert f"{base}/web/20250101000000/http" in told


def bytes_on_the_disk(folder: Path) -> bytes:
    return b"\n".join(
        str(path.relative_to(folder)).encode() + path.read_bytes() for path in folder.rglob("*") if path.is_file()
    )


async def test_a_private_window_leaves_nothing_on_the_disk(tmp_path: Path) -> None:
    """Read in every way, recorded, and gone; an ordinary check of the same page beside it is kept as always."""
    async with (
        source_that_says("Tea was rationed until 1953.", after_s=0.2) as port,
        real_helper(tmp_path, port) as helper,
    ):
        body = answer_about(port)
        body["answer"]["question"] = "Until when?"
        address = body["answer"]["sources"][0]["address"]
        quote = {"quote": "Tea was rationed until 1953.", "source": {"address": address}}
        pasted = {"quote": "Coffee was free.", "source": {"text": "Nobody knew, but coffee was free.", "name": "a"}}
        for path, asked, verdict in (
            ("/v1/answers", body, "closest"),
            ("/v1/answers", {"draft": f"He said “Tea was rationed until 1953.” [1]({address})"}, "found"),
            ("/v1/quotes", quote, "found"),
            ("/v1/quotes", pasted, "found"),
        ):
            job = (await helper.post(path, asked | {"private": True})).json["job"]
            report = await ended(helper, job)
            [told] = report["quotes"]
            assert told["verdict"] == verdict
            assert (told["record"]["kept"], told["record"]["hashes"]["raw"][:7]) == (False, "sha256:")
        tab = {"source": 0, "address": address, "final_address": address, "html": PAGE.format("Seen in a tab, cocoa.")}
        job = (await helper.post("/v1/answers", body | {"private": True, "fetch": "nothing"})).json["job"]
        await ended(helper, job)
        assert (await helper.post("/v1/readings", tab | {"job": job})).status == 202
        assert (await ended(helper, job))["sources"][0]["readings"][0]["state"] == "read"
        there = bytes_on_the_disk(tmp_path)
        for secret in (f"127.0.0.1:{port}", "rationed", "Until when", "chat.example", "coffee", "cocoa"):
            assert secret.encode() not in there, secret
        store = Store(tmp_path)
        assert (store.ids(), await waiting(helper)) == ([], [])
        private, ordinary = [
            (await helper.post("/v1/answers", body | more)).json["job"] for more in ({"private": True}, {})
        ]
        assert [(await ended(helper, job))["quotes"][0]["record"].get("kept") for job in (private, ordinary)] == [
            False,
            None,
        ]
        assert (len(store.ids()), len(await waiting(helper))) == (1, 1)
        store.close()


async def test_a_private_window_adds_nothing_to_what_is_kept_of_the_same_page(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Read anew and read in an archive, beside an earlier reading that neither speaks nor grows."""
    changed = IN_THE_TAB.replace("1952", "1953")
    async with pages_served((200, IN_THE_TAB), (200, changed)) as port, wayback() as archive:
        address = f"http://127.0.0.1:{port}/tea"
        archive.captures = [("20250101000000", address, 200, IN_THE_TAB)]
        async with real_helper(tmp_path, port, archive.port, archive=f"http://127.0.0.1:{archive.port}") as helper:
            await ended(helper, (await helper.post("/v1/answers", answer_about(port))).json["job"])
            store, kept = Store(tmp_path), await helper.post("/v1/kept", {})
            there = store.ids()
            caplog.clear()
            body = answer_about(port) | {"private": True, "claims": "on"}
            job = (await helper.post("/v1/answers", body)).json["job"]
            report = await ended(helper, job)
            assert (report["quotes"][0]["verdict"], report["sources"][0]["changed"]) == ("closest", None)
            assert (await helper.post("/v1/sources/archive", {"job": job, "source": 0})).status == 202
            [beside] = (await ended(helper, job))["sources"][0]["readings"]
            assert (beside["kind"], beside["state"]) == ("archive", "read")
            await helper.post("/v1/sources/fetch", {"job": job, "sources": [0]})  # once more
            assert (await ended(helper, job))["quotes"][0]["record"]["kept"] is False
            assert (store.ids(), (await helper.post("/v1/kept", {})).json) == (there, kept.json)
            assert b"until 1953" not in bytes_on_the_disk(tmp_path)
            assert str(port) not in caplog.text
            store.close()
