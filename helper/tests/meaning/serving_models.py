"""A real server on loopback that offers a model's files and misbehaves as a test asks."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web
from aiohttp.test_utils import unused_port


@dataclass
class ModelServer:
    """Serves `folder` below /model and /moved. Every request's path and Range are kept."""

    folder: Path
    port: int = field(default_factory=unused_port)
    breaks: int = 0  # so many more transfers of the weights break in their middle
    version: str = '"1"'
    stated: str = ""  # the SHA-256 that it claims for the weights
    announced: int = 0  # a size that it claims for the weights
    resumes: bool = True
    requests: list[tuple[str, str]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/model"

    def body(self, path: str) -> bytes:
        return (self.folder / path.rpartition("/")[2].replace("model_quint8_avx2", "model")).read_bytes()

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        self.requests.append((request.path, request.headers.get("Range", "")))
        weights = request.path.endswith(".onnx")
        if request.path.startswith("/moved/"):
            headers = {"Location": request.path.replace("/moved/", "/model/"), "X-Repo-Commit": "c" * 40}
            if weights:
                headers["X-Linked-ETag"] = f'"{hashlib.sha256(self.body(request.path)).hexdigest()}"'
            return web.Response(status=302, headers=headers)
        try:
            body = self.body(request.path)
        except OSError:
            return web.Response(status=404)
        start, status, headers = 0, 200, {"ETag": self.version}
        wanted = request.headers.get("Range", "")
        if wanted and self.resumes and request.headers.get("If-Range") == self.version:
            start, status = int(wanted.removeprefix("bytes=").removesuffix("-")), 206
            headers["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
        if weights and self.stated:
            headers["X-Linked-ETag"] = f'"{self.stated}"'
        response = web.StreamResponse(status=status, headers=headers)
        response.content_length = (self.announced if weights else 0) or len(body) - start
        await response.prepare(request)
        if weights and self.breaks:
            self.breaks -= 1
            await response.write(body[start : start + (len(body) - start) // 2])
            await asyncio.sleep(0.05)
            assert request.transport is not None
            request.transport.abort()
            return response
        await response.write(body[start:])
        return response


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[ModelServer]:
    server = ModelServer(folder)
    runner = web.ServerRunner(web.Server(server.answer))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", server.port).start()
    try:
        yield server
    finally:
        await runner.cleanup()
