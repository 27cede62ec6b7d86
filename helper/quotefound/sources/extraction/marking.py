"""Which marks an HTML tree gets: what its elements, names and style rules mean for a reader.

The tree is not walked in Python: marks are set into it where its elements say so, its text is taken in one go, and
`stream` reads that. Every table says what it means for a reader. Knows no documents beyond the tree.
"""

from itertools import groupby
from typing import TypeVar

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from quotefound.sources.extraction import notes
from quotefound.sources.extraction.metadata import Named
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
    PIECES,
    RAISE,
    RAISE_END,
    SPACE,
)
from quotefound.sources.extraction.styles import PageStyle, Rule, inline_effects

Marked = tuple[LexborNode, tuple[str, str]]  # an element, and what stands before and after it
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
GATHERED = (
    *CODE_TAGS,
    *FORMULA_TAGS,
    *each("area footer h1 html img input math meta nav script style sup textarea time title", ""),
)

HIDDEN = '[hidden]:not([hidden="until-found"]),dialog:not([open]),[style]'
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

TITLE_LENGTH = 300  # a longer h1 is not a page's title


def gathered(tree: LexborHTMLParser) -> tuple[Named, list[Marked]]:
    """One pass over all elements: those to be looked at again, by name, and those that get a mark for their name."""
    named: dict[str, list[LexborNode]] = {tag: [] for tag in GATHERED}
    by_name: list[Marked] = []
    for node in tree.css("*"):
        tag = node.tag or ""
        if tag in BY_TAG:
            by_name.append((node, BY_TAG[tag]))
        if tag in named:
            named[tag].append(node)
    return named, by_name


def set_marks(
    tree: LexborHTMLParser, named: Named, by_name: list[Marked], style: PageStyle, title: str, has_numbers: bool = True
) -> None:
    """Sets all marks. The order matters: a mark set earlier on the same element stands further out.

    `has_numbers`: whether the page may hold numbers in brackets, which are no note marks in code.
    """
    mark_hidden(tree, named, style)
    mark_parts(tree, named, style, title)
    for tag in CODE_TAGS if has_numbers else ():
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
    for node, (before, after) in by_name:
        node.insert_before(before)
        if after:
            node.insert_after(after)


def mark_hidden(tree: LexborHTMLParser, named: Named, style: PageStyle) -> None:
    """What a reader does not see."""
    for node in tree.css(FORMULA_TWICE) if named["math"] else ():
        enclose(node, "x")
    unseen: dict[int, LexborNode] = {}
    struck: dict[int, LexborNode] = {}
    own = {node.mem_id: (node, inline_effects(node.attributes.get("style") or "")) for node in tree.css(HIDDEN)}
    ways = {*style.rules, *(way for _, does in own.values() for way, one in does.items() if one)}
    for way in sorted(ways):
        found, undone = weighed(tree, style.rules.get(way, []))
        for place, (node, does) in own.items():
            if does.get(way):
                found[place] = node
            elif way in does:
                found.pop(place, None)
                undone.add(place)
        if way == "font-size":  # a line without height often holds letters with a size of their own
            found = {place: node for place, node in found.items() if not has_any(node, undone)}
        (struck if way == "struck" else unseen).update(found)
    for place, (node, does) in own.items():
        attributes = node.attributes
        closed = "hidden" in attributes and attributes.get("hidden") != "until-found"
        if (closed or (node.tag == "dialog" and "open" not in attributes)) and does.get("display", True):
            unseen[place] = node
    for mark, nodes in (("s", struck), ("h", unseen)):
        for node in nodes.values():
            if node.tag not in NEVER_HIDDEN:
                enclose(node, mark)


def weighed(tree: LexborHTMLParser, rules: list[Rule]) -> tuple[dict[int, LexborNode], set[int]]:
    """The elements that rules, lightest first, hide in one way; and those that they show."""
    found: dict[int, LexborNode] = {}
    undone: set[int] = set()
    if not selected(tree, {rule.selector for rule in rules if rule.does}):
        return found, undone  # there is nothing that the many rules that show could show
    for does, group in groupby(rules, key=lambda rule: rule.does):
        for node in selected(tree, {rule.selector for rule in group}):
            if does:
                found[node.mem_id] = node
                undone.discard(node.mem_id)
            else:
                found.pop(node.mem_id, None)
                undone.add(node.mem_id)
    return found, undone


def selected(tree: LexborHTMLParser, selectors: set[str]) -> list[LexborNode]:
    """The elements of some selectors; those that lexbor does not know select nothing."""
    try:
        return tree.css(",".join(sorted(selectors))) if selectors else []
    except SelectolaxError:
        if len(selectors) == 1:
            return []
        return [node for selector in sorted(selectors) for node in selected(tree, {selector})]


def has_any(node: LexborNode, places: set[int]) -> bool:
    return bool(places) and any(inner.mem_id in places for inner in node.css("*"))


def mark_parts(tree: LexborHTMLParser, named: Named, style: PageStyle, title: str) -> None:
    """The parts of the page, what its own rules set as blocks, and note marks that stand on the line."""
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
    for node in selected(tree, style.blocks):
        if node.tag not in BLOCKS and node.tag not in ("html", "body", "svg", "math"):
            enclose(node, "B")
    for node in level_notes:
        level = node.tag != "sup" and node.css_first("sup") is None
        names, role = node.attributes.get("class") or "", node.attributes.get("role") or ""
        if level and notes.is_level_mark(unmarked(node.text()), names=names, role=role):
            enclose(node, NOTE, NOTE_END)


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
    before = node.prev
    return notes.is_raised_mark(
        unmarked(node.text()),
        names=" ".join(f"{one.attributes.get('class') or ''} {one.id or ''}" for one in own),
        role=" ".join((one.attributes.get("role") or one.attributes.get("epub:type") or "") for one in own),
        links=tuple(one.attributes.get("href") or "" for one in inner + around if one.tag == "a"),
        before=unmarked(before.text())[-20:] if before is not None else "",
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


def unmarked(text: str) -> str:
    """Text without the marks that have been set in it so far."""
    return PIECES.sub("", text) if MARK in text else text


def collapsed_text(node: LexborNode | None) -> str:
    """An element's text on one line; empty without one."""
    return " ".join(unmarked(node.text()).split()) if node is not None else ""
