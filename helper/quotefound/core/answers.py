"""An answer → its quotes, each bound to the sources that answer for it.

The page sends blocks of text with the places of its citations; what is a quotation, and which citation governs it, is
decided here and in `quotations`, and nowhere else. Offsets are code points into a block's text. Must not know sources'
contents.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

import regex

from quotefound.core.quotations import marked, trimmed, unclosed
from quotefound.core.terms import Aside
from quotefound.core.tokens import Tokens
from quotefound.core.words import FUNCTION_WORDS


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
    """A paragraph, list item, cell or blockquote of the answer.

    `quoted` are spans that the page marks as quotes, `code` spans of inline code; cells of one `row` share its number,
    which is 0 for what stands in none.
    """

    text: str
    kind: str = "paragraph"
    citations: tuple[Citation, ...] = ()
    quoted: tuple[tuple[int, int], ...] = ()
    row: int = 0
    code: tuple[tuple[int, int], ...] = ()


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
    titled: bool = False  # written like a title: it may name a work


@dataclass(frozen=True, slots=True)
class Marked:
    """Words in quotation marks that are no quote, and by which rule."""

    block: int
    start: int
    end: int
    text: str
    rule: Aside


# Far beyond any real answer: bounds what a hostile page can make the helper do.
MOST_QUOTES = 2_000
_MOST_CLUSTERED = 50
# So far a quotation's next paragraphs, a row's other cells and a table's end are looked for, in blocks.
_REACH, _LONGEST_TABLE = 50, 2_000
# One word, where words are written without spaces: no kana of grammar in it, and no longer than terms are.
_TERM = regex.compile(r"\p{Han}{1,4}|[\p{Katakana}ー・]{1,15}|(?=.*\p{Katakana})[\p{Han}\p{Katakana}ー・]{2,8}")
_ANY_MARK = regex.compile(r"[\p{Pi}\p{Pf}\"'＂״„‚「」『』｢｣]")
# A stop with the marks that close behind it; where a small letter follows, the sentence goes on.
_STOP = regex.compile(
    r"[.!?…؟۔।॥]+[\"'”’»›“」』)\]]*(?=\s|$)(?!\s+\p{Ll})|[。！？][\"”’」』）]*+(?![\p{L}\p{N}])|[。！？](?![\"”’」』）])|\n"
)
_ABBREVIATED = regex.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|No|cf|al|Inc|Ltd|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|z\.\s?B|bzw)|\b\p{Lu})\.$"
)
# Between a quote and the citation right behind its sentence stand only these.
_BETWEEN = regex.compile(
    r"(?:[\s.,;:!?…。、，；：|\"'”’»›«“」』()\[\]（）【】—–-]|\b(?:sources?|via|see|quellen?|siehe|fuentes?|fonte)\b)*+",
    regex.IGNORECASE,
)
_GOES_ON = regex.compile(r"[\s\"'”’»]*\p{Ll}")
# The line under a quotation that names its speaker.
_ATTRIBUTION = regex.compile(
    r"(?:^|\n|(?<=[.!?…\"”’»“])[ ]+)\s{0,4}(?:[—–―]|-{1,2}(?=\s))\s{0,4}\p{Lu}[^\n]{0,80}\s{0,4}$"
)
_SOURCE_BEGINS = regex.compile(r"(?:[.!?…。！？”\"»“)\]}(\[（【|]|\s[—–-])\s*$|[:：]\s*$")
_OPEN_BRACKET = regex.compile(r"[\s(\[（【—–:|-]*(?:\b(?:sources?|via|see|quellen?)\b[\s:]*)?$", regex.IGNORECASE)
_TITLE_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’-]*")
_SMALL_WORDS = frozenset(" ".join(FUNCTION_WORDS.values()).split()) | {"a", "in", "at", "or", "de", "y", "e"}
_LONGEST_TITLE = 16  # words; a longer run of capitals is no title that anybody gave
_A_NAME = regex.compile(r"\p{Lu}\S*")


def quotes_of(answer: Answer) -> tuple[Quote, ...]:
    """Every quotation of an answer in reading order, each bound to its sources."""
    return quotes_and_asides(answer)[0]


def quotes_and_asides(answer: Answer) -> tuple[tuple[Quote, ...], tuple[Marked, ...]]:
    """Every quotation of an answer in reading order, each bound to its sources, and what only looks like one."""
    everything = tuple(
        dict.fromkeys(number for block in answer.blocks for c in block.citations for number in c.sources)
    )
    everything = everything or tuple(range(len(answer.sources)))
    hidden = sum(c.hidden for block in answer.blocks for c in block.citations)
    found: list[Quote] = []
    asides: list[Marked] = []
    for index, block in enumerate(answer.blocks):
        spans = _spans(block, answer.blocks[index + 1] if index + 1 < len(answer.blocks) else None)
        shared = (block.citations or _lent(answer.blocks, index)) if spans else ()
        ends = sentence_ends(block.text) if spans else []
        for number, (start, end) in enumerate(spans[: MOST_QUOTES - len(found)]):
            text = block.text[start:end]
            own = _own(block, spans, number, ends) or _of_its_end(answer.blocks, index)
            whole = block.kind == "quotation" or (start, end) in block.quoted
            if not whole and _is_one_word(text) and (rule := _aside(block.text, start, end, own)):
                asides.append(Marked(index, start, end, text, rule))
                continue
            bound = "own" if own else "block" if shared else "answer" if everything or hidden else "none"
            citations = own or shared
            sources = tuple(dict.fromkeys(number for c in citations for number in c.sources))
            labels = tuple(c.label for c in citations if c.label)
            kept_back = sum(c.hidden for c in citations)
            if bound == "answer":
                sources, kept_back = everything, hidden
            titled = not whole and _is_title(text)
            found.append(Quote(index, start, end, text, bound, sources, kept_back, labels, titled))
    return tuple(found), tuple(asides)


def _is_one_word(text: str) -> bool:
    return len(Tokens(text)) < 2 or _TERM.fullmatch(text) is not None


def _aside(text: str, start: int, end: int, own: tuple[Citation, ...]) -> Aside | None:
    """By which rule one word in marks is no quote: uncited, or a name as guillemets are put round."""
    named = text[start - 1] in "«" and _A_NAME.fullmatch(text, start, end) is not None
    if named and not any(c.start < end or _touches(text, end, c) for c in own):
        return Aside.NAME
    return None if own else Aside.SINGLE_WORD


def _is_title(text: str) -> bool:
    """Whether words are written as titles are: capitals on all but the small words, and no sentence's end."""
    words = _TITLE_WORD.findall(text)
    telling = [word for word in words if word not in _SMALL_WORDS]
    return (
        len(telling) > 1
        and len(words) <= _LONGEST_TITLE
        and all(word[0].isupper() for word in telling)
        and not text.isupper()
        and not text.rstrip().endswith((".", "!", "…"))
    )


