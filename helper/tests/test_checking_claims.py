"""Cited sentences checked with real sources on loopback: three lines, a verdict, and the decision of the answer."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from citing import RAIN, Site, Start, finished, said
from meaning.obedient import Obedient
from meaning.tiny_model import Weights, weighing_folder

from quotefound.core.claims import ClaimJudgement, judge_claim
from quotefound.meaning.installing import install_from_folder
from quotefound.meaning.shelf import Shelf
from quotefound.wire import TabReading

NOTICE = "Clause 12.1: “Tenant shall give 90 days’ written notice.”"
SHORTER = "Clause 12.1: “Tenant shall give 60 days’ written notice.”"
FIRST_DRAFT, SECOND_DRAFT = "The lease requires 90 days’ written notice.", "The lease requires about 60 days’ notice."
GARDEN = "The garden is looked after by a gardener who comes every second Friday."


@pytest.fixture(autouse=True)
def leases(site: Site) -> None:
    site.pages |= {"/lease": NOTICE, "/other": SHORTER, "/garden": GARDEN}


def install(folder: Path, passage: Weights, name: str = "tiny") -> None:
    """A model that goes by single words of the passage, and has passed its trial."""
    shelf = Shelf(folder / "kept")
    assert install_from_folder(shelf, weighing_folder(folder / "made" / name, passage), name=name) == name
    shelf.note_trial(name, {"passed": True})


def verdicts(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [(claim["verdict"], claim["reason"]) for claim in report["claims"]]


# --- without a model --------------------------------------------------------------------------------------------------


async def test_the_figure_matches_and_meaning_is_not_checked(start: Start) -> None:
    """The lease, first draft, without a model: a match supports nothing by itself, and the answer waits."""
    report = await finished(start((FIRST_DRAFT, ["/lease"]), claims="on"))
    [claim] = report["claims"]
    assert verdicts(report) == [("unchecked", "no_model")]
    assert (claim["words"], claim["meaning"], claim["source"]) == ("speaks", None, 0)
    [figure] = claim["figures"]
    assert (figure["verdict"], figure["text"], figure["source_text"]) == ("match", "90 days", "90 days")
    assert FIRST_DRAFT[figure["start"] : figure["end"]] == "90 days"
    assert (report["decision"], report["stopped"], report["model"]) == ("abstained", {"claim": "k1"}, None)


async def test_the_figure_differs(start: Start) -> None:
    """The lease, second draft: contradicted, with the clause, its figure marked, and the whole answer blocked."""
    report = await finished(start((SECOND_DRAFT, ["/lease"]), claims="on"))
    [claim] = report["claims"]
    assert verdicts(report) == [("contradicted", "figure_differs")]
    [figure] = claim["figures"]
    assert (figure["verdict"], figure["source_text"]) == ("mismatch", "90 days")
    passage = claim["passage"]
    assert passage["text"] == NOTICE
    assert "#:~:text=Clause" in passage["link"]
    [marked] = passage["figures"]
    assert (passage["text"][marked["start"] : marked["end"]], marked["verdict"]) == ("90 days", "mismatch")
    assert (report["decision"], report["stopped"]) == ("blocked", {"claim": "k1"})
    assert report["summary"]["claims"] == {
        "total": 1, "supported": 0, "contradicted": 1, "neutral": 0, "unchecked": 0, "pending": 0,
    }  # fmt: skip


async def test_two_leases_disagree(start: Start) -> None:
    """Both citations are real and give another period: nobody picks the likelier one."""
    report = await finished(start((FIRST_DRAFT, ["/lease", "/other"]), claims="on"))
    assert verdicts(report) == [("unchecked", "sources_disagree")]
    assert (report["decision"], report["stopped"]) == ("abstained", {"claim": "k1"})
    carrying = report["claims"][0]["carrying"]
    assert [(one["source"], one["figures"]) for one in carrying] == [(0, ["match"]), (1, ["mismatch"])]
    assert [one["passage"]["text"] for one in carrying] == [NOTICE, SHORTER]


async def test_a_source_that_does_not_speak_of_it(start: Start) -> None:
    report = await finished(start((FIRST_DRAFT, ["/garden"]), claims="on"))
    assert verdicts(report) == [("neutral", "silent")]
    assert report["claims"][0]["passage"] is None
    assert report["decision"] == "abstained"


async def test_a_source_that_cannot_be_read(start: Start) -> None:
    """The claim says why, and where the other source has the figure, that still stands beside it."""
    report = await finished(start((FIRST_DRAFT, ["/forbidden"]), (FIRST_DRAFT, ["/lease", "/forbidden"]), claims="on"))
    assert verdicts(report) == [("unchecked", "unread")] * 2
    one, two = report["claims"]
    assert (one["cause"], one["words"], one["figures"]) == ("refused", "unchecked", [])
    assert (two["cause"], two["words"], [figure["verdict"] for figure in two["figures"]]) == (
        "refused",
        "speaks",
        ["match"],
    )


async def test_citations_that_the_site_keeps_back(start: Start) -> None:
    report = await finished(start((FIRST_DRAFT, ["/lease"]), claims="on", hidden=2))
    [claim] = report["claims"]
    assert (claim["hidden"], claim["verdict"], claim["cause"]) == (2, "unchecked", "hidden_citation")
    assert [one["source"] for one in claim["carrying"]] == [0]


async def test_quotes_alone_are_checked_until_a_model_is_installed_or_the_reader_asks(start: Start, site: Site) -> None:
    """Nothing that only a claim cites is fetched."""
    for claims in ("auto", "off"):
        report = await finished(start((SECOND_DRAFT, ["/lease"]), (f"He said “{RAIN}”", ["/rain"]), claims=claims))
        assert (report["claims"], report["claims_checked"], report["decision"]) == ([], False, "supported")
    assert "/lease" not in site.asked


async def test_quotes_and_claims_decide_together(start: Start) -> None:
    """A claim contradicted outweighs quotes that were found; sentences without a citation are counted."""
    report = await finished(
        start((f"Rome was wet: “{RAIN}”", ["/rain"]), (f"It is sunny. {SECOND_DRAFT}", ["/lease"]), claims="on")
    )
    assert said(report) == [("found", None, 0)]
    assert [claim["block"] for claim in report["claims"]] == [0, 1]
    assert (report["decision"], report["stopped"], report["uncited"]) == ("blocked", {"claim": "k2"}, 1)


async def test_words_in_marks_that_are_no_quotes_are_named(start: Start) -> None:
    text = f"The “notice” is long. He said “{RAIN}”"
    report = await finished(start((text, ["/rain"])))
    [aside] = report["asides"]
    assert (text[aside["start"] : aside["end"]], aside["rule"]) == ("notice", "single_word")
    assert len(report["quotes"]) == 1


async def test_what_is_written_like_a_title_is_looked_for_and_named(start: Start) -> None:
    report = await finished(start(("See “Rain in the City of Rome” for more", ["/rain"])))
    [quote] = report["quotes"]
    assert quote["verdict"] in ("closest", "absent")
    assert {"name": "title", "detail": ""} in quote["notes"]


# --- readings that come later -----------------------------------------------------------------------------------------


async def test_a_link_in_prose_waits_and_is_judged_once_the_reader_agrees(start: Start) -> None:
    check = start((SECOND_DRAFT, ["/lease"]), claims="on", prose=("/lease",))
    report = await finished(check)
    assert (verdicts(report), report["claims"][0]["cause"]) == ([("unchecked", "unread")], "not_fetched")
    check.fetch([0])
    assert check.report()["claims"][0]["verdict"] is None
    assert verdicts(await finished(check)) == [("contradicted", "figure_differs")]


async def test_a_source_is_read_once_more_when_the_reader_asks(start: Start, site: Site) -> None:
    """What could not be read is tried again; what had been read is fetched afresh, for quotes and claims alike."""
    check = start((SECOND_DRAFT, ["/moved"]), (f"He said “{RAIN}”", ["/moved"]), claims="on")
    report = await finished(check)
    assert (verdicts(report)[0], said(report)[0][:2]) == (("unchecked", "unread"), ("unchecked", "refused"))
    site.pages["/moved"] = f"{NOTICE}</p><p>{RAIN}"
    check.fetch([0])
    report = await finished(check)
    assert verdicts(report)[0] == ("contradicted", "figure_differs")
    assert (said(report)[0][0], report["decision"]) == ("found", "blocked")
    site.pages["/moved"] = f"{SHORTER}</p><p>{RAIN}"
    check.fetch([0])
    assert verdicts(await finished(check))[0] == ("unchecked", "no_model")


async def test_the_readers_own_tab_speaks_where_the_helper_was_refused(start: Start, site: Site) -> None:
    check = start((SECOND_DRAFT, ["/forbidden"]), claims="on")
    await finished(check)
    address = site.address("/forbidden")
    check.take_tab(TabReading(0, address, address, f"<p>{NOTICE}</p><p>{GARDEN} {GARDEN} {GARDEN}</p>"))
    report = await finished(check)
    assert verdicts(report) == [("contradicted", "figure_differs")]
    assert {"name": "own_tab", "detail": ""} in report["claims"][0]["notes"]


async def test_cancelled_claims_stay_open(start: Start, site: Site) -> None:
    check = start((SECOND_DRAFT, ["/lease"]), (FIRST_DRAFT, ["/slow"]), claims="on")
    while check.report()["summary"]["claims"]["pending"] == 2:
        async with check.changed:
            await check.changed.wait()
    check.cancel()
    report = await finished(check)
    assert (report["state"], report["decision"]) == ("cancelled", None)
    assert verdicts(report) == [("contradicted", "figure_differs"), (None, None)]
    site.pages["/slow"] = NOTICE
    site.go.set()
    check.fetch([1])
    assert verdicts(await finished(check))[1] == ("unchecked", "no_model")


async def test_a_claim_whose_judging_breaks(start: Start, monkeypatch: Any, caplog: Any) -> None:
    """A fault of ours in one claim is "could not check" for it, in the log, and no harm to the others."""

    def breaking(claim: str, *rest: Any, **more: Any) -> ClaimJudgement:
        if claim == FIRST_DRAFT:
            raise RuntimeError("a fault of ours")
        return judge_claim(claim, *rest, **more)

    monkeypatch.setattr("quotefound.checking.claimed.judge_claim", breaking)
    report = await finished(start((FIRST_DRAFT, ["/lease"]), (SECOND_DRAFT, ["/lease"]), claims="on"))
    assert verdicts(report) == [("unchecked", "unread"), ("contradicted", "figure_differs")]
    assert (report["claims"][0]["cause"], report["decision"]) == ("unreadable", "blocked")
    assert "a fault of ours" in caplog.text
    caplog.clear()
    assert verdicts(await finished(start((FIRST_DRAFT, ["/lease"]), claims="on", private=True))) == verdicts(report)[:1]
    assert "failed: RuntimeError" in caplog.text
    assert "a fault of ours" not in caplog.text


# --- with a model -----------------------------------------------------------------------------------------------------


async def test_a_model_supports_and_is_named(start: Start, tmp_path: Path) -> None:
    """Once one is installed claims are judged unasked; the lease's first draft is supported, its second is not."""
    install(tmp_path, {"written": (6, 0, 0)})
    report = await finished(start((FIRST_DRAFT, ["/lease"])))
    assert verdicts(report) == [("supported", "meaning")]
    meaning = report["claims"][0]["meaning"]
    assert (meaning["verdict"], meaning["model"], meaning["source"]) == ("supported", "tiny", 0)
    assert meaning["probability"] > 0.9
    assert report["model"] == {"name": "tiny", "hash": meaning["hash"]}
    assert (report["claims_checked"], report["decision"], report["stopped"]) == (True, "supported", None)
    report = await finished(start((SECOND_DRAFT, ["/lease"])))
    assert verdicts(report) == [("contradicted", "figure_differs")]  # whatever the model says
    assert report["claims"][0]["meaning"]["verdict"] == "supported"  # and it is told


