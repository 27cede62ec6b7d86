"""A running helper, and a way to call it byte by byte: what a browser would never send is what has to be refused."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serving import SteppedChecker

from quotefound.door.connection import AlreadyRunning, Connection
from quotefound.door.server import serve
from quotefound.settings import Settings

OUR_ORIGIN = "chrome-extension://" + "abcdefghijklmnop" * 2


@dataclass(frozen=True)
class Said:
    """What the helper answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def name(self) -> str:
        """The refusal's name; also proves that it is one sentence in our one shape."""
        error = self.json["error"]
        assert {"name", "sentence"} == error.keys()
        assert error["sentence"].endswith(".")
        assert "\n" not in error["sentence"]
        return str(error["name"])


@dataclass
class Helper:
    """A helper that serves: its connection, the checker behind it, and its serving task."""

    connection: Connection
    checker: SteppedChecker
    serving: "asyncio.Task[AlreadyRunning | None]"

    @property
    def port(self) -> int:
        return self.connection.port

    async def raw(self, request: bytes) -> Said:
        """Send these very bytes and read the first answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(request)
            head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 15)).decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
            length = 0 if request.startswith(b"HEAD ") else int(headers.get("content-length", "0"))
            body = await reader.readexactly(length)
            return Said(int(head[0].split()[1]), headers, body)
        finally:
            writer.close()
            await writer.wait_closed()

    async def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = "",
        headers: tuple[tuple[str, str], ...] = (),
        host: str | None = "",
        kind: str | None = "application/json",
    ) -> Said:
        """A call as the extension makes it; each argument bends one thing. "" stands for the right value."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode() if method == "POST" else b""
        lines = [f"{method} {path} HTTP/1.1"]
        if host is not None:
            lines.append(f"Host: {host or f'127.0.0.1:{self.port}'}")
        if token is not None:
            lines.append(f"Authorization: Bearer {token or self.connection.token}")
        if method == "POST":
            lines += [f"Content-Type: {kind}"] if kind is not None else []
            lines.append(f"Content-Length: {len(sent)}")
        lines += [f"{name}: {value}" for name, value in headers]
        return await self.raw("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + sent)

    async def post(self, path: str, body: Any) -> Said:
        return await self.call("POST", path, body)


@asynccontextmanager
async def helper_in(folder: Path, **settings: Any) -> AsyncIterator[Helper]:
    """A helper of the real `serve`, stopped at the end."""
    checker = SteppedChecker()
    there: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()
    chosen = Settings(folder=folder, **({"extension_origins": (OUR_ORIGIN,)} | settings))
    serving = asyncio.create_task(serve(chosen, checker.opened, there.set_result))
    serving.add_done_callback(lambda ended: there.done() or there.cancel())
    with suppress(asyncio.CancelledError):
        await there
    assert not there.cancelled(), f"The helper did not start: {await serving}"
    try:
        yield Helper(there.result(), checker, serving)
    finally:
        serving.cancel()
        await asyncio.wait({serving})
