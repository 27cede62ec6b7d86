"""HTML: what a reader sees of it, as blocks, lines, marks and streams."""

from pathlib import Path

import pytest

from quotefound.core.matching import find
from quotefound.core.text import KINDS, ZONES, Text
from quotefound.core.tokens import Tokens
from quotefound.sources.extraction.html import read_html
from quotefound.sources.extraction.styles import FEW_RULES

PAGES = sorted((Path(__file__).parents[3] / "shared-tests/pages").glob("*.html"))


def text_of(markup: str) -> Text:
    return read_html(markup).text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_reads_as_expected(page: Path) -> None:
    expected = page.with_suffix(".txt").read_text("utf-8").removesuffix("\n")
    text = text_of(page.read_text("utf-8"))
    assert expected == text.text
    assert expected == "\n\n".join(text.text[block.start : block.end] for block in text.blocks)
    assert all(block.kind in KINDS and block.zone in ZONES for block in text.blocks)


def test_pages_are_there() -> None:
    assert len(PAGES) >= 4


def test_note_marks_keep_their_place_and_are_named() -> None:
    text = text_of((PAGES[0].parent / "notes-and-powers.html").read_text("utf-8"))
    marks = [text.text[start:end] for start, end in text.notes]
    assert marks == ["[4]", "¹²", "⁷", "*", "[citation needed]", "[3]"]


def test_what_is_not_shown_goes_to_streams_with_its_place() -> None:
    text = text_of((PAGES[0].parent / "hidden-and-struck.html").read_text("utf-8"))
    assert dict.fromkeys(text.hidden) == dict.fromkeys(
        [
            ("struck out", "5 euros"),
            ("hidden text", "not"),
            ("hidden text", "Hidden by a class."),
            ("hidden text", "Hidden by an id."),
            ("hidden text", "Hidden inline."),
            ("hidden text", "Hidden though styled."),
            ("shown without scripts", "Without scripts."),
            ("form field", "Typed."),
            ("hidden text", "Not opened."),
            ("description", "What the meta element says."),
            ("alternative text", "What the picture shows."),
            ("form field", "Your name"),
            ("embedded data", "What the embedded data says."),
            ("title", "Ferry prices"),
        ]
    )


@pytest.mark.parametrize(
    ("markup", "kinds"),
    [
        ("<p>a</p><h2>b</h2>c", ["paragraph", "heading", "paragraph"]),
        ("<ul><li><p>a</p></li></ul><dl><dt>b<dd>c</dl>", ["item", "item", "item"]),
        ("<table><caption>c<tr><td>a<p>b</p></td></tr></table>", ["caption", "cell", "cell"]),
        ("<blockquote><p>a</p><ul><li>b</ul></blockquote>", ["quotation", "item"]),
        ("<pre>a<b>b</b></pre>", ["pre"]),
        ("<figure><img><figcaption>a</figcaption></figure>", ["caption"]),
    ],
)
def test_kinds_of_blocks(markup: str, kinds: list[str]) -> None:
    assert kinds == [block.kind for block in text_of(markup).blocks]


