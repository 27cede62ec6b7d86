"""What Firefox asks its reader for: the permission to read a source in a tab of theirs, and to be on at a site.

The browser's own question is answered by its own buttons, pressed in the browser's window. Hosts under `localhost` are
none that the manifest asks for from the start, so each of these tests begins without the permission it needs.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from firefox_scene import Scene, in_firefox
from test_own_tab import ANSWER, SHELL, log_in, story

from pages import Site, page, serving
from stage import until

STORY, OFFICE, CHOIR = (
    "crossed by nine thousand travellers",
    "The morning boat waits for the mail",
    "a choir on the upper",
)
READ = "Read in my own tab"
GONE = """<!doctype html><html lang="en"><meta name="quotefound" content="own-citations"><title>Crossing</title>
<article><p>The paper: “crossed by nine thousand travellers”.<sup><a href="{sources}/story.html">[1]</a></sup></p>
</article></html>"""


@dataclass
class Sites:
    answer: Site
    sources: Site

    @property
    def host(self) -> str:
        """Where the sources are for whoever reads them: a host that was not agreed to yet."""
        return f"http://localhost:{self.sources.port}"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Scene, Sites]]:
    folder: Path = tmp_path_factory.mktemp("firefox-asking")
    with contextlib.ExitStack() as opened:
        sources = opened.enter_context(serving({"/story.html": story, "/log-in": log_in, "/list.html": page(SHELL)}))
        pages = {"/answer": page(ANSWER.replace("{sources}", f"http://localhost:{sources.port}"))}
        with serving({}) as left:  # nobody is there any longer
            pages["/gone"] = page(GONE.replace("{sources}", f"http://localhost:{left.port}"))
        answer = opened.enter_context(serving(pages))
        allow = [f"localhost:{port}" for port in (sources.port, left.port)]
        scene = opened.enter_context(in_firefox(folder, [answer.address], allow))
        yield scene, Sites(answer, sources)


@pytest.fixture
def scene(built: tuple[Scene, Sites]) -> Iterator[Scene]:
    yield built[0]
    built[0].clear()


@pytest.fixture
def sites(built: tuple[Scene, Sites]) -> Sites:
    return built[1]


def checked(scene: Scene, sites: Sites, path: str = "answer") -> tuple[str, str]:
    """An answer, by itself the one with a login wall and a script's shell, checked; its tab and its job."""
    tab = scene.open(f"{sites.answer.address}/{path}")
    [job] = until(scene.jobs, 20, "No job is known.")
    scene.helper.finished(job)
    return tab, job


def quote(scene: Scene, job: str, beginning: str) -> dict[str, Any]:
    quotes = scene.helper.poll(job)["quotes"]
    found: dict[str, Any] = next(one for one in quotes if one["text"].startswith(beginning))
    return found


def ask_to_read(scene: Scene, tab: str, words: str) -> str:
    """Presses the card's button where the permission is missing; the page of ours that asks for it."""
    known = set(scene.firefox.tabs())
    scene.open_card(tab, words)
    scene.press(tab, READ)
    asking = scene.fresh_tab(known)
    until(lambda: "reading/reading.html" in scene.firefox.tabs()[asking], 10, "No page of ours asks.")
    scene.until_says(asking, "#addresses", "http://localhost:")
    return asking


def showing(scene: Scene, address: str) -> list[str]:
    """The tabs that show an address, or what stands behind it."""
    return [tab for tab, url in scene.firefox.tabs().items() if url.startswith(address)]


def test_nothing_is_opened_before_the_reader_agrees(scene: Scene, sites: Sites) -> None:
    tab, job = checked(scene, sites)
    before = len(sites.sources.asked)
    asking = ask_to_read(scene, tab, STORY)
    assert scene.text(asking, "#addresses") == f"{sites.host}/story.html"
    scene.firefox.click_on(asking, "#allow")
    assert "localhost" in scene.firefox.answer(agree=False)
    scene.until_says(asking, "#state", "did not allow")
    assert len(sites.sources.asked) == before
    assert showing(scene, sites.host) == []
    assert scene.helper.poll(job)["sources"][0]["readings"] == []
    scene.firefox.click_on(asking, "#leave")
    until(lambda: asking not in scene.firefox.tabs(), 5, "The page that asks does not leave.")


