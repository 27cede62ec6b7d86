"""The socket that the helper listens on, and its lines: what happens below the app, on 127.0.0.1 alone."""

import asyncio
import logging
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from quotefound.door.callers import HOST
from quotefound.door.outcomes import FAILED, MALFORMED, WRONG_HOST, refused

log = logging.getLogger(__name__)

# How long a started request may go on once the helper is told to stop.
SHUTDOWN_S = 1.0
# Browsers keep an unused connection for about as long.
KEEPALIVE_S = 75.0
# From a connection's first byte to its first answer: a long poll waits 10 s. Who says nothing is not kept.
FIRST_ANSWER_S = 30.0


class _Line(web.RequestHandler):
    """One caller's connection. What aiohttp would say by itself, below the app, echoes input and names versions."""

    __slots__ = ("_patience",)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport)
        self._patience = asyncio.get_running_loop().call_later(FIRST_ANSWER_S, transport.abort)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._patience.cancel()
        super().connection_lost(exc)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        if status >= 500:
            log.error("A request failed below the app.", exc_info=exc)
            response = refused(FAILED)
        else:
            # Only the kind of trouble is logged: a malformed header may hold the token.
            log.warning("A malformed request was refused (%s).", type(exc).__name__)
            # None or two Host headers are stopped by aiohttp's parser, before the app can.
            response = refused(WRONG_HOST if "'Host'" in (message or "") else MALFORMED)
        response.force_close()
        return response

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        self._patience.cancel()
        if isinstance(resp, web.HTTPException):
            resp = refused(MALFORMED)
        return await super().finish_response(request, resp, start_time)


def listening_socket(port: int) -> socket.socket:
    """A socket that listens on HOST alone: on `port` if it is free, else, or for 0, on any."""
    try:
        return _bound(port)
    except OSError:
        if port == 0:
            raise
        return _bound(0)


def _bound(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # does not share a port that is listened on
        listener.bind((HOST, port))
        listener.listen()  # at once: until then Linux lets another program bind the port as well
    except OSError:
        listener.close()
        raise
    return listener


@asynccontextmanager
async def listening(app: web.Application, listener: socket.socket) -> AsyncIterator[None]:
    """Answers on the socket until left, then gives started requests SHUTDOWN_S."""
    loop = asyncio.get_running_loop()
    runner = web.AppRunner(app, shutdown_timeout=SHUTDOWN_S)
    await runner.setup()
    manager = runner.server
    assert manager is not None

    def line() -> web.RequestHandler:
        # No access log: it could only tell what a reader checks and when. (aiohttp takes None; its types forgot.)
        return _Line(manager, loop=loop, access_log=None, keepalive_timeout=KEEPALIVE_S)  # type: ignore[arg-type]

    server = await loop.create_server(line, sock=listener)
    try:
        yield
    finally:
        server.close()
        await runner.cleanup()
