"""What the helper can say: every answer and every refusal is made here, as JSON with the same headers.

Owns the closed list of refusals. No page is ever served, or what was fetched could run as ours; no refusal repeats what
was sent; nothing tells the program's versions.
"""

from dataclasses import dataclass
from typing import Any

from aiohttp import web

# A long answer with its sources is below 400 kB as JSON; ten times that is no answer.
MAX_BODY_BYTES = 4_000_000
# A page as a reader's tab shows it, as JSON: the extension sends at most ten million bytes of it.
MAX_READING_BYTES = 12_000_000
# How far back wrong tokens count, and so how long somebody who tried too many is told to wait.
WRONG_TOKENS_WINDOW_S = 60

# Whoever asked: nothing is guessed, stored, embedded or framed.
HEADERS = {
    "Server": "quotefound",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """An outcome that is no success: its status, its one name in JSON, and one sentence that repeats no input."""

    status: int
    name: str
    sentence: str
    headers: tuple[tuple[str, str], ...] = ()


WRONG_HOST = Refusal(421, "wrong_host", "This is not the name of the Quotefound helper.")
WRONG_METHOD = Refusal(405, "wrong_method", "The helper does not take this method here.", (("Allow", "GET, POST"),))
WRONG_ORIGIN = Refusal(403, "wrong_origin", "Only the Quotefound extension may call the helper.")
SECOND_FIREFOX = Refusal(403, "wrong_origin", "Another Firefox is connected; start the helper again to change.")
CROSS_SITE = Refusal(403, "cross_site", "The helper takes no calls from web pages.")
NO_TOKEN = Refusal(401, "wrong_token", "The helper needs its token; connect the extension to it again.")
TOO_MANY_WRONG_TOKENS = Refusal(
    429,
    "too_many_wrong_tokens",
    "Too many wrong tokens; wait a minute, then connect again.",
    (("Retry-After", str(WRONG_TOKENS_WINDOW_S)),),
)
NOT_JSON = Refusal(415, "not_json", "The helper takes only application/json.")
TOO_LARGE = Refusal(413, "too_large", "The request is larger than the helper takes here.")
NO_SUCH_PATH = Refusal(404, "no_such_path", "The helper has nothing at this address.")
NO_SUCH_JOB = Refusal(404, "no_such_job", "The helper does not know this job any more; check the answer again.")
TOO_MANY_JOBS = Refusal(503, "too_many_jobs", "Too many answers are being checked; wait for one to finish.")
MALFORMED = Refusal(400, "bad_request", "The request is not well-formed HTTP.")
FAILED = Refusal(500, "failed", "Something went wrong inside the helper; its own log says what.")


def bad_request(sentence: str) -> Refusal:
    """A body or query that is not what the route takes."""
    return Refusal(400, "bad_request", sentence)


def answered(status: int, value: dict[str, Any]) -> web.Response:
    """An answer as the caller sees it."""
    return web.json_response(value, status=status, headers=HEADERS)


def refused(refusal: Refusal) -> web.Response:
    """A refusal as the caller sees it."""
    response = answered(refusal.status, {"error": {"name": refusal.name, "sentence": refusal.sentence}})
    response.headers.update(refusal.headers)
    return response
