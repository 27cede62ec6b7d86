"""What every test of the helper's door starts from: a helper that serves, in a folder of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from calling import Helper, helper_in
from citing import site, start
from hypothesis import HealthCheck, settings

__all__ = ["helper", "site", "start"]

# The same examples every time: a failure on one machine is a failure on all. To look for new ones, by hand:
# `pytest --hypothesis-profile=hunt`.
settings.register_profile(
    "same", derandomize=True, max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("hunt", settings.get_profile("same"), derandomize=False, max_examples=20_000)
settings.load_profile("same")


@pytest.fixture
async def helper(tmp_path: Path) -> AsyncIterator[Helper]:
    async with helper_in(tmp_path / "data") as running:
        yield running
