"""Our screens under axe-core, in light and dark: card and bar on the sample, panel, popup, options, first page.

axe-core stands in no page of ours; it is put in from outside for this test alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page
from screens import open_panel, open_popup, opened_extension, own_page, violations

from pages import sample
from stage import Helper, Stage

CARD = "{ include: [['quotefound-card']] }"
# One quote for each verdict, and those whose card has more in it.
QUOTES = ("Between May", "The wind did not ask", "the cleanest passenger", "nitrogen oxides", "We used to smell")


@dataclass
class Shown:
    stage: Stage
    helper: Helper
    page: Page


@pytest.fixture(scope="module", params=["light", "dark"])
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder: Path = tmp_path_factory.mktemp(request.param)
    with sample() as (answer, sources):
        helper = Helper(folder / "data", [sources.host_and_port])
        try:
            with Stage(folder, extension=opened_extension(folder), dark=request.param == "dark") as stage:
                stage.pair(helper)
                stage.switch_on(answer.address)
                page = stage.open(f"{answer.address}/answer")
                stage.reports(page, helper)
                yield Shown(stage, helper, page)
        finally:
            helper.stop()


def test_the_measure_finds_what_is_wrong(shown: Shown) -> None:
    page = shown.stage.context.new_page()
    page.set_content("<html lang='en'><title>t</title><main><h1>t</h1><p style='color:#bbb'>grey</p><img src='x'>")
    found = " ".join(violations(page))
    assert "color-contrast" in found
    assert "image-alt" in found
    page.close()


def test_the_card_and_the_bar(shown: Shown) -> None:
    quotes = shown.stage.latest_report(shown.page)
    assert quotes
    for beginning in QUOTES:
        words = next(quote["text"] for quote in quotes["quotes"] if quote["text"].startswith(beginning))
        shown.stage.click_mark(shown.page, words)
        shown.stage.card(shown.page)
        shown.page.wait_for_timeout(300)  # contrast is measured once the card has come in whole
        assert violations(shown.page, CARD) == []
        shown.page.keyboard.press("Escape")


def test_the_panel_in_each_of_its_views(shown: Shown) -> None:
    panel = open_panel(shown.stage, shown.page)
    panel.wait_for_selector("#view-page .row")
    panel.locator("#view-page .export summary").click()
    assert violations(panel) == []
    panel.click("#tab-hand")
    assert violations(panel) == []
    panel.fill("#words", "It leaves at nine")
    panel.check("[name='against'][value='text']")
    panel.fill("#text", "It leaves at ten, and not before.")
    panel.click("#check")
    panel.wait_for_selector("#view-hand .row .drawing")
    panel.click("#view-hand .row")
    assert violations(panel) == []
    panel.check("[name='what'][value='draft']")
    assert violations(panel) == []
    panel.close()


def test_the_popup(shown: Shown) -> None:
    popup = open_popup(shown.stage, shown.page)
    assert violations(popup) == []
    popup.close()


@pytest.mark.parametrize("path", ["options/options.html", "welcome/welcome.html"])
def test_the_options_and_the_first_page(shown: Shown, path: str) -> None:
    page = own_page(shown.stage, path)
    page.wait_for_selector(".state.good")
    if "options" in path:
        page.click("#forget")
    assert violations(page) == []
    page.close()


def test_without_a_helper(shown: Shown) -> None:
    shown.helper.kill()
    popup = open_popup(shown.stage, shown.page)
    assert violations(popup) == []
    popup.close()
