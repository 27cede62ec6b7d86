"""Brings a model onto the shelf, from a local folder or from the network, with its hashes written down.

Nothing is used of a model before it stands there whole under its name. No hash of the recommended one is known to this
version, and none is invented: what arrives is written down, and any later change is refused.
"""

import platform
import shutil
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import truststore

from quotefound.meaning.arriving import Arrived, fetch
from quotefound.meaning.models import CONFIG, FILES, TOKENIZER, WEIGHTS, Refusal, described_by, sha256_of
from quotefound.meaning.shelf import Shelf, write_manifest


@dataclass(frozen=True, slots=True)
class Offer:
    """A model that can be fetched: `files` are where each stands below `address`; `sha256` what is known of them."""

    name: str
    address: str
    files: dict[str, str]
    megabytes: int
    licence: str
    sha256: dict[str, str] = field(default_factory=dict)


def recommended(machine: str = platform.machine()) -> Offer:
    """Three labels, trained on SNLI and MNLI (89.8 % on their test pairs), and small enough for any laptop.

    Its repository holds one quantized file per kind of processor.
    """
    return Offer(
        name="nli-deberta-v3-xsmall",
        address="https://huggingface.co/cross-encoder/nli-deberta-v3-xsmall/resolve/main",
        files={CONFIG: CONFIG, TOKENIZER: TOKENIZER, WEIGHTS: f"onnx/model_{_kind(machine)}.onnx"},
        megabytes=96,
        licence="Apache-2.0",
    )


def _kind(machine: str = platform.machine()) -> str:
    """The quantization that suits this processor; the AVX2 one does not saturate where VNNI is missing."""
    return "qint8_arm64" if machine.lower() in ("arm64", "aarch64") else "quint8_avx2"


def weights_in(folder: Path, wanted: str = "") -> Path | Refusal:
    """The ONNX file of a local model folder; `wanted` names one of several, such as onnx/model_quantized.onnx."""
    found = sorted([*folder.glob("*.onnx"), *folder.glob("onnx/*.onnx")])
    if wanted:
        found = [path for path in found if path.relative_to(folder).as_posix() == wanted]
    if not found:
        return Refusal(f"{folder} holds no {wanted or 'ONNX file'}.")
    if len(found) == 1:
        return found[0]
    for kind in (_kind(), "quantized", "int8", "model"):
        for path in found:
            if path.stem.endswith(kind):
                return path
    return Refusal(f"{folder} holds several ONNX files; name one with --weights: {', '.join(p.name for p in found)}.")


def install_from_folder(
    shelf: Shelf, source: Path, *, name: str = "", weights: str = "", labels: tuple[str, ...] = ()
) -> str | Refusal:
    """Copies a model from a local folder onto the shelf; returns its name. Raises OSError where a disk fails."""
    chosen = weights_in(source, weights)
    if isinstance(chosen, Refusal):
        return chosen
    files = {CONFIG: source / CONFIG, TOKENIZER: source / TOKENIZER, WEIGHTS: chosen}
    for path in files.values():
        if not path.is_file():
            return Refusal(f"{source} holds no {path.name}.")
    name = name or source.resolve().name
    place = shelf.place_for(name)
    if isinstance(place, Refusal):
        return place
    arriving = _arriving(shelf, name)
    needed = sum(path.stat().st_size for path in files.values())
    if needed > shutil.disk_usage(arriving).free:
        return Refusal(f"There is no room for {name}: {needed / 1e6:.0f} MB are needed.")
    for file, path in files.items():
        shutil.copyfile(path, arriving / file)
    return _shelved(arriving, place, {"origin": str(source.resolve()), "labels": [*labels]})


async def install_from_address(
    shelf: Shelf,
    offer: Offer,
    *,
    labels: tuple[str, ...] = (),
    progress: Callable[[str, int, int | None], None] = lambda *_: None,
) -> str | Refusal:
    """Fetches a model onto the shelf; returns its name. What has arrived of a broken transfer is kept for the next."""
    parts = urlsplit(offer.address)
    if parts.scheme != "https" and (parts.scheme, parts.hostname) not in (("http", "127.0.0.1"), ("http", "localhost")):
        return Refusal(f"{offer.address} is no https address, so a model from there could be changed on the way.")
    place = shelf.place_for(offer.name)
    if isinstance(place, Refusal):
        return place
    arriving = _arriving(shelf, offer.name)
    arrived: dict[str, Arrived] = {}
    connector = aiohttp.TCPConnector(ssl=truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
    async with aiohttp.ClientSession(connector=connector, auto_decompress=False) as session:
        for file in FILES:  # the small ones first: whether the model can be used at all shows there
            if (arriving / file).is_file():
                (arriving / file).unlink()  # from a run that was ended in between; cheap, or else its .part is gone
            one = await fetch(
                session,
                f"{offer.address.rstrip('/')}/{offer.files[file]}",
                arriving / file,
                expected=offer.sha256.get(file, ""),
                progress=lambda size, whole, file=file: progress(file, size, whole),  # type: ignore[misc]
            )
            if isinstance(one, Refusal):
                return one
            arrived[file] = one
            described = described_by((arriving / CONFIG).read_bytes(), labels)
            if isinstance(described, Refusal):
                shutil.rmtree(arriving)
                return described
    about = {
        "origin": offer.address,
        "labels": [*labels],
        "revision": next((one.revision for one in arrived.values() if one.revision), ""),
        "stated_by_server": {file: one.stated for file, one in arrived.items() if one.stated},
        "known_before": offer.sha256,
    }
    return _shelved(arriving, place, about)


def _arriving(shelf: Shelf, name: str) -> Path:
    folder = shelf.arriving(name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _shelved(arriving: Path, place: Path, about: Mapping[str, Any]) -> str | Refusal:
    described = described_by((arriving / CONFIG).read_bytes(), about["labels"])
    if isinstance(described, Refusal):
        shutil.rmtree(arriving)
        return described
    manifest = {
        "name": place.name,
        "files": {file: sha256_of(arriving / file) for file in FILES},
        "installed_at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    write_manifest(arriving, manifest | dict(about))
    arriving.replace(place)
    return place.name
