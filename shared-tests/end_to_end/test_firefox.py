"""The same extension in Firefox, by the real helper: browse, click to the passage, check by hand; sidebar, shortcuts.

Without a Firefox these tests fail and say so; they are never passed over.
"""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from firefox import Firefox
from screens import opened_extension

from pages import Site, page, sample, serving
from scripts import ALL_MARKS, FIND_MARK
from stage import MARKS, Helper, until

LONG = "".join(f"<p>Paragraph {number} of the log says that nothing happened on that day.</p>" for number in range(120))
SOURCE = f"""<!doctype html><html lang="en"><title>The log</title><article><h1>The log</h1>{LONG}
<p id="there">On the last day the ferry left at nine, and nobody was late.
<a href="https://elsewhere.example/ferry">[1]</a></p>{LONG}</article></html>"""
ANSWER = """<!doctype html><html lang="en"><meta name="quotefound" content="own-citations"><title>An answer</title>
<article><p>The log ends well: “the ferry left at
nine, and nobody was late”.<sup><a href="{source}/log.html">[1]</a></sup></p></article></html>"""
SIDEBAR = "window.SidebarController ?? window.SidebarUI"
CARD = "document.querySelector('quotefound-card')?.shadowRoot.querySelector('.card:popover-open')"


@dataclass
class Shown:
    firefox: Firefox
    origin: str
    helper: Helper
    answer: Site
    source: Site
    sample: Site

    def own(self, path: str) -> str:
        return self.firefox.open(f"{self.origin}/{path}")

    def marks(self, tab: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = self.firefox.js(tab, f"({ALL_MARKS})({json.dumps(MARKS)})")
        return found

    def click_mark(self, tab: str, words: str) -> None:
        def place() -> Any:
            return self.firefox.js(tab, f"({FIND_MARK})({json.dumps([MARKS, words])})")

        spot = until(place, 20, f"No mark stands on {words}.")
        self.firefox.click(tab, spot["x"], spot["y"])

    def card(self, tab: str) -> str:
        words: str = until(lambda: self.firefox.js(tab, f"{CARD}?.textContent"), 10, "No card opened.")
        return words


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder: Path = tmp_path_factory.mktemp("firefox")
    with contextlib.ExitStack() as opened:
        source = opened.enter_context(serving({"/log.html": page(SOURCE)}))
        answer = opened.enter_context(serving({"/chat": page(ANSWER.replace("{source}", source.address))}))
        whole, whole_sources = opened.enter_context(sample())
        helper = Helper(folder / "data", [source.host_and_port, whole_sources.host_and_port])
        opened.callback(helper.stop)
        firefox = opened.enter_context(Firefox())
        origin = firefox.install(opened_extension(folder))
        scene = Shown(firefox, origin, helper, answer, source, whole)
        set_up(scene)
        yield scene


def set_up(shown: Shown) -> None:
    """Pairs and switches two sites on, as a reader does: with mouse and keyboard, on the options page."""
    firefox = shown.firefox
    options = shown.own("options/options.html")
    firefox.click_on(options, "#pairing-code")
    firefox.type(options, shown.helper.pairing_code)
    firefox.click_on(options, "#pair")
    said = "document.getElementById('pairing-state').textContent"
    until(lambda: "Paired" in firefox.js(options, said), 15, "Firefox was not paired.")
    for site in (shown.answer, shown.sample):
        firefox.click_on(options, "#site")
        firefox.type(options, site.address)
        firefox.click_on(options, "#switch-on")
        until_on(shown, options, site.address)
    firefox.close(options)


def until_on(shown: Shown, options: str, address: str) -> None:
    said = "document.getElementById('site-state').textContent"
    until(lambda: address in shown.firefox.js(options, said), 15, f"{address} was not switched on.")


def test_an_answer_is_marked_as_the_reader_browses(shown: Shown) -> None:
    tab = shown.firefox.open(f"{shown.sample.address}/answer")
    before = shown.firefox.js(tab, "document.body.outerHTML")
    until(lambda: sum(map(len, shown.marks(tab).values())) >= 11, 40, "The quotes were not marked.")
    assert set(shown.marks(tab)) == {mark for mark in MARKS if "claim" not in mark}
    assert shown.firefox.js(tab, "document.body.outerHTML") == before
    shown.firefox.close(tab)


def test_a_click_on_a_mark_leads_to_the_passage(shown: Shown) -> None:
    tab = shown.firefox.open(f"{shown.answer.address}/chat")
    shown.click_mark(tab, "the ferry left at nine, and nobody was late")
    assert "Quote found" in shown.card(tab)
    known = set(shown.firefox.tabs())
    shown.firefox.click_in(tab, f"{CARD}.querySelector('a.action.first')")
    fresh = until(lambda: set(shown.firefox.tabs()) - known, 15, "No tab opened.").pop()
    in_sight = """(() => { const box = document.getElementById('there')?.getBoundingClientRect();
      return Boolean(box) && box.top >= 0 && box.bottom <= innerHeight && scrollY > 1000; })()"""
    until(lambda: shown.firefox.js(fresh, in_sight), 15, "The passage is not in sight.")
    shown.firefox.close(fresh)
    shown.firefox.close(tab)


def test_words_are_checked_by_hand_from_the_context_menu(shown: Shown) -> None:
    firefox = shown.firefox
    # A host that we may not read, but for the reader's own choice in the menu.
    tab = firefox.open(f"http://localhost:{shown.source.port}/log.html")
    firefox.show(tab)
    place = firefox.js(
        tab,
        """(() => { const element = document.getElementById('there');
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      getSelection().setBaseAndExtent(element.firstChild, 0, element.firstChild, 25);
      const box = element.getBoundingClientRect(); return [box.x + 20, box.y + box.height / 2]; })()""",
    )
    choose_from_menu(firefox, tab, place, "Check the selected")
    assert "quotefound" in firefox.in_browser(f"({SIDEBAR}).currentID")
    own = shown.own("options/options.html")  # from here the extension's own sidebar can be looked into
    view = "browser.extension.getViews({ type: 'sidebar' })[0]?.document"
    words = f"{view}?.getElementById('words')?.value"
    until(lambda: firefox.js(own, words) == "On the last day the ferry", 15, "The words did not come to the sidebar.")
    links = f"[...{view}.querySelectorAll('#links input')].map((one) => [one.value, one.checked])"
    assert firefox.js(own, links) == [["https://elsewhere.example/ferry", True]]
    address = json.dumps(f"{shown.source.address}/log.html")
    firefox.js(own, f"void Object.assign({view}.getElementById('address'), {{ value: {address} }})")
    firefox.js(own, f"{view}.querySelector('[name=against][value=address]').click()")
    firefox.js(own, f"{view}.getElementById('check').click()")
    verdict = f"{view}.querySelector('#view-hand .row .verdict')?.textContent"
    until(lambda: firefox.js(own, verdict) == "Found", 20, "The words were not found.")
    firefox.close(own)
    firefox.in_browser(f"({SIDEBAR}).hide()")
    firefox.close(tab)


def choose_from_menu(firefox: Firefox, tab: str, place: list[float], beginning: str) -> None:
    """Opens the real context menu at a place of the page and takes one of our entries; the sidebar opens by it."""
    firefox.click(tab, place[0], place[1], button=2)
    menu = "document.getElementById('contentAreaContextMenu')"
    until(lambda: firefox.in_browser(f"{menu}.state") == "open", 10, "The context menu did not open.")
    entry = f"[...{menu}.querySelectorAll('menuitem')].find((item) => item.label.startsWith('{beginning}'))"
    firefox.in_browser(f"{menu}.activateItem({entry})")
    until(lambda: firefox.in_browser(f"({SIDEBAR}).isOpen"), 10, "The sidebar did not open.")


def test_a_whole_page_is_checked_once_from_the_context_menu(shown: Shown) -> None:
    firefox = shown.firefox
    tab = firefox.open(f"http://localhost:{shown.answer.port}/chat")
    firefox.show(tab)
    choose_from_menu(firefox, tab, [600, 500], "Check every quote")
    until(lambda: shown.marks(tab).get("quotefound-found"), 20, "The page was not checked.")
    firefox.in_browser(f"({SIDEBAR}).hide()")
    firefox.close(tab)
    own = shown.own("options/options.html")
    sites = firefox.js(own, "browser.storage.local.get('sites').then(({ sites }) => sites)")
    assert sites == sorted([shown.answer.address, shown.sample.address])  # nothing was switched on
    firefox.close(own)


def test_words_are_checked_by_hand_against_an_address(shown: Shown) -> None:
    firefox = shown.firefox
    panel = shown.own("panel/panel.html")
    firefox.click_on(panel, "#tab-hand")
    firefox.click_on(panel, "#words")
    firefox.type(panel, "nobody was late")
    firefox.click_on(panel, "#address")
    firefox.type(panel, f"{shown.source.address}/log.html")
    firefox.click_on(panel, "#check")
    verdict = "document.querySelector('#view-hand .row .verdict')?.textContent"
    until(lambda: firefox.js(panel, verdict) == "Found", 20, "The words were not found.")
    firefox.close(panel)


def test_the_panel_lists_the_page_and_leads_to_it(shown: Shown) -> None:
    firefox = shown.firefox
    tab = firefox.open(f"{shown.answer.address}/chat")
    until(lambda: shown.marks(tab).get("quotefound-found"), 20, "The quote was not marked.")
    blank = shown.own("options/options.html")
    script = f"browser.tabs.query({{}}).then((all) => all.find((one) => one.url === '{shown.answer.address}/chat').id)"
    number = firefox.js(blank, script)
    firefox.close(blank)
    panel = shown.own(f"panel/panel.html?tab={number}")
    summary = "document.querySelector('#view-page .summary')?.textContent"
    until(lambda: firefox.js(panel, summary) == "1 of 1 quote found", 15, "The panel does not list the quote.")
    firefox.click_on(panel, "#view-page .row")
    assert "Quote found" in shown.card(tab)
    firefox.close(panel)
    firefox.close(tab)


def test_a_shortcut_leads_to_the_next_problem(shown: Shown) -> None:
    firefox = shown.firefox
    tab = firefox.open(f"{shown.sample.address}/answer")
    firefox.show(tab)
    until(lambda: sum(map(len, shown.marks(tab).values())) >= 11, 40, "The quotes were not marked.")

    def press(letter: str) -> None:
        keys = "[...document.querySelectorAll(\"keyset[id*='quotefound'] key\")]"
        firefox.in_browser(f"{keys}.find((one) => one.getAttribute('key') === '{letter}').doCommand()")

    press("J")
    assert "does not contain" in shown.card(tab)
    press("M")
    until(lambda: not shown.marks(tab), 5, "The marks are still there.")
    press("M")
    until(lambda: len(shown.marks(tab)) == 4, 5, "The marks are not back.")
    firefox.close(tab)


def test_the_helper_killed_and_a_tab_closed_are_survived(shown: Shown) -> None:
    firefox = shown.firefox
    shown.helper.kill()
    tab = firefox.open(f"{shown.answer.address}/chat")
    bar = "document.querySelector('quotefound-card')?.shadowRoot.querySelector('.bar:not([hidden])')?.textContent"
    until(lambda: "not running" in (firefox.js(tab, bar) or ""), 20, "The page does not say that the helper is gone.")
    firefox.close(tab)
