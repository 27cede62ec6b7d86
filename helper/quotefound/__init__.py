"""Quotefound's helper: checks the quotes of an AI answer against the sources that the answer cites."""

__version__ = "0.1.0"
