"""The whole product on a stage: the real helper, a real Chromium with the extension, paired and switched on.

`run`, the pictures and the end-to-end tests are all written on this. It acts as a reader does (types, clicks, looks)
and reads what it cannot see from outside, the card's closed shadow root, through the browser's debugger.
"""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Playwright, Worker, sync_playwright
from playwright.sync_api import Error as BrowserError

from card import Part, corners_of, read_visible
from scripts import ALL_MARKS, FIND_MARK, FIND_WORDS, JOBS, LATEST_REPORT, SCROLL_THROUGH

EXTENSION = Path(__file__).resolve().parents[2] / "extension"
# Names of highlights.
MARKS = [f"quotefound-{verdict}" for verdict in ("found", "closest", "absent", "unchecked")]
MARKS += [f"quotefound-claim-{verdict}" for verdict in ("contradicted", "neutral", "unchecked", "supported")]

HELPER_START_S = 30.0  # a cold disk and a slow machine; 0.8 s is usual
ANSWER_S = 12.0  # until an answer is noticed: pages fill themselves in, and it has to be still for a moment
REPORT_S = 180.0  # until the last verdict: slow sources have 30 s each, a few in a row on one host
CARD_S = 10.0
STILL_MS = 2_500  # an answer that comes into sight is gathered when it has been still for 1.5 s

# The port is for the browser's own side panel, which its pages do not include.
PANEL_PORT = "--remote-debugging-port=0"
QUIET = ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


class StageError(Exception):
    """What keeps the check from being shown; its text is one sentence for the person who started it."""


def until(look: Callable[[], Any], seconds: float, sentence: str, pause_s: float = 0.1) -> Any:
    """The first truthy result of `look`; raises `StageError` with the sentence when none comes in time."""
    patience = time.monotonic() + seconds
    while not (result := look()):
        if time.monotonic() > patience:
            raise StageError(sentence)
        time.sleep(pause_s)
    return result


class Helper:
    """The real helper in a process of its own, with a data folder of its own."""

    def __init__(self, folder: Path, allow: Sequence[str] = ()) -> None:
        self.folder = folder
        self.command = [str(Path(sys.executable).with_name("quotefound")), "serve", "--folder", str(folder)]
        self.command += [part for place in allow for part in ("--allow", place)]
        self._log = folder.parent / f"{folder.name}.log"
        with self._log.open("w") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=subprocess.STDOUT)
        state = until(self._state, HELPER_START_S, "The helper did not start within 30 s.")
        self.port, self.token = int(state["port"]), str(state["token"])

    def _state(self) -> dict[str, Any] | None:
        if self.process.poll() is not None:
            raise StageError(f"The helper ended at once: {self.log().strip() or 'it said nothing'}")
        try:
            state: dict[str, Any] = json.loads((self.folder / "helper.json").read_text())
        except (OSError, ValueError):
            return None
        return state if state["pid"] == self.process.pid else None

    @property
    def pairing_code(self) -> str:
        return f"{self.port}-{self.token}"

    def log(self) -> str:
        return self._log.read_text()

    def call(self, path: str, body: object, kind: str = "application/json") -> tuple[int, dict[str, Any]]:
        """One request as the extension makes it; status and answer."""
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": kind, "Authorization": f"Bearer {self.token}"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", raw, headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as reply:
                return reply.status, json.load(reply)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, json.load(refusal)

    def poll(self, job: str, seen: int = 0) -> dict[str, Any]:
        """A job's report, as soon as there is one newer than `seen`."""
        status, report = self.call("/v1/jobs/poll", {"job": job, "seen": seen})
        if status != 200:
            raise StageError(f"The helper no longer knows of the check: {report['error']['sentence']}")
        return report

    def finished(self, job: str, seconds: float = REPORT_S) -> dict[str, Any]:
        """A job's report once every verdict is there."""
        patience, version = time.monotonic() + seconds, 0
        while time.monotonic() < patience:
            report = self.poll(job, version)
            if report["state"] != "running":
                return report
            version = report["version"]
        raise StageError(f"The check did not come to an end within {seconds:.0f} s.")

    def kill(self) -> None:
        """Ends it in the middle of whatever it does, as a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ends it as its owner does."""
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.kill()


