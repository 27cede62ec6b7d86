"""An archive's copy of a page, as the Wayback Machine has it: which captures there are, and one of them unmodified.

Asked only when a reader asks for it. Knows the archive's addresses and its index; the fetching is done by whoever
fetches everything else, under the same guard. A copy is another reading than the source's own, always with its date.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from quotefound.core.terms import Cause
from quotefound.sources.fetching import Failure, Fetcher, Response

TIMESTAMP = re.compile(r"\d{14}")
# "id_" asks for the bytes as they were captured; without it the archive's own bar and links are part of the page.
CAPTURE = re.compile(r"(?P<base>.*?)/web/(?P<when>\d{14})(?P<form>id_)?/(?P<original>.+)", re.S)


@dataclass(frozen=True, slots=True)
class Capture:
    """One copy: when it was taken, 14 digits in UTC, and of which address."""

    when: str
    original: str

    @property
    def captured_at(self) -> str:
        """When, as snapshots state moments."""
        year, month, day, hour, minute, second = (
            self.when[:4], *(self.when[at : at + 2] for at in range(4, 14, 2)),
        )  # fmt: skip
        return f"{year}-{month}-{day}T{hour}:{minute}:{second}Z"


class Archive:
    """The archive at `base`, such as "https://web.archive.org"."""

    def __init__(self, fetcher: Fetcher, base: str) -> None:
        self._fetcher, self._base = fetcher, base

    async def copy_of(
        self, address: str, near: str = "", report: Callable[[str], None] = lambda state: None
    ) -> tuple[Capture, Response] | Failure:
        """The newest copy of an address that is no error page, or the one closest to `near` ("20260131…")."""
        capture = await self._capture(address, near, report)
        if isinstance(capture, Failure):
            return capture
        got = await self._fetcher.fetch(f"{self._base}/web/{capture.when}id_/{capture.original}", report)
        if isinstance(got, Failure):
            return got
        # The archive leads on to the nearest capture that it has; a page of its own about trouble is none.
        there = CAPTURE.fullmatch(got.final_address)
        if there is None or there["base"] != self._base or "memento-datetime" not in got.headers:
            return Failure(Cause.ERROR_PAGE, {"archive": "answered with no copy", "status": str(got.status)})
        return Capture(there["when"], there["original"]), replace(got, address=address)

    async def _capture(self, address: str, near: str, report: Callable[[str], None]) -> Capture | Failure:
        # The index lists the oldest first: a negative limit asks for the last.
        which = {"closest": near, "sort": "closest", "limit": "1"} if near else {"limit": "-1"}
        asked = {"url": address, "output": "json", "fl": "timestamp,original", "filter": "statuscode:200", **which}
        got = await self._fetcher.fetch(f"{self._base}/cdx/search/cdx?{urlencode(asked)}", report)
        if isinstance(got, Failure):
            return got
        if got.status != 200:
            return Failure(Cause.UNREACHABLE, {"archive": "did not answer", "status": str(got.status)})
        try:
            rows = json.loads(got.content or b"[]")
            captures = [Capture(when, original) for when, original in rows[1:]]  # the first row names the columns
        except (ValueError, TypeError):
            return Failure(Cause.UNREADABLE, {"archive": "answered with something else than its index"})
        if not captures:
            return Failure(Cause.ERROR_PAGE, {"archive": "has no copy of this address"})
        last = captures[-1]
        if not isinstance(last.when, str) or not isinstance(last.original, str) or not TIMESTAMP.fullmatch(last.when):
            return Failure(Cause.UNREADABLE, {"archive": "answered with something else than its index"})
        return last


def shown_address(address: str) -> str:
    """Where a person looks at an archive's copy: with the archive's own bar, which says what it is."""
    capture = CAPTURE.fullmatch(address)
    return f"{capture['base']}/web/{capture['when']}/{capture['original']}" if capture else address


def original_address(address: str) -> str:
    """The address that a copy is a copy of."""
    capture = CAPTURE.fullmatch(address)
    return capture["original"] if capture else address
