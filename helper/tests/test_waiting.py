"""`quotefound escalations`, as it is typed."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from quotefound.cli import main
from quotefound.core.answers import Answer, AnswerBlock
from quotefound.escalations import Escalations, identity_of
from quotefound.sources.store import Store

QUOTE: dict[str, Any] = {"id": "q1", "text": "Tea was\n  rationed.", "verdict": "closest", "cause": None}
CLAIM = {"id": "k1", "text": "Until 1953.", "verdict": "contradicted", "reason": "figure_differs", "cause": None}
SOURCES: list[dict[str, Any]] = [
    {"address": "https://a.example/tea", "title": "Tea", "state": "read", "cause": None},
    {"address": "https://b.example/", "title": "", "state": "failed", "cause": "refused"},
]


def report(**stopped: str) -> dict[str, Any]:
    return {"decision": "blocked", "stopped": stopped, "quotes": [QUOTE], "claims": [CLAIM], "sources": SOURCES}


def answer(question: str, title: str = "On tea") -> Answer:
    return Answer(
        (AnswerBlock("words"),), address="https://chat.example/c/1", title=title, site="claude", question=question
    )


def keep(folder: Path, *kept: tuple[Answer, dict[str, Any]]) -> None:
    store = Store(folder)

    async def told() -> None:
        escalations = Escalations(store, lambda: "2026-12-01T00:00:00Z")
        for one, its_report in kept:
            escalations.settled(one, its_report, ["sha256:held"])
        await escalations.close()

    asyncio.run(told())
    store.close()


def said(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str, status: int = 0) -> str:
    capsys.readouterr()
    assert main(["escalations", *arguments, "--folder", str(folder)]) == status
    captured = capsys.readouterr()
    return captured.out + captured.err


def test_the_list_says_all_that_a_person_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quoted, claimed = answer("Until when?"), answer("", title="")
    keep(tmp_path, (quoted, report(quote="q1")), (claimed, report(claim="k1")))
    told = said(capsys, tmp_path, "list").splitlines()
    source_lines = [
        "    Source, read: Tea https://a.example/tea",
        "    Source, could not be read: https://b.example/",
    ]
    assert told == [
        f"{identity_of(claimed)[:12]}  2026-12-01T00:00:00Z  claude",
        told[1],
        "    Page: https://chat.example/c/1",
        "    Stopped at: Until 1953.",
        "    Does not agree with the source",
        "    The source gives another figure.",
        *source_lines,
        f"{identity_of(quoted)[:12]}  2026-12-01T00:00:00Z  On tea",
        told[1],
        "    Question: Until when?",
        "    Page: https://chat.example/c/1",
        "    Stopped at: Tea was rationed.",
        "    Not in these words; the source has a similar passage.",
        *source_lines,
    ]
    assert told[1].endswith(".")
    entries = json.loads(said(capsys, tmp_path, "list", "--json"))
    assert [entry["question"] for entry in entries] == ["", "Until when?"]
    assert entries[1]["stopped"]["verdict"] == "closest"


def test_an_empty_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, tmp_path, "list") == "No answer needs a person.\n"
    assert json.loads(said(capsys, tmp_path, "list", "--json")) == []


def test_what_is_done_leaves_and_lets_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = answer("One?"), answer("Two?")
    keep(tmp_path, (one, report(quote="q1")), (two, report(quote="q1")))
    assert said(capsys, tmp_path, "done", identity_of(one)[:8].upper()) == ""
    [left] = json.loads(said(capsys, tmp_path, "list", "--json"))
    assert left["id"] == identity_of(two)
    store = Store(tmp_path)
    assert store.holders() == {"sha256:held": [f"escalation:{left['id']}"]}
    store.close()
    assert "is no id on the list" in said(capsys, tmp_path, "done", identity_of(one), status=3)


@pytest.mark.parametrize("prefix", ["", "abc", "%%%%", "0" * 64, "____"])
def test_what_is_no_id_is_said_to_be_none(tmp_path: Path, capsys: pytest.CaptureFixture[str], prefix: str) -> None:
    keep(tmp_path, (answer("One?"), report(quote="q1")))
    assert "is no id on the list" in said(capsys, tmp_path, "done", prefix, status=3)
    assert len(json.loads(said(capsys, tmp_path, "list", "--json"))) == 1


def test_all_ids_are_looked_at_before_one_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = answer("One?")
    keep(tmp_path, (one, report(quote="q1")))
    said(capsys, tmp_path, "done", identity_of(one), "nothing", status=3)
    assert len(json.loads(said(capsys, tmp_path, "list", "--json"))) == 1


def test_what_another_version_kept_is_shown_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = report(quote="q1") | {"quotes": [{**QUOTE, "verdict": "unheard_of", "cause": "of_another_kind"}]}
    keep(tmp_path, (answer("?"), odd))
    told = said(capsys, tmp_path, "list")
    assert "    unheard_of\n    of_another_kind\n" in told


def test_a_page_gives_a_terminal_no_orders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hostile = "\x1b]0;owned\x07 \x9b31m"
    one = Answer((AnswerBlock(hostile),), address=f"https://a/{hostile}", title=hostile, site="x", question=hostile)
    bad = report(quote="q1") | {
        "quotes": [{**QUOTE, "text": hostile}],
        "sources": [{**SOURCES[0], "title": hostile, "address": hostile, "state": hostile}],
    }
    keep(tmp_path, (one, bad))
    for arguments in (("list",), ("list", "--json")):
        assert not {"\x1b", "\x07", "\x9b"} & set(said(capsys, tmp_path, *arguments))


def test_a_check_on_the_command_line_is_not_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "We know that tea was rationed until 1952, and nobody minded it much. " * 3
    assert main(["check", "--folder", str(tmp_path), "--quote", "coffee was never", "--text", text]) == 1
    draft = tmp_path / "draft.md"
    draft.write_text("He wrote “tea was rationed in 1952”.")
    assert main(["check", "--folder", str(tmp_path), str(draft)]) == 2
    assert said(capsys, tmp_path, "list") == "No answer needs a person.\n"
