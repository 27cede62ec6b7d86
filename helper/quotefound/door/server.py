"""The helper's one door: its routes, what each outcome is as a status, and the helper's life from start to end.

Knows that a check has a version that rises and a report; never what a quote, a source or a verdict is.
"""

import asyncio
import json
import logging
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from datetime import UTC, datetime
from typing import Any, TypeGuard

from aiohttp import web

from quotefound import wire
from quotefound.door.callers import OPEN_PATH, Guard, Presence
from quotefound.door.connection import NONCE, AlreadyRunning, Connection, Place, new_token, proof
from quotefound.door.jobs import Check, Checker, Jobs
from quotefound.door.listening import listening, listening_socket
from quotefound.door.outcomes import (
    FAILED,
    MALFORMED,
    MAX_BODY_BYTES,
    MAX_READING_BYTES,
    NO_SUCH_JOB,
    NO_SUCH_PATH,
    NOT_JSON,
    TOO_LARGE,
    TOO_MANY_JOBS,
    WRONG_METHOD,
    Refusal,
    answered,
    bad_request,
    refused,
)
from quotefound.settings import Settings, SettingsError

log = logging.getLogger(__name__)

# A background page may be put to sleep after 30 s of waiting, in either browser family; ten leave room.
POLL_WAIT_S = 10.0
# The settings that a reader changes in the browser; all others are changed where the helper runs.
_KEPT_LIMITS = {"max_store_bytes", "keep_days"}


