"""The answers that need a person: who enters the list, what it says, who leaves it, and what it holds on to."""

import asyncio
import logging
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from quotefound.core.answers import Answer, AnswerBlock, Source
from quotefound.escalations import LONGEST_TEXT, Escalations, holder_of, identity_of
from quotefound.sources.fetching import Response
from quotefound.sources.keeping import Keeper
from quotefound.sources.reading import Read
from quotefound.sources.store import Store
from quotefound.wire import by_hand, quote_from

ANSWER = Answer(
    (AnswerBlock("He wrote: “Tea was rationed until 1952.”"),),
    (Source("https://source.example/tea", "Tea"),),
    address="https://chat.example/c/1", title="On tea", site="chatgpt", question="Until when?",
)  # fmt: skip
QUOTE = {"id": "q1", "text": "Tea was rationed until 1952.", "verdict": "closest", "cause": None}
CLAIM = {"id": "k1", "text": "Sweets went on.", "verdict": "contradicted", "reason": "figure_differs", "cause": None}
SOURCE = {"address": "https://source.example/tea", "title": "Tea", "state": "read", "cause": None, "evidence": {"a": 1}}


def report(decision: str | None = "blocked", **fields: Any) -> dict[str, Any]:
    """A whole report as far as the list looks at it."""
    stopped = {"quote": "q1"} if decision in ("blocked", "abstained") else None
    return {
        "decision": decision,
        "stopped": stopped,
        "quotes": [{**QUOTE, "id": "q0", "verdict": "found"}, QUOTE],
        "claims": [CLAIM],
        "sources": [SOURCE],
    } | fields


class Clock:
    def __init__(self) -> None:
        self.minute = 0

    def __call__(self) -> str:
        self.minute += 1
        return f"2026-12-01T00:{self.minute:02}:00Z"


Opened = Callable[..., Escalations]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture
async def needed(store: Store) -> AsyncIterator[Escalations]:
    one = Escalations(store, Clock(), most=3)
    yield one
    await one.close()


def asked(question: str) -> Answer:
    return Answer(ANSWER.blocks, ANSWER.sources, ANSWER.address, ANSWER.title, "en", ANSWER.site, question)


async def test_a_blocked_answer_says_its_question_its_page_its_sources_and_where_it_stopped(
    needed: Escalations,
) -> None:
    needed.settled(ANSWER, report(), [])
    assert await needed.waiting() == [
        {
            "id": identity_of(ANSWER),
            "kept_at": "2026-12-01T00:01:00Z",
            "site": "chatgpt",
            "address": "https://chat.example/c/1",
            "title": "On tea",
            "question": "Until when?",
            "decision": "blocked",
            "stopped": {"kind": "quote", "text": QUOTE["text"], "verdict": "closest", "reason": None, "cause": None},
            "sources": [{"address": SOURCE["address"], "title": "Tea", "state": "read", "cause": None}],
        }
    ]


async def test_a_claim_can_be_where_it_stopped(needed: Escalations) -> None:
    needed.settled(ANSWER, report("abstained", stopped={"claim": "k1"}), [])
    [entry] = await needed.waiting()
    assert (entry["decision"], entry["stopped"]) == (
        "abstained",
        {
            "kind": "claim",
            "text": "Sweets went on.",
            "verdict": "contradicted",
            "reason": "figure_differs",
            "cause": None,
        },
    )


@pytest.mark.parametrize("decision", ["supported", "nothing_to_check", None])
async def test_no_other_answer_enters(needed: Escalations, decision: str | None) -> None:
    needed.settled(ANSWER, report(decision), [])
    assert await needed.waiting() == []


@pytest.mark.parametrize(
    "one",
    [
        by_hand("words", "https://a.example/").answer,
        quote_from({"quote": "words", "source": {"text": "other words"}}).answer,
        Answer((AnswerBlock("words"),), site="hand"),  # the panel's words against the links of a page
    ],
)
async def test_a_quote_by_hand_has_its_person_already(needed: Escalations, one: Answer) -> None:
    needed.settled(one, report(), [])
    assert await needed.waiting() == []


