"""HTML: bytes decoded elsewhere, parsed as browsers do (lexbor), read as a reader sees it.

The tree is not walked in Python: marks are set into it where selectors say so, its text is taken in one go, and
`stream` reads that. Each selector list says what it means for a reader. Also gathers the signs that `walls` judges by;
it judges nothing itself. Knows no address, status or header.
"""

import re
from dataclasses import dataclass
from typing import TypeVar

from selectolax.lexbor import LexborHTMLParser, LexborNode

from quotefound.core.text import Text
from quotefound.sources.extraction import metadata, notes, styles
from quotefound.sources.extraction.stream import (
    BREAK,
    CODE,
    CODE_END,
    END,
    LOWER,
    LOWER_END,
    MARK,
    NOTE,
    NOTE_END,
    RAISE,
    RAISE_END,
    SPACE,
    Stream,
)
from quotefound.sources.extraction.stream import HIDDEN as HIDDEN_STREAMS

EXTRACTOR = "quotefound-html@1"
T = TypeVar("T")


def each(names: str, value: T) -> dict[str, T]:
    """A table that gives every one of some names the same value."""
    return dict.fromkeys(names.split(), value)


# Elements that stand on lines of their own, and the mark that says what kind of block they are.
BLOCKS = {
    **each(
        "address article aside button center details dialog dir div dl fieldset figure footer foreignobject form "
        "frameset header hgroup hr legend main menu mtable mtr nav noframes ol optgroup option p search section "
        "summary table tbody text tfoot thead tr ul",
        "B",
    ),
    **each("h1 h2 h3 h4 h5 h6", "H"),
    **each("dd dt li", "I"),
    **each("mtd td th", "C"),
    **each("listing plaintext pre xmp", "P"),
    **each("caption figcaption", "F"),
    "blockquote": "Q",
}
# Never text: machinery, what is shown only where something else cannot be, readings, and sources of formulas, which
# would put the same words there twice.
DROPPED = (
    "annotation annotation-xml audio canvas datalist defs desc iframe metadata noembed object rp rt rtc script style "
    "title video"
)
# Every element that needs a mark for its name alone, with what stands before and after it.
BY_TAG = {
    **{tag: (MARK + mark, MARK + END) for tag, mark in BLOCKS.items()},
    **each(DROPPED, (MARK + "x", MARK + END)),
    **each("del s strike", (MARK + "s", MARK + END)),
    **each("select textarea", (MARK + "f", MARK + END)),
    "noscript": (MARK + "n", MARK + END),
    **each("input label", (MARK + SPACE, MARK + SPACE)),
    "br": (MARK + BREAK, ""),
    "sub": (MARK + LOWER, MARK + LOWER_END),
    "msqrt": ("√", ""),
}
CODE_TAGS = ("code", "kbd", "samp", "tt")
# Formulas: which child of an element is raised, lowered, or a denominator.
RAISED_CHILD = {"msup": 1, "msubsup": 2}
LOWERED_CHILD = {"msub": 1, "msubsup": 1}
FORMULA_TAGS = ("msup", "msub", "msubsup", "mfrac")
# Elements that are looked at again, gathered while all are gone through once.
OTHERS = (
    "area",
    "footer",
    "h1",
    "html",
    "img",
    "input",
    "math",
    "meta",
    "nav",
    "script",
    "style",
    "sup",
    "textarea",
    "time",
    "title",
)
GATHERED = (*CODE_TAGS, *FORMULA_TAGS, *OTHERS)

HIDDEN = '[hidden]:not([hidden="until-found"]),dialog:not([open]),[style*="display" i],[style*="visibility" i]'
FORMULA_TWICE = "math~.katex-html,.katex-mathml~.katex-html"
NEVER_HIDDEN = ("html", "body")
# What a class, an id, a role or an itemprop says about the part of a page that carries it: the mark of a zone, or that
# it may be a note mark on the line. Looked up for the few elements that BY_NAME lets through.
MEANINGS = {
    **each("navbar breadcrumb breadcrumbs navbox navigation menu menubar contentinfo", "N"),
    **each("comment comments comment-list commentlist comments-area disqus_thread", "M"),
    **each("references reflist ref-list footnotes bibliography doc-endnotes doc-bibliography", "R"),
    **each("reference footnote-ref footnote-reference footnote noteref doc-noteref noprint citation", NOTE),
}
BY_NAME = (
    '[role],[itemprop="comment"],[class*="nav"],[class*="breadcrumb"],[class*="comment"],[class*="ref"],'
    '[class*="foot"],[class*="biblio"],[class*="noprint"],[class="citation"],[id*="comment"],[id="disqus_thread"],'
    '[id="references"]'
)
# Code is coloured by classes, and one of them is always "comment".
INLINE = ("a", "b", "code", "em", "i", "span", "sup")

