"""`build.py run` without a screen: what it prints, what it leaves, and what it says when something is broken."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from run import OUT

from pages import page, serving

PROGRAM = Path(__file__).with_name("run.py")
ANSWER = """<!doctype html><html lang="en"><title>An answer</title><article>
<p>The timetable is short: “The ferry leaves at nine.”<sup><a href="{source}/timetable.html">[1]</a></sup> It adds that
“dogs travel free of charge on Sundays”.<sup><a href="{source}/timetable.html">[1]</a></sup></p></article></html>"""
TIMETABLE = "<!doctype html><title>Timetable</title><p>The ferry leaves at nine. In winter it leaves at ten.</p>"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name} | {"CI": "true"}
    return subprocess.run(
        [sys.executable, PROGRAM, *arguments], capture_output=True, text=True, timeout=120, env=environment
    )


def test_the_sample_is_told_as_a_table_with_two_pictures() -> None:
    pictures = [OUT / "marked-page.png", OUT / "card.png"]
    for picture in pictures:
        picture.unlink(missing_ok=True)
    done = run()
    assert done.returncode == 0, done.stderr
    for said in ("found", "closest", "absent", "unchecked", "refused", "shortened", "number_context", "hidden_text"):
        assert f" {said} " in done.stdout.replace("\n", " \n"), said
    assert "11 quotes: 5 found, 1 closest, 1 absent, 4 unchecked." in done.stdout
    assert "only 1 crossing in 8 was" in done.stdout
    for picture in pictures:
        assert str(picture) in done.stdout
        assert picture.read_bytes().startswith(b"\x89PNG")


def test_another_answer_page_and_its_sources_can_be_given() -> None:
    with serving({"/timetable.html": page(TIMETABLE)}) as source:
        answer = ANSWER.replace("{source}", source.address)
        with serving({"/chat": page(answer)}) as chat:
            done = run("--url", f"http://localhost:{chat.port}/chat", "--allow", source.host_and_port)
            refused = run("--url", f"{chat.address}/chat")
    assert done.returncode == 0, done.stderr
    assert "2 quotes: 1 found, 1 absent." in done.stdout
    assert refused.returncode == 0, refused.stderr
    assert "2 quotes: 2 unchecked." in refused.stdout
    assert "address_not_allowed" in refused.stdout


def test_what_is_broken_is_said_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        nobody = f"http://127.0.0.1:{taken.getsockname()[1]}/"
    with serving({"/empty": page("<!doctype html><title>Nothing</title>")}) as site:
        told = {
            nobody: "could not be opened",
            f"{site.address}/missing": "answered with status 404",
            f"{site.address}/empty": "No answer was found",
            "file:///etc/hosts": "begins with http:// or https://",
        }
        for address, sentence in told.items():
            done = run("--url", address)
            assert done.returncode == 1, done.stdout
            assert sentence in done.stderr
            assert "Traceback" not in done.stderr
            assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("place", ["example", "127.0.0.1:port"])
def test_a_place_to_allow_has_a_host_and_a_port(place: str) -> None:
    done = run("--allow", place)
    assert done.returncode == 1
    assert "--allow takes" in done.stderr
