"""The panel beside the sample answer: its list, what it leads to, its filters, sources and files; and the popup."""

import csv
import io
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from screens import choose, open_panel, open_popup, press_shortcut, tab_of

from pages import Site, sample
from stage import Helper, Stage, until


@dataclass
class Shown:
    stage: Stage
    helper: Helper
    page: Page
    panel: Page
    report: dict[str, Any]
    sources: Site

    @property
    def counts(self) -> tuple[int, int]:
        return self.report["summary"]["found"], self.report["summary"]["unchecked"]

    def row(self, beginning: str) -> Any:
        return self.panel.locator("#view-page .row").filter(has_text=beginning)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder: Path = tmp_path_factory.mktemp("panel")
    with sample() as (answer, sources):
        helper = Helper(folder / "data", [sources.host_and_port])
        try:
            with Stage(folder) as stage:
                stage.pair(helper)
                stage.switch_on(answer.address)
                page = stage.open(f"{answer.address}/answer")
                [report] = stage.reports(page, helper)
                panel = open_panel(stage, page)
                yield Shown(stage, helper, page, panel, report, sources)
        finally:
            helper.stop()


def test_one_line_sums_up_and_never_with_a_bare_count(shown: Shown) -> None:
    said = shown.panel.locator("#view-page .summary").inner_text().strip()
    found, unchecked = shown.counts
    assert said == f"{found} of 11 quotes found, 1 differs, 1 not in the source, {unchecked} could not be checked"


def test_each_quote_has_a_row_with_its_verdict_in_words_and_a_shape(shown: Shown) -> None:
    rows = shown.panel.locator("#view-page .row")
    assert rows.count() == len(shown.report["quotes"])
    words = {"found": "Found", "closest": "Wording differs", "absent": "Not in the source"}
    for index, quote in enumerate(shown.report["quotes"]):
        row = rows.nth(index)
        assert row.locator(".verdict").inner_text().strip() == words.get(quote["verdict"], "Could not be checked")
        assert row.locator(".verdict svg").count() == 1
        assert row.locator(".words").inner_text().split() == quote["text"].split()
        assert "“" not in row.locator(".words").inner_text() or quote["verdict"] == "found"


def test_a_row_leads_to_its_mark_and_opens_the_card(shown: Shown) -> None:
    shown.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    shown.row("Between May and October").click()
    card = shown.stage.card(shown.page)
    assert "Quote found" in card.words
    in_sight = "(words) => [...CSS.highlights.get('quotefound-open')].length"
    assert shown.page.evaluate(in_sight, "") > 0
    until(lambda: shown.row("Between May and October").get_attribute("aria-current") == "true", 5, "No row is current.")
    seen = """() => { const range = [...CSS.highlights.get('quotefound-open')][0].getBoundingClientRect();
      return range.top >= 0 && range.bottom <= innerHeight; }"""
    until(lambda: shown.page.evaluate(seen), 5, "The mark is out of sight.")


def test_a_card_opened_on_the_page_makes_its_row_current(shown: Shown) -> None:
    quote = next(quote for quote in shown.report["quotes"] if quote["text"].startswith("expect a ticket"))
    shown.stage.click_mark(shown.page, quote["text"])
    until(lambda: shown.row("expect a ticket").get_attribute("aria-current") == "true", 5, "The row is not current.")
    shown.page.keyboard.press("Escape")
    current = shown.panel.locator("[aria-current='true']")
    until(lambda: current.count() == 0, 5, "A row stays current though no card is open.")


def test_filters_show_one_verdict_alone(shown: Shown) -> None:
    filters = shown.panel.locator("#view-page .filter")
    assert [text.split() for text in filters.all_inner_texts()] == [
        ["All", "11"], ["Not", "in", "the", "source", "1"], ["Wording", "differs", "1"],
        ["Could", "not", "be", "checked", str(shown.counts[1])], ["Found", str(shown.counts[0])],
    ]  # fmt: skip
    filters.nth(3).click()
    assert shown.panel.locator("#view-page .row").count() == shown.counts[1]
    assert filters.nth(3).get_attribute("aria-pressed") == "true"
    filters.nth(0).click()
    assert shown.panel.locator("#view-page .row").count() == 11


