"""The routes: what each takes and gives, what each refuses in one sentence, and the headers of every answer."""

import asyncio
import gzip
import json
import logging
import time
from typing import Any

import pytest
from calling import Helper
from serving import ANSWER

from quotefound import __version__
from quotefound.door.connection import proof
from quotefound.door.jobs import MAX_JOBS
from quotefound.door.outcomes import MAX_BODY_BYTES, MAX_READING_BYTES
from quotefound.door.server import POLL_WAIT_S

NONCE = "0123456789abcdef"


async def started(helper: Helper) -> str:
    said = await helper.post("/v1/answers", ANSWER)
    assert said.status == 202
    assert said.json.keys() == {"job"}
    return str(said.json["job"])


async def test_hello_proves_the_token_to_who_knows_it_and_tells_nothing_else(helper: Helper) -> None:
    said = await helper.call("GET", f"/hello?nonce={NONCE}", token=None)
    expected = proof(helper.connection.token, helper.port, NONCE)
    assert (said.status, said.json) == (200, {"server": "quotefound", "proof": expected})
    assert expected != proof(helper.connection.token, helper.port + 1, NONCE)
    assert expected != proof(helper.connection.token, helper.port, NONCE + "0")
    everything = said.body.decode() + json.dumps(said.headers)
    for secret in (helper.connection.token, str(helper.connection.pid), __version__, "aiohttp", "Python"):
        assert secret not in everything


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?nonce=",
        "?nonce=short",
        "?nonce=" + "a" * 129,
        f"?nonce={NONCE}&nonce={NONCE}",
        f"?nonce=%3C{NONCE}",
        "?n=1",
    ],
)
async def test_hello_without_one_good_nonce_is_refused(helper: Helper, query: str) -> None:
    said = await helper.call("GET", f"/hello{query}", token=None)
    assert (said.status, said.name) == (400, "bad_request")


async def test_an_answer_becomes_a_job_with_a_report(helper: Helper) -> None:
    job = await started(helper)
    said = await helper.post("/v1/jobs/poll", {"job": job, "seen": 0})
    assert (said.status, said.json) == (200, {"job": job, "version": 1, "state": "running"})
    assert len(helper.checker.requests) == 1


async def test_a_poll_waits_for_a_change_and_returns_with_it(helper: Helper) -> None:
    job = await started(helper)
    poll = asyncio.create_task(helper.post("/v1/jobs/poll", {"job": job, "seen": 1}))
    await asyncio.sleep(0.2)
    assert not poll.done()
    await helper.checker.checks[0].step("done")
    said = await asyncio.wait_for(poll, 1)
    assert said.json == {"job": job, "version": 2, "state": "done"}


async def test_several_polls_of_one_job_all_hear_a_change(helper: Helper) -> None:
    job = await started(helper)
    polls = [asyncio.create_task(helper.post("/v1/jobs/poll", {"job": job, "seen": 1})) for _ in range(5)]
    await asyncio.sleep(0.2)
    await helper.checker.checks[0].step()
    assert [said.json["version"] for said in await asyncio.wait_for(asyncio.gather(*polls), 1)] == [2] * 5


async def test_a_poll_without_a_change_returns_within_ten_seconds(helper: Helper) -> None:
    assert POLL_WAIT_S == 10
    job = await started(helper)
    began = time.monotonic()
    said = await helper.post("/v1/jobs/poll", {"job": job, "seen": 1})
    assert said.json["version"] == 1
    assert 9.5 < time.monotonic() - began < 11


async def test_cancelling_ends_the_job_and_wakes_its_poll(helper: Helper) -> None:
    job = await started(helper)
    poll = asyncio.create_task(helper.post("/v1/jobs/poll", {"job": job, "seen": 1}))
    await asyncio.sleep(0.1)
    assert (await helper.post("/v1/jobs/cancel", {"job": job})).status == 202
    assert (await asyncio.wait_for(poll, 1)).json["state"] == "cancelled"


async def test_consent_names_sources_by_their_place(helper: Helper) -> None:
    job = await started(helper)
    assert (await helper.post("/v1/sources/fetch", {"job": job, "sources": [0]})).status == 202
    assert helper.checker.checks[0].fetched == [0]
    said = await helper.post("/v1/sources/fetch", {"job": job, "sources": [7]})
    assert (said.status, said.name) == (400, "bad_request")