async def test_the_same_answer_takes_its_former_place(needed: Escalations, store: Store) -> None:
    needed.settled(ANSWER, report(), ["sha256:old", "sha256:both"])
    needed.settled(asked("Another?"), report(), [])
    needed.settled(ANSWER, report("abstained"), ["sha256:both", "sha256:new"])
    assert [(entry["question"], entry["decision"]) for entry in await needed.waiting()] == [
        ("Until when?", "abstained"),
        ("Another?", "blocked"),
    ]
    assert store.holders().keys() == {"sha256:both", "sha256:new"}


@pytest.mark.parametrize(
    "other",
    [
        Answer(ANSWER.blocks, address="https://chat.example/c/2", question=ANSWER.question),
        Answer(ANSWER.blocks, address=ANSWER.address, question="Until what?"),
        Answer((AnswerBlock("He wrote."),), address=ANSWER.address, question=ANSWER.question),
        Answer((*ANSWER.blocks, AnswerBlock("")), address=ANSWER.address, question=ANSWER.question),
    ],
)
def test_another_page_question_or_text_is_another_answer(other: Answer) -> None:
    assert identity_of(other) != identity_of(ANSWER)


def test_titles_and_sources_make_no_other_answer() -> None:
    same = Answer(ANSWER.blocks, (), ANSWER.address, "(1) On tea", "fr", "other", ANSWER.question)
    assert identity_of(same) == identity_of(ANSWER)


@pytest.mark.parametrize("decision", ["supported", "nothing_to_check"])
async def test_what_is_well_now_leaves(needed: Escalations, store: Store, decision: str) -> None:
    needed.settled(ANSWER, report(), ["sha256:one"])
    needed.settled(ANSWER, report(decision), ["sha256:one"])
    assert (await needed.waiting(), store.holders()) == ([], {})


WAITS = {"verdict": "unchecked", "cause": "not_fetched"}
WAITING_QUOTE, WAITING_CLAIM = {**QUOTE, **WAITS}, {**CLAIM, **WAITS, "reason": "unread"}
WELL_CLAIM = {**CLAIM, "verdict": "supported"}
WALLED = {**QUOTE, "verdict": "unchecked", "cause": "login_wall"}
DISAGREE = {**CLAIM, "verdict": "unchecked", "reason": "sources_disagree"}


@pytest.mark.parametrize(
    ("quotes", "claims", "again"),
    [
        ([WAITING_QUOTE], [], False),
        ([], [WAITING_CLAIM], False),
        ([{**QUOTE, "verdict": "found"}, WAITING_QUOTE], [WELL_CLAIM, WAITING_CLAIM], False),
        ([WAITING_QUOTE, WALLED], [], True),
        ([WAITING_QUOTE], [DISAGREE], True),
        ([WAITING_QUOTE], [{**CLAIM, "verdict": "neutral"}], True),
        ([WAITING_QUOTE], [{**CLAIM, "verdict": "unchecked", "reason": "no_model"}], True),
    ],
)
async def test_what_only_waits_for_the_readers_word_enters_and_is_no_other_result(
    needed: Escalations, quotes: list[Any], claims: list[Any], *, again: bool
) -> None:
    waits = report("abstained", quotes=quotes, claims=claims, stopped=None)
    needed.settled(ANSWER, waits, [])
    [entry] = await needed.waiting()
    assert entry["decision"] == "abstained"
    needed.settled(ANSWER, report(claims=[]), [])
    needed.settled(ANSWER, waits, [])
    [entry] = await needed.waiting()
    assert entry["decision"] == ("abstained" if again else "blocked")
    await needed.done(entry["id"])
    needed.settled(ANSWER, report("blocked", claims=[]), [])
    await needed.done(entry["id"])
    needed.settled(ANSWER, waits, [])
    assert bool(await needed.waiting()) is again


