"""JSON ⇄ values: the contract with the extension, validated once, on the way in.

Offsets come and go as UTF-16 code units, for that is what a page counts; everything inside counts code points.
"""

from base64 import b64decode
from collections.abc import Mapping
from typing import Any, NamedTuple

from quotefound.core.answers import Answer, AnswerBlock, Citation, Source
from quotefound.core.selectors import Utf16
from quotefound.drafts import answer_of_markdown

# Far beyond any real answer; more is a mistake or an attack.
MOST_BLOCKS, MOST_SOURCES, MOST_CITATIONS, MOST_CHARACTERS = 20_000, 2_000, 20_000, 2_000_000
_KINDS = ("paragraph", "heading", "item", "cell", "quotation", "pre", "caption")
FETCH_MODES = ("rendered", "all", "nothing")
# Whether cited sentences are judged as well; "auto": when a model that judges meaning is installed.
CLAIM_MODES = ("auto", "on", "off")


class BadRequest(Exception):  # noqa: N818 - named as the wire names it
    """A body that is not of the contract; its text is one sentence that names the place and never repeats the input."""


class Given(NamedTuple):
    """A source given by hand instead of an address: a text, or a file's bytes whose kind its name tells."""

    content: str | bytes
    name: str = ""


class AnswerRequest(NamedTuple):
    """An answer to check, which of its sources may be fetched now ("rendered", "all" or "nothing"), whether sources
    are fetched again though they were read a moment ago (the reader asked to check again), whether claims are judged
    as well ("auto", "on" or "off"), whether the answer is listed when it needs a person (one that came from a page is),
    and whether its window is private: then it is not, and nothing of it or of its sources goes to the disk."""

    answer: Answer
    fetch: str = "rendered"
    fresh: bool = False
    given: Mapping[int, Given] = {}  # sources given by hand, by their place
    claims: str = "auto"
    listed: bool = False
    private: bool = False


class TabReading(NamedTuple):
    """What a reader's own tab shows of a source: the address as the answer gave it, the tab's own, and the HTML."""

    source: int
    address: str
    final_address: str
    html: str
    title: str = ""
    truncated: bool = False


def tab_from(body: object) -> TabReading:
    """The reading in a request's body. Raises BadRequest."""
    fields = _object(body, "the body")
    html, truncated = fields.get("html"), _flag(fields, "truncated")
    if not isinstance(html, str) or not html:
        raise BadRequest("html must be a text with something in it.")
    final = _text(fields, "final_address", "the body")
    if not final.startswith(("http://", "https://")):
        raise BadRequest("final_address must be an http(s) address.")
    number = _number(fields.get("source"), "source")
    return TabReading(
        number, _text(fields, "address", "the body"), final, _text(fields, "html", "the body"),
        _text(fields, "title", "the body"), truncated,
    )  # fmt: skip


def quote_from(body: object) -> AnswerRequest:
    """One quote and its source by hand, as an answer of one block. Raises BadRequest."""
    fields = _object(body, "the body")
    return _quote_from(fields)._replace(private=_flag(fields, "private"))


def _quote_from(fields: dict[str, Any]) -> AnswerRequest:
    source = _object(fields.get("source"), "source")
    quote, name = _text(fields, "quote", "the body"), _text(source, "name", "source")
    address, text = _text(source, "address", "source"), _text(source, "text", "source")
    file = _text(source, "file", "source")
    if (address != "") + (text != "") + (file != "") != 1:
        raise BadRequest("source must have one of an address, a text and a file.")
    if file:
        try:
            return by_hand(quote, given=Given(b64decode(file, validate=True), name))
        except ValueError:
            raise BadRequest("source.file must be a file's bytes in base64.") from None
    if address and not address.startswith(("http://", "https://")):
        raise BadRequest("source.address must be an http(s) address.")
    if len(quote) + len(text) > MOST_CHARACTERS:
        raise BadRequest("Quote and text are longer than two million characters.")
    return by_hand(quote, address) if address else by_hand(quote, given=Given(text, name))


def by_hand(quote: str, address: str = "", given: Given | None = None) -> AnswerRequest:
    """The request to check one quote against one address, or against what is given instead."""
    everything = (0, len(quote))  # marks within a quote given by hand are part of it
    block = AnswerBlock(quote, "quotation", (Citation(*everything, (0,)),), (everything,))
    answer = Answer((block,), (Source(address, given.name if given else "", True),), site="by hand")
    return AnswerRequest(answer, "all", given={0: given} if given else {}, claims="off")