def test_each_source_says_how_far_its_reading_has_come(shown: Shown) -> None:
    sources = shown.panel.locator("#view-page .sources")
    if not sources.locator("ul").is_visible():
        sources.locator("summary").click()
    said = sources.locator("li").all_inner_texts()
    assert len(said) == 6
    assert sum("read whole on " in line for line in said) == 4
    assert any("refused" in line for line in said)
    waiting = next(line for line in said if "waits for you" in line)
    assert f"{shown.sources.address}/crew-letter.html" in waiting  # the whole address, before it is fetched
    assert sources.locator("code wbr").count() == 1  # a long one breaks behind its slash, not within a word


def saved(shown: Shown, form: str) -> str:
    if not shown.panel.locator(f"[data-form='{form}']").is_visible():
        shown.panel.locator("#view-page .export summary").click()
    with shown.panel.expect_download() as waiting:
        shown.panel.click(f"#view-page [data-form='{form}']")
    return Path(waiting.value.path()).read_text(encoding="utf-8-sig")


def test_the_report_is_saved_in_four_forms(shown: Shown) -> None:
    rows = list(csv.reader(io.StringIO(saved(shown, "csv"))))
    assert len(rows) == 12
    assert {len(row) for row in rows} == {12}
    annotations = json.loads(saved(shown, "json"))
    assert annotations["summary"] == shown.report["summary"]
    assert [item["verdict"] for item in annotations["items"]] == [quote["verdict"] for quote in shown.report["quotes"]]
    for form in ("markdown", "html"):
        text = saved(shown, form)
        assert "expect a ticket to cost more before the year 2031" in text
        assert "“The wind did not ask" not in text  # not found: no quotation marks


def until_current(row: Any) -> None:
    until(lambda: row.get_attribute("aria-current") == "true", 5, "The row of the open card is not current.")


def test_shortcuts_lead_from_problem_to_problem(shown: Shown) -> None:
    shown.page.keyboard.press("Escape")
    problems = [quote for quote in shown.report["quotes"] if quote["verdict"] != "found"]
    for quote in [*problems[:2], problems[0]]:
        back = quote is problems[0] and shown.panel.locator("[aria-current='true']").count() > 0
        press_shortcut(shown.stage, shown.page, "previous-problem" if back else "next-problem")
        row = shown.row(" ".join(quote["text"].split())[:30])
        until_current(row)
    shown.page.keyboard.press("Escape")


def test_marks_are_hidden_and_shown_again_by_shortcut(shown: Shown) -> None:
    press_shortcut(shown.stage, shown.page, "toggle-marks")
    until(lambda: not shown.stage.marks(shown.page), 5, "The marks are still there.")
    press_shortcut(shown.stage, shown.page, "toggle-marks")
    until(lambda: len(shown.stage.marks(shown.page)) == 4, 5, "The marks are not back.")


def test_the_popup_says_what_is_on_and_what_was_found(shown: Shown) -> None:
    popup = open_popup(shown.stage, shown.page)
    said = popup.inner_text("main")
    assert "On for http://127.0.0.1" in said
    assert f"{shown.counts[0]} of 11 quotes found" in said
    popup.close()


