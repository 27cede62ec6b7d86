"""The process that has strangers' documents in it: reads them one by one from its input until that ends.

Limits itself before it looks at the first byte: memory, processor time, no network, no files written, no other
program. Its parent watches from outside and kills. Speaks in frames: two lengths (4 bytes each, big-endian), then a
JSON object, then bytes; a request carries the document, an answer the text in canonical form.
"""

import gc
import json
import struct
import sys
from typing import BinaryIO

from quotefound.confinement import allow_processor_time, answers, confine
from quotefound.core.terms import Cause
from quotefound.sources.extraction import Document, pdfium, read_document
from quotefound.sources.text_form import to_json

ARGUMENT = "--read-documents"  # how a packaged helper starts itself as a worker
LENGTHS = struct.Struct(">II")

# lexbor takes 17 MB for a megabyte of HTML; this leaves room for the largest page allowed and none for a bomb.
MEMORY_BYTES = 1 << 30
# Seconds of processor time for one document: if the parent has died, nobody else stops a loop.
PROCESSOR_S = 60

# PDFium is called through ctypes; once it is there, nothing else is looked into.
ALSO_REFUSED = ("ctypes.dlsym", "ctypes.cdata", "ctypes.string_at", "ctypes.PyObj_FromPtr")


def limit() -> None:
    """Takes from this process what a document's reader never needs. Idempotent."""
    confine("a reader of documents", memory_bytes=MEMORY_BYTES, opens=True, refused=ALSO_REFUSED)


def answer(document: Document) -> bytes:
    """One frame that carries a document's reading."""
    text = to_json(document.text) if document.text is not None else b""
    about = {
        "cause": document.cause,
        "media_type": document.media_type,
        "extractor": document.extractor,
        "evidence": document.evidence,
    }
    head = json.dumps(about).encode()
    return LENGTHS.pack(len(head), len(text)) + head + text


def request(raw: bytes, about: dict[str, object]) -> bytes:
    """One frame that carries a document to be read; `about` are `read_document`'s other arguments."""
    head = json.dumps(about).encode()
    return LENGTHS.pack(len(head), len(raw)) + head + raw


def read_one(source: BinaryIO, sink: BinaryIO) -> bool:
    """Reads one document and answers; False when the input has ended or this process should not go on."""
    lengths = source.read(LENGTHS.size)
    if len(lengths) < LENGTHS.size:
        return False
    head_size, raw_size = LENGTHS.unpack(lengths)
    about, raw = json.loads(source.read(head_size)), source.read(raw_size)
    allow_processor_time(PROCESSOR_S)
    going_on = True
    try:
        document = read_document(raw, **about)
        frame = answer(document)
    except Exception as trouble:  # whatever a hostile document provokes: said, and this process ends
        # lexbor reports memory that it did not get as an error of its own.
        starved = isinstance(trouble, MemoryError) or type(trouble).__name__ == "SelectolaxError"
        cause = Cause.TOO_LARGE if starved else Cause.UNREADABLE
        frame = answer(Document(None, cause, "", "", {"reader": f"{type(trouble).__name__}: {trouble}"[:200]}))
        going_on = False
    sink.write(frame)
    sink.flush()
    return going_on


def main() -> None:
    """Runs until the input ends."""
    source, sink = sys.stdin.buffer, answers()
    pdfium.library()
    limit()
    sink.write(LENGTHS.pack(0, 0))  # ready: everything is loaded
    sink.flush()
    gc.disable()  # takes a third of a large page's time; what is left over is collected while nobody waits
    while read_one(source, sink):
        gc.collect()


if __name__ == "__main__":
    main()
