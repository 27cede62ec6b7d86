"""What a page's own style rules hide, strike out, or set on lines of their own.

Knows style text; external style sheets are never fetched, so a class name alone proves nothing. Each way to hide is
weighed by itself, as browsers do: by importance, then specificity, then order.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape

COMMENT = re.compile(r"/\*.*?\*/", re.S)
BRACES = re.compile(r"[{};]")
# What is looked at in a rule at all; most rules set nothing of it.
RELEVANT = re.compile(
    r"display|visibility|opacity|font-size|font\s*:|position|clip|indent|height|margin|colou?r|background|scale|"
    r"text-decoration", re.I
)  # fmt: skip
# The screens a reader may be taken to have: any, and one as wide as a desk's.
DESK_WIDTH = 1024  # CSS pixels
SCREEN = re.compile(
    r"(?:all|(?:only\s+)?screen)?(?:\s*(?:and)?\s*\(\s*min-width\s*:\s*([\d.]+)(px|em|rem)\s*\))?", re.I
)
SPECIFIC = re.compile(r"(#[\w-]+)|(\.[\w-]+|\[[^\]]*\]|(?<!:):(?!:)[\w-]+)|((?<![\w.#:-])[a-z][\w-]*)", re.I)
FEW_RULES = 100  # so many select their elements sooner than all names of a long page are gathered
NAMED = re.compile(r"[.#]([\w-]+)")
# Each with a plain beginning, which is sought many times as quickly as a choice.
NAMES = [re.compile(rf"""{name}\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+)""") for name in ("class", "id")]
BLOCK = re.compile(r"(?:block|flex|grid|table|table-cell|table-row|list-item)\b", re.I)
# A page that hides its body does so until its script has run; then everything is shown.
NEVER_HIDDEN = re.compile(r"(?:^|[\s>+~])(?:html|body|\*)\s*$", re.I)
# A drop cap is set as a block, and is still the first letter of a word.
DROP_CAP = re.compile(r"drop-?cap|initial|first-?letter", re.I)

ZERO = re.compile(r"[+-]?0*\.?0*(?:px|em|rem|%|pt|vh|vw)?")
TINY = re.compile(r"(?:0*\.?0*|0?1)(?:px)?|0(?:em|rem|%|pt)")
FAR = re.compile(r"-\d{4,}(?:\.\d+)?px|-\d{3,}(?:\.\d+)?(?:em|rem)|-\d{4,}%")  # no screen reaches so far
CLIPPED = re.compile(r"rect\(\s*[01](?:px)?(?:[\s,]+[01](?:px)?){3}\s*\)")
INSET = re.compile(r"inset\(\s*(?:5\d|[6-9]\d|100)(?:\.\d+)?%\s*\)|circle\(\s*0(?:px|%)?[^)]*\)")
COLOURS = {"white": "#ffffff", "black": "#000000", "#fff": "#ffffff", "#000": "#000000"}
RGB = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+(?:1|100%|1\.0))?\s*\)")


@dataclass(frozen=True, slots=True)
class Rule:
    """What one selector does in one way of hiding (or striking out): that, or undoes it."""

    weight: tuple[bool, int, int, int]  # important, specificity
    selector: str
    does: bool


@dataclass(slots=True)
class PageStyle:
    """The rules that bear on what is shown, by way, lightest first; and the selectors that are set as blocks."""

    rules: dict[str, list[Rule]] = field(default_factory=dict)
    blocks: set[str] = field(default_factory=set)


def declared(text: str) -> dict[str, str]:
    """Style declarations by name, lower case, without "!important"; of one name the last."""
    found: dict[str, str] = {}
    for one in text.split(";"):
        name, colon, value = one.partition(":")
        if colon:
            found[name.strip().lower()] = value.lower().replace("!important", "").strip()
    return found


def effects(style: Mapping[str, str]) -> dict[str, bool]:
    """What declarations do, by way: True where they hide (or strike out), False where they would undo it."""
    does: dict[str, bool] = {}
    # What fades or unfolds is on its way to be shown.
    moves = any(name.startswith(("transition", "animation")) for name in style)
    cut = style.get("overflow", style.get("overflow-y", "")) in ("hidden", "clip")
    if "display" in style:
        does["display"] = style["display"] == "none"
    if "visibility" in style:
        does["visibility"] = style["visibility"] in ("hidden", "collapse")
    if "content-visibility" in style:
        does["contents"] = style["content-visibility"] == "hidden"
    if "opacity" in style:
        does["opacity"] = bool(ZERO.fullmatch(style["opacity"])) and not moves
    if "font-size" in style:
        does["font-size"] = bool(ZERO.fullmatch(style["font-size"]))
    elif "font" in style:
        does["font-size"] = False
    if "text-indent" in style:
        does["indent"] = bool(FAR.fullmatch(style["text-indent"]))
    if "color" in style:
        does["colour"] = unseen(style)
    if "transform" in style:
        does["scale"] = style["transform"].replace(" ", "").startswith("scale(0)") and not moves
    if is_apart(style, cut):
        does["apart"] = True
    elif style.get("position") in ("static", "relative") or style.get("clip") == "auto":
        does["apart"] = False
    for name in ("height", "max-height"):
        if name in style:
            does[name] = cut and bool(ZERO.fullmatch(style[name])) and not moves
    line = style.get("text-decoration", "") + " " + style.get("text-decoration-line", "")
    if line.strip():
        does["struck"] = "line-through" in line
    return does


def is_apart(style: Mapping[str, str], cut: bool) -> bool:
    """Whether an element is taken off the screen or cut down to a point, which only screen readers are told."""
    if any(FAR.fullmatch(style.get(name, "")) for name in ("margin-left", "margin-top")):
        return True
    if cut and all(name in style and TINY.fullmatch(style[name]) for name in ("width", "height")):
        return True
    if INSET.match(style.get("clip-path", "")):
        return True
    if style.get("position") not in ("absolute", "fixed"):
        return False
    if any(FAR.fullmatch(style.get(name, "")) for name in ("left", "top", "right", "bottom")):
        return True
    return bool(CLIPPED.fullmatch(style.get("clip", "")))


def unseen(style: Mapping[str, str]) -> bool:
    """Whether letters have no colour, or that of their own ground."""
    ground = style.get("background-color", style.get("background", ""))
    if style["color"] == "transparent":
        return "text" not in (style.get("background-clip", ""), style.get("-webkit-background-clip", ""))
    return bool(ground) and colour(style["color"]) == colour(ground)


def colour(value: str) -> str:
    rgb = RGB.fullmatch(value)
    return "#" + "".join(f"{int(part):02x}" for part in rgb.groups()) if rgb else COLOURS.get(value, value)


def inline_effects(text: str) -> dict[str, bool]:
    """What an element's own style attribute does."""
    return effects(declared(text)) if RELEVANT.search(text) else {}


