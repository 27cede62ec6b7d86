"""Markdown, JSON, XML and feeds: the words as their readers see them."""

import pytest

from quotefound.core.matching import find
from quotefound.core.terms import Cause
from quotefound.core.tokens import Tokens
from quotefound.sources.extraction import kinds, read_document
from quotefound.sources.extraction.markdown import read_markdown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("# Title *here* #\n\ntext", ["Title here", "text"]),
        ("Under\n=====\ntext", ["Under", "text"]),
        ("**bold**, _em_, __both__, ***all*** and `co_d*e`", ["bold, em, both, all and co_d*e"]),
        ('a [link](http://a.b/c_(d) "t"), [one][1], <http://a.b>\n\n[1]: http://a.b', ["a link, one, http://a.b"]),
        ("2 * 3 * 4, snake_case_name, a\\*b", ["2 * 3 * 4, snake_case_name, a*b"]),
        ("[![alt](a.png)](http://b)\n\nwords", ["words"]),
        ("hard  \nbreak\\\nhere", ["hard\nbreak\nhere"]),
        ("> quoted *words*\n> more\n>\n> last", ["quoted words\nmore", "last"]),
        ("- one\n  goes on\n* two\n1. three", ["one\ngoes on", "two", "three"]),
        ("| a | b |\n|---|---|\n| c | d |", ["a", "b", "c", "d"]),
        ("```py\nx = *1*\n\ny\n```\nafter", ["x = *1*\n \ny", "after"]),
        ("a<br>b <span class='x'>c</span><!-- no -->", ["ab c"]),
        ("---\nname: x\n---\nwords", ["words"]),
    ],
)
def test_markdown(written: str, shown: list[str]) -> None:
    text = read_markdown(written)
    assert shown == [text.text[block.start : block.end] for block in text.blocks]
    assert text.text == "\n\n".join(shown)


def test_markdown_marks_and_what_is_hidden() -> None:
    text = read_markdown("Words[^1], more [12] and ~~old~~ new ![alt](p.png).\n\n[^1]: The note.")
    assert [text.text[start:end] for start, end in text.notes][:2] == ["[^1]", "[12]"]
    assert set(text.hidden) == {("struck out", "old"), ("alternative text", "alt"), ("link address", "p.png")}
    assert find("and new", Tokens(text.text, text.notes)).matches


def test_markdown_is_told_by_header_or_ending() -> None:
    assert read_document(b"# x", media_type="text/markdown").media_type == kinds.MARKDOWN
    assert read_document(b"# x", media_type="text/plain", address="https://a.example/README.md?raw=1").media_type == (
        kinds.MARKDOWN
    )
    assert read_document(b"# x", media_type="text/plain").media_type == kinds.PLAIN


def test_json() -> None:
    raw = b'{"name":"On rivers","n":1,"body":["<p>Some <b>bo</b>ld</p><p>more</p>","One\\n\\ntwo"],"none":null}'
    text = read_document(raw, media_type="application/json").text
    assert text is not None
    assert (text.text, text.title) == ("On rivers\n\nSome bold\n\nmore\n\nOne\n\ntwo", "On rivers")
    broken = read_document(b'{"name": words', media_type="application/json").text
    assert broken is not None
    assert broken.text == '{"name": words'


def test_feeds_and_xml() -> None:
    raw = (
        '<?xml version="1.0" encoding="windows-1252"?><rss><channel><title>Flüsse</title><item><title>One</title>'
        "<description>&lt;p&gt;Some &lt;b&gt;bo&lt;/b&gt;ld&lt;/p&gt;</description>"
        "<x>a<em>b</em>c</x></item></channel></rss>"
    ).encode("cp1252")
    text = read_document(raw).text
    assert text is not None
    assert (text.text, text.title) == ("Flüsse\n\nOne\n\nSome bold\n\nabc", "Flüsse")


@pytest.mark.parametrize(
    "markup", ["<!DOCTYPE a [<!ENTITY x 'words'>]><a>&x;</a>", '<?xml version="1.0"?>' + "<a>" * 600 + "words"]
)
def test_xml_made_to_harm(markup: str) -> None:
    got = read_document(markup.encode(), media_type="application/xml")
    assert (got.text, got.cause) == (None, Cause.UNREADABLE)


def test_broken_xml_is_read_as_a_page() -> None:
    got = read_document(b'<?xml version="1.0"?><a>words &nbsp; <b>more</a>').text
    assert got is not None
    assert got.text.split() == ["words", "more"]