async def test_a_blocked_answer_stays_blocked_while_its_page_waits_for_the_reader_again(needed: Escalations) -> None:
    """The page is loaded anew, and nobody has agreed to its links yet: that says nothing new of the answer."""
    needed.settled(ANSWER, report(claims=[]), ["sha256:one"])
    before = await needed.waiting()
    needed.settled(ANSWER, report("abstained", quotes=[WAITING_QUOTE], claims=[]), [])
    assert await needed.waiting() == before
    needed.settled(ANSWER, report("supported", claims=[]), [])
    assert await needed.waiting() == []


async def test_an_answer_waits_for_a_person_after_however_many_days(tmp_path: Path) -> None:
    """What it rests on stays beside it; once it is dealt with, that is as old as it is."""
    store = Store(tmp_path)
    old = Keeper(store, lambda: "2020-01-01T00:00:00Z")
    got = Response("https://source.example/tea", "https://source.example/tea", 200, {}, b"Tea.", False)
    snapshot = old.keep(got, Read(None, b"", None, "text/html", "test", {}))
    needed = Escalations(store)
    needed.settled(ANSWER, report(), [snapshot.id])
    await needed.kept()
    assert Keeper(store).tidy(0, keep_days=1) == []
    [entry] = await needed.waiting()
    await needed.done(entry["id"])
    assert Keeper(store).tidy(10**9, keep_days=1) == [snapshot.id]
    await needed.close()
    store.close()


async def test_what_a_person_has_dealt_with_leaves_and_lets_go(needed: Escalations, store: Store) -> None:
    needed.settled(ANSWER, report(), ["sha256:one"])
    store.refer("sha256:one", "pin")
    [entry] = await needed.waiting()
    assert store.holders() == {"sha256:one": [f"escalation:{entry['id']}", "pin"]}
    assert await needed.done(entry["id"])
    assert (await needed.waiting(), store.holders()) == ([], {"sha256:one": ["pin"]})
    assert not await needed.done(entry["id"])
    assert not await needed.done("nothing")


async def test_nothing_readable_stays_of_what_is_done(needed: Escalations, store: Store) -> None:
    needed.settled(ANSWER, report(), [])
    await needed.done(identity_of(ANSWER))
    [(_, _, point, entry)] = store.index.rows("select * from escalations")
    assert entry is None
    assert point.startswith("sha256:")


async def test_what_is_done_comes_back_only_with_another_result(needed: Escalations) -> None:
    """Every visit to the page checks its answers anew; that alone must not undo a person's work."""
    needed.settled(ANSWER, report(), [])
    await needed.done(identity_of(ANSWER))
    needed.settled(ANSWER, report(), ["sha256:later"])
    assert await needed.waiting() == []
    needed.settled(ANSWER, report(quotes=[{**QUOTE, "verdict": "absent"}]), [])
    assert len(await needed.waiting()) == 1
    await needed.done(identity_of(ANSWER))
    needed.settled(ANSWER, report("supported"), [])
    needed.settled(ANSWER, report(quotes=[{**QUOTE, "verdict": "absent"}]), [])
    assert len(await needed.waiting()) == 1  # it was well in between, so this is news


async def test_the_oldest_leave(needed: Escalations, store: Store) -> None:
    for number in range(5):
        needed.settled(asked(f"{number}?"), report(), [f"sha256:{number}"])
    needed.settled(asked("2?"), report(), ["sha256:2"])
    assert [entry["question"] for entry in await needed.waiting()] == ["2?", "4?", "3?"]
    assert store.holders().keys() == {"sha256:2", "sha256:3", "sha256:4"}


async def test_long_texts_are_cut_and_addresses_are_not(needed: Escalations) -> None:
    long = "x" * (LONGEST_TEXT + 1)
    address = f"https://a.example/{long}"
    answer = Answer(ANSWER.blocks, address=address, title=long, question=long)
    sources = [{**SOURCE, "title": long, "address": address}]
    needed.settled(answer, report(sources=sources, quotes=[{**QUOTE, "text": long}]), [])
    [entry] = await needed.waiting()
    cut = "x" * (LONGEST_TEXT - 1) + "…"
    assert [entry["title"], entry["question"], entry["stopped"]["text"], entry["sources"][0]["title"]] == [cut] * 4
    assert [entry["address"], entry["sources"][0]["address"]] == [address] * 2


