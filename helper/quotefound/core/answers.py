"""An answer → its quotes, each bound to the sources that answer for it.

The page sends blocks of text with the places of its citations; what is a quotation, and which citation governs it, is
decided here and nowhere else. Offsets are code points into a block's text. Must not know sources' contents.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import regex

from quotefound.core.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Source:
    """A cited address; `rendered` where the site itself shows it as a source, so that it may be fetched unasked."""

    address: str
    title: str = ""
    rendered: bool = True


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a block that names sources by number; `hidden` counts those whose address the site keeps back."""

    start: int
    end: int
    sources: tuple[int, ...] = ()
    hidden: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class AnswerBlock:
    """A paragraph, list item, cell or blockquote of the answer; `quoted` are spans that the page marks as quotes."""

    text: str
    kind: str = "paragraph"
    citations: tuple[Citation, ...] = ()
    quoted: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer as the page shows it."""

    blocks: tuple[AnswerBlock, ...]
    sources: tuple[Source, ...] = ()
    address: str = ""
    title: str = ""
    language: str = ""
    site: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """Quoted words: where they stand, and which sources answer for them.

    `bound` says by which rule: "own" (a citation of its own), "block", "answer", or "none"; `hidden` counts those
    citations that the site keeps back.
    """

    block: int
    start: int
    end: int
    text: str
    bound: str = "none"
    sources: tuple[int, ...] = ()
    hidden: int = 0
    labels: tuple[str, ...] = field(default=())


# Opening marks and the marks that may close them, by the customs of the languages that use them.
_PAIRS = {
    "“": "”", "„": "“”", "‟": "”", "«": "»", "»": "«", "‹": "›", "›": "‹", "「": "」", "『": "』", "《": "", "〝": "〞",
    "‘": "’", "‚": "‘’", '"': '"', "'": "'", "＂": "＂", "｢": "｣", "❝": "❞",
}  # fmt: skip
_SINGLE = frozenset("‘‚'‹")
_WORDISH = regex.compile(r"[\p{L}\p{N}]")
_STOP = regex.compile(r"[.!?…。！？॥।]+[\"'”’»›」』)\]]*(?=\s|$)|[。！？]|\n")
_ABBREVIATED = regex.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|No|cf|al|Inc|Ltd|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|z\.\s?B|bzw)|\b\p{Lu})\.$"
)
# Between a quote and the citation right behind its sentence stand only these.
_BETWEEN = regex.compile(r"[\s.,;:!?…。、，\"'”’»›」』)\]]*")
_ATTRIBUTION = regex.compile(r"\s*\n?\s*[—–―-]{1,2}\s*\p{Lu}[^\n]{0,80}$")
# A single quotation mark is an apostrophe so often that it needs this many words inside.
_FEWEST_SINGLE = 3


def quotes_of(answer: Answer) -> tuple[Quote, ...]:
    """Every quotation of an answer in reading order, each bound to its sources."""
    everything = tuple(
        dict.fromkeys(number for block in answer.blocks for c in block.citations for number in c.sources)
    )
    everything = everything or tuple(range(len(answer.sources)))
    hidden = sum(c.hidden for block in answer.blocks for c in block.citations)
    found: list[Quote] = []
    for index, block in enumerate(answer.blocks):
        for start, end in _spans(block):
            text = block.text[start:end]
            own = _own(block, start, end)
            if own:
                found.append(_quote(index, start, end, text, "own", own))
            elif len(Tokens(text)) < 2 and not _whole(block, start, end):
                continue  # one word in marks with no citation of its own is a scare quote or a name
            elif block.citations:
                found.append(_quote(index, start, end, text, "block", block.citations))
            elif everything or hidden:
                found.append(Quote(index, start, end, text, "answer", everything, hidden))
            else:
                found.append(Quote(index, start, end, text))
    return tuple(found)


def _quote(block: int, start: int, end: int, text: str, bound: str, citations: tuple[Citation, ...]) -> Quote:
    sources = tuple(dict.fromkeys(number for c in citations for number in c.sources))
    labels = tuple(c.label for c in citations if c.label)
    return Quote(block, start, end, text, bound, sources, sum(c.hidden for c in citations), labels)


def _whole(block: AnswerBlock, start: int, end: int) -> bool:
    return block.kind == "quotation" or (start, end) in block.quoted


def _spans(block: AnswerBlock) -> list[tuple[int, int]]:
    """Where the words inside quotation marks stand, outermost marks only, without the marks."""
    text = block.text
    if block.kind == "quotation":
        if marked := list(_marked(text)):
            inside = sum(end - start for start, end in marked)
            if inside < 0.5 * len(text.strip()):
                marked = []
        attribution = _ATTRIBUTION.search(text)
        cut = attribution.start() if attribution else len(text)
        spans = marked or [_trimmed(text, 0, cut)]
    elif block.kind == "pre":
        spans = []
    else:
        spans = list(_marked(text))
    for start, end in block.quoted:
        start, end = _trimmed(text, start, end)
        if not any(s < end and start < e for s, e in spans):
            spans.append((start, end))
    return sorted((s, e) for s, e in spans if s < e)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space and a pair of quotation marks at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if end - start > 1 and text[end - 1] in _PAIRS.get(text[start], ""):
        return _trimmed(text, start + 1, end - 1)
    return start, end


def _marked(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(text):
        if _opens(text, at):
            close = _closing(text, at)
            if close is not None:
                start, end = _trimmed(text, at + 1, close)
                if _WORDISH.search(text, start, end):
                    yield start, end
                at = close
        at += 1


def _opens(text: str, at: int) -> bool:
    mark = text[at]
    if mark not in _PAIRS:
        return False
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if mark in "\"'＂":
        return not (before and (before.isalnum() or before in ".,!?…’”)%")) and bool(after) and not after.isspace()
    if mark in "»›":  # closing in most languages, opening in German and Danish books
        return (
            bool(after)
            and not after.isspace()
            and not (before and (before.isalnum() or before in ".,!?…"))
            and "«" in text[at:]
        )
    if mark == "‘":
        return not (before and before.isalnum())
    return mark != "“" or not _german_close(text, at)


def _german_close(text: str, at: int) -> bool:
    """Whether a “ closes a German „quote“ rather than opening an English one."""
    opened = text.rfind("„", 0, at)
    return opened >= 0 and "“" not in text[opened:at] and "”" not in text[opened:at]


def _closing(text: str, opened: int) -> int | None:
    """Where the mark stands that closes the one at `opened`; nested pairs of the same kind are passed over."""
    mark = text[opened]
    closers = _PAIRS[mark]
    depth = 0
    for at in range(opened + 1, len(text)):
        here = text[at]
        if here in closers:
            if here in "'’" and _apostrophe(text, at):
                continue
            if mark in "\"'＂" and at + 1 < len(text) and text[at + 1].isalnum() and not text[at - 1].isalnum():
                continue
            if depth == 0:
                words = text[opened + 1 : at].split()
                return at if mark not in _SINGLE or len(words) >= _FEWEST_SINGLE else None
            depth -= 1
        elif here == mark and mark not in "\"'＂" and here not in closers:
            depth += 1
        elif here == "\n" and text[at : at + 2] == "\n\n" and mark in "\"'＂":
            return None
    return None


def _apostrophe(text: str, at: int) -> bool:
    return at > 0 and text[at - 1].isalpha() and at + 1 < len(text) and text[at + 1].isalpha()


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the sentence round a span begins and ends; its stop and closing marks belong to it."""
    begin = 0
    for stop in _STOP.finditer(text):
        if stop.end() <= start and not _ABBREVIATED.search(text[: stop.start() + 1]):
            begin = stop.end()
        elif stop.start() >= end and not _ABBREVIATED.search(text[: stop.start() + 1]):
            return begin, stop.end()
        elif start < stop.start() < end <= stop.end():
            return begin, stop.end()  # the quote's own stop ends the sentence round it
    return begin, len(text)


def _own(block: AnswerBlock, start: int, end: int) -> tuple[Citation, ...]:
    """A quote's own citations: over it, else those next in its sentence or right behind it, else one before."""
    over = tuple(c for c in block.citations if c.start < end and c.end > start)
    begin, finish = _sentence(block.text, start, end)
    behind = sorted((c for c in block.citations if c.start >= end), key=lambda c: c.start)
    reach = _BETWEEN.match(block.text, finish)
    limit = reach.end() if reach else finish
    near = [c for c in behind if c.start <= limit or _BETWEEN.fullmatch(block.text, end, c.start)]
    cluster: list[Citation] = []
    for citation in near:
        if cluster and not _BETWEEN.fullmatch(block.text, cluster[-1].end, citation.start):
            break
        cluster.append(citation)
    if cluster or over:
        return (*over, *cluster)
    before = [c for c in block.citations if (begin < c.start or not begin) and c.end <= start]
    return tuple(before[-1:])
