"""What more than one part states, compared: versions, the manifest's paths, the words on the screen, the vectors' form.

Run by `build.py check` with the environment's Python; prints each disagreement in a line and ends with status 1.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

import quotefound
from quotefound.core import terms

ROOT = Path(__file__).resolve().parent.parent
EXTENSION = ROOT / "extension"
TOP_LEVEL = {"extension", "helper", "shared-tests", "build.py", "README.md"}  # and dotfiles
LONGEST_NAME = 100  # a vector's name is a sentence that a failing test's line can show whole

# Message keys made of a prefix and a name from the closed lists; each name needs its words in every language.
LISTED_KEYS: dict[str, type[StrEnum]] = {
    "verdict_": terms.Verdict,
    "cause_": terms.Cause,
    "note_": terms.Note,
    "claim_": terms.ClaimVerdict,
    "reason_": terms.ClaimReason,
    "claim_note_": terms.ClaimNote,
    "words_": terms.Words,
    "meaning_": terms.ClaimVerdict,
    "figure_": terms.FigureVerdict,
    "doubt_": terms.FigureDoubt,
    "figure_note_": terms.FigureNote,
}


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def top_level() -> Iterator[str]:
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    for name in sorted({name.split("/")[0] for name in names if name}):
        if name not in TOP_LEVEL and not name.startswith("."):
            yield f"{name} stands at the top level, which holds only {', '.join(sorted(TOP_LEVEL))}"


def sentences() -> Iterator[str]:
    said: tuple[tuple[type[StrEnum], Mapping[Any, str]], ...] = (
        (terms.Verdict, terms.VERDICT_SENTENCES),
        (terms.Cause, terms.CAUSE_SENTENCES),
        (terms.Note, terms.NOTE_SENTENCES),
        (terms.ClaimVerdict, terms.CLAIM_VERDICT_SENTENCES),
        (terms.ClaimReason, terms.CLAIM_REASON_SENTENCES),
        (terms.ClaimNote, terms.CLAIM_NOTE_SENTENCES),
        (terms.FigureDoubt, terms.FIGURE_DOUBT_SENTENCES),
        (terms.FigureNote, terms.FIGURE_NOTE_SENTENCES),
    )
    for names, sentences_of in said:
        for name in set(names) - set(sentences_of):
            yield f"terms.py has no sentence for {name!r}"


def versions() -> Iterator[str]:
    stated = {
        "helper/quotefound/__init__.py": quotefound.__version__,
        "extension/manifest.json": read(EXTENSION / "manifest.json")["version"],
        "extension/package.json": read(EXTENSION / "package.json")["version"],
    }
    if len(set(stated.values())) != 1:
        yield "the version differs: " + ", ".join(f"{place} says {version}" for place, version in stated.items())


def manifest_paths() -> Iterator[str]:
    def strings(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            for part in value.values() if isinstance(value, dict) else value:
                yield from strings(part)

    for text in strings(read(EXTENSION / "manifest.json")):
        is_path = re.fullmatch(r"[\w./*-]+\.(js|html|css|png|svg|json)", text)
        if is_path and not next(EXTENSION.glob(text.lstrip("/")), None):
            yield f"the manifest names {text}, which does not exist"


def messages() -> Iterator[str]:
    languages = {path.parent.name: read(path) for path in sorted(EXTENSION.glob("_locales/*/messages.json"))}
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for path in [*EXTENSION.rglob("*.js"), *EXTENSION.rglob("*.html"), EXTENSION / "manifest.json"]
        if not {"node_modules", "tests"} & set(path.relative_to(EXTENSION).parts)
    )
    wanted = set(re.findall(r"""\bwords\(\s*["'`]([A-Za-z0-9_]+)["'`]""", source))
    wanted |= set(re.findall(r"__MSG_(\w+)__", source)) | set(re.findall(r'data-words="(\w+)"', source))
    for key in re.findall(r"""\bcounted\(\s*["'`]([A-Za-z0-9_]+)["'`]""", source):
        wanted |= {key, f"{key}_one"}
    for prefix, names in LISTED_KEYS.items():
        wanted |= {prefix + name.value for name in names}
    for language, entries in languages.items():
        for key in sorted(wanted - set(entries)):
            yield f"_locales/{language} has no words for {key}"
        for key, entry in entries.items():
            message = entry.get("message", "")
            if not message or (message.isspace() and key != "list_gap"):  # a gap between two sentences is a space
                yield f"_locales/{language} has an empty message for {key}"
        if missing := set().union(*map(set, languages.values())) - set(entries) - wanted:
            yield f"_locales/{language} lacks {', '.join(sorted(missing))}, which another language has"
    if "en" not in languages:
        yield "there is no _locales/en/messages.json"


def _name(case: dict[str, Any]) -> str:
    """What a case is called: its name, or the sentence and the passage that it is about."""
    return str(case.get("name") or " / ".join(filter(None, (case.get("claim"), case.get("passage")))))


def vectors() -> Iterator[str]:
    files = sorted((ROOT / "shared-tests" / "vectors").glob("*.json"))
    for path in files:
        content = read(path)
        if not isinstance(content, dict) or not content.get("about") or len(content) < 2:
            yield f"{path.name} needs `about` (what it pins down) and something beside it"
            continue
        tags, cases = content.get("tags", {}), content.get("cases", [])
        for name, count in Counter(map(_name, cases)).items():
            if count > 1 or not name or re.search(r"\bshould\b", name):
                yield f"{path.name}: the name {name!r} is empty, not unique, or says what should be"
        yield from (
            f"{path.name}: the name {case['name']!r} is too long"
            for case in cases
            if len(case.get("name", "")) > LONGEST_NAME
        )
        for case in cases:
            if not case.get("why") and not case.get("tags"):
                yield f"{path.name}: {case.get('name')!r} gives no reason (`why`, or `tags` that the file explains)"
            for tag in set(case.get("tags", ())) - set(tags):
                yield f"{path.name}: {case.get('name')!r} has the tag {tag!r}, which the file does not explain"
    if not files:
        yield "there are no vectors"


def main() -> int:
    complaints = [
        complaint
        for look in (top_level, sentences, versions, manifest_paths, messages, vectors)
        for complaint in look()
    ]
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
