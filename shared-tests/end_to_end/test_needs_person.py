"""The list "needs a person": what enters it by itself, what it shows, how it is left, and its count in the popup."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page
from screens import in_background, open_panel, open_popup, own_page, violations

from pages import Site, page, serving
from stage import Helper, Stage, until

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SAID = "The ferry leaves at nine in the morning and comes back at noon."
SOURCE = f"""<!doctype html><html lang="en"><title>Timetable</title><article>
<p>{SAID}</p><p>{"Dogs travel free. " * 40}</p></article></html>"""
CHAT = """<!doctype html><html lang="en"><title>{title}</title><meta name="quotefound" content="own-citations">
<div data-message-author-role="user">{question}</div>
<div data-message-author-role="assistant"><p>It says:
“{quote}”<sup><a href="{source}/timetable.html">[1]</a></sup></p></div></html>"""
ASKED = {
    "/right": ("When does it leave?", SAID),
    "/wrong": ("When does the ferry leave, please?", "The ferry leaves at ten in the morning and comes back at noon."),
    "/absent": ("Is there a café aboard?", "A small café on the upper deck serves soup from eleven o’clock on."),
}


@dataclass
class Shown:
    stage: Stage
    helper: Helper
    answers: Site
    pages: dict[str, Page]

    def entries(self) -> list[dict[str, Any]]:
        """The list as the helper has it."""
        found: list[dict[str, Any]] = self.helper.call("/v1/escalations", {})[1]["escalations"]
        return found


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder: Path = tmp_path_factory.mktemp("person")
    with serving({"/timetable.html": page(SOURCE)}) as source:
        answers = {
            path: page(CHAT.format(title=f"Chat{path}", question=question, quote=quote, source=source.address))
            for path, (question, quote) in ASKED.items()
        }
        with serving(answers) as site:
            helper = Helper(folder / "data", [source.host_and_port])
            try:
                with Stage(folder) as stage:
                    stage.pair(helper)
                    stage.switch_on(site.address)
                    yield Shown(stage, helper, site, {})
            finally:
                helper.stop()


def view(panel: Page) -> str:
    return panel.inner_text("#view-person")


def test_nothing_waits_at_first(shown: Shown) -> None:
    opened = shown.stage.open(f"{shown.answers.address}/right")
    shown.stage.reports(opened, shown.helper)
    shown.pages["/right"] = opened
    panel = open_panel(shown.stage, opened)
    assert panel.inner_text("#person-count") == ""
    panel.click("#tab-person")
    until(lambda: "No answer waits for you" in view(panel), 5, "The empty list does not say that it is empty.")
    assert panel.locator(".case").count() == 0
    assert violations(panel) == []
    panel.close()
    popup = open_popup(shown.stage, opened)
    assert popup.inner_text("#person").strip() == "Needs a person"
    popup.close()


def test_a_blocked_answer_enters_while_the_panel_looks_on(shown: Shown) -> None:
    def check(path: str) -> None:
        shown.stage.reports(shown.pages[path], shown.helper)

    for path in ("/wrong", "/absent"):
        shown.pages[path] = shown.stage.open(f"{shown.answers.address}{path}")
    panel = open_panel(shown.stage, shown.pages["/wrong"])
    check("/wrong")
    until(lambda: panel.inner_text("#person-count") != "", 10, "The count does not show it.")
    check("/absent")
    panel.click("#tab-person")  # the other answer is not in front: the list is asked for when it is shown
    until(lambda: panel.locator(".case").count() == 2, 10, "Not both stand on the list.")
    assert panel.inner_text("#person-count") == "2"
    panel.close()


def test_an_entry_says_what_was_asked_where_it_stopped_and_what_was_read(shown: Shown) -> None:
    panel = open_panel(shown.stage, shown.pages["/wrong"])
    panel.click("#tab-person")
    panel.wait_for_selector(".case")
    questions = panel.locator(".case h3").all_inner_texts()  # both checks ran at once, so either may have ended first
    assert sorted(questions) == ["Is there a café aboard?", "When does the ferry leave, please?"]
    entry = panel.locator(".case").filter(has_text="When does the ferry leave, please?")
    said = " ".join(entry.inner_text().split())
    assert "127.0.0.1" in said
    assert "Blocked: this is not as the source has it." in said
    assert ASKED["/wrong"][1] in said
    assert "Wording differs." in said
    assert "“" not in said  # the quote was not found: no quotation marks
    assert entry.locator("a.action").get_attribute("href") == f"{shown.answers.address}/wrong"
    entry.locator("summary").click()
    source = entry.locator("details li")
    assert source.locator(".name").inner_text().startswith("Timetable")
    assert "read whole" in source.inner_text()
    for theme in THEMES:
        panel.emulate_media(color_scheme=theme)
        assert violations(panel) == []
    panel.close()


def test_the_popup_counts_them_and_leads_there(shown: Shown) -> None:
    popup = open_popup(shown.stage, shown.pages["/wrong"])
    until(lambda: popup.inner_text("#person-count") == "2", 5, "The popup does not count them.")
    popup.click("#person")
    panel = shown.stage.side_panel()
    until(lambda: panel.locator(".case").first.is_visible(), 10, "The list is not in front.")
    assert in_background(shown.stage, "async () => (await chrome.storage.session.get('view')).view ?? null") is None
    panel.click("#tab-page")
    again = open_popup(shown.stage, shown.pages["/wrong"])
    again.click("#person")  # while the panel is open
    until(lambda: panel.locator(".case").first.is_visible(), 5, "The open panel does not turn to the list.")


def test_done_is_asked_for_once_more_by_keyboard_alone(shown: Shown) -> None:
    panel = open_panel(shown.stage, shown.pages["/wrong"])
    panel.locator("#tab-person").focus()
    panel.keyboard.press("Enter")
    panel.wait_for_selector(".case")
    done = panel.get_by_role("button", name="Done: When does the ferry leave, please?")
    done.focus()
    panel.keyboard.press("Enter")
    assert focused(panel) == "Keep it"  # the harmless answer comes first
    panel.keyboard.press("Escape")
    assert focused(panel) == "Done"
    assert len(shown.entries()) == 2
    panel.keyboard.press("Enter")
    assert violations(panel) == []
    panel.keyboard.press("Shift+Tab")
    assert focused(panel) == "Remove"
    panel.keyboard.press("Enter")
    until(lambda: panel.locator(".case").count() == 1, 5, "It is still on the list.")
    assert [entry["question"] for entry in shown.entries()] == ["Is there a café aboard?"]
    assert focused(panel) == "Answers that need a person"
    assert panel.inner_text("#person-count") == "1"
    panel.close()


def focused(panel: Page) -> str:
    words: str = panel.evaluate("() => document.activeElement.textContent.trim()")
    return words


def test_forgetting_everything_says_that_it_takes_the_list_along_and_does(shown: Shown) -> None:
    options = own_page(shown.stage, "options/options.html")
    options.click("#forget")
    assert "the list of answers that need a person" in options.inner_text("#forget-sure")
    options.click("#forget-yes")
    until(lambda: "Everything is forgotten" in options.inner_text("#forget-state"), 10, "Nothing is forgotten.")
    assert shown.entries() == []
    options.close()


def test_without_the_helper_the_list_says_so(shown: Shown) -> None:
    panel = own_page(shown.stage, "panel/panel.html", {"width": 380, "height": 900})
    panel.click("#tab-person")
    until(lambda: "not paired" in view(panel), 5, "Nothing is said.")
    assert panel.locator("#view-person").get_by_role("button", name="Options").is_visible()
    panel.close()


def test_a_helper_that_has_been_started_again_is_asked_again(shown: Shown) -> None:
    shown.stage.pair(shown.helper)
    shown.helper.kill()
    panel = own_page(shown.stage, "panel/panel.html", {"width": 380, "height": 900})
    panel.click("#tab-person")
    again = panel.locator("#view-person").get_by_role("button", name="Check again")
    again.wait_for(timeout=5_000)
    assert "Start it, then check again." in view(panel)
    again.click()
    again.wait_for(timeout=5_000)  # it is still not there
    helper = Helper(shown.helper.folder)
    try:
        shown.stage.pair(helper)
        again.click()
        until(lambda: "No answer waits for you" in view(panel), 5, "The list did not come.")
        assert again.count() == 0
        assert focused(panel) == "Answers that need a person"
        assert violations(panel) == []
    finally:
        helper.stop()
    panel.close()
