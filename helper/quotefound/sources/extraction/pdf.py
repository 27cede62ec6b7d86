"""PDF: the whole document as one text, and what of it could not be read, said with its evidence.

Scans without words, fonts that do not say which letters they paint, a password: each stops "not in the source" from
being said. Knows no geometry.
"""

import re
import unicodedata
from dataclasses import dataclass, field

from quotefound.core.terms import Cause
from quotefound.core.text import Text
from quotefound.sources.extraction import pdfium
from quotefound.sources.extraction.layout import lay_out
from quotefound.sources.extraction.pdf_lines import Line, lines_of

EXTRACTOR = "quotefound-pdf@1"
MOST_PAGES = 2_000  # a longer document is read so far
COVERED = 8  # pages: a document this long may have a picture for its cover, and nobody quotes that
OUTER = 6  # lines: a page with more has text of its own, not only a head, a foot and a stamp
FEWEST_SIGNS = 40  # on a page, before a share of them says anything
# Honest pages have under one in a hundred signs that no font means, broken ones a half and more.
MOST_DAMAGED = 0.05
# Of what is neither space nor a leader's dot; a page of code and figures has more, a page of wrong letters less.
FEWEST_LETTERS = 0.5
FEWEST_WORDS = 20  # a page with more words of three letters is no page of wrong letters: a chart drawn in signs
PICTURE_SHARE = 0.2  # of a page: a picture this large may be a scan
MANY_SHAPES = 100  # a page without text but with so many shapes may hold words drawn as outlines
PLAIN = re.compile(r"[0-9A-Za-z]+")
WORD = re.compile(r"[^\W\d_]{3,}")
SPACE = re.compile(r"[\s.·•\ufffe]+")


@dataclass(slots=True)
class Pdf:
    """What was read, why it is not all, and what says so."""

    text: Text
    cause: Cause | None = None
    evidence: dict[str, str] = field(default_factory=dict)


def read_pdf(raw: bytes) -> Pdf:
    """Reads a whole document."""
    try:
        document = pdfium.Pages(raw)
    except ValueError as trouble:
        return Pdf(Text(""), Cause.UNREADABLE, {"document": str(trouble)})
    pages: list[list[Line]] = []
    pictured: list[int] = []  # pages that show something, whether or not they have words
    damaged: list[int] = []
    try:
        count = document.count
        for number in range(min(count, MOST_PAGES)):
            with document.page(number) as page:
                lines = lines_of(page) if page is not None else []
                if page is None or (len(lines) < OUTER and shows_something(page)):
                    pictured.append(number)
                if page is not None and is_damaged(page.text):
                    damaged.append(number)
                pages.append(lines)
        laid = lay_out(pages, document.said("Title"), document.language())
    finally:
        document.close()
    covers = (0, count - 1) if count >= COVERED else ()
    bare = sorted({*laid.bare_pages} & {*pictured} - {*covers})
    evidence = {"pages": str(count)}
    cause = None
    if damaged:
        cause, evidence["pages in broken fonts"] = Cause.UNREADABLE, f"{len(damaged)} of {count}"
    elif bare or count == 0:
        cause, evidence["pages without text"] = Cause.UNREADABLE, f"{len(bare)} of {count}"
    elif count > MOST_PAGES:
        cause, evidence["pages read"] = Cause.CUT_OFF, f"{MOST_PAGES} of {count}"
    return Pdf(laid.text, cause, evidence)


def shows_something(page: pdfium.Page) -> bool:
    """Whether a page shows a picture or a drawing large enough to hold words."""
    painted = page.painted()
    if sum(kind == pdfium.PAGE_OBJECT_PATH for kind, *_ in painted) >= MANY_SHAPES:
        return True
    start, bottom, end, ceiling = page.bounds
    room = PICTURE_SHARE * (end - start) * (ceiling - bottom)
    pictures = (pdfium.PAGE_OBJECT_IMAGE, pdfium.PAGE_OBJECT_FORM)
    return any(kind in pictures and (right - left) * (top - low) >= room for kind, left, low, right, top in painted)


def is_damaged(text: str) -> bool:
    """Whether a page's fonts do not say which letters they paint."""
    signs = SPACE.sub("", text)
    rest = PLAIN.sub("", signs)
    if len(signs) < FEWEST_SIGNS or len(rest) < MOST_DAMAGED * len(signs):
        return False
    kinds = [unicodedata.category(sign) for sign in rest]
    damaged = sum(kind in ("Cc", "Co", "Cn") for kind in kinds) + rest.count("\ufffd")
    letters = len(signs) - len(rest) + sum(kind[0] in "LMN" or kind == "Cs" for kind in kinds)
    if damaged > MOST_DAMAGED * len(signs):
        return True
    return letters < FEWEST_LETTERS * len(signs) and len(WORD.findall(text)) < FEWEST_WORDS