def _spans(block: AnswerBlock, following: AnswerBlock | None) -> list[tuple[int, int]]:
    """Where the quoted words of a block stand, without their marks; `following` is the block behind it."""
    text = _without_code_marks(block)
    spans = [] if block.kind == "pre" else marked(text)
    if block.kind == "quotation" and sum(end - start for start, end in spans) < 0.5 * len(text.strip()):
        end = _quotation_end(block)
        attribution = _ATTRIBUTION.search(text, 0, end)
        spans = [trimmed(text, 0, attribution.start() if attribution else end)]
    elif following and (mark := unclosed(text)) and following.text.lstrip().startswith(mark):
        spans = [trimmed(text, text.index(mark) + 1, len(text))]
    for whole in block.quoted:
        start, end = trimmed(text, *whole)
        spans.append((start, end) if start < end else whole)
    outermost: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start < end and not (outermost and start < outermost[-1][1]):
            outermost.append((start, end))
    return outermost


def _without_code_marks(block: AnswerBlock) -> str:
    """A block's text with code's quotation marks made dumb: they are signs of the code and quote nobody."""
    text = block.text
    for start, end in block.code:
        text = text[:start] + _ANY_MARK.sub("_", text[start:end]) + text[end:]
    return text


def _of_its_end(blocks: tuple[AnswerBlock, ...], index: int) -> tuple[Citation, ...]:
    """For a paragraph whose quotation goes on in the next ones: the citations where it is closed."""
    mark = unclosed(_without_code_marks(blocks[index]))
    if not mark or blocks[index].kind == "quotation":
        return ()
    for block in blocks[index + 1 : index + 1 + _REACH]:
        if not block.text.lstrip().startswith(mark):
            return ()
        if not unclosed(_without_code_marks(block)):
            spans = _spans(block, None)
            return _own(block, spans, 0, sentence_ends(block.text)) if spans else ()
    return ()


def _quotation_end(block: AnswerBlock) -> int:
    """Where a blockquote's words end: before the links behind its last stop, which name where it comes from."""
    text, end = block.text, len(block.text)
    for citation in sorted(block.citations, key=lambda c: -c.end):
        if citation.start < citation.end and _BETWEEN.fullmatch(text, citation.end, end):
            end = citation.start
    if not _SOURCE_BEGINS.search(text, max(0, end - 40), end):  # the link is part of what is quoted
        return len(text)
    bracket = _OPEN_BRACKET.search(text, max(0, end - 40), end) if end < len(text) else None
    return bracket.start() if bracket else end


def sentence_ends(text: str) -> list[int]:
    """Where sentences end, behind their stops and closing marks."""
    stops = _STOP.finditer(text)
    return [s.end() for s in stops if not _ABBREVIATED.search(text, max(0, s.start() - 12), s.start() + 1)]


def _touches(text: str, end: int, citation: Citation) -> bool:
    """Whether a citation stands right behind a place, with nothing but punctuation between."""
    return citation.start >= end and _BETWEEN.fullmatch(text, end, citation.start) is not None


