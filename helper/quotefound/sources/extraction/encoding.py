"""Bytes into characters in the order browsers follow: byte order mark, header, meta element, else a guess.

Knows the Encoding Standard's habits (iso-8859-1 means windows-1252); knows nothing of documents.
"""

import codecs
import re
from dataclasses import dataclass

META_WITHIN = 1024  # bytes: how far browsers look for a meta element
META = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.I)
XML_DECLARATION = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9_.-]+)", re.I)
HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.I)

# Labels that browsers read as another encoding than Python does.
BROWSER_NAMES = {
    **dict.fromkeys(("iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1"), "cp1252"),
    **dict.fromkeys(("ascii", "us-ascii", "cp1252"), "cp1252"),
    **dict.fromkeys(("gb2312", "gbk", "gb_2312-80", "x-gbk", "chinese"), "gb18030"),
    **dict.fromkeys(("iso-8859-9", "latin5", "l5"), "cp1254"),
    **dict.fromkeys(("iso-8859-11", "tis-620"), "cp874"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "ms_kanji"), "cp932"),
    **dict.fromkeys(("euc-kr", "ks_c_5601-1987", "ksc5601", "korean"), "cp949"),
    **dict.fromkeys(("big5", "big5-hkscs", "x-x-big5", "cn-big5"), "big5hkscs"),
    "iso-8859-8-i": "iso-8859-8",
    "x-mac-cyrillic": "mac-cyrillic",
    "windows-874": "cp874",
    "utf-16": "utf-16-le",
    "utf8": "utf-8",
    "unicode-1-1-utf-8": "utf-8",
}
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# One bad byte in this many is a slip in a UTF-8 page, which browsers show as one; more is another encoding.
SLIP = 500
GUESS_FROM = 65_536  # bytes a guess looks at, from the first one that is not ASCII: guessing is slow


@dataclass(frozen=True, slots=True)
class Decoded:
    """Characters, the name of the encoding used, and what named it: mark, header, meta, contents or guess."""

    text: str
    encoding: str
    by: str


# What browsers decode at all, by Python's names. Python has codecs that no page may choose, such as utf-7 or idna.
KNOWN = {
    *("utf-8", "utf-16-le", "utf-16-be", "cp866", "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic", "cp874"),
    *(f"cp{number}" for number in range(1250, 1259)),
    *(f"iso8859-{number}" for number in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
    *("gb18030", "big5hkscs", "euc_jp", "iso2022_jp", "cp932", "cp949"),
}


def codec_of(label: str) -> str:
    """The codec for a declared label, as browsers understand it; "" for one that they do not know."""
    name = label.strip().lower()
    try:
        codec = codecs.lookup(BROWSER_NAMES.get(name, name)).name
    except (LookupError, ValueError):
        return ""
    return codec if codec in KNOWN else ""


def decode(raw: bytes, *, content_type: str = "", markup: bool = True, truncated: bool = False) -> Decoded:
    """Decodes a document. `content_type` is the header's value; `markup`: look for a declaration inside.

    Bytes that fit no encoding become U+FFFD; whether that makes a document unreadable is for the caller to say.
    """
    for mark, name in MARKS:
        if raw.startswith(mark):
            return Decoded(lenient(raw[len(mark) :], name, truncated), name, "mark")
    declared = HEADER_CHARSET.search(content_type)
    found, by = (declared.group(1), "header") if declared else ("", "")
    if not codec_of(found) and markup:
        inside = META.search(raw[:META_WITHIN]) or XML_DECLARATION.match(raw[:META_WITHIN].lstrip())
        found, by = (inside.group(1).decode("ascii"), "meta") if inside else ("", "")
        if found.lower().startswith("utf-16"):  # it was read as ASCII, so it cannot be
            found = "utf-8"
    name = codec_of(found)
    if name and name != "utf-8":
        return Decoded(lenient(raw, name, truncated), name, by)
    try:
        text = codecs.getincrementaldecoder("utf-8")("strict").decode(raw, final=not truncated)
        return Decoded(text, "utf-8", by or "contents")
    except UnicodeDecodeError:
        text = lenient(raw, "utf-8", truncated)
    others = len(raw) - len(raw.translate(None, bytes(range(128, 256))))
    if name and text.count("�") * SLIP <= max(len(raw), SLIP) and text.count("�") * 10 < others:
        return Decoded(text, "utf-8", by)
    guess = guessed(raw)
    return Decoded(lenient(raw, guess, truncated), guess, "guess")


def lenient(raw: bytes, name: str, truncated: bool) -> str:
    """Decodes with U+FFFD for what does not fit; the half character at a cut-off document's end goes."""
    if name == "cp1252":
        # Browsers give the five bytes that Python leaves undefined as control characters; they are no damage.
        try:
            return raw.decode("cp1252")
        except UnicodeDecodeError:
            return raw.decode("latin-1").translate(WINDOWS_1252)
    return codecs.getincrementaldecoder(name)("replace").decode(raw, final=not truncated)


WINDOWS_1252 = {
    code: bytes([code]).decode("cp1252") for code in range(0x80, 0xA0) if code not in (129, 141, 143, 144, 157)
}


# What a browser may choose among; the guesser alone would also think of typewriters and old home computers.
GUESSABLE = [
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "iso8859_2"),
    *("koi8_r", "koi8_u", "cp874", "cp932", "euc_jp", "iso2022_jp", "gb18030", "big5hkscs", "cp949"),
]
LATIN = frozenset({"cp1250", "cp1252", "cp1254", "cp1257", "cp1258", "iso8859_2"})
# Bytes of west European text in windows-1252. A text of these alone is that, whatever else it could be.
WESTERN = "ÀÁÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖØÙÚÛÜßàáâäåæçèéêëìíîïñòóôöøùúûüœ“”‘’„–—…€£©®°·«»¿¡§´\u00a0".encode("cp1252")


def guessed(raw: bytes) -> str:
    """The likeliest codec for bytes that declare none and are not UTF-8."""
    from charset_normalizer import from_bytes  # only a page without a declaration pays for loading it

    first = next((at for at, byte in enumerate(raw) if byte > 127), 0)
    start = max(0, first - 1024)
    sample = raw[start : start + GUESS_FROM]
    best = from_bytes(sample, cp_isolation=GUESSABLE).best()
    if best is None or (best.encoding in LATIN and not sample.translate(None, bytes(range(128)) + WESTERN)):
        return "cp1252"
    return codec_of(best.encoding)
