"""`quotefound escalations`: the answers that need a person, as a list or JSON, and taken off it when dealt with.

Works on the store alone, also while a helper runs on it; checks nothing.
"""

import argparse
import asyncio
import json
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

from quotefound.commands.kept import DONE, short, wrong
from quotefound.commands.printing import printable
from quotefound.core.terms import (
    CAUSE_SENTENCES,
    CLAIM_REASON_SENTENCES,
    CLAIM_VERDICT_SENTENCES,
    DECISION_SENTENCES,
    VERDICT_SENTENCES,
    Verdict,
)
from quotefound.escalations import Escalations
from quotefound.settings import Settings
from quotefound.sources.store import SHORTEST_PREFIX, Store

# What stands before the passage in a report stands alone here.
QUOTE_SENTENCES = {**VERDICT_SENTENCES, Verdict.CLOSEST: "Not in these words; the source has a similar passage."}

SOURCE_STATES = {"read": "read", "failed": "could not be read", "not_asked": "not asked for"}


def add_escalations_command(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Adds the command with its own commands to a parser's."""
    parser = commands.add_parser("escalations", help="the answers that need a person: list, done")
    kinds = parser.add_subparsers(dest="what", required=True)
    listed = kinds.add_parser("list", parents=[shared], help="all of them, the newest first")
    listed.add_argument("--json", action="store_true", help="print JSON")
    done = kinds.add_parser("done", parents=[shared], help="take off the list what a person has dealt with")
    done.add_argument("ids", nargs="+", metavar="ID", help="an answer's id on the list, or its beginning")


def run_escalations_command(options: argparse.Namespace, settings: Settings) -> int:
    """Runs one of them; its exit status: 0 done, 3 wrong usage."""
    try:
        store = Store(settings.folder)
    except (OSError, sqlite3.Error) as trouble:
        return wrong(f"{settings.folder} cannot be used: {trouble}.")
    try:
        return asyncio.run(_run(Escalations(store), options))
    except sqlite3.Error as trouble:
        return wrong(f"the list cannot be used: {trouble}.")
    finally:
        store.close()


async def _run(escalations: Escalations, options: argparse.Namespace) -> int:
    entries = await escalations.waiting()
    if options.what == "list":
        shown = json.dumps(entries, ensure_ascii=False, indent=1) if options.json else "\n".join(_in_words(entries))
        print(printable(shown))
        return DONE
    chosen = []
    for prefix in options.ids:
        fitting = [entry["id"] for entry in entries if entry["id"].startswith(prefix.lower())]
        if len(prefix) < SHORTEST_PREFIX or len(fitting) != 1:
            several = len(prefix) >= SHORTEST_PREFIX and fitting
            told = "fits several answers; write more of it" if several else "is no id on the list, nor its beginning"
            return wrong(f"{printable(prefix)} {told}.")
        chosen += fitting
    for identity in chosen:
        await escalations.done(identity)
    return DONE


def _in_words(entries: list[dict[str, Any]]) -> Iterator[str]:
    if not entries:
        yield "No answer needs a person."
    for entry in entries:
        yield f"{short(entry['id'])}  {entry['kept_at']}  {_line(entry['title'] or entry['site'])}"
        yield f"    {_sentence(DECISION_SENTENCES, entry['decision'])}"
        if entry["question"]:
            yield f"    Question: {_line(entry['question'])}"
        if entry["address"]:
            yield f"    Page: {_line(entry['address'])}"
        if stopped := entry["stopped"]:
            yield f"    Stopped at: {_line(stopped['text'])}"
            sentences = QUOTE_SENTENCES if stopped["kind"] == "quote" else CLAIM_VERDICT_SENTENCES
            yield f"    {_sentence(sentences, stopped['verdict'])}"
            if stopped["reason"]:
                yield f"    {_sentence(CLAIM_REASON_SENTENCES, stopped['reason'])}"
            if stopped["cause"]:
                yield f"    {_sentence(CAUSE_SENTENCES, stopped['cause'])}"
        for source in entry["sources"]:
            told = SOURCE_STATES.get(source["state"], source["state"])
            yield f"    Source, {told}: {_line(source['title'] + ' ' + source['address'])}"


def _sentence(sentences: Mapping[Any, str], name: str) -> str:
    """A closed list's sentence; the bare name of what another version of this program kept."""
    return sentences.get(name, _line(name))


def _line(text: str) -> str:
    return " ".join(text.split())
