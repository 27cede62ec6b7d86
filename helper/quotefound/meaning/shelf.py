"""Where installed models stand: one folder each, beside the snapshots. Lists, chooses, removes.

A model serves once it has passed its trial (see `trial`); of several, the one installed last.
"""

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quotefound.meaning.models import FILES, MANIFEST, Refusal, hash_of, manifest_of

FOLDER = "models"  # in the data folder
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


@dataclass(frozen=True, slots=True)
class Installed:
    """One installed model, as its manifest has it. `passed` is None until it has been tried."""

    name: str
    folder: Path
    origin: str
    installed_at: str
    hash: str
    hashes: dict[str, str]
    passed: bool | None
    trial: dict[str, Any]

    @property
    def size(self) -> int:
        """Bytes of its files, as they are now."""
        return sum(path.stat().st_size for file in FILES if (path := self.folder / file).is_file())


class Shelf:
    """The models of one data folder."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER

    def models(self) -> list[Installed]:
        """All installed models, the last installed first."""
        found = [self.get(path.name) for path in self.folder.iterdir()] if self.folder.is_dir() else []
        return sorted((one for one in found if one), key=lambda one: (one.installed_at, one.name), reverse=True)

    def get(self, name: str) -> Installed | None:
        """The model of this name."""
        if not _NAME.fullmatch(name):
            return None
        manifest = manifest_of(self.folder / name)
        if isinstance(manifest, Refusal):
            return None
        trial = manifest.get("trial") or {}
        return Installed(
            name,
            self.folder / name,
            str(manifest.get("origin", "")),
            str(manifest.get("installed_at", "")),
            hash_of(manifest["files"]),
            dict(manifest["files"]),
            trial.get("passed"),
            trial,
        )

    def serving(self) -> Installed | None:
        """The model that judges claims; None while no installed one has passed its trial."""
        return next((one for one in self.models() if one.passed), None)

    def place_for(self, name: str) -> Path | Refusal:
        """The folder that a new model of this name is to have."""
        if not _NAME.fullmatch(name):
            return Refusal(f"{name!r} is no name for a model; letters, digits, dots and dashes make one.")
        if (self.folder / name).exists():
            return Refusal(f"There is a model {name} already. Remove it first: quotefound models remove {name}")
        return self.folder / name

    def note_trial(self, name: str, trial: dict[str, Any]) -> None:
        """Keeps how a model did in its trial. Raises OSError."""
        folder = self.folder / name
        manifest = manifest_of(folder)
        if not isinstance(manifest, Refusal):
            write_manifest(folder, manifest | {"trial": trial})

    def remove(self, name: str) -> bool:
        """Takes a model away, damaged or arrived in part as well; False when there is none. Raises OSError."""
        if not _NAME.fullmatch(name):
            return False
        there = [folder for folder in (self.folder / name, self.arriving(name)) if folder.is_dir()]
        for folder in there:
            shutil.rmtree(folder)
        return bool(there)

    def arriving(self, name: str) -> Path:
        """Where the files of this model are until all of them are there."""
        return self.folder / f".{name}.arriving"


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Writes a model's manifest so that it is there whole or not at all. Raises OSError."""
    written = folder / f"{MANIFEST}.new"
    written.write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
    written.replace(folder / MANIFEST)
