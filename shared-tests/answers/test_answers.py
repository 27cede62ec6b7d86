"""The gatherer over the answer pages beside this file: the Answers expected, and the way back from them to the page."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from gathering import ANSWERS, expected, fixtures, gathered, open_browser


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with open_browser() as page:
        yield page


@pytest.mark.parametrize("name", fixtures())
def test_a_page_gives_its_answers(page: Page, name: str) -> None:
    found = gathered(page, ANSWERS / f"{name}.html")
    assert [one["answer"] for one in found] == expected(name)
    assert all(one["finished"] for one in found)


@pytest.mark.parametrize("name", fixtures())
def test_every_offset_leads_back_to_the_page(page: Page, name: str) -> None:
    def bare(text: str) -> str:  # the page breaks lines and raises figures by markup; the text by characters
        return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))

    for one in gathered(page, ANSWERS / f"{name}.html"):
        for block, shown in zip(one["answer"]["blocks"], one["shown"], strict=True):
            assert bare(shown) == bare(block["text"])


def test_gathering_changes_nothing_on_the_page(page: Page) -> None:
    gathered(page, ANSWERS / "chatgpt-classic.html")
    source = (ANSWERS / "chatgpt-classic.html").read_text("utf-8")
    parsed = "(html) => new DOMParser().parseFromString(html, 'text/html').documentElement.outerHTML"
    untouched = page.evaluate(parsed, source)
    assert page.evaluate("document.documentElement.outerHTML") == untouched


@pytest.mark.parametrize(
    ("name", "said", "taken"),
    [
        ("chatgpt-transcript", "data-message-complete", ""),
        ("chatgpt-classic", '<div class="markdown prose"><h3>', '<div class="markdown prose streaming-animation"><h3>'),
        ("chatgpt-rewrite", "<main>", '<main><button data-testid="stop-button">Stop</button>'),
        ("generic-chat", '<div data-message-role="assistant">', '<div data-message-role="assistant" aria-busy="true">'),
    ],
)
def test_an_answer_being_written_is_not_finished(page: Page, tmp_path: Path, name: str, said: str, taken: str) -> None:
    source = (ANSWERS / f"{name}.html").read_text("utf-8")
    assert said in source
    growing = tmp_path / f"{name}.html"
    growing.write_text(source.replace(said, taken, 1), "utf-8")
    assert not gathered(page, growing)[-1]["finished"]
