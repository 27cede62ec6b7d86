"""A Markdown draft → the Answer that the extension would have gathered from it, for the command line.

Reads what carries meaning here: blocks, links, reference definitions and footnotes. Pure: text in, Answer out.
"""

from dataclasses import dataclass, field, replace
from html import unescape

import regex

from quotefound.core.answers import Answer, AnswerBlock, Citation, Source

_DEFINITION = regex.compile(
    r"^[ ]{0,3}\[(?P<label>[^\]\n]+)\]:[ \t]*(?P<rest>\S[^\n]*(?:\n[ ]{4,}\S[^\n]*)*)$", regex.MULTILINE
)
# "[1] BBC News, https://…", and under a line such as "Sources:" also "1. BBC News, https://…".
_LISTED = regex.compile(r"^[ ]{0,3}\[(?P<label>\d{1,3})\][ \t]+(?P<rest>[^\n]*https?://[^\n]*)$", regex.MULTILINE)
_NUMBERED = regex.compile(
    r"^[ ]{0,3}(?:[-*][ ]+)?(?P<label>\d{1,3})[.):][ \t]+(?P<rest>[^\n]*https?://[^\n]*)$", regex.MULTILINE
)
_SOURCES_FOLLOW = regex.compile(
    r"^[ ]{0,3}#{0,6}[ \t]*[*_]{0,2}(?:sources?|references|citations|footnotes|notes|works cited|bibliography"
    r"|quellen|fuentes|fonti|fontes|bronnen|источники|参考文献|来源|出典)[:：]?[*_]{0,2}[:：]?[ \t]*$",
    regex.MULTILINE | regex.IGNORECASE,
)
_RULE = regex.compile(r"^[ ]{0,3}(?:(?:[-*_][ \t]*){3,}|=+)$")
_ADDRESS = regex.compile(r"https?://[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}*_]")
_FENCE = regex.compile(
    r"^[ ]{0,3}(?P<fence>`{3,}|~{3,})[^\n]*\n(?P<code>.*?)(?:^[ ]{0,3}(?P=fence)[^\n]*$|\Z)",
    regex.DOTALL | regex.MULTILINE,
)
_HEADING = regex.compile(r"^[ ]{0,3}#{1,6}[ \t]+")
_ITEM = regex.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+")
_QUOTED_LINE = regex.compile(r"^(?:[ ]{0,3}>[ ]?)+(?:\[![A-Z]+\]$)?", regex.MULTILINE)
_INLINE = regex.compile(
    r"(?P<image>!\[[^\]]*\]\([^)]*\))"
    r"|\[(?P<words>(?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*(?:<(?P<spaced>[^<>\n]*)>|(?P<target>(?:[^()\s<>]|\([^()\s]*\))+))(?:\s+[\"'][^\n]*?[\"'])?\s*\)"
    r"|(?P<lost>【\d[^】\n]{0,40}†[^】\n]{0,40}】|:contentReference\[oaicite:\d+\]\{index=\d+\}"
    r"|\[(?:cite|citation):[ ]?[\d, ]+\]|\ue200[^\ue201\n]{0,200}\ue201)"
    r"|\[(?P<text>[^\[\]]*)\]\[(?P<reference>[^\[\]]*)\]"
    r"|\[(?P<mark>\^?[^\[\]\n]{1,40})\]"
    r"|<(?P<auto>https?://[^\s<>]+)>"
    r"|<a\s[^<>]{0,200}?href=[\"']?(?P<href>https?://[^\"'\s<>]+)[^<>]{0,200}>(?P<anchor>[^<\n]*)</a>"
    r"|(?P<tag></?[A-Za-z][^<>\n]{0,200}>)"
    r"|(?P<bare>https?://[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}*_])"
    r"|(?P<emphasis>(?<![\p{L}\p{N}])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\p{L}\p{N}])|`+)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
)
_MARK = regex.compile(r"\[?\d{1,3}\]?|\[?\^\S+?\]?|\[[^\]]*\]|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\*+|[†‡]")
# HTML that carries meaning here; other tags leave nothing.
_TAGS = {"br": "\n", "q": '"'}


@dataclass(slots=True)
class _Sources:
    """The draft's sources in the order in which they are first named."""

    listed: list[Source] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, address: str, title: str = "") -> int:
        if address not in self.numbers:
            self.numbers[address] = len(self.listed)
            self.listed.append(Source(address, title))
        return self.numbers[address]


# What no space stands before.
_CLOSING = ".,;:!?…)"