async def test_one_neutral_claim_of_three_stops_the_answer(start: Start, tmp_path: Path) -> None:
    """Two supported, one neutral: abstained on the whole answer, and the neutral one is named."""
    install(tmp_path, {"written": (6, 0, 0), "rained": (6, 0, 0), "friday": (0, 6, 0)})
    rain, garden = "It rained in Rome.", "The garden has a gardener from Bath."
    report = await finished(start((FIRST_DRAFT, ["/lease"]), (rain, ["/rain"]), (garden, ["/garden"])))
    assert verdicts(report) == [("supported", "meaning"), ("supported", "meaning"), ("neutral", "meaning")]
    assert (report["decision"], report["stopped"]) == ("abstained", {"claim": "k3"})


async def test_a_model_contradicts_only_with_its_passage(start: Start, tmp_path: Path) -> None:
    install(tmp_path, {"friday": (0, 0, 9)})
    report = await finished(start(("The garden is looked after by nobody.", ["/garden"])))
    assert verdicts(report) == [("contradicted", "meaning")]
    assert report["claims"][0]["passage"]["text"] == GARDEN


async def test_two_sources_that_a_model_reads_against_each_other(start: Start, site: Site, tmp_path: Path) -> None:
    install(tmp_path, {"written": (6, 0, 0), "oral": (0, 0, 9)})
    site.pages["/oral"] = "The lease requires oral notice."
    report = await finished(start(("The lease requires written notice.", ["/lease", "/oral"])))
    assert verdicts(report) == [("unchecked", "sources_disagree")]
    assert [one["meaning"] for one in report["claims"][0]["carrying"]] == ["supported", "contradicted"]


