"""HTML: parsed as browsers do (lexbor), read as a reader sees it.

Also gathers the signs that `walls` judges by; it judges nothing itself. Knows no bytes, address, status or header.
"""

import re
from dataclasses import dataclass
from html import unescape

from selectolax.lexbor import LexborHTMLParser, LexborNode

from quotefound.core.text import Text
from quotefound.sources.extraction import marking, metadata, styles
from quotefound.sources.extraction.stream import HIDDEN, MARK, Stream

EXTRACTOR = "quotefound-html@1"
# Where applications build their page; looked at only in one so short (characters) that it may be waiting for that.
ROOTS = "#root,#app,#__next,#__nuxt,app-root"
# Where the text of a page stands; a page with a program whose places of this kind are all empty waits for it.
PLACES = "main,article,[role=main]"
# What shows a document of its own within a page.
FRAMES = "iframe,frame,embed,object"
SHORT_TEXT = 5_000
BRACKETED_NUMBER = re.compile(r"\[(?:\s|<[^>]{0,300}>)*(?:[1-9]|&)")
# To a browser that runs scripts this is text up to its end tag, so an element left open inside swallows nothing. What
# has a script in it is let be: the words may stand in a script's string.
NOSCRIPT = re.compile(r"(<noscript\b[^>]*>)((?:(?!</?(?:noscript|script|body)\b)[^\0]){1,20000}?)(</noscript\b)", re.I)
TAGS = re.compile(r"</?[a-zA-Z][^>]*>")
SHADOW_ROOT = re.compile(r"<template(?=[^>]*\sshadowrootmode=)")


@dataclass(slots=True)
class Page:
    """What was read from an HTML page: its text, and the signs by which a wall is told from a text."""

    text: Text
    markup_size: int = 0  # in characters
    has_script: bool = False  # or a frame: what is shown may come from elsewhere
    has_password_field: bool = False
    has_empty_root: bool = False
    is_marked_as_paid: bool = False
    without_script: str = ""  # what it tells readers whose browser runs no scripts


VOID = "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr"
CLOSED_AT_ONCE = re.compile(rf"<(?!(?:{VOID})\b)([a-zA-Z][\w:-]*)((?:\s[^<>]*?)?)/>")


def html_of_xhtml(markup: str) -> str:
    """XHTML as HTML: an element that closes itself would else be left open, and a script swallow the page."""
    return CLOSED_AT_ONCE.sub(r"<\1\2></\1>", markup)


def read_html(markup: str) -> Page:
    """Reads a whole page. Raises what lexbor raises when a hostile page exhausts its memory."""
    markup, without_script = taken_out(markup)
    tree = LexborHTMLParser(markup.replace(MARK, ""))
    if "shadowrootmode" in markup:
        open_shadow_roots(tree)
    named, by_name = marking.gathered(tree)
    title = next((marking.collapsed_text(node) for node in named["title"] if not is_in_drawing(node)), "")
    language = metadata.declared_language(named, tree.body)
    data = metadata.embedded_data(named["script"])
    page = Page(Text(""), markup_size=len(markup), is_marked_as_paid=data.paid or metadata.is_paid(named))
    page.has_script = any(is_program(node) for node in named["script"]) or bool(tree.css(FRAMES))
    page.has_password_field = any((node.attributes.get("type") or "").lower() == "password" for node in named["input"])
    style = styles.read_rules([node.text() for node in named["style"] if is_for_screen(node)], markup)
    stream = Stream()
    text = ""
    if tree.body is not None and tree.root is not None:
        marking.set_marks(tree, named, by_name, style, title, BRACKETED_NUMBER.search(markup) is not None)
        tree.root.strip_tags(["script", "style"], recursive=True)
        text = stream.read(tree.body.text())
    if len(text) < SHORT_TEXT and tree.body is not None:
        page.has_empty_root = any(not marking.unmarked(node.text()).strip() for node in tree.css(ROOTS))
        places = tree.css(PLACES) if page.has_script and not page.has_empty_root else []
        page.has_empty_root |= bool(places) and not any(marking.unmarked(node.text()).strip() for node in places)
    stream.hidden += [(HIDDEN["n"], words) for words in without_script]
    page.without_script = " ".join(words for where, words in stream.hidden if where == HIDDEN["n"])
    hidden = [*stream.hidden, *metadata.attribute_texts(named), *(("embedded data", words) for words in data.prose)]
    hidden.append(("title", title))
    page.text = Text(
        text=text,
        blocks=tuple(stream.blocks),
        notes=tuple(stream.notes),
        hidden=tuple(dict.fromkeys((where, " ".join(words.split())) for where, words in hidden if words)),
        title=title,
        language=language,
        published=data.published or metadata.declared_date(named),
    )
    return page


def taken_out(markup: str) -> tuple[str, list[str]]:
    """The page without what its noscript elements hold, and the words of these."""
    found: list[str] = []
    if "<noscript" not in markup and "<NOSCRIPT" not in markup:
        return markup, found

    def take(match: re.Match[str]) -> str:
        found.append(" ".join(unescape(TAGS.sub(" ", match[2])).split()))
        return match[1] + match[3]

    return NOSCRIPT.sub(take, markup), found


def open_shadow_roots(tree: LexborHTMLParser) -> None:
    """Puts what a page declares as an element's shadow before its other children: readers see it like any text."""
    for node in tree.css("template[shadowrootmode]"):
        # Shadows within go along as spans, which an end tag of any name around them closes.
        inner = SHADOW_ROOT.sub("<span", (node.html or "").removeprefix("<template"))
        content = LexborHTMLParser("<div" + inner).css_first("div")
        if content is not None:
            node.insert_before(content)


def is_in_drawing(node: LexborNode) -> bool:
    """Whether a title element is an SVG's tooltip and not the page's title."""
    parent = node.parent
    return parent is not None and parent.tag not in ("head", "body", "html")


def is_program(node: LexborNode) -> bool:
    """Whether a script element is run by a browser: data blocks are not."""
    kind = (node.attributes.get("type") or "").strip().lower()
    return kind in ("", "module") or "javascript" in kind or "ecmascript" in kind


def is_for_screen(node: LexborNode) -> bool:
    """Whether a style element holds for a reader at a screen."""
    media = (node.attributes.get("media") or "all").lower()
    return media in ("all", "screen")
