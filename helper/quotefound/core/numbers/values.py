"""What a figure is: its possible readings, each an exact value with its kind and unit, and what stands round it.

Values are fractions, whole numbers or strings, never floats. Knows nothing of how figures are written or compared.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple


class Kind(StrEnum):
    """The kinds of figures; two figures of different kinds are never equal."""

    COUNT = "count"  # a number of things; the noun beside it says of what
    QUANTITY = "quantity"  # in a unit of measure
    MONEY = "money"
    SHARE = "share"  # percent, fraction of, one in so many: parts of a whole
    POINTS = "points"  # percentage points; basis points are hundredths of them
    RATIO = "ratio"  # so much to so much
    MULTIPLE = "multiple"  # twice, threefold, 3x
    DATE = "date"  # year, month, day, each or None
    PERIOD = "period"  # a quarter or half of a year, or a fiscal year
    DECADE = "decade"
    CENTURY = "century"
    CLOCK = "clock"  # minutes after midnight
    ORDINAL = "ordinal"
    VERSION = "version"
    NAME = "name"  # digits that belong to a name, a part of a document, a telephone, a book
    VAGUE = "vague"  # several, dozens
    UNREAD = "unread"  # digits that no reading accounts for


Value = Fraction | int | str | None


class Reading(NamedTuple):
    """One way to understand a figure.

    A quantity's values are in its base unit; `shape` is "" for one value, "range" for two ends, "change" for from and
    to, "spread" for a value and its ±.
    """

    kind: Kind
    values: tuple[Value, ...]
    unit: str = ""
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as it stands in a text; offsets in code points.

    `readings` are all ways to understand it. `bound` is the comparator beside it (">=", "<=", ">", "<", "=" for
    "exactly", or ""), `hedged` whether it is called approximate. A `weak` figure is a word that often counts nothing
    ("one", "first", "no"): that it is missing proves nothing. `sign` is the direction of
    a change, +1 or -1, told by a word. `counted` are the stems of what follows it, `near` those next to it, `clause`
    and `sentence` those round it; `when` is the date right behind, `opening` is where its sentence, or its part of one,
    begins, `frame` the neighbouring
    words as written; `number` what was read before scale and unit.
    """

    start: int
    end: int
    text: str
    readings: tuple[Reading, ...]
    written: str = ""
    number: Fraction | None = None
    bound: str = ""
    hedged: bool = False
    weak: bool = False
    sign: int = 0
    tail: str = ""
    counted: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    clause: frozenset[str] = frozenset()
    sentence: frozenset[str] = frozenset()
    opening: int = 0
    when: "Figure | None" = None
    frame: str = ""

    @property
    def kind(self) -> Kind:
        """The kind of its first reading."""
        return self.readings[0].kind
