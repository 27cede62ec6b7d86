"""Model folders: which files make a model, what its labels mean, and that no file has changed since it was installed.

Reads and hashes; runs nothing and fetches nothing. What is handed on for running are the very bytes that were hashed.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quotefound.meaning.entailment import Label

WEIGHTS, TOKENIZER, CONFIG = "model.onnx", "tokenizer.json", "config.json"
FILES = (CONFIG, TOKENIZER, WEIGHTS)
MANIFEST = "quotefound-model.json"

# Windows of three sentences with a claim are under 200 tokens; longer input costs time by its square.
LONGEST_TOKENS = 512

# The names that public three-label models give their labels; matched whole, since "not_entailment" is no entailment.
_MEANINGS = {
    **dict.fromkeys(("entailment", "entails", "entailed", "supported", "supports", "support"), Label.SUPPORTED),
    **dict.fromkeys(
        ("contradiction", "contradicts", "contradicted", "refutes", "refuted", "refute"), Label.CONTRADICTED
    ),
    **dict.fromkeys(("neutral", "not enough info", "nei", "unknown"), Label.NEUTRAL),
}
_NUMBERED = re.compile(r"label_?\d+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a model cannot be used, in one sentence."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A model whose files are as they were installed, ready to be run. `labels` in the order of its outputs."""

    name: str
    hash: str
    weights: bytes
    tokenizer: bytes
    labels: tuple[Label, ...]
    longest: int
    padding: int


def labels_of(config: Mapping[str, Any], named: Sequence[str] = ()) -> tuple[Label, ...] | Refusal:
    """What the model's outputs mean, in their order: by `named` if given, else by the configuration's label names.

    A model of two labels is refused: it cannot tell "says the opposite" from "does not say".
    """
    names = [*named] or _names(config.get("id2label"))
    if not names or all(_NUMBERED.fullmatch(name) for name in names):
        by_name = config.get("label2id")
        if isinstance(by_name, dict) and len(by_name) == len(names or by_name):
            names = _names({place: name for name, place in by_name.items()})
    if len(names) == 2:
        return Refusal("This model has two labels, so it cannot tell a passage that contradicts from a silent one.")
    if len(names) != 3:
        return Refusal(f"This model has {len(names) or 'no named'} labels; one with three is needed.")
    if all(_NUMBERED.fullmatch(name) for name in names):
        return Refusal(
            "The model's labels are only numbered; say what they mean, in order: "
            "--labels contradiction,entailment,neutral."
        )
    meant = [_MEANINGS.get(re.sub(r"[\s_-]+", " ", name).strip().lower()) for name in names]
    labels = tuple(label for label in meant if label is not None)
    if len(set(labels)) != 3:
        return Refusal(f"The labels {', '.join(names)} do not name entailment, contradiction and neutral once each.")
    return labels


def _names(by_place: object) -> list[str]:
    """Label names in the order of their places; nothing unless the places are 0, 1, 2 …"""
    if not isinstance(by_place, dict):
        return []
    try:
        ordered = {int(place): str(name) for place, name in by_place.items()}
    except (ValueError, TypeError):
        return []
    return [ordered[place] for place in range(len(ordered))] if sorted(ordered) == list(range(len(ordered))) else []


def hash_of(files: Mapping[str, str]) -> str:
    """One hash for a model: over the names of its files and theirs."""
    return "sha256:" + hashlib.sha256(json.dumps(dict(files), sort_keys=True).encode()).hexdigest()


def sha256_of(path: Path) -> str:
    """The hash of a file, in hexadecimal. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def manifest_of(folder: Path) -> dict[str, Any] | Refusal:
    """What was written down when the model in this folder was installed."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        if {*manifest["files"]} >= {*FILES} and isinstance(manifest["name"], str):
            return dict(manifest)
    except (OSError, ValueError, TypeError, KeyError):
        pass
    return Refusal(f"The folder {folder.name} holds no installed model.")


def opened(folder: Path) -> Opened | Refusal:
    """The installed model of this folder, every file of it read and compared with the hash kept at installation."""
    manifest = manifest_of(folder)
    if isinstance(manifest, Refusal):
        return manifest
    read: dict[str, bytes] = {}
    for file in FILES:
        try:
            read[file] = (folder / file).read_bytes()
        except OSError:
            return Refusal(f"The file {file} of {folder.name} cannot be read. Remove the model and install it again.")
        if hashlib.sha256(read[file]).hexdigest() != manifest["files"][file]:
            return Refusal(
                f"The file {file} of {folder.name} has changed since it was installed, so the model is not used. "
                "Remove it and install it again."
            )
    described = described_by(read[CONFIG], manifest.get("labels") or ())
    if isinstance(described, Refusal):
        return described
    labels, longest, padding = described
    return Opened(
        manifest["name"], hash_of(manifest["files"]), read[WEIGHTS], read[TOKENIZER], labels, longest, padding
    )


def described_by(config: bytes, named: Sequence[str] = ()) -> tuple[tuple[Label, ...], int, int] | Refusal:
    """Labels, the longest input in tokens, and the token to pad with, as a config.json says."""
    try:
        values = json.loads(config)
    except ValueError:
        values = None
    if not isinstance(values, dict):
        return Refusal("The model's config.json is not a JSON object.")
    labels = labels_of(values, named)
    if isinstance(labels, Refusal):
        return labels
    longest, padding = values.get("max_position_embeddings"), values.get("pad_token_id")
    longest = longest if isinstance(longest, int) and longest > 0 else LONGEST_TOKENS
    return labels, min(longest, LONGEST_TOKENS), padding if isinstance(padding, int) and padding >= 0 else 0
