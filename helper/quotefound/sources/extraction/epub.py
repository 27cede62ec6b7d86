"""EPUB: its chapters in the order of its spine, each read as the page it is."""

import posixpath
from urllib.parse import unquote

from quotefound.core.terms import Cause
from quotefound.core.text import Block, Text
from quotefound.sources.extraction import encoding, html, packed
from quotefound.sources.extraction.packed import Archive, Attributes, Refused, parse

EXTRACTOR = "quotefound-epub@1"
PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbncx+xml")
# Ciphers of fonts alone; a chapter under any other cannot be read.
FONT_CIPHERS = (b"http://www.idpf.org/2008/embedding", b"http://ns.adobe.com/pdf/enc#RC")


def read_epub(archive: Archive) -> Text:
    """Reads a whole book. Raises Refused."""
    rules = archive.read("META-INF/encryption.xml")
    if rules.count(b"EncryptionMethod") > sum(rules.count(cipher) for cipher in FONT_CIPHERS):
        raise Refused(Cause.UNREADABLE, "encrypted for one reader's device")
    place = package_place(archive.read("META-INF/container.xml"))
    package = archive.read(place)
    if not package:
        raise Refused(Cause.UNREADABLE, "names no contents")
    chapters = [
        html.read_html(html.html_of_xhtml(encoding.decode(archive.read(name)).text)).text
        for name in spine(package, posixpath.dirname(place))
    ]
    about = packed.said_of(package, "title", "language")
    return joined(chapters, about.get("title", ""), about.get("language", ""))


def package_place(container: bytes) -> str:
    """Where the archive keeps the list of its contents."""
    places: list[str] = []

    def opened(name: str, attributes: Attributes) -> None:
        if name == "rootfile" and attributes.get("full-path"):
            places.append(attributes["full-path"])

    parse(container or b"<none/>", opened, lambda _: None, lambda _: None)
    return places[0] if places else ""


def spine(package: bytes, folder: str) -> list[str]:
    """The names of the chapters' entries, in reading order."""
    places: dict[str, str] = {}
    order: list[str] = []

    def opened(name: str, attributes: Attributes) -> None:
        if name == "item" and attributes.get("media-type") in PAGES:
            places[attributes.get("id", "")] = attributes.get("href", "")
        elif name == "itemref":
            order.append(attributes.get("idref", ""))

    parse(package, opened, lambda _: None, lambda _: None)
    found = (posixpath.normpath(posixpath.join(folder, unquote(places[one]))) for one in order if one in places)
    return list(dict.fromkeys(found))  # a chapter is read once, however often it is named


def joined(chapters: list[Text], title: str, language: str) -> Text:
    """Several texts as one, in order."""
    texts: list[str] = []
    blocks: list[Block] = []
    notes: list[tuple[int, int]] = []
    hidden: list[tuple[str, str]] = []
    offset = 0
    for chapter in chapters:
        hidden += chapter.hidden
        if not chapter.text:
            continue
        texts.append(chapter.text)
        blocks += [Block(one.start + offset, one.end + offset, one.kind, one.zone) for one in chapter.blocks]
        notes += [(start + offset, end + offset) for start, end in chapter.notes]
        offset += len(chapter.text) + 2
    return Text(
        "\n\n".join(texts), tuple(blocks), tuple(notes), tuple(dict.fromkeys(hidden)), title=title, language=language
    )
