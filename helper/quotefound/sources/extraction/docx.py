"""DOCX: the document, its notes and what it hides, as `stream` reads them.

Inserted words are kept, deleted ones are not; a field's result is kept, its instruction is not. Knows the elements of
WordprocessingML that change what a reader sees, and passes through all others.
"""

import re

from quotefound.core.text import Text
from quotefound.sources.extraction import packed
from quotefound.sources.extraction.packed import Archive, Attributes, parse
from quotefound.sources.extraction.stream import (
    BREAK,
    END,
    LOWER,
    LOWER_END,
    MARK,
    NOTE,
    NOTE_END,
    RAISE,
    RAISE_END,
    SPACE,
    Stream,
)

EXTRACTOR = "quotefound-docx@1"
DROPPED = frozenset("del moveFrom instrText delText delInstrText Fallback pict oleObject".split())
TEXT = frozenset({"t"})
HEADING = re.compile(r"heading|title", re.I)
FALSE = frozenset({"0", "false", "off", "none"})
INLINE = {
    **dict.fromkeys(("br", "cr"), MARK + BREAK),
    "tab": MARK + SPACE,
    "noBreakHyphen": "\u2011",
    "softHyphen": "\u00ad",
}
RAISED = {"superscript": (MARK + RAISE, MARK + RAISE_END), "subscript": (MARK + LOWER, MARK + LOWER_END)}
FORMULA = {"sup": RAISED["superscript"], "sub": RAISED["subscript"]}


def read_docx(archive: Archive) -> Text:
    """Reads a whole document. Raises Refused."""
    body = Story()
    body.read(archive.read("word/document.xml"))
    parts = ["".join(body.out)]
    for kind in ("footnote", "endnote"):
        notes = Story(numbers=body.numbers)
        if raw := archive.read(f"word/{kind}s.xml"):
            notes.read(raw)
            parts.append(f"{MARK}R{''.join(notes.out)}{MARK}{END}")
    stream = Stream()
    text = stream.read("".join(parts))
    heads = [name for name in archive.names if re.fullmatch(r"word/(?:header|footer)\d*\.xml", name)]
    hidden = [*stream.hidden]
    for name in heads:
        head = Stream()
        story = Story()
        story.read(archive.read(name))
        words = " ".join(head.read("".join(story.out)).split())
        hidden += [("running head", words)] if words else []
    about = packed.said_of(archive.read("docProps/core.xml"), "title", "language")
    return Text(
        text,
        tuple(stream.blocks),
        tuple(stream.notes),
        tuple(dict.fromkeys(hidden)),
        title=about.get("title", ""),
        language=about.get("language", "") or declared_language(archive.read("word/styles.xml")),
    )


def declared_language(styles: bytes) -> str:
    """The language that the document's styles set for all text, or ""."""
    found = re.search(rb"<w:lang\b[^>]*?\bw:val=\"([A-Za-z-]{2,15})\"", styles)
    return found.group(1).decode() if found else ""


class Paragraph:
    """A paragraph that is open: its kind is known only when its properties have been read."""

    def __init__(self) -> None:
        self.kind, self.pieces = "B", [""]


class Story:
    """One part of a document: body, notes or a head. `numbers` gives notes their numbers, by kind and id."""

    def __init__(self, numbers: dict[tuple[str, str], int] | None = None) -> None:
        self.out: list[str] = []
        self.numbers = numbers if numbers is not None else {}
        self._open: list[Paragraph] = []  # a text box has paragraphs inside one of the page
        self._run: tuple[str, str] = ("", "")
        self._hidden = ""
        self._dropped = 0
        self._in_text = self._in_run = False

    def read(self, raw: bytes) -> None:
        parse(raw, self._opened, self._closed, self._said)

    def _emit(self, words: str) -> None:
        if self._open and not self._dropped:
            self._open[-1].pieces.append(words)

    def _opened(self, name: str, attributes: Attributes) -> None:
        if name in DROPPED or self._dropped:
            self._dropped += 1
            return
        value = attributes.get("val", "")
        if name == "p":
            self._open.append(Paragraph())
        elif name == "tc":
            self.out.append(MARK + "C")
        elif name == "tr":
            self.out.append(MARK + "B")
        elif name in ("pStyle", "outlineLvl") and self._open:
            if HEADING.match(value) or (name == "outlineLvl" and value in "012345678"):
                self._open[-1].kind = "H"
            elif value.lower().startswith("caption"):
                self._open[-1].kind = "F"
            elif value.lower().startswith(("quote", "intensequote")):
                self._open[-1].kind = "Q"
        elif name == "numPr" and self._open and self._open[-1].kind == "B":
            self._open[-1].kind = "I"
        elif name == "r":
            self._run, self._hidden, self._in_run = ("", ""), "", True
        elif name == "vertAlign":
            self._run = RAISED.get(value, ("", ""))
        elif name in ("vanish", "webHidden") and self._in_run and value not in FALSE:
            self._hidden = "h"
        elif name in ("strike", "dstrike") and self._in_run and value not in FALSE:
            self._hidden = self._hidden or "s"
        elif name in TEXT:
            self._in_text = True
            self._emit((f"{MARK}{self._hidden}" if self._hidden else "") + self._run[0])
        elif name in INLINE and self._in_run:
            self._emit(INLINE[name])
        elif name == "sym":
            self._symbol(attributes.get("char", ""))
        elif name in ("footnoteReference", "endnoteReference"):
            self._note(name.removesuffix("Reference"), attributes.get("id", ""))
        elif name in ("footnote", "endnote"):
            number = self.numbers.get((name, attributes.get("id", "")))
            self.out.append(f"{MARK}B{MARK}{RAISE}{number}{MARK}{RAISE_END} " if number else MARK + "x")
        elif name in FORMULA:
            self._emit(FORMULA[name][0])
        elif name == "den":
            self._emit("/")

    def _closed(self, name: str) -> None:
        if self._dropped:
            self._dropped -= 1
        elif name == "p":
            paragraph = self._open.pop()
            self.out += [MARK + paragraph.kind, *paragraph.pieces, MARK + END]
        elif name in ("tc", "tr", "footnote", "endnote"):
            self.out.append(MARK + END)
        elif name in TEXT:
            self._in_text = False
            self._emit(self._run[1] + (MARK + END if self._hidden else ""))
        elif name == "r":
            self._in_run = False
        elif name in FORMULA:
            self._emit(FORMULA[name][1])
        elif name == "f":
            self._emit(MARK + SPACE)

    def _said(self, text: str) -> None:
        if self._in_text and not self._dropped:
            self._emit(text.replace(MARK, ""))

    def _symbol(self, code: str) -> None:
        """A sign by its number; those of symbol fonts have no meaning outside them."""
        try:
            sign = chr(int(code, 16))
        except (ValueError, OverflowError):
            return
        if not "\ue000" <= sign <= "\uf8ff" and sign != MARK:
            self._emit(sign)

    def _note(self, kind: str, key: str) -> None:
        same = sum(one == kind for one, _ in self.numbers)
        number = self.numbers.setdefault((kind, key), same + 1)
        self._emit(f"{MARK}{NOTE}{MARK}{RAISE}{number}{MARK}{RAISE_END}{MARK}{NOTE_END}")
