"""A report in words, as the command line prints it: one sentence per verdict, the passage, the differences, the notes.

Knows reports as JSON has them and the closed lists' sentences; decides nothing.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from quotefound.core.terms import (
    ASIDE_SENTENCES,
    CAUSE_SENTENCES,
    CLAIM_NOTE_SENTENCES,
    CLAIM_REASON_SENTENCES,
    CLAIM_VERDICT_SENTENCES,
    DECISION_SENTENCES,
    FIGURE_DOUBT_SENTENCES,
    NOTE_SENTENCES,
    VERDICT_SENTENCES,
    WORDS_SENTENCES,
    AnswerDecision,
    Aside,
    Cause,
    ClaimNote,
    ClaimReason,
    ClaimVerdict,
    FigureDoubt,
    FigureVerdict,
    Note,
    Verdict,
    Words,
)

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
    lines += [line for claim in report["claims"] for line in _claim_in_words(claim, report)]
    lines += [f"“{a['text']}”\n    Not checked: {ASIDE_SENTENCES[Aside(a['rule'])]}" for a in report["asides"]]
    return printable("\n".join([*lines, *_summary(report)]))


def _summary(report: Mapping[str, Any]) -> Iterable[str]:
    """How many of each, and what is said of the whole answer."""
    counts, claims = report["summary"], report["summary"]["claims"]
    if not counts["quotes"] and not claims["total"]:
        yield "No quotes were found in this text."
        return
    if counts["quotes"]:
        yield _counted(
            f"{counts['found']} of {counts['quotes']} quotes found",
            (counts["closest"], "with differing words"),
            (counts["absent"], "not in the source"),
            (counts["unchecked"], "could not be checked"),
        )
    if claims["total"]:
        yield _counted(
            f"{claims['supported']} of {claims['total']} cited sentences read as supported",
            (claims["contradicted"], "do not agree with the source"),
            (claims["neutral"], "not said by the source"),
            (claims["unchecked"], "could not be checked"),
        )
        if report["uncited"]:
            yield f"Sentences without a citation, which are not judged: {report['uncited']}."
    if report["decision"]:
        yield DECISION_SENTENCES[AnswerDecision(report["decision"])]


def _counted(first: str, *others: tuple[int, str]) -> str:
    return ", ".join([first, *(f"{count} {what}" for count, what in others if count)]) + "."


def _claim_in_words(claim: Mapping[str, Any], report: Mapping[str, Any]) -> Iterable[str]:
    """A claim's verdict, then words, figures and meaning as three lines, then its passage."""
    yield claim["text"]
    if claim["verdict"] is None:
        return
    yield f"    {CLAIM_VERDICT_SENTENCES[ClaimVerdict(claim['verdict'])]}: " + (
        CAUSE_SENTENCES[Cause(claim["cause"])]
        if claim["cause"]
        else CLAIM_REASON_SENTENCES[ClaimReason(claim["reason"])]
    )
    yield f"    Words: {WORDS_SENTENCES[Words(claim['words'])]}"
    for figure in claim["figures"]:
        yield f"    Figure: {figure['text']}  {_figure_in_words(figure)}"
    meaning = claim["meaning"]
    if meaning:
        verdict = CLAIM_VERDICT_SENTENCES[ClaimVerdict(meaning["verdict"])]
        yield f"    Meaning: {verdict} ({meaning['model']}, {meaning['probability']:.2f})"
    elif report["model"] is None:
        yield "    Meaning: not checked, no model is installed"
    if opinion := claim["opinion"]:
        relied = f", relying on “{opinion['words']}”" if opinion["words"] else ""
        yield f"    Second opinion: {opinion['model']} says {opinion['verdict']}{relied}"
    if claim["passage"]:
        yield f"    The source: {claim['passage']['text']}".replace("\n", " ")
        yield f"    {claim['passage']['link'] or report['sources'][claim['source']]['title']}"
    for note in claim["notes"]:
        sentence = (
            CLAIM_NOTE_SENTENCES[ClaimNote(note["name"])]
            if note["name"] in [*ClaimNote]
            else NOTE_SENTENCES[Note(note["name"])]
        )
        yield f"    Note: {sentence} {_detail(note, report)}".rstrip()


def _figure_in_words(figure: Mapping[str, Any]) -> str:
    stands = f": {figure['source_text']}" if figure["source_text"] else ""
    if figure["verdict"] == FigureVerdict.MATCH:
        return f"stands in the source{stands}"
    if figure["verdict"] == FigureVerdict.MISMATCH:
        return f"the source has another one{stands}" if stands else "is not in the source"
    return f"could not check: {FIGURE_DOUBT_SENTENCES[FigureDoubt(figure['doubt'])]}"


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
