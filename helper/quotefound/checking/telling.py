"""How a judgement and a reading are told: the passage, its surroundings, differences and record, as the wire has it.

Values in, JSON out; judges nothing, reads nothing.
"""

from bisect import bisect_right
from typing import Any

from quotefound.checking.shelf import Indexed
from quotefound.core.fragments import fragment_link
from quotefound.core.passages import surroundings
from quotefound.core.terms import Note, Verdict
from quotefound.core.text import Text
from quotefound.core.tokens import Tokens
from quotefound.core.verdicts import Judgement, passage_of
from quotefound.records import citation_record


def passage_told(source: Indexed, start: int, end: int) -> dict[str, Any]:
    """A passage with what stands round it and the link that lands on it, as the wire has it; code points come in."""
    text, reading = source.tokens.text, source.reading
    assert reading.text is not None
    around = surroundings(text, start, end)
    address, page = reading.shown_at, reading.text.page_at(start)
    link = fragment_link(address, text, start, end) if address else ""
    return {
        "before": around.before,
        "text": text[start:end],
        "after": around.after,
        "link": f"{address.partition('#')[0]}#page={page}" if address and page else link,
        "page": page,
    }


def described(name: str, judgement: Judgement, source: Indexed) -> dict[str, Any]:
    """The passage that a judgement speaks of, as the wire has it, its differences, a note of its zone, its record."""
    tokens, reading = source.tokens, source.reading
    assert reading.text is not None
    passage = passage_of(judgement)
    found: dict[str, Any] = {"notes": []}
    if passage:
        found["passage"] = passage_told(source, passage.start, passage.end)
        if judgement.verdict is Verdict.FOUND and (zone := _zone(reading.text, passage.start)) != "article":
            found["notes"].append({"name": str(Note.ZONE), "detail": zone})
    if judgement.search.pieces:
        found["differences"] = _left_out(judgement, tokens)
    elif judgement.closest and not judgement.search.matches:
        found["differences"] = [list(part) for part in judgement.closest.differences]
    if reading.snapshot:
        matches = len(judgement.search.matches)
        found["record"] = citation_record(f"c-{name}", reading.snapshot, tokens, source.norm_hash(), passage, matches)
        if not reading.kept:
            found["record"]["kept"] = False
    return found


def _left_out(judgement: Judgement, tokens: Tokens) -> list[list[str]]:
    """The parts of a shortened quote and the words of the source between them."""
    parts: list[list[str]] = []
    end = None
    for piece in judgement.search.pieces:
        if end is not None and end < piece.start:
            parts.append(["source", tokens.text[end : piece.start].strip(), "left out"])
        parts.append(["same", tokens.text[piece.start : piece.end], "word"])
        end = piece.end
    return parts


def _zone(text: Text, start: int) -> str:
    index = bisect_right(text.blocks, start, key=lambda block: block.start) - 1
    if index < 0 or text.blocks[index].end <= start or text.blocks[index].zone == "heading":
        return "article"
    return text.blocks[index].zone
