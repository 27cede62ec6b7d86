"""Claims in the panel: beside the quotes, with their three lines; the decision; asides; sources tried again.

An answer of our own about a lease: a claim with another figure, one whose source is down at first, one whose words are
quoted, a term in quotation marks, and a sentence that cites nothing.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from aiohttp import web
from leases import FILLING, install_model
from playwright.sync_api import Locator, Page
from screens import choose, in_background, open_panel, open_popup, tab_of, violations

from pages import Site, page, serving
from stage import Helper, Stage, until

WRONG = "The lease requires 60 days’ written notice."
ABSENT_SOURCE = "The deposit is $500 for every tenant."
QUOTED = "The landlord shall paint the front door every third year."
CLAUSE = "Clause 12.1: the tenant shall give 90 days’ written notice of the end of this lease."
SHORTER = "Clause 12.1: the tenant shall give 60 days’ written notice of the end of this lease."
ANSWER = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A lease</title>
<meta name="quotefound" content="own-citations"><article>
<p>{wrong}<sup><a href="{sources}/lease.html">[1]</a></sup></p>
<p>Most people here call it the “handshake”. It is a long lease.</p>
<p>{deposit}<sup><a href="{sources}/deposit.html">[2]</a></sup></p>
<p>About doors it says: “{quoted}”<sup><a href="{sources}/lease.html">[1]</a></sup></p></article></html>"""
TURN = '<div data-message-author-role="user">{}</div><div data-message-author-role="assistant"><p>{}</p></div>'
BOTH = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Two leases</title>
<meta name="quotefound" content="own-citations"><article>
<p>{WRONG}<sup><a href="{{sources}}/lease.html">[1]</a> <a href="{{sources}}/other.html">[2]</a></sup></p>
</article></html>"""
TWO = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Two answers</title>
<meta name="quotefound" content="own-citations">{turns}</html>"""
# The key of a message: what is shown where its words are missing.
KEY = re.compile(r"\b(?:claims?|reason|words|figure|meaning|decision|panel|person|aside|row|act|card|kept)_[a-z_]+")


def source(title: str, *sentences: str) -> str:
    body = "".join(f"<p>{sentence}</p>" for sentence in (*sentences, FILLING))
    return f'<!doctype html><html lang="en"><title>{title}</title><article>{body}</article></html>'


@dataclass
class Down:
    """A source that answers with an error until it is mended."""

    mended: bool = False

    def answer(self, _: web.BaseRequest) -> web.Response:
        if not self.mended:
            return web.Response(status=503, text="Down for a moment.")
        return web.Response(text=source("Deposits", "The deposit is $500 for every tenant."), content_type="text/html")


@dataclass
class Shown:
    stage: Stage
    helper: Helper
    answers: Site
    sources: Site
    down: Down
    page: Page
    panel: Page

    def at(self, selector: str) -> Locator:
        return self.panel.locator(f"#view-page {selector}")

    def row(self, words: str) -> Locator:
        """The whole entry of a quote or claim."""
        return self.at(".answer li").filter(has=self.panel.locator(".words", has_text=words))


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder: Path = tmp_path_factory.mktemp("panel-claims")
    down = Down()
    sources = {"/lease.html": page(source("The lease", CLAUSE, QUOTED)), "/deposit.html": down.answer}
    sources["/other.html"] = page(source("The other lease", SHORTER))
    with serving(sources) as source_site:
        answer = ANSWER.format(sources=source_site.address, wrong=WRONG, deposit=ABSENT_SOURCE, quoted=QUOTED)
        cited = f'<sup><a href="{source_site.address}/lease.html">[1]</a></sup>'
        turns = TURN.format("What notice does it require?", WRONG + cited)
        turns += TURN.format("And what of doors?", f"About doors it says: “{QUOTED}”{cited}")
        both = page(BOTH.format(sources=source_site.address))
        with serving({"/answer": page(answer), "/two": page(TWO.format(turns=turns)), "/both": both}) as answers:
            helper = Helper(folder / "data", [source_site.host_and_port])
            try:
                with Stage(folder) as stage:
                    stage.pair(helper)
                    stage.switch_on(answers.address)
                    asked = stage.open(f"{answers.address}/answer")
                    stage.reports(asked, helper)
                    panel = open_panel(stage, asked)
                    yield Shown(stage, helper, answers, source_site, down, asked, panel)
            finally:
                helper.stop()


