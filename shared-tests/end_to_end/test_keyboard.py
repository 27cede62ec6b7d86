"""Every action by keyboard alone: no mouse is touched in this file. Tab, Shift+Tab, Enter, Space, arrows, Escape."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page
from screens import in_background, open_panel, open_popup, opened_extension, own_page, tab_of

from pages import sample
from stage import Helper, Stage, until

MOST_TABS = 80
# What a screen reader would say of the focused element, also inside our card.
FOCUSED = """() => {
  let one = document.activeElement;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  const label = [...(one?.labels ?? [])].map((each) => each.textContent.trim()).join(' ');
  const said = one === document.body ? '' : one?.ariaLabel || label || one?.textContent || '';
  return said.trim().replace(/\\s+/g, ' ');
}"""
RING = """() => {
  let one = document.activeElement;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  return getComputedStyle(one).outlineStyle;
}"""


@dataclass
class Shown:
    stage: Stage
    helper: Helper
    page: Page


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder: Path = tmp_path_factory.mktemp("keyboard")
    with sample() as (answer, sources):
        helper = Helper(folder / "data", [sources.host_and_port])
        try:
            with Stage(folder, extension=opened_extension(folder)) as stage:
                options = own_page(stage, "options/options.html")
                tab_to(options, "Pairing code")
                options.keyboard.type(helper.pairing_code)
                options.keyboard.press("Enter")
                until(lambda: "Paired" in options.inner_text("#pairing-state"), 10, "It was not paired.")
                tab_to(options, "Address of the site")
                options.keyboard.type(answer.address)
                options.keyboard.press("Enter")
                until(lambda: "Switched on" in options.inner_text("#site-state"), 10, "It was not switched on.")
                options.close()
                page = stage.open(f"{answer.address}/answer")
                stage.reports(page, helper)
                yield Shown(stage, helper, page)
        finally:
            helper.stop()


def focused(page: Page) -> str:
    words: str = page.evaluate(FOCUSED)
    return words


def tab_to(page: Page, beginning: str, back: bool = False) -> None:
    """Presses Tab until what has the focus begins with these words; the focus can always be seen."""
    passed = []
    for _ in range(MOST_TABS):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        passed.append(focused(page))
        if passed[-1].startswith(beginning):
            assert page.evaluate(RING) != "none"
            return
    raise AssertionError(f"Tab never came to {beginning}, but to {passed}")


def test_the_bar_and_the_card(shown: Shown) -> None:
    page = shown.page
    page.bring_to_front()
    tab_to(page, "Next mark")
    page.keyboard.press("Enter")
    until(lambda: focused(page).startswith("Quote found"), 5, "The card did not take the focus.")
    for action in ("Previous mark", "Next mark", "Close", "Show in the source", "A million and a bit"):
        tab_to(page, action)
    tab_to(page, "Next mark", back=True)
    page.keyboard.press("Enter")
    until(lambda: "2 of 11" in shown.stage.card(page).words, 5, "The next card did not open.")
    page.keyboard.press("Escape")
    until(lambda: focused(page).startswith("Next mark"), 5, "The focus did not go back to the bar.")


def test_copying_checking_again_and_consent_from_the_card(shown: Shown) -> None:
    page = shown.page
    page.bring_to_front()
    tab_to(page, "Previous mark", back=True)
    page.keyboard.press("Enter")  # the last quote: a link of the prose
    until(lambda: "11 of 11" in shown.stage.card(page).words, 5, "The last card did not open.")
    tab_to(page, "Fetch this link")
    page.keyboard.press("Enter")
    until(lambda: focused(page).startswith("Quote found"), 15, "The card did not stay for the new verdict.")
    tab_to(page, "Copy the source’s words")
    page.keyboard.press("Space")
    until(lambda: focused(page) == "Copied", 5, "Nothing was copied.")
    tab_to(page, "Check again")
    page.keyboard.press("Escape")


def test_the_panel(shown: Shown) -> None:
    panel = open_panel(shown.stage, shown.page)
    panel.wait_for_selector("#view-page .row")
    tab_to(panel, "This page")
    for action in ("Check again", "All 11", "Not in the source"):
        tab_to(panel, action)
    panel.keyboard.press("Enter")
    until(lambda: panel.locator("#view-page .row").count() == 1, 5, "The filter does nothing.")
    assert focused(panel).startswith("Not in the source")  # and keeps the focus
    tab_to(panel, "All 11", back=True)
    panel.keyboard.press("Space")
    tab_to(panel, "Wording differsThe wind did not ask")
    panel.keyboard.press("Enter")
    until(lambda: "Closest passage" in shown.stage.card(shown.page).words, 5, "No card opened on the page.")
    for action in ("6 sources", "Save this report"):
        tab_to(panel, action)
    panel.keyboard.press("Enter")
    tab_to(panel, "Markdown")
    with panel.expect_download():
        panel.keyboard.press("Enter")
    tab_to(panel, "This page", back=True)
    panel.keyboard.press("ArrowRight")
    assert focused(panel) == "By hand"
    tab_to(panel, "The words")
    panel.keyboard.type("It leaves at nine")
    tab_to(panel, "Take the words")
    tab_to(panel, "An address")
    for _ in range(2):
        panel.keyboard.press("ArrowDown")
    assert focused(panel) == "Pasted text"
    tab_to(panel, "Text of the source")
    panel.keyboard.type("It leaves at ten.")
    tab_to(panel, "Check")
    panel.keyboard.press("Enter")
    until(lambda: panel.locator("#view-hand .row .drawing").count() == 1, 15, "It was not checked.")
    tab_to(panel, "Wording differs")
    panel.keyboard.press("Enter")
    tab_to(panel, "Copy the source’s words")
    tab_to(panel, "By hand", back=True)
    panel.keyboard.press("ArrowRight")
    assert focused(panel).startswith("Needs a person")
    until(lambda: panel.locator("#person-count").inner_text() == "1", 5, "The blocked answer is not on the list.")
    for action in ("6 sources", "Open its page", "Done"):
        tab_to(panel, action)
    panel.close()


def test_claims_in_the_panel(shown: Shown) -> None:
    panel = open_panel(shown.stage, shown.page)
    panel.wait_for_selector("#view-page .decision")
    tab_to(panel, "Check claims too")
    panel.keyboard.press("Enter")
    until(lambda: panel.locator("#view-page [data-filter='claims']").count() == 1, 20, "No claims came.")
    until(lambda: panel.locator("#view-page .decision").count() == 1, 20, "The check did not come to its end.")
    tab_to(panel, "Claims")
    panel.keyboard.press("Space")
    until(lambda: panel.locator("#view-page .verdict.found").count() == 0, 5, "The filter does nothing.")
    assert focused(panel).startswith("Claims")
    tab_to(panel, "the cleanest passenger")  # what the answer was blocked for: a quote, which is filtered away
    panel.keyboard.press("Enter")
    until(lambda: "does not contain" in shown.stage.card(shown.page).words, 5, "No card opened on the page.")
    assert focused(panel).startswith("Not in the source")  # the focus went on to its row
    tab_to(panel, "Its passage")
    panel.keyboard.press("Enter")
    tab_to(panel, "Show in the source")
    tab_to(panel, "Try again")
    panel.close()


def test_the_popup(shown: Shown) -> None:
    popup = open_popup(shown.stage, shown.page)
    tab_to(popup, "Show the marks on the page")
    popup.keyboard.press("Space")
    until(lambda: not shown.stage.marks(shown.page), 5, "The marks are still there.")
    popup.keyboard.press("Space")
    until(lambda: len(shown.stage.marks(shown.page)) >= 3, 5, "The marks are not back.")
    for action in ("List of quotes and claims", "Needs a person", "Options"):
        tab_to(popup, action)
    tab_to(popup, "On", back=True)
    popup.keyboard.press("ArrowRight")
    until(lambda: "Quotes alone" in popup.inner_text("#claims-told"), 5, "The choice says nothing.")
    popup.keyboard.press("ArrowLeft")
    until(lambda: "words and figures" in popup.inner_text("#claims-told"), 5, "The choice says nothing.")
    tab_to(popup, "Switch off", back=True)
    popup.close()


def test_the_options(shown: Shown) -> None:
    options = own_page(shown.stage, "options/options.html")
    options.wait_for_selector("#sites li")
    tab_to(options, "Sentences with citations on http://127.0.0.1")
    tab_to(options, "Switch off http://127.0.0.1")
    tab_to(options, "Check them once a language model")
    options.keyboard.press("ArrowDown")
    claims = "async () => (await chrome.storage.local.get('claims')).claims"
    until(lambda: in_background(shown.stage, claims) == "on", 5, "The choice is not kept.")
    tab_to(options, "Fetch the sources")
    options.keyboard.press("ArrowDown")
    kept = "async () => (await chrome.storage.local.get('fetch')).fetch"
    until(lambda: in_background(shown.stage, kept) == "nothing", 5, "The choice is not kept.")
    options.keyboard.press("ArrowUp")
    tab_to(options, "Look")
    options.keyboard.press("ArrowDown")
    until(lambda: options.locator("html").get_attribute("data-look") == "light", 5, "It looks as before.")
    options.keyboard.press("ArrowUp")
    tab_to(options, "Change shortcuts")
    tab_to(options, "Forget everything…")
    options.keyboard.press("Enter")
    assert focused(options) == "Keep it"  # the harmless answer comes first
    options.keyboard.press("Escape")
    assert focused(options) == "Forget everything…"
    assert not options.is_visible("#forget-sure")
    options.keyboard.press("Enter")
    tab_to(options, "Forget everything", back=True)
    options.keyboard.press("Enter")
    until(lambda: options.inner_text("#forget-state"), 10, "Nothing is said.")
    assert options.inner_text("#forget-state") == "Everything is forgotten."
    left = """async () => [...Object.keys(await chrome.storage.local.get(null)),
      ...Object.keys(await chrome.storage.session.get(null))]"""
    assert in_background(shown.stage, left) == []
    kept_files = [file for file in shown.helper.folder.rglob("*") if "blobs" in file.parts and file.is_file()]
    assert kept_files == []
    gone = "document.querySelector('quotefound-card') === null"
    until(lambda: shown.page.evaluate(gone), 5, "The page is still marked.")
    assert tab_of(shown.stage, shown.page)
    options.close()
