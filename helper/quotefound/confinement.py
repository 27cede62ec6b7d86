"""What a process of ours gives up that has strangers' work in it, how it is metered, and where it answers.

The child's side; the parent's is `watching`. Knows no documents and no models: how much each may take is theirs to say.
Imports nothing that such a process should not hold. Weaker where the system is.
"""

import os
import sys
from contextlib import suppress
from typing import BinaryIO

# What none of them has a use for: the network, other programs, further libraries.
REFUSED_EVENTS = (
    *("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.system"),
    "ctypes.dlopen",
)


def answers() -> BinaryIO:
    """Where this process answers. Whatever else prints goes to nowhere, so that it cannot be taken for an answer."""
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return sink


def confine(who: str, *, memory_bytes: int, opens: bool, refused: tuple[str, ...] = ()) -> None:
    """Takes from this process what it never needs: no file written, no program, no network, no more than this memory.

    `who` is named where something is refused; `opens`: whether it may still open files to read; `refused`: audit
    events beyond REFUSED_EVENTS, by their beginnings.
    """
    try:
        import resource
    except ImportError:  # Windows: the hook below and the parent's watch are all there is
        pass
    else:
        if not opens:  # what is open stays usable
            resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(ValueError, OSError):  # macOS takes no limit on addresses
            resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    events = REFUSED_EVENTS + refused

    def refuse(event: str, arguments: object) -> None:
        if event.startswith(events):
            raise PermissionError(f"{who} has no use for {event}")

    sys.addaudithook(refuse)


def allow_processor_time(seconds: int) -> None:
    """Gives this process so much more processor time, and then ends it: if the parent has died, nobody else does."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds, most))
