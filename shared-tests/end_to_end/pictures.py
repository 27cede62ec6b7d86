"""`build.py pictures`: the marked sample answer and every state of card, panel, popup, options and first page; claims
and their cards; a check under way, sites that hide, were never tried or have changed.

In light, dark, narrow, twice as large and in forced colours; from right to left; and in each language.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from leases import BOTH, FIRST_DRAFT, NOBODY, PETS, SECOND_DRAFT, install_model, leases
from pictured import CHANGED, EMPTY, UNPROVED, pictured, untried
from playwright.sync_api import Page
from screens import choose, open_panel, open_popup, own_page, tab_of

from pages import sample
from stage import Helper, Stage, StageError, until

NARROW = {"width": 400, "height": 860}  # CSS pixels, a telephone held upright
NARROW_PANEL = {"width": 240, "height": 860}  # the least that a browser gives
PAGE = {"width": 1180, "height": 800}
README = {"width": 980, "height": 1040}  # the part of the sample that says most; README.md shows a copy
TWICE = 2  # the largest zoom that everything has to bear
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
# Which claim shows a state well; the first two as they are without a model of meaning.
CLAIMS_PLAIN = {"no-model": FIRST_DRAFT, "not-converted": "The tenant pays a deposit"}
CLAIMS = {
    "supported": FIRST_DRAFT,
    "figure-differs": SECOND_DRAFT,
    "contradicted": NOBODY,
    "neutral": PETS,
    "unsure": "The rent is $1.2 million",
    "unread": "The county registered",
    "sources-disagree": BOTH,
}
LOOKS = ("light", "dark", "narrow", "large", "forced")
LANGUAGES = ("de", "es", "fr", "ja")


class Album:
    """Takes pictures of one look into a folder, and opens our pages as that look has them."""

    def __init__(self, folder: Path, look: str) -> None:
        self.folder, self.look = folder, look

    @contextmanager
    def stage(self, place: Path, **others: Any) -> Iterator[Stage]:
        dark, scale = self.look == "dark", TWICE if self.look == "large" else 1
        with Stage(place, dark=dark, scale=scale, **others) as stage:
            yield stage

    def take(self, page: Page, name: str, whole: bool = False, part: str = "") -> None:
        """`part` is a selector of what alone is to be seen."""
        page.wait_for_timeout(500)  # until what moves has come to rest
        if whole:
            page.evaluate("scrollTo(0, 0)")  # what sticks to the top would stand in the middle
        path = self.folder / f"{name}-{self.look}.png"
        if part:
            page.locator(part).screenshot(path=path)
        else:
            page.screenshot(path=path, full_page=whole)

    def dressed(self, page: Page, narrow: dict[str, int] = NARROW) -> Page:
        """The page as this look has it."""
        if self.look == "forced":
            page.emulate_media(forced_colors="active")
        size = page.viewport_size or NARROW
        if self.look == "large":
            page.set_viewport_size({"width": size["width"] // TWICE, "height": size["height"] // TWICE})
        if self.look == "narrow":
            page.set_viewport_size({"width": narrow["width"], "height": narrow["height"]})
        return page

    def answer(self, stage: Stage, address: str) -> Page:
        return self.dressed(stage.open(address))

    def panel(self, stage: Stage, page: Page) -> Page:
        return self.dressed(open_panel(stage, page), NARROW_PANEL)

    def popup(self, stage: Stage, page: Page, name: str) -> None:
        """A popup is as wide as it wants to be, whatever the look."""
        popup = open_popup(stage, page)
        if self.look == "forced":
            popup.emulate_media(forced_colors="active")
        self.take(popup, name, whole=True)
        popup.close()

    def own(self, stage: Stage, name: str, path: str, ready: str = "") -> None:
        shown = self.dressed(own_page(stage, path, PAGE))
        if ready:
            shown.wait_for_selector(ready)
        self.take(shown, name, whole=True)
        if name == "options":
            for part in ("sites", "claims", "kept"):
                self.take(shown, f"options-{part}", part=f"section[aria-labelledby='{part}-title']")
            shown.click("#forget")
            self.take(shown, "options-forget", part="section[aria-labelledby='kept-title']")
        shown.close()


def cards(stage: Stage, album: Album, page: Page, quotes: list[dict[str, Any]]) -> None:
    page.keyboard.press("Escape")
    album.take(page, "marked", whole=True)
    for state, beginning in STATES.items():
        quote = next(quote for quote in quotes if quote["text"].startswith(beginning))
        stage.click_mark(page, quote["text"])
        stage.card(page)
        album.take(page, f"card-{state}")
        page.keyboard.press("Escape")


def panels(stage: Stage, album: Album, page: Page) -> None:
    panel = album.panel(stage, page)
    panel.locator("#view-page .row").nth(1).click()
    album.take(panel, "panel", whole=True)
    panel.locator("#view-page .sources summary").click()
    panel.locator("#view-page .export summary").click()
    panel.locator("#view-page .filter").nth(1).click()
    album.take(panel, "panel-filtered", whole=True)
    panel.click("#tab-person")
    panel.wait_for_selector(".case")
    album.take(panel, "panel-person", whole=True)
    by_hand(stage, album, page, panel)
    panel.close()


def by_hand(stage: Stage, album: Album, page: Page, panel: Page) -> None:
    panel.click("#tab-hand")
    album.take(panel, "panel-hand", whole=True)
    page.evaluate("getSelection().selectAllChildren(document.querySelector('blockquote, article p, p'))")
    panel.click("#take")
    panel.wait_for_selector("#links li")
    album.take(panel, "panel-hand-links", whole=True)
    page.evaluate("getSelection().empty()")
    panel.fill("#words", "In winter it leaves at nine")
    panel.check("[name='against'][value='text']")
    panel.fill("#text", "The ferry leaves at nine. In winter it leaves at ten.")
    panel.click("#check")
    panel.wait_for_selector("#view-hand .row .drawing")
    panel.click("#view-hand .row")
    album.take(panel, "panel-hand-result", whole=True)
    panel.check("[name='what'][value='draft']")
    album.take(panel, "panel-hand-draft", whole=True)
    panel.check("[name='what'][value='page']")
    album.take(panel, "panel-hand-page", whole=True)


def other_pages(stage: Stage, album: Album, page: Page, unknown: str, report: dict[str, Any]) -> None:
    album.own(stage, "options", "options/options.html", "#kept-now:not(:empty)")
    album.own(stage, "welcome", "welcome/welcome.html", ".state.good")
    refused = next(number for number, source in enumerate(report["sources"]) if source["cause"] == "refused")
    asked = f"tab={tab_of(stage, page)}&job={report['job']}&source={refused}"
    album.own(stage, "reading", f"reading/reading.html?{asked}", "#addresses li")
    album.popup(stage, page, "popup-on")
    off = stage.open(unknown)
    album.popup(stage, off, "popup-off")
    panel = album.panel(stage, off)
    album.take(panel, "panel-off")
    panel.close()
    off.close()


def trouble(stage: Stage, helper: Helper, album: Album, page: Page) -> None:
    """What is shown when the helper has gone."""
    helper.kill()
    album.popup(stage, page, "popup-trouble")
    panel = album.panel(stage, page)
    panel.wait_for_selector("#standing p")
    album.take(panel, "panel-trouble")
    panel.click("#tab-person")
    album.take(panel, "panel-person-trouble")
    album.own(stage, "options-trouble", "options/options.html", ".state.bad")


def take_for_readme(stage: Stage, page: Page, quotes: list[dict[str, Any]], folder: Path) -> None:
    page.set_viewport_size({"width": README["width"], "height": README["height"]})
    page.evaluate("scrollTo(0, 0)")
    quote = next(quote for quote in quotes if quote["text"].startswith(STATES["closest"]))
    stage.click_mark(page, quote["text"])
    stage.card(page)
    page.mouse.move(README["width"] - 90, README["height"] - 51)  # on the bar's edge: it says all it has to say
    page.wait_for_timeout(500)
    page.screenshot(path=folder / "marked-answer.png")
    page.keyboard.press("Escape")


def sample_pictures(album: Album, place: Path) -> None:
    with sample() as (answer, sources):
        helper = Helper(place / "data", [sources.host_and_port])
        try:
            with album.stage(place) as stage:
                album.own(stage, "welcome-unpaired", "welcome/welcome.html")
                stage.pair(helper)
                stage.switch_on(answer.address)
                page = album.answer(stage, f"{answer.address}/answer")
                [report] = stage.reports(page, helper)
                cards(stage, album, page, report["quotes"])
                if album.look == "light":
                    take_for_readme(stage, page, report["quotes"], album.folder)
                panels(stage, album, page)
                other_pages(stage, album, page, f"{sources.address}/larsund-post.html", report)
                trouble(stage, helper, album, page)
        finally:
            helper.stop()


def claim_pictures(album: Album, place: Path, language: str = "") -> None:
    """Claims without a model, then with one that goes by single words, made by the helper's own tests; where a language
    is named also our other pages, which are to bear its longest words."""
    sys.path.append(str(Path(__file__).resolve().parents[2] / "helper" / "tests"))
    install_model(place / "judged", place / "made")
    with leases() as (answers, sources), album.stage(place) as stage:
        choose(stage, claims="on", language=language)
        for name, states in {"plain": CLAIMS_PLAIN, "judged": CLAIMS}.items():
            helper = Helper(place / name, [sources.host_and_port])
            try:
                stage.pair(helper)
                stage.switch_on(answers.address)
                page = album.answer(stage, f"{answers.address}/all")
                stage.reports(page, helper)
                album.take(page, f"claims-marked-{name}", whole=True)
                claim_cards(stage, album, page, states)
                claim_panels(stage, album, page, name)
                if language and name == "judged":
                    by_hand(stage, album, page, album.panel(stage, page))
                    album.own(stage, "options", "options/options.html", "#kept-now:not(:empty)")
                    album.own(stage, "welcome", "welcome/welcome.html", ".state.good")
                page.close()
            finally:
                helper.stop()


def claim_cards(stage: Stage, album: Album, page: Page, states: dict[str, str]) -> None:
    for state, beginning in states.items():
        stage.click_words(page, beginning)
        stage.card(page)
        album.take(page, f"claim-{state}")
        page.keyboard.press("Escape")


def claim_panels(stage: Stage, album: Album, page: Page, name: str) -> None:
    """The list with claims, the list that needs a person until it is empty, and the popup with its choice."""
    panel = album.panel(stage, page)
    panel.wait_for_selector("#view-page .decision")
    panel.locator(".passage-of summary").nth(1).click()
    album.take(panel, f"panel-claims-{name}", whole=True)
    panel.click("#tab-person")
    panel.wait_for_selector(".case")
    panel.locator(".case summary").first.click()
    panel.locator(".case .actions button").first.click()
    album.take(panel, f"panel-person-{name}", whole=True)
    panel.click(".case .danger")
    panel.wait_for_selector(".case", state="detached")
    album.take(panel, f"panel-person-empty-{name}")
    panel.close()
    album.popup(stage, page, f"popup-claims-{name}")


def other_states(album: Album, place: Path) -> None:
    """A check under way, and a site that hides what it cites."""
    with pictured() as (answers, hosts), album.stage(place) as stage:
        helper = Helper(place / "data", hosts)
        try:
            stage.pair(helper)
            stage.switch_on(answers.address)
            page = album.answer(stage, f"{answers.address}/running")
            until(lambda: stage.marks(page), 20, "Nothing is marked while the check goes on.")
            album.take(page, "running")
            panel = album.panel(stage, page)
            album.take(panel, "panel-running", whole=True)
            panel.close()
            album.popup(stage, page, "popup-running")
            page.close()
            page = album.answer(stage, f"{answers.address}/hiding")
            [report] = stage.reports(page, helper)
            for quote in report["quotes"]:
                stage.click_mark(page, quote["text"])
                stage.card(page)
                album.take(page, f"card-hiding-{quote['id']}")
                page.keyboard.press("Escape")
            album.take(album.panel(stage, page), "panel-hiding", whole=True)
        finally:
            helper.stop()


def untried_sites(album: Album, place: Path) -> None:
    """A site that nobody has tried, off and on, and one that has changed."""
    with untried() as site:
        helper, allowed = Helper(place / "data"), [f"http://{UNPROVED}/*"]
        try:
            with album.stage(place, names=[UNPROVED], host_permissions=allowed) as stage:
                stage.pair(helper)
                address = f"http://{UNPROVED}:{site.port}"
                page = stage.open(address + CHANGED)
                album.popup(stage, page, "popup-unproved")
                stage.switch_on(address)
                for name, path in {"changed": CHANGED, "nothing": EMPTY}.items():
                    page = stage.open(address + path)
                    page.wait_for_timeout(1_500)
                    album.popup(stage, page, f"popup-{name}")
                    panel = album.panel(stage, page)
                    album.take(panel, f"panel-{name}")
                    panel.close()
        finally:
            helper.stop()


def right_to_left(album: Album, place: Path) -> None:
    with pictured() as (answers, hosts), album.stage(place) as stage:
        helper = Helper(place / "data", hosts)
        try:
            stage.pair(helper)
            stage.switch_on(answers.address)
            choose(stage, language="fr", claims="on")
            shown = stage.open(f"{answers.address}/arabic")
            [report] = stage.reports(shown, helper)
            stage.click_mark(shown, report["quotes"][1]["text"])
            stage.card(shown)
            album.take(shown, "card-closest")
            shown.keyboard.press("Escape")
            stage.click_words(shown, report["claims"][-1]["text"])
            stage.card(shown)
            album.take(shown, "claim")
            album.take(open_panel(stage, shown), "panel", whole=True)
        finally:
            helper.stop()


def one_language(album: Album, place: Path) -> None:
    claim_pictures(album, place, album.look)


def takers() -> Iterator[tuple[str, Callable[[Album, Path], None]]]:
    for look in LOOKS:
        for take in (sample_pictures, claim_pictures, other_states, untried_sites):
            yield look, take
    yield "right-to-left", right_to_left
    for language in LANGUAGES:
        yield language, one_language


def main() -> int:
    """[FOLDER LOOK…]: all looks, or those that are named."""
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    for look, take in takers():
        if wanted and look not in wanted and take.__name__ not in wanted:
            continue
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
            try:
                take(Album(folder, look), Path(place))
            except StageError as trouble:
                sys.exit(str(trouble))
        print(f"· {look}: {take.__name__}, in {folder}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