def _cluster(text: str, citations: list[Citation]) -> tuple[Citation, ...]:
    """The first citation and those that follow it with nothing but punctuation between."""
    cluster = citations[:1]
    for citation in citations[1:]:
        if not _touches(text, cluster[-1].end, citation):
            break
        cluster.append(citation)
    return tuple(cluster)


def _goes_on(text: str, citation: Citation) -> bool:
    """Whether a citation's own words lead into a sentence ("the BBC says"), rather than name the source behind one."""
    bracketed = text[max(0, citation.start - 3) : citation.start].rstrip()[-1:] in ("(", "[", "（", "【")
    return citation.start < citation.end and not bracketed and _GOES_ON.match(text, citation.end) is not None


def _own(block: AnswerBlock, spans: list[tuple[int, int]], number: int, ends: list[int]) -> tuple[Citation, ...]:
    """A quote's own citations: over it, else those next in its sentence or right behind it, else those before it.

    A citation between two quotes of a sentence is the first one's, unless it leads up to the second as another one
    leads up to the first ("[A] says “…”, while [B] says “…”").
    """
    text, (start, end) = block.text, spans[number]
    begin = next(iter(ends[bisect_right(ends, start) - 1 : bisect_right(ends, start)]), 0)
    finish = next(iter(ends[bisect_left(ends, end) : bisect_left(ends, end) + 1]), len(text))
    reach = _BETWEEN.match(text, finish)
    limit = reach.end() if reach else finish
    citations = sorted(block.citations, key=lambda c: (c.start, c.end))
    over = tuple(c for c in citations if c.start < end and c.end > start)
    following = citations[bisect_left(citations, end, key=lambda c: c.start) :][:_MOST_CLUSTERED]
    following = [c for c in following if c.start < finish or not _goes_on(text, c)]
    behind = _cluster(text, following) if following and following[0].start <= limit else ()
    if any(c.start <= start and end <= c.end for c in over):
        return (*over, *(behind if behind and _touches(text, end, behind[0]) else ()))
    if over:
        return (*over, *behind)
    before = [c for c in citations if begin <= c.start and c.end <= start]
    before = [c for c in before if not begin or not _touches(text, begin, c) or _goes_on(text, c)]
    nearest = before[-1:]
    for citation in reversed(before[:-1]):
        if not _touches(text, citation.end, nearest[0]):
            break
        nearest.insert(0, citation)
    if behind and nearest and not _touches(text, end, behind[0]):
        later = [span for span in spans[number + 1 :] if span[0] < finish]
        leading = later and behind[0].end <= later[0][0]
        trailing = later and any(later[-1][1] <= c.start <= limit for c in citations)
        if leading and (not trailing or behind[0].start < behind[0].end):
            return tuple(nearest)
        if min(c.end - c.start for c in (behind[0], nearest[-1])):
            return (*nearest, *behind)  # "[Smith] said “…”, [the BBC] reports": either may be where the words stand
    return behind or tuple(nearest)


def _lent(blocks: tuple[AnswerBlock, ...], index: int) -> tuple[Citation, ...]:
    """Citations for a block that has none: its blockquote's other parts', its row's, a source line's behind it or its
    table, or those of the words that introduce it with a colon."""
    first = last = index
    kind, row = blocks[index].kind, blocks[index].row
    near = blocks[max(0, index - _REACH) : index + _REACH] if row else ()
    if beside := tuple(c for block in near if block.row == row for c in block.citations):
        return beside
    while kind == "cell" and last + 1 < len(blocks) and blocks[last + 1].kind == kind and last < index + _LONGEST_TABLE:
        last += 1
    while first > 0 and kind in ("quotation", "item") and blocks[first - 1].kind == kind:
        first -= 1
    while kind == "quotation" and last + 1 < len(blocks) and blocks[last + 1].kind == kind:
        last += 1
    parts = blocks[first : last + 1] if kind == "quotation" else ()
    if within := tuple(c for part in parts for c in part.citations):
        return within
    if last + 1 < len(blocks) and _is_source_line(blocks[last + 1]):
        return blocks[last + 1].citations
    introduction = blocks[first - 1] if first else None
    if introduction and introduction.text.rstrip().endswith((":", "：")):
        begin = next(reversed(sentence_ends(introduction.text)), 0)
        return tuple(c for c in introduction.citations if c.start >= begin)
    return ()


def _is_source_line(block: AnswerBlock) -> bool:
    """Whether a block says nothing but where the words above it come from."""
    rest, at = "", 0
    for citation in sorted(block.citations, key=lambda c: c.start):
        rest, at = rest + block.text[at : citation.start], max(at, citation.end)
    rest += block.text[at:]
    return bool(block.citations) and (
        _BETWEEN.fullmatch(rest) is not None or _ATTRIBUTION.match(block.text) is not None
    )
