"""The gatherer over the answer pages beside this file: the Answers expected, and the way back from them to the page."""

import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from gathering import ANSWERS, expected, fixtures, gathered, open_browser, state

# Words and signs that a page shows as a picture: no range of text leads back to them.
PICTURED = {"google-ai-mode": "$12,000", "mistral-parts": "/√"}
# In the fixtures, what the model was made to write leads here, or adds this to an address that the site shows.
STEERED = "chat=secret"
# Applications that people host themselves say in the page's head which they are, or whose their links are.
AT_HOME_ANYWHERE = ("librechat-", "openwebui-", "generic-own")


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with open_browser() as page:
        yield page


@pytest.mark.parametrize("name", fixtures())
def test_a_page_gives_its_answers(page: Page, name: str) -> None:
    found = gathered(page, ANSWERS / f"{name}.html")
    assert [one["answer"] for one in found] == expected(name)
    assert all(one["finished"] and one["inBrowser"] for one in found)


@pytest.mark.parametrize("name", fixtures())
def test_every_offset_leads_back_to_the_page(page: Page, name: str) -> None:
    def bare(text: str) -> str:  # the page breaks lines and raises figures by markup; the text by characters
        return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))

    for one in gathered(page, ANSWERS / f"{name}.html"):
        for block, shown in zip(one["answer"]["blocks"], one["shown"], strict=True):
            assert bare(shown) == bare(block["text"].replace(PICTURED.get(name, "\0"), ""))


def _fetched_unasked(found: list[dict[str, Any]]) -> list[str]:
    return [one["address"] for answer in found for one in answer["answer"]["sources"] if one["rendered"]]


@pytest.mark.parametrize("name", fixtures())
def test_what_a_steered_model_can_write_is_never_fetched_unasked(page: Page, name: str) -> None:
    written = [address for address in _fetched_unasked(gathered(page, ANSWERS / f"{name}.html")) if STEERED in address]
    assert written == []


@pytest.mark.parametrize("name", [name for name in fixtures() if not name.startswith(AT_HOME_ANYWHERE)])
def test_another_host_is_not_trusted_for_its_markup(page: Page, name: str) -> None:
    assert _fetched_unasked(gathered(page, ANSWERS / f"{name}.html", "https://nobody.example/chat/0f1e2d3c")) == []


def test_gathering_changes_nothing_on_the_page(page: Page) -> None:
    gathered(page, ANSWERS / "chatgpt-classic.html")
    source = (ANSWERS / "chatgpt-classic.html").read_text("utf-8")
    parsed = "(html) => new DOMParser().parseFromString(html, 'text/html').documentElement.outerHTML"
    untouched = page.evaluate(parsed, source)
    assert page.evaluate("document.documentElement.outerHTML") == untouched


GROWING = [  # what of a page becomes what while its last answer is being written
    ("chatgpt-transcript", "data-message-complete", ""),
    ("chatgpt-classic", '<div class="markdown prose"><h3>', '<div class="markdown prose streaming-animation"><h3>'),
    ("chatgpt-rewrite", "<main>", '<main><button data-testid="stop-button">Stop</button>'),
    ("claude-chat", "<main>", '<main><button data-testid="chat-input-stop"></button>'),
    ("claude-chat", 'data-is-streaming="false"', 'data-is-streaming="true"'),
    ("perplexity-attributes", "<main>", '<main><button aria-label="Stop response (esc)"></button>'),
    ("gemini-chat", '<response-footer class="complete">', '<div class="ql-editor ql-blank"></div><response-footer>'),
    ("copilot-spans", '<div data-testid="message-item-reactions">', '<div data-testid="loading-message">'),
    ("m365-groups", 'aria-busy="false"', 'aria-busy="true"'),
    ("grok-links", "<main>", '<main><button data-testid="chat-stop"></button>'),
    ("mistral-parts", "<main>", '<main><button aria-label="Stop generating"></button>'),
    ("meta-redirects", 'data-streaming-state="DONE"', 'data-streaming-state="STREAMING"'),
    ("you-panel", 'data-finished="true"', 'data-finished="false"'),
    ("poe-hashes", "<main>", '<main><button class="ChatStopMessageButton_stop__1"></button>'),
    ("huggingchat-raised", "<main>", '<main><button class="stop-generating-btn"></button>'),
    ("librechat-pills", 'class="message-content markdown', 'class="message-content result-streaming markdown'),
    ("openwebui-names", 'class="copy-response-button"', 'class="other-button"'),
    ("anythingllm-button", "</body>", '<button id="stop-generation-button"></button></body>'),
    ("notebooklm-markers", "<chat-actions>", '<div class="thinking-message"></div><chat-actions>'),
    ("generic-chat", '<div data-message-role="assistant">', '<div data-message-role="assistant" aria-busy="true">'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "said", "taken"), GROWING)
