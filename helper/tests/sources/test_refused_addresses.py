"""Every address of the reader's own machine or network, as literal, name, redirect and rebinding: never connected to.

The list is shared-tests/vectors/addresses.json. Sockets made here connect to nothing but are counted: what a fetch
wanted to reach is known without a packet leaving this machine.
"""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult
from sources.serving_sources import settings, sources

from quotefound.core.terms import Cause
from quotefound.settings import Settings
from quotefound.sources import fetching
from quotefound.sources.fetching import Failure, Fetcher

VECTORS = json.loads((Path(__file__).parents[3] / "shared-tests/vectors/addresses.json").read_text("utf-8"))
REFUSED = [literal for literal in VECTORS["refused"] if literal and literal != "example.org"]
PUBLIC = "93.184.216.34"


class Answers(AbstractResolver):
    """A name server that answers each question with the next of its answers."""

    def __init__(self, *answers: list[str]) -> None:
        self._answers = list(answers)

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        return [
            ResolveResult(
                hostname=host,
                host=each,
                port=port,
                family=socket.AF_INET6 if ":" in each else socket.AF_INET,
                proto=0,
                flags=0,
            )
            for each in answer
        ]

    async def close(self) -> None:
        pass


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The addresses that guarded sockets were told to connect to; none of them gets there."""
    asked: list[str] = []

    class Nowhere(socket.socket):
        def connect(self, address: Any) -> None:
            asked.append(address[0])
            raise ConnectionRefusedError(111, "nothing leaves this machine")

    monkeypatch.setattr(fetching, "socket", SimpleNamespace(socket=Nowhere))
    return asked  # type: ignore[return-value]


async def cause_of(fetcher: Fetcher, address: str) -> Cause:
    got = await fetcher.fetch(address)
    await fetcher.close()
    assert isinstance(got, Failure), got
    return got.cause


def written(literal: str) -> str:
    return f"[{literal.replace('%', '%25')}]" if ":" in literal else literal


async def test_a_public_address_is_connected_to(tmp_path: Path, connected: list[str]) -> None:
    fetcher = Fetcher(Settings(folder=tmp_path), resolver=Answers([PUBLIC]))
    assert await cause_of(fetcher, "http://public.example/") is Cause.UNREACHABLE
    assert connected == [PUBLIC]  # so the tests below would notice


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("literal", REFUSED)
async def test_as_a_literal(tmp_path: Path, connected: list[str], literal: str, scheme: str) -> None:
    got = await cause_of(Fetcher(Settings(folder=tmp_path)), f"{scheme}://{written(literal)}/")
    assert (got, connected) == (Cause.ADDRESS_NOT_ALLOWED, [])


@pytest.mark.parametrize("literal", REFUSED)
async def test_as_what_a_name_leads_to(tmp_path: Path, connected: list[str], literal: str) -> None:
    fetcher = Fetcher(Settings(folder=tmp_path), resolver=Answers([literal]))
    got = await cause_of(fetcher, "http://inner.example/")
    assert (got, connected) == (Cause.ADDRESS_NOT_ALLOWED, [])


@pytest.mark.parametrize("literal", REFUSED)
async def test_as_a_redirect_from_a_public_page(tmp_path: Path, connected: list[str], literal: str) -> None:
    async with sources() as door:
        fetcher = Fetcher(settings(tmp_path, door))
        address = f"{door.address}/to?url=http://{written(literal).replace('%', '%25')}/"
        got = await cause_of(fetcher, address)
        assert (got, connected, len(door.requests)) == (Cause.ADDRESS_NOT_ALLOWED, [], 1)


@pytest.mark.parametrize("literal", REFUSED)
async def test_as_the_second_answer_of_a_rebinding_name(tmp_path: Path, connected: list[str], literal: str) -> None:
    resolver = Answers([PUBLIC], [literal])
    fetcher = Fetcher(Settings(folder=tmp_path), resolver=resolver)
    first = await fetcher.fetch("http://rebinding.example/")
    assert isinstance(first, Failure)
    assert (first.cause, connected) == (Cause.UNREACHABLE, [PUBLIC])  # so far it was public
    assert await cause_of(fetcher, "http://rebinding.example/") is Cause.ADDRESS_NOT_ALLOWED
    assert connected == [PUBLIC]


@pytest.mark.parametrize("literal", REFUSED)
async def test_beside_a_public_address_in_one_answer(tmp_path: Path, connected: list[str], literal: str) -> None:
    """When the public one does not answer, the next would be tried."""
    fetcher = Fetcher(Settings(folder=tmp_path), resolver=Answers([PUBLIC, literal]))
    await cause_of(fetcher, "http://both.example/")
    assert set(connected) <= {PUBLIC}
