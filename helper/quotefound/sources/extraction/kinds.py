"""What kind of document some bytes are. The bytes decide; a header only settles what bytes leave open."""

import re

LOOK_AT = 1024  # bytes
MARKS_OF_TEXT = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
WIDE = re.compile(r"charset\s*=\s*[\"']?utf-16", re.I)
HTML_START = re.compile(
    rb"\s*(?:<!--.*?-->\s*|<\?xml[^>]*\?>\s*)*<(?:!doctype\s+html|html|head|body|meta|title)\b", re.I | re.S
)
XHTML = re.compile(rb"<(?:!doctype\s+html|html)\b", re.I)
ANY_TAG = re.compile(
    rb"</?(?:p|div|span|br|h[1-6]|ul|ol|li|table|a|article|section|main|script|style|em|strong|b|i)\b[^>]*>", re.I
)
# Text read as text by browsers whatever it looks like inside.
PLAIN_TYPES = ("text/plain", "text/x-rst", "text/csv")
MARKDOWN_TYPES = ("text/markdown", "text/x-markdown")
XHTML_TYPE = "application/xhtml+xml"
HTML_TYPES = ("text/html", XHTML_TYPE)
# More control characters than this share of the first bytes is no text in any encoding.
MOST_CONTROLS = 0.05
CONTROLS = bytes(set(range(32)) - {9, 10, 12, 13, 27})

HTML, PLAIN, MARKDOWN, PDF, ARCHIVE, XML, JSON, BINARY = (
    "text/html", "text/plain", "text/markdown", "application/pdf", "application/zip", "application/xml",
    "application/json", "application/octet-stream",
)  # fmt: skip
DOCX, ODT, EPUB = (
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.oasis.opendocument.text", "application/epub+zip",
)  # fmt: skip
# What stands in an archive's bytes when it is of a kind that can be read: an entry's name, or the type it begins with.
PACKED = (
    (b"word/document.xml", DOCX),
    (b"mimetype" + ODT.encode(), ODT),
    (b"mimetype" + EPUB.encode(), EPUB),
    (b"META-INF/container.xml", EPUB),
)
# How an address ends, where nothing else says what its text is.
ENDINGS = {".md": MARKDOWN, ".markdown": MARKDOWN, ".json": JSON, ".geojson": JSON}


def kind_of(raw: bytes, declared: str = "", address: str = "") -> str:
    """The media type of a document's bytes; `declared` is the header's, with or without parameters.

    Its address's ending tells Markdown from other text that was declared as plain.
    """
    name = declared.split(";")[0].strip().lower()
    head = raw[:LOOK_AT]
    if b"%PDF-" in head:
        return PDF if head.lstrip().startswith(b"%PDF-") or not HTML_START.match(head) else HTML
    if head.startswith(b"PK\x03\x04"):
        return next((kind for sign, kind in PACKED if sign in raw), ARCHIVE)
    if not head.startswith(MARKS_OF_TEXT) and not WIDE.search(declared):  # every second byte of UTF-16 may be NUL
        controls = len(head) - len(head.translate(None, CONTROLS))
        if b"\0" in head or controls > len(head) * MOST_CONTROLS:
            return BINARY
    if name in MARKDOWN_TYPES:
        return MARKDOWN
    if name in PLAIN_TYPES:
        return MARKDOWN if kind_by_ending(address) == MARKDOWN else PLAIN
    if name in HTML_TYPES or HTML_START.match(head):
        return HTML
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"<?xml") or name.endswith(("/xml", "+xml")):
        return HTML if XHTML.search(head) else XML
    if name.endswith(("/json", "+json")):
        return JSON
    if name.startswith(("image/", "audio/", "video/", "font/")):
        return BINARY
    if not head.startswith(MARKS_OF_TEXT[1:]) and start.startswith(b"<") and ANY_TAG.search(head):
        return HTML
    return kind_by_ending(address) or PLAIN


def kind_by_ending(address: str) -> str:
    """The kind of text that an address's ending names, or ""."""
    path = address.partition("#")[0].partition("?")[0].lower()
    return next((kind for ending, kind in ENDINGS.items() if path.endswith(ending)), "")
