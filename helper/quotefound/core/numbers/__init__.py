"""Figures: read from a text with every reading they allow, and held against a passage's, to the digit.

`figures_of` reads, `compare` judges; nothing here knows of sources, claims or citations. Read in this order: values,
numerals, number_words, han_numerals, units, measures, amounts, spoken, dates, names; beginnings, joining, wording,
surroundings, reading; relations, measuring, relating, comparing.
"""

from quotefound.core.numbers.beginnings import may_hold_figures
from quotefound.core.numbers.comparing import Finding, compare, held_against, overall
from quotefound.core.numbers.reading import figures_of
from quotefound.core.numbers.values import Figure, Kind, Reading

__all__ = [
    "Figure",
    "Finding",
    "Kind",
    "Reading",
    "compare",
    "figures_of",
    "held_against",
    "may_hold_figures",
    "overall",
]
