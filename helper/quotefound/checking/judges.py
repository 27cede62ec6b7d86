"""Who is asked about a claim's meaning: the model of this machine, and the server of the reader's own language model.

Of the shell: what a language model relies on is looked up here by the matcher of quotes.
"""

from collections.abc import Sequence

from quotefound.core.matching import find
from quotefound.core.tokens import Tokens
from quotefound.meaning.entailment import Entailment, Unjudged
from quotefound.meaning.judging import Meaning
from quotefound.meaning.opinion import Opinion, Server, second_opinion
from quotefound.meaning.shelf import Installed
from quotefound.settings import Settings


class Judges:
    """Those that the settings name. Close them."""

    def __init__(self, settings: Settings) -> None:
        self._meaning = Meaning(settings.folder)
        self._allow = settings.allow
        self._server = Server(settings.opinion_server, settings.opinion_model) if settings.opinion_server else None

    @property
    def model(self) -> Installed | None:
        """The model that judges meaning; None where none is installed that passed its trial."""
        return self._meaning.model

    def start(self) -> None:
        """Begin to load the model, so that the first claim finds it warm."""
        if self.model is not None:
            self._meaning.start()

    async def meaning(self, claim: str, windows: Sequence[str]) -> Entailment | Unjudged:
        """How the model reads a claim against windows of a source."""
        return await self._meaning.judge(claim, windows)

    async def second_opinion(self, claim: str, passage: str) -> Opinion | None:
        """What the reader's own language model makes of it; None without a server, or without a reply of use."""
        if self._server is None:
            return None
        said = await second_opinion(self._server, claim, passage, _stands_at, allow=self._allow)
        return said if isinstance(said, Opinion) else None

    async def close(self) -> None:
        """Let the model's process go."""
        await self._meaning.close()


def _stands_at(words: str, passage: str) -> tuple[int, int] | None:
    match = next(iter(find(words, Tokens(passage)).matches), None)
    return (match.start, match.end) if match else None
