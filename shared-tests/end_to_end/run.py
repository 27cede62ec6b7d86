"""`build.py run`: one answer checked on its page, in a real browser, by the real helper.

With a screen the browser stays open for the reader; without one the same is driven unseen and told as a table.
"""

import argparse
import contextlib
import os
import shutil
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page

from pages import sample
from quotefound.core.terms import CAUSE_SENTENCES, NOTE_SENTENCES, VERDICT_SENTENCES, Cause, Note, Verdict
from stage import Helper, Stage, StageError

OUT = Path(__file__).resolve().parents[2] / ".build" / "run"
WIDTH = min(max(shutil.get_terminal_size((118, 40)).columns, 90), 132)  # a table narrower or wider is hard to read
FADE_MS = 500  # until an opened card has come in whole
# Which quote's card makes the picture: the one that says most.
MOST_TELLING = ("closest", "absent", "unchecked", "found")


def say(line: str) -> None:
    print(f"· {line}", flush=True)


def has_screen() -> bool:
    if os.environ.get("CI"):
        return False
    return os.name == "nt" or sys.platform == "darwin" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))


def check(address: str, allow: Sequence[str], screen: bool) -> None:
    """Checks the answer at `address`; raises `StageError` when something is broken."""
    permissions = needed_permissions(address)
    with tempfile.TemporaryDirectory(prefix="quotefound-", ignore_cleanup_errors=True) as folder:
        helper = Helper(Path(folder) / "data", allow)
        try:
            say(f"helper: listens on 127.0.0.1:{helper.port}, for this run keeps what it reads in {helper.folder}")
            with Stage(Path(folder), screen=screen, host_permissions=permissions) as stage:
                stage.pair(helper)
                stage.switch_on(address)
                say(f"browser: {stage.browser}{'' if screen else ', unseen'}, paired, switched on for this site")
                page = stage.open(address)
                reports = [with_consent(stage, page, helper, report) for report in stage.reports(page, helper)]
                for report in reports:
                    print(table(report), flush=True)
                if screen:
                    say("The browser stays open: click a marked quote. Closing it ends this.")
                    page.bring_to_front()
                    stage.context.wait_for_event("close", timeout=0)
                else:
                    take_pictures(stage, page, [quote for report in reports for quote in report["quotes"]])
        finally:
            helper.stop()


def needed_permissions(address: str) -> list[str]:
    """Host permissions beyond the manifest's own, which has 127.0.0.1."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise StageError(f"--url takes an address that begins with http:// or https://, not {address!r}.")
    return [] if parts.hostname == "127.0.0.1" else [f"{parts.scheme}://{parts.hostname}/*"]


def with_consent(stage: Stage, page: Page, helper: Helper, report: dict[str, Any]) -> dict[str, Any]:
    """Links in an answer's prose wait for the reader. Whoever started `run` asked for this answer, so it consents."""
    cited = {number for quote in report["quotes"] for number in quote["sources"]}
    waiting = [report["sources"][number] for number in sorted(cited)]
    addresses = ", ".join(source["address"] for source in waiting if source["state"] == "not_asked")
    if not addresses:
        return report
    say(f"links in the answer's prose wait for the reader's consent; this run gives it for {addresses}")
    return stage.consent(page, helper, report)


def table(report: dict[str, Any]) -> str:
    """Each quote's verdict, cause, notes and passage, and a summary line."""
    rows = [f"\n{'':3} {'verdict':10} {'cause or notes':16} the answer's words, and what the source says", "─" * WIDTH]
    for number, quote in enumerate(report["quotes"], 1):
        verdict = Verdict(quote["verdict"])
        names = [quote["cause"]] if quote["cause"] else []
        names += [note["name"] + (f" {note['detail']}" if note["detail"].isdigit() else "") for note in quote["notes"]]
        right = [line for text in told(quote, report) for line in folded(text)]
        left = [*names, *[""] * len(right)]
        for row, line in enumerate(right):
            first = f"{number:>3} {verdict:10}" if row == 0 else " " * 14
            rows.append(f"{first} {left[row]:16} {line}".rstrip())
        rows += [f"{'':14} {name}" for name in names[len(right) :]]
        rows.append("")
    counts = report["summary"]
    parts = [f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict]]
    decision = (report["decision"] or "").replace("_", " ")
    rows.append(f"{counts['quotes']} quotes: {', '.join(parts) or 'nothing to check'}. Decision: {decision}.")
    return "\n".join(rows)


def told(quote: dict[str, Any], report: dict[str, Any]) -> Iterator[str]:
    verdict, passage = Verdict(quote["verdict"]), quote["passage"]
    # Only words that were found stand in quotation marks.
    yield f"“{quote['text']}”" if verdict == Verdict.FOUND else quote["text"]
    said = VERDICT_SENTENCES[verdict]
    yield f"{said}. {CAUSE_SENTENCES[Cause(quote['cause'])]}" if quote["cause"] else said
    if passage:
        yield f"passage: {passage['before']}⟦{passage['text']}⟧{passage['after']}"
    if verdict == Verdict.CLOSEST:
        marks = {"same": "{}", "quote": "[only in the answer: {}]", "source": "[only in the source: {}]"}
        yield "differs: " + " ".join(marks[kind].format(words.strip()) for kind, words, *_ in quote["differences"])
    for note in quote["notes"]:
        yield f"note: {NOTE_SENTENCES[Note(note['name'])]}" + (f" ({note['detail']})" if note["detail"] else "")
    if quote["source"] is not None:
        yield f"source: {report['sources'][quote['source']]['address']}"


def folded(text: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), WIDTH - 32, subsequent_indent="  ")


def take_pictures(stage: Stage, page: Page, quotes: list[dict[str, Any]]) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    page.keyboard.press("Escape")
    page.screenshot(path=OUT / "marked-page.png", full_page=True)
    say(f"picture of the marked page: {OUT / 'marked-page.png'}")
    telling = [quote for verdict in MOST_TELLING for quote in quotes if quote["verdict"] == verdict]
    if telling:
        stage.click_mark(page, telling[0]["text"])
        stage.card(page)
        page.wait_for_timeout(FADE_MS)
        page.screenshot(path=OUT / "card.png")
        say(f"picture of an opened card: {OUT / 'card.png'}")


def main() -> int:
    asked = argparse.ArgumentParser(prog="build.py run", description=__doc__)
    asked.add_argument("--url", metavar="ADDRESS", help="another answer page instead of the sample")
    asked.add_argument("--allow", metavar="HOST:PORT", action="append", default=[], help="a loopback or private source")
    given = asked.parse_args()
    screen = has_screen()
    with contextlib.ExitStack() as open_things:
        address, allow = given.url, list(given.allow)
        if not address:
            answer_site, source_site = open_things.enter_context(sample())
            address, allow = f"{answer_site.address}/answer", [*allow, source_site.host_and_port]
        say(f"answer page: {address}")
        try:
            check(address, allow, screen)
        except StageError as trouble:
            print(f"\n{trouble}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:  # how one ends what stays open
            return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
