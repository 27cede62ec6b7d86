"""How one helper of one user is found: the lock against a second, the state file with port and token, the proof.

Owns the token from birth to removal. It stands in the state file, which only the user may read, and nowhere else: no
address, argument, environment or log ever holds it. Knows nothing of answers, sources or verdicts. Out of scope, and
said so: another program of the same user can read the state file.
"""

import hashlib
import hmac
import json
import os
import re
import secrets
import socket
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

STATE_NAME = "helper.json"
LOCK_NAME = "helper.lock"

TOKEN_BYTES = 32  # 256 bits: beyond guessing, whatever the rate
# A helper on the same machine answers within milliseconds; two seconds are a laptop waking up.
HELLO_TIMEOUT_S = 2.0
HELLO_MAX_BYTES = 4096  # ours is under 1,000 with its headers
# From taking the lock to answering: the interpreter's imports on a slow disk.
START_TIMEOUT_S = 5.0

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_PAIRING_CODE = re.compile(r"([1-9][0-9]{0,4})-([A-Za-z0-9_-]{43})")
NONCE = re.compile(r"[A-Za-z0-9_-]{16,128}")


class FolderError(Exception):
    """The folder cannot hold a connection; the text is one sentence for the reader."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Where a helper listens and what it takes to be heard. The token never shows in a repr."""

    port: int
    token: str = field(repr=False)
    pid: int
    started: str

    @property
    def pairing_code(self) -> str:
        """What a reader types where the browser cannot be told the port and token any other way."""
        return f"{self.port}-{self.token}"


@dataclass(frozen=True, slots=True)
class AlreadyRunning:
    """Another helper has the folder. `port` is None when it does not answer."""

    port: int | None
    folder: Path

    def __str__(self) -> str:
        if self.port is None:
            return f"Another Quotefound helper has {self.folder} but does not answer; end it, then start again."
        return f"A Quotefound helper is already running on port {self.port}."


