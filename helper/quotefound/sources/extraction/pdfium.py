"""PDFium as a few calls: a document's pages, and of each page its characters with their boxes.

The only module that knows the library; it is loaded when first asked for, by a worker before it takes strangers'
documents. One call per character is affordable (a million a second), a Python object per character is not.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import repeat
from types import ModuleType

PASSWORD_NEEDED = 4  # FPDF_ERR_PASSWORD
PAGE_OBJECT_TEXT, PAGE_OBJECT_PATH, PAGE_OBJECT_IMAGE, PAGE_OBJECT_FORM = 1, 2, 3, 5
WHITE = 250  # of 255 in each colour: the paper, to the eye
INVISIBLE = 3  # the text render mode that paints nothing: how an OCR layer lies over its scan
LINK = 2  # the one kind of annotation that paints no words
ANGLES = {1: 270, 2: 180, 3: 90}  # PDFium counts quarters clockwise
# Objects of one page that are looked at; a drawing may have a hundred thousand.
MOST_OBJECTS = 400
NO_TITLES = ("about:blank", "untitled")  # what programs write where nobody wrote a title
MOST_STROKES = 4_000  # a full page of code has a thousand pieces of text
LONGEST_STROKE = 12.0  # points


@cache
def library() -> ModuleType:
    """The library, started. Its thin bindings alone: the package's own classes load a third more for no use here."""
    from pypdfium2_raw import bindings  # type: ignore[import-untyped]

    bindings.FPDFText_GetLooseCharBox.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
    bindings.FPDF_InitLibrary()
    loaded: ModuleType = bindings
    return loaded


