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
from dataclasses import dataclass, field, replace
from urllib.parse import SplitResult, urldefrag, urljoin

import aiohttp
import truststore
from aiohttp.abc import AbstractResolver
from yarl import URL

from quotefound.core.terms import Cause
from quotefound.settings import Settings
from quotefound.sources.addresses import fetchable, led_to, may_reach, needs_network, unwrap
from quotefound.sources.codings import CODINGS, Undecodable, Unpacking
from quotefound.sources.patience import moment_of, seconds_until, short_wait

WEB_PORTS = frozenset({80, 443})
DEFAULT_PORTS = {"http": 80, "https": 443}
REDIRECTS = (301, 302, 303, 307, 308)
NOT_MODIFIED = 304
CONNECT_S = 10.0
CHUNK_BYTES = 64 * 1024
KIND_BYTES = 1024  # readers look for "%PDF-" this far
HEADER_BYTES = 64 * 1024  # healthy sites send policy headers beyond aiohttp's 8 KB
# A host that asks to be left alone is left alone; but a header of a year must not close a host to its reader.
LONGEST_REST_S = 3600.0

# Headers that say something about a source's text or about a wall before it.
KEPT_HEADERS = (
    "content-type", "content-language", "content-length", "content-encoding", "date", "last-modified", "etag", "server",
    "retry-after", "location", "link", "memento-datetime", "www-authenticate", "cf-mitigated", "x-vercel-mitigated",
    "x-amzn-waf-action",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Known:
    """What is kept already: a source that still has the same may say so instead of sending it again."""

    address: str  # where the bytes came from, after redirects
    etag: str = ""
    last_modified: str = ""

    def headers_for(self, address: str) -> dict[str, str]:
        """The two conditional headers, for that address alone."""
        if address != self.address:
            return {}
        asked = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in asked.items() if value}


@dataclass(frozen=True, slots=True)
class Response:
    """What a source answered. `truncated`: the bytes ended before the source did; `meant`: the address that a wrapper
    stood for, where one had to be asked; `confirmed`: the known bytes still stand, and `content` is empty."""

    address: str
    final_address: str
    status: int
    headers: dict[str, str]  # lower-case names, those of KEPT_HEADERS
    content: bytes
    truncated: bool
    meant: str = ""
    confirmed: bool = False


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