@pytest.mark.parametrize(
    ("markup", "zone"),
    [
        ("<nav><ul><li>x</ul></nav>", "navigation"),
        ('<div role="navigation"><h2>x</h2></div>', "navigation"),
        ("<footer>x</footer>", "navigation"),
        ("<article><footer>x</footer></article>", "article"),
        ('<div id="comments"><p>x</p></div>', "comment"),
        ('<ol class="references"><li>x</ol>', "reference list"),
        ("<h2>x</h2>", "heading"),
        ("<head><title>x - y</title></head><h1>x</h1>", "title"),
        ("<head><title>other</title></head><h1>x</h1>", "heading"),
        ("<figure><figcaption>x</figcaption></figure>", "caption"),
    ],
)
def test_zones(markup: str, zone: str) -> None:
    assert [zone] == [block.zone for block in text_of(markup).blocks]


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("<p>a<b>b</i>c<p>d", "abc\n\nd"),  # closed in the wrong order
        ("<table>out<tr><td>in</table>", "out\n\nin"),  # text between table and row stands before the table
        ("<p>a<div>b</p>c</div>", "a\n\nb\n\nc"),
        ("<p>a</html>b", "ab"),
        ("a &amp;lt; b", "a &lt; b"),  # decoded once, never twice
        ("a\0b", "ab"),
        ("<body hidden>a", "a"),  # a page hides its body until its script has run
        ("<xmp><b>x</b></xmp>", "<b>x</b>"),
        ("<p>a\u00a0 b\t\n c</p>", "a\u00a0 b c"),  # only ASCII white space collapses
        ("<s>a</s>", ""),
        ("<pre>a<br><br>b\n<sup></sup>\nc</pre>", "a\n \nb\n \nc"),  # no block's edge within preformatted text
        ("", ""),
        ("<frameset><frame></frameset>", ""),
        ("<p>x<sup>1<span>" + "long note " * 9 + "</span></sup>", "x¹" + ("long note " * 9).strip()),
        ("<p>10<sup>−</sup><sup>6</sup>", "10⁻⁶"),
        ("<p>x<sub>1</sub>2", "x₁2"),
        ("<p hidden>a<del>b</del></p>c", "c"),
        ('<p>a<span style="visibility:hidden">b<svg><title>t</title></svg></span>c', "ac"),
    ],
)
def test_markup_as_browsers_read_it(markup: str, shown: str) -> None:
    assert shown == text_of(markup).text


def test_metadata() -> None:
    text = text_of(
        '<html lang="de-AT"><head><title> Ein\n Titel </title>'
        '<meta property="article:published_time" content="2026-03-01"></head><body>x'
    )
    assert (text.title, text.language, text.published) == ("Ein Titel", "de-AT", "2026-03-01")
    assert text_of('<p lang="el">x</p>').language == "el"
    assert text_of(
        '<svg><title>no</title></svg><script type="application/ld+json">{"datePublished":"2025"}</script>'
    ) == (Text("", hidden=(), published="2025"))


def test_declared_shadow_roots_are_read() -> None:
    inner = '<y-y><template shadowrootmode="open"><p>deep</p></template></y-y>'
    text = text_of(f'<x-x><template shadowrootmode="open"><p>shadow</p>{inner}</template><p>light</p></x-x><p>after')
    assert text.text == "shadow\n\ndeep\n\nlight\n\nafter"
    assert text_of("<template><p>not shown</p></template>a").text == "a"


def test_deep_nesting_is_read() -> None:
    assert text_of("<div>" * 2500 + "deep").text == "deep"


def test_note_spans_hold_in_code_points() -> None:
    text = text_of("<p>🤔🤔 wörd<sup><a href='#a'>1</a></sup>.</p><p>x<sup>[2]</sup></p>")
    assert [text.text[start:end] for start, end in text.notes] == ["¹", "[2]"]


def test_the_numbers_of_notes_are_found_as_a_browser_copies_them() -> None:
    notes = ["<sup><a href='#f'>52</a></sup>", "<sup><a href='#g'>3</a></sup>"]
    text = text_of(f"<p>It has enough support{notes[0]} for wide types.{notes[1]} So.")
    tokens = Tokens(text.text, text.notes)
    for quote in ("has enough support52 for wide", "has enough support for wide", "wide types.3 So"):
        assert find(quote, tokens).matches, quote
    for quote in ("has enough support53 for wide", "enough support 52 for wide", "has52 enough support for"):
        assert not find(quote, tokens).matches, quote


