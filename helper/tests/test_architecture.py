"""The picture of the layout, held: who may import whom, which names are not used, and facts that stand twice agree."""

import ast
import base64
import hashlib
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import quotefound
from quotefound.settings import EXTENSION_ORIGINS

PACKAGE = Path(quotefound.__file__).parent
PROJECT = PACKAGE.parents[1]
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}

# What each part of core may import of core beside the base, which imports nothing: chunks <- tokens <- places <-
# matching <- passages <- notes <- verdicts, and what hangs off the tokens. A new part gets its line here, or only the
# base.
CORE_BASE = {"text", "terms", "words"}
CORE_MAY = {
    "chunks": set(),
    "tokens": {"chunks"},
    "places": {"chunks", "tokens"},
    "spellings": set(),
    "matching": {"chunks", "tokens", "places", "spellings"},
    "passages": {"chunks", "tokens", "matching"},
    "notes": {"chunks", "tokens", "matching", "passages"},
    "speaking": {"tokens", "matching", "passages", "notes", "verdicts"},
    "languages": set(),
    "numbers": set(),
    "windows": {"chunks", "tokens", "numbers"},
    "claims": {"tokens", "answers", "numbers", "windows"},
    "verdicts": {"tokens", "matching", "passages", "notes", "languages", "numbers"},
    "answers": {"tokens", "quotations"},
    "selectors": {"tokens"},
}
# Beyond the standard library, each with the parts that need it; None for all.
CORE_LIBRARIES = {"regex": None, "numpy": {"matching"}, "rapidfuzz": {"passages"}}
# What would let a clock, a file, the network or the environment in.
EDGES_OF_THE_MACHINE = {
    "asyncio", "datetime", "http", "io", "logging", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib.request",
}  # fmt: skip
SHELL = ("quotefound.checking",)
# An answer, as `answers` has it, is a value: the command line makes one too.
DECIDERS = {f"quotefound.core.{part}" for part in CORE_MAY.keys() - {"answers", "selectors"}}
# A record states a snapshot's fields, so it knows that value; it fetches nothing.
KNOWS_THE_VALUE = {"quotefound.records": "quotefound.sources.snapshots"}
EDGES = ("quotefound.sources", "quotefound.meaning")
DOOR, COMMANDS = "quotefound.door", "quotefound.commands"
# Not "helper": that is the name of this program on the reader's machine.
BANNED_NAMES = re.compile(r"(^|[_-])(utils?|common|helpers|managers?|misc)([_-]|$)")
# Written apart, so that this file does not name them.
REGISTRIES = ["pypi" + ".org", "pythonhosted" + ".org", "registry.npmjs" + ".org", "registry.yarnpkg" + ".com"]


