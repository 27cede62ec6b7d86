"""`build.py package`: the extension's archives for both browser families, and the helper as a program without a Python.

The one manifest serves both families; each archive leaves out what only the other knows. The packed helper is started
once: it must prove itself at /hello, stop when asked, and check a quote in a page, worker process included.
"""

import hashlib
import hmac
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

HELPER = Path(__file__).resolve().parent
EXTENSION = HELPER.parent / "extension"
FAMILIES: dict[str, tuple[str, ...]] = {  # what means nothing to the family; behind a slash, what stands in it
    "chromium": ("browser_specific_settings", "sidebar_action", "background/scripts"),
    "firefox": ("key", "minimum_chrome_version", "side_panel", "background/service_worker", "permissions/sidePanel"),
}
DEVELOPING = {"tests", "node_modules", "package.json", "package-lock.json", "jsconfig.json"}
EPOCH = (1980, 1, 1, 0, 0, 0)  # zip's first day: the same tree gives the same bytes

# The program's entry. It starts itself once more for every worker, which must not load what only the helper needs.
ENTRY = """\
import sys

if __name__ == "__main__":
    if sys.argv[1:] == ["--read-documents"]:
        from quotefound.sources.extraction.worker import main
    elif sys.argv[1:2] == ["--judge-meaning"]:
        from quotefound.meaning.worker import main
    else:
        from quotefound.cli import main
    sys.exit(main())
"""
START_S = 30.0  # a packed program's first start is slowed by virus scanners
CHECK_S = 60.0


def manifest_for(family: str, manifest: dict[str, Any]) -> dict[str, Any]:
    """The one manifest without what means nothing to this family."""
    own = dict(manifest)
    for entry, _, inner in (foreign.partition("/") for foreign in FAMILIES[family]):
        whole = own.pop(entry)
        if inner and isinstance(whole, dict):
            own[entry] = {name: value for name, value in whole.items() if name != inner}
        elif inner:
            own[entry] = [value for value in whole if value != inner]
    return own


def archive(out: Path, family: str) -> Path:
    """A zip of what runs."""
    manifest = json.loads((EXTENSION / "manifest.json").read_text())
    path = out / f"quotefound-{manifest['version']}-{family}.zip"
    own = manifest_for(family, manifest)
    with zipfile.ZipFile(path, "w") as bundle:
        for file in sorted(EXTENSION.rglob("*")):
            name = file.relative_to(EXTENSION)
            if file.is_dir() or name.parts[0] in DEVELOPING or any(part.startswith(".") for part in name.parts):
                continue
            item = zipfile.ZipInfo(name.as_posix(), EPOCH)
            item.compress_type, item.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            is_manifest = name.as_posix() == "manifest.json"
            bundle.writestr(item, json.dumps(own, indent=2, ensure_ascii=False) if is_manifest else file.read_bytes())
    return path


def freeze(out: Path) -> Path:
    """The helper and its Python as one folder; a single file would unpack itself at every start."""
    work = out.parent / "pyinstaller"
    work.mkdir(exist_ok=True)
    (work / "entry.py").write_text(ENTRY)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", "--onedir"]
    command += ["--name", "quotefound", "--paths", str(HELPER)]
    command += ["--collect-submodules", "quotefound", "--collect-data", "quotefound"]
    command += ["--distpath", str(out), "--workpath", str(work), "--specpath", str(work), str(work / "entry.py")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stderr}\nThe helper could not be packed; the lines above say why.")
    return out / "quotefound" / ("quotefound.exe" if os.name == "nt" else "quotefound")


def seconds_to_answer(program: Path, folder: Path) -> float:
    """From the packed helper's start to its first answer; stops it again. Exits with a sentence when none comes."""
    started = time.monotonic()
    helper = subprocess.Popen([program, "serve", "--folder", folder], stdout=subprocess.DEVNULL)
    try:
        while not answers(folder / "helper.json"):
            if helper.poll() is not None or time.monotonic() - started > START_S:
                sys.exit(f"The packed helper did not answer within {START_S:.0f} s.")
            time.sleep(0.02)
        return time.monotonic() - started
    finally:
        helper.terminate()
        helper.wait(timeout=START_S)


def answers(state: Path) -> bool:
    """Whether the helper of this state file proves at /hello that it holds the token written there."""
    try:
        connection, nonce = json.loads(state.read_text()), secrets.token_urlsafe()
        with urllib.request.urlopen(f"http://127.0.0.1:{connection['port']}/hello?nonce={nonce}", timeout=2) as reply:
            said = json.load(reply)["proof"]
    except (OSError, ValueError):
        return False
    words = f"quotefound|{connection['port']}|{nonce}"
    return hmac.compare_digest(said, hmac.new(connection["token"].encode(), words.encode(), hashlib.sha256).hexdigest())


def checks_a_quote(program: Path, folder: Path) -> bool:
    page = folder / "page.html"
    page.write_text("<!doctype html><title>Timetable</title><p>The ferry leaves at nine, and at noon.</p>")
    command = [
        str(program),
        "check",
        "--folder",
        str(folder),
        "--quote",
        "the ferry leaves at nine",
        "--source",
        str(page),
    ]
    return subprocess.run(command, timeout=CHECK_S, stdout=subprocess.DEVNULL).returncode == 0


def main() -> int:
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for family in FAMILIES:
        path = archive(out, family)
        print(f"· extension for {family}: {path}, {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}…", flush=True)
    print("· packing the helper; this takes a minute", flush=True)
    program = freeze(out)
    size = sum(file.stat().st_size for file in program.parent.rglob("*") if file.is_file())
    print(f"· helper: {program}, {size / 1e6:.0f} MB", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        waited = seconds_to_answer(program, Path(folder))
        if not checks_a_quote(program, Path(folder)):
            sys.exit("The packed helper started, but did not find a quote that stands in a small page.")
    print(f"· started once: it answered after {waited:.1f} s, stopped when asked, and found a quote in a page")
    return 0


if __name__ == "__main__":
    sys.exit(main())