SHADOW_ROOT = re.compile(r"<template(?=[^>]*\sshadowrootmode=)")
TITLE_LENGTH = 300  # a longer h1 is not a page's title


@dataclass(slots=True)
class Page:
    """What was read from an HTML page: its text, and the signs by which a wall is told from a text."""

    text: Text
    markup_size: int = 0  # in characters
    has_script: bool = False
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
    tree = LexborHTMLParser(markup.replace(MARK, ""))
    if "shadowrootmode" in markup:
        open_shadow_roots(tree)
    named: dict[str, list[LexborNode]] = {tag: [] for tag in GATHERED}
    marked: list[tuple[LexborNode, tuple[str, str]]] = []
    for node in tree.css("*"):
        tag = node.tag or ""
        if tag in BY_TAG:
            marked.append((node, BY_TAG[tag]))
        if tag in named:
            named[tag].append(node)
    title = next((collapsed_text(node) for node in named["title"] if not is_in_drawing(node)), "")
    language = metadata.declared_language(named, tree.body)
    data = metadata.embedded_data(named["script"])
    page = Page(Text(""), markup_size=len(markup), is_marked_as_paid=data.paid)
    page.has_script = any(is_program(node) for node in named["script"])
    page.has_password_field = any((node.attributes.get("type") or "").lower() == "password" for node in named["input"])
    page.has_empty_root = any(not node.text().strip() for node in tree.css("#root,#app,#__next,#__nuxt,app-root"))
    style = styles.read_rules([node.text() for node in named["style"] if is_for_screen(node)])
    stream = Stream()
    text = ""
    if tree.body is not None and tree.root is not None:
        set_marks(tree, named, style, title)
        for node, (before, after) in marked:
            node.insert_before(before)
            if after:
                node.insert_after(after)
        tree.root.strip_tags(["script", "style"], recursive=True)
        text = stream.read(tree.body.text())
    page.without_script = " ".join(words for where, words in stream.hidden if where == HIDDEN_STREAMS["n"])
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


def open_shadow_roots(tree: LexborHTMLParser) -> None:
    """Puts what a page declares as an element's shadow before its other children: readers see it like any text."""
    for node in tree.css("template[shadowrootmode]"):
        # Shadows within go along as spans, which an end tag of any name around them closes.
        inner = SHADOW_ROOT.sub("<span", (node.html or "").removeprefix("<template"))
        content = LexborHTMLParser("<div" + inner).css_first("div")
        if content is not None:
            node.insert_before(content)


def set_marks(tree: LexborHTMLParser, named: dict[str, list[LexborNode]], style: styles.PageStyle, title: str) -> None:
    """Sets the marks that need more than an element's name.

    The order matters here and after: a mark set earlier on the same element stands further out.
    """
    for node in tree.css(FORMULA_TWICE) if named["math"] else ():
        enclose(node, "x")
    for node in tree.css(HIDDEN):
        attributes = node.attributes
        declared = attributes.get("style") or ""
        by_itself = ("hidden" in attributes or node.tag == "dialog") and not styles.shows(declared)
        if node.tag not in NEVER_HIDDEN and (by_itself or styles.hides(declared)):
            enclose(node, "h")
    for node in tree.css(",".join(sorted(style.hidden))) if style.hidden else ():
        if node.tag not in NEVER_HIDDEN and not styles.shows(node.attributes.get("style") or ""):
            enclose(node, "h")
    level_notes: list[LexborNode] = []
    for node in tree.css(BY_NAME):
        mark = meaning_of(node)
        if mark == NOTE:
            level_notes.append(node)
        elif mark and node.tag not in INLINE:
            enclose(node, mark)
    for node in named["nav"]:
        enclose(node, "N")
    for node in named["footer"]:
        if not is_within_article(node):
            enclose(node, "N")
    for node in named["h1"][:1]:
        words = collapsed_text(node)
        if words and len(words) <= TITLE_LENGTH and words in title:
            enclose(node, "T")
    for node in tree.css(",".join(sorted(style.blocks))) if style.blocks else ():
        if node.tag not in BLOCKS and node.tag not in ("html", "body", "svg", "math"):
            enclose(node, "B")
    for node in level_notes:
        level = node.tag != "sup" and node.css_first("sup") is None
        names, role = node.attributes.get("class") or "", node.attributes.get("role") or ""
        if level and notes.is_level_mark(unmarked(node.text()), names=names, role=role):
            enclose(node, NOTE, NOTE_END)
    for tag in CODE_TAGS:
        for node in named[tag]:
            if "[" in node.text():
                enclose(node, CODE, CODE_END)
    for node in named["sup"]:
        if is_note(node):
            enclose(node, NOTE, NOTE_END)
        enclose(node, RAISE, RAISE_END)
    for tag in FORMULA_TAGS:
        for node in named[tag]:
            mark_formula(node, tag)


