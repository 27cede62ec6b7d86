"""Addresses: what may be reached, and what a wrapped address names. The cases are vectors, shared with other parts."""

import json
from pathlib import Path

import pytest

from quotefound.sources.addresses import MOST_WRAPPERS, may_reach, unwrap

VECTORS = json.loads((Path(__file__).parents[3] / "shared-tests/vectors/addresses.json").read_text("utf-8"))


@pytest.mark.parametrize("literal", VECTORS["reachable"])
def test_reachable(literal: str) -> None:
    assert may_reach(literal)


@pytest.mark.parametrize("literal", VECTORS["refused"])
def test_refused(literal: str) -> None:
    assert not may_reach(literal)


@pytest.mark.parametrize("case", VECTORS["unwrapped"], ids=lambda case: case["asked"][:60])
def test_unwrapped(case: dict[str, str]) -> None:
    got = unwrap(case["asked"])
    assert got is not None
    assert (case["address"], case.get("hint", "")) == (got.address, got.hint)


@pytest.mark.parametrize("address", VECTORS["never"])
def test_never_fetched(address: str) -> None:
    assert unwrap(address) is None


def test_an_unwrapped_address_stays_as_it_is() -> None:
    for case in VECTORS["unwrapped"]:
        again = unwrap(case["address"])
        assert again is not None
        assert again.address == case["address"]


def test_a_wrapper_without_end_is_refused() -> None:
    from urllib.parse import quote

    address = "https://a.example/"
    for _ in range(MOST_WRAPPERS + 1):
        address = "https://www.google.com/url?q=" + quote(address, safe="")
    assert unwrap(address) is None
