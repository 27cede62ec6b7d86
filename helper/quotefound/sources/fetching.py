"""One cited source, asked for over HTTP: honest, bounded, and never an address of the reader's own network.

The address check sits where a socket is made, so that literals, names, redirects and names that change between two
questions all pass it. Knows no snapshots and no formats; what came back instead of a page is for `walls` to say.
"""

import asyncio
import socket
import ssl
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urljoin

import aiohttp
import truststore
from aiohttp.abc import AbstractResolver
from yarl import URL

from quotefound.core.terms import Cause
from quotefound.settings import Settings
from quotefound.sources.addresses import fetchable, may_reach

WEB_PORTS = frozenset({80, 443})
DEFAULT_PORTS = {"http": 80, "https": 443}
REDIRECTS = (301, 302, 303, 307, 308)
CODINGS = ("gzip", "deflate")  # what is asked for, and all that is undone
# A host that says "in a moment" is asked once more; longer than this nobody waits in front of a card.
LONGEST_RETRY_S = 5.0
CONNECT_S = 10.0
CHUNK_BYTES = 64 * 1024
HEADER_BYTES = 64 * 1024  # healthy sites send policy headers beyond aiohttp's 8 KB

# Headers that say something about a source's text or about a wall before it.
KEPT_HEADERS = (
    "content-type", "content-language", "content-length", "content-encoding", "date", "last-modified", "etag", "server",
    "retry-after", "location", "link", "memento-datetime", "www-authenticate", "cf-mitigated", "x-vercel-mitigated",
    "x-amzn-waf-action",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Response:
    """What a source answered. `truncated`: the bytes ended before the source did."""

    address: str
    final_address: str
    status: int
    headers: dict[str, str]  # lower-case names, those of KEPT_HEADERS
    content: bytes
    truncated: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer."""

    cause: Cause
    evidence: dict[str, str] = field(default_factory=dict)


# The budget of a fetch is its limit; only connecting has one of its own, so that a dead host is told from a slow one.
NO_OTHER_LIMIT = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_S)


@dataclass(slots=True)
class Budget:
    """Seconds that one fetch may yet spend with the network; waiting for its turn does not count."""

    left_s: float


class Stop(Exception):  # noqa: N818 - a failure on its way out of nested calls; never leaves this module
    def __init__(self, cause: Cause, **evidence: str) -> None:
        super().__init__(cause)
        self.failure = Failure(cause, evidence)


# Addresses that the guard refused while one fetch was connecting: the list is that fetch's own.
_refused: ContextVar[list[str]] = ContextVar("refused")


def guarded_socket(info: aiohttp.AddrInfoType) -> socket.socket:
    """Makes the socket for a connection, or refuses: called with the very address about to be connected."""
    family, kind, protocol, _, where = info
    literal = str(where[0])
    if not may_reach(literal):
        _refused.get([]).append(literal)
        raise PermissionError(f"{literal} is not in the public internet")
    return socket.socket(family, kind, protocol)


class Fetcher:
    """Fetches addresses, one at a time per host and several hosts at once. Belongs to one event loop."""

    def __init__(
        self, settings: Settings, *, resolver: AbstractResolver | None = None, ports: frozenset[int] = WEB_PORTS
    ) -> None:
        self._settings, self._resolver, self._ports = settings, resolver, ports
        self._hosts: dict[str, asyncio.Lock] = {}
        self._guarded: aiohttp.ClientSession | None = None
        self._allowed: aiohttp.ClientSession | None = None

    async def fetch(self, address: str, report: Callable[[str], None] = lambda state: None) -> Response | Failure:
        """Fetches one address. `report` gets "waiting" and "fetching". Trouble of the network comes back as a value."""
        _refused.set([])
        try:
            return await self._follow(address, report)
        except Stop as stop:
            return stop.failure

    async def close(self) -> None:
        """Ends all connections."""
        for session in (self._guarded, self._allowed):
            if session is not None:
                await session.close()
        self._guarded = self._allowed = None

    async def _follow(self, address: str, report: Callable[[str], None]) -> Response:
        budget = Budget(self._settings.timeout_s)
        cookies: dict[str, dict[str, str]] = {}
        here, retried = address, False
        for _ in range(self._settings.max_redirects + 2):
            parts = self._checked(here)
            lock = self._hosts.setdefault(parts.netloc, asyncio.Lock())
            if lock.locked():
                report("waiting")
            async with lock:
                report("fetching")
                got = await self._ask(here, parts, cookies.setdefault(parts.hostname or "", {}), budget)
            wait = retry_after(got) if not retried else None
            if wait is not None:
                retried = True
                await asyncio.sleep(wait)
            elif got.status in REDIRECTS and "location" in got.headers:
                here = urljoin(here, got.headers["location"].strip().replace(" ", "%20"))
            else:
                return Response(address, here, got.status, got.headers, got.content, got.truncated)
        raise Stop(Cause.UNREACHABLE, redirects=f"more than {self._settings.max_redirects}", address=here)

    def _checked(self, address: str) -> SplitResult:
        """The parts of an address that may be asked. Every hop of a redirect passes here."""
        parts = fetchable(address)
        if parts is None:
            raise Stop(Cause.ADDRESS_NOT_ALLOWED, address=address[:200])
        if not self._is_allowed(parts) and port_of(parts) not in self._ports:
            raise Stop(Cause.ADDRESS_NOT_ALLOWED, address=address[:200], port=str(port_of(parts)))
        return parts

    def _is_allowed(self, parts: SplitResult) -> bool:
        return ((parts.hostname or "").lower(), port_of(parts)) in self._settings.allow

    async def _ask(self, address: str, parts: SplitResult, cookies: dict[str, str], budget: Budget) -> Response:
        """One request, one answer, no redirect followed."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else {}
        session = self._session(self._is_allowed(parts))
        began = time.monotonic()
        try:
            async with (
                asyncio.timeout(budget.left_s),
                session.get(URL(address), headers=headers, allow_redirects=False, timeout=NO_OTHER_LIMIT) as answer,
            ):
                cookies.update({name: morsel.value for name, morsel in answer.cookies.items()})
                return await self._read(address, answer)
        except TimeoutError as trouble:
            if isinstance(trouble, aiohttp.ClientError):
                raise Stop(Cause.UNREACHABLE, host=parts.hostname or "", error="no connection") from None
            raise Stop(Cause.TOOK_TOO_LONG, seconds=f"{self._settings.timeout_s:g}") from None
        except (aiohttp.InvalidURL, UnicodeError) as trouble:
            raise Stop(Cause.ADDRESS_NOT_ALLOWED, address=address[:200], error=said(trouble)) from None
        except (aiohttp.ClientError, OSError, ValueError) as trouble:
            refused = _refused.get([])
            if refused:
                raise Stop(Cause.ADDRESS_NOT_ALLOWED, host=parts.hostname or "", leads_to=refused[-1]) from None
            if "content-encoding" in str(trouble).lower():  # one that aiohttp knows and cannot undo
                raise Stop(Cause.UNREADABLE, **{"content-encoding": said(trouble)}) from None
            raise Stop(Cause.UNREACHABLE, host=parts.hostname or "", error=said(trouble)) from None
        finally:
            budget.left_s = max(0.0, budget.left_s - (time.monotonic() - began))

    async def _read(self, address: str, answer: aiohttp.ClientResponse) -> Response:
        """What one answer says; of a redirect only where to."""
        kept = {name: answer.headers[name] for name in KEPT_HEADERS if name in answer.headers}
        if answer.status in REDIRECTS and "location" in kept:
            return Response(address, address, answer.status, kept, b"", False)
        coding = kept.get("content-encoding", "").strip().lower()
        if coding not in (*CODINGS, "identity", ""):
            raise Stop(Cause.UNREADABLE, **{"content-encoding": coding})
        content, truncated = await self._content(answer)
        return Response(address, address, answer.status, kept, content, truncated)

    async def _content(self, answer: aiohttp.ClientResponse) -> tuple[bytes, bool]:
        """The body, counted as it comes out of decompression, and whether it was cut off."""
        most, read = self._settings.max_html_bytes, bytearray()
        try:
            async for chunk in answer.content.iter_chunked(CHUNK_BYTES):
                read += chunk
                if len(read) > most:
                    return bytes(read[:most]), True
        except (aiohttp.ClientPayloadError, aiohttp.ClientConnectionError) as trouble:
            if not read:
                raise Stop(Cause.UNREADABLE, body=said(trouble)) from None
            return bytes(read), True
        return bytes(read), False

    def _session(self, allowed: bool) -> aiohttp.ClientSession:
        """The session for addresses that the command line allowed, or the guarded one for all others."""
        session = self._allowed if allowed else self._guarded
        if session is not None:
            return session
        connector = aiohttp.TCPConnector(
            socket_factory=None if allowed else guarded_socket,
            resolver=self._resolver,
            use_dns_cache=False,  # an answer once checked must not serve a later question
            force_close=True,  # nor a connection
            limit=0,
            ssl=truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        )
        session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,  # a proxy would be all that the guard sees
            max_line_size=HEADER_BYTES,
            max_field_size=HEADER_BYTES,
            headers={
                "User-Agent": self._settings.user_agent,
                "Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.9,*/*;q=0.5",
                "Accept-Encoding": ", ".join(CODINGS),
            },
        )
        if allowed:
            self._allowed = session
        else:
            self._guarded = session
        return session


def port_of(parts: SplitResult) -> int:
    """The port of an address, written or not."""
    return parts.port or DEFAULT_PORTS[parts.scheme]


def retry_after(got: Response) -> float | None:
    """Seconds after which to ask once more, where a host says so and it is soon; None otherwise."""
    if got.status not in (429, 503):
        return None
    try:
        seconds = float(got.headers.get("retry-after", ""))
    except ValueError:  # a date, or nothing: no short wait
        return None
    return seconds if 0 <= seconds <= LONGEST_RETRY_S else None


def said(trouble: BaseException) -> str:
    """An error in a few words, for the evidence."""
    return f"{type(trouble).__name__}: {trouble}"[:200]
