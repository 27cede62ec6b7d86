"""The answers that need a person: every one that was blocked or abstained on, until somebody has dealt with it.

Owns the list and what it says of an answer: its question, its page, the sources found, and the point where the check
stopped. Decides nothing and reads no source; takes a report as it stands. Belongs to no event loop: what is told to it
is kept in the order told, by a thread of its own.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from quotefound.core.answers import Answer
from quotefound.core.terms import AnswerDecision, Cause, ClaimVerdict, Verdict
from quotefound.sources.index import REFER, RELEASE
from quotefound.sources.keeping import now
from quotefound.sources.store import Store, canonical, digest

log = logging.getLogger(__name__)

# More than anybody works through; a list that only grows helps nobody, and its snapshots take room. The oldest leave.
MOST_KEPT = 500
# Questions can have whole documents pasted into them; this much tells which one it was.
LONGEST_TEXT = 2_000
# The longest research reports cite some 200.
MOST_SOURCES = 500
NEEDS_A_PERSON = (AnswerDecision.BLOCKED, AnswerDecision.ABSTAINED)
_WELL = (Verdict.FOUND, ClaimVerdict.SUPPORTED)
# What these sites send is one quote that a person holds against a source already.
BY_HAND = ("by hand", "hand")


class Escalations:
    """The list, in the index of a store."""

    def __init__(self, store: Store, clock: Callable[[], str] = now, most: int = MOST_KEPT) -> None:
        self._index, self._clock, self._most = store.index, clock, most
        self._disk = ThreadPoolExecutor(1, "escalations")  # one: the later of two results must be the one that stays

    def settled(self, answer: Answer, report: dict[str, Any], snapshots: Iterable[str]) -> None:
        """A check has come to its end: its answer enters the list, takes its former place in it, or leaves it.

        `report` is the whole report, `snapshots` the ids of all that was read for it: they stay as long as the entry
        does. What is undecided only because sources wait for the reader's word says nothing new of an answer that was
        checked before: then the list stays as it is. Returns at once; trouble with the disk is logged. Not for checks
        that were cancelled, nor for answers of private windows.
        """
        if answer.site in BY_HAND or report["decision"] is None:
            return
        identity = identity_of(answer)
        keeping: Future[Any]
        if report["decision"] in NEEDS_A_PERSON:
            entry = {"id": identity, "kept_at": self._clock(), **entry_of(answer, report)}
            keeping = self._disk.submit(self._keep, entry, [*snapshots], only_new=waits_for_the_reader(report))
        else:
            keeping = self._disk.submit(self._empty, identity, _result(report))
        keeping.add_done_callback(_logged)

    async def waiting(self) -> list[dict[str, Any]]:
        """All entries as the wire has them, the newest first. Raises sqlite3.Error."""
        return await asyncio.wrap_future(self._disk.submit(self._waiting))

    async def done(self, identity: str) -> bool:
        """A person has dealt with it: it leaves, and comes back only with another result. False where it is not there.

        Raises sqlite3.Error.
        """
        return await asyncio.wrap_future(self._disk.submit(self._empty, identity))

    async def kept(self) -> None:
        """Waits until all that was told so far is on the disk; to be called before everything is forgotten."""
        await asyncio.wrap_future(self._disk.submit(lambda: None))

    async def close(self) -> None:
        """Waits until all that was told is kept. To be called before the store is closed."""
        await asyncio.to_thread(self._disk.shutdown)

    def _keep(self, entry: dict[str, Any], snapshots: list[str], *, only_new: bool) -> None:
        identity, point = entry["id"], _result(entry)
        with self._index.writing() as index:
            known = "select entry is null and point = ? from escalations where id = ?"
            former = index.execute(known, (point, identity)).fetchone()
            if former and (only_new or former[0]):
                return
            index.execute(RELEASE, (holder_of(identity),))
            index.execute("delete from escalations where id = ?", (identity,))
            values = (identity, entry["kept_at"], point, canonical(entry).decode())
            index.execute("insert into escalations (id, kept_at, point, entry) values (?, ?, ?, ?)", values)
            index.executemany(REFER, [(snapshot, holder_of(identity)) for snapshot in snapshots])
            over = "select id from escalations order by entry is null, rowid desc limit -1 offset ?"
            for (oldest,) in index.execute(over, (self._most,)).fetchall():
                index.execute(RELEASE, (holder_of(oldest),))
                index.execute("delete from escalations where id = ?", (oldest,))

    def _waiting(self) -> list[dict[str, Any]]:
        rows = self._index.rows("select entry from escalations where entry is not null order by rowid desc")
        return [json.loads(entry) for (entry,) in rows]

    def _empty(self, identity: str, result: str | None = None) -> bool:
        """Nothing stays of an entry but two hashes: whose it was and with which result, if not with that it had."""
        emptied = """update escalations set entry = null, point = coalesce(:result, point)
            where id = :id and (entry is not null or :result is not null)"""
        with self._index.writing() as index:
            index.execute(RELEASE, (holder_of(identity),))
            return index.execute(emptied, {"id": identity, "result": result}).rowcount > 0


def identity_of(answer: Answer) -> str:
    """The same for the same words in answer to the same question on the same page, and for no others."""
    words = digest(canonical([block.text for block in answer.blocks]))
    return digest(canonical([answer.address, answer.question, words])).removeprefix("sha256:")


def waits_for_the_reader(report: dict[str, Any]) -> bool:
    """Whether nothing but the reader's word to fetch its sources keeps an answer from being decided."""
    open_still = [each for each in (*report["quotes"], *report["claims"]) if each["verdict"] not in _WELL]
    return bool(open_still) and all(each["cause"] == Cause.NOT_FETCHED for each in open_still)


def holder_of(identity: str) -> str:
    """How an entry is called where it is said who needs a snapshot."""
    return f"escalation:{identity}"


def entry_of(answer: Answer, report: dict[str, Any]) -> dict[str, Any]:
    """What the list says of an answer."""
    return {
        "site": answer.site,
        "address": answer.address,
        "title": shortened(answer.title),
        "question": shortened(answer.question),
        "decision": str(report["decision"]),
        "stopped": _point(report),
        "sources": [
            {"title": shortened(source["title"]), **{name: source[name] for name in ("address", "state", "cause")}}
            for source in report["sources"][:MOST_SOURCES]
        ],
    }


def _point(report: dict[str, Any]) -> dict[str, Any] | None:
    """The quote or claim that the check stopped at, with what was found of it."""
    for kind, identity in (report["stopped"] or {}).items():
        for each in report[f"{kind}s"]:
            if each["id"] == identity:
                told = {name: each.get(name) for name in ("verdict", "reason", "cause")}
                return {"kind": kind, "text": shortened(each["text"]), **told}
    return None


def _result(told: dict[str, Any]) -> str:
    """The hash of what an answer came to and where it stopped."""
    return digest(canonical([told["decision"], told["stopped"]]))


def shortened(text: str) -> str:
    """As much of a text as the list needs."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def _logged(kept: "Future[Any]") -> None:
    if trouble := kept.exception():
        log.error("The list of answers that need a person could not be kept.", exc_info=trouble)