class Pages:
    """An open document. Raises ValueError when PDFium cannot open it; `args[0]` says why."""

    def __init__(self, raw: bytes) -> None:
        self._pdf = library()
        self._raw = raw  # PDFium reads from it as long as the document is open
        self._document = self._pdf.FPDF_LoadMemDocument64(raw, len(raw), None)
        if not self._document:
            wanted = self._pdf.FPDF_GetLastError() == PASSWORD_NEEDED
            raise ValueError("asks for a password" if wanted else "damaged")
        self.count: int = max(0, self._pdf.FPDF_GetPageCount(self._document))

    def close(self) -> None:
        self._pdf.FPDF_CloseDocument(self._document)

    def said(self, name: str) -> str:
        """An entry of the document's own description, such as "Title"; "" without one."""
        size = self._pdf.FPDF_GetMetaText(self._document, name.encode(), None, 0)
        if size <= 2 or size > 10_000:
            return ""
        buffer = ctypes.create_string_buffer(size)
        self._pdf.FPDF_GetMetaText(self._document, name.encode(), buffer, size)
        said = buffer.raw[:-2].decode("utf-16-le", "replace").strip("\0 ")
        return "" if said.lower() in NO_TITLES else said

    def language(self) -> str:
        """The language the document declares for itself, or ""."""
        size = self._pdf.FPDFCatalog_GetLanguage(self._document, None, 0)
        if size <= 2 or size > 200:
            return ""
        buffer = (ctypes.c_ushort * (size // 2))()
        self._pdf.FPDFCatalog_GetLanguage(self._document, buffer, size)
        return bytes(buffer)[:-2].decode("utf-16-le", "replace").strip()

    @contextmanager
    def page(self, number: int) -> Iterator["Page | None"]:
        """One page, closed again after use; None where PDFium finds none."""
        pdf = self._pdf
        handle = pdf.FPDF_LoadPage(self._document, number)
        if not handle:
            yield None
            return
        try:
            # What is typed into a form or noted on a page is painted apart; flattening makes it part of the page.
            if self._is_annotated(handle) and pdf.FPDFPage_Flatten(handle, 0) == 1:
                pdf.FPDF_ClosePage(handle)
                handle = pdf.FPDF_LoadPage(self._document, number)
            text = pdf.FPDFText_LoadPage(handle)
            try:
                yield Page(pdf, handle, text) if text else None
            finally:
                if text:
                    pdf.FPDFText_ClosePage(text)
        finally:
            pdf.FPDF_ClosePage(handle)

    def _is_annotated(self, handle: object) -> bool:
        pdf = self._pdf
        for number in range(min(pdf.FPDFPage_GetAnnotCount(handle), MOST_OBJECTS)):
            annotation = pdf.FPDFPage_GetAnnot(handle, number)
            if annotation:
                kind = pdf.FPDFAnnot_GetSubtype(annotation)
                pdf.FPDFPage_CloseAnnot(annotation)
                if kind != LINK:
                    return True
        return False


def bounds_of(pdf: ModuleType, handle: object) -> tuple[float, float, float, float]:
    box = pdf.FS_RECTF()
    if pdf.FPDF_GetPageBoundingBox(handle, ctypes.byref(box)):
        return box.left, box.bottom, box.right, box.top
    return 0.0, 0.0, pdf.FPDF_GetPageWidthF(handle), pdf.FPDF_GetPageHeightF(handle)


class Page:
    """One page: `text` has one character per place (half a surrogate pair counts as one), `boxes` four numbers each."""

    def __init__(self, pdf: ModuleType, handle: object, text: object) -> None:
        self._pdf, self._handle, self._text = pdf, handle, text
        # left, bottom, right, top of what is shown, in the coordinates of its characters
        self.bounds = bounds_of(pdf, handle)
        count = max(0, pdf.FPDFText_CountChars(text))
        units = (ctypes.c_ushort * (2 * count + 2))()
        written = max(1, pdf.FPDFText_GetText(text, 0, 2 * count, units)) - 1 if count else 0
        if written == count:
            self.text = "".join(map(chr, units[:count]))
        else:  # what PDFium leaves out of its text it still counts
            self.text = "".join(map(chr, (pdf.FPDFText_GetUnicode(text, at) & 0xFFFF for at in range(count))))
        # left, top, right, bottom of each character, from the font's ascent to its descent, in points from below
        boxes = (ctypes.c_float * (4 * count))()
        start = ctypes.addressof(boxes)
        places = range(start, start + 16 * count, 16)
        for _ in map(pdf.FPDFText_GetLooseCharBox, repeat(text), range(count), places):
            pass
        self.boxes: list[float] = boxes[:]
        self._x, self._y = ctypes.c_double(), ctypes.c_double()

    def baseline(self, at: int) -> float:
        """How high a character stands."""
        self._pdf.FPDFText_GetCharOrigin(self._text, at, self._x, self._y)
        return self._y.value

    def turn(self, at: int) -> int:
        """By how many degrees a character is turned: 0, 90, 180 or 270."""
        quarters = round(self._pdf.FPDFText_GetCharAngle(self._text, at) / 1.5707963) % 4
        return ANGLES.get(quarters, 0)

    def turned_boxes(self, degrees: int) -> None:
        """Takes the boxes anew as if the page were turned so that such text stands upright."""
        pdf = self._pdf
        start, low, width, height = self.bounds
        sides = [ctypes.c_double() for _ in range(4)]
        boxes: list[float] = []
        for at in range(len(self.text)):
            pdf.FPDFText_GetCharBox(self._text, at, *sides)
            left, right, bottom, top = (side.value for side in sides)
            if degrees == 90:
                left, right, bottom, top = bottom, top, width - right, width - left
            elif degrees == 270:
                left, right, bottom, top = height - top, height - bottom, left, right
            else:
                left, right, bottom, top = width - right, width - left, height - top, height - bottom
            boxes += (left, top, right, bottom)
        self.boxes = boxes
        if degrees == 90:
            self.bounds = (low, 0.0, height, width - start)
        elif degrees == 270:
            self.bounds = (0.0, start, height - low, width)
        else:
            self.bounds = (0.0, 0.0, width - start, height - low)

    def is_invisible(self, at: int) -> bool:
        """Whether a character is painted in no colour, as in an OCR layer."""
        found = self._pdf.FPDFText_GetTextObject(self._text, at)
        return bool(found) and self._pdf.FPDFTextObj_GetTextRenderMode(found) == INVISIBLE

    def is_white(self, at: int) -> bool:
        """Whether a character is painted white or fully transparent, on whatever ground."""
        colours = [ctypes.c_uint() for _ in range(4)]
        if not self._pdf.FPDFText_GetFillColor(self._text, at, *colours):
            return False
        red, green, blue, alpha = (colour.value for colour in colours)
        return alpha == 0 or min(red, green, blue) >= WHITE

    def _is_white_fill(self, thing: object) -> bool:
        colours = [ctypes.c_uint() for _ in range(4)]
        known = self._pdf.FPDFPageObj_GetFillColor(thing, *colours)
        return bool(known) and min(colour.value for colour in colours[:3]) >= WHITE

    def strokes(self) -> list[tuple[float, float, float]]:
        """Thin short level shapes: (left, height, right). Typesetting paints a low line between words as one."""
        pdf, found = self._pdf, []
        sides = [ctypes.c_float() for _ in range(4)]
        left, bottom, right, top = sides
        for number in range(min(pdf.FPDFPage_CountObjects(self._handle), MOST_STROKES)):
            thing = pdf.FPDFPage_GetObject(self._handle, number)
            if pdf.FPDFPageObj_GetType(thing) == PAGE_OBJECT_PATH and pdf.FPDFPageObj_GetBounds(thing, *sides):
                width, height = right.value - left.value, top.value - bottom.value
                if height < LONGEST_STROKE / 8 and 0.5 < width < LONGEST_STROKE:
                    found.append((left.value, bottom.value, right.value))
        return found

    def painted(self) -> list[tuple[int, float, float, float, float]]:
        """What the page paints besides text: (kind, left, bottom, right, top), up to MOST_OBJECTS of them."""
        pdf, found = self._pdf, []
        sides = [ctypes.c_float() for _ in range(4)]
        for number in range(min(pdf.FPDFPage_CountObjects(self._handle), MOST_OBJECTS)):
            thing = pdf.FPDFPage_GetObject(self._handle, number)
            kind = pdf.FPDFPageObj_GetType(thing)
            if kind == PAGE_OBJECT_PATH and self._is_white_fill(thing):
                continue
            if kind != PAGE_OBJECT_TEXT and pdf.FPDFPageObj_GetBounds(thing, *sides):
                left, bottom, right, top = (side.value for side in sides)
                found.append((kind, left, bottom, right, top))
        return found