@pytest.mark.parametrize("sources", [None, "0", [-1], [True], ["0"], [0.5], ["https://elsewhere.example/"], {"0": 1}])
async def test_consent_never_takes_an_address_or_anything_else(helper: Helper, sources: Any) -> None:
    job = await started(helper)
    said = await helper.post("/v1/sources/fetch", {"job": job, "sources": sources})
    assert (said.status, said.name) == (400, "bad_request")
    assert helper.checker.checks[0].fetched == []


TAB = {
    "source": 0,
    "address": "https://source.example/tea",
    "final_address": "https://source.example/tea?in=1",
    "html": "<p>Tea was rationed.</p>",
    "title": "Tea",
}


NO_READINGS: list[dict[str, Any]] = [
    {"source": 1}, {"source": -1}, {"source": True}, {"source": None}, {"address": "https://elsewhere.example/"},
    {"html": ""}, {"html": 7}, {"html": None}, {"final_address": "javascript:alert(1)"}, {"final_address": ""},
    {"final_address": None}, {"truncated": "no"}, {"title": 7}, {"address": None},
]  # fmt: skip


async def test_a_tabs_reading_is_for_a_source_of_its_job(helper: Helper) -> None:
    job = await started(helper)
    assert (await helper.post("/v1/readings", {"job": job} | TAB)).status == 202
    [tab] = helper.checker.checks[0].tabs
    assert (tab.html, tab.final_address, tab.truncated) == (TAB["html"], TAB["final_address"], False)
    for bent in NO_READINGS:
        said = await helper.post("/v1/readings", {"job": job} | TAB | bent)
        assert (said.status, said.name) == (400, "bad_request"), bent
    assert len(helper.checker.checks[0].tabs) == 1


async def test_a_tabs_reading_may_be_larger_than_an_answer_and_has_its_own_limit(helper: Helper) -> None:
    job = await started(helper)
    page = {"job": job} | TAB | {"html": "a" * (MAX_BODY_BYTES + 1000)}
    assert (await helper.post("/v1/readings", page)).status == 202
    said = await helper.post("/v1/readings", {"job": job} | TAB | {"html": "a" * MAX_READING_BYTES})
    assert (said.status, said.name) == (413, "too_large")


async def test_an_archive_is_asked_by_a_sources_place(helper: Helper) -> None:
    job = await started(helper)
    assert (await helper.post("/v1/sources/archive", {"job": job, "source": 0})).status == 202
    assert helper.checker.checks[0].archived == [0]
    for source in (1, -1, True, None, "0", [0], "https://elsewhere.example/"):
        said = await helper.post("/v1/sources/archive", {"job": job, "source": source, "archive": "http://127.0.0.1:1"})
        assert (said.status, said.name) == (400, "bad_request")
    assert helper.checker.checks[0].archived == [0]


async def test_a_quote_by_hand_becomes_a_job(helper: Helper) -> None:
    for source in ({"address": "https://source.example/tea"}, {"text": "Tea was rationed.", "name": "my notes"}):
        said = await helper.post("/v1/quotes", {"quote": "Tea was rationed", "source": source})
        assert said.status == 202
        assert (await helper.post("/v1/jobs/poll", {"job": said.json["job"], "seen": 0})).status == 200
    said = await helper.post("/v1/quotes", {"quote": "x", "source": {"file": "JVBERi0=", "name": "a.pdf"}})
    assert said.status == 202
    by_address, by_text, by_file = helper.checker.requests
    assert by_file.given == {0: (b"%PDF-", "a.pdf")}
    assert (by_address.answer.sources[0].address, by_address.given) == ("https://source.example/tea", {})
    assert by_text.given == {0: ("Tea was rationed.", "my notes")}


@pytest.mark.parametrize(
    "body",
    [
        {}, {"quote": "x"}, {"quote": "x", "source": {}}, {"quote": "x", "source": "https://a.example/"},
        {"quote": 7, "source": {"text": "x"}}, {"quote": "x", "source": {"address": "file:///etc/passwd"}},
        {"quote": "x", "source": {"address": "/etc/passwd"}}, {"quote": "x", "source": {"text": ["x"]}},
        {"quote": "x", "source": {"address": "https://a.example/", "text": "both"}},
        {"quote": "x", "source": {"file": "no base64!"}}, {"quote": "x", "source": {"file": "eA==", "text": "x"}},
        {"quote": "x", "source": {"name": "a name alone"}}, {"quote": "x", "source": {"text": "a" * 2_000_001}},
    ],
)  # fmt: skip
async def test_a_quote_by_hand_needs_one_source_that_is_no_file(helper: Helper, body: Any) -> None:
    said = await helper.post("/v1/quotes", body)
    assert (said.status, said.name) == (400, "bad_request")
    assert not helper.checker.checks


