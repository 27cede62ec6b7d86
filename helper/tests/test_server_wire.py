"""Whatever stands in an answer's body, the helper answers in one sentence or starts a job, and repeats none of it."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from calling import Helper
from serving import ANSWER

MARKER = "zXq<b>marker</b>"
STRANGE = [None, True, -1, 10**30, 0.5, MARKER, "\ud800" + MARKER, [], [MARKER], {}, {MARKER: MARKER}, [[[MARKER]]]]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value, the whole of it excepted."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield (*path, key)
        yield from places(entry, (*path, key))


def bent(path: tuple[Any, ...], strange: Any) -> dict[str, Any]:
    """The ordinary body with something strange at one place."""
    body: dict[str, Any] = copy.deepcopy(ANSWER)
    holder: Any = body
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = strange
    return body


@pytest.mark.parametrize("path", list(places(ANSWER)), ids=lambda path: ".".join(map(str, path)))
async def test_something_strange_anywhere_is_taken_or_refused_in_a_sentence(helper: Helper, path: Any) -> None:
    for strange in STRANGE:
        said = await helper.post("/v1/answers", bent(path, strange))
        assert said.status in (202, 400), (path, strange)
        if said.status == 400:
            assert said.name == "bad_request"
        assert b"zXq" not in said.body


@pytest.mark.parametrize("path", [path for path in places(ANSWER) if len(path) == 1])
async def test_a_field_left_out_is_taken_or_refused_in_a_sentence(helper: Helper, path: tuple[str]) -> None:
    body = {key: value for key, value in ANSWER.items() if key != path[0]}
    said = await helper.post("/v1/answers", body)
    assert said.status == (400 if path[0] == "answer" else 202)
