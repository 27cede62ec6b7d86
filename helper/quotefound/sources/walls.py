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
from quotefound.sources import wall_words
from quotefound.sources.extraction.html import Page

# A page with fewer words than this may be nothing but a wall's own text; with more, it is somebody's article.
LITTLE_TEXT = 120
# What a script's page shows while it waits ("Loading…", a logo, a menu's labels).
SHELL_TEXT = 12
# A page with fewer words than this may be nothing but a message to its reader.
MESSAGE = 50
# A message without markup is shorter than this; a note of a few lines is longer.
BARE_MESSAGE = 25
# A page of this many characters that yields less than this share, or this few characters, keeps its text elsewhere.
LARGE_MARKUP = 8_000
SHELL_SHARE = 0.05
SHELL_CHARACTERS = 200

PARTIAL, NOT_MODIFIED = 206, 304
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
LOGIN_PARTS = frozenset(
    {"login", "log-in", "signin", "sign-in", "sign_in", "auth", "sso", "oauth", "accounts", "authwall"}
)
CONSENT_PARTS = frozenset({"consent", "cookie-consent"})

# One damaged word in this many may be a page that speaks of damaged words; more, and a quote may well meet one.
DAMAGED_WORDS = 1000

DAMAGE = ("�", "Ã", "â€", "(cid:")
CJK = re.compile(r"[぀-ヿ㐀-鿿가-힯฀-๿]")
# U+FFFD in a word; UTF-8 that was read as windows-1252 and written again; glyph numbers that have no letters.
DAMAGED = re.compile(r"\w�|�\w|Ã[\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]|â€[™œ\u009d˜“”¦]|\(cid:\d+\)")


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
    damaged = len(DAMAGED.findall(text)) if any(sign in text for sign in DAMAGE) else 0
    if damaged * DAMAGED_WORDS > count_words(text):
        yield Cause.UNREADABLE, "undecodable characters", str(damaged)
    if answer.truncated:
        yield Cause.CUT_OFF, "length read", f"{len(raw)} bytes"
    if page is not None and page.is_marked_as_paid:
        yield Cause.PAYWALL, "isAccessibleForFree", "false"
    words = count_words(text)
    names = called(page) if page is not None else []
    if page is not None and words < LITTLE_TEXT:
        yield from weak_signs(answer, text, words, page, names)
    elif page is not None:
        lost = [name for name in names if wall_words.name_in([name], wall_words.LOST)]
        if page.text.title in lost and len(lost) > 1:
            yield Cause.ERROR_PAGE, "title and heading", lost[1]
        for gate in gates(page):
            yield Cause.PAYWALL, "body", gate
    elif words < BARE_MESSAGE:
        yield from said(text, [text])
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
    elif answer.status >= 300 and answer.status != NOT_MODIFIED:
        yield Cause.ERROR_PAGE, "status", str(answer.status)
    elif answer.status == PARTIAL:
        yield Cause.CUT_OFF, "status", str(answer.status)
    if answer.address or (urlsplit(answer.final_address).hostname or "").startswith(CONSENT_HOSTS):
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
    if (parts - old_parts) & CONSENT_PARTS:
        yield Cause.CONSENT_WALL, "final address", final
    if here and there.path in ("", "/") and not there.query and here.path.strip("/"):
        yield Cause.ERROR_PAGE, "final address", final


def weak_signs(answer: Answer, text: str, words: int, page: Page, names: list[str]) -> Iterator[tuple[Cause, str, str]]:
    """Signs that healthy articles may show too; asked only where there is little text."""
    if not answer.address:  # where the request began is not known, so its end proves less
        yield from address_signs("", answer.final_address)
    yield from said(text, names)
    told = wall_words.message(text) if words < MESSAGE else None
    if told:
        yield told[0], "a page of a few lines says", told[1]
    if page.has_password_field:
        yield Cause.LOGIN_WALL, "password field beside words", str(words)
    agreeing = wall_words.AGREEING.search(text)
    if agreeing and wall_words.PRIVACY.search(text):
        yield Cause.CONSENT_WALL, "body", agreeing.group()
    needs_script = wall_words.NEEDS_SCRIPT.search(text) or wall_words.NEEDS_SCRIPT.search(page.without_script)
    if needs_script:
        yield Cause.SCRIPT_SHELL, "body", needs_script.group()
    if page.has_empty_root:
        yield Cause.SCRIPT_SHELL, "empty application root beside words", str(words)
    if page.has_script and words < SHELL_TEXT:
        yield Cause.SCRIPT_SHELL, "words beside a script", str(words)
    share = len(text) / max(1, page.markup_size)
    if page.markup_size > LARGE_MARKUP and (share < SHELL_SHARE or len(text) < SHELL_CHARACTERS):
        yield Cause.SCRIPT_SHELL, "share of text", f"{share:.3f}"


def called(page: Page) -> list[str]:
    """What a page is called: its title, then its headings."""
    text = page.text
    headings = (text.text[block.start : block.end] for block in text.blocks if block.kind == "heading")
    return [text.title, *(" ".join(heading.split()) for heading in headings)]


def said(text: str, names: list[str]) -> Iterator[tuple[Cause, str, str]]:
    """What a short page is called, and what it says to its reader."""
    for cause, pattern in wall_words.NAMED:
        name = wall_words.name_in(names, pattern)
        if name:
            yield cause, "title" if name == names[0] else "heading", name
    one_line = " ".join(text.split())
    for cause, pattern in wall_words.SAID:
        match = pattern.search(one_line)
        if match:
            yield cause, "body", match.group()


def gates(page: Page) -> Iterator[str]:
    """Short blocks of a page that tell its reader to subscribe before going on."""
    for block in page.text.blocks:
        if block.end - block.start < wall_words.GATE_LENGTH:
            words = page.text.text[block.start : block.end]
            if wall_words.GATE.match(words) and not wall_words.NEWSLETTER.search(words):
                yield words


def count_words(text: str) -> int:
    """Words of a text; where words are not parted by spaces, every second character counts as one."""
    dense = len(CJK.findall(text)) if not text.isascii() else 0
    return len(text.split()) + dense // 2