UNSEEN = (
    "opacity:0", "font-size:0", "position:absolute;left:-9999px", "text-indent:-9999px", "color:#fff;background:white",
    "color:transparent", "clip:rect(0,0,0,0);position:absolute", "clip-path:inset(50%)", "height:0;overflow:hidden",
    "width:1px;height:1px;overflow:hidden", "content-visibility:hidden", "transform:scale(0)", "visibility:collapse",
    "text-decoration:line-through", "display:none!important",
)  # fmt: skip
SEEN = (
    "opacity:.5", "font-size:.8em", "position:absolute;left:-20px", "text-indent:-2em", "color:#fff;background:#000",
    "color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text", "height:9em;overflow:hidden",
    "opacity:0;transition:opacity 1s", "max-height:0;overflow:hidden;transition:max-height 1s", "display:inline",
)  # fmt: skip


@pytest.mark.parametrize(("style", "shown"), [*((one, "a c") for one in UNSEEN), *((one, "a b c") for one in SEEN)])
def test_each_way_to_hide_holds_on_the_element_and_in_the_sheet(style: str, shown: str) -> None:
    assert text_of(f'<p>a <span style="{style}">b </span>c').text == shown
    assert text_of(f"<style>.w > .x{{{style}}}</style><p class=w>a <span class=x>b </span>c").text == shown


@pytest.mark.parametrize(
    ("sheet", "shown"),
    [
        (".x{display:none}.x{display:inline}", True),
        (".x{display:inline}.x{display:none}", False),
        (".w .x{display:inline}.x{display:none}", True),
        (".x{display:none!important}.w .x{display:inline}", False),
        ("span.x{display:none}", False),
        (".x:not(.open){DISPLAY:NONE}", False),
        (".x:hover{display:none}", True),
        (".x::before{display:none}", True),
        ("@media print{.x{display:none}}", True),
        ("@media (max-width:600px){.x{display:none}}", True),
        ("@media screen{@media (min-width:10px){.x{display:none}}}", False),
        ("@supports (display:grid){.x{display:none}}", False),
        ("@import url(a.css);.x{display:none}", False),
        (".w{font-size:0}.x{font-size:16px}", True),
        ("body{opacity:0}", True),
    ],
)
def test_rules_are_weighed_as_browsers_do(sheet: str, shown: bool) -> None:
    text = text_of(f"<style>{sheet}</style><p class=w><span class=x>b</span></p>").text
    assert text == ("b" if shown else "")


@pytest.mark.parametrize(
    ("markup", "marks"),
    [
        ("<p>patients <sup>a</sup> said", 1),
        ("<p>doubled<sup>b</sup> in May", 1),
        ("<p>dose<sup>①</sup> rose", 1),
        ("<p>Boat<sup>TM</sup> glides", 1),
        ("<p>power x<sup>a</sup> is", 0),
        ("<p>2<sup>n</sup> sets", 0),
        ("<p>le 19<sup>e</sup> siècle", 0),
        ("<p>M<sup>e</sup> Dupont", 0),
    ],
)
def test_raised_letters_that_mark_notes(markup: str, marks: int) -> None:
    assert len(text_of(markup).notes) == marks


@pytest.mark.parametrize(
    "rule",
    [
        ".Gone { display: none }",  # quirks mode knows no capitals
        ".other, .gone:not(.kept) { display: none }",
        '[data-file$=".pdf"] { display: none }',
        ".m\\:gone { display: none }",
        "#place.gone { display: none }",
    ],
)
def test_a_rule_is_passed_over_only_where_no_name_of_the_page_is_in_it(rule: str) -> None:
    shown = "<p>The ferry leaves at nine.</p>"
    gone = '<p id=place class="x gone m:gone&#32;late" data-file="a.pdf">Nobody sees this sentence.</p>'
    others = ".other { display: none }" * FEW_RULES
    for style in (others + rule, others + rule.replace("one", "ost").replace("pdf", "txt")):
        page = f"<html><head><style>{style}</style></head><body><article>{shown}{gone}</article></body></html>"
        assert ("Nobody" in text_of(page).text) is not style.endswith(rule), rule
