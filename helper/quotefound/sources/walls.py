"""What came back instead of the source: walls, shells, error pages, told by signs, with the evidence kept.

A strong sign is enough alone; a weak one counts only beside little text. A sign never forbids "found": it only stops
"not in the source" from being said. What healthy pages carry too (a server's name, a challenge script's path, a
password field beside an article, captcha words in a policy header) is no sign and is not looked at.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from quotefound.core.terms import Cause
from quotefound.sources.extraction.html import Page

# A page with fewer words than this may be nothing but a wall's own text; with more, it is somebody's article.
LITTLE_TEXT = 120
# What a script's page shows while it waits ("Loading…", a logo, a menu's labels).
SHELL_TEXT = 12
# A page of this many characters that yields less than this share, or this few characters, keeps its text elsewhere.
LARGE_MARKUP = 8_000
SHELL_SHARE = 0.05
SHELL_CHARACTERS = 200

STATUS_CAUSES = {
    401: Cause.LOGIN_WALL,
    402: Cause.PAYWALL,
    403: Cause.REFUSED,
    407: Cause.REFUSED,
    429: Cause.REFUSED,
    451: Cause.REFUSED,
    499: Cause.REFUSED,
    999: Cause.REFUSED,
}
BOT_HEADERS = {"cf-mitigated": "challenge", "x-vercel-mitigated": "challenge", "x-amzn-waf-action": ""}
BOT_MARKS = ("_cf_chl_opt", "_fs-ch-", 'id="anubis_challenge"', "x5secdata")
CONSENT_HOSTS = ("consent.", "guce.")
LOGIN_PARTS = frozenset({"login", "log-in", "signin", "sign-in", "sign_in", "auth", "sso", "oauth", "accounts"})

TITLES = (
    (Cause.BOT_WALL, r"just a moment|attention required|verify (?:you are|that you)|are you (?:a )?(?:human|robot)|"
     r"checking your browser|security check|bot (?:check|detection)|captcha|making sure you.re not a bot"),
    (Cause.CONSENT_WALL, r"before you continue|bevor sie fortfahren|avant de continuer|cookie (?:consent|settings)"),
    (Cause.LOGIN_WALL, r"log ?in\b|sign ?in\b|anmelde|einloggen|se connecter|iniciar sesi[oó]n"),
    (Cause.REFUSED, r"access denied|access to this page has been denied|403 forbidden|request blocked|forbidden"),
    (Cause.ERROR_PAGE, r"page not found|not found|\b404\b|\b50[0234]\b|error\b|no longer available|"
     r"seite nicht gefunden"),
)  # fmt: skip
TITLE_CAUSES = tuple((cause, re.compile(words, re.I)) for cause, words in TITLES)
NEEDS_SCRIPT = re.compile(
    r"(?:enable|activate|turn on|requires?|need|without)\W+(?:\w+\W+){0,3}java ?script|"
    r"java ?script\W+(?:\w+\W+){0,4}(?:enabled?|required|disabled|activated)", re.I
)  # fmt: skip
SUBSCRIBE = re.compile(
    r"subscribe (?:now )?(?:to|and) (?:read|continue|unlock)|subscribers? only|only (?:for|to) subscribers|"
    r"to continue reading|already a subscriber|read the full (?:article|story) with|weiterlesen mit", re.I
)  # fmt: skip
ACCEPT_COOKIES = re.compile(r"accept all|reject all|alle akzeptieren|tout accepter|accept cookies", re.I)

# One damaged word in this many may be a page that speaks of damaged words; more, and a quote may well meet one.
DAMAGED_WORDS = 1000

CJK = re.compile(r"[぀-ヿ㐀-鿿가-힯฀-๿]")
DAMAGED = re.compile(r"\w�|�\w")


@dataclass(frozen=True, slots=True)
class Answer:
    """How a source answered, apart from its text."""

    status: int = 200
    headers: Mapping[str, str] | None = None  # lower-case names
    address: str = ""  # asked for
    final_address: str = ""
    truncated: bool = False


def judge(answer: Answer, text: str, raw: bytes, page: Page | None) -> tuple[Cause | None, dict[str, str]]:
    """The first cause that a sign gives, strongest first, and the evidence for it; None when the source was read whole.

    `page` is what HTML told about itself, None for other kinds.
    """
    for cause, sign, value in signs(answer, text, raw, page):
        return cause, {sign: value}
    return None, {}


def signs(answer: Answer, text: str, raw: bytes, page: Page | None) -> Iterator[tuple[Cause, str, str]]:
    """All signs, strongest first: (cause, what was looked at, what stood there)."""
    yield from strong_signs(answer, text, raw, page)
    damaged = len(DAMAGED.findall(text)) if "�" in text else 0
    if damaged * DAMAGED_WORDS > count_words(text):
        yield Cause.UNREADABLE, "undecodable characters", str(damaged)
    if answer.truncated:
        yield Cause.CUT_OFF, "length read", f"{len(raw)} bytes"
    if page is not None and page.is_marked_as_paid:
        yield Cause.PAYWALL, "isAccessibleForFree", "false"
    words = count_words(text)
    if page is not None and words < LITTLE_TEXT:
        yield from weak_signs(text, words, page)
    if not text.strip():
        yield Cause.TOO_SHORT, "words", "0"


def strong_signs(answer: Answer, text: str, raw: bytes, page: Page | None) -> Iterator[tuple[Cause, str, str]]:
    """Signs that are enough alone."""
    headers = answer.headers or {}
    for name, value in BOT_HEADERS.items():
        if name in headers and value in headers[name].lower():
            yield Cause.BOT_WALL, name, headers[name]
    for mark in BOT_MARKS if page is not None else ():
        if mark.encode() in raw and mark not in text:  # a page about such marks shows them
            yield Cause.BOT_WALL, "body", mark
    if answer.status == 202 and b"awswaf" in raw:
        yield Cause.BOT_WALL, "body", "awswaf"
    if answer.status in STATUS_CAUSES:
        yield STATUS_CAUSES[answer.status], "status", str(answer.status)
    elif answer.status >= 400:
        yield Cause.ERROR_PAGE, "status", str(answer.status)
    yield from address_signs(answer.address, answer.final_address)


def address_signs(asked: str, final: str) -> Iterator[tuple[Cause, str, str]]:
    """Where the request ended up: a consent host, a login page, the front page instead of the page asked for."""
    if not final or final == asked:
        return
    there = urlsplit(final)
    here = urlsplit(asked) if asked else None
    host, old_host = (there.hostname or "").lower(), ((here.hostname or "") if here else "").lower()
    if host.startswith(CONSENT_HOSTS) and host != old_host:
        yield Cause.CONSENT_WALL, "final address", final
    old_parts = {*old_host.split("."), *(here.path.lower().split("/") if here else ())}
    parts = {*host.split(".")[:-1], *there.path.lower().split("/")}
    if (parts - old_parts) & LOGIN_PARTS:
        yield Cause.LOGIN_WALL, "final address", final
    if here and there.path in ("", "/") and not there.query and here.path.strip("/"):
        yield Cause.ERROR_PAGE, "final address", final


def weak_signs(text: str, words: int, page: Page) -> Iterator[tuple[Cause, str, str]]:
    """Signs that healthy articles may show too; asked only where there is little text."""
    title = page.text.title
    for cause, pattern in TITLE_CAUSES:
        if pattern.search(title):
            yield cause, "title", title
    if page.has_password_field:
        yield Cause.LOGIN_WALL, "password field beside words", str(words)
    if SUBSCRIBE.search(text):
        yield Cause.PAYWALL, "body", SUBSCRIBE.findall(text)[0]
    if ACCEPT_COOKIES.search(text) and "cookie" in text.lower():
        yield Cause.CONSENT_WALL, "body", ACCEPT_COOKIES.findall(text)[0]
    needs_script = NEEDS_SCRIPT.search(text) or NEEDS_SCRIPT.search(page.without_script)
    if needs_script:
        yield Cause.SCRIPT_SHELL, "body", needs_script.group()
    if page.has_empty_root:
        yield Cause.SCRIPT_SHELL, "empty application root beside words", str(words)
    if page.has_script and words < SHELL_TEXT:
        yield Cause.SCRIPT_SHELL, "words beside a script", str(words)
    share = len(text) / max(1, page.markup_size)
    if page.markup_size > LARGE_MARKUP and (share < SHELL_SHARE or len(text) < SHELL_CHARACTERS):
        yield Cause.SCRIPT_SHELL, "share of text", f"{share:.3f}"


def count_words(text: str) -> int:
    """Words of a text; where words are not parted by spaces, every second character counts as one."""
    dense = len(CJK.findall(text)) if not text.isascii() else 0
    return len(text.split()) + dense // 2
