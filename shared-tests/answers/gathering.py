"""Runs the extension's gatherer over an answer page in a real browser and hands back the Answers it makes.

The pages of this folder are shown at http://answers.test/ without a server: Playwright answers for that host alone.
Any other page that is already open can be read too, as long as it lets a module of its own origin in.
"""

import json
import os
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
  const site = siteOf(document);
  return site.answers(document).map((element, index, all) => {
    const { answer, ranges } = gather(element, site);
    // What each block's offsets lead back to on the page, so that a test can compare it with the block's text.
    const shown = answer.blocks.map(({ text }, index) => ranges.of(index, 0, text.length).map(String).join(""));
    return { answer, shown, finished: site.isFinished(element, index === all.length - 1) };
  });
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


def gathered(page: Page, source: Path) -> list[dict[str, Any]]:
    """Shows a saved page and gathers it: one {"answer", "shown", "finished"} for each answer in it."""

    def answer_for_host(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).split("?")[0]
        file = source if path == f"/{source.name}" else EXTENSION / path.removeprefix("/extension/")
        inside = file == source or (path.startswith("/extension/") and file.resolve().is_relative_to(EXTENSION))
        if inside and file.is_file():
            route.fulfill(body=file.read_bytes(), content_type=_TYPES.get(file.suffix, "application/octet-stream"))
        else:
            route.fulfill(status=404, body="")

    page.route(f"{ORIGIN}/**", answer_for_host)
    page.route(lambda address: not address.startswith(ORIGIN), lambda route: route.abort())
    page.goto(f"{ORIGIN}/{source.name}", wait_until="domcontentloaded")
    answers: list[dict[str, Any]] = page.evaluate(_GATHER_ALL)
    page.unroute_all()
    return answers
