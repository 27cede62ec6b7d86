"""What real sites do to their pages, on small pages of our own: an answer that is still being written, rendered anew,
taken out and put back, edited, left without a reload; tabs closed, helper and background killed; a large page."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from playwright.sync_api import Page
from screens import choose_from_menu, in_background, open_panel, open_popup

from pages import Site, page, serving, unfinished
from stage import Helper, Stage, until

SOURCE = """<!doctype html><html lang="en"><title>The log</title><article><p>The ferry leaves at nine. In winter it
leaves at ten, and dogs travel free of charge. {more}</p></article></html>"""
OWN = '<meta name="quotefound" content="own-citations">'  # the page's head says that raised links are no model's
CHAT = """<!doctype html><html lang="en"><meta name="quotefound" content="own-citations">
<title>A chat</title><main id="chat"></main><script>
  const site = '{source}';
  window.say = (id, words, path = '/log.html') => {
    let turn = document.getElementById(id);
    if (!turn) {
      turn = document.createElement('div');
      turn.id = id;
      turn.dataset.messageAuthorRole = 'assistant';
      document.getElementById('chat').append(turn);
    }
    turn.innerHTML = `<p>It says “${words}”.<sup><a href="${site}${path}">[1]</a></sup></p>`;
  };
</script></html>"""
NINE, TEN = "The ferry leaves at nine", "In winter it leaves at ten"
QUIET_MS = 3_500  # an answer that has changed is read again after 1.5 s of rest; twice that and a little
GONE_MS = 7_000  # what has left the page for 5 s is forgotten
LONGEST_TASK_MS = 50
LARGE_BYTES, QUOTES = 330_000, 50


@dataclass
class Scene:
    stage: Stage
    helper: Helper
    chat: Site
    source: Site
    slow_asked: threading.Event
    opened: list[Page] = field(default_factory=list)

    def open(self, path: str = "/chat") -> Page:
        shown = self.stage.open(self.chat.address + path)
        self.opened.append(shown)
        return shown

    def found(self, shown: Page) -> list[str]:
        return self.stage.marks(shown).get("quotefound-found", [])

    def jobs(self) -> list[str]:
        """Every job that any tab owns now."""
        script = """async () => Object.entries(await chrome.storage.session.get(null))
          .flatMap(([key, value]) => key.startsWith('jobs:') ? Object.keys(value) : [])"""
        jobs: list[str] = in_background(self.stage, script)
        return jobs

    def until_found(self, shown: Page, *words: str) -> None:
        until(lambda: self.found(shown) == list(words), 20, f"Not marked as found: {words}; but {self.found(shown)}.")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder: Path = tmp_path_factory.mktemp("living")
    slow, asked = unfinished()

    def large(_: web.BaseRequest) -> web.Response:
        return web.Response(text=large_answer(source.address), content_type="text/html")

    sentences = " ".join(f"Sentence number {number} says that the sea was calm that day." for number in range(QUOTES))
    with contextlib.ExitStack() as opened:
        log = page(SOURCE.replace("{more}", sentences))
        source = opened.enter_context(serving({"/log.html": log, "/slow.html": slow}))
        own = CHAT.replace("{source}", source.address)
        chats = {"/chat": page(own), "/unknown": page(own.replace(OWN, "")), "/large": large}
        chat = opened.enter_context(serving(chats))
        helper = Helper(folder / "data", [source.host_and_port])
        stage = opened.enter_context(Stage(folder))
        stage.pair(helper)
        stage.switch_on(chat.address)
        scene = Scene(stage, helper, chat, source, asked)
        opened.callback(lambda: scene.helper.stop())
        yield scene


@pytest.fixture
def scene(whole: Scene) -> Iterator[Scene]:
    yield whole
    while whole.opened:
        whole.opened.pop().close()
    until(lambda: not whole.jobs(), 10, "Closed tabs left jobs behind.")


def large_answer(source: str) -> str:
    """An answer page of 330 kB in many small elements, with fifty quotes that are found."""
    filler = "<li><span>Some</span> <b>words</b> of an <i>answer</i> that <code>go</code> on and on.</li>"
    quoted = "".join(
        f"<p>It says “Sentence number {number} says that the sea was calm that day.”"
        f'<sup><a href="{source}/log.html">[1]</a></sup></p><ul>{{filler}}</ul>'
        for number in range(QUOTES)
    )
    items = (LARGE_BYTES - len(quoted)) // QUOTES // len(filler)
    body = quoted.replace("{filler}", filler * items)
    head = f'<meta charset="utf-8">{OWN}<title>Large</title>'
    return f'<!doctype html><html lang="en">{head}<article>{body}</article></html>'


def test_an_answer_is_checked_when_it_is_finished_and_once(scene: Scene) -> None:
    shown, asked = scene.open(), len(scene.source.asked)
    shown.evaluate("document.getElementById('chat').ariaBusy = 'true'")
    for end in range(4, len(NINE), 4):
        shown.evaluate("(words) => say('a', words)", NINE[:end])
        shown.wait_for_timeout(150)
    shown.wait_for_timeout(QUIET_MS)
    assert scene.jobs() == []  # it rests, but the site says that more is to come
    shown.evaluate("(words) => { say('a', words); document.getElementById('chat').ariaBusy = null; }", NINE)
    scene.until_found(shown, NINE)
    assert len(scene.jobs()) == 1
    assert len(scene.source.asked) <= asked + 2  # the page and robots.txt, once


def test_an_answer_rendered_anew_gets_its_marks_back_without_a_new_check(scene: Scene) -> None:
    shown = scene.open()
    shown.evaluate("(words) => say('a', words)", NINE)
    scene.until_found(shown, NINE)
    before = scene.jobs()
    shown.evaluate("(words) => say('a', words)", NINE)  # the same words in other nodes
    scene.until_found(shown, NINE)
    shown.evaluate("() => document.getElementById('a').replaceWith(document.getElementById('a').cloneNode(true))")
    scene.until_found(shown, NINE)
    assert scene.jobs() == before


def test_an_answer_taken_out_of_a_long_list_and_put_back_is_not_checked_again(scene: Scene) -> None:
    shown = scene.open()
    shown.evaluate("(words) => say('a', words)", NINE)
    scene.until_found(shown, NINE)
    before = scene.jobs()
    shown.evaluate("() => { window.kept = document.getElementById('a'); kept.remove(); }")
    until(lambda: scene.found(shown) == [], 5, "A mark stays on what has gone.")
    shown.wait_for_timeout(GONE_MS)
    shown.evaluate("() => document.getElementById('chat').append(kept.cloneNode(true))")
    scene.until_found(shown, NINE)
    assert scene.jobs() == before


def test_an_edited_answer_is_checked_again_and_the_old_check_is_dropped(scene: Scene) -> None:
    shown = scene.open()
    shown.evaluate("(words) => say('a', words)", NINE)
    scene.until_found(shown, NINE)
    before = scene.jobs()
    shown.evaluate("(words) => say('a', words)", TEN)
    scene.until_found(shown, TEN)
    until(lambda: len(scene.jobs()) == 1 and scene.jobs() != before, 10, "The old check is still there.")


def test_another_conversation_without_a_reload_leaves_nothing_of_the_first(scene: Scene) -> None:
    shown = scene.open()
    shown.evaluate("(words) => say('a', words)", NINE)
    scene.until_found(shown, NINE)
    before = scene.jobs()
    shown.evaluate(
        """(words) => { history.pushState(null, '', '/chat/2'); document.getElementById('a').remove();
      say('b', words); }""",
        TEN,
    )
    scene.until_found(shown, TEN)
    until(lambda: len(scene.jobs()) == 1 and scene.jobs() != before, 15, "The first conversation's check is kept.")


def test_several_answers_are_listed_in_the_order_of_the_page(scene: Scene) -> None:
    shown = scene.open()
    for name, words in {"b": TEN, "c": "dogs travel free of charge"}.items():
        shown.evaluate("([name, words]) => say(name, words)", [name, words])
    shown.evaluate(
        """(words) => { say('a', words);
      document.getElementById('chat').prepend(document.getElementById('a')); }""",
        NINE,
    )
    until(lambda: len(scene.found(shown)) == 3, 20, "Not all answers were checked.")
    panel = open_panel(scene.stage, shown)
    scene.opened.append(panel)
    rows = panel.locator("#view-page .row .words")
    until(lambda: rows.all_inner_texts() == [NINE, TEN, "dogs travel free of charge"], 10, "The order is another.")


def test_a_closed_tab_ends_its_check(scene: Scene) -> None:
    scene.slow_asked.clear()
    shown = scene.open()
    shown.evaluate("(words) => say('a', words, '/slow.html')", NINE)
    assert scene.slow_asked.wait(20)
    [job] = until(scene.jobs, 5, "No job is known.")
    scene.opened.remove(shown)
    shown.close()
    until(lambda: scene.helper.poll(job)["state"] == "cancelled", 10, "The check goes on for nobody.")
    keys = in_background(scene.stage, "async () => Object.keys(await chrome.storage.session.get(null))")
    assert not [key for key in keys if key.startswith(("report:", "jobs:"))]


def test_a_check_is_followed_and_stopped_in_the_panel(scene: Scene) -> None:
    scene.slow_asked.clear()
    shown = scene.open()
    shown.evaluate("(words) => say('a', words, '/slow.html')", NINE)
    assert scene.slow_asked.wait(20)
    [job] = until(scene.jobs, 5, "No job is known.")
    panel = open_panel(scene.stage, shown)
    scene.opened.append(panel)
    state = panel.locator("#view-page .sources .state")
    until(lambda: state.count() == 1 and "being fetched" in state.inner_text(), 10, "Its progress is not shown.")
    assert panel.inner_text("#view-page .row .verdict") == "Being checked…"
    panel.get_by_role("button", name="Stop checking").click()
    until(lambda: scene.helper.poll(job)["state"] == "cancelled", 10, "The check goes on.")
    until(lambda: panel.get_by_role("button", name="Check again").count() == 1, 10, "It cannot be taken up again.")
    scene.slow_asked.clear()
    panel.get_by_role("button", name="Check again").click()
    assert scene.slow_asked.wait(20)


def test_a_killed_background_is_not_noticed(scene: Scene) -> None:
    scene.slow_asked.clear()
    shown = scene.open()
    shown.evaluate("(words) => say('a', words)", TEN)
    scene.until_found(shown, TEN)  # a host is asked for one page at a time: its log is read before the slow one
    shown.evaluate("(words) => say('b', words, '/slow.html')", TEN)
    assert scene.slow_asked.wait(20)
    debugger = scene.stage.context.new_cdp_session(shown)
    debugger.send("ServiceWorker.enable")
    debugger.send("ServiceWorker.stopAllWorkers")
    shown.evaluate("(words) => say('a', words)", NINE)
    scene.until_found(shown, NINE)
    sight = scene.stage.bar(shown)
    assert "not running" not in sight.words


def test_the_panel_outlives_a_reload_of_its_page(scene: Scene) -> None:
    shown = scene.open()
    shown.evaluate("(words) => say('a', words)", NINE)
    scene.until_found(shown, NINE)
    panel = open_panel(scene.stage, shown)
    scene.opened.append(panel)
    rows = panel.locator("#view-page .row .words")
    until(lambda: rows.all_inner_texts() == [NINE], 10, "The panel does not list the answer.")
    shown.reload()
    until(lambda: rows.count() == 0, 10, "The panel lists what has gone.")
    shown.evaluate("(words) => say('a', words)", TEN)
    until(lambda: rows.all_inner_texts() == [TEN], 20, "The panel did not find the page again.")


def test_fetching_only_when_asked(scene: Scene) -> None:
    in_background(scene.stage, "() => chrome.storage.local.set({ fetch: 'nothing' })")
    asked = len(scene.source.asked)
    shown = scene.open()
    shown.evaluate("(words) => say('a', words)", NINE)
    until(lambda: scene.stage.marks(shown).get("quotefound-unchecked") == [NINE], 20, "It was not marked.")
    assert len(scene.source.asked) == asked
    in_background(scene.stage, "() => chrome.storage.local.set({ fetch: 'rendered' })")
    panel = open_panel(scene.stage, shown)
    scene.opened.append(panel)
    panel.locator("#view-page .sources .consent .action").click()
    scene.until_found(shown, NINE)


def test_a_page_that_nobody_knows_has_nothing_fetched_until_its_reader_agrees(scene: Scene) -> None:
    asked = len(scene.source.asked)
    shown = scene.open("/unknown")
    shown.evaluate("(words) => say('a', words)", NINE)
    until(lambda: scene.stage.marks(shown).get("quotefound-unchecked") == [NINE], 20, "It was not marked.")
    # A steered answer that says what only the page's head can say:
    shown.evaluate("(head) => document.getElementById('a').insertAdjacentHTML('afterbegin', head)", OWN)
    shown.wait_for_timeout(QUIET_MS)
    assert len(scene.source.asked) == asked
    panel = open_panel(scene.stage, shown)
    scene.opened.append(panel)
    panel.locator("#view-page .sources .consent .action").click()
    scene.until_found(shown, NINE)


def test_whoever_asks_for_the_page_agrees_to_its_addresses_and_not_to_what_comes_later(scene: Scene) -> None:
    shown = scene.open("/unknown")
    shown.evaluate("(words) => say('a', words)", NINE)
    until(lambda: scene.stage.marks(shown).get("quotefound-unchecked") == [NINE], 20, "It was not marked.")
    choose_from_menu(scene.stage, shown, "check-page")
    scene.until_found(shown, NINE)
    asked = len(scene.source.asked)
    shown.evaluate("(words) => say('b', words, '/log.html?what=was-said-here')", TEN)
    until(lambda: scene.stage.marks(shown).get("quotefound-unchecked") == [TEN], 20, "The new answer was not marked.")
    assert len(scene.source.asked) == asked
    popup = open_popup(scene.stage, shown)
    scene.opened.append(popup)
    popup.get_by_role("button", name="Fetch the links that wait").click()
    scene.until_found(shown, NINE, TEN)
    shown.reload()  # what was agreed to was the page as it stood
    shown.evaluate("(words) => say('a', words)", TEN)
    until(lambda: scene.stage.marks(shown).get("quotefound-unchecked") == [TEN], 20, "It was not marked.")


AT_REST = """() => new Promise((rested) =>
  requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(rested))))"""
WATCH = """() => {
  window.changes = 0;
  const isCard = (node) => node.nodeName === 'QUOTEFOUND-CARD';
  new MutationObserver((records) => {
    changes += records.filter(({ target, addedNodes, removedNodes }) =>
      !isCard(target) && ![...addedNodes, ...removedNodes].every(isCard)).length;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


@contextlib.contextmanager
def main_thread_tasks(scene: Scene, shown: Page) -> Iterator[list[float]]:
    """The milliseconds of work of each task that the page's main thread does within the block, known at its end.

    Work is the thread's own time: what other programs of the machine hold up is not counted as ours.
    """
    tasks: list[float] = []
    events: list[dict[str, Any]] = []
    ended = threading.Event()
    debugger = scene.stage.context.new_cdp_session(shown)
    debugger.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    debugger.on("Tracing.tracingComplete", lambda _: ended.set())
    debugger.send("Tracing.start", {"traceConfig": {"includedCategories": ["toplevel"]}})
    yield tasks
    debugger.send("Tracing.end")
    while not ended.is_set():
        shown.wait_for_timeout(50)
    names = {(one["pid"], one["tid"]): one["args"]["name"] for one in events if one["name"] == "thread_name"}
    on_main = [one for one in events if names.get((one["pid"], one["tid"])) == "CrRendererMain"]
    tasks += [one["tdur"] / 1_000 for one in on_main if one["name"].endswith("RunTask") and "tdur" in one]


def test_a_large_page_is_gathered_and_marked_without_a_task_that_is_felt(scene: Scene) -> None:
    shown = scene.open("/large")
    assert shown.evaluate("document.documentElement.outerHTML.length") > LARGE_BYTES * 0.95
    shown.evaluate(AT_REST)  # what it takes to lay out the page is the page's own work
    shown.evaluate(WATCH)
    with main_thread_tasks(scene, shown) as tasks:
        until(lambda: len(scene.found(shown)) == QUOTES, 30, "Not all fifty quotes were marked.")
        shown.wait_for_timeout(1_000)
    assert shown.evaluate("changes") == 0
    assert len(tasks) > QUOTES, "The trace saw nothing of the work."
    assert max(tasks) <= LONGEST_TASK_MS, sorted(tasks)[-5:]


def test_a_helper_that_was_killed_and_started_anew_is_used_again(scene: Scene) -> None:
    shown = scene.open()
    shown.evaluate("(words) => say('a', words)", NINE)
    scene.until_found(shown, NINE)
    scene.helper.kill()
    shown.evaluate("(words) => say('b', words)", TEN)
    until(lambda: "not running" in scene.stage.bar(shown).words, 20, "The page does not say that the helper is gone.")
    assert scene.found(shown) == [NINE]
    again = Helper(scene.helper.folder, [scene.source.host_and_port])
    scene.helper = again
    scene.stage.pair(again)
    shown.bring_to_front()
    panel = open_panel(scene.stage, shown)
    scene.opened.append(panel)
    press: Callable[[], Any] = panel.get_by_role("button", name="Check again").click
    press()
    until(lambda: sorted(scene.found(shown)) == sorted([NINE, TEN]), 20, "It was not checked again.")
