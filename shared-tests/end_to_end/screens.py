"""Our own pages on the stage: the panel, the popup, the options and the first page, each as an ordinary tab.

The panel and the popup take the tab they are for in their address; the browser gives them that tab otherwise.
"""

import json
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from stage import EXTENSION, Stage, StageError, until

AXE = EXTENSION / "node_modules" / "axe-core" / "axe.min.js"
SHOWN_S = 15.0
PANEL_SIZE = {"width": 380, "height": 900}


def tab_of(stage: Stage, page: Page) -> int:
    """The browser's number for a page's tab."""
    find = "async (address) => (await chrome.tabs.query({})).find((tab) => tab.url === address)?.id"
    found: int = until(lambda: stage.worker.evaluate(find, page.url), SHOWN_S, f"No tab shows {page.url}.")
    return found


def own_page(stage: Stage, path: str, size: dict[str, int] | None = None) -> Page:
    """One of the extension's pages, in a tab of its own."""
    page = stage.context.new_page()
    if size:
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.goto(f"chrome-extension://{stage.id}/{path}")
    return page


def open_panel(stage: Stage, page: Page) -> Page:
    """The panel for a page; its list is filled once this returns."""
    panel = own_page(stage, f"panel/panel.html?tab={tab_of(stage, page)}", PANEL_SIZE)
    panel.wait_for_selector("#view-page .row, #standing > *", timeout=SHOWN_S * 1000)
    return panel


def open_popup(stage: Stage, page: Page) -> Page:
    popup = own_page(stage, f"popup/popup.html?tab={tab_of(stage, page)}", {"width": 320, "height": 400})
    until(lambda: popup.inner_text("#standing").strip(), SHOWN_S, "The popup says nothing.")
    return popup


def in_background(stage: Stage, script: str, argument: Any = None) -> Any:
    """Runs a script in the extension's background."""
    return stage.worker.evaluate(script, argument)


def choose(stage: Stage, **settings: object) -> None:
    """Sets what the reader can choose, as the options page does."""
    in_background(stage, "(settings) => chrome.storage.local.set(settings)", settings)


def press_shortcut(stage: Stage, page: Page, name: str) -> None:
    """Has the browser tell the background of a shortcut: no driver can press keys outside of a page."""
    script = """async ([name, id]) => chrome.commands.onCommand.dispatch(name, await chrome.tabs.get(id))"""
    in_background(stage, script, [name, tab_of(stage, page)])


def choose_from_menu(stage: Stage, page: Page, entry: str, selected: str = "") -> None:
    """Has the browser tell the background of a choice in the context menu."""
    script = """async ([entry, selectionText, id]) => chrome.contextMenus.onClicked.dispatch(
      { menuItemId: entry, selectionText, editable: false, pageUrl: '' }, await chrome.tabs.get(id))"""
    in_background(stage, script, [entry, selected, tab_of(stage, page)])


def violations(page: Page, context: str = "document") -> list[str]:
    """What axe-core finds wrong with a page of ours, a line each."""
    if not AXE.exists():
        raise StageError("axe-core is missing; `npm ci` in extension/ installs it.")
    page.evaluate(AXE.read_text())
    found = page.evaluate(f"async () => (await axe.run({context}, {{ resultTypes: ['violations'] }})).violations")
    return [
        f"{one['id']}: {one['help']} at {json.dumps(node['target'])}: {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]


def opened_extension(folder: Path) -> Path:
    """A copy of the extension whose card can be looked into: its shadow root is open. Nothing else differs."""
    copy = folder / "opened"
    shutil.copytree(EXTENSION, copy, ignore=shutil.ignore_patterns("node_modules", "tests", ".*"))
    host = copy / "content" / "host.js"
    text = host.read_text()
    if text.count('mode: "closed"') != 1:
        raise StageError("host.js does not close its shadow root where this looks for it.")
    host.write_text(text.replace('mode: "closed"', 'mode: "open"'))
    return copy
