"""Every setting of the helper in one frozen value, each default beside its reason; read at start, passed down.

A settings file may move limits. It can never name an address that is let through to the reader's own machine or
network, nor an extension that may call: `allow` comes from a command line alone, `extension_origins` from this file.
"""

import json
import math
import ntpath
import os
import re
import sys
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from quotefound import __version__

FILE_NAME = "settings.json"

# Our own extension in the Chromium family. Its id follows from the "key" in extension/manifest.json; a test compares.
# Firefox draws a new id at every installation, so the server remembers that one when it pairs.
EXTENSION_ORIGINS: tuple[str, ...] = ("chrome-extension://fahpdpgbclgcnkbnmgioolmkfdeoakgm",)

# A name or an IPv4 literal and its port, or an IPv6 literal in brackets and its port.
_HOST_AND_PORT = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[^\s:/@\[\]?#%\\]+)):(?P<port>[0-9]{1,5})", re.ASCII)


class SettingsError(ValueError):
    """A setting that cannot be used; its text is one sentence for the person who gave it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the helper was started with. Sizes in bytes, times in seconds."""

    # Snapshots, their index, and how the extension finds the helper.
    folder: Path
    # (host, port) as written in an address that may be connected to though it is loopback or private: the tests' and
    # the sample's own servers. Empty, or a steered answer could make the helper ask the reader's own network.
    allow: frozenset[tuple[str, int]] = frozenset()
    # 0: any free port, so that no other program can sit and wait on ours. A fixed one falls back to any when taken.
    port: int = 0
    # The largest single-page standards are near 15 MB of HTML; beyond that it is no page that anybody reads.
    max_html_bytes: int = 20_000_000
    # What is of no use without its end (PDF, DOCX, EPUB). Scanned reports of 40 MB occur; the worker has 1 GB for one.
    max_document_bytes: int = 50_000_000
    # Real sources need one to three (http → https → www → canonical); browsers' 20 only serve loops and trackers.
    max_redirects: int = 5
    # For one fetch from connecting to its last byte. A reader waits for it, and slow archives do need 20 s.
    timeout_s: float = 30.0
    # All that is kept of sources. Years of a reader's answers: a page is some 100 kB with its text.
    max_store_bytes: int = 2_000_000_000
    # Days after which a reading leaves that nothing needs; None: it stays until its room is needed.
    keep_days: int | None = None
    # Where an archive answers, when a reader asks for its copy; only tests and a command line name another.
    archive: str = "https://web.archive.org"
    # Honest about who asks and why; the "compatible" form because many servers refuse whatever does not begin so.
    user_agent: str = f"Mozilla/5.0 (compatible; Quotefound/{__version__}; reads a cited source for its reader)"
    # Which extension pages may call the helper.
    extension_origins: tuple[str, ...] = EXTENSION_ORIGINS
    # A language model on this machine that may be asked for a second opinion on claims, over the OpenAI-compatible
    # interface, and its name there: nothing is asked unless the reader names one. Another machine needs --allow too.
    opinion_server: str = ""
    opinion_model: str = ""
    # Longer than a pause between two answers, short enough that nothing is left running that nobody knows of.
    idle_exit_s: float = 1800.0

    @staticmethod
    def read(arguments: Mapping[str, Any], environment: Mapping[str, str], platform: str = sys.platform) -> "Settings":
        """The settings from a command line's named arguments, the settings file of the folder, and the defaults.

        `arguments` may be a whole `vars(namespace)`: names that are no settings and values of None are passed over.
        `allow` there is a sequence of "HOST:PORT". Raises `SettingsError`.
        """
        given = {name: value for name, value in arguments.items() if value is not None}
        folder = (
            Path(given["folder"]).expanduser().absolute() if "folder" in given else data_folder(environment, platform)
        )
        moved = _from_file(folder / FILE_NAME)
        moved |= {name: _checked(name, given[name], "command line") for name in _MOVABLE if name in given}
        allow = frozenset(host_and_port(text) for text in given.get("allow", ()))
        if "archive_address" in given:
            moved["archive"] = str(given["archive_address"]).rstrip("/")
        return Settings(folder=folder, allow=allow, **moved)

    def moved(self, limits: Mapping[str, Any]) -> "Settings":
        """These settings with other limits, which go into the settings file too; what else it says stays there.

        Raises `SettingsError` for what makes no sense, and where the file cannot be read or written; then nothing has
        changed.
        """
        path = self.folder / FILE_NAME
        checked = _moves(limits, "")
        try:
            _write(path, {**_read(path), **checked})
        except OSError as trouble:
            raise SettingsError(f"The settings file {path} cannot be written: {trouble.strerror}.") from trouble
        return replace(self, **checked)


def data_folder(environment: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where this system keeps a program's own data for one user. Raises `SettingsError` where no home is known."""
    if platform == "win32":
        base = environment.get("LOCALAPPDATA", "")
        if not ntpath.isabs(base):
            raise SettingsError("LOCALAPPDATA does not name a folder, so say where to keep data with --folder.")
        return Path(base) / "Quotefound"
    xdg = environment.get("XDG_DATA_HOME", "")
    if platform != "darwin" and xdg.startswith("/"):  # the XDG rule: a relative path is to be passed over
        return Path(xdg) / "quotefound"
    home = environment.get("HOME", "")
    if not home.startswith("/"):
        raise SettingsError("HOME does not name a folder, so say where to keep data with --folder.")
    if platform == "darwin":
        return Path(home) / "Library" / "Application Support" / "Quotefound"
    return Path(home) / ".local" / "share" / "quotefound"


def host_and_port(text: str) -> tuple[str, int]:
    """("127.0.0.1", 8080) of "127.0.0.1:8080"; an IPv6 literal is written in brackets and comes back without them.

    The host in small letters, as addresses compare. Raises `SettingsError`.
    """
    parts = _HOST_AND_PORT.fullmatch(text.strip().lower())
    if parts is None:
        raise SettingsError(f"--allow takes HOST:PORT such as 127.0.0.1:8080, not {text!r}.")
    port = int(parts["port"])
    if not 1 <= port <= 65535:
        raise SettingsError(f"--allow takes a port from 1 to 65535, not {port}.")
    return parts["six"] or parts["name"], port


# What a settings file or a command line may move: the name, its type, and the least and greatest that make sense.
_MOVABLE: dict[str, tuple[type, float, float]] = {
    "port": (int, 0, 65535),
    "max_html_bytes": (int, 1, math.inf),
    "max_document_bytes": (int, 1, math.inf),
    "max_store_bytes": (int, 10_000_000, 10**15),  # some hundred pages; more than any disk
    "keep_days": (int, 1, 36_500),
    "max_redirects": (int, 0, 20),
    "timeout_s": (float, 0.1, 600),
    "idle_exit_s": (float, 0.1, math.inf),
    "user_agent": (str, 0, 0),
    "opinion_server": (str, 0, 0),
    "opinion_model": (str, 0, 0),
}


_MAY_BE_NONE = ("keep_days",)


def _from_file(path: Path) -> dict[str, Any]:
    return _moves(_read(path), f"settings file {path}")


def _moves(given: Mapping[str, Any], place: str) -> dict[str, Any]:
    where = place or "request"
    for name in given:
        if name == "allow":
            raise SettingsError(f"The {where} may not allow addresses; only --allow on a command line may.")
        if name not in _MOVABLE:
            raise SettingsError(f"The {where} names {name!r}, which is not among {', '.join(_MOVABLE)}.")
    return {name: _checked(name, value, place) for name, value in given.items()}


def _read(path: Path) -> dict[str, Any]:
    try:
        read = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as trouble:
        raise SettingsError(f"The settings file {path} cannot be read as JSON: {trouble}.") from trouble
    if not isinstance(read, dict):
        raise SettingsError(f"The settings file {path} must hold one JSON object.")
    return read


def _write(path: Path, settings: Mapping[str, Any]) -> None:
    """Writes a settings file whole or not at all: a kill leaves the old one or the new one."""
    path = path.resolve()  # a link stays one
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
    try:
        with part.open("x", encoding="utf-8") as file:
            json.dump(settings, file, ensure_ascii=False, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _checked(name: str, value: object, place: str) -> Any:
    kind, least, most = _MOVABLE[name]
    told = f"{name} ({place})" if place else name
    if value is None and name in _MAY_BE_NONE:
        return None
    if kind is str:
        if isinstance(value, str) and value.isascii() and value.isprintable() and value.strip():
            return value
        raise SettingsError(f"{told} must be one line of plain text.")
    if isinstance(value, bool) or not isinstance(value, int if kind is int else (int, float)):
        raise SettingsError(f"{told} must be a {'whole number' if kind is int else 'number'}.")
    if not least <= value <= most:
        raise SettingsError(f"{told} must be at least {least}{'' if most == math.inf else f' and at most {most}'}.")
    return kind(value)
