"""The same extension in Firefox, by the real helper: browse, click to the passage, check by hand; panel and shortcuts.

Without a Firefox these tests fail and say so; they are never passed over.
"""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from firefox_scene import CARD, SIDEBAR, Scene, in_firefox
from leases import NOTICE, SECOND_DRAFT, leases

from pages import Site, page, sample, serving
from scripts import LONE_SIGNS
from stage import MARKS, until

LONG = "".join(f"<p>Paragraph {number} of the log says that nothing happened on that day.</p>" for number in range(120))
SOURCE = f"""<!doctype html><html lang="en"><title>The log</title><article><h1>The log</h1>{LONG}
<p id="there">On the last day the ferry left at nine, and nobody was late.
<a href="https://elsewhere.example/ferry">[1]</a></p>{LONG}</article></html>"""
OWN = '<meta name="quotefound" content="own-citations">'
QUOTED = "the ferry left at nine, and nobody was late"
ANSWER = f"""<!doctype html><html lang="en">{OWN}<title>An answer</title>
<article><p>The log ends well: “the ferry left at
nine, and nobody was late”.<sup><a href="{{source}}/log.html">[1]</a></sup></p></article></html>"""
# What a reader copies: a quote that stands in its source, and one that does not.
DRAFT = """<!doctype html><html lang="en"><title>A draft</title><main><p>It ends: “the ferry left at nine”
<a href="{source}/log.html">[1]</a>.</p><p>And: “the ferry left at ten, and nobody was late”
<a href="{source}/log.html">[1]</a>.</p></main></html>"""


@dataclass
class Sites:
    answer: Site
    source: Site
    sample: Site
    lease: Site


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Scene, Sites]]:
    folder: Path = tmp_path_factory.mktemp("firefox")
    with contextlib.ExitStack() as opened:
        source = opened.enter_context(serving({"/log.html": page(SOURCE)}))
        pages = {"/chat": ANSWER, "/unknown": ANSWER.replace(OWN, ""), "/draft": DRAFT}
        filled = {path: page(text.replace("{source}", source.address)) for path, text in pages.items()}
        answer = opened.enter_context(serving(filled))
        whole, whole_sources = opened.enter_context(sample())
        lease, lease_sources = opened.enter_context(leases())
        allow = [one.host_and_port for one in (source, whole_sources, lease_sources)]
        on = [answer.address, whole.address, lease.address]
        scene = opened.enter_context(in_firefox(folder, on, allow))
        yield scene, Sites(answer, source, whole, lease)


@pytest.fixture
def scene(built: tuple[Scene, Sites]) -> Iterator[Scene]:
    yield built[0]
    built[0].clear()


@pytest.fixture
def sites(built: tuple[Scene, Sites]) -> Sites:
    return built[1]


# --- browse, and click to the passage ---------------------------------------------------------------------------------


def test_an_answer_is_marked_as_the_reader_browses(scene: Scene, sites: Sites) -> None:
    tab = scene.open(f"{sites.sample.address}/answer")
    before = scene.firefox.js(tab, "document.body.outerHTML")
    until(lambda: sum(map(len, scene.marks(tab).values())) >= 11, 40, "The quotes were not marked.")
    assert set(scene.marks(tab)) == {mark for mark in MARKS if "claim" not in mark}  # nobody asked for claims
    assert scene.firefox.js(tab, "document.body.outerHTML") == before


def test_a_contradicted_claim_is_marked_with_its_three_lines_and_its_figure(scene: Scene, sites: Sites) -> None:
    scene.choose_claims("on")
    try:
        tab = scene.open(f"{sites.lease.address}/second")
        before = scene.firefox.js(tab, "document.body.outerHTML")
        until(lambda: "quotefound-claim-contradicted" in scene.marks(tab), 30, "The claim was not marked.")
        assert scene.marks(tab) == {"quotefound-claim-contradicted": [SECOND_DRAFT]}
        scene.click_words(tab, SECOND_DRAFT)
        assert scene.card(tab).startswith("Does not agree with the source")
        parts = f"(selector) => [...{CARD}.querySelectorAll(selector)].map((one) => one.innerText)"

        def said(selector: str) -> list[str]:
            return [" ".join(words.split()) for words in scene.firefox.js(tab, f"({parts})({json.dumps(selector)})")]

        assert said(".cause") == ["The source gives another figure."]
        assert said(".lines > dt") == ["Words", "Figures", "Meaning"]
        spoken, figure, meaning = said(".lines > dd")
        assert spoken == "A passage of the source speaks of this."
        assert figure.startswith("60 days")
        assert figure.endswith("differs Nearest in the source: 90 days")
        assert meaning == "Not checked: no model is installed."
        [passage] = said(".passage")
        assert NOTICE.split("90")[0] in passage
        assert said(".passage .mismatch") == ["A figure that differs: 90 days (end)"]
        assert ":~:text=Clause" in scene.firefox.js(tab, f"{CARD}.querySelector('a.first').href")
        assert scene.firefox.js(tab, "document.body.outerHTML") == before
    finally:
        scene.choose_claims("auto")