def imports_of(path: Path, module: str) -> Iterator[str]:
    """Every module that this file imports, anywhere in it, by its full name."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base]).rstrip(".")
            for name in node.names:
                whole = f"{base}.{name.name}"
                yield whole if whole in MODULES else base


def within(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def is_core(module: str) -> bool:
    return within(module, "quotefound.core")


@pytest.mark.parametrize("module", [module for module in MODULES if is_core(module) and module != "quotefound.core"])
def test_core_imports_only_core_in_its_order_and_the_standard_library(module: str) -> None:
    name = module.split(".")[2]
    may = set() if name in CORE_BASE else CORE_BASE | CORE_MAY.get(name, set())
    for imported in imports_of(MODULES[module], module):
        top = imported.split(".")[0]
        if top == "quotefound":
            assert is_core(imported), f"{module} imports {imported}"
            part = imported.split(".")[2] if imported.count(".") > 1 else ""
            assert part in may | {name}, f"{module} imports {imported}"
        elif top not in sys.stdlib_module_names:
            assert top in CORE_LIBRARIES, f"{module} imports {imported}"
            users = CORE_LIBRARIES[top]
            assert users is None or name in users, f"{module} imports {imported}"


@pytest.mark.parametrize("module", [module for module in MODULES if is_core(module)])
def test_core_knows_no_clock_file_network_or_environment(module: str) -> None:
    imported = set(imports_of(MODULES[module], module))
    assert not imported & EDGES_OF_THE_MACHINE


@pytest.mark.parametrize("module", [module for module in MODULES if within(module, *EDGES)])
def test_the_edges_know_a_source_text_and_the_words_and_no_decider(module: str) -> None:
    for imported in imports_of(MODULES[module], module):
        if is_core(imported):
            assert imported in ("quotefound.core.text", "quotefound.core.terms"), f"{module} imports {imported}"
        assert not within(imported, *SHELL, DOOR, "quotefound.wire"), f"{module} imports {imported}"


@pytest.mark.parametrize("module", list(MODULES))
def test_only_the_shell_sees_both_the_deciders_and_the_edges(module: str) -> None:
    imported = set(imports_of(MODULES[module], module))
    deciders = {name for name in imported if name in DECIDERS}
    edges = {name for name in imported if within(name, *EDGES)} - {KNOWS_THE_VALUE.get(module)}
    assert within(module, *SHELL) or not (deciders and edges), f"{module} imports {deciders} and {edges}"


@pytest.mark.parametrize("module", [module for module in MODULES if within(module, DOOR, "quotefound.settings")])
def test_the_door_knows_nothing_of_quotes_and_sources(module: str) -> None:
    for imported in imports_of(MODULES[module], module):
        assert not within(imported, "quotefound.core", *EDGES, *SHELL), f"{module} imports {imported}"


@pytest.mark.parametrize("module", [module for module in MODULES if not within(module, COMMANDS, "quotefound.cli")])
def test_nothing_but_the_command_line_knows_its_commands(module: str) -> None:
    assert not [name for name in imports_of(MODULES[module], module) if within(name, COMMANDS)]


def tracked_files() -> list[Path]:
    """What the repository holds, new files included."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT, capture_output=True, check=True,
    )  # fmt: skip
    paths = [PROJECT / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_no_module_has_a_name_that_says_nothing() -> None:
    code = [path for path in tracked_files() if path.suffix in (".py", ".js", ".mjs")]
    assert len(code) > 10
    assert [path for path in code if BANNED_NAMES.search(path.stem.lower())] == []


def test_no_file_needs_what_a_clone_does_not_have_or_names_a_registry() -> None:
    never = re.compile("|".join([r"(\.\./|/work/)" + r"shared(?!-tests)", *map(re.escape, REGISTRIES)]).encode())
    found = []
    for path in tracked_files():
        if path.name in ("package-lock.json",):
            continue  # made by npm, which writes where each package came from
        found += [(str(path.relative_to(PROJECT)), named[0]) for named in never.finditer(path.read_bytes())]
    assert found == []


def test_the_top_level_is_the_designs() -> None:
    tops = {path.relative_to(PROJECT).parts[0] for path in tracked_files()}
    assert {top for top in tops if not top.startswith(".")} <= {
        "extension",
        "helper",
        "shared-tests",
        "build.py",
        "README.md",
    }


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((PROJECT / "helper" / "pyproject.toml").read_text("utf-8"))
    if "version" in project["project"].get("dynamic", []):
        assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "quotefound.__version__"}
    else:
        assert project["project"]["version"] == quotefound.__version__
    for name in ("manifest.json", "package.json"):
        stated = json.loads((PROJECT / "extension" / name).read_text("utf-8"))
        assert stated.get("version", quotefound.__version__) == quotefound.__version__, name
    assert "version" in json.loads((PROJECT / "extension" / "manifest.json").read_text("utf-8"))


def test_the_server_hears_the_extension_whose_key_the_manifest_holds() -> None:
    key = json.loads((PROJECT / "extension" / "manifest.json").read_text("utf-8"))["key"]
    digest = hashlib.sha256(base64.b64decode(key, validate=True)).hexdigest()[:32]
    identity = "".join(chr(ord("a") + int(digit, 16)) for digit in digest)
    assert f"chrome-extension://{identity}" in EXTENSION_ORIGINS