def test_without_a_model_quotes_alone_are_checked_and_claims_are_offered(shown: Shown) -> None:
    assert shown.at(".row").count() == 1
    assert shown.at(".summary").inner_text().strip() == "1 of 1 quote found"
    assert shown.at(".claims-summary").inner_text() == ""
    popup = open_popup(shown.stage, shown.page)
    until(lambda: "quotes alone" in popup.inner_text("#claims-told"), 5, "The choice says nothing.")
    assert popup.locator("input[value='auto']").is_checked()
    popup.close()
    lease = shown.sources.asked.count("/lease.html")
    shown.panel.get_by_role("button", name="Check claims too").click()
    until(lambda: shown.at(".row").count() == 4, 20, "The claims did not come.")
    kept = in_background(shown.stage, "async () => (await chrome.storage.local.get('claims_at')).claims_at")
    assert kept == {shown.answers.address: "on"}  # of this site, and no other
    assert shown.at(".offer").is_hidden()
    assert shown.sources.asked.count("/lease.html") == lease  # read a moment ago: not fetched for this


def test_quotes_and_claims_are_one_list_in_reading_order(shown: Shown) -> None:
    until(lambda: shown.at(".decision").count() == 1, 20, "Nothing was decided.")
    said = [" ".join(text.split()) for text in shown.at(".row .words").all_inner_texts()]
    assert [words[:12] for words in said] == [WRONG[:12], ABSENT_SOURCE[:12], "About doors ", QUOTED[:12]]


def test_a_claim_says_its_verdict_the_reason_and_three_lines(shown: Shown) -> None:
    entry = shown.row(WRONG)
    assert entry.locator(".verdict").inner_text().strip() == "Does not agree with the source"
    assert entry.locator(".verdict svg").count() == 1
    assert entry.locator(".more").all_inner_texts() == ["The source gives another figure.", "The lease · [1]"]
    lines = dict(zip(entry.locator("dt").all_inner_texts(), entry.locator("dd").all_inner_texts(), strict=True))
    assert lines == {
        "Words": "A passage of the source speaks of this.",
        "Figures": "60 days: differs\nNearest in the source: 90 days",
        "Meaning": "Not checked: no model is installed.",
    }


def test_its_passage_has_the_figures_marked_and_a_link(shown: Shown) -> None:
    entry = shown.row(WRONG)
    assert not entry.locator("blockquote").is_visible()
    entry.locator("summary").click()
    assert "90 days" in entry.locator("blockquote mark.mismatch").inner_text()
    link = entry.locator(".body a").get_attribute("href") or ""
    assert link.startswith(f"{shown.sources.address}/lease.html#:~:text=")


def test_the_claims_have_a_sentence_of_their_own(shown: Shown) -> None:
    assert shown.at(".summary").inner_text().strip() == "1 of 1 quote found"
    said = shown.at(".claims-summary").inner_text()
    assert said == "3 claims: 1 does not agree, 2 could not be checked"


def test_the_badge_counts_a_claim_that_does_not_agree(shown: Shown) -> None:
    badge = "async (tabId) => chrome.action.getBadgeText({ tabId })"
    assert in_background(shown.stage, badge, tab_of(shown.stage, shown.page)) == "1"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_list_is_clean_for_axe(shown: Shown, theme: Literal["light", "dark"]) -> None:
    shown.panel.emulate_media(color_scheme=theme)
    assert violations(shown.panel) == []
    shown.panel.emulate_media(color_scheme="light")


def test_filters_show_quotes_or_claims_and_one_verdict(shown: Shown) -> None:
    def press(name: str) -> None:
        shown.at(f"[data-filter='{name}']").click()

    press("claims")
    assert shown.at(".row").count() == 3
    assert shown.at("[data-filter='claims']").get_attribute("aria-pressed") == "true"
    assert shown.at("[data-filter='found']").count() == 0  # no claim is found
    press("unchecked")
    assert shown.at(".row").count() == 2
    press("unchecked")
    assert shown.at(".row").count() == 3
    press("quotes")
    assert [text[:12] for text in shown.at(".row .words").all_inner_texts()] == [QUOTED[:12]]
    press("all")
    assert shown.at(".row").count() == 4


def test_the_decision_names_what_stopped_the_check_and_leads_there(shown: Shown) -> None:
    decision = shown.at(".decision")
    assert decision.locator("p").first.inner_text() == "Blocked: this is not as the source has it."
    assert decision.locator(".lead").inner_text() == WRONG
    assert "another figure" in decision.inner_text()
    shown.at("[data-filter='quotes']").click()  # what is filtered away is found all the same
    decision.locator(".lead").click()
    assert "Does not agree" in shown.stage.card(shown.page).words
    current = shown.at("[aria-current='true']")
    until(lambda: current.count() == 1 and WRONG in current.inner_text(), 5, "Its row is not the current one.")
    assert shown.at(".row").count() == 4
    shown.page.keyboard.press("Escape")


def test_what_is_not_judged_is_counted_and_the_way_to_a_model_is_shown(shown: Shown) -> None:
    assert shown.at(".uncited").inner_text() == "2 sentences carry no citation: counted, not judged."
    assert "quotefound models install" in shown.at(".model").inner_text()


