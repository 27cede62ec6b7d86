"""What a source says, as values: the text a reader sees, its blocks, and what the reader does not see.

Made by extraction, read by the matcher; knows neither. Two conventions make the text self-describing, so that a
slice of it can be tokenized like the whole: blocks are parted by an empty line ("\\n\\n"), and a line break inside
a block is one "\\n". All offsets are code points into `Text.text`.
"""

from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

# What a block is on the page, and which part of the page it stands in.
KINDS = ("paragraph", "heading", "item", "cell", "quotation", "pre", "caption")
ZONES = ("article", "heading", "caption", "comment", "navigation", "reference list", "title", "invisible layer")


class Block(NamedTuple):
    """One run of text that nothing but a block edge parts from the next; `start` and `end` in code points."""

    start: int
    end: int
    kind: str = "paragraph"
    zone: str = "article"


@dataclass(frozen=True, slots=True)
class Text:
    """A source's text.

    `notes` are the spans, in code points and in order, of note marks such as a raised "12" that leads to a footnote;
    they stand in `text`, and the matcher may skip them. `hidden` holds what the page carries without showing it
    (hidden elements, alt texts, embedded data), each with the name of where it stood; it can block "not in the
    source", never give "found". `pages` are the code points at which each page of a paged document begins.
    """

    text: str
    blocks: tuple[Block, ...] = ()
    notes: tuple[tuple[int, int], ...] = ()
    hidden: tuple[tuple[str, str], ...] = ()
    title: str = ""
    language: str = ""
    published: str = ""
    pages: tuple[int, ...] = ()

    def page_at(self, offset: int) -> int | None:
        """The number, from 1, of the page that a code point stands on; None in a document without pages."""
        return bisect_right(self.pages, offset) or None
