"""How much is kept of sources, and for how long: the reader's limits, and when the store is looked through for them.

Knows what this session has read, for that is in use and stays. Reads and fetches nothing.
"""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from quotefound.settings import Settings
from quotefound.sources.keeping import Keeper
from quotefound.sources.store import Store

TIDY_EVERY = 200  # snapshots between two looks at how much is kept: looking takes a moment with many files
TIDY_EVERY_S = 3600.0  # where fewer are read, what is past its time leaves within the hour


class Room:
    """Belongs to one event loop; `on_disk` does work on files in a thread."""

    def __init__(
        self, store: Store, keeper: Keeper, settings: Settings, on_disk: Callable[..., Awaitable[Any]]
    ) -> None:
        self._store, self._keeper, self._settings, self._on_disk = store, keeper, settings, on_disk
        self._made: set[str] = set()
        self._since_tidy, self._tidied_at = TIDY_EVERY, 0.0  # the first reading of a session finds it due
        self._tidying: asyncio.Task[None] | None = None
        self._moving = asyncio.Lock()

    def made(self, identity: str) -> None:
        """A snapshot was kept; it is in use from now on."""
        self._made.add(identity)
        self._since_tidy += 1

    def look(self) -> None:
        """Begins to make room where that is due, without waiting for it."""
        due = self._since_tidy >= TIDY_EVERY or time.monotonic() - self._tidied_at > TIDY_EVERY_S
        if due and self._tidying is None:
            self._begin()

    async def kept(self, limits: Mapping[str, Any] = MappingProxyType({})) -> dict[str, int | None]:
        """How much is kept, in snapshots and bytes, and the limits; other `limits` hold from now on, and are met.

        Raises `SettingsError` for what `Settings.moved` does not take; then nothing has changed.
        """
        if limits:
            async with self._moving:
                self._settings = await self._on_disk(self._settings.moved, limits)
            while self._tidying is not None:  # by the limits of before
                await asyncio.wait({self._tidying})
            await asyncio.wait({self._begin()})
        return {
            "snapshots": await self._on_disk(self._store.count),
            "bytes": await self._on_disk(self._store.size),
            "max_store_bytes": self._settings.max_store_bytes,
            "keep_days": self._settings.keep_days,
        }

    async def close(self) -> None:
        """Waits for what is under way."""
        if self._tidying is not None:
            await asyncio.wait({self._tidying})

    def _begin(self) -> asyncio.Task[None]:
        self._since_tidy, self._tidied_at = 0, time.monotonic()
        self._tidying = asyncio.ensure_future(self._tidy())
        return self._tidying

    async def _tidy(self) -> None:
        limits = self._settings.max_store_bytes, frozenset(self._made), self._settings.keep_days
        try:
            with suppress(sqlite3.Error, OSError):  # the next look does it
                await self._on_disk(self._keeper.tidy, *limits)
        finally:
            self._tidying = None
