"""Run the real program as a process: start it, read it line by line, end it, kill it."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import IO

ROOT = Path(__file__).parents[2]
PATIENCE = 100.0
"""Seconds in which a busy machine starts a process, or lets it end."""


async def started(
    tmp_path: Path,
    *arguments: str,
    python: str = sys.executable,
    run: Sequence[str] = ("-m", "bot"),
    log: IO[bytes] | None = None,
    **environment: str,
) -> asyncio.subprocess.Process:
    """Start a process with its own home; its log goes into a file, or else the caller reads it."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PALMARES", "DATABASE"))}
    return await asyncio.create_subprocess_exec(
        python,
        *run,
        *arguments,
        cwd=tmp_path,
        env={**clean, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=log or asyncio.subprocess.PIPE,
    )


async def failed(process: asyncio.subprocess.Process, code: int = 2) -> str:
    """Return what a process says on its way out; it must fail with this exit code."""
    out, told = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == code
    assert out == b""
    assert b"Traceback" not in told
    return told.decode()


DATABASE = ("--database", "sqlite:///games.sqlite3")


async def running(folder: Path) -> asyncio.subprocess.Process:
    """Start a bot on the folder's database, serving its page."""
    process = await started(folder, "web", "--port", "0", *DATABASE)
    await line_of(process, r"Palmarés is at")
    return process


async def killed(process: asyncio.subprocess.Process) -> None:
    process.send_signal(signal.SIGKILL)
    await asyncio.wait_for(process.communicate(), PATIENCE)


GRACE = 30.0
"""Seconds within which a process has ended after its stop signal: some three where nothing else runs."""


async def line_of(process: asyncio.subprocess.Process, pattern: str, patience: float = PATIENCE) -> str:
    """Return what stands in the next line that has the pattern; wait at most `patience` seconds for each line."""
    assert process.stdout is not None
    while True:
        line = (await asyncio.wait_for(process.stdout.readline(), patience)).decode()
        assert line, "it ended"
        found = re.search(pattern, line)
        if found:
            return found[0]


async def ended(process: asyncio.subprocess.Process) -> str:
    """Tell a process to stop; return what it wrote to its log. It must not take long."""
    began = monotonic()
    process.send_signal(signal.SIGTERM)
    _, told = await asyncio.wait_for(process.communicate(), GRACE)
    assert monotonic() - began < GRACE
    assert process.returncode == 0
    return told.decode()


async def until(fine: Callable[[], object], seconds: float) -> bool:
    """Wait for what nobody tells of, for so long; return whether it came."""
    end = monotonic() + seconds
    while not fine() and monotonic() < end:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    return bool(fine())
