"""An answer checked with real sources on loopback: what is bound, fetched, said, and how the report grows."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from citing import RAIN, SNOW, Site, Start, finished, said

from quotefound.sources.snapshots import Library, Reading
from quotefound.wire import BadRequest


async def test_all_found(start: Start) -> None:
    """Each quote in its own source, with passage, link and record; the answer is supported."""
    report = await finished(start((f"He said “{RAIN}”", ["/rain"]), (f"She said “{SNOW}”", ["/snow"])))
    assert said(report) == [("found", None, 0), ("found", None, 1)]
    assert (report["state"], report["decision"]) == ("done", "supported")
    counts = {"quotes": 2, "found": 2, "closest": 0, "absent": 0, "unchecked": 0, "pending": 0}
    assert counts.items() <= report["summary"].items()
    for quote, words in zip(report["quotes"], (RAIN, SNOW), strict=True):
        assert quote["passage"]["text"] == words.rstrip(".")
        assert "#:~:text=" in quote["passage"]["link"]
        assert quote["record"]["matches"] == 1
        assert quote["try_words"] is None
    assert [source["state"] for source in report["sources"]] == ["read", "read"]


async def test_several_sources_of_one_quote(start: Start) -> None:
    """Found in any is found, that one named; else an unread one leaves it open; else it is closest or absent."""
    words = f"He said “{RAIN}”"
    assert said(await finished(start((words, ["/snow", "/forbidden", "/rain"])))) == [("found", None, 2)]
    assert said(await finished(start((words, ["/snow", "/forbidden"])))) == [("unchecked", "refused", 1)]
    [(verdict, _, _)] = said(await finished(start((words, ["/snow"]))))
    assert verdict in ("closest", "absent")


async def test_words_that_stand_in_another_cited_source(start: Start) -> None:
    """The verdict stays with the quote's own citation; a note says where the words are."""
    report = await finished(start((f"He said “{RAIN}”", ["/snow"]), (f"She said “{SNOW}”", ["/both"])))
    first, second = report["quotes"]
    assert first["verdict"] in ("closest", "absent")
    assert {"name": "other_source", "detail": "1"} in first["notes"]
    assert second["verdict"] == "found"
    assert report["decision"] == "blocked"


async def test_links_in_prose_wait_for_the_reader(start: Start, site: Site) -> None:
    """Nothing is asked of their hosts until the reader agrees; then the verdict follows."""
    check = start((f"He said “{RAIN}”", ["/rain"]), prose=("/rain",))
    report = await finished(check)
    assert said(report) == [("unchecked", "not_fetched", 0)]
    assert (report["sources"][0]["state"], report["decision"], site.asked) == ("not_asked", "abstained", [])
    with pytest.raises(BadRequest):
        check.fetch([1])
    check.fetch([0])
    assert check.report()["state"] == "running"
    report = await finished(check)
    assert (said(report), report["decision"]) == ([("found", None, 0)], "supported")


async def test_nothing_is_fetched_where_the_reader_wants_none(start: Start, site: Site) -> None:
    """A switch fetches only when asked."""
    report = await finished(start((f"He said “{RAIN}”", ["/rain"]), fetch="nothing"))
    assert (said(report), site.asked) == ([("unchecked", "not_fetched", 0)], [])


async def test_sources_that_no_quote_needs_are_not_fetched(start: Start, site: Site) -> None:
    """A citation of a sentence without a quote is none of our business yet."""
    report = await finished(start((f"He said “{RAIN}”", ["/rain"]), ("It snowed.", ["/snow"])))
    assert [source["state"] for source in report["sources"]] == ["read", "not_asked"]
    assert site.asked.count("/snow") == 0


