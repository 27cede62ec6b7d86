"""PDF: what geometry says about blocks, columns, cells, raised figures and pages; and what could not be read."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from sources.writing_pdf import HEIGHT, WIDTH, PdfPage, pdf_of

from quotefound.checking.shelf import indexed
from quotefound.checking.telling import described
from quotefound.core.matching import find
from quotefound.core.terms import Cause
from quotefound.core.text import Text
from quotefound.core.tokens import Tokens
from quotefound.core.verdicts import judge
from quotefound.sources.extraction import pdf, read_document
from quotefound.sources.extraction.pdf import read_pdf
from quotefound.sources.snapshots import Reading

Printer = Callable[..., bytes]


@pytest.fixture(scope="module")
def printed() -> Iterator[Printer]:
    """Prints a page with a real browser."""
    path = os.environ.get("QUOTEFOUND_BROWSER") or shutil.which("chromium") or ""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()

        def printer(markup: str, **options: object) -> bytes:
            page.set_content(markup)
            return page.pdf(width="500px", height="600px", **options)  # type: ignore[arg-type]

        yield printer
        browser.close()


def blocks(text: Text) -> list[str]:
    return [text.text[block.start : block.end] for block in text.blocks]


def is_found(quote: str, text: Text) -> bool:
    return bool(find(quote, Tokens(text.text, text.notes)).matches)


def lines(page: PdfPage, x: float, y: float, *words: str, size: float = 10, step: float = 12) -> PdfPage:
    for number, line in enumerate(words):
        page.write(x, y - number * step, line, size)
    return page


def test_paragraphs_headings_and_pages_as_a_browser_prints_them(printed: Printer) -> None:
    long = " ".join(f"This is sentence {n} of a paragraph that goes on over the end of a page." for n in range(60))
    markup = f"<title>Rivers</title><h1>The rivers</h1><p>{long}</p><h2>The end</h2><p>A short one</p>"
    text = read_pdf(printed(markup)).text
    assert blocks(text)[0] == "The rivers"
    assert [block.kind for block in text.blocks] == ["heading", "paragraph", "heading", "paragraph"]
    assert len(text.pages) > 2
    assert is_found(long, text)
    assert not is_found("The rivers This is sentence 0", text)
    assert not is_found("The end A short one", text)
    assert text.title == "Rivers"


def test_what_a_document_says_of_itself() -> None:
    text = read_pdf(pdf_of([PdfPage().write(60, 700, "Words.")], catalog="/Lang(en-GB)", info="/Title(On rivers)")).text
    assert (text.title, text.language, text.pages) == ("On rivers", "en-GB", (0,))


def test_running_heads_and_page_numbers_are_no_text(printed: Printer) -> None:
    long = " ".join(f"word{n} and" for n in range(900))
    head = "<div style='font-size:8px;margin:auto'>Proceedings of the Rivers</div>"
    foot = "<div style='font-size:8px;margin:auto'>page <span class=pageNumber></span></div>"
    raw = printed(
        f"<p>{long}</p>", display_header_footer=True, header_template=head, footer_template=foot,
        margin={"top": "60px", "bottom": "60px"},
    )  # fmt: skip
    text = read_pdf(raw).text
    assert is_found(long, text)
    assert len(blocks(text)) == 1
    assert ("running head", "Proceedings of the Rivers") in text.hidden
    assert ("running head", "page 2") in text.hidden


def test_raised_and_lowered_signs(printed: Printer) -> None:
    text = read_pdf(
        printed(
            "<p>There are 10<sup>6</sup> cells per H<sub>2</sub>O sample, x<sub>1</sub>2, 25 m<sup>2</sup> and a "
            "word<sup>12</sup> here, and the 1<sup>st</sup> of them.<sup>*</sup></p>"
        )
    ).text
    assert " ".join(text.text.split()) == (
        "There are 10⁶ cells per H2O sample, x₁2, 25 m² and a word¹² here, and the 1st of them.*"
    )
    assert [text.text[start:end] for start, end in text.notes] == ["¹²", "*"]
    assert is_found("and a word here, and", text)
    assert not is_found("There are 106 cells", text)
    assert not is_found("6 cells per", text)


def test_columns_printed_by_a_browser(printed: Printer) -> None:
    words = [f"column{n}" for n in range(300)]
    text = read_pdf(printed(f"<div style='columns:2;column-gap:40px'>{' '.join(words)}</div>")).text
    assert text.text.split() == words
    assert is_found(" ".join(words), text)


def test_columns_drawn_row_by_row_are_read_in_their_order() -> None:
    left = ["The committee reviewed the annual", "report and the accounts of the last", "three years in one meeting."]
    right = ["It then approved the budget for the", "coming fiscal year, and closed the", "meeting at nine at night."]
    page = PdfPage()
    for number, (one, other) in enumerate(zip(left, right, strict=True)):
        page.write(60, 700 - 12 * number, one).write(320, 700 - 12 * number, other)
    text = read_pdf(pdf_of([page])).text
    assert is_found("reviewed the annual report and the accounts of the last three years", text)
    assert is_found("approved the budget for the coming fiscal year", text)
    assert not is_found("the annual It then approved", text)


def test_nothing_is_found_across_the_gap_of_a_table() -> None:
    page = PdfPage()
    for number, row in enumerate([("Name", "Total", "Share"), ("Ann", "10", "20"), ("Bob", "30", "40")]):
        for place, cell in enumerate(row):
            page.write(60 + 150 * place, 700 - 14 * number, cell)
    text = read_pdf(pdf_of([page])).text
    assert blocks(text) == ["Name", "Total", "Share", "Ann", "10", "20", "Bob", "30", "40"]
    assert {block.kind for block in text.blocks} == {"cell"}


def test_a_cell_goes_on_in_the_line_below() -> None:
    page = PdfPage().write(60, 700, "The name of").write(300, 700, "Length").write(60, 688, "the river")
    assert blocks(read_pdf(pdf_of([page])).text) == ["The name of\nthe river", "Length"]


def test_a_footnote_does_not_part_a_sentence_over_two_pages() -> None:
    filler = [f"Line {n} of a body that is long enough to be the usual size." for n in range(20)]
    first = lines(PdfPage(), 60, 700, *filler, "The ferry that leaves the northern harbour at nine does not")
    first.write(60, 90, "1 The timetable of 1952.", 7)
    second = lines(PdfPage(), 60, 700, "run on Sundays, nor on holidays.", *filler)
    text = read_pdf(pdf_of([first, second])).text
    assert is_found("leaves the northern harbour at nine does not run on Sundays", text)
    assert "1 The timetable of 1952." in blocks(text)
    assert text.text[text.pages[1] :].startswith("run on Sundays")


def test_words_broken_over_a_line_are_read_both_ways() -> None:
    page = lines(PdfPage(), 60, 700, "the extractor of an image cap-", "tion is a well-", "known example of such words")
    text = read_pdf(pdf_of([page])).text
    assert is_found("an image caption is a well-known example", text)


def test_addresses_go_on_over_a_line() -> None:
    page = lines(
        PdfPage(), 60, 700, "It is said at https://rivers.example/ferries/", "time_table.html and in /usr/share/",
        "doc and in debian/", "rules, as debian/ is where it stands.",
    )  # fmt: skip
    text = read_pdf(pdf_of([page])).text
    assert is_found("said at https://rivers.example/ferries/time_table.html and in /usr/share/doc and", text)


def test_a_low_line_painted_as_a_stroke() -> None:
    page = PdfPage().write(60, 700, "the x86").write(96.5, 700, "64 chips").paint("92 699 4 0.4 re f")
    assert read_pdf(pdf_of([page])).text.text == "the x86_64 chips"


def test_a_layer_over_a_scan_is_found_and_labelled() -> None:
    page = PdfPage().picture(0, 0, WIDTH, HEIGHT).write(60, 700, "Read by a machine from a picture.", before="3 Tr")
    got = read_pdf(pdf_of([page]))
    assert got.cause is None
    assert [(block.zone) for block in got.text.blocks] == ["invisible layer"]
    assert is_found("by a machine from a picture", got.text)


def test_what_nobody_sees_is_hidden() -> None:
    page = PdfPage().write(60, 700, "What a reader sees of it.").write(60, 650, "White on white.", before="1 g")
    page.write(60, -400, "Below the page.")
    page.paint("0 0 0 rg 50 590 300 30 re f").write(60, 600, "On black.", before="1 g")
    text = read_pdf(pdf_of([page])).text
    assert blocks(text) == ["What a reader sees of it.", "On black."]
    assert text.hidden == (("hidden text", "White on white."), ("hidden text", "Below the page."))


@pytest.mark.parametrize(("turned", "matrix"), [(90, "0 1 -1 0"), (270, "0 -1 1 0"), (180, "-1 0 0 -1")])
def test_turned_pages(turned: int, matrix: str) -> None:
    page = PdfPage(turned=turned)
    across = {90: (300, 100), 270: (300, 600), 180: (500, 500)}[turned]
    down = {90: (12, 0), 270: (-12, 0), 180: (0, 12)}[turned]
    for number, words in enumerate(["A table that is set across the page", "has lines like any other page."]):
        page.write(across[0] + down[0] * number, across[1] + down[1] * number, words, matrix=matrix)
    text = read_pdf(pdf_of([page])).text
    assert blocks(text) == ["A table that is set across the page\nhas lines like any other page."]


def test_scans_are_unreadable_and_a_part_of_one_says_so() -> None:
    scan = PdfPage().picture(0, 0, WIDTH, HEIGHT)
    whole = read_document(pdf_of([scan, scan]))
    assert (whole.text, whole.cause, whole.evidence["pages without text"]) == (None, Cause.UNREADABLE, "2 of 2")
    part = read_document(pdf_of([PdfPage().write(60, 700, "The first page has words."), scan]))
    assert part.cause is Cause.UNREADABLE
    assert part.text is not None
    assert is_found("first page has words", part.text)


def test_an_empty_page_is_no_scan() -> None:
    got = read_pdf(pdf_of([PdfPage().write(60, 700, "Words."), PdfPage(), PdfPage().write(60, 700, "The third page.")]))
    assert got.cause is None
    assert got.text.pages == (0, 8, 8)
    assert [got.text.page_at(place) for place in (0, 5, 8, 20)] == [1, 1, 3, 3]
    assert Text("words").page_at(2) is None


def test_a_passage_is_linked_with_its_page() -> None:
    rivers = ("A page on the Elbe.", "Another on the Danube.", "And one on the river Rhine.")
    text = read_pdf(pdf_of([PdfPage().write(60, 700, words) for words in rivers])).text
    source = indexed(Reading("", "https://rivers.example/a.pdf", None, text, None, {}))
    assert source.readable.tokens is not None
    told = described("q1", judge("one on the river Rhine", source.readable), source)
    assert told["passage"]["page"] == 3
    assert told["passage"]["link"] == "https://rivers.example/a.pdf#page=3"


def test_a_broken_font_is_told() -> None:
    wrong = "".join(chr(code) for code in range(0x21, 0x30)) * 12
    got = read_pdf(pdf_of([PdfPage().write(20, 700, wrong, 4)]))
    assert (got.cause, got.evidence["pages in broken fonts"]) == (Cause.UNREADABLE, "1 of 1")


def test_a_password_and_damage() -> None:
    locked = f"/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<{'41' * 32}>/U<{'42' * 32}>>>/ID[<{'43' * 16}><{'43' * 16}>]"
    got = read_document(pdf_of([PdfPage().write(60, 700, "Words.")], encrypt=locked))
    assert (got.cause, got.evidence["document"]) == (Cause.UNREADABLE, "asks for a password")
    assert read_document(b"%PDF-1.7\nnothing").evidence["document"] == "damaged"


def test_a_long_document_is_read_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MOST_PAGES", 2)
    got = read_pdf(pdf_of([PdfPage().write(60, 700, f"This is page {n}.") for n in range(3)]))
    assert (got.cause, got.evidence["pages read"]) == (Cause.CUT_OFF, "2 of 3")
    assert blocks(got.text) == ["This is page 0.", "This is page 1."]


def test_signs_beyond_the_first_plane(printed: Printer, tmp_path: Path) -> None:
    text = read_pdf(printed("<p>an 😀 office and a fine ﬁeld</p>")).text
    assert text.text == "an 😀 office and a fine field"