async def test_a_torn_model_is_unsure(start: Start, tmp_path: Path) -> None:
    install(tmp_path, {"written": (1, 0, 0)})
    report = await finished(start((FIRST_DRAFT, ["/lease"])))
    assert verdicts(report) == [("unchecked", "unsure")]


async def test_a_model_that_was_changed_judges_nothing_and_that_is_said(start: Start, tmp_path: Path) -> None:
    install(tmp_path, {"written": (6, 0, 0)})
    with (tmp_path / "kept" / "models" / "tiny" / "model.onnx").open("ab") as file:
        file.write(b"more")
    report = await finished(start((FIRST_DRAFT, ["/lease"])))
    assert verdicts(report) == [("unchecked", "model_failed")]
    assert report["claims"][0]["meaning"] is None


async def test_models_that_change_their_mind_are_one_after_another(start: Start, tmp_path: Path) -> None:
    """A check names the model that it began with; the next one has the model that serves then."""
    install(tmp_path, {"written": (6, 0, 0)})
    assert (await finished(start((FIRST_DRAFT, ["/lease"]))))["model"]["name"] == "tiny"
    Shelf(tmp_path / "kept").remove("tiny")
    report = await finished(start((FIRST_DRAFT, ["/lease"]), claims="on"))
    assert (report["model"], verdicts(report)) == (None, [("unchecked", "no_model")])


