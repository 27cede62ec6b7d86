"""Claims as a reader meets them: cited sentences about a lease in a real browser, checked by the real helper.

Without a model of meaning, and with one that goes by single words; a language model on loopback has a second opinion.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from leases import FEE, FIRST_DRAFT, NOBODY, NOTICE, PETS, SECOND_DRAFT, SHORTER, install_model, leases
from meaning.obedient import Obedient
from playwright.sync_api import Locator, Page
from screens import choose, opened_extension, press_shortcut, violations

from pages import Site, serving
from stage import Helper, Stage, until

CARD = "{ include: [['quotefound-card']] }"
QUOTED = "comes every second Friday"
# Whether the answer is still as it was served.
UNTOUCHED = """async () => {
  const served = new DOMParser().parseFromString(await (await fetch(location)).text(), 'text/html');
  return served.querySelector('article').outerHTML === document.querySelector('article').outerHTML;
}"""


@dataclass
class Scene:
    stage: Stage
    helper: Helper
    answers: Site

    def checked(self, name: str) -> tuple[Page, dict[str, Any]]:
        """One of the answers, open, with its report."""
        page = self.stage.open(f"{self.answers.address}/{name}")
        [report] = self.stage.reports(page, self.helper)
        return page, report

    def card(self, page: Page, words: str) -> Locator:
        page.keyboard.press("Escape")
        self.stage.click_words(page, words)
        return open_card(page)


@dataclass
class Set:
    """A browser and two helpers: one has no model, the other has one and a server that gives second opinions."""

    stage: Stage
    answers: Site
    helpers: dict[str, Helper]
    paired: str = ""

    def scene(self, name: str, claims: str) -> Scene:
        """With one of the helpers, and with what the reader has chosen for claims."""
        if self.paired != name:
            self.stage.pair(self.helpers[name])
            self.paired = name
        choose(self.stage, claims=claims)
        return Scene(self.stage, self.helpers[name], self.answers)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Set]:
    folder: Path = tmp_path_factory.mktemp("claims")
    install_model(folder / "judged", folder / "made")
    with leases() as (answers, sources), serving({"/v1/chat/completions": Obedient().answer}) as server:
        settings = {"opinion_server": f"{server.address}/v1", "opinion_model": "tiny-judge:8b"}
        (folder / "judged" / "settings.json").write_text(json.dumps(settings))
        helpers: dict[str, Helper] = {}
        try:
            for name in ("plain", "judged"):
                helpers[name] = Helper(folder / name, [sources.host_and_port, server.host_and_port])
            with Stage(folder, extension=opened_extension(folder)) as stage:
                stage.switch_on(answers.address)
                yield Set(stage, answers, helpers)
        finally:
            for helper in helpers.values():
                helper.stop()


@pytest.fixture
def plain(built: Set) -> Scene:
    """No model is installed; the reader has asked for claims."""
    return built.scene("plain", "on")


@pytest.fixture
def judged(built: Set) -> Scene:
    """A model is installed; nothing was chosen."""
    return built.scene("judged", "auto")


def open_card(page: Page) -> Locator:
    card = page.locator("quotefound-card .card")
    card.wait_for(state="visible")
    return card


def told(part: Locator) -> str:
    """All that a part says, also to a screen reader."""
    return " ".join(part.inner_text().split())


def lines(part: Locator) -> dict[str, list[str]]:
    """The three lines of a claim, or of one source, by their names."""
    said: dict[str, list[str]] = {}
    for line in part.locator(".lines > *").all():
        if line.evaluate("(line) => line.localName") == "dt":
            name = told(line)
            said[name] = []
        else:
            said[name].append(told(line))
    return said


def reports_of(report: dict[str, Any]) -> tuple[str, str, str]:
    [claim] = report["claims"]
    return claim["verdict"], claim["reason"], report["decision"]


# --- without a model --------------------------------------------------------------------------------------------------


def test_the_second_draft_is_contradicted_with_the_clause(plain: Scene) -> None:
    page, report = plain.checked("second")
    assert reports_of(report) == ("contradicted", "figure_differs", "blocked")
    assert plain.stage.marks(page) == {"quotefound-claim-contradicted": [SECOND_DRAFT]}
    card = plain.card(page, SECOND_DRAFT)
    assert told(card.locator("h2")) == "Does not agree with the source"
    assert told(card.locator(".cause")) == "The source gives another figure."
    assert lines(card) == {
        "Words": ["A passage of the source speaks of this."],
        "Figures": ["60 days: differs Nearest in the source: 90 days"],
        "Meaning": ["Not checked: no model is installed."],
    }
    passage = card.locator(".passage")
    assert NOTICE.split("90")[0] in told(passage)
    assert told(passage.locator(".mismatch")) == "A figure that differs: 90 days (end)"
    assert ":~:text=Clause" in str(card.locator("a.first").get_attribute("href"))
    assert page.evaluate(UNTOUCHED)
    page.close()


def test_the_first_draft_is_not_supported_by_its_figure_alone(plain: Scene) -> None:
    page, report = plain.checked("first")
    assert reports_of(report) == ("unchecked", "no_model", "abstained")
    assert plain.stage.marks(page) == {"quotefound-claim-unchecked": ["notice."]}  # quiet: only the sentence's end
    card = plain.card(page, FIRST_DRAFT)
    assert lines(card)["Figures"] == ["90 days: matches"]
    assert lines(card)["Meaning"] == ["Not checked: no model is installed."]
    assert told(card.locator(".match")) == "A figure that matches: 90 days (end)"
    page.close()


def test_two_leases_disagree_and_nobody_picks_one(plain: Scene) -> None:
    page, report = plain.checked("two-leases")
    assert reports_of(report) == ("unchecked", "sources_disagree", "abstained")
    card = plain.card(page, FIRST_DRAFT)
    assert told(card.locator(".cause")) == "The cited sources disagree; Quotefound does not choose between them."
    one, other = card.locator(".cited").all()
    assert [lines(part)["Figures"] for part in (one, other)] == [["90 days: matches"], ["90 days: differs"]]
    for part, passage, said in ((one, NOTICE, "matches: 90 days"), (other, SHORTER, "differs: 60 days")):
        shown = told(part.locator(".passage"))
        assert f"A figure that {said} (end)" in shown
        assert shown.startswith(passage[:20])
        assert ":~:text=" in str(part.get_by_text("Show in the source").get_attribute("href"))
    page.close()


def test_a_source_that_does_not_speak_of_it(plain: Scene) -> None:
    page, report = plain.checked("silent")
    assert reports_of(report) == ("neutral", "silent", "abstained")
    assert plain.stage.marks(page) == {"quotefound-claim-neutral": [PETS]}
    card = plain.card(page, PETS)
    assert told(card.locator("h2")) == "The source does not say this"
    assert lines(card)["Words"] == ["No passage of the source speaks of this."]
    assert card.locator(".passage").count() == 0
    page.close()


def test_a_link_waits_for_the_reader_who_agrees_on_the_claims_card(plain: Scene) -> None:
    page, report = plain.checked("waiting")
    assert (*reports_of(report), report["claims"][0]["cause"]) == ("unchecked", "unread", "abstained", "not_fetched")
    report = plain.stage.consent(page, plain.helper, report)
    assert reports_of(report) == ("contradicted", "figure_differs", "blocked")
    until(lambda: "quotefound-claim-contradicted" in plain.stage.marks(page), 5, "The mark stayed as it was.")
    page.close()


def test_a_quote_in_a_claim_is_the_stronger_mark(plain: Scene) -> None:
    page, report = plain.checked("all")
    assert plain.stage.marks(page)["quotefound-found"] == [QUOTED]
    plain.stage.click_mark(page, QUOTED)
    assert told(open_card(page).locator("h2")) == "Quote found"
    whole = next(claim["text"] for claim in report["claims"] if QUOTED in claim["text"])
    assert told(plain.card(page, whole).locator(".cause")) == "Meaning not checked: no model is installed."
    assert "It is a long lease." not in json.dumps(plain.stage.marks(page))  # no citation, no mark
    page.close()


def test_the_shortcut_walks_through_the_problems_in_page_order(plain: Scene) -> None:
    page, _ = plain.checked("all")
    page.keyboard.press("Escape")
    # The figure that differs, the silent source, the one that refused, the two leases; then from the beginning.
    for place, said in {
        "2 of 10": "The source gives another figure.",
        "8 of 10": "The source does not say this",
        "9 of 10": "The source refused the request.",
        "10 of 10": "The cited sources disagree",
    }.items():
        press_shortcut(plain.stage, page, "next-problem")
        page.locator(".place", has_text=re.compile(f"^{place}$")).wait_for(state="visible", timeout=5_000)
        assert said in told(open_card(page))
    press_shortcut(plain.stage, page, "next-problem")
    page.locator(".place", has_text="2 of 10").wait_for(state="visible", timeout=5_000)
    press_shortcut(plain.stage, page, "previous-problem")
    page.locator(".place", has_text="10 of 10").wait_for(state="visible", timeout=5_000)
    page.close()


def test_the_bar_counts_them(plain: Scene) -> None:
    page, _ = plain.checked("all")
    assert "1 of 1 quote found; 9 claims: 1 does not agree, 1 not said by the source" in plain.stage.bar(page).words
    page.close()


def test_by_keyboard_alone(plain: Scene) -> None:
    page, _ = plain.checked("second")
    page.bring_to_front()
    for _ in range(10):
        page.keyboard.press("Tab")
        if focused(page).startswith("Next mark"):
            break
    page.keyboard.press("Enter")
    until(lambda: focused(page).startswith("Does not agree"), 5, "The card did not take the focus.")
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(focused(page).split(" (")[0])
    assert reached[3:7] == ["Show in the source", "Copy the source’s words", "Lease, Harbour Street 4", "Check again"]
    page.close()


def focused(page: Page) -> str:
    words: str = page.evaluate("""() => {
      let one = document.activeElement;
      while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
      return (one?.ariaLabel || one?.textContent || '').trim().replace(/\\s+/g, ' ');
    }""")
    return words


def test_quotes_alone_until_the_reader_asks(built: Set) -> None:
    scene = built.scene("plain", "auto")
    page, report = scene.checked("all")
    assert not report["claims_checked"]
    assert set(scene.stage.marks(page)) == {"quotefound-found"}
    page.close()


# --- with a model -----------------------------------------------------------------------------------------------------


def test_a_model_supports_and_is_named_beside_the_second_opinion(judged: Scene) -> None:
    page, report = judged.checked("first")
    assert reports_of(report) == ("supported", "meaning", "supported")
    assert judged.stage.marks(page) == {"quotefound-claim-supported": ["notice."]}
    card = judged.card(page, FIRST_DRAFT)
    assert lines(card) == {
        "Words": ["A passage of the source speaks of this."],
        "Figures": ["90 days: matches"],
        "Meaning": ["Reads as supported, says the model tiny."],
    }
    assert told(card.locator(".opinion")) == (
        "A second opinion by the model tiny-judge:8b, which changes no verdict Does not agree with the source "
        "It relies on Tenant shall give 90 days’ written notice"
    )
    page.close()


def test_one_neutral_claim_of_three_stops_the_whole_answer(judged: Scene) -> None:
    """Two are supported, and all the same the answer waits for a person, who is led to the third."""
    page, report = judged.checked("one-neutral")
    assert [claim["verdict"] for claim in report["claims"]] == ["supported", "supported", "neutral"]
    assert (report["decision"], report["stopped"]) == ("abstained", {"claim": "k3"})
    marks = judged.stage.marks(page)
    assert marks["quotefound-claim-neutral"] == [FEE]
    assert len(marks["quotefound-claim-supported"]) == 2
    card = judged.card(page, FEE)
    assert told(card.locator("h2")) == "The source does not say this"
    listed = judged.helper.call("/v1/escalations", {})[1]["escalations"]
    assert [entry["stopped"]["text"] for entry in listed if entry["address"] == page.url] == [FEE]
    page.close()


def test_a_model_contradicts_only_with_its_passage(judged: Scene) -> None:
    page, report = judged.checked("all")
    assert set(judged.stage.marks(page)) == {
        "quotefound-found", *(f"quotefound-claim-{v}" for v in ("contradicted", "neutral", "unchecked", "supported")),
    }  # fmt: skip
    card = judged.card(page, NOBODY)
    assert lines(card)["Meaning"] == ["Reads as contradicted, says the model tiny."]
    assert "a gardener who comes every second Friday" in told(card.locator(".passage"))
    assert "%" not in told(card)
    assert lines(judged.card(page, "The rent is $1.2 million a year."))["Meaning"] == ["The model tiny is not sure."]
    assert report["decision"] == "abstained"
    page.close()


@pytest.mark.parametrize(("name", "theme"), [("plain", "light"), ("judged", "dark")])
def test_the_card_is_clean_for_axe(built: Set, name: str, theme: Literal["light", "dark"]) -> None:
    scene = built.scene(name, "on")
    page, report = scene.checked("all")
    page.emulate_media(color_scheme=theme)
    for claim in report["claims"]:
        scene.card(page, claim["text"])
        page.wait_for_timeout(300)  # contrast is measured once the card has come in whole
        assert violations(page, CARD) == []
    page.close()
