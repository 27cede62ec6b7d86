"""DOCX, ODT and EPUB: real archives, made here, and those made to harm."""

import io
import zipfile

import pytest

from quotefound.core.terms import Cause
from quotefound.sources.extraction import Document, kinds, packed, read_document

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
ODT = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
)
DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'


def zipped(**entries: str) -> bytes:
    """An archive; "__" in a name stands for "/", "_" for "."."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return buffer.getvalue()


def docx(body: str, **more: str) -> Document:
    return read_document(zipped(word__document_xml=f"<w:document {W} {M}><w:body>{body}</w:body></w:document>", **more))


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(*runs: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{''.join(runs)}</w:p>"


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (p(run("one "), run("two")) + p(run("three")), "one two\n\nthree"),
        (p(run("in"), f"<w:ins>{run('sert')}</w:ins>", f"<w:del>{run('gone')}</w:del>"), "insert"),
        (p(run("10"), run("6", '<w:vertAlign w:val="superscript"/>'), run(" cells")), "10⁶ cells"),
        (p(run("H"), run("2", '<w:vertAlign w:val="subscript"/>'), run("O")), "H2O"),
        (p("<w:r><w:t>all</w:t><w:noBreakHyphen/><w:t>in</w:t><w:br/><w:t>next</w:t></w:r>"), "all\u2011in\nnext"),
        (p("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r>"), "a b"),
        (p('<w:r><w:instrText>PAGE</w:instrText></w:r>', run("7")), "7"),
        (f"<w:tbl><w:tr><w:tc>{p(run('a'))}</w:tc><w:tc>{p(run('b')) * 2}</w:tc></w:tr></w:tbl>", "a\n\nb\n\nb"),
        (p(f"<w:sdt><w:sdtContent>{run('held')}</w:sdtContent></w:sdt>"), "held"),
        (p("<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"), "x²"),
        (p(run("out "), f"<w:r><w:txbxContent>{p(run('box'))}</w:txbxContent></w:r>", run("side")), "box\n\nout side"),
    ],
)  # fmt: skip
def test_docx(body: str, shown: str) -> None:
    got = docx(body)
    assert got.text is not None
    assert (shown, kinds.DOCX, None) == (got.text.text, got.media_type, got.cause)
    assert shown == "\n\n".join(got.text.text[block.start : block.end] for block in got.text.blocks)


def test_docx_notes_heads_kinds_and_what_is_hidden() -> None:
    got = docx(
        p(run("Title"), properties='<w:pStyle w:val="Heading1"/>')
        + p(run("Words"), '<w:r><w:footnoteReference w:id="2"/></w:r>', run(" and", "<w:vanish/>"), run("."))
        + p(run("item"), properties="<w:numPr/>")
        + p(run("was", "<w:strike/>"), run("is")),
        word__footnotes_xml=f'<w:footnotes {W}><w:footnote w:id="0">{p(run("line"))}</w:footnote>'
        f'<w:footnote w:id="2">{p(run("The note."))}</w:footnote></w:footnotes>',
        word__header1_xml=f"<w:hdr {W}>{p(run('A head'))}</w:hdr>",
        docProps__core_xml=f"<x {DC}><dc:title>On rivers</dc:title><dc:language>en-GB</dc:language></x>",
    ).text
    assert got is not None
    assert got.text == "Title\n\nWords¹.\n\nitem\n\nis\n\n¹\n\nThe note."
    assert [got.text[start:end] for start, end in got.notes][:1] == ["¹"]
    assert [block.kind for block in got.blocks][:4] == ["heading", "paragraph", "item", "paragraph"]
    assert got.blocks[-1].zone == "reference list"
    assert set(got.hidden) == {("hidden text", "and"), ("struck out", "was"), ("running head", "A head")}
    assert (got.title, got.language) == ("On rivers", "en-GB")


def test_odt() -> None:
    body = (
        '<office:automatic-styles><style:style style:name="T1"><style:text-properties style:text-position="super 58%"/>'
        '</style:style><style:style style:name="T2"><style:text-properties text:display="none"/></style:style>'
        "</office:automatic-styles><office:body><office:text><text:tracked-changes><text:p>deleted</text:p>"
        "</text:tracked-changes><text:h>Head</text:h><text:p>10<text:span text:style-name='T1'>6</text:span> cells"
        "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The note.</text:p>"
        "</text:note-body></text:note><text:line-break/>next<text:span text:style-name='T2'>unseen</text:span></text:p>"
        "<text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>"
        "<table:table><table:table-row><table:table-cell><text:p>cell</text:p></table:table-cell></table:table-row>"
        "</table:table></office:text></office:body>"
    )
    raw = zipped(mimetype=kinds.ODT, content_xml=f"<office:document-content {ODT}>{body}</office:document-content>",
                 meta_xml=f"<x {DC}><dc:title>On rivers</dc:title><dc:language>de</dc:language></x>")  # fmt: skip
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("mimetype", kinds.ODT)  # first and not packed, as the format asks
        with zipfile.ZipFile(io.BytesIO(raw)) as other:
            for name in ("content.xml", "meta.xml"):
                archive.writestr(name, other.read(name))
    got = read_document(buffer.getvalue()).text
    assert got is not None
    assert got.text == "Head\n\n10⁶ cells¹\nnext\n\nitem\n\ncell\n\nThe note."
    assert [block.kind for block in got.blocks] == ["heading", "paragraph", "item", "cell", "paragraph"]
    assert [got.text[start:end] for start, end in got.notes] == ["¹"]
    assert (got.hidden, got.title, got.language) == ((("hidden text", "unseen"),), "On rivers", "de")


def epub(**more: str) -> bytes:
    page = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{}</body></html>'
    items = "".join(f'<item id="{n}" href="c%20{n}.xhtml" media-type="application/xhtml+xml"/>' for n in "ab")
    entries = {
        "mimetype": kinds.EPUB,
        "META-INF__container_xml": '<container><rootfile full-path="OPS/p.opf"/></container>',
        "OPS__p_opf": f"<package {DC}><metadata><dc:title>A book</dc:title><dc:language>en</dc:language></metadata>"
        f'<manifest>{items}</manifest><spine><itemref idref="b"/><itemref idref="a"/><itemref idref="b"/></spine>'
        "</package>",
        "OPS__c a_xhtml": page.format("<p>Second<a href='#n'><sup>1</sup></a> <span/>chapter</p>"),
        "OPS__c b_xhtml": page.format("<h1>First</h1><p hidden='hidden'>unseen</p>"),
    }
    return zipped(**entries, **more)


def test_epub() -> None:
    got = read_document(epub())
    assert got.text is not None
    assert (got.text.text, got.media_type) == ("First\n\nSecond¹ chapter", kinds.EPUB)
    assert [got.text.text[start:end] for start, end in got.text.notes] == ["¹"]
    assert (got.text.title, got.text.language) == ("A book", "en")
    assert ("hidden text", "unseen") in got.text.hidden


def test_a_book_for_one_device_is_unreadable() -> None:
    rules = "<encryption><EncryptionMethod Algorithm='http://www.w3.org/2001/04/xmlenc#aes128-cbc'/></encryption>"
    assert read_document(epub(**{"META-INF__encryption_xml": rules})).cause is Cause.UNREADABLE
    fonts = "<encryption><EncryptionMethod Algorithm='http://www.idpf.org/2008/embedding'/></encryption>"
    assert read_document(epub(**{"META-INF__encryption_xml": fonts})).cause is None


@pytest.mark.parametrize(
    ("raw", "cause", "why"),
    [
        (b"PK\x03\x04 word/document.xml", Cause.UNREADABLE, "damaged"),
        (zipped(word__document_xml="<w:p>"), Cause.UNREADABLE, "broken XML"),
        (zipped(word__document_xml="<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>"), Cause.UNREADABLE, "entities"),
        (zipped(word__document_xml="<a>" * 600), Cause.UNREADABLE, "nested"),
        (zipped(word__document_xml=" " * (packed.MOST_UNPACKED + 1)), Cause.TOO_LARGE, "unpacked"),
        (zipped(word__document_xml="<a/>", **dict.fromkeys(map(str, range(20_000)), "")), Cause.TOO_LARGE, "entries"),
    ],
    ids=["damaged", "broken", "entities", "nested", "large", "many"],
)  # fmt: skip
def test_archives_made_to_harm(raw: bytes, cause: Cause, why: str) -> None:
    got = read_document(raw)
    assert (got.cause, got.text) == (cause, None)
    assert why in got.evidence["archive"]


def test_another_archive_is_of_no_kind() -> None:
    assert read_document(zipped(readme_txt="words")).cause is Cause.UNSUPPORTED_TYPE
