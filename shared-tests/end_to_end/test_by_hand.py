"""Checking by hand, on pages where nothing is switched on: words against links, an address, a file, pasted text; a
whole page; a draft. Every way ends in the panel, by the real helper."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page
from screens import choose_from_menu, in_background, open_panel, open_popup

from pages import Site, page, serving
from stage import Helper, Stage, until

TIMETABLE = """<!doctype html><html lang="en"><title>The timetable</title><meta name="date" content="2024-05-03">
<article><h1>Ferries</h1>
<p>The ferry leaves at nine. In winter it leaves at ten, and dogs travel free of charge.</p></article>
</html>"""
ARTICLE = """<!doctype html><html lang="en"><title>An article</title><nav><a href="/contact">Contact</a></nav><article>
<p id="one">The company says that “The ferry leaves at nine.” in its
<a href="{source}/timetable.html">timetable</a>.</p>
<p id="two">A reader remembers that “dogs travel free of duty” all year
round.<a href="{source}/timetable.html">[1]</a></p>
<p id="three">No link stands beside the ferry leaves at ten, as people say.</p>
<p id="four">In winter it leaves<sup><a href="{source}/timetable.html">1</a></sup> at ten, and dogs
travel<a href="{source}/timetable.html">[2]</a> free of charge within 10<sup>2</sup> days.<sup
><a href="{source}/timetable.html">[3]</a><a href="{source}/timetable.html">[4]</a></sup></p></article></html>"""


# Keeps what the panel asks of the background.
LISTEN = """() => { const send = chrome.runtime.sendMessage; self.heard = [];
  chrome.runtime.sendMessage = (message) => (self.heard.push(message), send.call(chrome.runtime, message)); }"""


@dataclass
class Scene:
    stage: Stage
    article: Page
    source: Site

    def select(self, element: str, words: str) -> None:
        """Selects words inside an element, as a mouse does."""
        script = """([element, words]) => {
          const walker = document.createTreeWalker(document.querySelector(element), NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.data.indexOf(words);
            if (at >= 0) return getSelection().setBaseAndExtent(node, at, node, at + words.length);
          }
          throw new Error('not there');
        }"""
        self.article.bring_to_front()
        self.article.evaluate(script, [element, words])


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder: Path = tmp_path_factory.mktemp("hand")
    with serving({"/timetable.html": page(TIMETABLE)}) as source:
        text = ARTICLE.replace("{source}", source.address)
        with serving({"/article": page(text)}) as site:
            helper = Helper(folder / "data", [source.host_and_port])
            try:
                with Stage(folder) as shown:
                    shown.pair(helper)
                    yield Scene(shown, shown.open(f"{site.address}/article"), source)
            finally:
                helper.stop()


@pytest.fixture
def scene(stage: Scene) -> Iterator[Scene]:
    """Each test begins with the article alone."""
    yield stage
    for other in stage.stage.context.pages:
        if other is not stage.article:
            other.close()
    stage.article.reload()


def verdict(panel: Page) -> str:
    rows = panel.locator("#view-hand .results .verdict")
    until(lambda: rows.count() == 1 and "checked…" not in rows.inner_text(), 20, "No verdict came.")
    return str(rows.inner_text()).strip()


def by_hand(scene: Scene) -> Page:
    panel = open_panel(scene.stage, scene.article)
    panel.click("#tab-hand")
    return panel


def panel_that_opened(scene: Scene) -> Page:
    """Without a real click in the browser's own menu the panel opens as a tab; it is the same page."""

    def opened() -> Page | None:
        scene.article.wait_for_timeout(50)  # lets the driver hear of new pages
        return next((one for one in scene.stage.context.pages if "/panel/panel.html" in one.url), None)

    found: Page = until(opened, 10, "No panel opened.")
    return found


def test_selected_words_come_to_the_panel_with_the_links_beside_them(scene: Scene) -> None:
    scene.select("#one", "The ferry leaves at nine")
    choose_from_menu(scene.stage, scene.article, "check-selection", "The ferry leaves at nine")
    panel = panel_that_opened(scene)
    until(lambda: panel.input_value("#words") == "The ferry leaves at nine", 10, "The words are not there.")
    links = panel.locator("#links input")
    assert [links.nth(n).input_value() for n in range(links.count())] == [
        f"{scene.source.address}/timetable.html",
        scene.article.url.replace("/article", "/contact"),
    ]
    assert links.nth(0).is_checked()
    assert not links.nth(1).is_checked()
    panel.click("#check")
    assert verdict(panel) == "Found"
    panel.click("#view-hand .row")
    said = panel.inner_text("#view-hand .results")
    assert "In winter it leaves at ten" in said  # the passage with its surroundings
    assert "published May 3, 2024" in said
    assert scene.article.evaluate("document.querySelector('quotefound-card')") is None  # the page was only read


def test_marks_of_notes_among_the_selected_words_are_no_words(scene: Scene) -> None:
    scene.article.bring_to_front()
    scene.article.evaluate("getSelection().selectAllChildren(document.querySelector('#four'))")
    choose_from_menu(scene.stage, scene.article, "check-selection", "In winter")
    panel = panel_that_opened(scene)
    words = "In winter it leaves at ten, and dogs travel free of charge within 102 days."
    until(lambda: panel.input_value("#words") == words, 10, "The words are others.")


