"""Offsets in both units, selectors, and text fragments: as strings, and as Chromium itself follows them."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page, sync_playwright

import pages
from pixels import Box, coloured, covers
from quotefound.core.fragments import fragment_link
from quotefound.core.selectors import Utf16, position_selector, quote_selector
from quotefound.sources.extraction import read_document

VECTORS = json.loads((Path(__file__).parents[2] / "shared-tests/vectors/selectors.json").read_text("utf-8"))
OFFSETS = [case for case in VECTORS["cases"] if "units" in case]
LINKS = [case for case in VECTORS["cases"] if "directive" in case]
PAGES = [case for case in VECTORS["cases"] if "html" in case]


def name(case: dict[str, Any]) -> str:
    return str(case["name"])


@pytest.mark.parametrize("case", OFFSETS, ids=name)
def test_offsets(case: dict[str, Any]) -> None:
    """Each place in both units."""
    utf16 = Utf16(case["text"])
    assert [utf16.units(point) for point in case["points"]] == case["units"]
    assert [utf16.points(unit) for unit in case["units"]] == case["points"]


@given(st.text(max_size=30))
def test_offsets_are_those_of_utf16(text: str) -> None:
    """As the encoder counts, for any text; a place inside a pair of surrogates is the pair's start."""
    utf16 = Utf16(text)
    for point in range(len(text) + 1):
        units = len(text[:point].encode("utf-16-le", "surrogatepass")) // 2
        assert (utf16.units(point), utf16.points(units)) == (units, point)
        if point < len(text) and ord(text[point]) > 0xFFFF:
            assert utf16.points(units + 1) == point
    assert utf16.length == utf16.units(len(text))


def test_selectors_name_their_unit() -> None:
    """The same span in code points, in UTF-16 units, and in words with their surroundings."""
    text = "🎉 It rained all day. 🎉"
    position = position_selector(text, 2, 11)
    assert (position["unit"], position["start"], position["end"]) == ("code points", 2, 11)
    assert position["utf16"] == {"unit": "UTF-16 code units", "start": 3, "end": 12}
    quote = quote_selector(text, 2, 11)
    assert (quote["prefix"], quote["exact"], quote["suffix"]) == ("🎉 ", "It rained", " all day. 🎉")


def unmarked(text: str) -> tuple[str, int, int]:
    """A text without its {{ and }}, and the span from the first of them to the last."""
    start, end = text.index("{{"), text.rindex("}}")
    plain = text.replace("{{", "").replace("}}", "")
    return plain, start, end - 2 * (text[:end].count("{{") + text[:end].count("}}"))


@pytest.mark.parametrize("case", LINKS, ids=name)
def test_link(case: dict[str, Any]) -> None:
    """Each passage's directive, or none."""
    link = fragment_link("https://source.example/page", *unmarked(case["text"]))
    assert link == "https://source.example/page" + (f"#:~:text={case['directive']}" if case["directive"] else "")


def test_a_link_keeps_the_addresss_own_fragment() -> None:
    """A section's name stays, an old text fragment goes."""
    for address, expected in (
        ("https://a.example/#part", "https://a.example/#part:~:text=rain"),
        ("https://a.example/#:~:text=old", "https://a.example/#:~:text=rain"),
        ("https://a.example/#part:~:text=old", "https://a.example/#part:~:text=rain"),
    ):
        assert fragment_link(address, "The rain.", 4, 8) == expected


PIECES = [*"rain Rain Rome Röme 10⁶ [3] 下雨 it’s it's — a-b & , .".split(), "\n\n", "\n"]


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=25), st.data())
def test_any_link_is_made_or_not(words: list[str], data: st.DataObject) -> None:
    """No span raises, and no directive holds a sign that would end it."""
    text = " ".join(words)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    link = fragment_link("https://a.example/", text, start, end)
    directive = link.partition(":~:text=")[2]
    assert "&" not in directive
    assert " " not in directive
    assert directive.count(",") <= 3


GROUND = (255, 0, 255)
FILLING = "".join(f"<p>Line number {number} of the filling stands here.</p>" for number in range(60))
STYLE = "::target-text{background:rgb(255 0 255);color:#000} body{font:16px/1.5 sans-serif;margin:20px;max-width:700px}"
PASSAGE = """() => [...document.querySelectorAll('.passage')].flatMap((part) => {
  const range = document.createRange();
  range.selectNodeContents(part);
  return [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }));
})"""
SETTLED_MS = 100  # scrolling to the fragment takes a frame or two after the load


def document(body: str, opening: str, closing: str) -> str:
    """A page on which the passage stands far below the fold, with marks of our choice round it."""
    body = body.replace("{{", opening).replace("}}", closing)
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Rain</title><style>{STYLE}</style>'
    return f"{head}<body>{FILLING}{body}{FILLING}</body></html>"


def text_of(html: str) -> str:
    text = read_document(html.encode(), media_type="text/html; charset=utf-8").text
    assert text is not None
    return text.text


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    path = os.environ.get("QUOTEFOUND_BROWSER") or shutil.which("chromium")
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, chromium_sandbox=not as_root)
        yield started.new_page()
        started.close()


@pytest.mark.parametrize("case", PAGES, ids=name)
def test_chromium_lands_on_the_passage(case: dict[str, Any], page: Page) -> None:
    """The browser scrolls to the passage and paints exactly its words as the target."""
    marked = text_of(document(case["html"], "{{", "}}"))
    text, start, end = unmarked(marked)
    assert text == text_of(document(case["html"], "", "")), "The marks changed what is read."
    served = pages.page(document(case["html"], '<span class="passage">', "</span>"))
    with pages.serving({"/": served}) as site:
        page.goto(fragment_link(f"{site.address}/", text, start, end))
        page.wait_for_timeout(SETTLED_MS)
        boxes: list[Box] = page.evaluate(PASSAGE)
        size = page.viewport_size
        assert size is not None
        assert boxes[0]["y"] < size["height"], "The browser did not scroll to the passage."
        painted = coloured(page, page.screenshot(), GROUND)
        assert painted
        assert covers([box for box in boxes if box["y"] < size["height"]], painted)
