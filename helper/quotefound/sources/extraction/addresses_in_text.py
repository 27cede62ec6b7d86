"""Which line ends stand inside an address, a path or a name, where typesetting may break without a sign.

Knows words alone.
"""

import re
from collections.abc import Callable, Iterable

HOST_BEGUN = re.compile(r"[(<]?(?:[\w.+-]+@[\w.-]*|[\w-]+\.[\w.-]*)\w\.")
HOST_ENDED = re.compile(r"[a-z0-9-]+\.[a-z]{2,}\b")
ADDRESS_SIGN = re.compile(r"[/._#?=&%~]\w|\w[/_#=&%]")
AROUND = "()<>[]{}.,;:\"'“”‘’"


class Addresses:
    """`lines` gives all lines of the document, for the rare end that only the rest of it can settle."""

    def __init__(self, lines: Callable[[], Iterable[str]]) -> None:
        self._lines = lines
        self._words: set[str] = set()

    def runs_on(self, text: str, following: str) -> bool:
        """Whether the last word of `text` goes on in `following` without a space."""
        last = text[-1]
        if last not in "/_.?&=#%~" or not following:
            return False
        word = text[max(text.rfind(" "), text.rfind("\n")) + 1 :]
        more = following.split(" ", 1)[0]
        if last == "_":
            return len(word) > 1 and more[0].isalnum()
        address = "://" in word or word.lstrip("(<").startswith("www.")
        if last == "." and HOST_BEGUN.fullmatch(word) and HOST_ENDED.match(more):
            return True
        if last != "/":
            return address and (ADDRESS_SIGN.search(more.rstrip(".,;:)>")) is not None)
        if len(word) < 2 or not (word[-2].isalnum() or word[-2] in "_-~.)") or not more[0].isalnum():
            return False
        if address or ADDRESS_SIGN.search(more.rstrip(".,;:)>")):
            return True
        joined, alone = self._known(word, more)
        # Both ways of reading are tried on the rest of the document; a long path is more often broken than ended.
        return joined or (not alone and word.count("/") > 1)

    def _known(self, word: str, more: str) -> tuple[bool, bool]:
        if not self._words:
            self._words = {word.strip(AROUND) for line in self._lines() for word in line.split()[:-1]}
        return (word + more).strip(AROUND) in self._words, word.strip(AROUND) in self._words
