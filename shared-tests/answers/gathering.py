"""Runs the extension's gatherer over an answer page in a real browser and hands back the Answers it makes.

The pages of this folder are shown without a server, those of a known site at an address of that site (the page names
it as canonical), others at http://answers.test/: Playwright answers for that one host, and lets nothing else through.
"""

import html
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, sync_playwright

ANSWERS = Path(__file__).resolve().parent
EXTENSION = ANSWERS.parent.parent / "extension"
ORIGIN = "http://answers.test"
_TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css"}

_GATHER_ALL = """async () => {
  const { gather } = await import("/extension/content/gather.js");
  const { siteOf } = await import("/extension/content/sites/site.js");
  const { isAnswer } = await import("/extension/wire.js");
  const site = siteOf(document);
  return site.answers(document).map((element, index, all) => {
    const { answer, ranges } = gather(element, site);
    // What each block's offsets lead back to on the page, so that a test can compare it with the block's text.
    const shown = answer.blocks.map(({ text }, index) => ranges.of(index, 0, text.length).map(String).join(""));
    const finished = site.isFinished(element, index === all.length - 1);
    return { answer, shown, finished, inBrowser: isAnswer(answer) };
  });
}"""

_STATE = """async () => (await import("/extension/content/sites/state.js")).stateOf(document)"""

# As the page's script does it: in slices, with the page let in between. A task is one slice, or what cannot be cut.
_TIME_ALL = """async () => {
  const { gathering } = await import("/extension/content/gather.js");
  const { siteOf } = await import("/extension/content/sites/site.js");
  const tasks = [];
  const task = (work) => {
    const began = performance.now();
    const done = work();
    tasks.push(performance.now() - began);
    return done;
  };
  const breath = () => new Promise((resolve) => setTimeout(resolve, 0));
  await breath();
  const site = task(() => siteOf(document));
  for (const element of task(() => site.answers(document))) {
    for (let done = false, steps = gathering(element, site); !done; await breath()) {
      done = task(() => {
        for (const began = performance.now(); performance.now() - began < 8;) if (steps.next().done) return true;
        return false;
      });
    }
  }
  return [tasks.reduce((sum, one) => sum + one, 0), Math.max(...tasks)];
}"""


@contextmanager
def open_browser() -> Iterator[Page]:
    """An empty page of the browser that `build.py` names, or of the system's Chromium."""
    browser_path = os.environ.get("QUOTEFOUND_BROWSER") or shutil.which("chromium")
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, chromium_sandbox=not as_root)
        yield browser.new_page()
        browser.close()


def fixtures() -> list[str]:
    """The names of the pages in this folder that have an Answer beside them."""
    return sorted(path.stem for path in ANSWERS.glob("*.html"))


def expected(name: str) -> list[dict[str, Any]]:
    """The Answers a page of this folder must give, in page order."""
    answers: list[dict[str, Any]] = json.loads((ANSWERS / f"{name}.json").read_text("utf-8"))
    return answers


def gathered(page: Page, source: Path, address: str = "") -> list[dict[str, Any]]:
    """Shows a saved page and gathers it: one {"answer", "shown", "finished", "inBrowser"} for each answer in it."""
    shown(page, source, address)
    answers: list[dict[str, Any]] = page.evaluate(_GATHER_ALL)
    return answers


def state(page: Page, source: Path, address: str = "") -> dict[str, Any]:
    """What the extension says of a saved page before it checks anything; `address` shows it at another one."""
    shown(page, source, address)
    said: dict[str, Any] = page.evaluate(_STATE)
    return said


def timed(page: Page) -> tuple[float, float]:
    """Milliseconds that gathering the page now shown takes in all, and its longest task."""
    total, longest = page.evaluate(_TIME_ALL)
    return total, longest


def shown(page: Page, source: Path, address: str = "") -> None:
    """Shows a saved page, no network behind it, at `address`, else where it says it comes from, else at one of ours."""
    canonical = re.search(r'<link rel="canonical" href="([^"]+)">', source.read_text("utf-8", "replace")[:1_000])
    address = address or (html.unescape(canonical[1]) if canonical else f"{ORIGIN}/{source.name}")
    origin, path = re.match(r"(https?://[^/]+)([^?]*)", address).groups()  # type: ignore[union-attr]

    def answer_for_host(route: Route) -> None:
        asked = route.request.url.removeprefix(origin).split("?")[0]
        file = source if asked == path else EXTENSION / asked.removeprefix("/extension/")
        inside = file == source or (asked.startswith("/extension/") and file.resolve().is_relative_to(EXTENSION))
        if inside and file.is_file():
            kind = _TYPES[".html"] if file == source else _TYPES.get(file.suffix, "application/octet-stream")
            route.fulfill(body=file.read_bytes(), content_type=kind)
        else:
            route.fulfill(status=404, body="")

    page.unroute_all()
    page.route(f"{origin}/**", answer_for_host)
    page.route(lambda other: not other.startswith(origin), lambda route: route.abort())
    page.goto(address, wait_until="domcontentloaded")
