"""How a judgement and a reading are told: the passage, its surroundings, differences and record, as the wire has it.

Values in, JSON out; judges nothing, reads nothing.
"""

from bisect import bisect_right
from typing import Any

from quotefound.core.fragments import fragment_link
from quotefound.core.passages import surroundings
from quotefound.core.terms import Note, Verdict
from quotefound.core.text import Text
from quotefound.core.tokens import Tokens
from quotefound.core.verdicts import Judgement, passage_of
from quotefound.records import citation_record
from quotefound.shelf import Indexed


def beside_report(kind: str, state: str, source: Indexed | None) -> dict[str, Any]:
    """A reading beside the helper's own, as far as it has come."""
    reading = source.reading if source else None
    snapshot = reading.snapshot if reading else None
    return {
        "kind": kind,
        "state": state,
        "cause": str(reading.cause) if reading and reading.cause else None,
        "final_address": reading.shown_at if reading and snapshot else None,
        "read_at": snapshot.fetched_at if snapshot else None,
        "captured_at": snapshot.captured_at if snapshot else "",
        "evidence": dict(reading.evidence) if reading else {},
    }


def described(name: str, judgement: Judgement, source: Indexed) -> dict[str, Any]:
    """The passage that a judgement speaks of, as the wire has it, its differences, a note of its zone, its record."""
    tokens, reading = source.tokens, source.reading
    assert reading.text is not None
    passage = passage_of(judgement)
    found: dict[str, Any] = {"notes": []}
    if passage:
        around = surroundings(tokens, passage)
        address, page = reading.shown_at, reading.text.page_at(passage.start)
        link = fragment_link(address, tokens.text, passage.start, passage.end) if address else ""
        found["passage"] = {
            "before": around.before,
            "text": tokens.text[passage.start : passage.end],
            "after": around.after,
            "link": f"{address.partition('#')[0]}#page={page}" if address and page else link,
            "page": page,
        }
        if judgement.verdict is Verdict.FOUND and (zone := _zone(reading.text, passage.start)) != "article":
            found["notes"].append({"name": str(Note.ZONE), "detail": zone})
    if judgement.search.pieces:
        found["differences"] = _left_out(judgement, tokens)
    elif judgement.closest and not judgement.search.matches:
        found["differences"] = [list(part) for part in judgement.closest.differences]
    if reading.snapshot:
        matches = len(judgement.search.matches)
        found["record"] = citation_record(f"c-{name}", reading.snapshot, tokens, source.norm_hash(), passage, matches)
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