async def test_the_report_grows(start: Start, site: Site) -> None:
    """A quote is judged when its source is there, while another source is still on its way; every change is told."""
    check = start((f"He said “{RAIN}”", ["/rain"]), (f"She said “{RAIN}”", ["/slow"]))
    versions = [check.report()["version"]]
    while check.report()["summary"]["pending"] == 2:
        async with check.changed:
            await asyncio.wait_for(check.changed.wait_for(lambda: check.version > versions[-1]), 30)
        versions.append(check.report()["version"])
    report = check.report()
    assert said(report) == [("found", None, 0), (None, None, None)]
    assert (report["state"], report["decision"]) == ("running", None)
    assert report["sources"][1]["state"] in ("waiting", "fetching")
    assert versions == sorted(set(versions))
    site.go.set()
    assert said(await finished(check)) == [("found", None, 0), ("found", None, 1)]


async def test_cancel(start: Start, site: Site) -> None:
    """What is known stays, what is not is open, nothing goes on; and it can be taken up again."""
    check = start((f"He said “{RAIN}”", ["/rain"]), (f"She said “{RAIN}”", ["/slow"]))
    async with check.changed:
        await asyncio.wait_for(check.changed.wait_for(lambda: check.report()["summary"]["pending"] == 1), 30)
    check.cancel()
    report = await finished(check)
    assert (report["state"], report["decision"]) == ("cancelled", None)
    assert said(report) == [("found", None, 0), (None, None, None)]
    assert report["sources"][1]["state"] == "not_asked"
    site.go.set()
    check.fetch([1])
    report = await finished(check)
    assert (report["state"], said(report)[1]) == ("done", ("found", None, 1))


async def test_a_source_whose_reading_breaks(start: Start, monkeypatch: Any, caplog: Any) -> None:
    """A fault of ours in one source is "could not check" for its quotes, in the log, and no harm to the others."""
    whole: Callable[..., Awaitable[Reading]] = Library.text_of

    async def breaking(library: Library, address: str, **more: Any) -> Reading:
        if address.endswith("/rain"):
            raise RuntimeError("a fault of ours")
        return await whole(library, address, **more)

    monkeypatch.setattr(Library, "text_of", breaking)
    with caplog.at_level(logging.ERROR):
        report = await finished(start((f"He said “{RAIN}”", ["/rain"]), (f"She said “{SNOW}”", ["/snow"])))
    assert said(report) == [("unchecked", "unreadable", 0), ("found", None, 1)]
    assert report["sources"][0]["state"] == "failed"
    assert "a fault of ours" in caplog.text
    caplog.clear()
    report = await finished(start((f"He said “{RAIN}”", ["/rain"]), private=True))
    assert said(report) == [("unchecked", "unreadable", 0)]
    assert "failed: RuntimeError" in caplog.text  # of a private window no words of an error, which may be its own
    assert "a fault of ours" not in caplog.text


async def test_too_short_a_source(start: Start) -> None:
    """A page of one word cannot show that the words are not in the source."""
    [(verdict, cause, _)] = said(await finished(start((f"He said “{RAIN}”", ["/empty"]))))
    assert (verdict, cause) == ("unchecked", "too_short")


async def test_answers_without_anything_to_check(start: Start) -> None:
    """No quote: nothing to check. A quote without any source: its cause, and words to look for by hand."""
    report = await finished(start(("It rained.", ["/rain"])))
    assert (report["quotes"], report["decision"]) == ([], "nothing_to_check")
    report = await finished(start((f"He said “{RAIN}”", [])))
    assert said(report) == [("unchecked", "no_citation", None)]
    assert report["quotes"][0]["bound"] == "none"
    assert report["quotes"][0]["try_words"] in RAIN


async def test_one_source_is_fetched_once_for_all_its_quotes(start: Start, site: Site) -> None:
    """Three quotes, one request."""
    block = (f"He said “{RAIN}” and “{SNOW}” and “in Rome for the whole”", ["/both"])
    report = await finished(start(block, block))
    assert {verdict for verdict, _, _ in said(report)} == {"found"}
    assert site.asked.count("/both") == 1
