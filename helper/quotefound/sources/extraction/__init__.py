"""Bytes in, text out: what a document is, what it says to a reader, and why that may not be all of it.

Pure: no network, no clock, no file, so that it runs in a worker process and on a command line alike. A new format is
one module here and one line in `READERS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from quotefound.core.terms import Cause
from quotefound.core.text import Text
from quotefound.sources import walls
from quotefound.sources.extraction import encoding, html, kinds, plain


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


Reader = Callable[[Raw], tuple[Text, html.Page | None, dict[str, str]]]


def read_html(raw: Raw) -> tuple[Text, html.Page | None, dict[str, str]]:
    decoded = encoding.decode(raw.content, content_type=raw.media_type, truncated=raw.truncated)
    as_xml = raw.media_type.lower().startswith(kinds.XHTML_TYPE)
    page = html.read_html(html.html_of_xhtml(decoded.text) if as_xml else decoded.text)
    return page.text, page, {"encoding": f"{decoded.encoding} ({decoded.by})"}


def read_plain(raw: Raw) -> tuple[Text, html.Page | None, dict[str, str]]:
    decoded = encoding.decode(raw.content, content_type=raw.media_type, markup=False, truncated=raw.truncated)
    return plain.read_plain(decoded.text), None, {"encoding": f"{decoded.encoding} ({decoded.by})"}


READERS: dict[str, tuple[str, Reader]] = {
    kinds.HTML: (html.EXTRACTOR, read_html),
    kinds.PLAIN: (plain.EXTRACTOR, read_plain),
}


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

    `pages` and `pages_without_text` are what a paged format counted. Raises only what a hostile document provokes in a
    parser; the worker process turns that into a cause.
    """
    named = {name.lower(): value for name, value in (headers or {}).items()}
    declared = media_type or named.get("content-type", "")
    answer = walls.Answer(status, named, address, final_address, truncated)
    kind = kinds.kind_of(raw, declared) if raw else (declared.split(";")[0].strip().lower() or kinds.PLAIN)
    extractor, reader = READERS.get(kind, ("", None))
    if reader is None:
        # An error page stays one though its body is of no kind that can be read.
        cause, evidence = walls.judge(answer, "", raw, None)
        if raw and cause in (Cause.TOO_SHORT, Cause.CUT_OFF):
            cause, evidence = Cause.UNSUPPORTED_TYPE, {}
        return Document(None, cause, kind, "quotefound-none@1", {"status": str(status), "media type": kind, **evidence})
    text, page, found = reader(Raw(raw, declared, truncated))
    cause, evidence = walls.judge(answer, text.text, raw, page)
    if cause in (None, Cause.TOO_SHORT, Cause.CUT_OFF) and pages:
        blank = pages if not text.text.strip() else pages_without_text or 0
        if blank:
            cause, evidence = Cause.UNREADABLE, {"pages without text": f"{blank} of {pages}"}
    known = {"status": str(status), "media type": kind, **found, **({"title": text.title} if text.title else {})}
    shown = replace(text, language=text.language or named.get("content-language", "").split(",")[0].strip())
    return Document(shown if text.text.strip() else None, cause, kind, extractor, known | evidence)
