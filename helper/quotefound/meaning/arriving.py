"""One file from the network to the disk: resumed where a transfer broke, measured, hashed, and only if there is room.

Knows HTTP and files, no models. What arrives in part stays, named `.part`, with what the server called that version
beside it, so that two versions are never joined.
"""

import asyncio
import errno
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from quotefound.meaning.models import Refusal, sha256_of

# A broken transfer is taken up again at once, since most breaks are short; then the reader is asked to.
ATTEMPTS = 3
PAUSE_S = 1.0
CHUNK_BYTES = 1 << 18
# Without a byte for so long, a connection is taken for broken. There is no limit on the whole: lines may be slow.
SILENT_S = 30.0
# No small entailment model comes near; past this it is something else.
LARGEST_BYTES = 3_000_000_000
# Left free on the disk when a file is in: the snapshots need room too.
SPARE_BYTES = 200_000_000

Progress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class Arrived:
    """A file that is there whole. `stated` is the hash that the server itself gave for it, or empty."""

    sha256: str
    size: int
    stated: str
    revision: str


class _Broken(Exception):  # noqa: N818 - handled below
    """The transfer ended before the file did."""


async def fetch(
    session: aiohttp.ClientSession,
    address: str,
    path: Path,
    *,
    expected: str = "",
    progress: Progress = lambda *_: None,
) -> Arrived | Refusal:
    """Brings the file at `address` to `path`, which is only there when it is whole.

    `expected` is its SHA-256 in hexadecimal if known; else the one that the server states is compared, if any. A file
    with another hash is thrown away.
    """
    why = ""
    for attempt in range(ATTEMPTS):
        if attempt:
            await asyncio.sleep(PAUSE_S)
        try:
            arrived = await _attempt(session, address, path, progress)
        except (_Broken, aiohttp.ClientError, TimeoutError) as trouble:
            why = f"{type(trouble).__name__} {trouble}".strip(" _")
            continue
        except OSError as trouble:
            if trouble.errno != errno.ENOSPC:
                return Refusal(f"{path.name} could not be written: {trouble.strerror or trouble}.")
            return Refusal(f"The disk is full, so {path.name} did not arrive. Make room, then run this again.")
        if isinstance(arrived, Refusal):
            return arrived
        return _compared(arrived, expected or arrived.stated, path, by="known" if expected else "stated by the server")
    return Refusal(
        f"The transfer of {path.name} broke off ({why}). What has arrived is kept; run this again to go on from there."
    )


async def _attempt(session: aiohttp.ClientSession, address: str, path: Path, progress: Progress) -> Arrived | Refusal:
    part, tag = path.with_name(path.name + ".part"), path.with_name(path.name + ".version")
    version = tag.read_text("utf-8") if tag.is_file() else ""
    there = part.stat().st_size if version and part.is_file() else 0
    headers = {"Accept-Encoding": "identity"}
    if there:
        headers |= {"Range": f"bytes={there}-", "If-Range": version}
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=SILENT_S, sock_read=SILENT_S)
    async with session.get(address, headers=headers, timeout=timeout) as response:
        if response.status == 416 and there:  # what is kept is no beginning of what is offered now
            part.unlink()
            raise _Broken("what had arrived no longer fits; beginning anew")
        if response.status not in (200, 206):
            return Refusal(f"{address} answered {response.status}, so {path.name} did not arrive.")
        if address.startswith("https:") and any(one.url.scheme != "https" for one in (*response.history, response)):
            return Refusal(f"{address} leads to an address that is not https, so {path.name} was not fetched.")
        begins, whole = _extent(response, there)
        if begins is None:
            part.unlink(missing_ok=True)
            raise _Broken("the server went on from another place")
        if whole is not None and whole > LARGEST_BYTES:
            return Refusal(f"{path.name} would be {whole / 1e6:.0f} MB, more than any model that can be used here.")
        needed = (whole or 0) - begins + SPARE_BYTES
        if needed > shutil.disk_usage(path.parent).free:
            return Refusal(f"There is no room for {path.name}: {needed / 1e6:.0f} MB must be free. Then try again.")
        tag.write_text(_version(response), "utf-8")
        await _received(response, part, begins, whole, progress)
        stated, revision = _stated(response)
    if whole is not None and part.stat().st_size != whole:
        raise _Broken(f"{part.stat().st_size} of {whole} bytes")
    sha256 = await asyncio.to_thread(sha256_of, part)
    size = part.stat().st_size
    part.replace(path)
    tag.unlink(missing_ok=True)
    return Arrived(sha256, size, stated, revision)


async def _received(
    response: aiohttp.ClientResponse, part: Path, begins: int, whole: int | None, progress: Progress
) -> None:
    size = begins
    with part.open("ab" if begins else "wb") as file:
        async for chunk in response.content.iter_chunked(CHUNK_BYTES):
            size += len(chunk)
            if size > (LARGEST_BYTES if whole is None else whole):
                raise _Broken("more bytes than were announced")
            file.write(chunk)
            progress(size, whole)


def _extent(response: aiohttp.ClientResponse, there: int) -> tuple[int | None, int | None]:
    """Where these bytes begin in the file, and its size if stated. (None, None) for a part that was not asked for."""
    if response.status == 200:
        return 0, response.content_length
    given = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", response.headers.get("Content-Range", ""))
    if not given or int(given[1]) != there:
        return None, None
    return there, None if given[2] == "*" else int(given[2])


def _version(response: aiohttp.ClientResponse) -> str:
    """What makes a later answer the same file's: a strong tag, else the date of its last change."""
    tag = response.headers.get("ETag", "")
    return tag if tag and not tag.startswith("W/") else response.headers.get("Last-Modified", "")


def _stated(response: aiohttp.ClientResponse) -> tuple[str, str]:
    """The SHA-256 and the revision that a model host states, wherever in its redirects."""
    sha256 = revision = ""
    for one in (*response.history, response):
        tag = one.headers.get("X-Linked-ETag", "").strip('"').lower()
        sha256 = tag if re.fullmatch(r"[0-9a-f]{64}", tag) else sha256
        given = one.headers.get("X-Repo-Commit", "")
        revision = given if re.fullmatch(r"[0-9a-f]{40}", given) else revision
    return sha256, revision


def _compared(arrived: Arrived, wanted: str, path: Path, *, by: str) -> Arrived | Refusal:
    if not wanted or wanted.lower() == arrived.sha256:
        return arrived
    with suppress(OSError):
        path.unlink()
    return Refusal(
        f"{path.name} arrived with the SHA-256 {arrived.sha256[:16]}… instead of the one {by}, {wanted[:16]}…, "
        "and was thrown away."
    )
