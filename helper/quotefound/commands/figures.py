"""The `figures` command: a claim's figures held against a passage's, for a reader or as JSON lines.

Prints and exits; what is true is decided in the core. Exit status: 0 all match (or there are none), 1 one differs or is
missing, 2 otherwise one could not be checked, 3 wrong usage.
"""

import argparse
import json
import sys
from collections.abc import Iterable

from quotefound.core.numbers import Finding, compare, overall
from quotefound.core.terms import FIGURE_DOUBT_SENTENCES, FIGURE_NOTE_SENTENCES, FigureVerdict

_STATUS = {FigureVerdict.MATCH: 0, FigureVerdict.MISMATCH: 1, FigureVerdict.UNCHECKED: 2}
_WRONG_USAGE = 3
_SAID = {
    FigureVerdict.MATCH: "stands there",
    FigureVerdict.MISMATCH: "does not stand there",
    FigureVerdict.UNCHECKED: "could not check",
}


def describe(command: argparse.ArgumentParser) -> None:
    """The command's options."""
    command.add_argument("claim", nargs="?", help="the sentence whose figures are checked")
    command.add_argument("--passage", help="what the source says")
    command.add_argument("--lines", action="store_true", help='read {"claim", "passage"} as JSON lines, answer each')


def run(options: argparse.Namespace) -> int:
    """Run the command; returns its exit status."""
    if options.lines:
        return _lines(sys.stdin)
    if options.claim is None or options.passage is None:
        print("quotefound: give a claim and its --passage, or --lines.", file=sys.stderr)
        return _WRONG_USAGE
    findings = compare(options.claim, options.passage)
    print("\n".join(map(_in_words, findings)) or "There is no figure in this sentence.")
    return _status(findings)


def _status(findings: tuple[Finding, ...]) -> int:
    deciding = overall(findings)
    return _STATUS[deciding.verdict] if deciding else 0


def _in_words(finding: Finding) -> str:
    nearest = f"  ({finding.passage.text})" if finding.passage else ""
    line = f"{finding.figure.text}: {_SAID[finding.verdict]}{nearest}"
    more = [FIGURE_DOUBT_SENTENCES[finding.doubt]] if finding.doubt else []
    return "\n    ".join([line, *more, *(FIGURE_NOTE_SENTENCES[note] for note in finding.notes)])


def _lines(lines: Iterable[str]) -> int:
    """Answer each {"claim", "passage"} with {"verdict", "reason"}, line by line."""
    worst = 0
    for line in filter(str.strip, lines):
        try:
            case = json.loads(line)
            findings = compare(case["claim"], case["passage"])
        except (ValueError, TypeError, KeyError, AttributeError) as trouble:
            print(f'quotefound: a line is not {{"claim", "passage"}}: {trouble}.', file=sys.stderr)
            return _WRONG_USAGE
        deciding = overall(findings)
        verdict = deciding.verdict if deciding else FigureVerdict.MATCH
        reason = deciding.doubt if deciding else None
        print(json.dumps({"verdict": str(verdict), "reason": str(reason) if reason else None}), flush=True)
        worst = worst if worst == 1 else _status(findings) or worst
    return worst
