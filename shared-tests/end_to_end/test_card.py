"""The card: a narrow window's sheet never lies over its mark, a cut foot is seen, no sign stands alone in a line."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from screens import choose, opened_extension

from pages import sample
from pixels import Box
from scripts import LONE_SIGNS
from stage import Helper, Stage, until

WIDE, NARROW, SMALL = (1000, 1280), (400, 860), (340, 560)  # CSS pixels: as the stage is, and telephones held upright
# Chat pages scroll a pane and not the window.
PANE = """(on) => {
  document.documentElement.style.overflow = on ? 'hidden' : '';
  document.body.style.cssText = on ? 'height: 85vh; overflow: auto' : '';
}"""
# The lines of the mark whose card is open.
LINES = """() => [...CSS.highlights.get('quotefound-open')].flatMap((range) => {
  const live = new Range();
  live.setStart(range.startContainer, range.startOffset);
  live.setEnd(range.endContainer, range.endOffset);
  return [...live.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }));
})"""
CARD = "quotefound-card .card:popover-open"
OLD = ".querySelector('.card:popover-open .body > *').dataset.old"
# Whether the foot is told to be cut off, and whether it is.
FOOT = """(card) => [card.hasAttribute('data-more'), getComputedStyle(card, '::after').content !== 'none',
  card.scrollHeight - card.scrollTop - card.clientHeight > 1]"""
SHAPES = "(card) => [...card.querySelectorAll('h2 path, button path')].map((path) => path.getAttribute('d'))"
BEGINNINGS = {
    "found": "Between May",
    "closest": "The wind did not ask",
    "absent": "the cleanest passenger",
    "unchecked": "nitrogen oxides",
}


@dataclass
class Shown:
    stage: Stage
    page: Page
    quotes: list[dict[str, Any]]

    def open_card(self, beginning: str) -> None:
        self.page.keyboard.press("Escape")
        self.stage.click_mark(self.page, next(q["text"] for q in self.quotes if q["text"].startswith(beginning)))
        self.page.wait_for_selector(CARD)

    def lines(self) -> list[Box]:
        lines: list[Box] = self.page.evaluate(LINES)
        return lines

    def hidden(self) -> list[Box]:
        """The lines of the open mark that are not wholly in the window, or that the card covers."""
        size, card = self.page.viewport_size, self.page.locator(CARD).bounding_box()
        assert size
        assert card
        return [
            line
            for line in self.lines()
            if line["y"] < 0
            or line["y"] + line["height"] > size["height"]
            or (line["y"] + line["height"] > card["y"] and line["y"] < card["y"] + card["height"])
        ]

    def seen_whole(self) -> None:
        assert self.lines()
        assert self.hidden() == [], self.page.inner_text("quotefound-card .place")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder: Path = tmp_path_factory.mktemp("card")
    with sample() as (answer, sources):
        helper = Helper(folder / "data", [sources.host_and_port])
        try:
            with Stage(folder, extension=opened_extension(folder)) as stage:
                stage.pair(helper)
                stage.switch_on(answer.address)
                page = stage.open(f"{answer.address}/answer")
                [report] = stage.reports(page, helper)
                yield Shown(stage, page, report["quotes"])
        finally:
            helper.stop()


@pytest.fixture
def shown(whole: Shown) -> Iterator[Shown]:
    yield whole
    resize(whole.page, WIDE)
    whole.page.evaluate(PANE, False)
    whole.page.emulate_media(forced_colors="none")
    whole.page.keyboard.press("Escape")


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.parametrize("pane", [False, True], ids=["window", "pane"])
@pytest.mark.parametrize("size", [NARROW, SMALL], ids=["narrow", "small"])
def test_a_sheet_covers_no_mark_that_is_clicked(shown: Shown, size: tuple[int, int], pane: bool) -> None:
    resize(shown.page, size)
    shown.page.evaluate(PANE, pane)
    assert len(shown.quotes) == 11
    for quote in shown.quotes:
        shown.open_card(quote["text"])
        shown.seen_whole()


@pytest.mark.parametrize("label", ["Next mark", "Previous mark"])
def test_a_sheet_covers_no_mark_that_is_stepped_to(shown: Shown, label: str) -> None:
    resize(shown.page, NARROW)
    shown.open_card("fell by 12")
    for _ in shown.quotes:
        shown.page.locator(CARD).get_by_role("button", name=label).click()
        shown.seen_whole()


def test_a_click_on_what_is_left_of_a_covered_mark_brings_it_out(shown: Shown) -> None:
    resize(shown.page, NARROW)
    shown.open_card("Between May")
    first, *_, last = shown.lines()
    card = shown.page.locator(CARD).bounding_box()
    assert card
    shown.page.evaluate("(by) => scrollBy(0, by)", last["y"] - card["y"])
    assert shown.hidden() == [shown.lines()[-1]]
    shown.page.mouse.click(first["x"] + 5, shown.lines()[0]["y"] + 5)
    shown.seen_whole()


def test_what_a_reader_scrolled_away_from_stays_away(shown: Shown) -> None:
    """A report that comes in draws the card anew, and does not carry the reader off."""
    resize(shown.page, NARROW)
    shown.open_card("Between May")
    shown.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    before = shown.page.evaluate("scrollY")
    assert shown.hidden() == shown.lines()  # it has left the window
    shown.page.evaluate(f"document.querySelector('quotefound-card').shadowRoot{OLD} = ''")
    shown.page.locator(CARD).get_by_role("button", name="Check again").click()
    drawn = f"document.querySelector('quotefound-card').shadowRoot{OLD} === undefined"
    until(lambda: shown.page.evaluate(drawn), 20, "It was not drawn anew.")
    assert shown.page.evaluate("scrollY") == before


def test_a_foot_that_is_cut_off_is_seen_until_it_is_reached(shown: Shown) -> None:
    resize(shown.page, SMALL)
    shown.open_card(BEGINNINGS["closest"])
    card = shown.page.locator(CARD)
    until(lambda: card.evaluate(FOOT) == [True, True, True], 5, "Nothing tells that the card goes on.")
    shown.page.emulate_media(forced_colors="active")
    assert card.evaluate(FOOT) == [True, False, True]  # a line of text cut through; a fading would hide it
    shown.page.emulate_media(forced_colors="none")
    card.evaluate("(card) => card.scrollTo(0, card.scrollHeight)")
    until(lambda: card.evaluate(FOOT) == [False, False, False], 5, "At its end it still seems to go on.")
    resize(shown.page, WIDE)
    shown.open_card(BEGINNINGS["closest"])
    until(lambda: card.evaluate(FOOT) == [False, False, False], 5, "A whole card seems to go on.")


# Whether the bar is seen, and whether the card lies over any of it.
BAR = """(card) => { const bar = card.getRootNode().querySelector('.bar');
  const [one, two] = [card, bar].map((part) => part.getBoundingClientRect());
  return [bar.checkVisibility({ visibilityProperty: true }),
    one.left < two.right && one.right > two.left && one.top < two.bottom && one.bottom > two.top]; }"""


def test_no_bar_looks_out_from_behind_the_card(shown: Shown) -> None:
    resize(shown.page, (1000, 500))
    seen = set()
    for quote in shown.quotes:
        shown.open_card(quote["text"])
        visible, covered = shown.page.locator(CARD).evaluate(BAR)
        assert visible is not covered
        seen.add(visible)
    assert seen == {True, False}
    shown.page.keyboard.press("Escape")
    assert shown.page.locator("quotefound-card .bar").is_visible()


def test_each_verdict_has_a_drawing_that_nothing_else_on_the_card_has(shown: Shown) -> None:
    drawings = set()
    for beginning in BEGINNINGS.values():
        shown.open_card(beginning)
        verdict, *others = shown.page.locator(CARD).evaluate(SHAPES)
        assert len(others) == 3  # back, on and close
        assert verdict not in others
        drawings.add(verdict)
    assert len(drawings) == len(BEGINNINGS)


@pytest.mark.parametrize("beginning", ["Between May", "nitrogen oxides", "insulation test"])
def test_the_sign_of_a_link_never_stands_alone_in_a_line(shown: Shown, beginning: str) -> None:
    shown.open_card(beginning)
    assert shown.page.locator(f"{CARD} .source a svg").count() >= 1
    assert shown.page.evaluate(LONE_SIGNS) == []


def test_bar_and_card_tell_the_language_they_speak_to_readers_and_not_to_the_page(shown: Shown) -> None:
    choose(shown.stage, language="fr")
    try:
        page = shown.stage.open(shown.page.url)
        page.wait_for_selector("quotefound-card .bar:not([hidden])")
        spoken = "(host) => [...host.shadowRoot.children].map((part) => part.lang)"
        assert page.locator("quotefound-card").evaluate(spoken) == ["fr", "fr", "fr"]
        assert page.locator("quotefound-card").get_attribute("lang") is None
        page.close()
    finally:
        choose(shown.stage, language="")