def test_words_against_an_address(scene: Scene) -> None:
    panel = by_hand(scene)
    panel.fill("#words", "dogs travel free of duty")
    panel.check("[name='against'][value='address']")
    panel.fill("#address", f"{scene.source.address}/timetable.html")
    panel.click("#check")
    assert verdict(panel) == "Wording differs"
    panel.click("#view-hand .row")
    assert "charge" in panel.inner_text("#view-hand ins")


def test_words_against_pasted_text(scene: Scene) -> None:
    panel = by_hand(scene)
    panel.fill("#words", "In winter it leaves at ten")
    panel.check("[name='against'][value='text']")
    panel.fill("#text", "The ferry leaves at nine. In winter it leaves at ten, and dogs travel free.")
    panel.click("#check")
    assert verdict(panel) == "Found"


def test_words_against_a_file(scene: Scene, tmp_path: Path) -> None:
    file = tmp_path / "timetable.html"
    file.write_text(TIMETABLE)
    panel = by_hand(scene)
    panel.fill("#words", "dogs travel free of charge")
    panel.check("[name='against'][value='file']")
    panel.set_input_files("#file", file)
    panel.click("#check")
    assert verdict(panel) == "Found"


def test_every_quote_of_a_pasted_draft_against_its_links(scene: Scene) -> None:
    panel = by_hand(scene)
    panel.check("[name='what'][value='draft']")
    link = f"{scene.source.address}/timetable.html"
    pasted = f"""<p>It says “The ferry leaves at nine.” <a href="{link}">[1]</a></p><script>alert(1)</script>
      <p>And “dogs travel free of duty”. <a href="{link}">[1]</a></p>"""
    paste = """(markup) => { const data = new DataTransfer(); data.setData('text/html', markup);
      document.getElementById('draft').dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }"""
    panel.evaluate(paste, pasted)
    draft = panel.input_value("#draft")
    assert f"[1](<{link}>)" in draft
    assert "alert" not in draft
    panel.click("#check")
    rows = panel.locator("#view-hand .results .verdict")
    until(lambda: rows.all_inner_texts() == ["Found", "Wording differs"], 20, "The draft was not checked.")


def test_every_quote_of_the_page_against_its_links(scene: Scene) -> None:
    choose_from_menu(scene.stage, scene.article, "check-page")
    panel = panel_that_opened(scene)
    rows = panel.locator("#view-page .row .verdict")
    until(lambda: rows.all_inner_texts() == ["Found", "Wording differs"], 20, "The page was not checked.")
    assert set(scene.stage.marks(scene.article)) >= {"quotefound-found", "quotefound-closest"}
    sites = in_background(scene.stage, "async () => (await chrome.storage.local.get('sites')).sites ?? []")
    assert sites == []  # once, and for this page alone
    popup = open_popup(scene.stage, scene.article)
    assert "Checked once" in popup.inner_text("#standing")
    scene.article.reload()
    scene.article.wait_for_timeout(2_500)
    assert scene.article.evaluate("document.querySelector('quotefound-card')") is None
    kept = in_background(scene.stage, "async () => Object.keys(await chrome.storage.session.get(null))")
    assert not [key for key in kept if key.startswith(("once:", "report:", "jobs:"))]


def test_results_stand_under_the_form_they_came_from_and_are_checked_again_as_asked(scene: Scene) -> None:
    panel = by_hand(scene)
    panel.fill("#words", "dogs travel free of charge")
    panel.check("[name='against'][value='text']")
    panel.fill("#text", "In winter it leaves at ten, and dogs travel free of charge.")
    panel.click("#check")
    assert verdict(panel) == "Found"
    results = panel.locator("#view-hand .results")
    panel.check("[name='what'][value='draft']")
    assert not results.is_visible()
    panel.click("#check")
    assert panel.inner_text("#hand-state") == "Paste a draft first."
    panel.check("[name='what'][value='page']")
    assert not results.is_visible()
    assert panel.inner_text("#hand-state") == ""  # what was said was of another form
    panel.check("[name='what'][value='words']")
    assert results.is_visible()
    panel.fill("#words", "dogs travel free of duty")  # typed since, and not asked for
    panel.evaluate(LISTEN)
    results.get_by_role("button", name="Check again").first.click()
    asked = "self.heard.filter(({ ask }) => ask.startsWith('check'))"
    until(lambda: panel.evaluate(asked), 10, "Nothing was checked again.")
    assert [one["quote"] for one in panel.evaluate(asked)] == ["dogs travel free of charge"]
    assert verdict(panel) == "Found"


def test_what_is_missing_is_said(scene: Scene) -> None:
    panel = by_hand(scene)
    panel.click("#check")
    assert panel.inner_text("#hand-state") == "Enter the words to look for."
    panel.fill("#words", "words")
    panel.fill("#address", "ftp://example.org")
    panel.evaluate("document.getElementById('by-hand').noValidate = true")
    panel.click("#check")
    assert panel.inner_text("#hand-state").startswith("Enter an address")


def test_the_browsers_own_panel_opens_from_the_popup(scene: Scene) -> None:
    popup = open_popup(scene.stage, scene.article)
    popup.click("#panel")
    panel = scene.stage.side_panel()
    until(lambda: "Off for" in panel.inner_text("#standing"), 10, "The side panel does not say how it stands.")
