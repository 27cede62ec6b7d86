"""Answers about a lease, and the pages that they cite: an answer for each verdict on a claim, and one with all of them.

Beside them a model of meaning that goes by single words, made by the helper's own tests: what it says is settled here.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from pages import Site, page, serving
from quotefound.meaning.installing import install_from_folder
from quotefound.meaning.shelf import Shelf

NOTICE = "Clause 12.1: “Tenant shall give 90 days’ written notice.”"
SHORTER = "Clause 12.1: “Tenant shall give 60 days’ written notice.”"
RENT = "The rent is $1,200,000 a year, and a deposit is due when the lease is signed."
KEYS = "The keys are handed over by the porter, who lives beside the gate."
GARDEN = "The garden is looked after by a gardener who comes every second Friday."
FILLING = "Nothing else of any note was agreed between the parties on that day. " * 12

FIRST_DRAFT, SECOND_DRAFT = "The lease requires 90 days’ written notice.", "The lease requires about 60 days’ notice."
BOTH = "Under both leases the tenant shall give 60 days’ written notice."
FEE = "The porter hands the keys over for a fee."
PETS = "Pets may be kept in every flat above the ground floor."
NOBODY = "The garden is looked after by nobody."
# Each answer as its sentences, and behind each the sources that it cites.
ANSWERS: dict[str, list[tuple[str, list[str]]]] = {
    "first": [(FIRST_DRAFT, ["lease"])],
    "second": [(SECOND_DRAFT, ["lease"])],
    "two-leases": [(FIRST_DRAFT, ["lease", "other"])],
    "silent": [(PETS, ["garden"])],
    "one-neutral": [(FIRST_DRAFT, ["lease"]), ("The tenant gives written notice.", ["lease"]), (FEE, ["keys"])],
    "all": [
        (FIRST_DRAFT, ["lease"]),
        ("It is a long lease.", []),
        (SECOND_DRAFT, ["lease"]),
        ("The rent is $1.2 million a year.", ["lease"]),
        ("The tenant pays a deposit of 4,000 euros when the lease is signed.", ["lease"]),
        (NOBODY, ["garden"]),
        ("The gardener, it says, “comes every second Friday” and looks after the garden.", ["garden"]),
        (PETS, ["garden"]),
        ("The county registered the lease in 2019.", ["county"]),
        (BOTH, ["lease", "other"]),
    ],
}  # fmt: skip
# What each word of a passage weighs: supported, neutral, contradicted.
WEIGHTS = {"written": (6.0, 0.0, 0.0), "rent": (1.0, 0.0, 0.9), "friday": (0.0, 0.0, 9.0), "porter": (0.0, 6.0, 0.0)}
OWN_CITATIONS = '<meta name="quotefound" content="own-citations">'
CHAT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Questions about a lease</title>
<meta name="quotefound" content="own-citations"><meta name="color-scheme" content="light dark"><style>
body {{ font: 17px/1.7 system-ui, sans-serif; max-width: 42em; margin: 3em auto 30em; padding: 0 1em }}
sup a {{ font-size: .75em; padding-inline: .1em }}</style><article>{paragraphs}</article></html>"""


def _answer(sentences: list[tuple[str, list[str]]], sources: str) -> str:
    names = list(dict.fromkeys(name for _, cited in sentences for name in cited))
    paragraphs = []
    for text, cited in sentences:
        links = "".join(f'<sup><a href="{sources}/{name}.html">[{names.index(name) + 1}]</a></sup>' for name in cited)
        paragraphs.append(f"<p>{text}{links}</p>")
    return CHAT.format(paragraphs="\n".join(paragraphs))


def _source(title: str, *sentences: str) -> str:
    body = "".join(f"<p>{sentence}</p>" for sentence in (*sentences, FILLING))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><article>{body}</article></html>'
    )


@contextlib.contextmanager
def leases() -> Iterator[tuple[Site, Site]]:
    """The answers, each at its name, and their sources; one of those refuses every visitor.

    At /waiting the second draft stands once more, on a page that does not vouch for its links.
    """
    sources = {
        "/lease.html": page(_source("Lease, Harbour Street 4", NOTICE, RENT)),
        "/other.html": page(_source("Lease, Mill Lane 9", SHORTER)),
        "/garden.html": page(_source("House rules", GARDEN)),
        "/keys.html": page(_source("House rules, the keys", KEYS)),
        "/county.html": page("<h1>403 Forbidden</h1>", status=403),
    }
    with serving(sources) as source_site:
        answers = {f"/{name}": page(_answer(said, source_site.address)) for name, said in ANSWERS.items()}
        waiting = _answer(ANSWERS["second"], source_site.address).replace(OWN_CITATIONS, "")
        answers["/waiting"] = page(waiting)
        with serving(answers) as answer_site:
            yield answer_site, source_site


def install_model(folder: Path, made: Path) -> None:
    """Gives a helper's folder the model; `made` is a place to make it in."""
    from meaning.tiny_model import weighing_folder  # where the helper's own tests can be imported from

    shelf = Shelf(folder)
    install_from_folder(shelf, weighing_folder(made, WEIGHTS, max_position_embeddings=256), name="tiny")
    shelf.note_trial("tiny", {"passed": True})