@dataclass(slots=True)
class _Written:
    """A block's words as they are put down, with the places of its citations."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    citations: list[Citation] = field(default_factory=list)

    def put(self, piece: str) -> None:
        if not piece:
            return
        last = self.citations[-1] if self.citations else None
        if last and last.start == self.length and piece[0] in _CLOSING and self.pieces and self.pieces[-1][-1] == " ":
            self._close_up()
        self.pieces.append(piece)
        self.length += len(piece)

    def _close_up(self) -> None:
        """Take away the space that stood before nothing but a mark: "days [1]." is "days."."""
        kept = self.pieces[-1].rstrip(" ")
        gone = len(self.pieces[-1]) - len(kept)
        self.pieces[-1:] = [kept] if kept else []
        self.length -= gone
        for index in range(len(self.citations) - 1, -1, -1):
            citation = self.citations[index]
            if citation.start <= self.length:
                break
            self.citations[index] = replace(citation, start=self.length, end=self.length)

    def cite(self, sources: _Sources, address: str, label: str) -> None:
        """A citation here; its words stay in the text unless they are only a mark."""
        words = "" if _MARK.fullmatch(label) or _ADDRESS.fullmatch(label) else label
        start = self.length
        self.put(words)
        self.citations.append(Citation(start, self.length, (sources.number(address, words),), label=label))


def answer_of_markdown(draft: str, address: str = "") -> Answer:
    """The draft's blocks with their citations; every address in it counts as a source, for the reader gave the file."""
    definitions: dict[str, str] = {}

    def define(match: regex.Match[str]) -> str:
        named = _ADDRESS.search(match["rest"])
        if named is None:
            return match[0]
        definitions.setdefault(match["label"].casefold(), named[0])
        return ""

    text = _DEFINITION.sub(define, draft.removeprefix("\ufeff").replace("\r\n", "\n"))
    text = _LISTED.sub(define, text)
    if follow := _SOURCES_FOLLOW.search(text):
        text = text[: follow.start()] + _NUMBERED.sub(define, text[follow.start() :])
    sources = _Sources()
    blocks: list[AnswerBlock] = []
    for kind, words in _blocks(text):
        block = _block(kind, words, definitions, sources)
        if block.text.strip():
            blocks.append(block)
    return Answer(tuple(blocks), tuple(sources.listed), address=address, site="markdown")


def _blocks(text: str) -> list[tuple[str, str]]:
    """The draft cut into blocks, each with its kind."""
    found: list[tuple[str, str]] = []
    at = 0
    for fence in _FENCE.finditer(text):
        found += _prose(text[at : fence.start()])
        found.append(("pre", fence["code"]))
        at = fence.end()
    return found + _prose(text[at:])


def _prose(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for paragraph in regex.split(r"\n[ \t]*\n", text):
        if not paragraph.strip():
            continue
        lines: list[tuple[str, str]] = []
        for line in paragraph.strip("\n").split("\n"):
            if _RULE.match(line):
                continue
            if _QUOTED_LINE.match(line):
                words = _QUOTED_LINE.sub("", line)
                if lines and lines[-1][0] == "quotation":
                    words = lines.pop()[1] + "\n" + words
                lines.append(("quotation", words))
            elif _HEADING.match(line):
                lines.append(("heading", _HEADING.sub("", line)))
            elif _ITEM.match(line):
                lines.append(("item", _ITEM.sub("", line)))
            elif lines and lines[-1][0] != "heading":
                lines[-1] = (lines[-1][0], lines[-1][1] + "\n" + line.strip())
            else:
                lines.append(("paragraph", line.strip()))
        found += lines
    return found


def _block(kind: str, words: str, definitions: dict[str, str], sources: _Sources) -> AnswerBlock:
    """One block's words without Markdown, and the places of its citations in them."""
    if kind == "pre":
        return AnswerBlock(words, kind)
    out = _Written()
    at = 0
    for match in _INLINE.finditer(words):
        out.put(unescape(words[at : match.start()]))
        at = match.end()
        target, named = match["spaced"] or match["target"] or match["href"], match["words"] or match["anchor"] or ""
        mark, reference = match["mark"] or match["text"], match["reference"]
        cited = definitions.get((mark or "").casefold())
        if target is not None and _ADDRESS.match(target):
            out.cite(sources, target, _plain(named))
        elif target is not None:
            out.put(_plain(named))
        elif reference and (target := definitions.get(reference.casefold())):
            if cited and _MARK.fullmatch(mark):  # "[1][2]" are two citations
                out.cite(sources, cited, mark)
                mark = reference
            out.cite(sources, target, _plain(mark))
        elif cited:
            out.cite(sources, cited, _plain(mark))
        elif match["lost"]:
            out.citations.append(Citation(out.length, out.length, hidden=1, label=match["lost"]))
        elif match["auto"] or match["bare"]:
            out.cite(sources, match["auto"] or match["bare"], "")
        elif match["escaped"]:
            out.put(match["escaped"])
        elif match["tag"]:
            out.put(_TAGS.get(match["tag"].strip("<>/ ").lower(), ""))
        elif match["emphasis"] is None and match["image"] is None:
            out.put(match[0])
    out.put(unescape(words[at:]))
    return AnswerBlock("".join(out.pieces), kind, tuple(out.citations))


def _plain(words: str) -> str:
    """A link's words without emphasis."""
    return regex.sub(r"(?<![\p{L}\p{N}])[*_`]{1,3}|[*_`]{1,3}(?![\p{L}\p{N}])", "", words)
