"""The parent's side of a process that has strangers' work in it: how one is started, and how much memory it holds.

What it gives up is its own side, `confinement`. The memory is asked of each system by what it itself offers: three
small calls instead of a library that is compiled for every system: /proc on Linux, libproc on macOS, the process status
functions on Windows.
"""

import asyncio
import ctypes
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

# What such a process gets to know of this one: how to start, and nothing else.
PASSED_ON = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")

LONGEST_LINE = 1 << 16  # bytes that are buffered of an answer, where nothing else is said

SYSTEM: str = sys.platform
TASK_INFO = 4  # PROC_PIDTASKINFO
TASK_INFO_SIZE = 96  # bytes of struct proc_taskinfo; the resident size is its second 64-bit number
QUERY_LIMITED_INFORMATION = 0x1000


async def started(
    module: str, argument: str, *arguments: str, longest_line: int = LONGEST_LINE
) -> asyncio.subprocess.Process:
    """Starts `module` as a process that hears and answers over pipes. Raises OSError.

    A packaged helper starts itself instead, told by `argument` what to be.
    """
    frozen = getattr(sys, "frozen", False)
    command = [sys.executable, argument] if frozen else [sys.executable, "-m", module]
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    if not frozen:
        environment["PYTHONPATH"] = str(Path(__file__).parents[1])
    return await asyncio.create_subprocess_exec(
        *command,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=environment,
        limit=longest_line,
    )


def resident_bytes(pid: int) -> int | None:
    """Memory that a process holds; None for one that is gone, or where the system does not say."""
    try:
        if SYSTEM == "linux":
            pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
            return int(pages) * os.sysconf("SC_PAGE_SIZE")
        if SYSTEM == "darwin":
            return resident_by_libproc(pid)
        if SYSTEM == "win32":
            return resident_by_psapi(pid)
    except (OSError, ValueError, IndexError, AttributeError):
        pass
    return None


@cache
def libproc() -> Any:
    return ctypes.CDLL("/usr/lib/libproc.dylib")


def resident_by_libproc(pid: int) -> int | None:
    numbers = (ctypes.c_uint64 * (TASK_INFO_SIZE // 8))()
    size = ctypes.sizeof(numbers)
    written = libproc().proc_pidinfo(pid, TASK_INFO, ctypes.c_uint64(0), ctypes.byref(numbers), size)
    return int(numbers[1]) if written == size else None


class Counters(ctypes.Structure):
    """Windows' PROCESS_MEMORY_COUNTERS."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("faults", ctypes.c_uint32),
        *((name, ctypes.c_size_t) for name in ("peak", "resident", "q1", "q2", "q3", "q4", "committed", "most")),
    )


def resident_by_psapi(pid: int) -> int | None:
    kernel = getattr(ctypes, "WinDLL")("kernel32")  # noqa: B009 - a name that only Windows has
    kernel.OpenProcess.restype = ctypes.c_void_p
    handle = kernel.OpenProcess(QUERY_LIMITED_INFORMATION, False, pid)
    if not handle:
        return None
    counters = Counters(size=ctypes.sizeof(Counters))
    told = kernel.K32GetProcessMemoryInfo(ctypes.c_void_p(handle), ctypes.byref(counters), counters.size)
    kernel.CloseHandle(ctypes.c_void_p(handle))
    return max(int(counters.resident), int(counters.committed)) if told else None
