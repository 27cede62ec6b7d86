"""The options page: claims everywhere and by site, and what the helper keeps, shown and changed there."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page
from screens import in_background, own_page, violations

from stage import Helper, Stage, until

SITE = "http://127.0.0.1:8123"


@dataclass
class Shown:
    stage: Stage
    helper: Helper

    def options(self) -> Page:
        options = own_page(self.stage, "options/options.html")
        options.wait_for_selector("#kept-now:not(:empty), #kept-state:not(:empty)")
        return options

    def stored(self, name: str) -> Any:
        return in_background(self.stage, "async (name) => (await chrome.storage.local.get(name))[name] ?? null", name)

    def kept(self) -> dict[str, Any]:
        return self.helper.call("/v1/kept", {})[1]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder: Path = tmp_path_factory.mktemp("options")
    helper = Helper(folder / "data")
    try:
        with Stage(folder) as stage:
            options = own_page(stage, "options/options.html")
            options.wait_for_selector("#kept-state:not(:empty)")
            assert options.is_hidden("#keeping")  # nobody can be asked yet
            assert "once the helper is paired" in options.inner_text("#kept-state")
            options.fill("#pairing-code", helper.pairing_code)
            options.press("#pairing-code", "Enter")
            until(lambda: options.is_visible("#keeping"), 10, "What is kept is not shown after pairing.")
            options.close()
            stage.switch_on(SITE)
            yield Shown(stage, helper)
    finally:
        helper.stop()


def test_claims_are_chosen_for_everywhere(shown: Shown) -> None:
    options = shown.options()
    assert options.is_checked("input[name='claims'][value='auto']")
    options.check("input[name='claims'][value='on']")
    until(lambda: shown.stored("claims") == "on", 5, "The choice is not kept.")
    assert "quotefound models install" in options.inner_text("section:has(#claims)")
    options.reload()
    until(lambda: options.is_checked("input[name='claims'][value='on']"), 5, "The choice is not shown.")
    options.close()


# A browser at its start hands settings over late.
LATE = """{ const plain = chrome.storage.local.get.bind(chrome.storage.local);
  chrome.storage.local.get = async (...asked) => {
    const reply = await plain(...asked);
    await new Promise((resolve) => setTimeout(resolve, 700));
    return reply; }; }"""


def test_what_is_shown_can_be_used_from_the_first_moment(shown: Shown) -> None:
    options = shown.stage.context.new_page()
    options.add_init_script(LATE)
    options.goto(f"chrome-extension://{shown.stage.id}/options/options.html")
    options.wait_for_selector("body:not([hidden])")
    options.click("input[name='claims'][value='off']")
    until(lambda: shown.stored("claims") == "off", 5, "The click did nothing.")
    assert options.is_checked("input[name='claims'][value='off']")
    options.close()


def test_a_site_has_a_choice_of_its_own_and_gives_it_back(shown: Shown) -> None:
    options = shown.options()
    choice = options.locator("#sites select")
    assert choice.get_attribute("aria-label") == f"Sentences with citations on {SITE}"
    assert choice.input_value() == ""
    choice.select_option("off")
    until(lambda: shown.stored("claims_at") == {SITE: "off"}, 5, "The choice is not kept.")
    options.reload()
    until(lambda: options.locator("#sites select").input_value() == "off", 5, "The choice is not shown.")
    options.locator("#sites select").select_option("")
    until(lambda: shown.stored("claims_at") == {}, 5, "The site still has a choice of its own.")
    options.locator("#sites select").select_option("on")
    until(lambda: shown.stored("claims_at") == {SITE: "on"}, 5, "The choice is not kept.")
    options.get_by_role("button", name=f"Switch off {SITE}").click()
    until(lambda: shown.stored("claims_at") == {}, 5, "A site that is off is still remembered.")
    options.close()
    shown.stage.switch_on(SITE)


def test_what_is_kept_is_shown_and_changed_by_keyboard_alone(shown: Shown) -> None:
    options = shown.options()
    assert options.inner_text("#kept-now").startswith("Now: 0 readings")
    assert options.input_value("#kept-most") == "2"
    assert options.is_checked("[name='kept'][value='room']")
    assert options.is_disabled("#kept-days")
    options.focus("#kept-most")
    options.keyboard.press("Control+A")
    options.keyboard.type("0.5")
    options.keyboard.press("Tab")
    options.keyboard.press("ArrowDown")
    assert options.is_checked("[name='kept'][value='days']")
    options.keyboard.press("Tab")
    options.keyboard.press("Control+A")
    options.keyboard.type("14")
    options.keyboard.press("Tab")
    options.keyboard.press("Enter")
    until(lambda: options.inner_text("#kept-state") == "Saved.", 5, "It was not saved.")
    kept = shown.kept()
    assert (kept["max_store_bytes"], kept["keep_days"]) == (500_000_000, 14)
    written = json.loads((shown.helper.folder / "settings.json").read_text())
    assert written["max_store_bytes"] == 500_000_000  # a helper that is started anew knows it
    options.check("[name='kept'][value='room']")
    options.click("#keep")
    until(lambda: shown.kept()["keep_days"] is None, 5, "It was not saved.")
    assert shown.kept()["max_store_bytes"] == 500_000_000  # what was not touched stays
    options.close()


def test_what_makes_no_sense_is_not_saved(shown: Shown) -> None:
    before = shown.kept()
    options = shown.options()
    options.fill("#kept-most", "0")
    options.click("#keep")
    assert options.evaluate("() => document.querySelector('#kept-most').validity.rangeUnderflow")
    options.fill("#kept-most", "1")
    options.check("[name='kept'][value='days']")
    options.fill("#kept-days", "")
    options.click("#keep")
    assert options.evaluate("() => document.querySelector('#kept-days').validity.valueMissing")
    assert options.inner_text("#kept-state") == ""
    assert shown.kept() == before
    options.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_clean_for_axe_in_every_state(shown: Shown, theme: Literal["light", "dark"]) -> None:
    options = shown.options()
    options.emulate_media(color_scheme=theme)
    assert violations(options) == []  # with the number of days out of reach
    options.check("[name='kept'][value='days']")
    assert violations(options) == []
    options.close()


def test_what_the_helper_refuses_is_said(shown: Shown) -> None:
    options = shown.options()
    shown.helper.kill()
    options.fill("#kept-most", "3")
    options.click("#keep")
    until(lambda: "not running" in options.inner_text("#kept-state"), 5, "Nothing is said.")
    options.close()


def test_whoever_comes_back_after_starting_the_helper_sees_it_running(shown: Shown) -> None:
    options = own_page(shown.stage, "options/options.html")
    until(lambda: "Start it, then open this again." in options.inner_text("#pairing-state"), 10, "Nothing is said.")
    assert options.is_hidden("#keeping")
    helper = Helper(shown.helper.folder)
    try:
        shown.stage.pair(helper)  # in a page of its own, which stands before this one
        options.bring_to_front()
        options.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # a browser without windows has none
        until(lambda: "is running" in options.inner_text("#pairing-state"), 5, "It does not say that it runs.")
        until(lambda: options.is_visible("#keeping"), 5, "What is kept is not shown.")
    finally:
        helper.stop()
    options.close()