@dataclass(slots=True)
class Host:
    """One host and port: who asks it now, and until when it wants to be left alone (seconds of time.monotonic)."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    rests_until: float = 0.0
    rest_status: int = 0


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
        self._hosts: dict[tuple[str, int], Host] = {}
        self._guarded: aiohttp.ClientSession | None = None
        self._allowed: aiohttp.ClientSession | None = None

    async def fetch(
        self, address: str, report: Callable[[str], None] = lambda state: None, known: Known | None = None
    ) -> Response | Failure:
        """Fetches one address. `report` gets "waiting" and "fetching"; trouble of the network comes back as a value.

        With `known` the source is asked whether what is kept still stands; see `Response.confirmed`.
        """
        _refused.set([])
        try:
            return await self._follow(address, report, known)
        except Stop as stop:
            return stop.failure

    async def close(self) -> None:
        """Ends all connections."""
        for session in (self._guarded, self._allowed):
            if session is not None:
                await session.close()
        self._guarded = self._allowed = None

    async def _follow(self, address: str, report: Callable[[str], None], known: Known | None) -> Response:
        budget = Budget(self._settings.timeout_s)
        cookies: dict[str, dict[str, str]] = {}
        here, meant, retried = address, address, False
        for _ in range(self._settings.max_redirects + 2):
            parts = self._checked(here)
            host = self._hosts.setdefault(host_of(parts), Host())
            if host.turn.locked():
                report("waiting")
            async with host.turn:
                self._rested(host, parts)
                report("fetching")
                extra = known.headers_for(here) if known else {}
                got = await self._ask(here, parts, cookies.setdefault(parts.hostname or "", {}), budget, extra)
                wait = self._wait_of(got, host)
            if wait is not None and not retried:
                retried = True
                await asyncio.sleep(wait)
                continue
            there = self._next(here, got)
            if there is None:
                confirmed = got.status == NOT_MODIFIED and bool(extra)
                return replace(got, address=address, final_address=here, meant=meant, confirmed=confirmed)
            meant = there if here == meant and needs_network(here) else meant
            here = there
        raise Stop(Cause.UNREACHABLE, redirects=f"more than {self._settings.max_redirects}", address=here)

    def _next(self, here: str, got: Response) -> str | None:
        """Where an answer leads on to: a redirect, or the page that a wrapper shows instead of one; None: nowhere."""
        there = None
        if got.status in REDIRECTS and "location" in got.headers:
            there = urljoin(here, got.headers["location"].strip().replace(" ", "%20"))
        elif got.status == 200 and needs_network(here):
            there = led_to(here, got.content)
        if there is not None and needs_network(here):
            unwrapped = unwrap(there)
            there = unwrapped.address if unwrapped else there
        return urldefrag(there).url if there is not None else None

    def _rested(self, host: Host, parts: SplitResult) -> None:
        left = host.rests_until - time.monotonic()
        if left > 0:
            evidence = {"status": str(host.rest_status), "asks to be left alone for": f"{left:.0f} s"}
            raise Stop(Cause.REFUSED, host=parts.hostname or "", **evidence)

    def _wait_of(self, got: Response, host: Host) -> float | None:
        """Seconds after which to ask once more, where a host says so and it is soon; a longer rest is kept to."""
        asked_s = seconds_until(got.headers.get("retry-after", "")) if got.status in (429, 503) else None
        if asked_s is None or short_wait(asked_s):
            return asked_s
        host.rests_until, host.rest_status = moment_of(min(asked_s, LONGEST_REST_S)), got.status
        return None

    def _checked(self, address: str) -> SplitResult:
        """The parts of an address that may be asked. Every hop of a redirect passes here."""
        parts = fetchable(address)
        if parts is None:
            raise Stop(Cause.ADDRESS_NOT_ALLOWED, address=address[:200])
        if not self._is_allowed(parts) and port_of(parts) not in self._ports:
            raise Stop(Cause.ADDRESS_NOT_ALLOWED, address=address[:200], port=str(port_of(parts)))
        return parts

    def _is_allowed(self, parts: SplitResult) -> bool:
        return host_of(parts) in self._settings.allow

    async def _ask(
        self, address: str, parts: SplitResult, cookies: dict[str, str], budget: Budget, extra: dict[str, str]
    ) -> Response:
        """One request, one answer, no redirect followed."""
        headers = dict(extra)
        if cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        session = self._session(self._is_allowed(parts))
        began, host = time.monotonic(), parts.hostname or ""
        try:
            async with (
                asyncio.timeout(budget.left_s),
                session.get(URL(address), headers=headers, allow_redirects=False, timeout=NO_OTHER_LIMIT) as answer,
            ):
                remember(cookies, answer)
                return await self._read(address, answer)
        except TimeoutError as trouble:
            if isinstance(trouble, aiohttp.ClientError):
                raise Stop(Cause.UNREACHABLE, host=host, error="no connection") from None
            raise Stop(Cause.TOOK_TOO_LONG, seconds=f"{self._settings.timeout_s:g}") from None
        except (aiohttp.InvalidURL, UnicodeError) as trouble:
            raise Stop(Cause.ADDRESS_NOT_ALLOWED, address=address[:200], error=said(trouble)) from None
        except Undecodable as trouble:
            raise Stop(Cause.UNREADABLE, **{"content-encoding": str(trouble)[:200]}) from None
        except aiohttp.ClientConnectorCertificateError as trouble:
            raise Stop(Cause.UNREACHABLE, host=host, certificate=wrong_with(trouble.certificate_error)) from None
        except (aiohttp.ClientError, OSError, ValueError) as trouble:
            refused = _refused.get([])
            if refused:
                raise Stop(Cause.ADDRESS_NOT_ALLOWED, host=host, leads_to=refused[-1]) from None
            raise Stop(Cause.UNREACHABLE, host=host, error=said(trouble)) from None
        finally:
            budget.left_s = max(0.0, budget.left_s - (time.monotonic() - began))

    async def _read(self, address: str, answer: aiohttp.ClientResponse) -> Response:
        """What one answer says; of a redirect only where to."""
        kept = {name: answer.headers[name] for name in KEPT_HEADERS if name in answer.headers}
        if answer.status == NOT_MODIFIED or (answer.status in REDIRECTS and "location" in kept):
            return Response(address, address, answer.status, kept, b"", False)
        content, truncated = await self._content(answer, Unpacking(kept.get("content-encoding", "")))
        return Response(address, address, answer.status, kept, content, truncated)

    async def _content(self, answer: aiohttp.ClientResponse, unpacking: Unpacking) -> tuple[bytes, bool]:
        """The body, counted as it comes out of its codings, and whether it was cut off."""
        read = bytearray()
        try:
            async for chunk in answer.content.iter_chunked(CHUNK_BYTES):
                for piece in unpacking.pieces(chunk):
                    read += piece
                    most = most_bytes(read, self._settings)
                    if len(read) > most and needs_its_end(read):
                        raise Stop(Cause.TOO_LARGE, bytes=f"more than {most}")
                    if len(read) > most:
                        return bytes(read[:most]), True
                await asyncio.sleep(0)  # a bomb's layers must not keep the others waiting
        except (aiohttp.ClientPayloadError, aiohttp.ClientConnectionError) as trouble:
            if not read:
                raise Stop(Cause.UNREADABLE, body=said(trouble)) from None
            return bytes(read), True
        return bytes(read), not unpacking.ended

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
            ssl=truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT),  # the system's certificates, an office's own included
        )
        session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,  # a proxy would be all that the guard sees
            auto_decompress=False,  # `codings` counts while it unpacks
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


def needs_its_end(begun: bytes | bytearray) -> bool:
    """Whether what begins so (PDF, and the kinds that are zip archives) is of no use in part."""
    return b"%PDF-" in begun[:KIND_BYTES] or begun.startswith(b"PK\x03\x04")


def most_bytes(begun: bytes | bytearray, settings: Settings) -> int:
    """How many bytes are read of what begins so."""
    return settings.max_document_bytes if needs_its_end(begun) else settings.max_html_bytes


def port_of(parts: SplitResult) -> int:
    """The port of an address, written or not."""
    return parts.port or DEFAULT_PORTS[parts.scheme]


def host_of(parts: SplitResult) -> tuple[str, int]:
    """The host, in small letters, and the port of an address."""
    return (parts.hostname or "").lower(), port_of(parts)


def remember(cookies: dict[str, str], answer: aiohttp.ClientResponse) -> None:
    """What a host asks to be told again in this fetch; some walls let in only who comes back with it."""
    for name, morsel in answer.cookies.items():
        if morsel["max-age"] == "0" or not morsel.value:
            cookies.pop(name, None)
        else:
            cookies[name] = morsel.value


def wrong_with(trouble: Exception) -> str:
    """What is wrong with a certificate, in the verifier's words."""
    return str(getattr(trouble, "verify_message", "") or trouble)[:200]


def said(trouble: BaseException) -> str:
    """An error in a few words, for the evidence."""
    return f"{type(trouble).__name__}: {trouble}"[:200]