def test_every_language_is_spoken_on_the_page_in_the_panel_and_in_the_popup(shown: Shown) -> None:
    found, unchecked = shown.counts
    for language, parts in {
        "de": (f"{found} von 11 Zitaten gefunden", "1 weicht ab", f"{unchecked} konnten nicht geprüft werden"),
        "fr": (f"Citations trouvées : {found} sur 11", "1 diffère", f"{unchecked} non vérifiées"),
        "es": (f"Citas encontradas: {found} de 11", "1 difiere", f"{unchecked} no se pudieron comprobar"),
        "ja": (f"引用11件中{found}件あり", "言葉の違い1件", f"確認できず{unchecked}件"),
    }.items():
        choose(shown.stage, language=language)
        until_spoken(shown, language)
        said = shown.panel.locator("#view-page .summary").inner_text()
        assert all(part in said for part in parts), said
        popup = open_popup(shown.stage, shown.page)
        assert parts[0] in popup.inner_text("main")
        popup.close()
        fresh = shown.stage.open(shown.page.url)
        until_said(shown, fresh, parts[0])
        fresh.close()
    choose(shown.stage, language="")
    until_spoken(shown, "en")


def until_said(shown: Shown, page: Page, words: str) -> None:
    said = " ".join(words.split())  # the bar is read with plain spaces
    until(lambda: said in shown.stage.bar(page).words, 20, f"The page does not say {words}.")


def until_spoken(shown: Shown, language: str) -> None:
    """The panel loads itself anew for another language."""

    def spoken() -> bool:
        return bool(
            shown.panel.locator("html").get_attribute("lang") == language
            and shown.panel.locator("#view-page .row").count()
        )

    until(spoken, 10, f"The panel speaks no {language}.")


def test_checking_again_is_asked_from_the_panel(shown: Shown) -> None:
    before = len(shown.sources.asked)
    shown.panel.get_by_role("button", name="Check again").click()
    until(lambda: len(shown.sources.asked) > before, 15, "No source was read anew.")
    line = shown.panel.locator("#view-page .summary")
    said = f"{shown.counts[0]} of 11 quotes found"
    until(lambda: line.inner_text().strip().startswith(said), 30, "The check did not come to its end.")


def test_consent_is_given_from_the_panel(shown: Shown) -> None:
    if not shown.panel.locator("#view-page .sources ul").is_visible():
        shown.panel.locator("#view-page .sources summary").click()
    shown.panel.locator("#view-page .sources .consent .action").click()
    until(lambda: "/crew-letter.html" in shown.sources.asked, 15, "The link was not fetched.")
    line = shown.panel.locator("#view-page .summary")
    until(lambda: line.inner_text().strip().startswith(f"{shown.counts[0] + 1} of 11"), 15, "The quote is not found.")


# A busy browser hands reports on late; what the reader asks for meanwhile is answered before them.
LATE = """(late) => { const plain = self.plain ??= self.fetch;
  self.fetch = async (...asked) => { const reply = await plain(...asked);
    if (String(asked[0]).endsWith("/poll")) await new Promise((resolve) => setTimeout(resolve, late));
    return reply; }; }"""


def test_consent_given_while_the_last_report_is_on_its_way_is_not_lost(shown: Shown) -> None:
    line = shown.panel.locator("#view-page .summary")
    before = len(shown.sources.asked)
    try:
        shown.stage.worker.evaluate(LATE, 1_500)
        shown.panel.get_by_role("button", name="Check again").click()
        until(lambda: len(shown.sources.asked) >= before + 5, 15, "The sources were not read anew.")
        time.sleep(0.7)  # all is judged, and nobody knows it yet
        assert shown.panel.get_by_role("button", name="Stop checking").is_visible()
        shown.panel.locator("#view-page .sources .consent .action").click()
        until(lambda: line.inner_text().strip().startswith(f"{shown.counts[0] + 1} of 11"), 15, "The consent was lost.")
    finally:
        shown.stage.worker.evaluate(LATE, 0)


def test_a_page_where_it_is_off_is_said_with_what_would_help(shown: Shown) -> None:
    blank = shown.stage.context.new_page()
    blank.goto(f"{shown.sources.address}/larsund-post.html")
    panel = open_panel(shown.stage, blank)
    assert "Off for http://127.0.0.1" in panel.inner_text("#standing")
    assert panel.locator("#standing button").count() == 2
    assert tab_of(shown.stage, blank)
    panel.close()
    blank.close()
