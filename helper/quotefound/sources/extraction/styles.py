"""What a page's own style rules hide or set on lines of their own.

Knows only style text; external style sheets are never fetched, so a class name alone proves nothing. Deliberately
small: single-class, single-id and single-tag selectors outside @media, the last rule about a selector wins.
"""

import re
from dataclasses import dataclass, field

COMMENT = re.compile(r"/\*.*?\*/", re.S)
# An at-rule with its (one level deep) block, or one that ends at a semicolon.
AT_RULE = re.compile(r"@[a-zA-Z-]+[^{};]*(?:\{(?:[^{}]|\{[^{}]*\})*\}|;)")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SIMPLE_SELECTOR = re.compile(r"(?:[.#]-?[A-Za-z_][\w-]*|[a-z][a-z0-9-]*)")

DISPLAY_NONE = re.compile(r"(?:^|[;\s])display\s*:\s*none", re.I)
DISPLAY_SHOWN = re.compile(r"(?:^|[;\s])display\s*:\s*(?!none)[a-z]", re.I)
DISPLAY_BLOCK = re.compile(r"(?:^|[;\s])display\s*:\s*(?:block|flex|grid|table|table-cell|table-row|list-item)\b", re.I)
INVISIBLE = re.compile(r"(?:^|[;\s])visibility\s*:\s*(?:hidden|collapse)", re.I)
VISIBLE = re.compile(r"(?:^|[;\s])visibility\s*:\s*visible", re.I)

# A page that hides its body does so until its script has run; then everything is shown.
NEVER_HIDDEN = frozenset({"html", "body"})
# A drop cap is set as a block, and is still the first letter of a word.
DROP_CAP = re.compile(r"drop-?cap|initial|first-?letter", re.I)


@dataclass(slots=True)
class PageStyle:
    """Selectors that the page's own rules hide, and selectors that they set as blocks."""

    hidden: set[str] = field(default_factory=set)
    blocks: set[str] = field(default_factory=set)


def hides(declarations: str) -> bool:
    """Whether style declarations take their element out of what a reader sees."""
    return bool(DISPLAY_NONE.search(declarations) or INVISIBLE.search(declarations))


def shows(declarations: str) -> bool:
    """Whether style declarations set an element visible that a rule of the page had hidden."""
    return not hides(declarations) and bool(DISPLAY_SHOWN.search(declarations) or VISIBLE.search(declarations))


def read_rules(sheets: list[str]) -> PageStyle:
    """Reads the texts of a page's style elements, in order."""
    style = PageStyle()
    for sheet in sheets:
        if "display" not in sheet and "visibility" not in sheet:
            continue
        plain = AT_RULE.sub(" ", COMMENT.sub(" ", sheet))
        for selectors, declarations in RULE.findall(plain):
            hidden, shown = hides(declarations), shows(declarations)
            block = DISPLAY_BLOCK.search(declarations) is not None
            if not (hidden or shown or block):
                continue
            for selector in selectors.split(","):
                name = selector.strip()
                if not SIMPLE_SELECTOR.fullmatch(name) or name in NEVER_HIDDEN:
                    continue
                if hidden:
                    style.hidden.add(name)
                elif shown:
                    style.hidden.discard(name)
                if block and not DROP_CAP.search(name):
                    style.blocks.add(name)
    return style