class Routes:
    """The routes. Those that take a body are given it as a JSON object, and give back an object or a `Refusal`.

    What the wire or a check finds wrong with it, they raise as `wire.BadRequest`; see `posted`.
    """

    def __init__(self, checker: Checker, token: str, port: int) -> None:
        self.jobs = Jobs()
        self._checker = checker
        self._token = token
        self._port = port

    async def hello(self, request: web.Request) -> web.Response:
        """The one open route: shows that who listens here knows the token, without saying it."""
        nonces = request.query.getall("nonce", [])
        if len(nonces) != 1 or NONCE.fullmatch(nonces[0]) is None:
            return refused(bad_request("The nonce must be 16 to 128 letters, digits, hyphens or underscores."))
        return answered(200, {"server": "quotefound", "proof": proof(self._token, self._port, nonces[0])})

    async def answers(self, body: dict[str, Any]) -> dict[str, Any] | Refusal:
        """Start to check an answer."""
        wanted = wire.answer_from(body)
        if not self.jobs.make_room():
            return TOO_MANY_JOBS
        return {"job": self.jobs.add(self._checker.start(wanted))}

    async def poll(self, body: dict[str, Any]) -> dict[str, Any] | Refusal:
        """The report once it is newer than the one seen, or as it stands after POLL_WAIT_S."""
        check = self._check_of(body)
        if isinstance(check, Refusal):
            return check
        seen = body.get("seen", 0)
        if not _is_count(seen):
            return bad_request("seen must be a version, 0 or more.")
        with suppress(TimeoutError):
            async with asyncio.timeout(POLL_WAIT_S), check.changed:
                await check.changed.wait_for(lambda: check.version > seen)
        return check.report() | {"job": body["job"]}

    async def cancel(self, body: dict[str, Any]) -> dict[str, Any] | Refusal:
        """Stop a check; its report stays."""
        check = self._check_of(body)
        if isinstance(check, Refusal):
            return check
        check.cancel()
        return {"job": body["job"]}

    async def fetch(self, body: dict[str, Any]) -> dict[str, Any] | Refusal:
        """The reader's consent to fetch sources of this answer, named by their place in it; never a new address."""
        check = self._check_of(body)
        if isinstance(check, Refusal):
            return check
        sources = body.get("sources")
        if not isinstance(sources, list) or not all(_is_count(source) for source in sources):
            return bad_request("sources must be a list of places in the answer's sources.")
        check.fetch(sources)
        return {"job": body["job"]}

    async def quotes(self, body: dict[str, Any]) -> dict[str, Any] | Refusal:
        """Start to check one quote against an address or a text that the reader gave by hand."""
        wanted = wire.quote_from(body)
        if not self.jobs.make_room():
            return TOO_MANY_JOBS
        return {"job": self.jobs.add(self._checker.start(wanted))}

    async def forget(self, body: dict[str, Any]) -> dict[str, Any] | Refusal:
        """Forget all checks and all that was ever read. The extension asks its reader before, in a page of its own."""
        if body:
            return bad_request("The body must be an empty object.")
        self.jobs.forget_all()
        return {"forgotten": await self._checker.forget_everything()}

    async def escalations(self, body: dict[str, Any]) -> dict[str, Any] | Refusal:
        """The answers that need a person, the newest first."""
        if body:
            return bad_request("The body must be an empty object.")
        return {"escalations": await self._checker.escalations.waiting()}

    async def escalation_done(self, body: dict[str, Any]) -> dict[str, Any] | Refusal:
        """A person has dealt with one; saying so twice is no mistake."""
        identity = body.get("id")
        if not isinstance(identity, str):
            return bad_request("id must be that of an answer on the list.")
        await self._checker.escalations.done(identity)
        return {}

    async def kept(self, body: dict[str, Any]) -> dict[str, Any] | Refusal:
        """How much is kept of sources and for how long, after the limits in the body were made the reader's."""
        if not body.keys() <= _KEPT_LIMITS:
            return bad_request("Only max_store_bytes and keep_days can be changed here.")
        try:
            return await self._checker.kept(body)
        except SettingsError as trouble:
            return bad_request(str(trouble))

    async def readings(self, body: dict[str, Any]) -> dict[str, Any] | Refusal:
        """Take what the reader's own tab shows of a source of this answer; nothing is fetched."""
        check = self._check_of(body)
        if isinstance(check, Refusal):
            return check
        check.take_tab(wire.tab_from(body))
        return {"job": body["job"]}

    async def archive(self, body: dict[str, Any]) -> dict[str, Any] | Refusal:
        """Ask an archive for its copy of a source of this answer, named by its place; never a new address."""
        check = self._check_of(body)
        if isinstance(check, Refusal):
            return check
        if not _is_count(source := body.get("source")):
            return bad_request("source must be a place in the answer's sources.")
        check.ask_archive(source)
        return {"job": body["job"]}

    def _check_of(self, body: dict[str, Any]) -> Check | Refusal:
        job = body.get("job")
        if not isinstance(job, str):
            return bad_request("job must be the name that the helper gave.")
        check = self.jobs.get(job)
        return NO_SUCH_JOB if check is None else check