def test_a_source_behind_a_login_is_read_as_its_reader_sees_it(scene: Scene, sites: Sites) -> None:
    tab, job = checked(scene, sites)
    asking = ask_to_read(scene, tab, STORY)
    scene.firefox.click_on(asking, "#allow")
    assert "localhost" in scene.firefox.answer(agree=True)
    until(lambda: scene.helper.poll(job)["sources"][0]["readings"], 20, "The tab's reading did not come.")
    assert scene.helper.finished(job)["sources"][0]["readings"][0]["cause"] == "login_wall"
    assert quote(scene, job, STORY)["verdict"] == "unchecked"  # not logged in yet: an honest wall
    until(lambda: asking not in scene.firefox.tabs(), 10, "The page that asks does not leave.")
    [source] = showing(scene, f"{sites.host}/story.html")
    scene.opened.append(source)

    for path in ("log-in", "story.html?from=login"):  # where sites put their readers after a login
        scene.firefox.call("browsingContext.navigate", context=source, url=f"{sites.host}/{path}", wait="complete")
    scene.open_card(tab, STORY)
    scene.press(tab, READ)
    until(lambda: quote(scene, job, STORY)["verdict"] == "found", 20, "The words were not found in the tab.")
    assert quote(scene, job, STORY)["reading"] == "own_tab"
    assert quote(scene, job, CHOIR)["verdict"] == "absent"  # the tab showed all of it
    assert len(showing(scene, f"{sites.host}/story.html")) == 1  # no second tab
    until(lambda: any(STORY in one for one in scene.marks(tab).get("quotefound-found", [])), 10, "It is not marked.")
    assert "Read in your own tab." in scene.open_card(tab, STORY)

    # The permission is there now: a page that a script fills is opened, waited for, and left.
    scene.open_card(tab, OFFICE)
    scene.press(tab, READ)
    until(lambda: quote(scene, job, OFFICE)["verdict"] == "found", 25, "The words were not found in the tab.")
    assert quote(scene, job, OFFICE)["reading"] == "own_tab"
    until(
        lambda: scene.firefox.js(tab, "document.visibilityState") == "visible", 10, "The answer's tab did not return."
    )
    scene.opened += showing(scene, f"{sites.host}/list.html")


def test_a_source_that_its_reader_cannot_open_either(scene: Scene, sites: Sites) -> None:
    """The browser shows its own page about the trouble, and lets nobody read that: no permission would help."""
    tab, job = checked(scene, sites, "gone")
    known = set(scene.firefox.tabs())
    assert "could not be reached" in scene.open_card(tab, STORY)
    scene.press(tab, READ)
    scene.fresh_tab(known)
    until(lambda: "shows no page that can be read" in scene.card(tab), 20, "The card does not say why.")
    assert len(set(scene.firefox.tabs()) - known) == 1  # and nothing more was asked
    assert scene.helper.poll(job)["sources"][0]["readings"] == []


def test_a_site_is_switched_on_from_the_popup_where_the_browser_can_ask(scene: Scene, sites: Sites) -> None:
    """Firefox lays its popup over its own question: the popup leads to the options page, where the question comes."""
    origin = f"http://answers.localhost:{sites.answer.port}"
    tab = scene.open(f"{origin}/answer")
    scene.firefox.press_button()
    popup = "browser.extension.getViews({ type: 'popup' })[0]?.document"
    standing = f"{popup}?.getElementById('standing').textContent"
    until(lambda: origin in (scene.firefox.js(scene.desk, standing) or ""), 10, "The popup does not name the site.")
    known = set(scene.firefox.tabs())
    scene.firefox.js(scene.desk, f"{popup}.getElementById('switch').click()")
    options = scene.fresh_tab(known)
    filled = "document.getElementById('site')?.value"
    until(lambda: scene.firefox.js(options, filled) == origin, 10, "The site is not filled in.")
    scene.until_says(options, "#sites", sites.answer.address)  # the page is whole
    shut = "browser.extension.getViews({ type: 'popup' }).length === 0"
    until(lambda: scene.firefox.js(scene.desk, shut), 10, "The popup stays.")
    scene.firefox.click_on(options, "#switch-on")
    assert "answers.localhost" in scene.firefox.answer(agree=True)
    scene.until_says(options, "#site-state", f"Switched on for {origin}")
    scene.firefox.show(tab)
    until(lambda: scene.marks(tab), 30, "The open page was not started in.")
