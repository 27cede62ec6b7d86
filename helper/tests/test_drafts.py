"""A Markdown draft as an answer: which blocks and sources it has, and where its citations stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quotefound.core.answers import quotes_of
from quotefound.drafts import answer_of_markdown

ONE = "https://one.example/a"
TWO = "https://two.example/b"
QUOTE = '"it rained all day"'

# A draft, and the addresses that answer for its one quote.
CITED = {
    "a link in brackets": (f"He said {QUOTE} ([BBC]({ONE})).", [ONE]),
    "an address with brackets": (f"{QUOTE} [BBC](https://one.example/a_(b)?c=1)", ["https://one.example/a_(b)?c=1"]),
    "an address with a title": (f'{QUOTE} [BBC]({ONE} "Rain in Rome")', [ONE]),
    "an address with a space": (f"{QUOTE} [BBC](<https://one.example/a b>)", ["https://one.example/a b"]),
    "a reference by number": (f"{QUOTE} [1].\n\n[1]: {ONE} 'Rain'\n[2]: {TWO}", [ONE]),
    "a reference by name": (f"{QUOTE} [the BBC][bbc]\n\n[BBC]: <{ONE}>", [ONE]),
    "a reference by its own words": (f"{QUOTE} [BBC][]\n\n[bbc]: {ONE}", [ONE]),
    "two marks side by side": (f"{QUOTE} [1][2]\n\n[1]: {ONE}\n[2]: {TWO}", [ONE, TWO]),
    "two linked marks": (f"{QUOTE} [[1]]({ONE})[[2]]({TWO})", [ONE, TWO]),
    "a footnote": (f"{QUOTE}[^1]\n\n[^1]: Smith, *Rain*, {ONE}.", [ONE]),
    "a named footnote over two lines": (f"{QUOTE}[^rain]\n\n[^rain]: Smith, <{ONE}>,\n    p. 3", [ONE]),
    "an address in angle brackets": (f"{QUOTE} <{ONE}>.", [ONE]),
    "a bare address": (f"{QUOTE} ({ONE}).", [ONE]),
    "a bare address before the quote": (f"According to {ONE}, {QUOTE}.", [ONE]),
    "a link round the quote": (f"He said [{QUOTE}]({ONE}).", [ONE]),
    "emphasis round the quote": (f"**{QUOTE}** — *[BBC]({ONE})*", [ONE]),
    "a numbered list of sources": (f"{QUOTE} [1]\n\n**Sources:**\n\n1. BBC, {ONE}\n2. [AP]({TWO})", [ONE]),
    "a list of marks without colons": (f"{QUOTE} [2]\n\n## References\n[1] BBC, “Rain”, {ONE}\n[2] AP, {TWO}", [TWO]),
    "the first of two definitions": (f"{QUOTE} [1]\n\n[1]: {ONE}\n[1]: {TWO}", [ONE]),
    "a raised mark in HTML": (f"{QUOTE}<sup>[1]({ONE})</sup>", [ONE]),
    "an HTML link": (f'{QUOTE} <a class="x" href="{ONE}">BBC</a>', [ONE]),
    "an image is no citation": (f"![Rain]({TWO}) {QUOTE} [BBC]({ONE})", [ONE]),
    "a list's items by themselves": (f"- {QUOTE} [BBC]({ONE})\n- Snow. [AP]({TWO})", [ONE]),
    "a table's row": (f"| Words | Source |\n|---|---|\n| {QUOTE} | [BBC]({ONE}) |\n| Snow | [AP]({TWO}) |", [ONE]),
    "a blockquote under its introduction": (
        f"The [BBC]({ONE}) wrote:\n> it rained all day\n\nMore by [AP]({TWO}).",
        [ONE],
    ),
    "a blockquote with its source line": (f"> it rained all day\n>\n> — Smith, [BBC]({ONE})\n\n[AP]({TWO})", [ONE]),
    "a source line behind the paragraph": (f"{QUOTE}\n\nSource: [BBC]({ONE})\n\nMore. [AP]({TWO})", [ONE]),
    "carriage returns and a byte order mark": (f"\ufeff{QUOTE} [1]\r\n\r\n[1]: {ONE}\r\n", [ONE]),
    "a character reference": (f"&quot;it rained all day&quot; &mdash; [BBC]({ONE})", [ONE]),
}


@pytest.mark.parametrize("name", CITED)
def test_a_quotes_sources(name: str) -> None:
    """Each way to cite in Markdown leads from the quote to its addresses, and leaves the words alone."""
    draft, addresses = CITED[name]
    answer = answer_of_markdown(draft)
    (quote,) = quotes_of(answer)
    assert quote.text == "it rained all day"
    assert [answer.sources[number].address for number in quote.sources] == addresses
    assert quote.bound in ("own", "block")


def test_marks_leave_the_text_and_words_stay() -> None:
    """[1] is a place without room; a link's words stand in the text, and its citation spans them."""
    (block,) = answer_of_markdown(f"Rain [1] in [the north]({TWO}).\n\n[1]: {ONE}").blocks
    assert block.text == "Rain  in the north."
    places = [(c.start, c.end, c.sources, c.label) for c in block.citations]
    assert places == [(5, 5, (0,), "1"), (9, 18, (1,), "the north")]


def test_kinds_of_blocks() -> None:
    """Headings, paragraphs, items, blockquotes and code are told apart; rules and underlines are nothing."""
    draft = "# Rain\n\nIt fell\non us.\n***\n- one\n  and more\n2. two\n\n"
    draft += "> [!NOTE]\n> > quoted\nlazily\n\n```py\nx = 1\n```\nDone\n===="
    blocks = [(block.kind, block.text.strip()) for block in answer_of_markdown(draft).blocks]
    assert blocks == [
        ("heading", "Rain"),
        ("paragraph", "It fell\non us."),
        ("item", "one\nand more"),
        ("item", "two"),
        ("quotation", "quoted\nlazily"),
        ("pre", "x = 1"),
        ("paragraph", "Done"),
    ]


def test_citations_that_lost_their_address_are_counted() -> None:
    """What chat sites leave behind when an answer is copied names a source that nobody can open."""
    for mark in (
        "【8†source】",
        ":contentReference[oaicite:0]{index=0}",
        "[cite: 1, 2]",
        "\ue200cite\ue202turn0search1\ue201",
    ):
        (quote,) = quotes_of(answer_of_markdown(f"He said {QUOTE}. {mark}"))
        assert (quote.bound, quote.sources, quote.hidden) == ("own", (), 1)


def test_code_cites_nothing() -> None:
    """Neither marks nor addresses in a fence count."""
    answer = answer_of_markdown(f"```\nprint({QUOTE})  # {ONE}\n```")
    assert answer.sources == ()
    assert quotes_of(answer) == ()


PIECES = [*f"""[1] [^a] [1]: {ONE} ( ) [BBC]( "it rained" > - ``` <q> \\ * | word""".split(), "\n", "\n\n"]


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_any_draft_is_an_answer(pieces: list[str]) -> None:
    """Nothing raises, and every citation lies within its block and names a source."""
    answer = answer_of_markdown(" ".join(pieces))
    for block in answer.blocks:
        assert all(0 <= c.start <= c.end <= len(block.text) for c in block.citations)
        assert all(set(c.sources) <= set(range(len(answer.sources))) for c in block.citations)
    quotes_of(answer)
