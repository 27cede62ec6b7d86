"""The command line: `check` a quote, a draft or JSON lines; `figures`; `serve` the extension; `models`; and what is
kept: `snapshots`, `escalations`.

Prints and exits; what is true is decided elsewhere. Exit status of `check`: 0 all found, 1 something closest or absent,
2 otherwise something unchecked, 3 wrong usage.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from quotefound import __version__, wire
from quotefound.checking import judged_alone, open_checker
from quotefound.commands import figures, models
from quotefound.commands.kept import add_snapshots_command, run_snapshots_command
from quotefound.commands.printing import in_words
from quotefound.commands.waiting import add_escalations_command, run_escalations_command
from quotefound.core.terms import Verdict
from quotefound.door.connection import AlreadyRunning, Connection, FolderError
from quotefound.drafts import answer_of_markdown
from quotefound.settings import Settings, SettingsError
from quotefound.sources.extraction import read_document
from quotefound.sources.snapshots import Reading

ALL_FOUND, NOT_FOUND, NOT_CHECKED, WRONG_USAGE = 0, 1, 2, 3


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"quotefound: {message}; see `{self.prog} --help`.\n")


def parser() -> argparse.ArgumentParser:
    """Every command and option, with its help."""
    top = _Parser(prog="quotefound", description="Tells whether quoted words stand, word for word, in their source.")
    top.add_argument("--version", action="version", version=f"quotefound {__version__}")
    commands = top.add_subparsers(dest="command", required=True, parser_class=_Parser)
    shared = _Parser(add_help=False)
    shared.add_argument("--folder", help="where snapshots are kept (default: this system's data folder)")
    shared.add_argument(
        "--allow", action="append", metavar="HOST:PORT", help="let this loopback or private address in, for this run"
    )
    check = commands.add_parser("check", parents=[shared], help="check a quote against a source, or a Markdown answer")
    check.add_argument("answer", nargs="?", help="an answer as Markdown with links, or as JSON; - reads standard input")
    check.add_argument("--quote", help="the quoted words")
    check.add_argument("--source", help="an http(s) address or a file; - reads the source's text from standard input")
    check.add_argument("--text", help="the source's text itself")
    check.add_argument("--archive", action="store_true", help="where a source cannot be read, ask the Wayback Machine")
    check.add_argument("--archive-address", help=argparse.SUPPRESS)
    claims = check.add_mutually_exclusive_group()
    claims.add_argument("--claims", action="store_const", const="on", dest="claims", help="judge cited sentences too")
    claims.add_argument("--no-claims", action="store_const", const="off", dest="claims", help="judge quotes alone")
    check.add_argument(
        "--server", dest="opinion_server", metavar="ADDRESS", help="ask this local language model for a second opinion"
    )
    check.add_argument("--model", dest="opinion_model", metavar="NAME", help="its name there")
    check.add_argument("--why", action="store_true", help="say what was seen of a source that could not be checked")
    check.add_argument("--json", action="store_true", help="print the whole report with its citation records")
    check.add_argument("--lines", action="store_true", help="read cases as JSON lines, answer each with its verdict")
    figures.describe(commands.add_parser("figures", help="check the figures of a sentence against a passage"))
    models.describe(commands.add_parser("models", parents=[shared], help="install and try models that judge meaning"))
    serve = commands.add_parser("serve", parents=[shared], help="listen on 127.0.0.1 for the extension")
    serve.add_argument("--port", type=int, help="the port to try first (default: any free one)")
    serve.add_argument("--show-pairing-code", action="store_true", help="print the code to paste into the options page")
    add_snapshots_command(commands, shared)
    add_escalations_command(commands, shared)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    options = parser().parse_args(arguments)
    try:
        if options.command == "serve":
            return _serve(options)
        if options.command == "figures":
            return figures.run(options)
        if options.command == "models":
            return models.run(options, _settings(options))
        if options.command == "snapshots":
            return run_snapshots_command(options, _settings(options))
        if options.command == "escalations":
            return run_escalations_command(options, _settings(options))
        return _check(options)
    except (SettingsError, FolderError) as trouble:
        print(f"quotefound: {trouble}", file=sys.stderr)
        return WRONG_USAGE
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output went away, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _wrong(sentence: str) -> int:
    print(f"quotefound: {sentence}", file=sys.stderr)
    return WRONG_USAGE


def _settings(options: argparse.Namespace) -> Settings:
    return Settings.read(vars(options), os.environ)


def _serve(options: argparse.Namespace) -> int:
    from quotefound.door.server import serve

    def ready(connection: Connection) -> None:
        print(f"The Quotefound helper listens on 127.0.0.1:{connection.port}.", flush=True)
        if options.show_pairing_code:
            print(f"Pairing code: {connection.pairing_code}", flush=True)

    running = asyncio.run(serve(_settings(options), open_checker, ready))
    if isinstance(running, AlreadyRunning):
        print(f"quotefound: {running}", file=sys.stderr)
        return WRONG_USAGE
    return 0


def _check(options: argparse.Namespace) -> int:
    if options.lines:
        return _check_lines(sys.stdin)
    given = (options.source is not None) + (options.text is not None)
    if given > 1 or (options.quote is None) != (given == 0):
        return _wrong("--quote and --source go together (or --text): the words, and where they should stand.")
    if (options.quote is None) == (options.answer is None):
        return _wrong("give either a Markdown file, or --quote with --source or --text.")
    if options.quote is not None and not options.quote.strip():
        return _wrong("there are no words in --quote.")
    if options.answer is not None:
        try:
            draft = sys.stdin.read() if options.answer == "-" else Path(options.answer).read_text("utf-8")
        except FileNotFoundError:
            return _wrong(f"there is no file {options.answer}.")
        except (OSError, UnicodeDecodeError) as trouble:
            return _wrong(f"{options.answer} cannot be read as UTF-8 text: {trouble}.")
        try:
            request = _request_of(draft, options)
        except wire.BadRequest as trouble:
            return _wrong(f"{options.answer} is not an answer as JSON: {trouble}")
    elif options.text is not None or options.source == "-":
        text = options.text if options.text is not None else sys.stdin.read()
        request = wire.by_hand(options.quote, given=wire.Given(text, "the given text"))
    else:
        source = options.source
        if not source.startswith(("http://", "https://", "file://")) and not Path(source).is_file():
            return _wrong(f"{source} is neither an http(s) address nor a file.")
        if "://" not in source:
            source = Path(source).resolve().as_uri()
        request = wire.by_hand(options.quote, source)
    report = asyncio.run(
        _report(request, _settings(options), files=options.source is not None, archive=options.archive)
    )
    shown = json.dumps(report, ensure_ascii=False, indent=1) if options.json else in_words(report, why=options.why)
    print(shown)
    return _STATUS.get(report["decision"], NOT_CHECKED)


_STATUS = {"supported": ALL_FOUND, "blocked": NOT_FOUND}


def _request_of(draft: str, options: argparse.Namespace) -> wire.AnswerRequest:
    """An answer as Markdown, or as JSON in the form that the extension sends. Raises BadRequest."""
    claims = options.claims or "auto"
    if not (options.answer.endswith(".json") or draft.lstrip().startswith("{")):
        return wire.AnswerRequest(answer_of_markdown(draft, options.answer), "all", claims=claims)
    try:
        body = json.loads(draft)
    except ValueError as trouble:
        raise wire.BadRequest(f"{trouble}.") from None
    if isinstance(body, dict) and "answer" not in body and "draft" not in body:
        body = {"answer": body}
    return wire.answer_from(body)._replace(fetch="all", claims=claims)


async def _report(request: wire.AnswerRequest, settings: Settings, *, files: bool, archive: bool) -> dict[str, Any]:
    async with open_checker(settings, files=files) as checker:
        check = checker.start(request)
        await check.finished()
        if archive:
            for number, source in enumerate(check.report()["sources"]):
                if source["state"] == "failed" and source["address"].startswith(("http://", "https://")):
                    check.ask_archive(number)
            await check.finished()
        return check.report()


def exit_status(verdicts: Iterable[str | None]) -> int:
    """0 all found, 1 something closest or absent, 2 otherwise something unchecked; 2 as well for no quote at all."""
    found = [*verdicts]
    if any(verdict in (Verdict.CLOSEST, Verdict.ABSENT) for verdict in found):
        return NOT_FOUND
    return ALL_FOUND if found and all(verdict == Verdict.FOUND for verdict in found) else NOT_CHECKED


def _check_lines(lines: Iterable[str]) -> int:
    """Answer each case, {"quote", "text" | "html", "meta"?}, with {"verdict", "cause"}, line by line."""
    worst: list[str] = []
    for line in lines:
        if not line.strip():
            continue
        try:
            case = json.loads(line)
            answered = _answered(case)
        except (ValueError, TypeError, KeyError, AttributeError) as trouble:
            return _wrong(f'a line is not a case {{"quote", "text" or "html", "meta"}}: {trouble}.')
        print(json.dumps(answered, ensure_ascii=False), flush=True)
        worst.append(answered["verdict"])
    return exit_status(worst)


def _answered(case: Mapping[str, Any]) -> dict[str, Any]:
    meta = dict(case.get("meta") or {})
    kind = "text/html" if "html" in case else "text/plain"
    document = read_document(
        case.get("html", case.get("text")).encode("utf-8", "surrogatepass"),
        media_type=f"{kind}; charset=utf-8",
        final_address=meta.get("final_url", ""),
        status=meta.get("status", 200),
        headers={name.lower(): value for name, value in meta.get("headers", {}).items()},
        truncated=meta.get("truncated", False),
        pages=meta.get("pages"),
        pages_without_text=meta.get("pages_without_text"),
    )
    reading = Reading("", "", None, document.text, document.cause, dict(document.evidence))
    judgement = judged_alone(case["quote"], reading)
    return {"verdict": str(judgement.verdict), "cause": str(judgement.cause) if judgement.cause else None}


if __name__ == "__main__":
    sys.exit(main())