def test_words_in_quotation_marks_that_are_no_quotes_are_named_with_their_rule(shown: Shown) -> None:
    asides = shown.at(".asides")
    assert asides.locator("summary").inner_text() == "In quotation marks, but no quote (1)"
    assert not asides.locator("li").is_visible()
    asides.locator("summary").click()
    assert asides.locator(".name").inner_text() == "handshake"
    assert asides.locator(".quiet").inner_text().startswith("A single word without a citation of its own")


def test_a_quote_says_by_which_rule_it_came_to_its_source(shown: Shown) -> None:
    quote = shown.at(".row.current, .answer li").filter(has=shown.panel.locator(".verdict", has_text="Found"))
    assert quote.locator(".more").inner_text() == "The lease · by its own citation"


def test_the_report_is_saved_with_its_claims(shown: Shown) -> None:
    shown.at(".export summary").click()

    def saved(form: str) -> str:
        with shown.panel.expect_download() as waiting:
            shown.at(f"[data-form='{form}']").click()
        return Path(waiting.value.path()).read_text(encoding="utf-8-sig")

    rows = list(csv.DictReader(io.StringIO(saved("csv"))))
    assert [row["Kind"] for row in rows] == ["Claim", "Claim", "Claim", "Quote"]
    assert rows[0]["Figures"] == "60 days: differs (Nearest in the source: 90 days)"
    assert "90 days" in rows[0]["Passage of the source"]
    whole = json.loads(saved("json"))
    assert whole["answers"][0]["decision"] == "blocked"
    assert whole["answers"][0]["stopped"]["claim"] == whole["items"][0]["key"]
    assert whole["items"][0]["figures"][0]["verdict"] == "mismatch"
    for form in ("markdown", "html"):
        text = saved(form)
        assert "Does not agree with the source" in text
        assert "Blocked: this is not as the source has it." in text
        assert "90 days" in text


def test_a_source_that_failed_is_tried_again(shown: Shown) -> None:
    entry = shown.row(ABSENT_SOURCE)
    assert "answered with an error page" in entry.locator(".more").first.inner_text()
    if not shown.at(".sources ul").is_visible():
        shown.at(".sources summary").click()
    failed = shown.at(".source.failed")
    shown.down.mended = True
    failed.get_by_role("button", name="Try again").click()
    until(lambda: shown.at(".source.read").count() == 2, 20, "It was not read.")
    until(lambda: "$500: matches" in entry.locator("dd").nth(1).inner_text(), 10, "The claim was not judged anew.")


def test_a_source_that_was_read_is_fetched_afresh(shown: Shown) -> None:
    before = shown.sources.asked.count("/lease.html")
    lease = shown.at(".source.read").filter(has_text="The lease")
    lease.get_by_role("button", name="Read again: The lease").press("Enter")
    until(lambda: shown.sources.asked.count("/lease.html") == before + 1, 15, "It was not fetched.")
    until(lambda: shown.at(".source.read").count() == 2, 15, "It was not read again.")
    until(lambda: "Check again" in shown.at(".head").inner_text(), 15, "The check did not come to its end.")


def test_every_language_has_words_for_all_of_it(shown: Shown) -> None:
    for language, decided in {"de": "Angehalten:", "es": "Detenida:", "fr": "Arrêtée", "ja": "止めました"}.items():
        choose(shown.stage, language=language)
        until(lambda: shown.panel.locator("html").get_attribute("lang") == language, 10, "It speaks another one.")  # noqa: B023
        until(lambda: shown.at(".row").count() == 4, 10, "The list did not come back.")
        said = shown.panel.inner_text("main")
        assert decided in said
        assert KEY.findall(said) == []
        popup = open_popup(shown.stage, shown.page)
        assert KEY.findall(popup.inner_text("body")) == []
        popup.close()
    choose(shown.stage, language="")
    until(lambda: shown.panel.locator("html").get_attribute("lang") == "en", 10, "It does not speak English again.")


def test_from_the_popup_claims_are_switched_off_and_on_for_the_site(shown: Shown) -> None:
    until(lambda: shown.at(".row").count() == 4, 10, "The list did not come back.")
    popup = open_popup(shown.stage, shown.page)
    popup.wait_for_selector("#claims-choice:not([hidden])")
    until(lambda: popup.locator("input[value='on']").is_checked(), 5, "The choice is not shown.")
    popup.locator("label:has([value='off'])").click()
    until(lambda: "Quotes alone" in popup.inner_text("#claims-told"), 5, "The choice says nothing.")
    until(lambda: shown.at(".row").count() == 1, 20, "The claims are still there.")
    until(lambda: "claim" not in popup.inner_text(".summary"), 10, "The popup still counts claims.")
    popup.locator("label:has([value='on'])").click()
    until(lambda: shown.at(".row").count() == 4, 20, "The claims did not come back.")
    until(lambda: "3 claims" in popup.inner_text(".summary"), 10, "The popup counts no claims.")
    assert violations(popup) == []
    popup.close()


