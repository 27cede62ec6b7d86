"""The main job as a reader meets it: the sample answer in a real browser, checked by the real helper."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from pages import Site, sample
from pixels import coloured, covers, outside
from stage import Helper, Stage

# The beginning of each quote of the sample, and what a careful person with the sources in hand would say of it.
EXPECTED = {
    "Between May and October": ("found", None, set()),
    "the first five minutes": ("found", None, set()),
    "the cleanest passenger vessel": ("absent", None, set()),
    "The wind did not ask": ("closest", None, set()),
    "insulation test passed": ("found", None, {"occurs_often"}),
    "fell by 12": ("unchecked", "number_context", set()),
    "nitrogen oxides": ("unchecked", "refused", set()),
    "expect a ticket": ("found", None, {"clipped_context"}),
    "the master may leave": ("unchecked", "shortened", set()),
    "slipping out at dawn": ("unchecked", "hidden_text", set()),
    "We used to smell": ("unchecked", "not_fetched", set()),
}


@dataclass
class Shown:
    """The sample answer, open and checked."""

    stage: Stage
    helper: Helper
    page: Page
    report: dict[str, Any]
    sources: Site
    answer: Site

    def quote(self, beginning: str) -> dict[str, Any]:
        found: dict[str, Any] = next(q for q in self.report["quotes"] if q["text"].startswith(beginning))
        return found

    def open_card(self, beginning: str) -> Any:
        self.page.keyboard.press("Escape")
        self.stage.click_mark(self.page, self.quote(beginning)["text"])
        return self.stage.card(self.page)


# Runs before anything of the page does: keeps what the page was when it had loaded, and counts every later change.
WATCH = """
  addEventListener('load', () => {
    window.asLoaded = document.documentElement.outerHTML;
    window.changes = [];
    const isCard = (node) => node.nodeName === 'QUOTEFOUND-CARD';
    new MutationObserver((records) => {
      for (const record of records) {
        if ([...record.addedNodes, ...record.removedNodes].every(isCard) && record.type === 'childList') continue;
        if (isCard(record.target)) continue;
        window.changes.push(`${record.type} ${record.attributeName ?? ''} at ${record.target.nodeName}`);
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder: Path = tmp_path_factory.mktemp("sample")
    with sample() as (answer, sources):
        helper = Helper(folder / "data", [sources.host_and_port])
        try:
            with Stage(folder) as stage:
                stage.pair(helper)
                stage.switch_on(answer.address)
                stage.context.add_init_script(WATCH)
                page = stage.open(f"{answer.address}/answer")
                [report] = stage.reports(page, helper)
                yield Shown(stage, helper, page, report, sources, answer)
        finally:
            helper.stop()


def test_each_quote_has_the_verdict_of_a_careful_reader(shown: Shown) -> None:
    said = {
        beginning: (quote["verdict"], quote["cause"], {note["name"] for note in quote["notes"]})
        for beginning in EXPECTED
        for quote in [shown.quote(beginning)]
    }
    assert said == EXPECTED
    assert len(shown.report["quotes"]) == len(EXPECTED)


def test_only_what_the_site_shows_as_a_source_was_fetched(shown: Shown) -> None:
    assert sorted(set(shown.sources.asked) - {"/favicon.ico", "/robots.txt"}) == [
        "/county-survey.html", "/engine-log.txt", "/larsund-post.html", "/port-report.html", "/winter-study.html",
    ]  # fmt: skip
    assert not shown.sources.missing
    assert not shown.answer.missing


def test_every_quote_is_marked_with_its_verdict(shown: Shown) -> None:
    marks = shown.stage.marks(shown.page)
    assert set(marks) == {"quotefound-found", "quotefound-closest", "quotefound-absent", "quotefound-unchecked"}
    for quote in shown.report["quotes"]:
        under = " ".join(marks[f"quotefound-{quote['verdict']}"])
        assert " ".join(quote["text"].split()) in under


def test_the_page_keeps_its_nodes(shown: Shown) -> None:
    shown.open_card("Between May and October")
    now = """() => {
      const copy = document.documentElement.cloneNode(true);
      for (const card of copy.querySelectorAll('quotefound-card')) card.remove();
      return copy.outerHTML;
    }"""
    assert shown.page.evaluate("window.changes") == []
    assert shown.page.evaluate(now) == shown.page.evaluate("window.asLoaded")
    assert shown.page.evaluate("document.documentElement.outerHTML.length") > 4000  # there was something to compare


def test_the_card_of_a_found_quote_shows_the_passage_and_its_surroundings(shown: Shown) -> None:
    card = shown.open_card("expect a ticket")
    assert "expect a ticket to cost more before the year 2031" in card.words
    assert "Passengers should not" in card.words


def test_the_card_of_a_changed_figure_shows_both_figures_and_no_quotation_marks(shown: Shown) -> None:
    card = shown.open_card("The wind did not ask")
    only_in_source = [part.words for part in card.all() if part.name == "ins"]
    only_in_answer = [part.words for part in card.all() if part.name == "del"]
    assert any(re.search(r"\b8\b", words) for words in only_in_source)
    assert any(re.search(r"\b5\b", words) for words in only_in_answer)
    assert "“" not in card.words
    assert "”" not in card.words


# Where the passage stands in its source, told by the source's own markup and not by the product.
PASSAGES = {
    "Between May and October": ("article p:nth-of-type(2)", "Between May", "on paper", (255, 213, 74)),
    "the first five minutes": ("body > p:first-of-type", "the \ufb01rst", "kW", (159, 216, 176)),
    "The wind did not ask": ("h2:nth-of-type(2) + p", "The wind", "was cancelled", (185, 215, 255)),
}


@pytest.mark.parametrize("beginning", PASSAGES)
def test_the_link_makes_the_browser_highlight_exactly_the_passage(shown: Shown, beginning: str) -> None:
    selector, first, last, colour = PASSAGES[beginning]
    card = shown.open_card(beginning)
    link = next(link for link in card.links() if ":~:text=" in link.attributes["href"])
    with shown.stage.context.expect_page() as opened:
        shown.stage.click(shown.page, link)
    source = opened.value
    source.wait_for_load_state("load")
    source.wait_for_timeout(500)
    lines = source.evaluate(LINES_OF, [selector, first, last])
    picture = source.screenshot()
    marked = coloured(source, picture, colour)
    source.close()
    assert marked, "nothing is highlighted"
    assert outside(lines, marked) == []
    assert covers(lines, marked)
    assert not covers([box | {"y": box["y"] + box["height"]} for box in lines], marked)  # the measure itself can tell


LINES_OF = """([selector, first, last]) => {
  const block = document.querySelector(selector);
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const range = new Range();
  for (let node = walker.nextNode(), begun = false; node; node = walker.nextNode()) {
    const from = begun ? 0 : node.data.indexOf(first);
    if (!begun && from >= 0) { range.setStart(node, from); begun = true; }
    const to = begun ? node.data.indexOf(last) : -1;
    if (to >= 0) { range.setEnd(node, to + last.length); break; }
  }
  return [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }));
}"""


def test_a_prose_link_is_fetched_once_the_reader_agrees(shown: Shown) -> None:
    report = shown.stage.consent(shown.page, shown.helper, shown.report)
    quote = next(quote for quote in report["quotes"] if quote["text"].startswith("We used to smell"))
    assert quote["verdict"] == "found"
    assert "/crew-letter.html" in shown.sources.asked
