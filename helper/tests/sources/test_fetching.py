"""Fetching from real servers on loopback: limits, redirects, refusals at connect time, etiquette."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from urllib.parse import quote

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult
from sources.serving_sources import ARTICLE, Sources, settings, sources

from quotefound.core.terms import Cause
from quotefound.settings import Settings
from quotefound.sources.fetching import Failure, Fetcher, Known, Response, guarded_socket
from quotefound.sources.patience import seconds_until

VECTORS = json.loads((Path(__file__).parents[3] / "shared-tests/vectors/addresses.json").read_text("utf-8"))


@pytest.fixture
async def served() -> AsyncIterator[Sources]:
    async with sources() as one:
        yield one


@pytest.fixture
async def fetcher(served: Sources, tmp_path: Path) -> AsyncIterator[Fetcher]:
    one = Fetcher(settings(tmp_path, served, timeout_s=2, max_html_bytes=1_000_000))
    yield one
    await one.close()


class Answers(AbstractResolver):
    """A resolver that answers each question with the next of its answers, as a rebinding name server does."""

    def __init__(self, *answers: str) -> None:
        self._answers, self.asked = list(answers), 0

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        answer = self._answers[min(self.asked, len(self._answers) - 1)]
        self.asked += 1
        kind = socket.AF_INET6 if ":" in answer else socket.AF_INET
        return [ResolveResult(hostname=host, host=answer, port=port, family=kind, proto=0, flags=0)]

    async def close(self) -> None:
        pass


async def response(fetcher: Fetcher, address: str) -> Response:
    got = await fetcher.fetch(address)
    assert isinstance(got, Response), got
    return got


async def cause(fetcher: Fetcher, address: str) -> Cause:
    got = await fetcher.fetch(address)
    assert isinstance(got, Failure), got
    assert got.evidence
    return got.cause


async def test_a_page_with_what_tells_about_it(fetcher: Fetcher, served: Sources) -> None:
    states: list[str] = []
    got = await fetcher.fetch(f"{served.address}/article", states.append)
    assert isinstance(got, Response)
    assert (200, ARTICLE.encode(), False) == (got.status, got.content, got.truncated)
    assert got.headers["content-type"].startswith("text/html")
    assert states == ["fetching"]
    request = served.requests[0]
    assert "Quotefound" in request.headers["User-Agent"]
    assert {"Referer", "Cookie", "Authorization"}.isdisjoint(request.headers)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirects_are_followed_by_hand(fetcher: Fetcher, served: Sources, status: int) -> None:
    got = await response(fetcher, f"{served.address}/to?status={status}&url=/to?url=/article")
    assert (200, f"{served.address}/article") == (got.status, got.final_address)
    assert got.address.startswith(f"{served.address}/to")


async def test_redirects_end(fetcher: Fetcher, served: Sources) -> None:
    assert await cause(fetcher, f"{served.address}/loop") is Cause.UNREACHABLE
    assert len(served.requests) <= 7


async def test_cookies_stay_with_their_host_and_fetch(fetcher: Fetcher, tmp_path: Path, served: Sources) -> None:
    assert (await response(fetcher, f"{served.address}/cookie")).status == 200
    assert "Cookie" not in served.requests[0].headers
    await response(fetcher, f"{served.address}/article")
    assert "Cookie" not in served.requests[-1].headers
    async with sources() as other:
        named = Settings(folder=tmp_path, allow=frozenset({("127.0.0.1", served.port), ("localhost", other.port)}))
        two = Fetcher(named)
        served.article = ARTICLE
        await two.fetch(f"{served.address}/cookie")
        await two.fetch(f"{served.address}/to?url=http://localhost:{other.port}/article")
        assert "Cookie" not in other.requests[-1].headers
        await two.close()


@pytest.mark.parametrize("literal", VECTORS["refused"][:-2])
def test_no_socket_for_a_refused_literal(literal: str) -> None:
    family = socket.AF_INET6 if ":" in literal else socket.AF_INET
    with pytest.raises(PermissionError):
        guarded_socket((family, socket.SOCK_STREAM, 6, "", (literal, 80)))


def test_a_socket_for_a_public_literal() -> None:
    guarded_socket((socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 80))).close()


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "localhost", "0x7f000001", "2130706433", "0177.0.0.1", "127.1", "①②⑦.⓪.⓪.①", "１２７.0.0.1",
        "[::ffff:127.0.0.1]", "[::1]", "user:pass@127.0.0.1", "0.0.0.0", "127.0.0.1.", "LOCALHOST",
    ],
)  # fmt: skip
@pytest.mark.parametrize("redirected", [False, True])
async def test_loopback_is_reached_by_no_spelling(served: Sources, tmp_path: Path, host: str, redirected: bool) -> None:
    """The port is let through, so that only the address decides; through a redirect as well."""
    async with sources() as door:
        fetcher = Fetcher(settings(tmp_path, door, timeout_s=2), ports=frozenset({served.port}))
        inner = f"http://{host}:{served.port}/article"
        address = f"{door.address}/to?url={inner}" if redirected else inner
        got = await cause(fetcher, address)
        assert got in (Cause.ADDRESS_NOT_ALLOWED, Cause.UNREACHABLE)
        assert served.requests == []
        await fetcher.close()


async def test_a_refusal_names_what_the_host_led_to(served: Sources, tmp_path: Path) -> None:
    fetcher = Fetcher(Settings(folder=tmp_path), ports=frozenset({served.port}))
    got = await fetcher.fetch(f"http://localhost:{served.port}/article")
    assert got == Failure(Cause.ADDRESS_NOT_ALLOWED, {"host": "localhost", "leads_to": got.evidence["leads_to"]})  # type: ignore[union-attr]
    await fetcher.close()


async def test_a_rebinding_name_is_refused_at_connect(served: Sources, tmp_path: Path) -> None:
    resolver = Answers("192.0.2.1", "127.0.0.1")
    fetcher = Fetcher(Settings(folder=tmp_path, timeout_s=2), resolver=resolver, ports=frozenset({served.port}))
    for _ in range(3):
        assert await cause(fetcher, f"http://rebinding.example:{served.port}/article") is Cause.ADDRESS_NOT_ALLOWED
    assert resolver.asked == 3  # no answer was kept
    assert served.requests == []
    await fetcher.close()


async def test_only_web_ports(fetcher: Fetcher, served: Sources) -> None:
    assert await cause(fetcher, "http://a.example:22/") is Cause.ADDRESS_NOT_ALLOWED
    assert await cause(fetcher, f"{served.address}/to?url=http://a.example:6379/") is Cause.ADDRESS_NOT_ALLOWED
    assert await cause(fetcher, f"{served.address}/to?url=file:///etc/passwd") is Cause.ADDRESS_NOT_ALLOWED
    assert await cause(fetcher, f"{served.address}/to?url=ftp://a.example/") is Cause.ADDRESS_NOT_ALLOWED


async def test_allowing_is_for_one_host_and_port(served: Sources, tmp_path: Path) -> None:
    async with sources() as other:
        fetcher = Fetcher(settings(tmp_path, served), ports=frozenset({other.port}))
        await response(fetcher, f"{served.address}/article")
        assert await cause(fetcher, f"{other.address}/article") is Cause.ADDRESS_NOT_ALLOWED
        assert await cause(fetcher, f"http://localhost:{served.port}/article") is Cause.ADDRESS_NOT_ALLOWED
        await fetcher.close()


async def test_a_bomb_is_counted_after_decompression(fetcher: Fetcher, served: Sources) -> None:
    got = await response(fetcher, f"{served.address}/bomb")
    assert (len(got.content), got.truncated) == (1_000_000, True)


async def test_an_endless_stream_is_cut_off(fetcher: Fetcher, served: Sources) -> None:
    got = await response(fetcher, f"{served.address}/endless")
    assert (len(got.content), got.truncated) == (1_000_000, True)


async def test_a_dropped_connection_keeps_what_came(fetcher: Fetcher, served: Sources) -> None:
    got = await response(fetcher, f"{served.address}/drops")
    assert (ARTICLE.encode(), True) == (got.content, got.truncated)


@pytest.mark.parametrize("coding", ["compress", "br", "zstd", "x", "gzip,br", "gzip,gzip,gzip,gzip"])
async def test_codings_that_were_not_asked_for(fetcher: Fetcher, served: Sources, coding: str) -> None:
    assert await cause(fetcher, f"{served.address}/stacked?put=gzip&coding={coding}") is Cause.UNREADABLE


@pytest.mark.parametrize(
    ("put", "coding"),
    [
        ("gzip", "gzip"), ("gzip", "x-gzip"), ("zlib", "deflate"), ("raw", "deflate"), ("members", "gzip"),
        ("gzip gzip", "gzip,gzip"), ("zlib gzip", "deflate,%20gzip"), ("raw gzip gzip", "deflate,gzip,GZIP"),
    ],
)  # fmt: skip
async def test_codings_are_undone_in_their_order(fetcher: Fetcher, served: Sources, put: str, coding: str) -> None:
    got = await response(fetcher, f"{served.address}/stacked?put={put.replace(' ', '%20')}&coding={coding}")
    assert (got.content, got.truncated) == (ARTICLE.encode(), False)


async def test_a_bomb_in_a_bomb_is_counted_as_it_swells(fetcher: Fetcher, served: Sources) -> None:
    got = await response(fetcher, f"{served.address}/stacked-bomb")
    assert (len(got.content), got.truncated) == (1_000_000, True)


async def test_a_coding_that_ends_too_early_is_cut_off(fetcher: Fetcher, served: Sources) -> None:
    got = await response(fetcher, f"{served.address}/cut-gzip")
    assert got.content.startswith(ARTICLE.encode()[:100])
    assert got.truncated


async def test_false_compression(fetcher: Fetcher, served: Sources) -> None:
    assert await cause(fetcher, f"{served.address}/not-gzip") is Cause.UNREADABLE


async def test_time_runs_out(served: Sources, tmp_path: Path) -> None:
    fetcher = Fetcher(settings(tmp_path, served, timeout_s=0.2))
    began = time.monotonic()
    assert await cause(fetcher, f"{served.address}/slow") is Cause.TOOK_TOO_LONG
    assert time.monotonic() - began < 5
    await fetcher.close()


async def test_nobody_there(tmp_path: Path) -> None:
    async with sources() as gone:
        pass
    fetcher = Fetcher(settings(tmp_path, gone))
    assert await cause(fetcher, f"{gone.address}/article") is Cause.UNREACHABLE
    await fetcher.close()


async def test_an_unknown_name(tmp_path: Path) -> None:
    fetcher = Fetcher(Settings(folder=tmp_path))
    assert await cause(fetcher, "http://no-such-host.invalid/") is Cause.UNREACHABLE
    assert await cause(fetcher, f"http://{'a' * 64}.example/") in (Cause.UNREACHABLE, Cause.ADDRESS_NOT_ALLOWED)
    await fetcher.close()


async def test_retry_after_is_obeyed_once_when_short(fetcher: Fetcher, served: Sources) -> None:
    assert (await response(fetcher, f"{served.address}/busy?after=0")).status == 200
    served.requests.clear()
    assert (await response(fetcher, f"{served.address}/busy?after=0&always=1")).status == 503
    assert len(served.requests) == 2
    served.requests.clear()
    assert (await response(fetcher, f"{served.address}/busy?after=3600")).status == 503
    assert len(served.requests) == 1


async def test_one_request_at_a_time_per_host(fetcher: Fetcher, served: Sources) -> None:
    served.delay_s = 0.02
    states: list[str] = []
    await asyncio.gather(*(fetcher.fetch(f"{served.address}/article", states.append) for _ in range(5)))
    assert served.most_at_once == 1
    assert states.count("fetching") == 5
    assert states.count("waiting") == 4


async def test_hosts_do_not_wait_for_each_other(tmp_path: Path) -> None:
    async with sources() as one, sources() as two, sources() as three:
        for served in (one, two, three):
            served.delay_s = 0.3
        fetcher = Fetcher(settings(tmp_path, one, two, three))
        began = time.monotonic()
        await asyncio.gather(*(response(fetcher, f"{served.address}/article") for served in (one, two, three)))
        assert time.monotonic() - began < 0.8
        await fetcher.close()


async def test_cancelling_frees_the_host(fetcher: Fetcher, served: Sources) -> None:
    slow = asyncio.ensure_future(fetcher.fetch(f"{served.address}/slow"))
    await asyncio.sleep(0.1)
    slow.cancel()
    with pytest.raises(asyncio.CancelledError):
        await slow
    assert (await response(fetcher, f"{served.address}/article")).status == 200


async def test_cancelling_ends_the_transfer(fetcher: Fetcher, served: Sources) -> None:
    dripping = asyncio.ensure_future(fetcher.fetch(f"{served.address}/drip"))
    await asyncio.sleep(0.2)
    assert not served.hung_up.is_set()
    dripping.cancel()
    await asyncio.wait_for(served.hung_up.wait(), 2)  # the source notices: nobody listens any more


@pytest.mark.parametrize(("begins", "whole"), [(b"%PDF-1.7", True), (b"PK\x03\x04", True), (b"<p>", False)])
async def test_each_kind_has_its_limit(served: Sources, tmp_path: Path, begins: bytes, whole: bool) -> None:
    fetcher = Fetcher(settings(tmp_path, served, max_html_bytes=10_000, max_document_bytes=100_000))
    small = await response(fetcher, f"{served.address}/document?kb=50&begins={begins.hex()}")
    assert small.truncated is not whole
    large = await fetcher.fetch(f"{served.address}/document?kb=500&begins={begins.hex()}")
    if whole:  # of no use in part
        assert large == Failure(Cause.TOO_LARGE, {"bytes": "more than 100000"})
    else:
        assert isinstance(large, Response)
        assert large.truncated
    await fetcher.close()


async def test_a_host_that_asks_for_a_long_rest_gets_it(fetcher: Fetcher, served: Sources) -> None:
    assert (await response(fetcher, f"{served.address}/busy?after=3600&always=1")).status == 503
    got = await fetcher.fetch(f"{served.address}/article")
    assert isinstance(got, Failure)
    assert got.cause is Cause.REFUSED
    assert (got.evidence["status"], len(served.requests)) == ("503", 1)
    async with sources() as other:
        served.requests.clear()
        two = Fetcher(fetcher._settings, ports=frozenset({other.port}))
        assert (await response(two, f"{served.address}/article")).status == 200  # another helper was told nothing
        await two.close()


def test_both_forms_of_retry_after() -> None:
    assert seconds_until("120") == 120
    assert seconds_until("Mon, 30 Nov 2020 20:00:00 GMT") == 0
    assert 3500 < (seconds_until(format_datetime(datetime.now(UTC) + timedelta(hours=1))) or 0) <= 3600
    assert [seconds_until(text) for text in ("", "soon", "-1", "1e9", "٣")] == [None] * 5


@pytest.mark.parametrize(
    "page",
    [
        '<meta http-equiv="refresh" content="0;URL={there}"><script>location.replace("{there}")</script>',
        "<p>This link leads away: <a href='{there}'>go on</a> <a href='https://t.co/terms'>terms</a></p>",
    ],
)
async def test_a_wrappers_own_page_is_gone_through(served: Sources, tmp_path: Path, page: str) -> None:
    there = f"{served.address}/article"
    async with sources() as short:
        short.article = page.format(there=there)
        allow = frozenset({("127.0.0.1", served.port), ("t.co", short.port)})
        fetcher = Fetcher(Settings(folder=tmp_path, allow=allow), resolver=Answers("127.0.0.1"))
        got = await response(fetcher, f"http://t.co:{short.port}/article")
        assert (got.final_address, got.meant, got.content) == (there, there, ARTICLE.encode())
        await fetcher.close()


async def test_a_wrapper_is_followed_within_the_guard(served: Sources, tmp_path: Path) -> None:
    async with sources() as short:
        names = frozenset(
            {("t.co", short.port), ("lnkd.in", short.port), ("vertexaisearch.cloud.google.com", short.port)}
        )
        fetcher = Fetcher(
            Settings(folder=tmp_path, allow=names), resolver=Answers("127.0.0.1"), ports=frozenset({served.port})
        )
        for name in ("t.co", "lnkd.in"):
            got = await fetcher.fetch(f"http://{name}:{short.port}/to?url={served.address}/article")
            assert isinstance(got, Failure)
            assert got.cause is Cause.ADDRESS_NOT_ALLOWED
        assert served.requests == []
        await fetcher.close()


async def test_what_a_wrapper_leads_to_is_unwrapped_again(served: Sources, tmp_path: Path) -> None:
    allow = frozenset({("127.0.0.1", served.port), ("t.co", served.port)})
    fetcher = Fetcher(Settings(folder=tmp_path, allow=allow), resolver=Answers("127.0.0.1"))
    inner = quote(
        f"https://www.google.com/url?q={quote(served.address + '/article?utm_source=chatgpt.com', safe='')}", safe=""
    )
    got = await response(fetcher, f"http://t.co:{served.port}/to?url={inner}")
    assert got.final_address == f"{served.address}/article"
    await fetcher.close()


async def test_a_page_with_links_is_no_wrapper(fetcher: Fetcher, served: Sources) -> None:
    served.article = f'<meta http-equiv="refresh" content="0;url={served.address}/other">'
    assert (await response(fetcher, f"{served.address}/article")).final_address == f"{served.address}/article"


@pytest.mark.parametrize("path", ["/tagged", "/dated"])
async def test_a_source_may_say_that_nothing_has_changed(fetcher: Fetcher, served: Sources, path: str) -> None:
    address = served.address + path
    first = await response(fetcher, address)
    known = Known(address, first.headers.get("etag", ""), first.headers.get("last-modified", ""))
    again = await fetcher.fetch(address, known=known)
    assert isinstance(again, Response)
    assert (again.status, again.content, again.confirmed) == (304, b"", True)
    assert not (await response(fetcher, address)).confirmed  # only who asks is told so
    elsewhere = replace(known, address=f"{served.address}/else")
    got = await fetcher.fetch(address, known=elsewhere)
    assert isinstance(got, Response)
    assert (got.status, got.confirmed) == (200, False)
