"""The shell: an answer → its quotes and claims → their sources' readings → judgements → a report that grows.

The only part that sees both the core and the edges. It decides nothing about words: it asks for readings, hands them
to the core, and keeps the count. Read in this order: shelf, cited, quoted, judges, claimed, telling, checks.
"""

from quotefound.checking.checks import Check, Checker, judged_alone, open_checker

__all__ = ["Check", "Checker", "judged_alone", "open_checker"]
