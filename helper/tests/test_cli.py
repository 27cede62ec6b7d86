"""The command line as a reader runs it: a process of its own, its exit statuses, and what it prints."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

ALL_FOUND, NOT_FOUND, NOT_CHECKED, WRONG_USAGE = 0, 1, 2, 3
RIVER = (
    "The river 🎉 rose by two metres last night, and the old bridge was closed to all traffic until the morning. "
    "Nobody was hurt.\n"
)
FOUND, CHANGED, MISSING = "the old bridge was closed", "the new bridge was closed", "cats sleep longer when fed"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "river.txt").write_text(RIVER, "utf-8")
    (tmp_path / "river.html").write_text(f"<!doctype html><title>River</title><p>{RIVER}</p>", "utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))
    (tmp_path / "empty.txt").write_bytes(b"")
    return tmp_path


@pytest.fixture
def served(folder: Path) -> Iterator[int]:
    """The folder, served on loopback; its port."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def run(folder: Path, *arguments: str, said: str = "") -> "subprocess.CompletedProcess[str]":
    """`quotefound check` with these arguments, in the folder, its snapshots beside it."""
    command = [sys.executable, "-m", "quotefound", "check", "--folder", str(folder / "kept"), *arguments]
    done = subprocess.run(command, input=said, capture_output=True, encoding="utf-8", cwd=folder, timeout=120)
    assert "Traceback" not in done.stderr
    return done


def test_exit_statuses_and_words(folder: Path) -> None:
    """Found with its passage and link; changed words marked by more than colour; absent; unreadable with its cause."""
    done = run(folder, "--quote", FOUND, "--source", "river.txt")
    assert (done.returncode, done.stderr) == (ALL_FOUND, "")
    assert "Quote found" in done.stdout
    assert f"[{FOUND}]" in done.stdout
    assert "#:~:text=the%20old%20bridge%20was%20closed" in done.stdout
    done = run(folder, "--quote", CHANGED, "--source", "river.html")
    assert done.returncode == NOT_FOUND
    assert "Closest passage in the source: the [-new-] [+old+] bridge was closed" in done.stdout
    assert "“" not in done.stdout, "Words that are not the source's stand in no quotation marks."
    done = run(folder, "--quote", MISSING, "--source", "river.txt")
    assert done.returncode == NOT_FOUND
    assert "The cited source does not contain this quote." in done.stdout
    for source in ("picture.png", "empty.txt", "http://127.0.0.1:9/"):
        done = run(folder, "--quote", FOUND, "--source", source)
        assert done.returncode == NOT_CHECKED, source
        assert "Could not check: " in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--quote", FOUND],
        ["--source", "river.txt"],
        ["--quote", FOUND, "--source", "nowhere.txt"],
        ["--quote", FOUND, "--source", "."],
        ["--quote", FOUND, "--source", "ftp://a.example/x"],
        ["--quote", " ", "--source", "river.txt"],
        ["--quote", FOUND, "--source", "river.txt", "answer.md"],
        ["nowhere.md"],
        ["picture.png"],
        ["."],
        ["--quote", FOUND, "--source", "river.txt", "--allow", "127.0.0.1"],
        ["--never-heard-of"],
    ],
    ids=" ".join,
)
def test_wrong_usage_gives_one_sentence(folder: Path, arguments: list[str]) -> None:
    """Status 3, nothing on standard output, and one line that says what is wrong."""
    done = run(folder, *arguments)
    assert (done.returncode, done.stdout) == (WRONG_USAGE, "")
    assert done.stderr.startswith("quotefound: ")
    assert done.stderr.count("\n") == 1


def record_of(done: "subprocess.CompletedProcess[str]") -> dict[str, Any]:
    (quote,) = json.loads(done.stdout)["quotes"]
    record: dict[str, Any] = quote["record"]
    return record


def test_a_record_has_all_that_shows_the_verdict_again(folder: Path) -> None:
    """Ids, time, address, versions, three hashes, both selectors with their units, and the number of matches."""
    record = record_of(run(folder, "--quote", FOUND, "--source", "river.txt", "--json"))
    assert {"citationId", "snapshotId", "fetchedAt", "url", "extractor", "normalizer"} <= record.keys()
    assert all(record["hashes"][name].startswith("sha256:") for name in ("raw", "text", "norm"))
    assert len({record["snapshotId"], *record["hashes"].values()}) >= 3
    position, quote = record["selector"]["position"], record["selector"]["quote"]
    start = RIVER.index(FOUND)
    assert (position["unit"], position["start"], position["end"]) == ("code points", start, start + len(FOUND))
    assert position["utf16"] == {"unit": "UTF-16 code units", "start": start + 1, "end": start + 1 + len(FOUND)}
    assert (quote["exact"], quote["prefix"][-4:], quote["suffix"][:4]) == (FOUND, "and ", " to ")
    assert record["matches"] == 1
    again = record_of(run(folder, "--quote", FOUND, "--source", "river.txt", "--json"))
    assert again["hashes"] == record["hashes"]


def test_a_record_of_what_was_not_found(folder: Path) -> None:
    """No matches, and the closest passage's place."""
    record = record_of(run(folder, "--quote", CHANGED, "--source", "river.txt", "--json"))
    assert record["matches"] == 0
    assert record["selector"]["quote"]["exact"] == FOUND
    assert "selector" not in record_of(run(folder, "--quote", MISSING, "--source", "river.txt", "--json"))


