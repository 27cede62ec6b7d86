"""read_document: what kind of document bytes are, and every cause that a response can give."""

import pytest

from quotefound.core.terms import Cause
from quotefound.sources.extraction import read_document

ARTICLE = "<p>A long public article with many words about rivers and towns.</p>" * 20
SHORT = "<p>Only a few words here.</p>"


def page(body: str = ARTICLE, title: str = "Rivers", head: str = "") -> bytes:
    return f"<!doctype html><html><head><title>{title}</title>{head}</head><body>{body}</body></html>".encode()


@pytest.mark.parametrize(
    ("raw", "header", "kind", "cause"),
    [
        (page(), "", "text/html", None),
        (page(), "application/octet-stream", "text/html", None),
        (b"<p>" + b"words " * 200, "", "text/html", None),
        (b"just words", "", "text/plain", None),
        (b"<html> is a tag", "text/plain", "text/plain", None),
        (b"# Markdown\n\n<b>x</b>", "text/markdown", "text/markdown", None),
        (b"a < b and words", "", "text/plain", None),
        (b"%PDF-1.7 x", "text/html", "application/pdf", Cause.UNREADABLE),
        (b"PK\x03\x04abc", "text/html", "application/zip", Cause.UNSUPPORTED_TYPE),
        (b"\x89PNG\r\n\x1a\n\0\0", "text/html", "application/octet-stream", Cause.UNSUPPORTED_TYPE),
        (b"GIF89a words", "image/gif", "application/octet-stream", Cause.UNSUPPORTED_TYPE),
        (b'<?xml version="1.0"?><rss></rss>', "", "application/xml", Cause.TOO_SHORT),
        (b'<?xml version="1.0"?><html><body>' + ARTICLE.encode(), "", "text/html", None),
        (b'{"a": 1}', "application/json", "application/json", Cause.TOO_SHORT),
        ("wörter".encode("utf-16"), "", "text/plain", None),
    ],
)
def test_kinds(raw: bytes, header: str, kind: str, cause: Cause | None) -> None:
    got = read_document(raw, media_type=header)
    assert (kind, cause) == (got.media_type, got.cause)
    assert (got.text is None) == (cause is not None)


@pytest.mark.parametrize(
    ("status", "cause"),
    [
        (200, None), (401, Cause.LOGIN_WALL), (402, Cause.PAYWALL), (403, Cause.REFUSED), (404, Cause.ERROR_PAGE),
        (410, Cause.ERROR_PAGE), (429, Cause.REFUSED), (451, Cause.REFUSED), (500, Cause.ERROR_PAGE),
        (503, Cause.ERROR_PAGE), (999, Cause.REFUSED),
    ],
)  # fmt: skip
def test_status(status: int, cause: Cause | None) -> None:
    got = read_document(page(), status=status)
    assert (cause, str(status)) == (got.cause, got.evidence["status"])
    assert got.text is not None  # a wall never forbids "found"