def test_an_answer_being_written_is_not_finished(page: Page, tmp_path: Path, name: str, said: str, taken: str) -> None:
    source = (ANSWERS / f"{name}.html").read_text("utf-8")
    assert said in source
    growing = tmp_path / f"{name}.html"
    growing.write_text(taken.join(source.rsplit(said, 1)), "utf-8")
    assert not gathered(page, growing)[-1]["finished"]


@pytest.mark.parametrize("name", [name for name in fixtures() if not name.startswith("generic")])
def test_a_known_site_says_which_and_how_many_answers(page: Page, name: str) -> None:
    said = state(page, ANSWERS / f"{name}.html")
    assert said["known"]
    assert said["site"] == name.partition("-")[0]
    assert said["answers"] == len(expected(name))
    assert not said["changed"]
    assert said["unreadable"] == (name == "chatgpt-deep-research")


def test_an_unknown_site_is_said_to_be_unknown(page: Page) -> None:
    said = state(page, ANSWERS / "generic-chat.html", "https://nobody.example/chat/0f1e2d3c")
    assert (said["known"], said["site"], said["changed"]) == (False, "generic", False)


PROSE = (
    "<main><div class='x1'>"
    + "<p>Words that no adapter knows how to read any longer, and many of them.</p>" * 9
    + "</div></main>"
)


@pytest.mark.parametrize(
    ("address", "body", "changed"),
    [
        ("https://claude.ai/chat/0f1e2d3c", PROSE, True),
        ("https://www.perplexity.ai/search/tides", PROSE, True),
        ("https://chatgpt.com/c/0f1e2d3c", PROSE, True),
        ("https://chatgpt.com/c/0f1e2d3c", "<main><p>Just a moment.</p></main>", False),
        ("https://claude.ai/new", PROSE, False),
        ("https://claude.ai/chat/0f1e2d3c", f"<div data-testid='user-message'>{PROSE}</div>", False),
        ("https://claude.ai/chat/0f1e2d3c", f"<nav>{PROSE}</nav>", False),
        ("https://www.google.com/search?q=tides", PROSE, False),
        ("https://nobody.example/chat/0f1e2d3c", PROSE, False),
    ],
)
def test_a_site_has_changed_where_an_answer_plainly_stands(
    page: Page, tmp_path: Path, address: str, body: str, changed: bool
) -> None:
    source = tmp_path / "page.html"
    source.write_text(f"<!DOCTYPE html><meta charset='utf-8'><title>t</title>{body}", "utf-8")
    assert state(page, source, address)["changed"] is changed


def test_the_table_counts_a_page() -> None:
    told = subprocess.run(
        [sys.executable, ANSWERS / "table.py", ANSWERS / "claude-chat.html"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    # Two answers, two quotes; six places of citation, one of them a link of the prose; four addresses, two hidden.
    assert told[-1].split()[:7] == ["claude-chat.html", "claude", "2", "2", "6", "4", "2"]