def test_an_answer_in_markdown(folder: Path, served: int) -> None:
    """Several quotes with their own links, from a file and from standard input; the worst decides the status."""
    link = f"http://127.0.0.1:{served}/river"
    good = f"It said “{FOUND}” [1].\n\n[1]: {link}.html\n"
    (folder / "answer.md").write_text(good, "utf-8")
    allow = ["--allow", f"127.0.0.1:{served}"]
    assert run(folder, "answer.md", *allow).returncode == ALL_FOUND
    assert run(folder, "-", *allow, said=good + f"\nAnd “{CHANGED}” ([page]({link}.txt)).").returncode == NOT_FOUND
    done = run(folder, "-", *allow, said=good + f"\nAnd “{FOUND}” ([page]({link}.gone)).")
    assert done.returncode == NOT_CHECKED
    assert "1 of 2 quotes found, 1 could not be checked." in done.stdout
    done = run(folder, "-", said=good)
    assert done.returncode == NOT_CHECKED, "Loopback is let in only by --allow."
    assert run(folder, "-", said="No quotes here.").stdout == "No quotes were found in this text.\n"


def test_an_answer_cannot_name_a_file(folder: Path) -> None:
    """A draft comes from a chat; only the reader may name files."""
    address = (folder / "river.txt").as_uri()
    done = run(folder, "-", said=f"It said “{FOUND}” [here]({address}).")
    assert done.returncode == NOT_CHECKED
    assert "Quote found" not in done.stdout


def test_a_quote_given_by_hand_is_whole(folder: Path) -> None:
    """Marks inside it are part of it, marks round it are not."""
    done = run(folder, "--quote", "“the old bridge “was closed” to all”", "--source", "river.txt", "--json")
    (quote,) = json.loads(done.stdout)["quotes"]
    assert (done.returncode, quote["text"]) == (ALL_FOUND, "the old bridge “was closed” to all")


def test_lines(folder: Path) -> None:
    """A verdict and a cause for each case, in order; a line that is no case is wrong usage."""
    cases: list[dict[str, Any]] = [
        {"quote": FOUND, "text": RIVER},
        {"quote": FOUND, "html": f"<p>{RIVER}"},
        {"quote": CHANGED, "text": RIVER},
        {"quote": CHANGED, "text": RIVER, "meta": {"truncated": True}},
        {"quote": FOUND, "text": "Forbidden", "meta": {"status": 403}},
        {"quote": MISSING, "text": RIVER},
        {"quote": "…", "text": RIVER},
    ]
    done = run(folder, "--lines", said="\n".join(map(json.dumps, cases)) + "\n\n")
    verdicts = [(line["verdict"], line["cause"]) for line in map(json.loads, done.stdout.splitlines())]
    assert verdicts == [
        ("found", None),
        ("found", None),
        ("closest", None),
        ("unchecked", "cut_off"),
        ("unchecked", "refused"),
        ("absent", None),
        ("unchecked", "empty_quote"),
    ]
    assert done.returncode == NOT_FOUND
    for line in ("rain", "[]", "7", "{}", '{"quote": "x"}', '{"quote": 7, "text": "x"}'):
        done = run(folder, "--lines", said=line)
        assert done.returncode == WRONG_USAGE, line
        assert done.stderr.count("\n") == 1


def test_claims_of_a_draft(folder: Path, served: int) -> None:
    """Asked for, cited sentences are judged on words, figures and meaning, three lines each, and decide the status."""
    link = f"http://127.0.0.1:{served}/river.html"
    draft = f"The river rose by three metres [1]({link}). It stood still for weeks."
    allow = ["--allow", f"127.0.0.1:{served}"]
    done = run(folder, "-", *allow, "--claims", said=draft)
    assert done.returncode == NOT_FOUND
    for line in (
        "The river rose by three metres.\n    Does not agree with the source: The source gives another figure.\n",
        "    Words: A passage of the source speaks of this.\n",
        "    Figure: three metres  the source has another one: two metres\n",
        "    Meaning: not checked, no model is installed\n",
        "    The source: The river 🎉 rose by two metres last night",
        "0 of 1 cited sentences read as supported, 1 do not agree with the source.\n",
        "Sentences without a citation, which are not judged: 1.\n",
    ):
        assert line in done.stdout
    done = run(folder, "-", *allow, "--claims", said=draft.replace("three", "two"))
    assert done.returncode == NOT_CHECKED
    assert "    Could not check: Meaning not checked: no model is installed.\n" in done.stdout
    for asked in ([], ["--no-claims"]):
        done = run(folder, "-", *allow, *asked, said=draft)
        assert (done.returncode, done.stdout) == (NOT_CHECKED, "No quotes were found in this text.\n")


def test_an_answer_in_json(folder: Path, served: int) -> None:
    """The form in which the extension sends answers, or the answer alone; what is wrong with it is said."""
    text = f"It said “{FOUND}”"
    answer = {
        "blocks": [{"text": text, "citations": [{"start": len(text), "end": len(text), "sources": [0]}]}],
        "sources": [{"address": f"http://127.0.0.1:{served}/river.html"}],
    }
    allow = ["--allow", f"127.0.0.1:{served}"]
    for body in (answer, {"answer": answer, "fetch": "nothing"}):
        (folder / "answer.json").write_text(json.dumps(body), "utf-8")
        done = run(folder, "answer.json", *allow)
        assert (done.returncode, "1 of 1 quotes found." in done.stdout) == (ALL_FOUND, True)
    assert run(folder, "-", *allow, said=json.dumps(answer)).returncode == ALL_FOUND
    for wrong in ("{", '{"blocks": 7}', '{"answer": []}'):
        done = run(folder, "-", said=wrong)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (WRONG_USAGE, "", 1)
