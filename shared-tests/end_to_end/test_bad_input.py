"""What goes wrong in real life: each ends in one clear sentence, and nothing that was kept is lost or damaged."""

import contextlib
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pages import Site, page, serving, unfinished
from quotefound.core.terms import CAUSE_SENTENCES, Cause
from stage import Helper, Stage, until

COMMAND = str(Path(sys.executable).with_name("quotefound"))
GOOD_PAGE = "<!doctype html><title>Timetable</title><p>The ferry leaves at nine, and whenever the mail is late.</p>"


@pytest.fixture
def site() -> Iterator[Site]:
    pages = {
        "/good.html": page(GOOD_PAGE),
        "/refused.html": page("<h1>403 Forbidden</h1>", status=403),
        "/program.bin": page(b"\x7fELF\x02\x01\x01\x00" + bytes(range(256)) * 40, "application/octet-stream"),
        "/lying.html": page(b"\x7fELF\x02\x01\x01\x00" + bytes(range(256)) * 40, "text/html"),
        "/empty.html": page(""),
    }
    with serving(pages) as served:
        yield served


def checked(folder: Path, quote: str, source: str, *allow: str) -> subprocess.CompletedProcess[str]:
    command = [COMMAND, "check", "--folder", str(folder), "--quote", quote, "--source", source]
    command += [part for place in allow for part in ("--allow", place)]
    return subprocess.run(command, capture_output=True, text=True, timeout=90)


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


@pytest.mark.parametrize(
    ("path", "cause"),
    [
        ("/refused.html", Cause.REFUSED),
        ("/program.bin", Cause.UNSUPPORTED_TYPE),
        ("/lying.html", Cause.UNSUPPORTED_TYPE),
        ("/empty.html", Cause.TOO_SHORT),
    ],
)
def test_an_unreadable_source_is_said_with_its_cause(tmp_path: Path, site: Site, path: str, cause: Cause) -> None:
    result = checked(tmp_path, "The ferry leaves at nine", site.address + path, site.host_and_port)
    assert result.returncode == 2, result.stderr
    assert CAUSE_SENTENCES[cause] in result.stdout
    assert "Traceback" not in result.stdout + result.stderr


def test_an_unreachable_host_is_said_as_such(tmp_path: Path) -> None:
    port = closed_port()
    result = checked(tmp_path, "The ferry leaves at nine", f"http://127.0.0.1:{port}/", f"127.0.0.1:{port}")
    assert result.returncode == 2, result.stderr
    assert CAUSE_SENTENCES[Cause.UNREACHABLE] in result.stdout


def test_a_private_address_is_refused_before_anything_is_asked_of_it(tmp_path: Path, site: Site) -> None:
    result = checked(tmp_path, "The ferry leaves at nine", f"{site.address}/good.html")
    assert result.returncode == 2, result.stderr
    assert CAUSE_SENTENCES[Cause.ADDRESS_NOT_ALLOWED] in result.stdout
    assert site.asked == []


def test_a_quote_of_one_character_is_not_passed_over(tmp_path: Path, site: Site) -> None:
    there = checked(tmp_path, "x", f"{site.address}/good.html", site.host_and_port)
    assert there.returncode == 1, there.stdout  # the page has no x as a word
    nothing = checked(tmp_path, "…", f"{site.address}/good.html", site.host_and_port)
    assert nothing.returncode == 2
    assert CAUSE_SENTENCES[Cause.EMPTY_QUOTE] in nothing.stdout


def test_wrong_usage_is_said_and_has_a_status_of_its_own(tmp_path: Path) -> None:
    result = subprocess.run([COMMAND, "check", "--folder", str(tmp_path)], capture_output=True, text=True, timeout=30)
    assert result.returncode == 3
    assert "Traceback" not in result.stderr
    assert result.stderr.strip()


@pytest.fixture
def helper(tmp_path: Path, site: Site) -> Iterator[Helper]:
    started = Helper(tmp_path / "data", [site.host_and_port])
    try:
        yield started
    finally:
        started.stop()


def answer_citing(address: str, quote: str = "The ferry leaves at nine") -> dict[str, Any]:
    text = f"It says “{quote}”."
    citation = {"start": len(text), "end": len(text), "sources": [0], "hidden": 0, "label": "[1]"}
    block = {"kind": "paragraph", "text": text, "citations": [citation]}
    where = {"address": "https://chat.example/", "title": "", "language": "en"}
    source = {"address": address, "title": "", "rendered": True}
    answer = {"page": where, "site": "generic", "question": None, "blocks": [block], "sources": [source]}
    return {"answer": answer, "fetch": "rendered"}


