"""How two figures may stand to each other: the four relations, and the reasons why one cannot be told."""

from enum import StrEnum

from quotefound.core.terms import FigureDoubt


class Relation(StrEnum):
    """How a figure of a claim stands to one of a passage."""

    EQUAL = "equal"
    UNCLEAR = "unclear"  # may be the same; the reason says why nobody may say
    DIFFERENT = "different"  # of the same kind, comparable, another value
    UNRELATED = "unrelated"


Related = tuple[Relation, FigureDoubt | None]
EQUAL: Related = (Relation.EQUAL, None)
DIFFERENT: Related = (Relation.DIFFERENT, None)
UNRELATED: Related = (Relation.UNRELATED, None)


def unclear(doubt: FigureDoubt) -> Related:
    """Perhaps the same, with the reason why that cannot be said."""
    return Relation.UNCLEAR, doubt
