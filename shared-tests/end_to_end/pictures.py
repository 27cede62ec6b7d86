"""`build.py pictures`: the marked sample answer and the card in each of its states; in light, dark and narrow."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from pages import sample
from stage import Helper, Stage, StageError

NARROW = (400, 860)  # CSS pixels, a telephone held upright
README = (980, 1040)  # the part of the sample that says most; README.md shows a copy from .pictures/
# Which quote shows a state well, by the name of the picture.
STATES = {
    "found": "Between May and October",
    "found-with-note": "expect a ticket",
    "closest": "The wind did not ask",
    "absent": "the cleanest passenger vessel",
    "unchecked-refused": "nitrogen oxides",
    "unchecked-shortened": "the master may leave",
    "unchecked-waits-for-consent": "We used to smell",
}


def take(stage: Stage, page: Page, quotes: list[dict[str, Any]], folder: Path, look: str) -> None:
    page.keyboard.press("Escape")
    page.screenshot(path=folder / f"marked-{look}.png", full_page=True)
    for state, beginning in STATES.items():
        quote = next(quote for quote in quotes if quote["text"].startswith(beginning))
        stage.click_mark(page, quote["text"])
        stage.card(page)
        page.wait_for_timeout(500)  # until the card has come in whole
        page.screenshot(path=folder / f"card-{state}-{look}.png")
        page.keyboard.press("Escape")


def take_for_readme(stage: Stage, page: Page, quotes: list[dict[str, Any]], folder: Path) -> None:
    page.set_viewport_size({"width": README[0], "height": README[1]})
    page.evaluate("scrollTo(0, 0)")
    quote = next(quote for quote in quotes if quote["text"].startswith(STATES["closest"]))
    stage.click_mark(page, quote["text"])
    stage.card(page)
    page.wait_for_timeout(500)
    page.screenshot(path=folder / "marked-answer.png")


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for look in ("light", "dark", "narrow"):
        with sample() as (answer, sources), tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
            helper = Helper(Path(place) / "data", [sources.host_and_port])
            try:
                with Stage(Path(place), dark=look == "dark") as stage:
                    stage.pair(helper)
                    stage.switch_on(answer.address)
                    page = stage.open(f"{answer.address}/answer")
                    if look == "narrow":
                        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
                    [report] = stage.reports(page, helper)
                    take(stage, page, report["quotes"], folder, look)
                    if look == "light":
                        take_for_readme(stage, page, report["quotes"], folder)
            except StageError as trouble:
                sys.exit(str(trouble))
            finally:
                helper.stop()
        print(f"· {look}: pictures in {folder}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
