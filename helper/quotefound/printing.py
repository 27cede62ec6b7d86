"""A report in words, as the command line prints it: one sentence per verdict, the passage, the differences, the notes.

Knows reports as JSON has them and the closed lists' sentences; decides nothing.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from quotefound.core.terms import CAUSE_SENTENCES, NOTE_SENTENCES, VERDICT_SENTENCES, Cause, Note, Verdict

# What a source says may hold orders for a terminal; a reader is shown that something stood there, and no more.
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
READINGS = {"own_tab": "your own tab", "archive": "an archived copy"}


def printable(words: str) -> str:
    """Words with nothing in them that a terminal would obey."""
    return CONTROLS.sub("\N{REPLACEMENT CHARACTER}", words)


def in_words(report: Mapping[str, Any], *, why: bool = False) -> str:
    """The report as a reader reads it; `why` adds what made us name each cause."""
    lines: list[str] = []
    for quote in report["quotes"]:
        verdict = Verdict(quote["verdict"])
        words = f"“{quote['text']}”" if verdict is not Verdict.CLOSEST else quote["text"]
        lines.append(f"{VERDICT_SENTENCES[verdict]}  {words}" if verdict is Verdict.FOUND else f"{words}")
        if verdict is Verdict.UNCHECKED:
            lines.append(f"    {VERDICT_SENTENCES[verdict]}: {CAUSE_SENTENCES[Cause(quote['cause'])]}")
        elif verdict is Verdict.ABSENT:
            lines.append(f"    {VERDICT_SENTENCES[verdict]}")
        elif verdict is Verdict.CLOSEST:
            lines.append(f"    {VERDICT_SENTENCES[verdict]} {_with_differences(quote['differences'])}")
        if why and verdict is Verdict.UNCHECKED:
            lines += [f"    Because {line}" for line in reasons(quote, report["sources"])]
        passage = quote["passage"]
        if passage and verdict is Verdict.FOUND:
            lines.append(f"    {passage['before'][-60:]}[{passage['text']}]{passage['after'][:60]}".replace("\n", " "))
        if quote["source"] is not None:
            address = report["sources"][quote["source"]]["address"]
            link = passage["link"] if passage and verdict is Verdict.FOUND else ""
            lines.append(f"    {link or address or report['sources'][quote['source']]['title']}")
        lines += [f"    Note: {NOTE_SENTENCES[Note(n['name'])]} {_detail(n, report)}".rstrip() for n in quote["notes"]]
        if quote["try_words"] and verdict is Verdict.UNCHECKED:
            lines.append(f"    To look for by hand: {quote['try_words']}")
    counts = report["summary"]
    if not counts["quotes"]:
        return "No quotes were found in this text."
    said = [f"{counts['found']} of {counts['quotes']} quotes found"]
    said += [f"{counts['closest']} with differing words"] if counts["closest"] else []
    said += [f"{counts['absent']} not in the source"] if counts["absent"] else []
    said += [f"{counts['unchecked']} could not be checked"] if counts["unchecked"] else []
    return printable("\n".join([*lines, ", ".join(said) + "."]))


def reasons(quote: Mapping[str, Any], sources: list[Mapping[str, Any]]) -> Iterable[str]:
    """What was seen of a quote's sources, one line each."""
    for number in quote["sources"]:
        source = sources[number]
        for name, reading in (("", source), *((READINGS[one["kind"]], one) for one in source["readings"])):
            if reading["evidence"]:
                told = ", ".join(f"{sign}: {value}" for sign, value in reading["evidence"].items())
                yield f"{name + ' of ' if name else ''}{source['address'] or source['title']} gave {told}"


def _with_differences(differences: Iterable[tuple[str, str, str]]) -> str:
    marked = {"same": "{}", "quote": "[-{}-]", "source": "[+{}+]"}
    return " ".join(marked[side].format(words) for side, words, _ in differences).replace("\n", " ")


def _detail(note: Mapping[str, str], report: Mapping[str, Any]) -> str:
    if note["name"] == Note.OTHER_SOURCE:
        return str(report["sources"][int(note["detail"])]["address"])
    if note["name"] == Note.SOURCE_CHANGED:
        what, _, when = note["detail"].partition(" since ")
        return f"(on {when} the words {'stood there' if what == 'gone' else 'did not stand there'})"
    return f"({note['detail']})" if note["detail"] else ""
