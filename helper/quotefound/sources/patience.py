"""How long a host asks to be left alone: Retry-After in its two forms, and which waits are short enough to sit out."""

import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

# A host that says "in a moment" is asked once more; longer than this nobody waits in front of a card.
LONGEST_RETRY_S = 5.0


def seconds_until(retry_after: str) -> float | None:
    """Seconds that a Retry-After header asks for, never less than 0; None for what is none."""
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - datetime.now(UTC)).total_seconds())


def short_wait(seconds: float) -> bool:
    """Whether a reader would wait that long."""
    return seconds <= LONGEST_RETRY_S


def moment_of(seconds: float) -> float:
    """The moment so many seconds from now, on time.monotonic's clock."""
    return time.monotonic() + seconds
