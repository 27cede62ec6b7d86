"""`quotefound snapshots`: what is kept of sources, as tables or JSON; shown, verified, pinned, forgotten.

Works on the store alone, also while a helper runs on it; fetches and judges nothing.
"""

import argparse
import json
import sqlite3
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from quotefound.commands.printing import printable
from quotefound.settings import Settings
from quotefound.sources.keeping import Keeper
from quotefound.sources.store import PIN, Damaged, Kept, Store

DONE, DAMAGED, WRONG = 0, 1, 3
SHORT = 12  # characters of an id that a table shows; any beginning that fits one snapshot is taken
UNITS = ("bytes", "kB", "MB", "GB")


def add_snapshots_command(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Adds the command with its own commands to a parser's."""
    parser = commands.add_parser("snapshots", help="what is kept of sources: list, show, verify, pin, forget")
    kinds = parser.add_subparsers(dest="what", required=True)
    as_json = argparse.ArgumentParser(add_help=False)
    as_json.add_argument("--json", action="store_true", help="print JSON")
    ids = argparse.ArgumentParser(add_help=False)
    ids.add_argument("ids", nargs="+", metavar="ID", help="a snapshot's id, or its beginning")
    listed = kinds.add_parser("list", parents=[shared, as_json], help="all snapshots, the oldest first")
    listed.add_argument("--address", help="only those of this address")
    show = kinds.add_parser("show", parents=[shared, as_json, ids], help="all that is known of it")
    show.add_argument("--text", action="store_true", help="print the text that was read")
    kinds.add_parser("verify", parents=[shared, as_json], help="look whether everything is as it was kept")
    kinds.add_parser("pin", parents=[shared, ids], help="keep, whatever the limits")
    kinds.add_parser("unpin", parents=[shared, ids], help="let go when room is needed")
    forget = kinds.add_parser("forget", parents=[shared, ids], help="remove for ever")
    forget.add_argument("--yes", action="store_true", help="do not ask")


def run_snapshots_command(options: argparse.Namespace, settings: Settings) -> int:
    """Runs one of them; its exit status: 0 done, 1 something is damaged or was not done, 3 wrong usage."""
    try:
        store = Store(settings.folder)
    except (OSError, sqlite3.Error) as trouble:
        return wrong(f"{settings.folder} cannot be used: {trouble}.")
    try:
        return _run(store, options)
    except sqlite3.Error as trouble:
        return wrong(f"the index of snapshots cannot be used: {trouble}.")
    finally:
        store.close()


def _run(store: Store, options: argparse.Namespace) -> int:
    if options.what == "list":
        return list_all(store, options.address, as_json=options.json)
    if options.what == "verify":
        return verify(store, as_json=options.json)
    chosen = []
    for prefix in options.ids:
        fitting = store.beginning(prefix)
        if len(fitting) != 1:
            several = (
                "fits several snapshots; write more of it" if fitting else "is no snapshot's id, nor its beginning"
            )
            return wrong(f"{printable(prefix)} {several}.")
        chosen += fitting
    if options.what == "show":
        return max(show(store, identity, as_json=options.json, text=options.text) for identity in chosen)
    if options.what == "forget":
        return forget(store, chosen, sure=options.yes)
    for identity in chosen:
        if options.what == "pin":
            store.refer(identity, PIN)
        else:
            store.release(PIN, identity)
    return DONE


def list_all(store: Store, address: str | None, *, as_json: bool) -> int:
    """A table of snapshots; a damaged entry is a line too."""
    holders, status = store.holders(), DONE
    rows: list[dict[str, Any]] = []
    for identity in store.ids(address):
        try:
            kept = store.get(identity)
        except Damaged as trouble:
            rows.append({"id": identity, "damaged": str(trouble)})
            status = DAMAGED
            continue
        rows.append(overview(store, kept, holders.get(identity, [])))
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return status
    if not rows:
        print("Nothing is kept yet.")
        return status
    table = [("id", "read at", "how", "status", "size", "kept for", "address")]
    for row in rows:
        if "damaged" in row:
            table.append((short(row["id"]), "", "", "damaged", "", "", row["damaged"]))
        else:
            needed = "pinned" if PIN in row["needed_by"] else "a person" if row["needed_by"] else ""
            told = row["cause"] or str(row["status"])
            table.append(
                (short(row["id"]), row["read_at"], row["kind"], told, size(row["bytes"]), needed, row["address"])
            )
    print(tabulated(table))
    print(f"\n{counted(len(rows))}, {size(store.size())} on the disk.")
    return status


def overview(store: Store, kept: Kept, needed_by: list[str]) -> dict[str, Any]:
    """One snapshot's line."""
    snapshot = kept.snapshot
    return {
        "id": snapshot.id,
        "read_at": snapshot.fetched_at,
        "kind": snapshot.kind,
        "status": snapshot.status,
        "cause": kept.cause,
        "bytes": store.length(snapshot.raw_hash),
        "needed_by": needed_by,
        "address": snapshot.address,
    }


def show(store: Store, identity: str, *, as_json: bool, text: bool) -> int:
    """All that is known of one: what was asked, what came, by which versions it was read, and its hashes."""
    keeper = Keeper(store)
    try:
        kept = store.get(identity)
        _, raw, read = keeper.whole(identity)
    except Damaged as trouble:
        print(f"quotefound: {trouble}.", file=sys.stderr)
        return DAMAGED
    if text:
        print(printable(read.text if read else ""))
        return DONE
    snapshot = kept.snapshot
    known: dict[str, Any] = {
        **{name: value for name, value in asdict(snapshot).items() if value not in ("", {}) and name != "headers"},
        "title": read.title if read else "",
        "bytes": len(raw),
        "characters": len(read.text) if read else 0,
        "cause": kept.cause,
        "normalized": store.normalized(identity),
        "needed_by": store.holders().get(identity, []),
        "evidence": kept.evidence,
        "headers": snapshot.headers,
    }
    if as_json:
        print(json.dumps(known, ensure_ascii=False, indent=1))
        return DONE
    for name, value in known.items():
        if isinstance(value, dict):
            print(f"{name}:" if value else f"{name}: none")
            for inner, told in value.items():
                print(printable(f"    {inner}: {told}"))
        elif value not in (None, "", []):
            print(printable(f"{name.replace('_', ' ')}: {', '.join(value) if isinstance(value, list) else value}"))
    return DONE


def verify(store: Store, *, as_json: bool) -> int:
    """Every entry, all bytes and every text against their hashes; what is damaged is named and set aside."""
    count = store.count()
    faults = Keeper(store).verify()
    if as_json:
        print(json.dumps({"snapshots": count, "damaged": [asdict(fault) for fault in faults]}, indent=1))
    else:
        for fault in faults:
            print(f"damaged: {short(fault.snapshot)}  {fault.sentence}")
        print(f"{counted(count)} looked at, " + (f"{len(faults)} damaged." if faults else "all as they were kept."))
    return DAMAGED if faults else DONE


def forget(store: Store, chosen: Sequence[str], *, sure: bool) -> int:
    """Removes snapshots, after a question."""
    holders = store.holders()
    needed = sum(identity in holders for identity in chosen)
    if not sure:
        print(
            f"{counted(len(chosen))} will be removed for ever" + (f", {needed} of them still needed" if needed else "")
        )
        print("Remove them? [y/N] ", end="", flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            print("Nothing was removed.")
            return DAMAGED
    print(f"{counted(store.forget(chosen))} removed.")
    return DONE


def wrong(sentence: str) -> int:
    print(f"quotefound: {sentence}", file=sys.stderr)
    return WRONG


def counted(count: int) -> str:
    return f"{count} snapshot" if count == 1 else f"{count} snapshots"


def short(identity: str) -> str:
    """As much of an id as a table shows."""
    return identity.removeprefix("sha256:")[:SHORT]


def size(count: float) -> str:
    """Bytes as a person says it."""
    unit = 0
    while count >= 1000 and unit < len(UNITS) - 1:
        count, unit = count / 1000, unit + 1
    return f"{count:.0f} {UNITS[unit]}" if unit == 0 or count >= 10 else f"{count:.1f} {UNITS[unit]}"


def tabulated(rows: Sequence[tuple[str, ...]]) -> str:
    """Rows under each other, the last column as long as it is."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    return "\n".join(
        printable("  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])).rstrip()
        for row in rows
    )