def names_in(markup: str) -> set[str]:
    """Every class and id that a page's elements may have, in lower case; some more do no harm."""
    lower = markup.lower()
    values = {value.strip("\"'") for pattern in NAMES for value in pattern.findall(lower)}
    return {name for value in values for name in (unescape(value) if "&" in value else value).split()}


def may_select(selector: str, names: set[str] | None) -> bool:
    """Whether a selector can select anything: sheets of whole sites have rules for thousands of other pages."""
    if names is None or any(sign in selector for sign in "\\(["):
        return True  # an escape, a name that must not be there, an attribute's value
    return all(name.lower() in names for name in NAMED.findall(selector))


def read_rules(sheets: list[str], markup: str) -> PageStyle:
    """Reads the texts of a page's style elements, in order, as far as they can bear on its markup."""
    style = PageStyle()
    names = names_in(markup) if sum(sheet.count("{") for sheet in sheets) > FEW_RULES else None
    for sheet in sheets:
        for selectors, text in rules_of(COMMENT.sub(" ", sheet)):
            if not RELEVANT.search(text):
                continue
            declarations = declared(text)
            does = effects(declarations)
            block = BLOCK.match(declarations.get("display", "")) is not None
            for selector in selectors.split(",") if does or block else ():
                name = selector.strip()
                if not name or NEVER_HIDDEN.search(name) or not may_select(name, names):
                    continue
                weight = ("!important" in text.lower(), *specificity(name))
                for way, one in does.items():
                    style.rules.setdefault(way, []).append(Rule(weight, name, one))
                if block and not DROP_CAP.search(name):
                    style.blocks.add(name)
    # The sort is stable, so that of equal weight the later wins. A way that nothing hides by needs no rules.
    style.rules = {
        way: sorted(rules, key=lambda rule: rule.weight)
        for way, rules in style.rules.items()
        if any(rule.does for rule in rules)
    }
    return style


def specificity(selector: str) -> tuple[int, int, int]:
    found = SPECIFIC.findall(selector)
    return sum(bool(a) for a, _, _ in found), sum(bool(b) for _, b, _ in found), sum(bool(c) for _, _, c in found)


def rules_of(sheet: str) -> Iterator[tuple[str, str]]:
    """The (selectors, declarations) of a sheet that hold at a reader's desk, in order."""
    outer: list[bool] = []  # of the at-rules that are open: whether what is in them holds
    start, selectors = 0, ""
    for brace in BRACES.finditer(sheet):
        text, sign = sheet[start : brace.start()], brace[0]
        if sign == ";":
            if not selectors:
                start = brace.end()
            continue
        start = brace.end()
        if sign == "{":
            name = text.strip()
            if name.startswith("@"):
                outer.append(holds(name))
            elif not selectors:
                selectors = name or "-"
        elif selectors:
            if all(outer):
                yield selectors, text
            selectors = ""
        elif outer:
            outer.pop()


def holds(name: str) -> bool:
    """Whether an at-rule's contents hold for a reader at a desk's screen."""
    kind, _, about = name.partition(" ")
    if kind == "@media" or name.startswith("@media("):
        return any(is_desk(query) for query in name.removeprefix("@media").split(","))
    return kind == "@layer" or (kind.startswith("@supports") and not about.strip().startswith("not"))


def is_desk(query: str) -> bool:
    screen = SCREEN.fullmatch(query.strip())
    return screen is not None and float(screen[1] or 0) * (1 if screen[2] in (None, "px") else 16) <= DESK_WIDTH