@pytest.mark.parametrize(
    ("cause", "sign", "raw", "headers", "status"),
    [
        (Cause.BOT_WALL, "cf-mitigated", page(), {"CF-Mitigated": "challenge"}, 403),
        (Cause.BOT_WALL, "x-amzn-waf-action", page(), {"x-amzn-waf-action": "captcha"}, 405),
        (Cause.BOT_WALL, "body", page("<script>window._cf_chl_opt={}</script>"), {}, 200),
        (Cause.BOT_WALL, "body", page("", head='<script src="https://x.awswaf.com/c.js"></script>'), {}, 202),
        (Cause.BOT_WALL, "title", page(SHORT, "Just a moment..."), {}, 200),
        (Cause.LOGIN_WALL, "title", page(SHORT, "Log in to Rivers"), {}, 200),
        (Cause.LOGIN_WALL, "password field beside words", page(SHORT + '<input type="password">'), {}, 200),
        (Cause.CONSENT_WALL, "title", page(SHORT, "Before you continue"), {}, 200),
        (Cause.CONSENT_WALL, "body", page("We use cookies. <button>Accept all</button>"), {}, 200),
        (Cause.REFUSED, "title", page(SHORT, "Access Denied"), {}, 200),
        (Cause.ERROR_PAGE, "title", page(SHORT, "Page not found"), {}, 200),
        (Cause.PAYWALL, "body", page("<p>A teaser. Subscribe to read on.</p>"), {}, 200),
        (
            Cause.SCRIPT_SHELL,
            "body",
            page("<noscript>You need to enable JavaScript to run this app.</noscript>"),
            {},
            200,
        ),
        (Cause.SCRIPT_SHELL, "empty application root beside words", page(SHORT + '<div id="root"></div>'), {}, 200),
        (Cause.SCRIPT_SHELL, "words beside a script", page("<p>Loading…</p><script>go()</script>"), {}, 200),
        (Cause.SCRIPT_SHELL, "share of text", page(SHORT * 5 + "<!--" + "x" * 9000 + "-->"), {}, 200),
        (Cause.TOO_SHORT, "words", page(""), {}, 200),
        (Cause.TOO_SHORT, "words", b"", {}, 200),
        (Cause.UNREADABLE, "undecodable characters", page("Der Gr�nd. " + ARTICLE), {}, 200),
    ],
)
def test_signs(cause: Cause, sign: str, raw: bytes, headers: dict[str, str], status: int) -> None:
    got = read_document(raw, media_type="text/html; charset=utf-8", headers=headers, status=status)
    assert cause == got.cause
    assert sign in got.evidence


@pytest.mark.parametrize(
    ("asked", "final", "cause"),
    [
        ("https://a.example/story", "https://consent.a.example/m?continue=x", Cause.CONSENT_WALL),
        ("https://a.example/story", "https://a.example/login?next=story", Cause.LOGIN_WALL),
        ("https://a.example/story", "https://accounts.a.example/x", Cause.LOGIN_WALL),
        ("https://a.example/login", "https://a.example/login?lang=en", None),
        ("https://a.example/story", "https://a.example/", Cause.ERROR_PAGE),
        ("https://a.example/", "https://www.a.example/", None),
        ("https://a.example/story", "https://a.example/2026/story", None),
        ("https://a.example/blogin", "https://a.example/blogin/", None),
    ],
)
def test_final_address(asked: str, final: str, cause: Cause | None) -> None:
    assert cause == read_document(page(), address=asked, final_address=final).cause


@pytest.mark.parametrize(
    ("raw", "headers"),
    [
        (page(), {"server": "cloudflare", "set-cookie": "__cf_bm=1; _abck=2"}),
        (page('<script src="/cdn-cgi/challenge-platform/x.js"></script>' + ARTICLE), {}),
        (page(), {"content-security-policy": "script-src https://www.google.com/recaptcha/"}),
        (page('<form><input type="password"></form>' + ARTICLE), {}),
        (page("<p>The statue has been removed. Access denied, it said.</p>" + ARTICLE), {}),
        (page(ARTICLE, "Why a just a moment page appears"), {}),
        (page(ARTICLE + "<p>Look for _cf_chl_opt in the source.</p>"), {}),
        (page(ARTICLE + "<noscript>Please enable JavaScript.</noscript><div id='app'></div>"), {}),
        (page(ARTICLE + "<script>" + "x=1;" * 20_000 + "</script>"), {}),
    ],
)
def test_what_healthy_pages_carry_is_no_sign(raw: bytes, headers: dict[str, str]) -> None:
    assert read_document(raw, headers=headers).cause is None


def test_xhtml_is_read_by_its_own_rules() -> None:
    raw = b'<html><head><script src="a.js" /></head><body><p class="x" />one<br /><span/>two</body></html>'
    got = read_document(raw, media_type="application/xhtml+xml; charset=utf-8")
    assert got.text is not None
    assert got.text.text == "one\ntwo"


def test_paid_article_keeps_its_text() -> None:
    data = '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":"False"}</script>'
    got = read_document(page(head=data))
    assert got.cause is Cause.PAYWALL
    assert got.text is not None


def test_cut_off_keeps_its_text() -> None:
    got = read_document(page(), truncated=True)
    assert got.cause is Cause.CUT_OFF
    assert got.text is not None


