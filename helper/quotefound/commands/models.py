"""`quotefound models`: install, list, remove, test. Asks, prints and exits; what it does stands in other modules."""

import argparse
import asyncio
import importlib.util
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

from quotefound.meaning.entailment import Entailment, Label, NotJudged, Unjudged
from quotefound.meaning.installing import install_from_address, install_from_folder, recommended
from quotefound.meaning.judging import Meaning
from quotefound.meaning.models import FILES, WEIGHTS, Refusal
from quotefound.meaning.opinion import Opinion, Server, second_opinion
from quotefound.meaning.shelf import Installed, Shelf
from quotefound.meaning.trial import MARGIN, Pair, Trial, judged, pairs
from quotefound.meaning.worker import NOT_INSTALLED
from quotefound.settings import Settings

DONE, NOT_DONE, WRONG_USAGE = 0, 1, 3


def describe(models: argparse.ArgumentParser) -> None:
    """Adds the command's own words and options."""
    models.add_argument("action", choices=("install", "list", "remove", "test"))
    models.add_argument("name", nargs="?", help="which model; install takes it as the name to give")
    models.add_argument("--yes", action="store_true", help="install without asking")
    models.add_argument("--from", dest="origin", metavar="FOLDER|ADDRESS", help="install from there instead")
    models.add_argument("--sha256", metavar="HEX", help="the hash that the ONNX file must have")
    models.add_argument("--weights", metavar="FILE", help="which ONNX file, where a folder holds several")
    models.add_argument("--labels", metavar="A,B,C", help="what the outputs mean, where the model only numbers them")
    server = models.add_argument_group("to test a language model for second opinions instead")
    server.add_argument("--server", dest="opinion_server", metavar="ADDRESS", help="such as http://127.0.0.1:11434/v1")
    server.add_argument("--model", dest="opinion_model", metavar="NAME", help="its name there")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Runs one action on the models of the data folder; returns the exit status: 0 done, 1 not done, 3 wrong usage."""
    data = settings.folder
    shelf = Shelf(data)
    try:
        if options.action == "list":
            return _list(shelf)
        if options.action == "install":
            return _install(shelf, options, data)
        if options.action == "test" and options.opinion_server:
            return asyncio.run(_test_server(Server(settings.opinion_server, settings.opinion_model), settings.allow))
        installed = shelf.models()
        name = options.name or (installed[0].name if len(installed) == 1 else "")
        if options.action == "remove":
            return _remove(shelf, name)
        return _test(shelf, name, data)
    except OSError as trouble:
        return _say(f"The disk refused: {trouble}.")


def _say(sentence: str, status: int = NOT_DONE) -> int:
    print(f"quotefound: {sentence}", file=sys.stderr)
    return status


def _list(shelf: Shelf) -> int:
    serving = shelf.serving()
    for model in shelf.models():
        state = {True: "passed its trial", False: "did not pass its trial", None: "not tried yet"}[model.passed]
        print(f"{model.name}  {model.size / 1e6:.0f} MB  {state}{', judges' if model == serving else ''}")
        print(f"    from {model.origin}, {model.installed_at}")
        for file in FILES:
            print(f"    {file}  sha256 {model.hashes[file]}")
    if not shelf.models():
        print("No model is installed; meaning is not checked. To install one: quotefound models install")
    return DONE


def _remove(shelf: Shelf, name: str) -> int:
    if not name:
        return _say("say which model to remove; quotefound models list shows them.", WRONG_USAGE)
    if not shelf.remove(name):
        return _say(f"there is no model {name}.")
    print(f"{name} is removed.")
    return DONE


def _install(shelf: Shelf, options: argparse.Namespace, data: Path) -> int:
    for library in ("onnxruntime", "tokenizers"):
        if importlib.util.find_spec(library) is None:  # said before anything is fetched
            return _say(NOT_INSTALLED.format(missing=library))
    labels = tuple(part.strip() for part in options.labels.split(",")) if options.labels else ()
    if options.origin and "://" not in options.origin:
        if not Path(options.origin).is_dir():
            return _say(f"{options.origin} is neither a folder nor an address.", WRONG_USAGE)
        if not _agreed(options, f"Copy the model in {options.origin} and use it?"):
            return NOT_DONE
        outcome = install_from_folder(
            shelf, Path(options.origin), name=options.name or "", weights=options.weights or "", labels=labels
        )
    else:
        offer = recommended()
        offer = replace(offer, name=options.name or offer.name, address=options.origin or offer.address)
        if options.weights:
            offer = replace(offer, files=offer.files | {WEIGHTS: options.weights})
        if options.sha256:
            offer = replace(offer, sha256=offer.sha256 | {WEIGHTS: options.sha256.lower()})
        size = f", {offer.licence}, about {offer.megabytes} MB" if not options.origin else ""
        if not offer.sha256:
            print("This version knows no hash of this model. That of what arrives is kept, and held to ever after.")
        if not _agreed(options, f"Fetch the model {offer.name}{size} from {offer.address}?"):
            return NOT_DONE
        outcome = asyncio.run(install_from_address(shelf, offer, labels=labels, progress=_progress()))
    if isinstance(outcome, Refusal):
        return _say(outcome.sentence)
    installed = shelf.get(outcome)
    assert installed is not None
    if options.sha256 and installed.hashes[WEIGHTS] != options.sha256.lower():
        shelf.remove(outcome)
        return _say(f"{WEIGHTS} has the SHA-256 {installed.hashes[WEIGHTS]}, not the one given; nothing is installed.")
    print(f"{outcome} is installed. SHA-256 of its weights, checked at every load: {installed.hashes[WEIGHTS]}")
    return _test(shelf, outcome, data)


def _agreed(options: argparse.Namespace, question: str) -> bool:
    if options.yes:
        return True
    if not sys.stdin.isatty():
        _say(f"{question} Nobody is here to ask; --yes agrees.")
        return False
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def _progress() -> Callable[[str, int, int | None], None]:
    shown: dict[str, int] = {}

    def show(file: str, size: int, whole: int | None) -> None:
        tenth = size * 10 // whole if whole else size // 10_000_000
        if shown.get(file) != tenth:
            shown[file] = tenth
            print(f"{file}: {size / 1e6:.1f}{f' of {whole / 1e6:.1f}' if whole else ''} MB", flush=True)

    return show


def _test(shelf: Shelf, name: str, data: Path) -> int:
    model = shelf.get(name)
    if model is None:
        return _say(f"there is no model {name}." if name else "say which model to test.", WRONG_USAGE)
    tried = pairs()
    trial = asyncio.run(_tried(model, data, tried))
    if isinstance(trial, Unjudged):
        return _say(f"{name} could not be tried. {trial.sentence}")
    print(in_words(name, trial))
    kept = asdict(trial) | {"passed": trial.passed, "at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
    shelf.note_trial(name, json.loads(json.dumps(kept)))
    return DONE if trial.passed else NOT_DONE


async def _tried(model: Installed, data: Path, tried: list[Pair]) -> Trial | Unjudged:
    meaning = Meaning(data, name=model.name)
    labels: list[Label | None] = []
    try:
        for pair in tried:
            outcome = await meaning.judge(pair.claim, [pair.passage])
            if isinstance(outcome, Unjudged) and outcome.cause is not NotJudged.TOO_LONG:
                return outcome
            labels.append(outcome.label if isinstance(outcome, Entailment) else None)
    finally:
        await meaning.close()
    return judged(labels, tried)


async def _test_server(server: Server, allow: frozenset[tuple[str, int]]) -> int:
    """Tries a language model for second opinions on the same pairs. Nothing of it is kept."""
    tried, labels, unused = pairs(), list[Label | None](), 0
    for place, pair in enumerate(tried):
        outcome = await second_opinion(server, pair.claim, pair.passage, _stands, allow=allow)
        if isinstance(outcome, Unjudged) and outcome.cause not in (NotJudged.REPLY_UNUSABLE, NotJudged.WORDS_NOT_FOUND):
            return _say(outcome.sentence)
        labels.append(outcome.label if isinstance(outcome, Opinion) else None)
        unused += isinstance(outcome, Unjudged)
        if place % 10 == 9:
            print(f"{place + 1} of {len(tried)} pairs", flush=True)
    trial = judged(labels, tried)
    print("\n".join([*_scores(trial), f"replies that could not be used: {unused} of {len(tried)}"]))
    print(f"{server.model} {'beats' if trial.passed else 'does not beat'} word overlap. Its opinions are second ones.")
    return DONE if trial.passed else NOT_DONE


def _stands(words: str, passage: str) -> tuple[int, int] | None:
    start = passage.find(words)
    return None if start < 0 else (start, start + len(words))


def in_words(name: str, trial: Trial) -> str:
    """A trial's outcome as a reader reads it, both scores beside each other."""
    lines = _scores(trial)
    if trial.passed:
        return "\n".join([*lines, f"{name} beats word overlap and judges from now on. It can be wrong all the same."])
    return "\n".join([*lines, f"{name} does not beat word overlap by {MARGIN:.2f}, so it is not used."])


def _scores(trial: Trial) -> list[str]:
    lines = [f"{family}: {right} of {of} right" for family, (right, of) in trial.families.items()]
    lines.append(f"right, the three labels averaged: {trial.score:.2f}; word overlap alone: {trial.overlap:.2f}")
    lines.append(f"called supported, but are not: {trial.false_support} of {trial.pairs * 2 // 3}")
    return lines