def answer_from(body: object) -> AnswerRequest:
    """The answer in a request's body. Raises BadRequest."""
    fields = _object(body, "the body")
    claims = fields.get("claims", "auto")
    if claims not in CLAIM_MODES:
        raise BadRequest("claims must be one of auto, on, off.")
    private = _flag(fields, "private")
    if "draft" in fields:
        return _draft_from(fields)._replace(claims=claims, listed=not private, private=private)
    answer = _object(fields.get("answer"), "answer")
    page = _object(answer.get("page", {}), "answer.page")
    fetch = fields.get("fetch", "rendered")
    if fetch not in FETCH_MODES:
        raise BadRequest("fetch must be one of rendered, all, nothing.")
    fresh = _flag(fields, "fresh")
    sources = tuple(_source(entry, i) for i, entry in enumerate(_list(answer, "sources", "answer", MOST_SOURCES)))
    blocks = tuple(
        _block(entry, i, len(sources)) for i, entry in enumerate(_list(answer, "blocks", "answer", MOST_BLOCKS))
    )
    if sum(len(block.text) for block in blocks) > MOST_CHARACTERS:
        raise BadRequest("The answer is longer than two million characters.")
    return AnswerRequest(
        Answer(
            blocks,
            sources,
            address=_text(page, "address", "answer.page"),
            title=_text(page, "title", "answer.page"),
            language=_text(page, "language", "answer.page"),
            site=_text(answer, "site", "answer"),
            question=_text(answer, "question", "answer"),
        ),
        fetch,
        fresh,
        claims=claims,
        listed=not private,
        private=private,
    )


def _draft_from(fields: dict[str, Any]) -> AnswerRequest:
    """A draft in Markdown, with quotes and links in it, as a reader pasted it."""
    draft = _text(fields, "draft", "the body")
    if not draft.strip():
        raise BadRequest("draft must be a text with something in it.")
    if len(draft) > MOST_CHARACTERS:
        raise BadRequest("The draft is longer than two million characters.")
    return AnswerRequest(answer_of_markdown(draft), "all")


def _object(value: object, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadRequest(f"{place} must be an object.")
    return value


def _flag(fields: dict[str, Any], name: str) -> bool:
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise BadRequest(f"{name} must be true or false.")
    return value


def _list(fields: dict[str, Any], name: str, place: str, most: int) -> list[Any]:
    value = fields.get(name, [])
    if not isinstance(value, list):
        raise BadRequest(f"{place}.{name} must be a list.")
    if len(value) > most:
        raise BadRequest(f"{place}.{name} has more than {most} entries.")
    return value


def _text(fields: dict[str, Any], name: str, place: str) -> str:
    value = fields.get(name) or ""
    if not isinstance(value, str):
        raise BadRequest(f"{place}.{name} must be a text.")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair, as a page can send it: no sign of any script
        value = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return value


def _number(value: object, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadRequest(f"{place} must be a whole number, 0 or more.")
    return value


def _source(entry: object, index: int) -> Source:
    place = f"answer.sources[{index}]"
    fields = _object(entry, place)
    rendered = fields.get("rendered", False)
    if not isinstance(rendered, bool):
        raise BadRequest(f"{place}.rendered must be true or false.")
    return Source(_text(fields, "address", place), _text(fields, "title", place), rendered)


def _block(entry: object, index: int, sources: int) -> AnswerBlock:
    place = f"answer.blocks[{index}]"
    fields = _object(entry, place)
    kind = fields.get("kind", "paragraph")
    if kind not in _KINDS:
        raise BadRequest(f"{place}.kind is not among {', '.join(_KINDS)}.")
    text = _text(fields, "text", place)
    utf16 = Utf16(text)
    citations = []
    for number, given in enumerate(_list(fields, "citations", place, MOST_CITATIONS)):
        spot = f"{place}.citations[{number}]"
        citation = _object(given, spot)
        start, end = _span(citation.get("start"), citation.get("end"), utf16, spot)
        named = tuple(_number(n, f"{spot}.sources") for n in _list(citation, "sources", spot, MOST_SOURCES))
        if any(n >= sources for n in named):
            raise BadRequest(f"{spot}.sources names a source that the answer does not have.")
        hidden = _number(citation.get("hidden", 0), f"{spot}.hidden")
        citations.append(Citation(start, end, named, hidden, _text(citation, "label", spot)))
    quoted, code = (_spans(fields, name, place, utf16) for name in ("quoted", "code"))
    return AnswerBlock(text, kind, tuple(citations), quoted, _number(fields.get("row", 0), f"{place}.row"), code)


def _spans(fields: dict[str, Any], name: str, place: str, utf16: Utf16) -> tuple[tuple[int, int], ...]:
    spans = []
    for number, span in enumerate(_list(fields, name, place, MOST_CITATIONS)):
        spot = f"{place}.{name}[{number}]"
        if not isinstance(span, list) or len(span) != 2:
            raise BadRequest(f"{spot} must be a start and an end.")
        spans.append(_span(span[0], span[1], utf16, spot))
    return tuple(spans)


def _span(start: object, end: object, utf16: Utf16, place: str) -> tuple[int, int]:
    first, last = _number(start, f"{place}.start"), _number(end, f"{place}.end")
    if not first <= last <= utf16.length:
        raise BadRequest(f"{place} does not lie within its block.")
    return utf16.points(first), utf16.points(last)


def place(block: int, start: int, end: int, answer: Answer) -> dict[str, int]:
    """Where a span of a block stands, as the page counts; `start` and `end` in code points."""
    utf16 = Utf16(answer.blocks[block].text)
    return {"block": block, "start": utf16.units(start), "end": utf16.units(end)}