def bytes_of_index(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("snapshots.sqlite*"))


async def test_everything_is_forgotten_with_the_snapshots(needed: Escalations, store: Store, tmp_path: Path) -> None:
    needed.settled(asked("Is my knee done for?"), report(), ["sha256:one"])
    needed.settled(ANSWER, report(), [])
    await needed.done(identity_of(ANSWER))
    await needed.kept()
    assert b"Is my knee" in bytes_of_index(tmp_path)
    store.forget_everything()
    assert (await needed.waiting(), store.holders()) == ([], {})
    assert store.index.rows("select * from escalations") == []
    assert b"Is my knee" not in bytes_of_index(tmp_path)


async def test_results_are_kept_in_the_order_they_came(needed: Escalations) -> None:
    for _ in range(50):
        needed.settled(ANSWER, report(), [])
        needed.settled(ANSWER, report("supported"), [])
    assert await needed.waiting() == []


async def test_closing_waits_for_what_was_told(tmp_path: Path) -> None:
    store = Store(tmp_path)
    one = Escalations(store)
    one.settled(ANSWER, report(), [])
    await one.close()
    assert store.index.rows("select id from escalations") == [(identity_of(ANSWER),)]
    store.close()


async def test_a_disk_that_is_busy_holds_nobody_up(needed: Escalations, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "snapshots.sqlite", isolation_level=None)
    other.execute("begin immediate")
    needed.settled(ANSWER, report(), [])
    waiting = asyncio.create_task(needed.waiting())
    await asyncio.sleep(0.05)
    assert not waiting.done()
    other.execute("rollback")
    other.close()
    assert len(await waiting) == 1


async def test_a_disk_that_takes_nothing_is_logged(
    needed: Escalations, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    store.close()
    with caplog.at_level(logging.ERROR):
        needed.settled(ANSWER, report(), [])
        await needed.kept()
    assert [record.message for record in caplog.records] == [
        "The list of answers that need a person could not be kept."
    ]


# Keeps entries and says each, with its snapshot; deals with some and says so.
WRITER = """
import asyncio, sys
from pathlib import Path
from quotefound.core.answers import Answer, AnswerBlock
from quotefound.escalations import Escalations, identity_of
from quotefound.sources.store import Store

async def main():
    needed = Escalations(Store(Path(sys.argv[1])), most=10_000)
    for number in range(1_000_000):
        answer = Answer((AnswerBlock(f"{sys.argv[2]} {number}"),))
        stopped = {"decision": "abstained", "stopped": None, "quotes": [], "claims": [], "sources": []}
        needed.settled(answer, stopped, [f"sha256:{sys.argv[2]}-{number}"])
        await needed.kept()
        print("+", identity_of(answer), flush=True)
        if number % 3 == 0:
            print("?", identity_of(answer), flush=True)
            await needed.done(identity_of(answer))
            print("-", identity_of(answer), flush=True)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_nothing_that_was_kept_is_lost_to_a_kill_and_no_hold_outlives_its_entry(tmp_path: Path) -> None:
    said: dict[str, set[str]] = {"+": set(), "?": set(), "-": set()}
    for number in range(5):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), str(number)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(7 + 4 * number)]
        writer.send_signal(signal.SIGKILL)
        lines += writer.stdout.readlines()
        writer.wait()
        writer.stdout.close()
        for line in lines:
            if line.endswith("\n"):
                sign, identity = line.split()
                said[sign].add(identity)
        store = Store(tmp_path)
        there = {identity for (identity,) in store.index.rows("select id from escalations where entry is not null")}
        assert said["+"] - said["?"] <= there
        assert not said["-"] & there
        assert {holder for holders in store.holders().values() for holder in holders} == set(map(holder_of, there))
        store.close()
    assert len(said["+"]) > 20
    assert len(said["-"]) > 5