def new_token() -> str:
    """A fresh token, 43 characters of base64url."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def read_pairing_code(text: str) -> tuple[int, str] | None:
    """Port and token of "PORT-TOKEN" as typed or pasted; None when it is not one."""
    parts = _PAIRING_CODE.fullmatch("".join(text.split()))
    if parts is None or int(parts[1]) > 65535:
        return None
    return int(parts[1]), parts[2]


def proof(token: str, port: int, nonce: str) -> str:
    """What only a holder of the token can answer. The port is in it: nobody can pass on what another port said."""
    return hmac.new(token.encode("ascii"), f"quotefound|{port}|{nonce}".encode("ascii"), hashlib.sha256).hexdigest()


def proves_itself(connection: Connection) -> bool:
    """Whether the helper of this state is really there: asks the port for its proof, and sends it no token.

    Whoever sits on the port of a helper that is gone may answer anything, at any pace: bounded in size and time.
    """
    nonce = secrets.token_urlsafe(TOKEN_BYTES)
    request = f"GET /hello?nonce={nonce} HTTP/1.1\r\nHost: 127.0.0.1:{connection.port}\r\nConnection: close\r\n\r\n"
    patience = time.monotonic() + HELLO_TIMEOUT_S
    said = b""
    try:
        with socket.create_connection(("127.0.0.1", connection.port), HELLO_TIMEOUT_S) as asked:
            asked.sendall(request.encode("ascii"))
            while len(said) < HELLO_MAX_BYTES and (left := patience - time.monotonic()) > 0:
                asked.settimeout(left)
                part = asked.recv(HELLO_MAX_BYTES)
                if not part:
                    break
                said += part
        offered = json.loads(said.partition(b"\r\n\r\n")[2])["proof"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return False
    expected = proof(connection.token, connection.port, nonce)
    return isinstance(offered, str) and offered.isascii() and hmac.compare_digest(expected, offered)


def find(folder: Path) -> Connection | None:
    """The helper that runs for this folder, proved; None when none does or its state is stale."""
    connection = read_state(folder)
    return connection if connection is not None and proves_itself(connection) else None


def read_state(folder: Path) -> Connection | None:
    """What the state file says, proved by nobody; None when there is none, or others could have written it."""
    try:
        opened = os.open(folder / STATE_NAME, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(opened, encoding="ascii") as file:
            if not _is_private(os.fstat(file.fileno())):
                return None
            state = json.load(file)
        connection = Connection(state["port"], state["token"], state["pid"], state["started"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    well_formed = (
        _is_number(connection.port)
        and 1 <= connection.port <= 65535
        and _is_number(connection.pid)
        and isinstance(connection.started, str)
        and isinstance(connection.token, str)
        and _TOKEN.fullmatch(connection.token) is not None
    )
    return connection if well_formed else None


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class Place:
    """The folder's one place for a helper, held from `claim` to `leave`, or until the process is gone."""

    def __init__(self, folder: Path, lock: int) -> None:
        self._folder = folder
        self._lock = lock
        self._connection: Connection | None = None

    @staticmethod
    def claim(folder: Path) -> "Place | AlreadyRunning":
        """Take the place; waits up to START_TIMEOUT_S for a helper that is just starting to say its port.

        Raises `FolderError` where the folder cannot be made, or is not the user's alone.
        """
        _make_private(folder)
        try:
            lock = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        except OSError as trouble:
            raise FolderError(f"{folder / LOCK_NAME} cannot be written: {trouble.strerror}.") from trouble
        if _take(lock):
            # A file system without working locks lets two through; the proof does not.
            running = find(folder)
            if running is None:
                for left in folder.glob(f"{STATE_NAME}.*"):  # by one that was killed while it wrote
                    left.unlink(missing_ok=True)
                return Place(folder, lock)
            os.close(lock)
            return AlreadyRunning(running.port, folder)
        os.close(lock)
        patience = time.monotonic() + START_TIMEOUT_S
        running = find(folder)
        while running is None and time.monotonic() < patience:
            time.sleep(0.1)
            running = find(folder)
        return AlreadyRunning(running.port if running else None, folder)

    def announce(self, connection: Connection) -> None:
        """Write the state file: under a temporary name first, so that nobody ever reads half of one.

        Raises `FolderError` where it cannot be written.
        """
        temporary = self._folder / f"{STATE_NAME}.{secrets.token_hex(8)}"
        try:
            opened = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(opened, "w", encoding="ascii") as file:
                json.dump(asdict(connection), file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self._folder / STATE_NAME)
        except OSError as trouble:
            temporary.unlink(missing_ok=True)
            raise FolderError(f"{self._folder / STATE_NAME} cannot be written: {trouble.strerror}.") from trouble
        self._connection = connection

    def leave(self) -> None:
        """Remove the state file, if it is still ours, and let go of the lock. The lock file stays: removing races."""
        if self._connection is not None and read_state(self._folder) == self._connection:
            (self._folder / STATE_NAME).unlink(missing_ok=True)
        with suppress(OSError):
            os.close(self._lock)


def _make_private(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError as trouble:
        raise FolderError(f"The folder {folder} cannot be made: {trouble.strerror}.") from trouble
    if not _is_private(found):
        _tighten(folder, found)


if sys.platform == "win32":
    import msvcrt

    def _take(lock: int) -> bool:
        try:
            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _is_private(found: os.stat_result) -> bool:
        return True  # the user's profile carries the access rules

    def _tighten(folder: Path, found: os.stat_result) -> None:
        pass

else:
    import errno
    import fcntl
    import stat

    def _take(lock: int) -> bool:
        # A record lock, not flock: it belongs to this process alone, so a worker process that outlives a killed
        # helper cannot hold the place. A file system that knows no locks counts as taken by us; see `claim`.
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as trouble:
            return trouble.errno not in (errno.EACCES, errno.EAGAIN)
        return True

    def _is_private(found: os.stat_result) -> bool:
        return found.st_uid == os.getuid() and not found.st_mode & 0o077

    def _tighten(folder: Path, found: os.stat_result) -> None:
        if found.st_uid != os.getuid():
            raise FolderError(f"The folder {folder} is another user's; name another one with --folder.")
        if found.st_mode & stat.S_ISVTX:
            raise FolderError(f"The folder {folder} is shared by all; name another one with --folder.")
        folder.chmod(0o700)
