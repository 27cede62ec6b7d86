"""ODT: the document's content, as `stream` reads it. Text styles say what is raised or hidden."""

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

EXTRACTOR = "quotefound-odt@1"
DROPPED = frozenset("tracked-changes annotation annotation-end sequence-decls forms variable-decls scripts".split())
BLOCKS = {"p": "B", "h": "H", "list-item": "I", "table-cell": "C", "table-row": "B"}
NONE = ("", "")


def read_odt(archive: Archive) -> Text:
    """Reads a whole document. Raises Refused."""
    content = Content()
    parse(archive.read("content.xml"), content.opened, content.closed, content.said)
    stream = Stream()
    text = stream.read("".join(content.out) + f"{MARK}R{''.join(content.notes)}{MARK}{END}")
    about = packed.said_of(archive.read("meta.xml"), "title", "language")
    return Text(
        text,
        tuple(stream.blocks),
        tuple(stream.notes),
        tuple(dict.fromkeys(stream.hidden)),
        title=about.get("title", ""),
        language=about.get("language", ""),
    )


class Content:
    """The content's events as marked text; the bodies of notes apart."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.notes: list[str] = []
        self._into = self.out
        self._styles: dict[str, tuple[str, str]] = {}
        self._style = ""
        self._spans: list[str] = []
        self._dropped = self._blocks = 0

    def opened(self, name: str, attributes: Attributes) -> None:
        if name in DROPPED or self._dropped:
            self._dropped += 1
        elif name == "style":
            self._style = attributes.get("name", "")
        elif name == "text-properties" and self._style:
            self._styles[self._style] = marks_of(attributes)
        elif name in BLOCKS:
            self._blocks += 1
            self._into.append(MARK + BLOCKS[name])
        elif name == "span":
            before, after = self._styles.get(attributes.get("style-name", ""), NONE)
            self._into.append(before)
            self._spans.append(after)
        elif name == "line-break":
            self._into.append(MARK + BREAK)
        elif name in ("tab", "s"):
            self._into.append(MARK + SPACE if name == "tab" else " ")
        elif name == "note-citation":
            self._into.append(MARK + NOTE + MARK + RAISE)
        elif name == "note-body":
            self._into = self.notes

    def closed(self, name: str) -> None:
        if self._dropped:
            self._dropped -= 1
        elif name in BLOCKS:
            self._blocks -= 1
            self._into.append(MARK + END)
        elif name == "span":
            self._into.append(self._spans.pop())
        elif name == "note-citation":
            self._into.append(MARK + RAISE_END + MARK + NOTE_END)
        elif name == "note-body":
            self._into = self.out

    def said(self, text: str) -> None:
        if self._blocks and not self._dropped:
            self._into.append(text.replace(MARK, ""))


def marks_of(properties: Attributes) -> tuple[str, str]:
    """What stands before and after text of a style."""
    position = properties.get("text-position", "").split(" ")[0]
    if properties.get("display") == "none":
        return MARK + "h", MARK + END
    if properties.get("text-line-through-style", "none") != "none":
        return MARK + "s", MARK + END
    if position == "super" or (position.rstrip("%").isdigit() and position.strip("0%")):
        return MARK + RAISE, MARK + RAISE_END
    if position == "sub" or position.startswith("-"):
        return MARK + LOWER, MARK + LOWER_END
    return NONE
