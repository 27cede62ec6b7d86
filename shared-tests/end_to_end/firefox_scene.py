"""Quotefound in Firefox on the stage: paired with the real helper, switched on, its marks, card and own pages at hand.

Everything is done as a reader does it, by mouse, keyboard, menus and the browser's own questions; only the card's
shadow root is open in the copy of the extension that is installed, so that it can be looked into.
"""

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from firefox import Firefox
from screens import opened_extension

from scripts import ALL_MARKS, FIND_MARK, FIND_WORDS
from stage import MARKS, Helper, until

SIDEBAR = "window.SidebarController ?? window.SidebarUI"
CARD = "document.querySelector('quotefound-card')?.shadowRoot.querySelector('.card:popover-open')"
BAR = "document.querySelector('quotefound-card')?.shadowRoot.querySelector('.bar:not([hidden])')"
ESCAPE = "\ue00c"  # as WebDriver names the key
SHOWN = "The options page does not show what was chosen."


@dataclass
class Scene:
    firefox: Firefox
    origin: str
    helper: Helper
    desk: str  # a page of ours that stays open: from here the extension's state and its other pages are seen
    opened: list[str] = field(default_factory=list)

    # --- tabs ---------------------------------------------------------------------------------------------------------

    def open(self, address: str) -> str:
        """A page in a tab of its own, in front; closed when the test ends."""
        tab = self.firefox.open(address)
        self.opened.append(tab)
        self.firefox.show(tab)
        return tab

    def own(self, path: str) -> str:
        return self.open(f"{self.origin}/{path}")

    def panel(self, tab: str) -> str:
        """The panel for a tab, as a tab."""
        address = json.dumps(self.firefox.tabs()[tab])
        find = f"browser.tabs.query({{}}).then((all) => all.find((one) => one.url === {address})?.id)"
        number = until(lambda: self.firefox.js(self.desk, find), 10, f"No tab shows {address}.")
        return self.own(f"panel/panel.html?tab={number}")

    def fresh_tab(self, known: set[str]) -> str:
        """The tab that was opened beside the known ones; closed when the test ends."""
        fresh: str = until(lambda: set(self.firefox.tabs()) - known, 15, "No tab opened.").pop()
        self.opened.append(fresh)
        return fresh

    def clear(self) -> None:
        """Leaves nothing of a test: no tab, no sidebar, no job."""
        while self.opened:
            if (tab := self.opened.pop()) in self.firefox.tabs():
                self.firefox.close(tab)
        self.firefox.in_browser(f"void ({SIDEBAR}).hide()")
        until(lambda: not self.jobs(), 15, "Closed tabs left jobs behind.")

    # --- what a reader sees -------------------------------------------------------------------------------------------

    def marks(self, tab: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = self.firefox.js(tab, f"({ALL_MARKS})({json.dumps(MARKS)})")
        return found

    def until_marked(self, tab: str, **wanted: list[str]) -> None:
        """Waits until exactly these words are marked, by the verdict's name."""
        names = {f"quotefound-{verdict}": words for verdict, words in wanted.items()}
        until(lambda: self.marks(tab) == names, 30, f"The marks did not become {names}.")

    def card(self, tab: str) -> str:
        """All that the open card says; waits for it."""
        words: str = until(lambda: self.firefox.js(tab, f"{CARD}?.textContent"), 10, "No card opened.")
        return " ".join(words.split())

    def bar(self, tab: str) -> str:
        return str(self.firefox.js(tab, f"{BAR}?.textContent") or "")

    def text(self, tab: str, selector: str) -> str:
        """What the first element of this selector says, nothing while there is none."""
        words = self.firefox.js(tab, f"document.querySelector({json.dumps(selector)})?.textContent")
        return " ".join((words or "").split())

    def until_says(self, tab: str, selector: str, words: str, seconds: float = 20) -> None:
        until(lambda: words in self.text(tab, selector), seconds, f"{selector} does not say “{words}”.")

    def jobs(self) -> list[str]:
        """Every job that any tab owns now."""
        script = """browser.storage.session.get(null).then((kept) => Object.entries(kept)
          .flatMap(([key, value]) => key.startsWith('jobs:') ? Object.keys(value) : []))"""
        jobs: list[str] = self.firefox.js(self.desk, script)
        return jobs

    # --- what a reader does -------------------------------------------------------------------------------------------

    def click_mark(self, tab: str, words: str) -> None:
        self._click_at(tab, f"({FIND_MARK})({json.dumps([MARKS, words])})", f"No mark stands on {words}.")

    def click_words(self, tab: str, words: str) -> None:
        self._click_at(tab, f"({FIND_WORDS})({json.dumps(words)})", f"“{words}” does not stand on the page.")

    def _click_at(self, tab: str, script: str, sentence: str) -> None:
        spot = until(lambda: self.firefox.js(tab, script), 20, sentence)
        self.firefox.click(tab, spot["x"], spot["y"])

    def open_card(self, tab: str, words: str) -> str:
        """Opens the card of a mark; all that it says."""
        self.firefox.show(tab)
        self.firefox.type(tab, ESCAPE)
        self.click_mark(tab, words)
        return self.card(tab)

    def press(self, tab: str, label: str) -> None:
        """Presses a button of the open card."""
        buttons = f"[...{CARD}?.querySelectorAll('button') ?? []]"
        self.firefox.click_in(tab, f"{buttons}.find((one) => one.textContent === {json.dumps(label)})")

    def fill(self, tab: str, selector: str, text: str) -> None:
        self.firefox.click_on(tab, selector)
        self.firefox.type(tab, text)

    def pair(self) -> None:
        options = self.own("options/options.html")
        self.fill(options, "#pairing-code", self.helper.pairing_code)
        self.firefox.click_on(options, "#pair")
        self.until_says(options, "#pairing-state", "Paired")

    def switch_on(self, address: str) -> None:
        """Switches on a site that needs no question."""
        options = self.own("options/options.html")
        self.fill(options, "#site", address)
        self.firefox.click_on(options, "#switch-on")
        self.until_says(options, "#site-state", address)

    def choose_claims(self, way: str) -> None:
        """Whether sentences are checked: “on”, “off” or “auto”."""
        options = self.own("options/options.html")
        until(
            lambda: self.firefox.js(options, "Boolean(document.querySelector('input[name=claims]:checked'))"), 10, SHOWN
        )
        self.firefox.click_on(options, f"input[name=claims][value={way}]")
        kept = "browser.storage.local.get('claims').then(({ claims }) => claims)"
        until(lambda: self.firefox.js(options, kept) == way, 5, "The choice was not kept.")


@contextlib.contextmanager
def in_firefox(
    folder: Path, sites: Sequence[str], allow: Sequence[str], extension: Path | None = None
) -> Iterator[Scene]:
    """A Firefox with the extension, paired and switched on for these sites; the helper may fetch what is allowed."""
    with contextlib.ExitStack() as ending:
        firefox = ending.enter_context(Firefox())
        origin = firefox.install(extension or opened_extension(folder))
        scene = Scene(firefox, origin, Helper(folder / "data", allow), firefox.open(f"{origin}/options/options.html"))
        ending.callback(lambda: scene.helper.stop())
        scene.pair()
        for site in sites:
            scene.switch_on(site)
        scene.clear()
        yield scene