async def test_a_pasted_draft_becomes_a_job(helper: Helper) -> None:
    draft = 'The board wrote: "Tea was rationed." [1](https://source.example/tea)'
    assert (await helper.post("/v1/answers", {"draft": draft, "fetch": "all"})).status == 202
    [request] = helper.checker.requests
    assert [source.address for source in request.answer.sources] == ["https://source.example/tea"]
    for bad in ("", "  ", 7, None, "a" * 2_000_001):
        said = await helper.post("/v1/answers", {"draft": bad, "fetch": "all"})
        assert (said.status, said.name) == (400, "bad_request")


async def test_everything_is_forgotten_and_every_job_with_it(helper: Helper) -> None:
    job = await started(helper)
    said = await helper.post("/v1/forget", {"job": job})
    assert (said.status, said.name, helper.checker.forgotten) == (400, "bad_request", False)
    said = await helper.post("/v1/forget", {})
    assert (said.status, said.json, helper.checker.forgotten) == (200, {"forgotten": 7}, True)
    assert (await helper.post("/v1/jobs/poll", {"job": job})).name == "no_such_job"
    await asyncio.sleep(0.1)
    assert helper.checker.checks[0].state == "cancelled"


async def test_the_answers_that_need_a_person_are_told_and_taken_off_the_list(helper: Helper) -> None:
    helper.checker.escalations.listed = [{"id": "a", "question": "?"}, {"id": "b"}]
    said = await helper.post("/v1/escalations", {})
    assert (said.status, said.json) == (200, {"escalations": [{"id": "a", "question": "?"}, {"id": "b"}]})
    for _ in range(2):  # two windows may both say so
        said = await helper.post("/v1/escalations/done", {"id": "a"})
        assert (said.status, said.json) == (200, {})
    assert (await helper.post("/v1/escalations", {})).json == {"escalations": [{"id": "b"}]}


@pytest.mark.parametrize("identity", [None, 7, ["b"], {"id": "b"}, True])
async def test_what_is_done_is_named_by_its_id(helper: Helper, identity: Any) -> None:
    helper.checker.escalations.listed = [{"id": "b"}]
    said = await helper.post("/v1/escalations/done", {"id": identity})
    assert (said.status, said.name) == (400, "bad_request")
    said = await helper.post("/v1/escalations", {"id": "b"})
    assert (said.status, said.name) == (400, "bad_request")
    assert helper.checker.escalations.listed == [{"id": "b"}]


async def test_what_is_kept_is_told_and_its_limits_changed(helper: Helper) -> None:
    said = await helper.post("/v1/kept", {})
    assert (said.status, said.json["snapshots"], helper.checker.limits) == (200, 2, {})
    said = await helper.post("/v1/kept", {"keep_days": 30, "max_store_bytes": 5})
    assert said.json == {"snapshots": 2, "bytes": 10, "max_store_bytes": 5, "keep_days": 30}
    assert (await helper.post("/v1/kept", {"keep_days": None})).json["keep_days"] is None


async def test_no_other_setting_is_changed_in_the_browser(helper: Helper) -> None:
    for body in ({"allow": ["127.0.0.1:80"]}, {"keep_days": 30, "port": 1}, {"user_agent": "x"}):
        said = await helper.post("/v1/kept", body)
        assert (said.status, said.name) == (400, "bad_request")
    said = await helper.post("/v1/kept", {"keep_days": 0})
    assert (said.status, said.name) == (400, "bad_request")
    assert said.json["error"]["sentence"] == "keep_days must be at least 1."
    assert helper.checker.limits == {}


LIST_PATHS = ["/v1/escalations", "/v1/escalations/done", "/v1/kept"]
JOB_PATHS = ["/v1/jobs/poll", "/v1/jobs/cancel", "/v1/sources/fetch", "/v1/sources/archive", "/v1/readings"]


@pytest.mark.parametrize("path", JOB_PATHS)
async def test_an_unknown_job_is_said_to_be_unknown(helper: Helper, path: str) -> None:
    said = await helper.post(path, {"job": "no-such-job", "seen": 0, "sources": []})
    assert (said.status, said.name) == (404, "no_such_job")
    for other in (None, 7, ["a"], {"a": 1}):
        said = await helper.post(path, {"job": other, "seen": 0, "sources": []})
        assert (said.status, said.name) == (400, "bad_request")