class Stage:
    """A browser with the extension. Use as a context manager; `helper` may be None to show what happens without one."""

    def __init__(
        self,
        folder: Path,
        browser: str | None = None,
        *,
        screen: bool = False,
        host_permissions: Sequence[str] = (),
        extension: Path = EXTENSION,
        dark: bool = False,
        scale: int = 1,
        names: Sequence[str] = (),
    ) -> None:
        """`names` are hosts of the web that lead to this machine here."""
        self.folder = folder
        self.browser = browser or os.environ.get("QUOTEFOUND_BROWSER") or shutil.which("chromium") or ""
        self.screen = screen
        self.dark = dark
        self.scale = scale
        self.names = names
        self.extension = self._with_permissions(extension, host_permissions) if host_permissions else extension
        self._playwright: Playwright | None = None

    def __enter__(self) -> Self:
        if not self.browser:
            raise StageError("No browser is known; start this through build.py, which finds one.")
        places = f"--disable-extensions-except={self.extension}", f"--load-extension={self.extension}"
        rules = ", ".join(f"MAP {name} 127.0.0.1" for name in self.names)
        leading = [f"--host-resolver-rules={rules}"] if rules else []
        arguments = [PANEL_PORT, *QUIET, *places, *leading, *(["--no-sandbox"] if self._is_root() else [])]
        started = sync_playwright().start()
        self._playwright = started
        try:
            self.context: BrowserContext = started.chromium.launch_persistent_context(
                self.folder / "profile",
                executable_path=self.browser,
                headless=not self.screen,
                args=arguments,
                chromium_sandbox=not self._is_root(),
                color_scheme="dark" if self.dark else "light",
                **({"no_viewport": True} if self.screen else {"viewport": {"width": 1000, "height": 1280}}),
                device_scale_factor=None if self.screen else self.scale,
            )
            workers = self.context.service_workers
            if not workers:
                self.context.wait_for_event("serviceworker", timeout=15_000)
        except BrowserError as trouble:
            self.__exit__(None, None, None)
            first = str(trouble).strip().splitlines()[0]
            raise StageError(f"The browser {self.browser} did not start with the extension: {first}") from trouble
        self.id = self.worker.url.split("/")[2]
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if hasattr(self, "context"):
            self.context.close()
        if self._playwright:
            self._playwright.stop()

    @staticmethod
    def _is_root() -> bool:
        return hasattr(os, "geteuid") and os.geteuid() == 0

    def _with_permissions(self, extension: Path, patterns: Sequence[str]) -> Path:
        """A copy of the extension that has these hosts from the start: nobody can answer its question here."""
        copy = self.folder / "extension"
        shutil.copytree(extension, copy, ignore=shutil.ignore_patterns("node_modules", "tests", ".*"))
        manifest = json.loads((copy / "manifest.json").read_text())
        manifest["host_permissions"] = [*manifest.get("host_permissions", []), *patterns]
        (copy / "manifest.json").write_text(json.dumps(manifest))
        return copy

    @property
    def worker(self) -> Worker:
        return self.context.service_workers[-1]

    # --- what a reader does -------------------------------------------------------------------------------------------

    def pair(self, helper: Helper) -> None:
        """Types the pairing code into the options page."""
        page = self.options()
        page.fill("#pairing-code", helper.pairing_code)
        page.click("#pair")
        paired = "async () => (await chrome.storage.session.get('pairing')).pairing?.port"
        until(lambda: self.worker.evaluate(paired) == helper.port, 15, "The extension did not accept the pairing code.")
        page.close()

    def switch_on(self, address: str) -> None:
        """Switches the extension on for the site of this address."""
        parts = urlsplit(address)
        page = self.options()
        page.fill("#site", f"{parts.scheme}://{parts.netloc}")
        page.click("#switch-on")
        page.wait_for_timeout(500)
        page.close()

    def options(self) -> Page:
        manifest = json.loads((self.extension / "manifest.json").read_text())
        page = self.context.new_page()
        page.goto(f"chrome-extension://{self.id}/{manifest['options_ui']['page']}")
        return page

    def open(self, address: str) -> Page:
        page = self.context.new_page()
        try:
            reply = page.goto(address, wait_until="load", timeout=45_000)
        except BrowserError as trouble:
            raise StageError(f"{address} could not be opened: {str(trouble).splitlines()[0]}") from trouble
        if reply and reply.status >= 400:
            raise StageError(f"{address} answered with status {reply.status}.")
        return page

    def click_mark(self, page: Page, words: str) -> None:
        """Clicks the mark over these words of the answer."""
        place = until(lambda: page.evaluate(FIND_MARK, [MARKS, words]), CARD_S, f"No mark stands on “{words}”.")
        page.mouse.click(place["x"], place["y"])

    def click_words(self, page: Page, words: str) -> None:
        """Clicks the beginning of these words, which stand in one piece of the answer, whatever is marked there."""
        place = until(lambda: page.evaluate(FIND_WORDS, words), CARD_S, f"“{words}” does not stand on the page.")
        page.mouse.click(place["x"], place["y"])

    def consent(self, page: Page, helper: Helper, report: dict[str, Any]) -> dict[str, Any]:
        """Agrees, card by card, to fetch the links that wait for the reader; the report after that."""
        for click, judged in ((self.click_mark, report["quotes"]), (self.click_words, report["claims"])):
            for one in judged:
                while any(report["sources"][number]["state"] == "not_asked" for number in one["sources"]):
                    page.keyboard.press("Escape")  # the last card may lie over the words
                    click(page, one["text"])
                    report = self._consent_once(page, helper, report)
        page.keyboard.press("Escape")
        return report

    def _consent_once(self, page: Page, helper: Helper, report: dict[str, Any]) -> dict[str, Any]:
        [box] = self.card(page).having(class_="consent")
        self.click(page, next(part for part in box.all() if part.name == "button"))
        heard = "The consent to fetch a link did not reach the helper."
        until(lambda: _waiting(helper.poll(report["job"])) < _waiting(report), CARD_S, heard)
        report = helper.finished(report["job"])
        shown = "The page did not show what was fetched."
        until(lambda: (kept := self.latest_report(page)) and kept["version"] >= report["version"], CARD_S, shown)
        return report

    def side_panel(self) -> Page:
        """The browser's own side panel, once it is open."""
        if self._playwright is None:
            raise StageError("The browser has not been started.")
        port = (self.folder / "profile" / "DevToolsActivePort").read_text().split()[0]
        other = self._playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")

        def panel() -> Page | None:
            pages = (page for context in other.contexts for page in context.pages)
            return next((page for page in pages if page.url.endswith("/panel/panel.html")), None)

        found: Page = until(panel, CARD_S, "The browser opened no side panel.")
        return found

    # --- what a reader sees -------------------------------------------------------------------------------------------

    def reports(self, page: Page, helper: Helper) -> list[dict[str, Any]]:
        """The finished report of each answer on the page; scrolls through it, since answers out of sight wait."""
        sentence = f"No answer was found at {page.url}: nothing on it looks like an answer in words."
        until(lambda: self._jobs(page), ANSWER_S, sentence)
        reports: list[dict[str, Any]] = []
        while len(reports) < len(jobs := self._jobs(page)):
            reports = [helper.finished(job) for job in jobs]
            page.evaluate(SCROLL_THROUGH)
            page.wait_for_timeout(STILL_MS)
        shown = f"The marks of {page.url} did not come to their last state."
        until(lambda: (kept := self.latest_report(page)) and kept["state"] != "running", CARD_S, shown)
        return reports

    def _jobs(self, page: Page) -> list[str]:
        jobs: list[str] = self.worker.evaluate(JOBS, page.url)
        return jobs

    def latest_report(self, page: Page) -> dict[str, Any] | None:
        """The report that the extension itself holds for the page's tab."""
        found: dict[str, Any] | None = self.worker.evaluate(LATEST_REPORT, page.url)
        return found

    def marks(self, page: Page) -> dict[str, list[str]]:
        """The words under each of our marks, by the mark's name."""
        found: dict[str, list[str]] = page.evaluate(ALL_MARKS, MARKS)
        return found

    def card(self, page: Page) -> Part:
        """The open card; waits for it."""
        found: Part = until(lambda: self._visible(page, "card"), CARD_S, "No card opened.")
        return found

    def bar(self, page: Page) -> Part:
        """The bar that says how the answer stands; waits for it."""
        found: Part = until(lambda: self._visible(page, "bar"), ANSWER_S, "No bar appeared on the page.")
        return found

    def _visible(self, page: Page, class_name: str) -> Part | None:
        debugger = self.context.new_cdp_session(page)
        try:
            return read_visible(debugger, class_name)
        finally:
            debugger.detach()

    def click(self, page: Page, part: Part) -> None:
        """Clicks the middle of an element of the card."""
        debugger = self.context.new_cdp_session(page)
        try:
            debugger.send("DOM.scrollIntoViewIfNeeded", {"backendNodeId": part.node})
            corners = corners_of(debugger, part)
        finally:
            debugger.detach()
        if not corners:
            raise StageError(f"The card's {part.name} “{part.words}” cannot be seen.")
        page.mouse.click(sum(corners[0::2]) / 4, sum(corners[1::2]) / 4)


def _waiting(report: dict[str, Any]) -> int:
    return sum(source["state"] == "not_asked" for source in report["sources"])