# --- a second opinion -------------------------------------------------------------------------------------------------


@pytest.fixture
async def language_model(site: Site) -> AsyncIterator[Obedient]:
    """A language model on loopback that the settings name."""
    obedient = Obedient()
    runner = web.ServerRunner(web.Server(obedient.answer))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", obedient.port).start()
    site.settings |= {"opinion_server": obedient.server.address, "opinion_model": obedient.server.model}
    yield obedient
    await runner.cleanup()


async def test_a_second_opinion_is_told_as_one_and_decides_nothing(language_model: Obedient, start: Start) -> None:
    report = await finished(start((FIRST_DRAFT, ["/lease"]), claims="on"))
    [claim] = report["claims"]
    assert verdicts(report) == [("unchecked", "no_model")]
    assert claim["opinion"] == {
        "verdict": "contradicted", "words": "Tenant shall give 90 days’ written notice", "model": "tiny-judge:8b",
    }  # fmt: skip
    assert NOTICE in json.dumps(language_model.asked[0]["messages"], ensure_ascii=False)


async def test_an_opinion_whose_words_are_not_in_the_passage_is_not_told(
    language_model: Obedient, start: Start
) -> None:
    language_model.words = "Tenant shall give 60 days’ written notice"
    report = await finished(start((FIRST_DRAFT, ["/lease"]), claims="on"))
    assert report["claims"][0]["opinion"] is None
    assert language_model.asked