@pytest.mark.parametrize("seen", [-1, "1", None, True, 1.5, [1]])
async def test_a_version_that_is_none_is_refused(helper: Helper, seen: Any) -> None:
    job = await started(helper)
    said = await helper.post("/v1/jobs/poll", {"job": job, "seen": seen})
    assert (said.status, said.name) == (400, "bad_request")


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'"text"', b"7", b"\xff\xfe{}", b'{"job": NaN}', b"[" * 200_000, b'{"a":' * 100_000,
     b'{"job": ' + b"9" * 5_000 + b"}", b"{}{}"],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/v1/answers", "/v1/jobs/poll", "/v1/readings", "/v1/quotes"])
async def test_a_malformed_body_is_refused_in_one_sentence(helper: Helper, path: str, body: bytes) -> None:
    said = await helper.call("POST", path, body)
    assert (said.status, said.name) == (400, "bad_request")
    assert not helper.checker.checks


@pytest.mark.parametrize("constant", [b"NaN", b"Infinity", b"-Infinity"])
async def test_numbers_that_json_does_not_have_are_refused_anywhere(helper: Helper, constant: bytes) -> None:
    said = await helper.call("POST", "/v1/answers", json.dumps(ANSWER).encode()[:-1] + b', "more": ' + constant + b"}")
    assert (said.status, said.name) == (400, "bad_request")


async def test_what_the_wire_refuses_is_a_bad_request(helper: Helper) -> None:
    said = await helper.post("/v1/answers", {"answer": 7})
    assert (said.status, said.name) == (400, "bad_request")
    assert not helper.checker.checks


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json",
     "application/json-patch+json", "", None],
)  # fmt: skip
async def test_only_json_is_taken(helper: Helper, kind: str | None) -> None:
    said = await helper.call("POST", "/v1/answers", ANSWER, kind=kind)
    assert (said.status, said.name) == (415, "not_json")
    assert not helper.checker.checks


async def test_two_content_types_are_none(helper: Helper) -> None:
    said = await helper.call("POST", "/v1/answers", ANSWER, headers=(("Content-Type", "text/plain"),))
    assert said.status in (400, 415)
    assert not helper.checker.checks


async def test_json_with_its_charset_is_taken(helper: Helper) -> None:
    said = await helper.call("POST", "/v1/answers", ANSWER, kind="application/json; charset=utf-8")
    assert said.status == 202


@pytest.mark.parametrize("chunked", [False, True])
async def test_a_body_over_the_limit_is_refused(helper: Helper, chunked: bool) -> None:
    body = b'{"answer": "' + b"a" * MAX_BODY_BYTES + b'"}'
    if chunked:
        head = f"POST /v1/answers HTTP/1.1\r\nHost: 127.0.0.1:{helper.port}\r\nContent-Type: application/json\r\n"
        head += f"Authorization: Bearer {helper.connection.token}\r\nTransfer-Encoding: chunked\r\n\r\n"
        said = await helper.raw(head.encode() + f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n")
    else:
        said = await helper.call("POST", "/v1/answers", body)
    assert (said.status, said.name) == (413, "too_large")
    assert not helper.checker.checks


async def test_a_body_that_swells_when_unpacked_is_refused(helper: Helper) -> None:
    body = gzip.compress(b'{"answer": "' + b"a" * MAX_BODY_BYTES * 5 + b'"}')
    assert len(body) < 100_000
    said = await helper.call("POST", "/v1/answers", body, headers=(("Content-Encoding", "gzip"),))
    assert said.status in (400, 413)
    assert said.name in ("bad_request", "too_large")


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/answers/", "/v1/answers/x", "/hello/", "/favicon.ico", "/..%2fhelper.json", "//hello"]
)
async def test_an_unknown_path_is_said_to_be_unknown(helper: Helper, path: str) -> None:
    said = await helper.post(path, {})
    assert (said.status, said.name) == (404, "no_such_path")


@pytest.mark.parametrize("path", ["/v1/answers", "/v1/quotes", "/v1/forget", *LIST_PATHS, *JOB_PATHS])
async def test_nothing_is_done_on_a_get(helper: Helper, path: str) -> None:
    job = await started(helper)
    said = await helper.call("GET", f"{path}?job={job}")
    assert (said.status, said.name, said.headers["allow"]) == (405, "wrong_method", "GET, POST")
    assert helper.checker.checks[0].version == 1


MARKER = "zXq<b>marker</b>"