def meaning_of(node: LexborNode) -> str:
    """The mark that an element's names give it, or ""."""
    attributes = node.attributes
    for attribute in ("role", "itemprop", "id", "class"):
        for name in (attributes.get(attribute) or "").lower().split():
            if name in MEANINGS:
                return MEANINGS[name]
    return ""


def is_within_article(node: LexborNode) -> bool:
    """Whether a footer belongs to an article and not to the site."""
    parent = node.parent
    while parent is not None:
        if parent.tag in ("article", "main", "section", "blockquote"):
            return True
        parent = parent.parent
    return False


def is_note(node: LexborNode) -> bool:
    """Whether a sup element is a note mark, by its text, its names and the link in it or around it."""
    inner = node.css("a,span,cite,i,em")
    parent = node.parent
    around = [parent] if parent is not None and parent.tag == "a" and parent.text() == node.text() else []
    own = [node, *inner, *around]
    return notes.is_raised_mark(
        unmarked(node.text()),
        names=" ".join(f"{each.attributes.get('class') or ''} {each.id or ''}" for each in own),
        role=" ".join((each.attributes.get("role") or each.attributes.get("epub:type") or "") for each in own),
        links=tuple(each.attributes.get("href") or "" for each in inner + around if each.tag == "a"),
    )


def mark_formula(node: LexborNode, tag: str) -> None:
    """Powers, indexes and fractions of MathML, which would else run into their base's figure."""
    parts: list[LexborNode] = list(node.iter())
    if tag == "mfrac" and len(parts) == 2:
        # A half must not read "12"; "1/2" is how it is typed, and a space keeps it off a figure before it.
        enclose(node, SPACE, SPACE)
        parts[1].insert_before("/")
    if len(parts) > RAISED_CHILD.get(tag, len(parts)):
        enclose(parts[RAISED_CHILD[tag]], RAISE, RAISE_END)
    if len(parts) > LOWERED_CHILD.get(tag, len(parts)):
        enclose(parts[LOWERED_CHILD[tag]], LOWER, LOWER_END)


def enclose(node: LexborNode, mark: str, end: str = END) -> None:
    """Sets a mark before and its end after an element."""
    node.insert_before(MARK + mark)
    node.insert_after(MARK + end)


def is_in_drawing(node: LexborNode) -> bool:
    """Whether a title element is an SVG's tooltip and not the page's title."""
    parent = node.parent
    return parent is not None and parent.tag not in ("head", "body", "html")


def unmarked(text: str) -> str:
    """Text without the marks that have been set in it so far."""
    return re.sub("\0.", "", text) if MARK in text else text


def collapsed_text(node: LexborNode | None) -> str:
    """An element's text on one line; empty without one."""
    return " ".join(unmarked(node.text()).split()) if node is not None else ""


def is_program(node: LexborNode) -> bool:
    """Whether a script element is run by a browser: data blocks are not."""
    kind = (node.attributes.get("type") or "").strip().lower()
    return kind in ("", "module") or "javascript" in kind or "ecmascript" in kind


def is_for_screen(node: LexborNode) -> bool:
    """Whether a style element holds for a reader at a screen."""
    media = (node.attributes.get("media") or "all").lower()
    return media in ("all", "screen")
