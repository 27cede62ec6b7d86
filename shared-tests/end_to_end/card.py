"""The card as a reader sees it: read and found through the browser's debugger, since its shadow root is closed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession
from playwright.sync_api import Error as BrowserError

HOST = "QUOTEFOUND-CARD"
# Elements inside a line: no space parts their words from what stands beside them.
INLINE = {"span", "ins", "del", "mark", "b", "i", "em", "strong", "a", "q", "bdi", "small", "u", "s"}


@dataclass(frozen=True)
class Part:
    """An element of the card as the debugger sees it."""

    name: str
    attributes: dict[str, str]
    words: str
    node: int  # the debugger's backend id
    parts: tuple["Part", ...]

    def all(self) -> Iterator["Part"]:
        yield self
        for part in self.parts:
            yield from part.all()

    def having(self, **attributes: str) -> list["Part"]:
        """The elements in it with these attributes; `class_` holds one of an element's class names."""
        wanted = {name.rstrip("_"): value for name, value in attributes.items()}
        return [
            part
            for part in self.all()
            if all(value in part.attributes.get(name, "").split() for name, value in wanted.items())
        ]

    def links(self) -> list["Part"]:
        return [part for part in self.all() if part.name == "a" and "href" in part.attributes]


def read_visible(debugger: CDPSession, class_name: str) -> Part | None:
    """What we added to the page that has this class ("card", "bar"), if it can be seen."""
    root = debugger.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
    host = next((node for node in _nodes(root) if node["nodeName"] == HOST), None)
    found = _part(host["shadowRoots"][0]).having(class_=class_name) if host else []
    return next((part for part in found if corners_of(debugger, part)), None)


def corners_of(debugger: CDPSession, part: Part) -> list[float] | None:
    """x and y of the four corners of a part in the window; None when it is not rendered."""
    try:
        found: list[float] = debugger.send("DOM.getBoxModel", {"backendNodeId": part.node})["model"]["content"]
    except BrowserError:
        return None
    return found if found[0] != found[4] and found[1] != found[5] else None


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("children", ()):
        yield from _nodes(child)


def _part(node: dict[str, Any]) -> Part:
    names = node.get("attributes", [])
    children = node.get("children", [])
    words = "".join(_words(child) for child in children)
    return Part(
        node["localName"] or node["nodeName"],
        dict(zip(names[0::2], names[1::2], strict=True)),
        " ".join(words.split()),
        node["backendNodeId"],
        tuple(_part(child) for child in children if child["nodeType"] == 1),
    )


def _words(node: dict[str, Any]) -> str:
    if node["nodeType"] == 3:
        return str(node["nodeValue"])
    inside = "".join(_words(child) for child in node.get("children", ()))
    return "" if node["localName"] in ("style", "script") else inside if node["localName"] in INLINE else f" {inside} "
