"""Who may call: a test for each rule, over TCP, with the bytes that a browser, a page or a rebound name sends."""

import logging

import pytest
from calling import OUR_ORIGIN, Helper
from serving import ANSWER

FIREFOX = "moz-extension://3f0b6a52-8f0e-4a49-9d8b-2f4b6f0f9a11"
OTHER_FIREFOX = "moz-extension://11111111-2222-4333-8444-555555555555"
NONCE = "0123456789abcdef"


async def ask(helper: Helper, *headers: tuple[str, str], **bent: str | None) -> tuple[int, str]:
    """An ordinary call with something bent; status and the refusal's name."""
    said = await helper.call("POST", "/v1/answers", ANSWER, headers=headers, **bent)
    return said.status, said.name if said.status >= 400 else ""


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
async def test_the_two_names_of_the_helper_are_heard(helper: Helper, name: str) -> None:
    assert await ask(helper, host=f"{name}:{helper.port}") == (202, "")


@pytest.mark.parametrize(
    "host",
    [
        "rebound.example:{port}",
        "rebound.example",
        "127.0.0.1",
        "127.0.0.1:{other}",
        "0.0.0.0:{port}",
        "[::1]:{port}",
        "[::ffff:127.0.0.1]:{port}",
        "127.1:{port}",
        "localhost.:{port}",
        "localhost.example:{port}",
        "127.0.0.1:{port}.example",
        "127.0.0.1:{port}@rebound.example",
        "127.0.0.1:0{port}",
        "127.0.0.1:{port}, rebound.example",
        None,
    ],
)
async def test_any_other_host_is_misdirected(helper: Helper, host: str | None) -> None:
    host = host and host.format(port=helper.port, other=helper.port - 1)
    assert await ask(helper, host=host) == (421, "wrong_host")
    said = await helper.call("GET", f"/hello?nonce={NONCE}", host=host, token=None)
    assert (said.status, said.name) == (421, "wrong_host")
    assert not helper.checker.checks


@pytest.mark.parametrize("second", ["127.0.0.1:{port}", "rebound.example"])
async def test_two_host_headers_are_refused(helper: Helper, second: str) -> None:
    said = await helper.call("POST", "/v1/answers", ANSWER, headers=(("Host", second.format(port=helper.port)),))
    assert (said.status, said.name) == (421, "wrong_host")
    assert not helper.checker.checks


async def test_an_old_request_without_a_host_is_refused(helper: Helper) -> None:
    said = await helper.raw(f"GET /hello?nonce={NONCE} HTTP/1.0\r\n\r\n".encode())
    assert (said.status, said.name) == (421, "wrong_host")


async def test_a_web_socket_from_a_page_is_refused(helper: Helper) -> None:
    headers = (
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    )
    said = await helper.call("GET", "/v1/jobs/poll", headers=(*headers, ("Origin", "https://site.example")))
    assert (said.status, said.name) == (403, "wrong_origin")
    said = await helper.call("GET", "/v1/jobs/poll", headers=headers)
    assert (said.status, said.name) == (405, "wrong_method")


async def test_a_request_hidden_in_a_refused_body_is_never_read_as_one(helper: Helper) -> None:
    hidden = f"POST /v1/answers HTTP/1.1\r\nHost: 127.0.0.1:{helper.port}\r\nContent-Type: application/json\r\n"
    hidden += f"Authorization: Bearer {helper.connection.token}\r\nContent-Length: 2\r\n\r\n{{}}"
    said = await helper.call("POST", "/v1/answers", hidden.encode(), token=None, kind="text/plain")
    assert said.status == 401
    assert not helper.checker.requests


@pytest.mark.parametrize("target", ["http://rebound.example/hello", "http://127.0.0.1:{port}/hello", "*"])
async def test_a_request_target_that_is_no_path_is_refused(helper: Helper, target: str) -> None:
    method = "OPTIONS" if target == "*" else "GET"
    said = await helper.call(method, target.format(port=helper.port) + f"?nonce={NONCE}" * (target != "*"))
    assert (said.status, said.name) == (421, "wrong_host")


@pytest.mark.parametrize("method", ["OPTIONS", "HEAD", "PUT", "DELETE", "PATCH", "TRACE", "BREW"])
@pytest.mark.parametrize("path", ["/v1/answers", "/hello"])
async def test_other_methods_are_not_taken_and_a_preflight_gets_nothing(helper: Helper, method: str, path: str) -> None:
    headers = (
        ("Origin", "https://site.example"),
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization,content-type"),
        ("Access-Control-Request-Private-Network", "true"),
    )
    said = await helper.call(method, path, headers=headers, token=None)
    assert said.status == (405 if method != "BREW" else said.status)
    assert said.status in (400, 405)
    assert not [name for name in said.headers if name.startswith("access-control")]


async def test_no_answer_ever_carries_a_cors_header(helper: Helper) -> None:
    for headers in ((), (("Origin", OUR_ORIGIN),), (("Origin", "https://site.example"),)):
        said = await helper.call("POST", "/v1/answers", ANSWER, headers=headers)
        assert not [name for name in said.headers if name.startswith("access-control")]


