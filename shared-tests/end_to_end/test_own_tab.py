"""A source behind a login or a script, read in the reader's own tab: from the card's button to the verdict."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from playwright.sync_api import Page
from screens import open_panel

from card import Part
from pages import Site, page, serving
from stage import Helper, Stage, until

LOGIN = "<!doctype html><title>Log in</title><form><input type=password></form><p>Please log in to read on.</p>"
STORY = (
    "<!doctype html><title>The strait</title><article><p>The strait was crossed by nine thousand travellers that week,"
    " most of them on foot.</p>" + "<p>Nobody had counted them before.</p>" * 60 + "</article>"
)
# Nothing but a script's shell for whoever runs no scripts; the words come late, some of them in a shadow root.
SHELL = """<!doctype html><html lang="en"><title>Timetable</title><div id="root"></div><script>
  const part = (words) => Object.assign(document.createElement('p'), { textContent: words });
  setTimeout(() => {
    root.append(...Array.from({ length: 40 }, () => part('The harbour office keeps its list by hand.')));
    const box = document.createElement('section');
    box.attachShadow({ mode: 'open' }).append(part('The morning boat waits for the mail and for nobody else.'));
    root.append(box);
  }, 700);
</script>"""
ANSWER = """<!doctype html><html lang="en"><meta name="quotefound" content="own-citations">
<title>Crossing</title><main><article>
<p>The paper: “crossed by nine thousand travellers that week”.<sup><a href="{sources}/story.html">[1]</a></sup></p>
<p>The office adds: “The morning boat waits for the mail”.<sup><a href="{sources}/list.html">[2]</a></sup></p>
<p>There was even “a choir on the upper deck”.<sup><a href="{sources}/story.html">[1]</a></sup></p>
</article></main>"""


def story(request: web.BaseRequest) -> web.StreamResponse:
    member = request.cookies.get("member") == "yes"
    return web.Response(status=200 if member else 401, text=STORY if member else LOGIN, content_type="text/html")


def log_in(_: web.BaseRequest) -> web.StreamResponse:
    return web.Response(
        text="<p>You are logged in.</p>", content_type="text/html", headers={"Set-Cookie": "member=yes"}
    )


@dataclass
class Shown:
    """An answer page, open and checked, with the sources behind it."""

    stage: Stage
    helper: Helper
    page: Page
    sources: Site
    job: str
    host: str

    def open_card(self, words: str) -> Part:
        self.page.bring_to_front()
        self.page.keyboard.press("Escape")
        self.stage.click_mark(self.page, words)
        return self.stage.card(self.page)

    def press(self, card: Part, label: str) -> None:
        self.stage.click(self.page, next(part for part in card.all() if part.name == "button" and part.words == label))

    def quote(self, beginning: str) -> dict[str, Any]:
        found: dict[str, Any] = next(
            quote for quote in self.helper.poll(self.job)["quotes"] if quote["text"].startswith(beginning)
        )
        return found

    def tabs(self) -> list[str]:
        return [tab.url for tab in self.stage.context.pages if not tab.url.startswith("about:")]


@contextmanager
def shown_in(folder: Path, host: str) -> Iterator[Shown]:
    pages = {"/story.html": story, "/log-in": log_in, "/list.html": page(SHELL)}
    with serving(pages) as sources:
        address = f"http://{host}:{sources.port}"
        with serving({"/answer": page(ANSWER.replace("{sources}", address))}) as site:
            helper = Helper(folder / "data", [f"{host}:{sources.port}"])
            try:
                with Stage(folder) as stage:
                    stage.pair(helper)
                    stage.switch_on(site.address)
                    answer = stage.open(f"{site.address}/answer")
                    [report] = stage.reports(answer, helper)
                    yield Shown(stage, helper, answer, sources, report["job"], address)
            finally:
                helper.stop()


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    with shown_in(tmp_path, "127.0.0.1") as one:
        yield one


def test_a_source_behind_a_login_is_read_as_its_reader_sees_it(shown: Shown) -> None:
    wanted = "crossed by nine thousand travellers"
    assert (shown.quote(wanted)["verdict"], shown.quote(wanted)["cause"]) == ("unchecked", "login_wall")
    card = shown.open_card(wanted)
    assert "Why?" in card.words
    assert "401" in card.words
    shown.press(card, "Read in my own tab")
    until(lambda: shown.helper.poll(shown.job)["sources"][0]["readings"], 20, "The tab's reading did not come.")
    assert shown.helper.finished(shown.job)["sources"][0]["readings"][0]["cause"] == "login_wall"
    assert shown.quote(wanted)["verdict"] == "unchecked"  # not logged in yet: an honest wall
    until(lambda: shown.page.evaluate("document.visibilityState") == "visible", 10, "The answer's tab did not return.")
    assert shown.tabs().count(f"{shown.host}/story.html") == 1

    source = next(tab for tab in shown.stage.context.pages if tab.url.endswith("/story.html"))
    source.goto(f"{shown.host}/log-in")
    source.goto(f"{shown.host}/story.html?from=login")  # where sites put their readers after a login
    shown.press(shown.open_card(wanted), "Read in my own tab")
    until(lambda: shown.quote(wanted)["verdict"] == "found", 20, "The words were not found in the tab.")
    quote = shown.quote(wanted)
    assert (quote["reading"], [note["name"] for note in quote["notes"]]) == ("own_tab", ["own_tab"])
    assert shown.quote("a choir on the upper deck")["verdict"] == "absent"  # the tab showed all of it
    assert sum(address.startswith(f"{shown.host}/story.html") for address in shown.tabs()) == 1  # no second tab
    until(lambda: "Read in your own tab." in shown.open_card(wanted).words, 10, "The card does not say whose reading.")
    marks = shown.stage.marks(shown.page)
    assert any(wanted in words for words in marks["quotefound-found"])
    own = [source for source in shown.helper.poll(shown.job)["sources"] if source["cause"] == "login_wall"]
    assert own, "the helper's own reading stays beside it"


def test_a_page_that_a_script_fills_is_waited_for_with_its_shadow_roots(shown: Shown) -> None:
    wanted = "The morning boat waits for the mail"
    assert (shown.quote(wanted)["verdict"], shown.quote(wanted)["cause"]) == ("unchecked", "script_shell")
    shown.press(shown.open_card(wanted), "Read in my own tab")
    until(lambda: shown.quote(wanted)["verdict"] == "found", 25, "The words were not found in the tab.")
    assert shown.quote(wanted)["reading"] == "own_tab"
    assert shown.sources.asked.count("/list.html") == 2  # the helper's fetch and the reader's tab


def test_a_site_that_the_reader_did_not_agree_to_is_asked_for_first(tmp_path: Path) -> None:
    with shown_in(tmp_path, "localhost") as shown:
        wanted = "crossed by nine thousand travellers"
        before = len(shown.sources.asked)
        with shown.stage.context.expect_page() as opened:
            shown.press(shown.open_card(wanted), "Read in my own tab")
        asking = opened.value
        asking.wait_for_selector("#allow")
        assert asking.url.startswith(f"chrome-extension://{shown.stage.id}/reading/reading.html?")
        until(lambda: f"{shown.host}/story.html" in asking.inner_text("main"), 10, "The address is not shown.")
        assert f"Allow localhost:{shown.sources.port} and read" in asking.inner_text("main")
        shown.page.wait_for_timeout(1_000)
        assert len(shown.sources.asked) == before  # nothing was opened
        assert shown.helper.poll(shown.job)["sources"][0]["readings"] == []
        with asking.expect_event("close"):
            asking.click("#leave")


def test_a_page_cannot_press_the_button_nor_name_another_source(shown: Shown) -> None:
    """The page beside us has neither our port nor our shadow root; what it dispatches is no click of the reader's."""
    shown.open_card("crossed by nine thousand travellers")
    before = len(shown.sources.asked)
    shown.page.evaluate("""() => {
      const sent = { bubbles: true, composed: true };
      const host = document.querySelector('quotefound-card');
      for (const type of ['click', 'pointerdown', 'keydown']) host.dispatchEvent(new Event(type, sent));
      for (let y = 0; y < innerHeight; y += 20)
        document.elementFromPoint(200, y)?.dispatchEvent(new MouseEvent('click', sent));
    }""")
    shown.page.wait_for_timeout(1_000)
    assert len(shown.sources.asked) == before
    elsewhere = {
        "job": shown.job,
        "source": 0,
        "address": "https://elsewhere.example/",
        "final_address": "https://elsewhere.example/",
        "html": "<p>x",
    }
    assert shown.helper.call("/v1/readings", elsewhere)[0] == 400


def test_what_is_checked_by_hand_is_read_in_a_tab_too(shown: Shown) -> None:
    panel = open_panel(shown.stage, shown.page)
    panel.click("#tab-hand")
    panel.fill("#words", "waits for the mail and for nobody else")
    panel.check("[name='against'][value='address']")
    panel.fill("#address", f"{shown.host}/list.html")
    panel.click("#check")
    rows = panel.locator("#view-hand .results .verdict")
    until(lambda: rows.count() == 1 and "Could not be checked" in rows.inner_text(), 20, "No verdict came.")
    panel.click("#view-hand .row")
    panel.click("#view-hand .results button:has-text('Read in my own tab')")
    until(lambda: "Found" in rows.inner_text(), 25, "The words were not found in the tab.")
    assert "Read in your own tab." in panel.inner_text("#view-hand .results")
