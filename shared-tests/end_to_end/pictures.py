"""`build.py pictures`: the marked sample answer and every state of card, panel, popup, options and first page;
claims and their cards on a page of their own.

In light, dark, narrow, twice as large and in forced colours; and an answer that is written from right to left.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from leases import BOTH, FIRST_DRAFT, NOBODY, PETS, SECOND_DRAFT, install_model, leases
from playwright.sync_api import Page
from screens import choose, open_panel, open_popup, own_page

from pages import Site, page, sample, serving
from stage import Helper, Stage, StageError

NARROW = {"width": 400, "height": 860}  # CSS pixels, a telephone held upright
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
RIGHT_TO_LEFT = """<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>إجابة</title>
<meta name="quotefound" content="own-citations">
<style>body { font: 20px/1.9 serif; max-width: 40em; margin: 3em auto; padding: 0 1em }</style><article>
<p>يقول الجدول: «تغادر العبّارة في الساعة التاسعة صباحا»<sup><a href="{source}/ar.html">[1]</a></sup> ويضيف أن
«الكلاب تسافر مجانا في أيام الأحد فقط».<sup><a href="{source}/ar.html">[1]</a></sup></p></article></html>"""
ARABIC = """<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>جدول العبّارات</title><article>
<p>تغادر العبّارة في الساعة التاسعة صباحا. الكلاب تسافر مجانا في أيام السبت فقط.</p></article></html>"""


class Album:
    """Takes pictures of one look into a folder."""

    def __init__(self, folder: Path, look: str) -> None:
        self.folder, self.look = folder, look

    def take(self, page: Page, name: str, whole: bool = False) -> None:
        page.wait_for_timeout(500)  # until what moves has come to rest
        page.screenshot(path=self.folder / f"{name}-{self.look}.png", full_page=whole)

    def dressed(self, page: Page) -> Page:
        """The page as this look has it."""
        if self.look == "forced":
            page.emulate_media(forced_colors="active")
        if self.look == "large":
            size = page.viewport_size or NARROW
            page.set_viewport_size({"width": size["width"] // TWICE, "height": size["height"] // TWICE})
        return page


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
    panel = album.dressed(open_panel(stage, page))
    panel.locator("#view-page .row").nth(1).click()
    album.take(panel, "panel", whole=True)
    panel.locator("#view-page .sources summary").click()
    panel.locator("#view-page .export summary").click()
    panel.locator("#view-page .filter").nth(1).click()
    album.take(panel, "panel-sources", whole=True)
    panel.click("#tab-person")
    panel.wait_for_selector(".case")
    album.take(panel, "panel-person", whole=True)
    panel.click("#tab-hand")
    album.take(panel, "panel-hand", whole=True)
    panel.fill("#words", "In winter it leaves at nine")
    panel.check("[name='against'][value='text']")
    panel.fill("#text", "The ferry leaves at nine. In winter it leaves at ten.")
    panel.click("#check")
    panel.wait_for_selector("#view-hand .row .drawing")
    panel.click("#view-hand .row")
    album.take(panel, "panel-hand-result", whole=True)
    panel.check("[name='what'][value='draft']")
    album.take(panel, "panel-hand-draft", whole=True)
    panel.close()


def other_pages(stage: Stage, album: Album, page: Page, unknown: str) -> None:
    size = NARROW if album.look == "narrow" else {"width": 1180, "height": 800}
    for name, path in {"options": "options/options.html", "welcome": "welcome/welcome.html"}.items():
        shown = album.dressed(own_page(stage, path, size))
        shown.wait_for_timeout(300)
        if name == "options":
            shown.wait_for_selector("#kept-now:not(:empty)")
            shown.click("#forget")
        album.take(shown, name, whole=True)
        shown.close()
    popup = album.dressed(open_popup(stage, page))
    album.take(popup, "popup-on")
    popup.close()
    off = stage.open(unknown)
    popup = album.dressed(open_popup(stage, off))
    album.take(popup, "popup-off")
    popup.close()
    panel = album.dressed(open_panel(stage, off))
    album.take(panel, "panel-off")
    panel.close()
    off.close()


def trouble(stage: Stage, helper: Helper, album: Album, page: Page) -> None:
    """What is shown when the helper has gone."""
    helper.kill()
    for name, opened in {"popup-trouble": open_popup, "panel-trouble": open_panel}.items():
        shown = album.dressed(opened(stage, page))
        album.take(shown, name)
        shown.close()


def take_for_readme(stage: Stage, page: Page, quotes: list[dict[str, Any]], folder: Path) -> None:
    page.set_viewport_size({"width": README["width"], "height": README["height"]})
    page.evaluate("scrollTo(0, 0)")
    quote = next(quote for quote in quotes if quote["text"].startswith(STATES["closest"]))
    stage.click_mark(page, quote["text"])
    stage.card(page)
    page.wait_for_timeout(500)
    page.screenshot(path=folder / "marked-answer.png")
    page.keyboard.press("Escape")


def sample_pictures(folder: Path, place: Path, look: str) -> None:
    with sample() as (answer, sources):
        helper = Helper(place / "data", [sources.host_and_port])
        try:
            with Stage(place, dark=look == "dark", scale=TWICE if look == "large" else 1) as stage:
                stage.pair(helper)
                stage.switch_on(answer.address)
                page, album = stage.open(f"{answer.address}/answer"), Album(folder, look)
                if look == "narrow":
                    page.set_viewport_size({"width": NARROW["width"], "height": NARROW["height"]})
                album.dressed(page)
                [report] = stage.reports(page, helper)
                cards(stage, album, page, report["quotes"])
                if look == "light":
                    take_for_readme(stage, page, report["quotes"], folder)
                panels(stage, album, page)
                other_pages(stage, album, page, f"{sources.address}/larsund-post.html")
                trouble(stage, helper, album, page)
        finally:
            helper.stop()


def claim_pictures(folder: Path, place: Path, look: str) -> None:
    """Claims without a model, then with one that goes by single words, made by the helper's own tests."""
    sys.path.append(str(Path(__file__).resolve().parents[2] / "helper" / "tests"))
    install_model(place / "judged", place / "made")
    with (
        leases() as (answers, sources),
        Stage(place, dark=look == "dark", scale=TWICE if look == "large" else 1) as stage,
    ):
        album = Album(folder, look)
        choose(stage, claims="on")
        for name, states in {"plain": CLAIMS_PLAIN, "judged": CLAIMS}.items():
            helper = Helper(place / name, [sources.host_and_port])
            try:
                stage.pair(helper)
                stage.switch_on(answers.address)
                page = stage.open(f"{answers.address}/all")
                if look == "narrow":
                    page.set_viewport_size({"width": NARROW["width"], "height": NARROW["height"]})
                album.dressed(page)
                stage.reports(page, helper)
                album.take(page, f"claims-marked-{name}", whole=True)
                for state, beginning in states.items():
                    stage.click_words(page, beginning)
                    stage.card(page)
                    album.take(page, f"claim-{state}")
                    page.keyboard.press("Escape")
                claim_panels(stage, album, page, name)
                page.close()
            finally:
                helper.stop()


