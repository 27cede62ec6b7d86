"""Readings made searchable, and the shelf that keeps the last of them for the next quote.

Of the shell, like `checking` and `telling`: it sees a reading and its tokens, and judges nothing.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from quotefound.core.tokens import Tokens
from quotefound.core.verdicts import Readable
from quotefound.core.windows import Sentences
from quotefound.records import normalized_hash
from quotefound.sources.snapshots import Reading

# Indexed sources kept for the next quote: a token costs about 100 bytes, so this is at most some 50 MB.
MOST_INDEXED_TOKENS = 500_000


@dataclass(slots=True)
class Indexed:
    """A reading made searchable."""

    reading: Reading
    readable: Readable
    norm: str = ""
    _sentences: Sentences | None = None

    @property
    def tokens(self) -> Tokens:
        assert self.readable.tokens is not None
        return self.readable.tokens

    def norm_hash(self) -> str:
        """The hash of the normalized text; computed once, when first asked for."""
        self.norm = self.norm or normalized_hash(self.tokens)
        return self.norm

    def sentences(self) -> Sentences | None:
        """The text by sentences, made once, when a claim first asks; None where nothing could be read."""
        if self._sentences is None and self.readable.tokens is not None:
            self._sentences = Sentences(self.readable.tokens)
        return self._sentences


def indexed(reading: Reading) -> Indexed:
    """The reading with its visible and its hidden text tokenized."""
    text = reading.text
    if text is None:
        return Indexed(reading, Readable(None, reading.cause))
    hidden = "\n\n".join(words for _, words in text.hidden)
    return Indexed(
        reading,
        Readable(
            Tokens(text.text, text.notes),
            reading.cause,
            Tokens(hidden) if hidden else None,
            text.language,
            tuple((block.start, block.end) for block in text.blocks if block.kind == "pre"),
        ),
    )


class Shelf:
    """Indexed readings by snapshot, the longest unused leaving first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Indexed] = OrderedDict()

    async def indexed(self, reading: Reading) -> Indexed:
        """The reading indexed, from the shelf if it stands there; what is not kept does not stand there either."""
        if reading.snapshot is None or reading.text is None:
            return indexed(reading)
        if not reading.kept:
            return await asyncio.to_thread(indexed, reading)
        key = reading.snapshot.id
        kept = self._kept.get(key)
        if kept is None or kept.reading.cause != reading.cause:
            kept = await asyncio.to_thread(indexed, reading)
            self._kept[key] = kept
        self._kept.move_to_end(key)
        size = sum(len(entry.tokens) for entry in self._kept.values())
        while size > MOST_INDEXED_TOKENS and len(self._kept) > 1:
            size -= len(self._kept.popitem(last=False)[1].tokens)
        return kept