def finished(helper: Helper, body: dict[str, Any]) -> dict[str, Any]:
    status, started = helper.call("/v1/answers", body)
    assert status == 202, started
    return helper.finished(started["job"], 60)


MALFORMED: dict[str, Callable[[dict[str, Any]], object]] = {
    "half of a body": lambda body: b'{"answer": ',
    "a list": lambda body: [body],
    "no answer": lambda body: {"fetch": "rendered"},
    "an unknown way to fetch": lambda body: body | {"fetch": "everything"},
    "a block of a number": lambda body: body | {"answer": body["answer"] | {"blocks": [{"text": 7}]}},
    "a citation of no source": lambda body: body | {"answer": body["answer"] | {"sources": []}},
}


@pytest.mark.parametrize("fault", [*MALFORMED, "another type"])
def test_a_malformed_request_is_refused_in_a_sentence(helper: Helper, site: Site, fault: str) -> None:
    good = answer_citing(f"{site.address}/good.html")
    body = MALFORMED[fault](good) if fault in MALFORMED else good
    status, refusal = helper.call("/v1/answers", body, "application/json" if fault in MALFORMED else "text/plain")
    assert status in (400, 415)
    assert refusal["error"]["name"]
    assert refusal["error"]["sentence"].endswith(".")
    assert finished(helper, good)["summary"]["found"] == 1  # it still works


def test_a_second_helper_says_that_there_is_one(helper: Helper) -> None:
    second = subprocess.run(helper.command, capture_output=True, text=True, timeout=60)
    assert second.returncode != 0
    assert str(helper.port) in second.stdout + second.stderr
    assert "Traceback" not in second.stderr
    state = json.loads((helper.folder / "helper.json").read_text())
    assert (state["port"], state["token"]) == (helper.port, helper.token)


def kept_files(folder: Path) -> dict[str, bytes]:
    """Everything kept but the connection's and the index's own files, which change with every run."""
    own = ("helper.", "index")
    files = (file for file in folder.rglob("*") if file.is_file())
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in files
        if not file.name.startswith(own) and ".sqlite" not in file.name and ".db" not in file.name
    }


@contextlib.contextmanager
def slow_site() -> Iterator[tuple[Site, threading.Event]]:
    """A source that begins and does not go on; the event says that it has been asked for."""
    begins, asked = unfinished()

    with serving({"/slow.html": begins}) as slow:
        yield slow, asked


def test_a_helper_killed_in_the_middle_of_a_check_loses_nothing_that_was_kept(tmp_path: Path, site: Site) -> None:
    with slow_site() as (slow, asked):
        places = [site.host_and_port, slow.host_and_port]
        helper = Helper(tmp_path / "data", places)
        good = answer_citing(f"{site.address}/good.html")
        assert finished(helper, good)["summary"]["found"] == 1
        before = kept_files(helper.folder)
        assert before
        helper.call("/v1/answers", answer_citing(f"{slow.address}/slow.html"))
        assert asked.wait(20)
        helper.kill()
        again = Helper(tmp_path / "data", places)
        try:
            after = kept_files(again.folder)
            assert {name: after.get(name) for name in before} == before
            assert finished(again, good)["summary"]["found"] == 1
        finally:
            again.stop()


CHAT = """<!doctype html><html lang="en"><meta name="quotefound" content="own-citations">
<title>An answer</title><article><p>One page says “The ferry leaves at
nine”<sup><a href="{good}/good.html">[1]</a></sup> and another “it leaves when the mail is
late”.<sup><a href="{slow}/slow.html">[2]</a></sup></p></article></html>"""


def test_a_helper_killed_under_the_browser_is_said_on_the_page(tmp_path: Path, site: Site) -> None:
    with slow_site() as (slow, asked):
        chat = CHAT.replace("{good}", site.address).replace("{slow}", slow.address)
        helper = Helper(tmp_path / "data", [site.host_and_port, slow.host_and_port])
        with serving({"/chat": page(chat)}) as answer, Stage(tmp_path) as stage:
            stage.pair(helper)
            stage.switch_on(answer.address)
            shown = stage.open(f"{answer.address}/chat")
            assert asked.wait(20)
            until(lambda: "quotefound-found" in stage.marks(shown), 10, "The first quote was not marked.")
            helper.kill()
            until(lambda: "not running" in stage.bar(shown).words, 20, "The page does not say that the helper is gone.")
            marks = stage.marks(shown)
            assert marks["quotefound-found"] == ["The ferry leaves at nine"]  # what was judged stays
            assert " ".join(marks["quotefound-unchecked"]) == "it leaves when the mail is late"
            stage.click_mark(shown, "it leaves when the mail is late")
            assert CAUSE_SENTENCES[Cause.HELPER_NOT_RUNNING] in stage.card(shown).words
