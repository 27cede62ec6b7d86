"""Citation records: what a verdict rests on, so that anyone can reach it again from the stored bytes.

Knows snapshots and passages as values; fetches and decides nothing.
"""

from hashlib import sha256

from quotefound.core.chunks import NORMALIZER
from quotefound.core.matching import Match
from quotefound.core.selectors import position_selector, quote_selector
from quotefound.core.tokens import Tokens, normalized
from quotefound.sources.snapshots import Snapshot


def hash_of(text: str) -> str:
    """The SHA-256 of a text's UTF-8 bytes, named."""
    return "sha256:" + sha256(text.encode()).hexdigest()


def normalized_hash(tokens: Tokens) -> str:
    """The hash of the text as it is compared."""
    return hash_of(normalized(tokens))


def citation_record(
    citation: str, snapshot: Snapshot, tokens: Tokens, text_norm: str, passage: Match | None, matches: int
) -> dict[str, object]:
    """The record of one quote against one snapshot; `matches` counts the places where the quote was found."""
    record: dict[str, object] = {
        "citationId": citation,
        "snapshotId": snapshot.id,
        "fetchedAt": snapshot.fetched_at,
        "reading": snapshot.kind,
        **({"capturedAt": snapshot.captured_at} if snapshot.captured_at else {}),
        "url": snapshot.address,
        "finalUrl": snapshot.final_address,
        "status": snapshot.status,
        "mediaType": snapshot.media_type,
        "extractor": snapshot.extractor,
        "normalizer": NORMALIZER,
        "hashes": {"raw": snapshot.raw_hash, "text": snapshot.text_hash, "norm": text_norm},
        "matches": matches,
    }
    if passage:
        record["selector"] = {
            "position": position_selector(tokens.text, passage.start, passage.end),
            "quote": quote_selector(tokens.text, passage.start, passage.end),
        }
    return record
