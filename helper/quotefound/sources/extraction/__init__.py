"""Bytes in, text out: what a document is, what it says to a reader, and why that may not be all of it.

Pure: no network, no clock, no file, so that it runs in a worker process and on a command line alike. A new format is
one module here and one line in `READERS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from quotefound.core.terms import Cause
from quotefound.core.text import Text
from quotefound.sources import walls
from quotefound.sources.extraction import docx, encoding, epub, feeds, html, kinds, markdown, odt, packed, pdf, plain


@dataclass(frozen=True, slots=True)
class Document:
    """What was read. With `text` and a `cause`: what is there counts, but it need not be all there is."""

    text: Text | None
    cause: Cause | None
    media_type: str
    extractor: str
    evidence: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Raw:
    """A document before it is read."""

    content: bytes
    media_type: str  # what the header says, parameters included
    truncated: bool


@dataclass(frozen=True, slots=True)
class Content:
    """What a reader got out of a document; `cause` when it knows that this is not all."""

    text: Text
    page: html.Page | None = None
    evidence: dict[str, str] = field(default_factory=dict)
    cause: Cause | None = None


Reader = Callable[[Raw], Content]


def decoded(raw: Raw, *, markup: bool) -> encoding.Decoded:
    return encoding.decode(raw.content, content_type=raw.media_type, markup=markup, truncated=raw.truncated)


def read_html(raw: Raw) -> Content:
    got = decoded(raw, markup=True)
    as_xml = raw.media_type.lower().startswith(kinds.XHTML_TYPE)
    page = html.read_html(html.html_of_xhtml(got.text) if as_xml else got.text)
    return Content(page.text, page, {"encoding": f"{got.encoding} ({got.by})"})


def of_characters(read: Callable[[str], Text], *, markup: bool = False) -> Reader:
    """A reader for a format that is characters and nothing else."""

    def reader(raw: Raw) -> Content:
        got = decoded(raw, markup=markup)
        named = {"encoding": f"{got.encoding} ({got.by})"}
        try:
            return Content(read(got.text), None, named)
        except packed.Refused as trouble:
            return Content(Text(""), None, named | {"document": str(trouble)}, trouble.cause)

    return reader


def read_pdf(raw: Raw) -> Content:
    got = pdf.read_pdf(raw.content)
    return Content(got.text, None, got.evidence, got.cause)


def read_packed(read: Callable[[packed.Archive], Text]) -> Callable[[Raw], Content]:
    """A reader for a format that is a zip archive of XML."""

    def reader(raw: Raw) -> Content:
        try:
            return Content(read(packed.Archive(raw.content)))
        except packed.Refused as trouble:
            return Content(Text(""), None, {"archive": str(trouble)}, trouble.cause)

    return reader


READERS: dict[str, tuple[str, Reader]] = {
    kinds.HTML: (html.EXTRACTOR, read_html),
    kinds.PLAIN: (plain.EXTRACTOR, of_characters(plain.read_plain)),
    kinds.MARKDOWN: (markdown.EXTRACTOR, of_characters(markdown.read_markdown)),
    kinds.PDF: (pdf.EXTRACTOR, read_pdf),
    kinds.DOCX: (docx.EXTRACTOR, read_packed(docx.read_docx)),
    kinds.ODT: (odt.EXTRACTOR, read_packed(odt.read_odt)),
    kinds.EPUB: (epub.EXTRACTOR, read_packed(epub.read_epub)),
    kinds.XML: (feeds.EXTRACTOR, of_characters(feeds.read_xml, markup=True)),
    kinds.JSON: (feeds.EXTRACTOR, of_characters(feeds.read_json)),
}
# What a reader's own cause may stand aside for: a wall's sign says more about why the words are not there.
# A page of a document has more words than this, or is a picture with a stamp or a number on it.
FEWEST_WORDS = 4
WEAK_CAUSES = (None, Cause.TOO_SHORT, Cause.CUT_OFF)


def read_document(
    raw: bytes,
    *,
    media_type: str = "",
    address: str = "",
    final_address: str = "",
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    truncated: bool = False,
    pages: int | None = None,
    pages_without_text: int | None = None,
) -> Document:
    """Reads one document. Header names may have any case; `media_type` counts before the content-type header.

    `pages` and `pages_without_text` are what a paged format counted elsewhere. Raises only what a hostile document
    provokes in a parser; the worker process turns that into a cause.
    """
    named = {name.lower(): value for name, value in (headers or {}).items()}
    declared = media_type or named.get("content-type", "")
    answer = walls.Answer(status, named, address, final_address, truncated)
    kind = kinds.kind_of(raw, declared, final_address or address)
    kind = kind if raw else (declared.split(";")[0].strip().lower() or kinds.PLAIN)
    extractor, reader = READERS.get(kind, ("", None))
    if reader is None or not raw:
        # An error page stays one though its body is of no kind that can be read.
        cause, evidence = walls.judge(answer, "", raw, None)
        if raw and cause in (Cause.TOO_SHORT, Cause.CUT_OFF):
            cause, evidence = Cause.UNSUPPORTED_TYPE, {}
        if pages and cause is Cause.TOO_SHORT:
            cause, evidence = Cause.UNREADABLE, {"pages without text": f"{pages} of {pages}"}
        return Document(None, cause, kind, "quotefound-none@1", {"status": str(status), "media type": kind, **evidence})
    content = reader(Raw(raw, declared, truncated))
    text = content.text
    cause, evidence = walls.judge(answer, text.text, raw, content.page)
    if cause in WEAK_CAUSES and content.cause is not None:
        cause, evidence = content.cause, {}
    if cause in WEAK_CAUSES and pages:
        blank = pages if walls.count_words(text.text) < pages * FEWEST_WORDS else pages_without_text or 0
        if blank:
            cause, evidence = Cause.UNREADABLE, {"pages without text": f"{blank} of {pages}"}
    title = {"title": text.title} if text.title else {}
    known = {"status": str(status), "media type": kind, **content.evidence, **title}
    shown = replace(text, language=text.language or named.get("content-language", "").split(",")[0].strip())
    return Document(shown if text.text.strip() else None, cause, kind, extractor, known | evidence)
