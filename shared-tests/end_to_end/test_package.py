"""The extension's archives: the same bytes from the same tree, one manifest for both families, and one that works."""

import json
import zipfile
from pathlib import Path

import pytest

from package import EXTENSION, FAMILIES, archive
from pages import sample
from stage import Helper, Stage


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
    for family, foreign in FAMILIES.items():
        with zipfile.ZipFile(archive(tmp_path, family)) as bundle:
            own = json.loads(bundle.read("manifest.json"))
        assert own == {entry: value for entry, value in whole.items() if entry not in foreign}


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
