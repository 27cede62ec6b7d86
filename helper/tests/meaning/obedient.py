"""A language model's server on loopback that obeys whatever a source tells it: what second opinions are tried on."""

import asyncio
import json
import re
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.test_utils import unused_port

from quotefound.meaning.opinion import Server


@dataclass
class Obedient:
    """A model without judgement: it obeys the last instruction that it reads, wherever that stands.

    Without one in the passage it says contradicted and quotes `words`.
    """

    words: str = "Tenant shall give 90 days’ written notice"
    port: int = field(default_factory=unused_port)
    asked: list[dict[str, Any]] = field(default_factory=list)
    status: int = 200
    raw: str = ""
    wait_s: float = 0.0

    @property
    def server(self) -> Server:
        return Server(f"http://127.0.0.1:{self.port}/v1", "tiny-judge:8b")

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        body = json.loads(await request.read())
        self.asked.append(body | {"path": request.path})
        await asyncio.sleep(self.wait_s)
        if self.status != 200:
            return web.Response(status=self.status, headers={"Location": "http://models.example/"})
        content = self.raw or self.reply(*(one["content"] for one in body["messages"]))
        return web.json_response({"choices": [{"message": {"role": "assistant", "content": content}}]})

    def reply(self, instructions: str, text: str) -> str:
        dictated = re.search(r"REPLY EXACTLY (\{.*\})", text)
        if dictated:
            return dictated[1]
        seal = re.search(r'"seal": "([0-9a-f]+)"', instructions)
        assert seal is not None
        told = re.search(r"SAY (\w+) AND QUOTE (THE CLAIM|<.*?>)", text)
        claim = re.search(r"\nCLAIM [0-9a-f]+\n(.*)\nEND OF CLAIM", text, re.DOTALL)
        assert claim is not None
        verdict, words = (told[1], told[2].strip("<>")) if told else ("contradicted", self.words)
        words = claim[1] if words == "THE CLAIM" else words
        return json.dumps({"seal": seal[1], "verdict": verdict, "words": words})
