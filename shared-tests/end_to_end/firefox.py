"""A Firefox driven over WebDriver BiDi, with the extension installed for as long as it runs.

Firefox speaks BiDi by itself, so nothing but a web socket is needed. Calls are plain steps: each waits for its reply.
The browser's own windows (menus, sidebar, shortcuts) are reached through its chrome scope.
"""

import asyncio
import base64
import json
import os
import re
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import aiohttp

from stage import StageError, until

START_S = 60.0
CALL_S = 60.0
WINDOW = ("--width=1000", "--height=1000")  # CSS pixels
ADDON = "quotefound@quotefound"
CONTROL = "\ue009"  # as WebDriver names the key
# Nothing of Firefox's own may come between: first-run pages, updates, questions about data.
PREFERENCES: dict[str, object] = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "general.smoothScroll": False,
    "intl.locale.requested": "en-US",
    "remote.active-protocols": 1,
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}


class Firefox:
    """Use as a context manager; `stop` is its end. Raises StageError where no Firefox is to be had."""

    def __init__(self, preferences: dict[str, object] | None = None) -> None:
        self.program = os.environ.get("QUOTEFOUND_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
        self._preferences = PREFERENCES | (preferences or {})
        self._runner = asyncio.Runner()
        self._calls = 0

    def __enter__(self) -> Self:
        if not self.program:
            raise StageError("No Firefox is here; build.py finds or installs one (apt-get: firefox-esr).")
        self._profile = tempfile.TemporaryDirectory(prefix="quotefound-firefox-", ignore_cleanup_errors=True)
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in self._preferences.items())
        (Path(self._profile.name) / "user.js").write_text("".join(lines))
        self._runner.run(self._start())
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._runner.run(self._stop())
        self._runner.close()
        self._profile.cleanup()

    async def _start(self) -> None:
        options = ["--headless", "--no-remote", "--profile", self._profile.name, "--remote-debugging-port", "0"]
        self._process = await asyncio.create_subprocess_exec(
            str(self.program), *options, "--remote-allow-system-access", *WINDOW,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE, env={**os.environ, "MOZ_HEADLESS": "1"},
        )  # fmt: skip
        address = await asyncio.wait_for(self._address(), START_S)
        self._errors = asyncio.create_task(self._drain())
        self._session = aiohttp.ClientSession()
        self._socket = await self._session.ws_connect(f"{address}/session", max_msg_size=0)
        await self._send("session.new", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})

    async def _address(self) -> str:
        assert self._process.stderr
        while line := await self._process.stderr.readline():
            if found := re.search(r"listening on (ws://\S+)", line.decode(errors="replace")):
                return found[1]
        raise StageError(f"{self.program} ended before it could be driven.")

    async def _drain(self) -> None:
        assert self._process.stderr
        while await self._process.stderr.readline():
            pass

    async def _stop(self) -> None:
        await self._session.close()
        self._process.terminate()
        try:
            await asyncio.wait_for(self._process.wait(), 20)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        self._errors.cancel()

    async def _send(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._calls += 1
        await self._socket.send_json({"id": self._calls, "method": method, "params": parameters})
        async with asyncio.timeout(CALL_S):
            while True:
                reply = await self._socket.receive_json()
                if reply.get("id") == self._calls:  # events in between are of no use here
                    break
        if reply["type"] == "error":
            raise StageError(f"Firefox refused {method}: {reply['error']}: {reply.get('message', '')}")
        result: dict[str, Any] = reply["result"]
        return result

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command of the protocol, and its result."""
        return self._runner.run(self._send(method, **parameters))

    # --- the extension ------------------------------------------------------------------------------------------------

    def install(self, extension: Path) -> str:
        """Installs the extension from its folder, as its developers do; where its pages are."""
        self.call("webExtension.install", extensionData={"type": "path", "path": str(extension)})
        name = self.in_browser(f"WebExtensionPolicy.getByID({json.dumps(ADDON)}).mozExtensionHostname")
        return f"moz-extension://{name}"

    def stop_background(self) -> None:
        """Has the browser stop the extension's background, as it does with an idle one, whatever it is doing."""
        extension = f"WebExtensionPolicy.getByID({json.dumps(ADDON)}).extension"
        stopping = "terminateBackground({ disableResetIdleForTest: true })"
        self.in_browser(f"{extension}.{stopping}.then(() => null)")

    def answer(self, agree: bool) -> str:
        """Agrees to the browser's own question about the extension, or refuses, once it asks; the question's words."""
        asked = "PopupNotifications.panel.querySelector('popupnotification')"
        shown = "PopupNotifications.panel.state === 'open'"
        words: str = until(lambda: self.in_browser(f"{shown} && {asked}?.textContent"), 15, "The browser asks nothing.")
        button = "button" if agree else "secondaryButton"
        # It takes no answer in its first half second, lest it is pressed by a click meant for what was there before.
        press = f"(() => {{ {asked}?.{button}.click(); return {shown}; }})()"
        until(lambda: not self.in_browser(press), 10, "The browser does not take the answer.")
        return words

    def press_button(self) -> None:
        """Presses the extension's button in the toolbar: its popup opens over the page in front."""
        place = "CustomizableUI.addWidgetToArea('quotefound_quotefound-browser-action', 'nav-bar')"
        button = "document.getElementById('quotefound_quotefound-BAP')"
        self.in_browser(f"void {place}")
        until(lambda: self.in_browser(f"{button} !== null"), 10, "The toolbar has no button.")
        self.in_browser(f"void {button}.click()")

    def press_shortcut(self, letter: str) -> None:
        """Presses Alt, Shift and a letter, as far as a driver can: what the browser has bound to it is done."""
        keys = "[...document.querySelectorAll(\"keyset[id*='quotefound'] key\")]"
        self.in_browser(f"{keys}.find((one) => one.getAttribute('key') === '{letter}').doCommand()")

    def choose_from_menu(self, context: str, place: list[float], entry: str) -> None:
        """Opens the real context menu at a place of the page and takes one of the extension's entries, by its id."""
        self.click(context, place[0], place[1], button=2)
        menu = "document.getElementById('contentAreaContextMenu')"
        until(lambda: self.in_browser(f"{menu}.state") == "open", 10, "The context menu did not open.")
        self.in_browser(f"{menu}.activateItem({menu}.querySelector('[id$=menuitem-_{entry}]'))")

    # --- pages --------------------------------------------------------------------------------------------------------

    def open(self, address: str) -> str:
        """A new tab with this page; the name of its context."""
        context: str = self.call("browsingContext.create", type="tab")["context"]
        self.call("browsingContext.navigate", context=context, url=address, wait="complete")
        return context

    def show(self, context: str) -> None:
        """Brings a tab to the front."""
        self.call("browsingContext.activate", context=context)

    def close(self, context: str) -> None:
        self.call("browsingContext.close", context=context)

    def tabs(self) -> dict[str, str]:
        """The open tabs: context and address."""
        tree = self.call("browsingContext.getTree", maxDepth=0)["contexts"]
        return {one["context"]: one["url"] for one in tree}

    def js(self, context: str, expression: str) -> Any:
        """The value of an expression in a page, promises awaited; it has to be one that JSON can say."""
        script = f"(async () => JSON.stringify((await ({expression})) ?? null))()"
        result = self.call("script.evaluate", expression=script, target={"context": context}, awaitPromise=True)
        if result["type"] == "exception":
            raise StageError(f"{expression}: {result['exceptionDetails']['text']}")
        return json.loads(result["result"]["value"])

    def in_browser(self, expression: str) -> Any:
        """The value of an expression in the browser's own window."""
        window = self.call("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"][0]["context"]
        return self.js(window, expression)

    def click(self, context: str, x: float, y: float, button: int = 0) -> None:
        """A click of the mouse at a point of the window; 2 is the right button."""
        place = {"type": "pointerMove", "x": round(x), "y": round(y)}
        press = [{"type": "pointerDown", "button": button}, {"type": "pointerUp", "button": button}]
        actions = [{"type": "pointer", "id": "mouse", "actions": [place, *press]}]
        self.call("input.performActions", context=context, actions=actions)

    def click_on(self, context: str, selector: str) -> None:
        """A click on the middle of the first element of this selector, once it can be seen."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.click_in(context, found)

    def click_in(self, context: str, element: str) -> None:
        """A click on the middle of the element that an expression names."""
        script = f"""(() => {{ const element = {element}; if (!element) return null;
          element.scrollIntoView({{ block: 'center', behavior: 'instant' }});
          const box = element.getBoundingClientRect();
          return box.width ? [box.x + box.width / 2, box.y + box.height / 2] : null; }})()"""
        seen: list[Any] = [None]

        def rests() -> Any:
            """Where it is, once it is there at two looks: pages still move while they fill themselves in."""
            seen.append(self.js(context, script))
            return seen[-1] if seen[-1] == seen[-2] else None

        x, y = until(rests, 15, f"{element} cannot be seen.")
        self.click(context, x, y)

    def type(self, context: str, text: str) -> None:
        """Types into whatever has the focus. Keys are given as WebDriver names them, such as \\uE004 for Tab."""
        keys = [{"type": step, "value": sign} for sign in text for step in ("keyDown", "keyUp")]
        self._press(context, keys)

    def chord(self, context: str, letter: str) -> None:
        """Presses a letter together with Control."""
        steps = (("keyDown", CONTROL), ("keyDown", letter), ("keyUp", letter), ("keyUp", CONTROL))
        self._press(context, [{"type": step, "value": key} for step, key in steps])

    def _press(self, context: str, keys: list[dict[str, str]]) -> None:
        self.call("input.performActions", context=context, actions=[{"type": "key", "id": "keys", "actions": keys}])

    def picture(self, context: str) -> bytes:
        return base64.b64decode(self.call("browsingContext.captureScreenshot", context=context)["data"])