def test_the_sign_of_a_link_never_stands_alone_in_a_line(scene: Scene, sites: Sites) -> None:
    tab = scene.open(f"{sites.sample.address}/answer")
    until(lambda: sum(map(len, scene.marks(tab).values())) >= 11, 40, "The quotes were not marked.")
    scene.open_card(tab, "insulation test passed, no fault found")
    assert scene.firefox.js(tab, f"({LONE_SIGNS})()") == []


def test_a_click_on_a_mark_leads_to_the_passage(scene: Scene, sites: Sites) -> None:
    """The text fragment of the card's link brings the passage into sight, far down a long page."""
    tab = scene.open(f"{sites.answer.address}/chat")
    assert scene.open_card(tab, QUOTED).startswith("Quote found")
    known = set(scene.firefox.tabs())
    scene.firefox.click_in(tab, f"{CARD}.querySelector('a.action.first')")
    fresh = scene.fresh_tab(known)
    in_sight = """(() => { const box = document.getElementById('there')?.getBoundingClientRect();
      return Boolean(box) && box.top >= 0 && box.bottom <= innerHeight && scrollY > 1000; })()"""
    until(lambda: scene.firefox.js(fresh, in_sight), 15, "The passage is not in sight.")


# --- check by hand ----------------------------------------------------------------------------------------------------


def test_selected_words_from_the_context_menu_in_the_sidebar(scene: Scene, sites: Sites) -> None:
    firefox = scene.firefox
    # A host that we may not read, but for the reader's own choice in the menu.
    tab = scene.open(f"http://localhost:{sites.source.port}/log.html")
    place = firefox.js(
        tab,
        """(() => { const element = document.getElementById('there');
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      getSelection().setBaseAndExtent(element.firstChild, 0, element.firstChild, 25);
      const box = element.getBoundingClientRect(); return [box.x + 20, box.y + box.height / 2]; })()""",
    )
    firefox.choose_from_menu(tab, place, "check-selection")
    until(lambda: firefox.in_browser(f"({SIDEBAR}).isOpen"), 10, "The sidebar did not open.")
    assert "quotefound" in firefox.in_browser(f"({SIDEBAR}).currentID")
    view = "browser.extension.getViews({ type: 'sidebar' })[0]?.document"

    def in_sidebar(expression: str) -> Any:
        return firefox.js(scene.desk, f"{view}?.{expression}")

    words = "getElementById('words')?.value"
    until(lambda: in_sidebar(words) == "On the last day the ferry", 15, "The words did not come to the sidebar.")
    link = "querySelector('#links input')"
    assert [in_sidebar(f"{link}.value"), in_sidebar(f"{link}.checked")] == ["https://elsewhere.example/ferry", True]
    address = json.dumps(f"{sites.source.address}/log.html")
    in_sidebar("querySelector('[name=against][value=address]').click()")
    firefox.js(scene.desk, f"void Object.assign({view}.getElementById('address'), {{ value: {address} }})")
    in_sidebar("getElementById('check').click()")
    verdict = "querySelector('#view-hand .row .verdict')?.textContent"
    until(lambda: in_sidebar(verdict) == "Found", 20, "The words were not found.")


def by_hand(scene: Scene, **chosen: str) -> str:
    """The panel's form for checking by hand, with these choices made."""
    panel = scene.own("panel/panel.html")
    scene.firefox.click_on(panel, "#tab-hand")
    for name, value in chosen.items():
        scene.firefox.click_on(panel, f"[name={name}][value={value}]")
    return panel


