"""A tiny PDF writer for tests: pages of words at places, in sizes and ways of painting."""

from dataclasses import dataclass, field

WIDTH, HEIGHT = 612, 792


@dataclass
class PdfPage:
    """One page in the making; x from the left, y from below, in points."""

    operators: list[bytes] = field(default_factory=list)
    turned: int = 0

    def write(self, x: float, y: float, words: str, size: float = 10, before: str = "", matrix: str = "") -> "PdfPage":
        """Words at a place; `before` are operators that stand before them, such as "3 Tr" or "1 g"."""
        shown = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode("cp1252")
        place = f"{matrix} {x} {y} Tm" if matrix else f"{x} {y} Td"
        self.operators.append(f"q {before} BT /F {size} Tf {place} (".encode() + shown + b") Tj ET Q")
        return self

    def picture(self, x: float, y: float, width: float, height: float) -> "PdfPage":
        self.operators.append(f"q {width} 0 0 {height} {x} {y} cm /P Do Q".encode())
        return self

    def paint(self, operators: str) -> "PdfPage":
        self.operators.append(operators.encode())
        return self


def pdf_of(pages: list[PdfPage], *, catalog: str = "", info: str = "", encrypt: str = "") -> bytes:
    """The whole document; Helvetica is /F, a grey picture is /P."""
    picture = b"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>"
    kids = b" ".join(b"%d 0 R" % (6 + 2 * number) for number in range(len(pages)))
    objects = [
        f"<</Type/Catalog/Pages 2 0 R{catalog}>>".encode(),
        b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, len(pages)),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        picture + b"\nstream\n\x80\nendstream",
        f"<<{info}>>".encode("cp1252"),
    ]
    for number, page in enumerate(pages):
        content = b"\n".join(page.operators)
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Rotate %d/Contents %d 0 R"
            b"/Resources<</Font<</F 3 0 R>>/XObject<</P 4 0 R>>>>>>" % (WIDTH, HEIGHT, page.turned, 7 + 2 * number)
        )
        objects.append(b"<</Length %d>>\nstream\n%b\nendstream" % (len(content), content))
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    last = f"trailer\n<</Size {len(objects) + 1}/Root 1 0 R/Info 5 0 R{encrypt}>>\nstartxref\n{len(out)}\n%%EOF"
    return out + b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, table) + last.encode()
