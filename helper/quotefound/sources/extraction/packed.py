"""Documents that are zip archives: their entries, unpacked only so far, and XML read event by event.

Nothing is written to disk. What is too large when unpacked, nested too deeply, encrypted or broken ends in a refusal
with its cause. Knows no format.
"""

import io
import zipfile
import zlib
from collections.abc import Callable
from xml.parsers import expat

from quotefound.core.terms import Cause

MOST_UNPACKED = 64 << 20  # bytes of all entries read: the text of a hundred long books
MOST_ENTRIES = 20_000
MOST_DEPTH = 500  # elements in each other; a document of people has some twenty


class Refused(Exception):  # noqa: N818 - an outcome that is handled one level up, not an error that leaves
    """An archive that is not read, or not to its end, with the cause for the reader."""

    def __init__(self, cause: Cause, why: str) -> None:
        super().__init__(why)
        self.cause = cause


class BrokenXml(Refused):
    """XML that no parser reads to its end."""


class Archive:
    """A zip archive in memory. Raises Refused."""

    def __init__(self, raw: bytes) -> None:
        self._room = MOST_UNPACKED
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(raw))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as trouble:
            raise Refused(Cause.UNREADABLE, f"damaged: {trouble}") from trouble
        self.names = self._zip.namelist()
        if len(self.names) > MOST_ENTRIES:
            raise Refused(Cause.TOO_LARGE, f"{len(self.names)} entries")

    def read(self, name: str) -> bytes:
        """An entry's bytes; b"" for one that is not there."""
        if name not in self._zip.NameToInfo:
            return b""
        try:
            with self._zip.open(name) as entry:
                content = entry.read(self._room + 1)
        except RuntimeError as trouble:
            raise Refused(Cause.UNREADABLE, "asks for a password") from trouble
        except (zipfile.BadZipFile, OSError, EOFError, zlib.error, NotImplementedError) as trouble:
            raise Refused(Cause.UNREADABLE, f"damaged: {trouble}") from trouble
        self._room -= len(content)
        if self._room < 0:
            raise Refused(Cause.TOO_LARGE, f"over {MOST_UNPACKED >> 20} MB unpacked")
        return content


Attributes = dict[str, str]


def parse(
    raw: bytes | str,
    opened: Callable[[str, Attributes], None],
    closed: Callable[[str], None],
    said: Callable[[str], None],
) -> None:
    """Reads XML, calling for each element's begin and end and each piece of text; names come without namespaces.

    Raises Refused, for a declaration of entities too: nothing in a document may expand.
    """
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    depth = 0

    def begin(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEPTH:
            raise Refused(Cause.UNREADABLE, "nested too deeply")
        opened(name.rpartition("}")[2], {key.rpartition("}")[2]: value for key, value in attributes.items()})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        closed(name.rpartition("}")[2])

    def refuse(*_: object) -> None:
        raise Refused(Cause.UNREADABLE, "declares entities of its own")

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, said
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(raw, True)
    except expat.ExpatError as trouble:
        raise BrokenXml(Cause.UNREADABLE, f"broken XML: {trouble}") from trouble


def said_of(raw: bytes, *names: str) -> dict[str, str]:
    """The texts of the first elements of these names in a small XML document, such as its title; {} if it is broken."""
    found: dict[str, str] = {}
    whole: set[str] = set()
    inside: list[str] = []

    def closed(name: str) -> None:
        inside.pop()
        if name in found:
            whole.add(name)

    def said(text: str) -> None:
        if inside[-1] in names and inside[-1] not in whole:
            found[inside[-1]] = found.get(inside[-1], "") + text

    try:
        parse(raw, lambda name, _: inside.append(name), closed, said)
    except Refused:
        return {}
    return {name: " ".join(text.split()) for name, text in found.items()}
