"""What an HTML page says of itself beside its text: language, date, descriptions, data for machines.

Reads elements that `html` has gathered by name; knows nothing of marks or blocks.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

Named = Mapping[str, list[LexborNode]]


def attribute_texts(named: Named) -> list[tuple[str, str]]:
    """Words that a page carries in attributes: descriptions, alternative texts, placeholders."""
    found: list[tuple[str, str]] = []
    for node in named["meta"]:
        attributes = node.attributes
        if "description" in (attributes.get("name") or attributes.get("property") or "").lower():
            found.append(("description", attributes.get("content") or ""))
    found += [("alternative text", node.attributes.get("alt") or "") for node in named["img"] + named["area"]]
    fields = named["input"] + named["textarea"]
    found += [("form field", node.attributes.get("placeholder") or "") for node in fields]
    return found


def declared_language(named: Named, body: LexborNode | None) -> str:
    """The language the page declares for itself, as written ("en-GB"), or "".

    A fragment has no html element of its own; a language on the one element that holds all speaks for it.
    """
    first = body.first_child if body is not None else None
    only = first if first is not None and first.next is None else None
    for node in (*named["html"], body, only):
        if node is not None and node.tag and not node.tag.startswith("-"):
            language = node.attributes.get("lang") or node.attributes.get("xml:lang")
            if language:
                return language.strip()
    for node in named["meta"]:
        if (node.attributes.get("http-equiv") or "").lower() == "content-language":
            return (node.attributes.get("content") or "").strip()
    return ""


DATE_NAMES = ("article:published_time", "citation_publication_date", "datepublished", "dc.date", "dcterms.date", "date")


def declared_date(named: Named) -> str:
    """The date of publication that the page's metadata declares, as written, or ""."""
    dates: dict[str, str] = {}
    for node in named["meta"] + named["time"]:
        attributes = node.attributes
        name = attributes.get("property") or attributes.get("name") or attributes.get("itemprop") or ""
        value = attributes.get("content") or attributes.get("datetime") or ""
        if value and name.lower() in DATE_NAMES:
            dates.setdefault(name.lower(), value.strip())
    return next((dates[name] for name in DATE_NAMES if name in dates), "")


def is_paid(named: Named) -> bool:
    """Whether the page's own elements say that reading it is not free."""
    return any(
        (node.attributes.get("itemprop") or "") == "isAccessibleForFree"
        and (node.attributes.get("content") or "").strip().lower() == "false"
        for node in named["meta"]
    )


# Texts in a page's data: the schema.org properties that hold prose; elsewhere any string of several words.
PROSE = ("articleBody", "text", "description", "headline", "abstract", "reviewBody")
SHORTEST_DATA = 4  # words; below that it is a label
MOST_DATA = 500_000  # characters kept of a page's data: an application's whole state can be many megabytes


@dataclass(slots=True)
class Data:
    """What the JSON that a page carries says: prose, whether reading costs, the date of publication."""

    prose: list[str] = field(default_factory=list)
    paid: bool = False
    published: str = ""


def embedded_data(scripts: list[LexborNode]) -> Data:
    """Reads the JSON among a page's script elements; what is not JSON is passed over."""
    data, room = Data(), MOST_DATA
    for node in scripts:
        kind = (node.attributes.get("type") or "").strip().lower()
        if kind not in ("application/ld+json", "application/json"):
            continue
        try:
            value = json.loads(node.text())
        except (ValueError, RecursionError):
            continue
        linked = kind == "application/ld+json"
        for name, leaf in leaves(value):
            if linked and name == "isAccessibleForFree":
                data.paid = data.paid or str(leaf).strip().lower().endswith("false")
            elif linked and name == "datePublished" and isinstance(leaf, str):
                data.published = data.published or leaf.strip()
            elif isinstance(leaf, str) and (name in PROSE if linked else leaf.count(" ") >= SHORTEST_DATA) and room > 0:
                data.prose.append(leaf[:room])
                room -= len(leaf)
    return data


def leaves(value: object) -> Iterator[tuple[str, object]]:
    """All (name, value) pairs of a JSON value whose value is no container, in order and without recursion."""
    waiting: list[tuple[str, object]] = [("", value)]
    while waiting:
        name, one = waiting.pop()
        if isinstance(one, dict):
            waiting.extend(reversed([(str(key), each) for key, each in one.items()]))
        elif isinstance(one, list):
            waiting.extend((name, each) for each in reversed(one))
        else:
            yield name, one
