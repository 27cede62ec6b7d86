"""Who may call the helper, and why a request is refused; decides from its head alone, before anything is done.

A web page that finds the port meets the rules of `Guard` in order; what they do not stop, only the token's holder may
do. Knows nothing of the routes but the one that is open. Out of scope, and said so: another program of the same user,
which can read the token where we keep it.
"""

import hmac
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from aiohttp import web

from quotefound.door.outcomes import (
    CROSS_SITE,
    NO_TOKEN,
    SECOND_FIREFOX,
    TOO_MANY_WRONG_TOKENS,
    WRONG_HOST,
    WRONG_METHOD,
    WRONG_ORIGIN,
    WRONG_TOKENS_WINDOW_S,
    Refusal,
)
from quotefound.settings import Settings

HOST = "127.0.0.1"
OPEN_PATH = "/hello"
# One wrong token is a helper that was started anew; more than ten in a minute is somebody trying.
WRONG_TOKENS = 10

_FIREFOX_ORIGIN = re.compile(r"moz-extension://[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Guard:
    """Who may call. Every rule refuses before anything of the request is acted on or its body is read."""

    def __init__(self, settings: Settings, token: str, port: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._hosts = frozenset((f"{HOST}:{port}", f"localhost:{port}"))
        self._origins = frozenset(settings.extension_origins)
        self._authorization = f"Bearer {token}".encode("ascii")
        self._firefox_origin: str | None = None
        self._wrong_tokens: deque[float] = deque(maxlen=WRONG_TOKENS)
        self._clock = clock

    def refusal(self, request: web.Request) -> Refusal | None:
        """Why this request is refused, or None when it may go on."""
        return self._from_elsewhere(request) or self._from_a_page(request) or self._without_token(request)

    def _from_elsewhere(self, request: web.Request) -> Refusal | None:
        # A name that was made to resolve to this machine (DNS rebinding), 0.0.0.0 and other spellings end here. A
        # request target with a host of its own would override the header, so it has to be a path.
        hosts = request.headers.getall("Host", [])
        if len(hosts) != 1 or hosts[0] not in self._hosts or not request.raw_path.startswith("/"):
            return WRONG_HOST
        # No preflight is ever answered, so no page can send a header or a type of its own choice.
        return None if request.method in ("GET", "POST") else WRONG_METHOD

    def _from_a_page(self, request: web.Request) -> Refusal | None:
        for origin in request.headers.getall("Origin", []):
            if _FIREFOX_ORIGIN.fullmatch(origin):
                if self._firefox_origin not in (None, origin):
                    return SECOND_FIREFOX
            elif origin not in self._origins:  # "null" too
                return WRONG_ORIGIN
        sites = request.headers.getall("Sec-Fetch-Site", [])
        return None if all(site in ("none", "same-origin") for site in sites) else CROSS_SITE

    def _without_token(self, request: web.Request) -> Refusal | None:
        if request.method == "GET" and request.path == OPEN_PATH:
            return None
        given = request.headers.getall("Authorization", [])
        if not given:
            return NO_TOKEN
        if len(given) == 1 and hmac.compare_digest(given[0].encode("utf-8", "replace"), self._authorization):
            self._remember_firefox(request)
            return None
        # The right token is heard whatever others try: 256 bits stand against guessing, and a stranger's tries must
        # not lock the reader out.
        now = self._clock()
        lately = len(self._wrong_tokens) == WRONG_TOKENS and now - self._wrong_tokens[0] < WRONG_TOKENS_WINDOW_S
        self._wrong_tokens.append(now)
        return TOO_MANY_WRONG_TOKENS if lately else NO_TOKEN

    def _remember_firefox(self, request: web.Request) -> None:
        # Firefox draws the extension's origin by chance at each installation: the first that knows the token is ours.
        origin = request.headers.get("Origin", "")
        if self._firefox_origin is None and _FIREFOX_ORIGIN.fullmatch(origin):
            self._firefox_origin = origin


@dataclass(slots=True)
class Presence:
    """Whether anybody who knows the token still calls. Seconds of the given clock."""

    clock: Callable[[], float] = time.monotonic
    _calls: int = field(init=False, default=0)
    _last: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self._last = self.clock()

    @contextmanager
    def of_a_caller(self) -> Iterator[None]:
        self._calls += 1
        try:
            yield
        finally:
            self._calls -= 1
            self._last = self.clock()

    def silent_for(self) -> float:
        """Seconds since the last call ended; none while one is under way."""
        return 0.0 if self._calls else self.clock() - self._last
