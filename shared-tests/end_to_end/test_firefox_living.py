"""What lives and dies around an answer in Firefox: it is written slowly, rendered anew, edited; tabs are closed, the
background is stopped, the helper killed and started again. And the list of answers that need a person."""

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from firefox_scene import Scene, in_firefox
from test_living_pages import CHAT, NINE, SOURCE, TEN

from pages import Site, page, serving, unfinished
from stage import Helper, until

ELEVEN = "The ferry leaves at eleven"  # stands nowhere


@dataclass
class Sites:
    chat: Site
    source: Site
    slow_asked: threading.Event


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Scene, Sites]]:
    folder: Path = tmp_path_factory.mktemp("firefox-living")
    slow, asked = unfinished()

    with contextlib.ExitStack() as opened:
        log = page(SOURCE.replace("{more}", ""))
        source = opened.enter_context(serving({"/log.html": log, "/slow.html": slow}))
        chat = opened.enter_context(serving({"/chat": page(CHAT.replace("{source}", source.address))}))
        yield (
            opened.enter_context(in_firefox(folder, [chat.address], [source.host_and_port])),
            Sites(chat, source, asked),
        )


@pytest.fixture
def scene(built: tuple[Scene, Sites]) -> Iterator[Scene]:
    yield built[0]
    built[0].clear()


@pytest.fixture
def sites(built: tuple[Scene, Sites]) -> Sites:
    return built[1]


def say(scene: Scene, tab: str, name: str, words: str, path: str = "/log.html") -> None:
    """The assistant writes, or writes anew, a turn of the chat."""
    scene.firefox.js(tab, f"void say({json.dumps(name)}, {json.dumps(words)}, {json.dumps(path)})")


def say_slowly(scene: Scene, sites: Sites) -> tuple[str, str]:
    """A chat whose source is still being fetched; its tab and its job."""
    sites.slow_asked.clear()
    tab = scene.open(f"{sites.chat.address}/chat")
    say(scene, tab, "slow", TEN, "/slow.html")
    assert sites.slow_asked.wait(20), "The source was not asked for."
    [job] = until(scene.jobs, 5, "No job is known.")
    return tab, job


def test_an_answer_is_checked_when_it_is_finished_and_once(scene: Scene, sites: Sites) -> None:
    tab = scene.open(f"{sites.chat.address}/chat")
    # By the page's own clock, so that a slow driver does not make pauses of it. It rests at last, still unfinished.
    scene.firefox.js(
        tab,
        f"""(async () => {{
          document.getElementById('chat').ariaBusy = 'true';
          for (let end = 4; end < {len(NINE)}; end += 4) {{
            say('a', {json.dumps(NINE)}.slice(0, end));
            await new Promise((resolve) => setTimeout(resolve, 150));
          }}
          await new Promise((resolve) => setTimeout(resolve, 3_500));
        }})()""",
    )
    assert scene.jobs() == []  # it rests, but the site says that more is to come
    say(scene, tab, "a", NINE)
    scene.firefox.js(tab, "void (document.getElementById('chat').ariaBusy = null)")
    scene.until_marked(tab, found=[NINE])
    assert len(scene.jobs()) == 1


def test_an_answer_rendered_anew_gets_its_marks_back_without_a_new_check(scene: Scene, sites: Sites) -> None:
    tab = scene.open(f"{sites.chat.address}/chat")
    say(scene, tab, "a", NINE)
    scene.until_marked(tab, found=[NINE])
    before = scene.jobs()
    say(scene, tab, "a", NINE)  # the same words in other nodes
    scene.until_marked(tab, found=[NINE])
    scene.firefox.js(tab, "void document.getElementById('a').replaceWith(document.getElementById('a').cloneNode(true))")
    scene.until_marked(tab, found=[NINE])
    assert scene.jobs() == before
    say(scene, tab, "a", TEN)  # other words
    scene.until_marked(tab, found=[TEN])
    until(lambda: len(scene.jobs()) == 1 and scene.jobs() != before, 10, "The old check is still there.")


def test_a_closed_tab_ends_its_check(scene: Scene, sites: Sites) -> None:
    tab, job = say_slowly(scene, sites)
    scene.opened.remove(tab)
    scene.firefox.close(tab)
    until(lambda: scene.helper.poll(job)["state"] == "cancelled", 10, "The check goes on for nobody.")
    kept = "browser.storage.session.get(null).then((all) => Object.keys(all))"
    assert not [key for key in scene.firefox.js(scene.desk, kept) if key.startswith(("report:", "jobs:"))]


def test_a_stopped_background_is_not_noticed(scene: Scene, sites: Sites) -> None:
    """Firefox stops the background of an extension that seems idle; here it is stopped in the middle of a check."""
    read = scene.open(f"{sites.chat.address}/chat")
    say(scene, read, "a", NINE)  # the helper asks a host for one page at a time, and this one is to be had by then
    scene.until_marked(read, found=[NINE])
    scene.firefox.close(read)
    until(lambda: not scene.jobs(), 10, "A closed tab left its job behind.")
    tab, job = say_slowly(scene, sites)
    scene.firefox.stop_background()
    say(scene, tab, "a", NINE)
    until(lambda: scene.marks(tab).get("quotefound-found") == [NINE], 20, "The next answer was not marked.")
    assert "not running" not in scene.bar(tab)
    assert job in scene.jobs()
    scene.opened.remove(tab)
    scene.firefox.close(tab)
    until(lambda: scene.helper.poll(job)["state"] == "cancelled", 10, "The check goes on for nobody.")


def test_a_blocked_answer_waits_in_the_list_until_it_is_done(scene: Scene, sites: Sites) -> None:
    panel = scene.own("panel/panel.html")
    scene.firefox.click_on(panel, "#tab-person")
    scene.until_says(panel, "#view-person", "No answer waits for you")
    tab = scene.open(f"{sites.chat.address}/chat")
    say(scene, tab, "a", ELEVEN)
    scene.until_marked(tab, closest=[ELEVEN])
    panel = scene.panel(tab)
    scene.firefox.click_on(panel, "#tab-person")
    scene.until_says(panel, ".case", ELEVEN)
    assert "Blocked" in scene.text(panel, ".case")
    assert scene.text(panel, "#person-count") == "1"
    scene.firefox.click_on(panel, ".case button.action")
    scene.firefox.click_on(panel, ".case button.danger")
    scene.until_says(panel, "#view-person", "No answer waits for you")
    assert scene.helper.call("/v1/escalations", {})[1] == {"escalations": []}


def test_a_helper_that_was_killed_and_started_anew_is_used_again(scene: Scene, sites: Sites) -> None:
    tab = scene.open(f"{sites.chat.address}/chat")
    say(scene, tab, "a", NINE)
    scene.until_marked(tab, found=[NINE])
    scene.helper.kill()
    say(scene, tab, "b", TEN)
    until(lambda: "not running" in scene.bar(tab), 20, "The page does not say that the helper is gone.")
    assert scene.marks(tab) == {"quotefound-found": [NINE]}
    scene.helper = Helper(scene.helper.folder, [sites.source.host_and_port])
    scene.pair()
    panel = scene.panel(tab)
    again = "[...document.querySelectorAll('#view-page button')].find((one) => one.textContent === 'Check again')"
    scene.firefox.click_in(panel, again)
    until(lambda: sorted(scene.marks(tab).get("quotefound-found", [])) == sorted([NINE, TEN]), 20, "Not checked again.")
