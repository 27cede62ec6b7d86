"""What every test of the helper's door starts from: a helper that serves, in a folder of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from calling import Helper, helper_in


@pytest.fixture
async def helper(tmp_path: Path) -> AsyncIterator[Helper]:
    async with helper_in(tmp_path / "data") as running:
        yield running