@pytest.mark.parametrize(
    ("cause", "body"),
    [
        (Cause.CONSENT_WALL, "<h2>We value your privacy</h2><p>We use cookies.</p><button>Accept all</button>"),
        (Cause.CONSENT_WALL, "<p>Usamos cookies.</p><button>Rechazar todo</button>"),
        (Cause.LOGIN_WALL, "<p>You must be logged in to view this page.</p>"),
        (Cause.LOGIN_WALL, "<p>Vous devez être connecté pour accéder à cette page.</p>"),
        (Cause.PAYWALL, "<p>A teaser.</p><p>You have reached your limit of free articles</p>"),
        (Cause.PAYWALL, "<p>Ein Anfang.</p><p>Dieser Artikel ist nur für Abonnenten.</p>"),
        (Cause.BOT_WALL, "<p>Our systems have detected unusual traffic from your computer network.</p>"),
        (Cause.REFUSED, "<p>This content is not available in your country.</p>"),
        (Cause.ERROR_PAGE, "<h1>404</h1><p>The words of some site or other.</p>"),
        (Cause.ERROR_PAGE, "<p>Hmm... this page doesn't exist. Try another.</p>"),
        (Cause.SCRIPT_SHELL, "<p>A title</p><main></main><p>" + "word " * 20 + "</p><script>go()</script>"),
        (Cause.PAYWALL, ARTICLE * 5 + "<h2>Subscribe to continue reading</h2>"),
        (Cause.UNREADABLE, ARTICLE * 5 + "<p>den Grund fÃ¼r das Aussterben der BÃ¤ren</p>"),
        (None, ARTICLE * 5 + '<p>"Subscribe to continue reading", "verify you are human": so they say.</p>'),
        (None, "<p>The robot at the harbour is not a toy, and something went wrong with its arm.</p>"),
        (None, "<p>The board has 4,000 subscribers and met in room 404, where no page was turned.</p>"),
        (None, "<h1>Error handling</h1><p>Each call returns a number, and zero means that all went well.</p>"),
        (None, "<p>Three boats left at noon.</p><p>Sign in to comment.</p>"),
    ],
)
def test_what_a_page_says_to_its_reader(cause: Cause | None, body: str) -> None:
    assert read_document(page(body, "Rivers")).cause is cause


def test_a_page_that_is_lost_among_other_stories() -> None:
    lost = page("<h1>Page not found</h1>" + ARTICLE * 5, "Page not found | Rivers")
    assert read_document(lost).cause is Cause.ERROR_PAGE
    assert read_document(page(ARTICLE * 5, "Page not found: what servers say")).cause is None


@pytest.mark.parametrize(("status", "cause"), [(206, Cause.CUT_OFF), (302, Cause.ERROR_PAGE), (304, None)])
def test_a_status_of_half_an_answer(status: int, cause: Cause | None) -> None:
    assert read_document(page(), status=status).cause is cause


def test_an_address_proves_less_where_the_beginning_is_not_known() -> None:
    there = "https://docs.example/auth/overview"
    assert read_document(page(ARTICLE * 5), final_address=there).cause is None
    assert read_document(page(ARTICLE * 5), address="https://docs.example/x", final_address=there).cause is (
        Cause.LOGIN_WALL
    )


def test_one_damaged_word_in_a_long_page_is_no_damage() -> None:
    assert read_document(page("<p>from_utf8_lossy gives Hello �World</p>" + ARTICLE * 5)).cause is None


def test_pages_without_text() -> None:
    assert read_document(b"", media_type="text/plain", pages=12).cause is Cause.UNREADABLE
    assert read_document(b"Section 1", media_type="text/plain", pages=5, pages_without_text=3).cause is Cause.UNREADABLE
    assert read_document(b"Stamped 1", media_type="text/plain", pages=5).cause is Cause.UNREADABLE
    assert read_document(b"Section 1 of many " * 9, media_type="text/plain", pages=5).cause is None


def test_language_of_the_header_where_the_page_names_none() -> None:
    got = read_document(b"ein Text", media_type="text/plain", headers={"Content-Language": "de, en"})
    assert got.text is not None
    assert got.text.language == "de"