def claim_panels(stage: Stage, album: Album, page: Page, name: str) -> None:
    """The list with claims, the list that needs a person, and the popup with its choice."""
    panel = album.dressed(open_panel(stage, page))
    panel.wait_for_selector("#view-page .decision")
    panel.locator(".passage-of summary").nth(1).click()
    album.take(panel, f"panel-claims-{name}", whole=True)
    panel.click("#tab-person")
    panel.wait_for_selector(".case")
    panel.locator(".case summary").first.click()
    panel.get_by_role("button", name="Done").first.click()
    album.take(panel, f"panel-person-{name}", whole=True)
    panel.close()
    popup = album.dressed(open_popup(stage, page))
    album.take(popup, f"popup-claims-{name}", whole=True)
    popup.close()


def right_to_left(folder: Path, place: Path, look: str) -> None:
    with serving({"/ar.html": page(ARABIC)}) as source, answering(source) as answer:
        helper = Helper(place / "data", [source.host_and_port])
        try:
            with Stage(place) as stage:
                stage.pair(helper)
                stage.switch_on(answer.address)
                choose(stage, language="fr")
                shown, album = stage.open(f"{answer.address}/chat"), Album(folder, look)
                [report] = stage.reports(shown, helper)
                stage.click_mark(shown, report["quotes"][1]["text"])
                stage.card(shown)
                album.take(shown, "card-closest")
                album.take(open_panel(stage, shown), "panel", whole=True)
        finally:
            helper.stop()


def answering(source: Site) -> Any:
    return serving({"/chat": page(RIGHT_TO_LEFT.replace("{source}", source.address))})


def takers() -> Iterator[tuple[str, Callable[[Path, Path, str], None]]]:
    for look in LOOKS:
        yield look, sample_pictures
        yield look, claim_pictures
    yield "right-to-left", right_to_left


def main() -> int:
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    for look, take in takers():
        if wanted and look not in wanted:
            continue
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
            try:
                take(folder, Path(place), look)
            except StageError as trouble:
                sys.exit(str(trouble))
        print(f"· {look}: pictures in {folder}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