def posted(
    route: Callable[[dict[str, Any]], Awaitable[dict[str, Any] | Refusal]],
    status: int,
    most_bytes: int = MAX_BODY_BYTES,
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """The handler of a route that takes a JSON object; a web page's form cannot send this type."""

    async def handler(request: web.Request) -> web.Response:
        if request.content_type != "application/json" or len(request.headers.getall("Content-Type")) != 1:
            return refused(NOT_JSON)
        try:
            whole = await request.clone(client_max_size=most_bytes).read()
            body = json.loads(whole.decode("utf-8"), parse_constant=_no_number)
        except web.RequestPayloadError:
            return refused(MALFORMED)
        except (ValueError, RecursionError):
            return refused(bad_request("The body is not JSON."))
        if not isinstance(body, dict):
            return refused(bad_request("The body must be a JSON object."))
        try:
            outcome = await route(body)
        except wire.BadRequest as trouble:
            outcome = bad_request(str(trouble))
        return refused(outcome) if isinstance(outcome, Refusal) else answered(status, outcome)

    return handler


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


_REFUSALS_BY_STATUS = {404: NO_SUCH_PATH, 405: WRONG_METHOD, 413: TOO_LARGE}
PRESENCE = web.AppKey("presence", Presence)


def make_app(checker: Checker, settings: Settings, token: str, port: int) -> web.Application:
    """The app that answers on HOST:`port` to whoever knows `token`; starts nothing and listens nowhere."""
    guard, presence, routes = Guard(settings, token, port), Presence(), Routes(checker, token, port)

    @web.middleware
    async def guarded(
        request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        try:
            refusal = guard.refusal(request)
            if refusal is not None:
                return refused(refusal)
            if request.path == OPEN_PATH:
                return await handler(request)  # a stranger may ask it, and keeps nothing alive by that
            with presence.of_a_caller():
                return await handler(request)
        except web.HTTPException as trouble:
            return refused(_REFUSALS_BY_STATUS.get(trouble.status, MALFORMED))
        except Exception:
            log.exception("A request failed.")
            return refused(FAILED)

    async def stop_checks(_: web.Application) -> None:
        routes.jobs.cancel_all()

    app = web.Application(middlewares=[guarded], client_max_size=MAX_BODY_BYTES)
    app[PRESENCE] = presence
    app.on_shutdown.append(stop_checks)
    app.router.add_get(OPEN_PATH, routes.hello, allow_head=False)
    app.router.add_post("/v1/answers", posted(routes.answers, 202))
    app.router.add_post("/v1/jobs/poll", posted(routes.poll, 200))
    app.router.add_post("/v1/jobs/cancel", posted(routes.cancel, 202))
    app.router.add_post("/v1/sources/fetch", posted(routes.fetch, 202))
    app.router.add_post("/v1/sources/archive", posted(routes.archive, 202))
    app.router.add_post("/v1/readings", posted(routes.readings, 202, MAX_READING_BYTES))
    app.router.add_post("/v1/quotes", posted(routes.quotes, 202))
    app.router.add_post("/v1/escalations", posted(routes.escalations, 200))
    app.router.add_post("/v1/escalations/done", posted(routes.escalation_done, 200))
    app.router.add_post("/v1/kept", posted(routes.kept, 200))
    app.router.add_post("/v1/forget", posted(routes.forget, 200))
    return app


async def serve(
    settings: Settings,
    open_checker: Callable[[Settings], AbstractAsyncContextManager[Checker]],
    ready: Callable[[Connection], None] = lambda connection: None,
) -> AlreadyRunning | None:
    """Run the helper until SIGINT, SIGTERM, SIGHUP or `settings.idle_exit_s` without a caller.

    `open_checker` opens what checks and, left, closes it; `ready` hears where the helper listens, once it does.
    None after a clean end; `AlreadyRunning`, and nothing touched, where another helper has the folder. Raises
    `FolderError` where the folder cannot be used.
    """
    place = await asyncio.to_thread(Place.claim, settings.folder)
    if isinstance(place, AlreadyRunning):
        return place
    try:
        with _stop_signals() as stop, listening_socket(settings.port) as listener:
            port = listener.getsockname()[1]
            started = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            connection = Connection(port, new_token(), os.getpid(), started)
            async with open_checker(settings) as checker:
                app = make_app(checker, settings, connection.token, port)
                async with listening(app, listener):
                    place.announce(connection)
                    ready(connection)
                    await _stopped_or_alone(stop, app[PRESENCE], settings.idle_exit_s)
    finally:
        place.leave()
    return None


async def _stopped_or_alone(stop: asyncio.Event, presence: Presence, idle_exit_s: float) -> None:
    while not stop.is_set() and (left := idle_exit_s - presence.silent_for()) > 0:
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), left)


# A closed terminal too, where the system has that signal.
_STOP_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def _stop_signals() -> Iterator[asyncio.Event]:
    """An event that the signals set which ask a program to end, while inside."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in _STOP_SIGNALS}
    for number, handler in before.items():
        if number != getattr(signal, "SIGHUP", None) or handler is not signal.SIG_IGN:  # ignored: started by nohup
            # Not the loop's own handlers: Windows has none.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
