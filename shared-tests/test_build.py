"""build.py where it judges: which browsers are of use, what tests came to, what it says when it may not install."""

import subprocess
import sys
from pathlib import Path

import pytest

import build

REPORT = """<testsuites><testsuite><testcase name="good"/><testcase name="bad"><failure/></testcase>
<testcase name="broken"><error/></testcase><testcase name="left out"><skipped/></testcase></testsuite></testsuites>"""


def program(path: Path, says: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(build.WINDOWS, reason="programs of a few lines are shell scripts here")
@pytest.mark.parametrize(
    ("place", "says", "useful"),
    [
        ("chromium", "Chromium 156.0.8078.114", True),
        ("chrome-for-testing", "Google Chrome for Testing 156.0.1", True),
        ("google-chrome", "Google Chrome 156.0.1", False),
        ("microsoft-edge", "Microsoft Edge 156.0.1", False),
        ("snap/bin/chromium", "Chromium 156.0.1", False),
        ("chromium-that-calls-a-snap", "/snap/bin/chromium", False),
        ("flatpak/exports/bin/org.chromium.Chromium", "Chromium 156.0.1", False),
        ("silent", "", False),
    ],
)
def test_only_a_browser_that_loads_an_extension_from_a_folder_is_used(
    tmp_path: Path, place: str, says: str, useful: bool
) -> None:
    assert build.loads_extensions(program(tmp_path / place, says)) is useful


def test_a_browser_that_is_not_there_is_not_used(tmp_path: Path) -> None:
    assert not build.loads_extensions(tmp_path / "chromium")


def test_a_report_is_counted_and_its_failures_named(tmp_path: Path) -> None:
    (tmp_path / "report.xml").write_text(REPORT)
    tally = build.Tally()
    tally.add("runner", tmp_path / "report.xml", 1)
    assert (tally.passed, tally.failed) == (1, ["runner: bad", "runner: broken"])


def test_a_runner_that_ends_without_a_report_has_failed(tmp_path: Path) -> None:
    tally = build.Tally()
    tally.add("runner", tmp_path / "none.xml", 5)
    assert (tally.passed, tally.failed) == (0, ["runner itself, with status 5"])


def test_who_may_not_install_is_told_the_one_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "IS_ROOT", False)
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/apt-get" if name == "apt-get" else None)
    with pytest.raises(SystemExit) as said:
        build.install("a Chromium", 1)
    assert "sudo apt-get install -y --no-install-recommends chromium" in str(said.value)


def test_alone_it_lists_its_commands() -> None:
    done = subprocess.run([sys.executable, build.ROOT / "build.py"], capture_output=True, text=True)
    assert done.returncode == 0
    for command in ("run", "test", "check", "bench", "pictures", "package"):
        assert f"  {command} " in done.stdout