def until_verdicts(scene: Scene, panel: str, *wanted: str) -> None:
    scene.firefox.click_on(panel, "#check")
    script = "[...document.querySelectorAll('#view-hand .results .verdict')].map((one) => one.textContent)"
    until(lambda: scene.firefox.js(panel, script) == list(wanted), 20, f"The verdicts are not {wanted}.")


def test_words_against_an_address(scene: Scene, sites: Sites) -> None:
    panel = by_hand(scene, against="address")
    scene.fill(panel, "#words", "nobody was late")
    scene.fill(panel, "#address", f"{sites.source.address}/log.html")
    until_verdicts(scene, panel, "Found")


def test_words_against_pasted_text(scene: Scene) -> None:
    panel = by_hand(scene, against="text")
    scene.fill(panel, "#words", "the ferry left at ten")
    scene.fill(panel, "#text", "On the last day the ferry left at nine, and nobody was late.")
    until_verdicts(scene, panel, "Wording differs")


def test_a_draft_is_pasted_with_its_links(scene: Scene, sites: Sites) -> None:
    """Copied from a page and pasted by keyboard, through the browser's own clipboard."""
    written = scene.open(f"{sites.answer.address}/draft")
    scene.firefox.js(written, "getSelection().selectAllChildren(document.querySelector('main'))")
    scene.firefox.chord(written, "c")
    panel = by_hand(scene, what="draft")
    scene.firefox.click_on(panel, "#draft")
    scene.firefox.chord(panel, "v")
    pasted = "document.getElementById('draft').value"
    link = f"[1](<{sites.source.address}/log.html>)"
    until(lambda: link in scene.firefox.js(panel, pasted), 5, "The draft was not pasted with its links.")
    until_verdicts(scene, panel, "Found", "Wording differs")


def test_a_whole_page_is_checked_once_from_the_context_menu(scene: Scene, sites: Sites) -> None:
    tab = scene.open(f"http://localhost:{sites.answer.port}/unknown")
    scene.firefox.choose_from_menu(tab, [600, 500], "check-page")
    scene.until_marked(tab, found=[QUOTED])
    on = scene.firefox.js(scene.desk, "browser.storage.local.get('sites').then(({ sites }) => sites)")
    assert on == sorted([sites.answer.address, sites.sample.address, sites.lease.address])  # nothing was switched on


def test_whoever_asks_for_a_page_where_links_wait_agrees_to_its_addresses(scene: Scene, sites: Sites) -> None:
    tab = scene.open(f"{sites.answer.address}/unknown")
    scene.until_marked(tab, unchecked=[QUOTED])
    asked = len(sites.source.asked)
    scene.firefox.choose_from_menu(tab, [600, 500], "check-page")
    scene.until_marked(tab, found=[QUOTED])
    assert len(sites.source.asked) >= asked  # it may have been read before
    scene.firefox.js(tab, "void location.reload()")
    scene.until_marked(tab, unchecked=[QUOTED])  # it was asked for once


# --- panel and shortcuts ----------------------------------------------------------------------------------------------


def test_the_panel_lists_the_page_and_leads_to_it(scene: Scene, sites: Sites) -> None:
    tab = scene.open(f"{sites.answer.address}/chat")
    scene.until_marked(tab, found=[QUOTED])
    panel = scene.panel(tab)
    scene.until_says(panel, "#view-page .summary", "1 of 1 quote found")
    scene.firefox.click_on(panel, "#view-page .row")
    assert "Quote found" in scene.card(tab)


def test_a_shortcut_leads_to_the_next_problem(scene: Scene, sites: Sites) -> None:
    tab = scene.open(f"{sites.sample.address}/answer")
    until(lambda: sum(map(len, scene.marks(tab).values())) >= 11, 40, "The quotes were not marked.")
    scene.firefox.press_shortcut("J")
    assert "does not contain" in scene.card(tab)
    scene.firefox.press_shortcut("M")
    until(lambda: not scene.marks(tab), 5, "The marks are still there.")
    scene.firefox.press_shortcut("M")
    until(lambda: len(scene.marks(tab)) == 4, 5, "The marks are not back.")
