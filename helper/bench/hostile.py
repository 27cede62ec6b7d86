"""`build.py bench --hostile`: documents made to harm their reader, what became of each, and of the others meanwhile.

Each is given to the real pool of worker processes, in its limits. While it is read, a small page is read again and
again beside it: how often, and its longest wait, say whether the helper went on.
"""

import asyncio
import io
import sys
import time
import zipfile
import zlib
from collections.abc import Callable

from quotefound.sources.reading import WALL_S, Readers
from quotefound.watching import resident_bytes

ARTICLE = b"<h1>Rivers</h1>" + b"<p>A long public article with many words about rivers.</p>" * 50
MB = 1 << 20
LONGEST_WAIT_S = 2.0  # for the small page beside; a start of a new worker is in it
MOST_S = WALL_S + 2.0
MOST_MB = 1400.0  # the limit is on addresses; what is seen between two looks may be a little more


def zipped(*entries: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return buffer.getvalue()


def deflated_zeros(size: int) -> bytes:
    packer = zlib.compressobj(9)
    pieces = [packer.compress(bytes(MB)) for _ in range(size // MB)]
    return b"".join([*pieces, packer.flush()])


def pdf(*objects: bytes) -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalog."""
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, table)
    return out + b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)


def stream(content: bytes, more: bytes = b"") -> bytes:
    return b"<</Length %d%b>>\nstream\n%b\nendstream" % (len(content), more, content)


CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"
ONE_PAGE = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
FONT = b"<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"


def page(contents: bytes = b"4 0 R", resources: bytes = FONT) -> bytes:
    return b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %b/Resources %b>>" % (contents, resources)


def pdf_of_a_gigabyte() -> bytes:
    return pdf(CATALOG, ONE_PAGE, page(), stream(deflated_zeros(1024 * MB), b"/Filter/FlateDecode"))


def pdf_packed_twice() -> bytes:
    inner = zlib.compress(deflated_zeros(1024 * MB), 9)
    return pdf(CATALOG, ONE_PAGE, page(), stream(inner, b"/Filter[/FlateDecode/FlateDecode]"))


def pdf_with_a_loop_of_pages() -> bytes:
    return pdf(CATALOG, b"<</Type/Pages/Kids[3 0 R]/Count 2>>", b"<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 2>>")


def pdf_with_a_form_in_itself() -> bytes:
    form = stream(b"/X Do /X Do", b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>")
    return pdf(CATALOG, ONE_PAGE, page(resources=b"<</XObject<</X 5 0 R>>>>"), stream(b"/X Do"), form)


def pdf_with_forms_that_double() -> bytes:
    forms = []
    for number in range(5, 35):
        inner = b"/X Do /X Do /X Do" if number < 34 else b"BT /F 9 Tf (x) Tj ET"
        own = b"<</XObject<</X %d 0 R>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>" % (number + 1)
        forms.append(stream(inner, b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources" + own))
    return pdf(CATALOG, ONE_PAGE, page(resources=b"<</XObject<</X 5 0 R>>>>"), stream(b"/X Do"), *forms)


def pdf_of_endless_fonts() -> bytes:
    fonts = b"".join(b"/F%d<</Type/Font/Subtype/Type1/BaseFont/N%d>>" % (n, n) for n in range(20_000))
    words = b"BT " + b"".join(b"/F%d 9 Tf (w) Tj " % n for n in range(20_000)) + b"ET"
    return pdf(CATALOG, ONE_PAGE, page(resources=b"<</Font<<" + fonts + b">>>>"), stream(words))


def pdf_of_a_million_pages() -> bytes:
    kids = b"<</Type/Pages/Kids[" + b"3 0 R " * 1_000_000 + b"]/Count 1000000>>"
    return pdf(CATALOG, kids, page(), stream(b"BT /F 9 Tf (words) Tj ET"))


def pdf_of_ten_million_letters() -> bytes:
    words = b"BT /F 9 Tf " + b"(words and words) Tj 0 1 Td " * 600_000 + b"ET"
    return pdf(CATALOG, ONE_PAGE, page(), stream(zlib.compress(words), b"/Filter/FlateDecode"))


WORD = b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
LAUGHS = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a0 "ha">' + b"".join(
    b'<!ENTITY a%d "&a%d;&a%d;&a%d;&a%d;&a%d;&a%d;&a%d;&a%d;">' % (n, *(n - 1,) * 8) for n in range(1, 12)
)


def word_with_entities() -> bytes:
    return zipped(("word/document.xml", LAUGHS + b"]>" + WORD + b"&a11;</w:body></w:document>"))


def book_of_one_chapter_a_thousand_times() -> bytes:
    spine = b'<itemref idref="c"/>' * 1000
    item = b'<item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>'
    return zipped(
        ("META-INF/container.xml", b'<container><rootfile full-path="p.opf"/></container>'),
        ("p.opf", b"<package><manifest>" + item + b"</manifest><spine>" + spine + b"</spine></package>"),
        ("c.xhtml", b"<html><body>" + b"<p>words</p>" * 80_000 + b"</body></html>"),
    )


DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "HTML, 200,000 nested elements": lambda: b"<div>" * 200_000,
    "HTML, 38 kB of unclosed tags": lambda: b"".join(b"<p><b a%d>x" % n for n in range(3000)),
    "HTML, 50,000 attributes on a tag": lambda: b"<p " + b" ".join(b"a%d=1" % n for n in range(50_000)) + b">x",
    "HTML, 16,000 options": lambda: b"<select>" + b"<option>x" * 16_000,
    "HTML, 300,000 nested lists": lambda: b"<ul><li>" * 300_000,
    "HTML, a style sheet of braces": lambda: b"<style>.a{display:none}" + b"@a{{" * 200_000 + b"</style><p>x",
    "HTML, 3 MB of open brackets": lambda: b"<p>" + b"[" * 3_000_000,
    "HTML, JSON a million deep": lambda: b'<script type="application/ld+json">' + b"[" * 1_000_000 + b"</script>x",
    "Text, 10 MB of empty lines": lambda: b"words" + b"\n \t" * 3_000_000,
    "Markdown, 2 MB of marks": lambda: b"# x\n" + b"*_`[a](" * 300_000,
    "JSON, a million deep": lambda: b"[" * 1_000_000,
    "XML, entities in entities": lambda: LAUGHS + b"]><a>&a11;</a>",
    "XML, 100,000 deep": lambda: b'<?xml version="1.0"?>' + b"<a>" * 100_000,
    "DOCX, a gigabyte in a megabyte": lambda: zipped(("word/document.xml", WORD + bytes(1024 * MB))),
    "DOCX, entities in entities": word_with_entities,
    "DOCX, 60,000 entries": lambda: zipped(("word/document.xml", WORD), *((f"{n}", b"") for n in range(60_000))),
    "EPUB, a chapter a thousand times": book_of_one_chapter_a_thousand_times,
    "PDF, a gigabyte in a megabyte": pdf_of_a_gigabyte,
    "PDF, a gigabyte packed twice": pdf_packed_twice,
    "PDF, a loop of pages": pdf_with_a_loop_of_pages,
    "PDF, a form inside itself": pdf_with_a_form_in_itself,
    "PDF, forms that triple, 30 deep": pdf_with_forms_that_double,
    "PDF, 20,000 fonts": pdf_of_endless_fonts,
    "PDF, a million pages": pdf_of_a_million_pages,
    "PDF, ten million letters": pdf_of_ten_million_letters,
    "PDF, arrays a million deep": lambda: pdf(CATALOG, b"[" * 1_000_000),
    "PDF, nothing but its name": lambda: b"%PDF-1.7\n" + b"\0\xff" * 10_000,
}


async def try_on(pool: Readers, raw: bytes) -> tuple[str, float, float, int, float]:
    """Cause, seconds, peak megabytes, small pages read meanwhile, longest wait for one of them in seconds."""
    begun = time.monotonic()
    reading = asyncio.ensure_future(pool.read(raw))
    peak, answered, longest = 0.0, 0, 0.0
    while not reading.done():
        asked = time.monotonic()
        small = await pool.read(ARTICLE)
        longest = max(longest, time.monotonic() - asked)
        answered += small.cause is None and small.text is not None
        for worker in list(pool._busy):
            peak = max(peak, (resident_bytes(worker.process.pid) or 0) / MB)
        await asyncio.sleep(0.05)
    got = await reading
    words = f"{got.text is not None and len(got.text.text):,} characters" if got.text else "no text"
    why = "; ".join(f"{name}: {value}" for name, value in got.evidence.items() if name not in ("status", "media type"))
    return f"{got.cause or 'read'} ({words}; {why})"[:90], time.monotonic() - begun, peak, answered, longest


async def main() -> int:
    pool = Readers(2)
    pool.start()
    await pool.read(ARTICLE)
    failed = []
    print(f"{'document':34}{'kB':>8}{'seconds':>9}{'peak MB':>9}{'beside':>8}{'longest':>9}  outcome")
    for name, made in DOCUMENTS.items():
        raw = made()
        outcome, seconds, peak, answered, longest = await try_on(pool, raw)
        wrong = seconds > MOST_S or peak > MOST_MB or longest > LONGEST_WAIT_S or not answered
        failed += [name] if wrong else []
        print(
            f"{name:34}{len(raw) // 1024:8}{seconds:9.2f}{peak:9.0f}{answered:8}{longest:8.2f}s  {outcome}"
            f"{'   TOO MUCH' if wrong else ''}",
            flush=True,
        )
    await pool.close()
    print(f"\n{len(DOCUMENTS)} documents, {len(failed)} beyond their limits")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