async def test_our_own_extension_is_heard(helper: Helper) -> None:
    assert await ask(helper, ("Origin", OUR_ORIGIN), ("Sec-Fetch-Site", "none")) == (202, "")


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "https://site.example",
        "http://127.0.0.1:{port}",
        "http://localhost:{port}",
        "chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba",
        OUR_ORIGIN + ".site.example",
        OUR_ORIGIN + "/",
        OUR_ORIGIN.upper(),
        "moz-extension://not-a-uuid",
        "",
    ],
)
async def test_any_other_origin_is_refused_before_anything_is_done(helper: Helper, origin: str) -> None:
    assert await ask(helper, ("Origin", origin.format(port=helper.port))) == (403, "wrong_origin")
    assert not helper.checker.checks
    said = await helper.call("GET", f"/hello?nonce={NONCE}", headers=(("Origin", origin),), token=None)
    assert (said.status, said.name) == (403, "wrong_origin")


async def test_two_origins_are_refused_when_one_is_not_ours(helper: Helper) -> None:
    status, _ = await ask(helper, ("Origin", OUR_ORIGIN), ("Origin", "https://site.example"))
    assert status in (400, 403)
    assert not helper.checker.checks


async def test_the_first_firefox_that_knows_the_token_is_remembered_and_no_other_is_heard(helper: Helper) -> None:
    assert await ask(helper, ("Origin", OTHER_FIREFOX), token="x" * 43) == (401, "wrong_token")
    assert await ask(helper, ("Origin", FIREFOX), ("Sec-Fetch-Site", "same-origin")) == (202, "")
    assert await ask(helper, ("Origin", OTHER_FIREFOX)) == (403, "wrong_origin")
    assert await ask(helper, ("Origin", FIREFOX)) == (202, "")
    assert await ask(helper, ("Origin", OUR_ORIGIN)) == (202, "")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "Cross-Site", "elsewhere", ""])
async def test_a_call_from_another_site_is_refused_even_with_the_token(helper: Helper, site: str) -> None:
    assert await ask(helper, ("Sec-Fetch-Site", site)) == (403, "cross_site")
    said = await helper.call("GET", f"/hello?nonce={NONCE}", headers=(("Sec-Fetch-Site", site),), token=None)
    assert (said.status, said.name) == (403, "cross_site")
    assert not helper.checker.checks


@pytest.mark.parametrize("site", ["none", "same-origin"])
async def test_the_extensions_own_sites_are_heard(helper: Helper, site: str) -> None:
    assert await ask(helper, ("Sec-Fetch-Site", site)) == (202, "")


@pytest.mark.parametrize(
    "path",
    ["/v1/answers", "/v1/jobs/poll", "/v1/jobs/cancel", "/v1/sources/fetch", "/v1/escalations",
     "/v1/escalations/done", "/v1/kept", "/v1/forget", "/", "/x"],
)  # fmt: skip
async def test_every_path_but_one_needs_the_token(helper: Helper, path: str) -> None:
    for method in ("POST", "GET"):
        said = await helper.call(method, path, {}, token=None)
        assert (said.status, said.name) == (401, "wrong_token")
    assert (await helper.call("POST", "/hello", {}, token=None)).status == 401


@pytest.mark.parametrize("bend", ["{t}x", "{t} ", " {t}", "{t},{t}", "é{t}", "{u}", "x", "\xff"])
async def test_a_token_counts_only_as_a_whole(helper: Helper, bend: str) -> None:
    token = bend.format(t=helper.connection.token, u=helper.connection.token.swapcase())
    if token.strip() == helper.connection.token:
        token = helper.connection.token[:-1]  # white space at the ends of a header is none of its value
    assert await ask(helper, token=token) == (401, "wrong_token")


@pytest.mark.parametrize("scheme", ["Basic", "bearer", "Token", ""])
async def test_the_token_counts_only_as_a_bearer_token(helper: Helper, scheme: str) -> None:
    header = ("Authorization", f"{scheme} {helper.connection.token}".strip())
    assert await ask(helper, header, token=None) == (401, "wrong_token")


async def test_two_authorizations_are_none(helper: Helper) -> None:
    status, _ = await ask(helper, ("Authorization", f"Bearer {helper.connection.token}"))
    assert status in (400, 401)


async def test_a_token_in_the_address_is_none(helper: Helper) -> None:
    said = await helper.call("POST", f"/v1/answers?token={helper.connection.token}", ANSWER, token=None)
    assert said.status == 401


async def test_wrong_tokens_are_limited_and_lock_nobody_out(helper: Helper) -> None:
    statuses = [(await ask(helper, token="x" * 43))[0] for _ in range(12)]
    assert statuses == [401] * 10 + [429] * 2
    said = await helper.call("POST", "/v1/answers", ANSWER, token="y" * 43)
    assert (said.name, said.headers["retry-after"]) == ("too_many_wrong_tokens", "60")
    assert await ask(helper) == (202, "")


async def test_a_missing_token_is_no_try(helper: Helper) -> None:
    assert [(await ask(helper, token=None))[0] for _ in range(12)] == [401] * 12
    assert await ask(helper, token="x" * 43) == (401, "wrong_token")


async def test_the_token_is_never_logged(helper: Helper, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await ask(helper)
    await ask(helper, token=helper.connection.token + "x")
    await ask(helper, ("Bad\x01Name", helper.connection.token))
    await helper.raw(f"GARBAGE {helper.connection.token}\r\n\r\n".encode())
    helper.checker.checks[0].trouble = RuntimeError("broken")
    await helper.call("POST", "/v1/jobs/poll", {"job": "x"})
    assert helper.connection.token not in caplog.text
