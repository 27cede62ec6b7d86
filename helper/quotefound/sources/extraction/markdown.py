"""Markdown, read as its rendered page shows it: the words without their marks, by block.

A small reader by lines, not a whole renderer: what it does not know stays as written, and a quote that holds Markdown
marks is tried without them by the matcher. Addresses of links and front matter go to hidden streams.
"""

import re

from quotefound.core.text import Block, Text
from quotefound.sources.extraction.notes import numbered_marks
from quotefound.sources.extraction.plain import BULLET, NUMBERED

EXTRACTOR = "quotefound-markdown@1"

FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*\Z")
UNDERLINE = re.compile(r"[ \t]{0,3}(?:=+|-+)[ \t]*\Z")
RULE = re.compile(r"[ \t]{0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\Z")
QUOTED = re.compile(r"[ \t]{0,3}>[ \t]?")
DEFINITION = re.compile(r"[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]*\S+.*\Z")
TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)

# A mark is closed within so many characters, or it is none: bounds what a page of stars takes.
CODE = re.compile(r"(?<!`)(`+)(?!`)(.{1,400}?)(?<!`)\1(?!`)", re.S)
LABEL = r"(!?)\[((?:[^\[\]]|\[[^\[\]]{0,400}\]){0,1000})\]"
LINK = re.compile(LABEL + r"\(\s*<?((?:[^()\s<>]|\([^()\s]{0,400}\)){0,2000})>?(?:\s+[\"'(][^\n]{0,400}?[\"')])?\s*\)")
REFERENCE = re.compile(r"(!?)\[([^\[\]]+)\]\[[^\[\]]*\]")
ADDRESS = re.compile(r"<((?:https?|ftp|mailto):[^\s<>]+|[^\s<>@]+@[^\s<>]+)>")
TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
STRUCK = re.compile(r"~~(?=\S)(.{1,400}?)(?<=\S)~~", re.S)
STARS = re.compile(r"(?<!\\)(\*{1,3})(?=\S)(.{1,400}?)(?<=[^\s\\])\1", re.S)
LOWLINES = re.compile(r"(?<![\w\\])(_{1,3})(?=\S)(.{1,400}?)(?<=[^\s\\])\1(?!\w)", re.S)
NOTE_MARK = re.compile(r"\[\^([^\]\s]{1,40})\]")
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
HARD_BREAK = re.compile(r"(?:\\|[ ]{2,})\n")
KEPT = "\ue000{}\ue001"  # stands for code while marks are taken off round it
KEPT_AGAIN = re.compile("\ue000(\\d+)\ue001")


def read_markdown(characters: str) -> Text:
    """Reads a whole document."""
    text = characters.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    text = KEPT_AGAIN.sub("", text)
    hidden: list[tuple[str, str]] = []
    if front := FRONT_MATTER.match(text):
        hidden.append(("front matter", front[1]))
        text = text[front.end() :]
    text = COMMENT.sub("", text)
    texts: list[str] = []
    blocks: list[Block] = []
    notes: list[tuple[int, int]] = []
    offset = 0
    for kind, written in blocks_of(text.split("\n")):
        shown, marks = (written, []) if kind == "pre" else bare(written, hidden)
        shown = shown.strip("\n") if kind == "pre" else shown.strip()
        if not shown.strip():
            continue
        marks += numbered_marks(shown) if kind != "pre" else []
        texts.append(shown)
        blocks.append(Block(offset, offset + len(shown), kind, "heading" if kind == "heading" else "article"))
        notes += [(offset + start, offset + end) for start, end in sorted(set(marks))]
        offset += len(shown) + 2
    title = next((texts[at] for at, block in enumerate(blocks) if block.kind == "heading"), "")
    kept = dict.fromkeys((where, " ".join(words.split())) for where, words in hidden if words.strip())
    return Text("\n\n".join(texts), tuple(blocks), tuple(notes), tuple(kept), title=title)


def blocks_of(lines: list[str]) -> list[tuple[str, str]]:
    """The document's blocks as (kind, text as written)."""
    found: list[tuple[str, list[str]]] = []
    at, going_on = 0, False
    while at < len(lines):
        line = lines[at]
        quotation = bool(QUOTED.match(line))
        while QUOTED.match(line):
            line = QUOTED.sub("", line, count=1)
        if fence := FENCE.match(line):
            stop = next((n for n in range(at + 1, len(lines)) if lines[n].strip().startswith(fence[1])), len(lines))
            found.append(("pre", [one or " " for one in lines[at + 1 : stop]]))
            at, going_on = stop + 1, False
            continue
        at += 1
        if not line.strip() or RULE.match(line) or DEFINITION.match(line) or TABLE_RULE.match(line):
            if going_on and found[-1][0] == "paragraph" and line.strip() and UNDERLINE.match(line):
                found[-1] = ("heading", found[-1][1])
            going_on = False
        elif heading := HEADING.match(line):
            found.append(("heading", [heading[1]]))
            going_on = False
        elif going_on and found[-1][0] == "paragraph" and UNDERLINE.match(line):
            found[-1] = ("heading", found[-1][1])
            going_on = False
        elif line.lstrip().startswith("|"):
            found += [("cell", [cell]) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
            going_on = False
        elif item := BULLET.match(line) or NUMBERED.match(line):
            found.append(("item", [line[item.end() :]]))
            going_on = True
        elif going_on:
            found[-1][1].append(line.strip(" \t") if not line.endswith("  ") else line.lstrip())
        else:
            found.append(("quotation" if quotation else "paragraph", [line.lstrip()]))
            going_on = True
    return [(kind, "\n".join(lines)) for kind, lines in found]


def bare(written: str, hidden: list[tuple[str, str]]) -> tuple[str, list[tuple[int, int]]]:
    """A block's words without their marks, and the spans of its note marks; addresses go to `hidden`."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[2].strip() or match[2])
        return KEPT.format(len(kept) - 1)

    def link(match: re.Match[str]) -> str:
        hidden.append(("link address", match[3]))
        if match[1]:
            hidden.append(("alternative text", match[2]))
            return ""
        return match[2]

    def struck(match: re.Match[str]) -> str:
        hidden.append(("struck out", match[1]))
        return ""

    text = CODE.sub(keep, HARD_BREAK.sub("\n", written))
    for _ in range(2):  # a picture inside a link
        text = LINK.sub(link, text)
    text = REFERENCE.sub(lambda match: "" if match[1] else match[2], text)
    text = TAG.sub("", ADDRESS.sub(r"\1", text))
    text = STRUCK.sub(struck, text)
    for _ in range(2):  # strong inside emphasized
        text = LOWLINES.sub(r"\2", STARS.sub(r"\2", text))
    text = ESCAPED.sub(r"\1", text)
    text = KEPT_AGAIN.sub(lambda match: kept[int(match[1])], text)
    return text, [match.span() for match in NOTE_MARK.finditer(text)]
