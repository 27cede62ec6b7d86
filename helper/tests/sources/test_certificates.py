"""HTTPS with the system's certificates: an authority that was put there counts, and what is wrong is said."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from sources.serving_sources import ARTICLE

from quotefound.core.terms import Cause
from quotefound.settings import Settings
from quotefound.sources.fetching import Failure, Fetcher, Response

CERTIFICATES = Path(__file__).with_name("certificates")


@asynccontextmanager
async def served_with(certificate: str) -> AsyncIterator[int]:
    """A source over HTTPS on loopback; its port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / f"{certificate}.pem")

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        return web.Response(text=ARTICLE, content_type="text/html")

    runner = web.ServerRunner(web.Server(answer), shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context)
    await site.start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


async def fetched(folder: Path, port: int, host: str = "localhost") -> Response | Failure:
    fetcher = Fetcher(Settings(folder=folder, allow=frozenset({(host, port)})))
    try:
        return await fetcher.fetch(f"https://{host}:{port}/article")
    finally:
        await fetcher.close()


@pytest.fixture
def authority_in_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATES / "authority.pem"))


@pytest.mark.usefixtures("authority_in_the_system")
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
async def test_an_authority_in_the_systems_store_counts(tmp_path: Path, host: str) -> None:
    async with served_with("good") as port:
        got = await fetched(tmp_path, port, host)
    assert isinstance(got, Response), got
    assert got.content == ARTICLE.encode()


async def test_an_authority_that_nobody_trusts_does_not(tmp_path: Path) -> None:
    async with served_with("good") as port:
        got = await fetched(tmp_path, port)
    assert isinstance(got, Failure)
    assert got.cause is Cause.UNREACHABLE
    assert "issuer" in got.evidence["certificate"] or "self-signed" in got.evidence["certificate"]


@pytest.mark.usefixtures("authority_in_the_system")
@pytest.mark.parametrize(("certificate", "said"), [("expired", "expired"), ("other-name", "localhost")])
async def test_what_is_wrong_with_a_certificate_is_said(tmp_path: Path, certificate: str, said: str) -> None:
    async with served_with(certificate) as port:
        got = await fetched(tmp_path, port)
    assert isinstance(got, Failure)
    assert got.cause is Cause.UNREACHABLE
    assert said in got.evidence["certificate"]
