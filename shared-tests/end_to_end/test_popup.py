"""The popup, and the panel with nothing to list: what is on and why not, on sites by their real names.

The names lead to pages of our own here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page
from screens import in_background, open_panel, open_popup

from pages import page, serving
from stage import Helper, Stage, until

UNPROVED, UNKNOWN = "grok.com", "somewhere.example"
PROSE = "".join(f"<p>{'A long paragraph that is plainly an answer. ' * 6}</p>" for _ in range(3))
PAGES = {
    "/c/12345678-changed": f"<!doctype html><html lang='en'><title>t</title><main>{PROSE}</main>",
    "/c/12345678-nothing": "<!doctype html><html lang='en'><title>t</title><main><h1>New chat</h1></main>",
    "/c/12345678-answer": """<!doctype html><html lang='en'><title>t</title><main>
      <div data-testid="assistant-message"><div class="response-content-markdown"><p>A short answer.</p></div></div>""",
    "/page": "<!doctype html><html lang='en'><title>t</title><p>Words.",
}


@dataclass
class Scene:
    stage: Stage
    helper: Helper
    port: int

    def popup(self, host: str, path: str) -> tuple[Page, str]:
        """The popup over a page, and all that it says."""
        shown = self.stage.open(f"http://{host}:{self.port}{path}")
        shown.wait_for_timeout(1_500)
        popup = open_popup(self.stage, shown)
        shown.close()
        return popup, popup.inner_text("main")


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder: Path = tmp_path_factory.mktemp("popup")
    with serving({path: page(text) for path, text in PAGES.items()}) as site:
        helper = Helper(folder / "data")
        names = [UNPROVED, UNKNOWN]
        try:
            with Stage(folder, names=names, host_permissions=[f"http://{name}/*" for name in names]) as stage:
                stage.pair(helper)
                yield Scene(stage, helper, site.port)
        finally:
            helper.stop()


def test_an_unknown_site_is_offered_the_readers_selection(scene: Scene) -> None:
    popup, said = scene.popup(UNKNOWN, "/page")
    assert f"Off for http://{UNKNOWN}" in said
    assert "does not know this site" in said
    assert popup.is_visible("#switch")
    assert popup.is_visible("#check-page")


def test_switching_on_from_the_popup_asks_there_in_this_family(scene: Scene) -> None:
    popup, _ = scene.popup(UNPROVED, "/c/12345678-nothing")
    assert "Unproved" in popup.inner_text("main")  # before it is switched on, too
    popup.click("#switch")  # the permission is there already: no driver can answer the browser's question
    until(lambda: "On for" in popup.inner_text("#standing"), 10, "It was not switched on.")
    sites = in_background(scene.stage, "async () => (await chrome.storage.local.get('sites')).sites")
    assert sites == [f"http://{UNPROVED}:{scene.port}"]


def test_a_site_that_has_changed_is_said(scene: Scene) -> None:
    _, said = scene.popup(UNPROVED, "/c/12345678-changed")
    assert "This site has changed" in said


def test_a_page_without_an_answer_is_no_alarm(scene: Scene) -> None:
    _, said = scene.popup(UNPROVED, "/c/12345678-nothing")
    assert "No answer can be seen" in said
    assert "changed" not in said


def test_an_adapter_that_no_real_page_has_proved_says_so(scene: Scene) -> None:
    _, said = scene.popup(UNPROVED, "/c/12345678-answer")
    assert "Unproved" in said


def test_a_permission_given_after_the_popup_was_closed_still_switches_on(scene: Scene) -> None:
    origin = f"http://{UNKNOWN}:{scene.port}"
    in_background(scene.stage, "(origin) => chrome.storage.session.set({ wanted: origin })", origin)
    given = f"() => chrome.permissions.onAdded.dispatch({{ origins: ['http://{UNKNOWN}/*'], permissions: [] }})"
    in_background(scene.stage, given)
    sites = "async () => (await chrome.storage.local.get('sites')).sites"
    until(lambda: origin in in_background(scene.stage, sites), 5, "It was not switched on.")


def test_a_page_of_the_browser_is_none_of_the_web(scene: Scene) -> None:
    own = scene.stage.options()
    popup = open_popup(scene.stage, own)
    assert "only" in popup.inner_text("#standing") or "not shown" in popup.inner_text("#standing")


def test_without_the_helper_it_says_so_and_the_page_stays_on(scene: Scene) -> None:
    scene.helper.kill()
    _, said = scene.popup(UNPROVED, "/c/12345678-answer")
    assert "On for" in said
    assert "helper is not running. Start it, then open this again." in said  # there is nothing to check again here


def test_the_panel_asks_again_once_the_helper_runs_again(scene: Scene) -> None:
    shown = scene.stage.open(f"http://{UNPROVED}:{scene.port}/c/12345678-nothing")
    shown.wait_for_timeout(1_500)
    panel = open_panel(scene.stage, shown)
    standing = panel.locator("#standing")
    until(lambda: "Start it, then check again." in standing.inner_text(), 5, "Nothing is said.")
    assert standing.get_by_role("button").all_inner_texts() == ["Check again", "Options"]
    helper = Helper(scene.helper.folder)
    try:
        scene.stage.pair(helper)
        standing.get_by_role("button", name="Check again").click()
        until(lambda: "No answer can be seen" in standing.inner_text(), 5, "It was not asked again.")
        assert standing.get_by_role("button").count() == 0
    finally:
        helper.stop()