def test_a_draft_by_hand_has_its_claims_and_asides_too(shown: Shown) -> None:
    choose(shown.stage, claims="on")
    shown.panel.click("#tab-hand")
    shown.panel.check("[name='what'][value='draft']")
    link = f"{shown.sources.address}/lease.html"
    shown.panel.fill("#draft", f"{WRONG} [1]({link})\n\nPeople call it the “handshake”.")
    shown.panel.click("#check")
    view = shown.panel.locator("#view-hand")
    until(lambda: view.locator(".decision").count() == 1, 20, "The draft was not decided.")
    assert view.locator(".decision .lead").inner_text() == WRONG
    assert view.locator(".asides").is_visible()
    view.locator(".row").press("Enter")
    assert "Nearest in the source: 90 days" in " ".join(view.locator(".answer .body").inner_text().split())
    assert view.locator(".three").is_hidden()  # the card has them
    assert violations(shown.panel) == []
    view.locator(".row").press("Enter")
    assert view.locator(".three").is_visible()
    shown.panel.click("#tab-page")
    choose(shown.stage, claims="auto")


def test_where_sources_disagree_each_is_named_and_none_speaks_for_the_other(shown: Shown) -> None:
    choose(shown.stage, claims_at={shown.answers.address: "on"})
    both = shown.stage.open(f"{shown.answers.address}/both")
    [report] = shown.stage.reports(both, shown.helper)
    assert report["claims"][0]["reason"] == "sources_disagree"
    panel = open_panel(shown.stage, both)
    entry = panel.locator("#view-page .answer li")
    until(lambda: entry.locator(".more").count() == 2, 10, "The claim is not listed.")
    assert entry.locator(".more").all_inner_texts() == [
        "The cited sources disagree; Quotefound does not choose between them.",
        "The lease · The other lease · [1] [2]",
    ]
    assert entry.locator("dt, blockquote").count() == 0  # the lines and the passage of one would take its side
    assert not entry.locator("summary").is_visible()
    entry.locator(".row").click()
    card = shown.stage.card(both)
    assert "90 days" in card.words
    assert card.words.index("The lease") < card.words.index("60 days: differs") < card.words.index("The other lease")
    panel.close()
    both.close()


def test_each_answer_of_a_page_comes_to_its_own(shown: Shown) -> None:
    choose(shown.stage, claims_at={shown.answers.address: "on"})
    two = shown.stage.open(f"{shown.answers.address}/two")
    shown.stage.reports(two, shown.helper)
    panel = open_panel(shown.stage, two)
    answers = panel.locator("#view-page .answer")
    until(lambda: answers.locator(".decision").count() == 2, 20, "Not both were decided.")
    first, second = answers.nth(0), answers.nth(1)
    assert first.locator("h2").inner_text() == "What notice does it require?"
    assert "Blocked" in first.locator(".decision").inner_text()
    assert second.locator("h2").inner_text() == "And what of doors?"
    assert "could not be confirmed" in second.locator(".decision").inner_text()  # there is no model of meaning
    assert "2 claims" in panel.inner_text("#view-page .claims-summary")
    panel.locator("#view-page [data-filter='found']").click()
    until(lambda: panel.locator("#view-page .row").count() == 1, 5, "The filter does nothing.")
    assert first.locator(".decision").is_visible()  # what an answer comes to is never filtered away
    panel.close()
    two.close()


def test_once_a_model_is_installed_claims_are_checked_by_themselves(shown: Shown, tmp_path: Path) -> None:
    install_model(tmp_path / "data", tmp_path / "made")
    helper = Helper(tmp_path / "data", [shown.sources.host_and_port])
    try:
        shown.stage.pair(helper)
        choose(shown.stage, claims_at={})
        fresh = shown.stage.open(f"{shown.page.url}?model")
        [report] = shown.stage.reports(fresh, helper)
        assert report["claims_checked"]
        panel = open_panel(shown.stage, fresh)
        model = panel.locator("#view-page .model")
        until(lambda: model.count() == 1, 10, "No model is named.")
        assert model.inner_text() == "Meaning was judged by the model tiny, on this computer."
        popup = open_popup(shown.stage, fresh)
        until(lambda: "the model tiny is installed" in popup.inner_text("#claims-told"), 5, "The popup says nothing.")
        for each in (popup, panel, fresh):
            each.close()
    finally:
        helper.stop()
        shown.stage.pair(shown.helper)