@pytest.mark.parametrize(
    "request_text",
    [
        "GET /hello?nonce=0123456789abcdef HTTP/1.1\r\nHost: {host}\r\n\r\n",
        "GET /{marker} HTTP/1.1\r\nHost: {host}\r\n\r\n",
        "GET /hello?nonce={marker} HTTP/1.1\r\nHost: {host}\r\n\r\n",
        "GET /hello?nonce=0123456789abcdef HTTP/1.1\r\nHost: {marker}\r\n\r\n",
        "GET /hello?nonce=0123456789abcdef HTTP/1.1\r\nHost: {host}\r\nOrigin: {marker}\r\n\r\n",
        "GET /hello?nonce=0123456789abcdef HTTP/1.1\r\nHost: {host}\r\nExpect: {marker}\r\n\r\n",
        "GET /nowhere HTTP/1.1\r\nHost: {host}\r\nExpect: {marker}\r\n\r\n",
        "GET /{marker} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n",
        "POST /v1/jobs/poll HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n"
        'Content-Type: application/json\r\nContent-Length: 27\r\n\r\n{{"job": "{marker}"}}',
        "{marker} /hello HTTP/1.1\r\nHost: {host}\r\n\r\n",
        "GET /hello HTTP/{marker}\r\nHost: {host}\r\n\r\n",
        "GET /hello HTTP/1.1\r\nHost: {host}\r\n{marker}\r\n\r\n",
        "GET /hello HTTP/1.1\r\nHost: {host}\r\nX: a\x00{marker}\r\n\r\n",
        "POST /v1/answers HTTP/1.1\r\nHost: {host}\r\nContent-Length: {marker}\r\n\r\n",
        "GET /hello HTTP/1.1\r\nHost: {host}\r\nX: {marker}" + "a" * 100_000 + "\r\n\r\n",
        "GET /hello HTTP/1.1\r\nHost: {host}\r\nAccept: text/html\r\nTransfer-Encoding: {marker}\r\n\r\n",
    ],
)
async def test_every_answer_is_json_with_the_same_headers_and_no_echo(helper: Helper, request_text: str) -> None:
    text = request_text.format(host=f"127.0.0.1:{helper.port}", marker=MARKER, token=helper.connection.token)
    said = await helper.raw(text.encode("latin-1"))
    if said.status >= 400:
        assert said.name
    everything = said.body.decode() + json.dumps(said.headers)
    for never in ("zXq", "marker", "aiohttp", "Python", "<", helper.connection.token):
        assert never not in everything
    assert said.headers["content-type"] == "application/json; charset=utf-8"
    assert said.headers["x-content-type-options"] == "nosniff"
    assert said.headers["cache-control"] == "no-store"
    assert said.headers["cross-origin-resource-policy"] == "same-origin"
    assert said.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert said.headers["server"] == "quotefound"
    assert "location" not in said.headers


async def test_a_bug_is_logged_in_full_and_told_in_a_plain_sentence(
    helper: Helper, caplog: pytest.LogCaptureFixture
) -> None:
    job = await started(helper)
    helper.checker.checks[0].trouble = RuntimeError("secret detail")
    with caplog.at_level(logging.ERROR):
        said = await helper.post("/v1/jobs/poll", {"job": job, "seen": 0})
    assert (said.status, said.name) == (500, "failed")
    assert b"secret detail" not in said.body
    assert "secret detail" in caplog.text
    assert "Traceback" in caplog.text


async def test_jobs_are_bounded_and_the_oldest_finished_leaves_first(helper: Helper) -> None:
    jobs = [await started(helper) for _ in range(MAX_JOBS)]
    said = await helper.post("/v1/answers", ANSWER)
    assert (said.status, said.name) == (503, "too_many_jobs")
    assert len(helper.checker.checks) == len(jobs)
    await helper.checker.checks[5].step("done")
    await helper.checker.checks[3].step("done")
    await started(helper)
    assert (await helper.post("/v1/jobs/poll", {"job": jobs[3]})).name == "no_such_job"
    for kept in (jobs[0], jobs[5], jobs[-1]):
        assert (await helper.post("/v1/jobs/poll", {"job": kept})).status == 200


async def test_one_connection_carries_many_calls(helper: Helper) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", helper.port)
    for _ in range(3):
        writer.write(f"GET /hello?nonce={NONCE} HTTP/1.1\r\nHost: 127.0.0.1:{helper.port}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
    writer.close()
    await writer.wait_closed()
