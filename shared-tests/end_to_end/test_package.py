"""The extension's archives: the same bytes from the same tree, one manifest for both families, and both work."""

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from firefox_scene import in_firefox

from package import EXTENSION, FAMILIES, archive
from pages import sample
from stage import Helper, Stage, until

LINTER = EXTENSION / "node_modules" / "addons-linter" / "bin" / "addons-linter"
# It takes no import but of a fixed address; ours are at an address that the browser makes up, and only ever our own.
OF_OUR_OWN_MODULES = {
    ("UNSAFE_VAR_ASSIGNMENT", "content/loader.js"),
    ("UNSAFE_VAR_ASSIGNMENT", "background/switches.js"),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_an_archive_has_the_same_bytes_each_time_and_nothing_of_the_workshop(tmp_path: Path, family: str) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    path = archive(first, family)
    assert path.read_bytes() == archive(second, family).read_bytes()
    names = zipfile.ZipFile(path).namelist()
    assert "manifest.json" in names
    assert not [name for name in names if name.startswith((".", "tests/", "node_modules/", "package", "jsconfig"))]


def test_each_family_gets_the_one_manifest_without_what_only_the_other_knows(tmp_path: Path) -> None:
    whole = json.loads((EXTENSION / "manifest.json").read_text())
    both = {
        entry for entry in whole if not any(entry == one.split("/")[0] for ones in FAMILIES.values() for one in ones)
    }
    own = {}
    for family in FAMILIES:
        with zipfile.ZipFile(archive(tmp_path, family)) as bundle:
            own[family] = json.loads(bundle.read("manifest.json"))
        assert {entry: own[family][entry] for entry in both} == {entry: whole[entry] for entry in both}
    chromium, firefox = own["chromium"], own["firefox"]
    assert chromium["background"] == {"service_worker": "background/main.js", "type": "module"}
    assert firefox["background"] == {"scripts": ["background/main.js"], "type": "module"}
    assert set(chromium["permissions"]) - set(firefox["permissions"]) == {"sidePanel"}
    assert chromium.keys() - firefox.keys() == {"key", "minimum_chrome_version", "side_panel"}
    assert firefox.keys() - chromium.keys() == {"browser_specific_settings", "sidebar_action"}


def test_mozillas_linter_has_nothing_to_say_about_the_firefox_archive(tmp_path: Path) -> None:
    node = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    assert node, "No Node is here."
    assert LINTER.exists(), "addons-linter is missing; `npm ci` in extension/ installs it."
    command = [node, str(LINTER), "--output", "json", str(archive(tmp_path, "firefox"))]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=120).stdout)
    assert told["errors"] == []
    assert told["notices"] == []
    assert {(one["code"], one["file"]) for one in told["warnings"]} == OF_OUR_OWN_MODULES
    assert len(told["warnings"]) == len(OF_OUR_OWN_MODULES)


def test_the_firefox_archive_checks_the_sample(tmp_path: Path) -> None:
    with zipfile.ZipFile(archive(tmp_path, "firefox")) as bundle:
        bundle.extractall(tmp_path / "unpacked")
    with sample() as (answer, sources):
        allow = [sources.host_and_port]
        with in_firefox(tmp_path, [answer.address], allow, extension=tmp_path / "unpacked") as scene:
            tab = scene.open(f"{answer.address}/answer")
            until(lambda: sum(map(len, scene.marks(tab).values())) >= 11, 40, "The quotes were not marked.")


def test_the_chromium_archive_checks_the_sample(tmp_path: Path) -> None:
    with zipfile.ZipFile(archive(tmp_path, "chromium")) as bundle:
        bundle.extractall(tmp_path / "unpacked")
    with sample() as (answer, sources):
        helper = Helper(tmp_path / "data", [sources.host_and_port])
        try:
            with Stage(tmp_path, extension=tmp_path / "unpacked") as stage:
                stage.pair(helper)
                stage.switch_on(answer.address)
                page = stage.open(f"{answer.address}/answer")
                [report] = stage.reports(page, helper)
                assert report["summary"]["quotes"] == 11
                assert set(stage.marks(page)) == {
                    f"quotefound-{v}" for v in ("found", "closest", "absent", "unchecked")
                }
        finally:
            helper.stop()
