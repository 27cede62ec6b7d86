"""A Markdown draft → the Answer that the extension would have gathered from it, for the command line.

Reads what carries meaning here: blocks, links, reference definitions and footnotes. Pure: text in, Answer out.
"""

from dataclasses import dataclass, field

import regex

from quotefound.core.answers import Answer, AnswerBlock, Citation, Source

_DEFINITION = regex.compile(
    r"^[ ]{0,3}\[(?P<label>[^\]\n]+)\]:[ \t]*(?P<rest>\S[^\n]*(?:\n[ ]{4,}\S[^\n]*)*)$", regex.MULTILINE
)
_ADDRESS = regex.compile(r"https?://[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}*_]")
_FENCE = regex.compile(
    r"^[ ]{0,3}(?P<fence>`{3,}|~{3,})[^\n]*\n(?P<code>.*?)(?:^[ ]{0,3}(?P=fence)[^\n]*$|\Z)",
    regex.DOTALL | regex.MULTILINE,
)
_HEADING = regex.compile(r"^[ ]{0,3}#{1,6}[ \t]+")
_ITEM = regex.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+")
_QUOTED_LINE = regex.compile(r"^[ ]{0,3}>[ ]?", regex.MULTILINE)
_INLINE = regex.compile(
    r"(?P<image>!\[[^\]]*\]\([^)]*\))"
    r"|\[(?P<words>(?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?(?P<target>(?:[^()\s<>]|\([^()\s]*\))+)>?(?:\s+[\"'][^\n]*?[\"'])?\s*\)"
    r"|\[(?P<text>[^\[\]]*)\]\[(?P<reference>[^\[\]]*)\]"
    r"|\[(?P<mark>\^?[^\[\]\n]{1,40})\]"
    r"|<(?P<auto>https?://[^\s<>]+)>"
    r"|(?P<bare>https?://[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}*_])"
    r"|(?P<emphasis>(?<![\p{L}\p{N}])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\p{L}\p{N}])|`+)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
)
_MARK_LIKE = regex.compile(r"\[?\^?\d{1,3}\]?|\[[^\]]*\]|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\*+|[†‡]")


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


def answer_of_markdown(draft: str, address: str = "") -> Answer:
    """The draft's blocks with their citations; every address in it counts as a source, for the reader gave the file."""
    definitions: dict[str, str] = {}

    def define(match: regex.Match[str]) -> str:
        named = _ADDRESS.search(match["rest"])
        if named is None:
            return match[0]
        definitions[match["label"].casefold()] = named[0]
        return ""

    text = _DEFINITION.sub(define, draft.replace("\r\n", "\n"))
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
        if _QUOTED_LINE.match(paragraph):
            found.append(("quotation", _QUOTED_LINE.sub("", paragraph)))
            continue
        lines: list[tuple[str, str]] = []
        for line in paragraph.strip("\n").split("\n"):
            if _HEADING.match(line):
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
    out: list[str] = []
    length = 0
    citations: list[Citation] = []

    def put(piece: str) -> None:
        nonlocal length
        out.append(piece)
        length += len(piece)

    def cite(address: str, label: str) -> None:
        """A citation here; its words stay in the text unless they are only a mark."""
        number = sources.number(address, "" if _MARK_LIKE.fullmatch(label) else label)
        start = length
        if label and not _MARK_LIKE.fullmatch(label) and not _ADDRESS.fullmatch(label):
            put(label)
        citations.append(Citation(start, length, (number,), label=label))

    at = 0
    for match in _INLINE.finditer(words):
        put(words[at : match.start()])
        at = match.end()
        reference = match["reference"] or match["text"]
        if match["target"] is not None and _ADDRESS.match(match["target"]):
            cite(match["target"], _plain(match["words"]))
        elif match["target"] is not None:
            put(_plain(match["words"]))
        elif match["text"] is not None and (target := definitions.get((reference or "").casefold())):
            cite(target, _plain(match["text"]))
        elif match["mark"] is not None and (target := definitions.get(match["mark"].casefold())):
            cite(target, match["mark"] if match["mark"].lstrip("^").isdigit() else _plain(match["mark"]))
        elif match["auto"] or match["bare"]:
            cite(match["auto"] or match["bare"], match["auto"] or match["bare"])
        elif match["escaped"]:
            put(match["escaped"])
        elif match["emphasis"] is None and match["image"] is None:
            put(match[0])
    put(words[at:])
    return AnswerBlock("".join(out), kind, tuple(citations))


def _plain(words: str) -> str:
    """A link's words without emphasis."""
    return regex.sub(r"(?<![\p{L}\p{N}])[*_`]{1,3}|[*_`]{1,3}(?![\p{L}\p{N}])", "", words)
