"""The real program as a process: started, read line by line, ended, killed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[2]


async def started(
    tmp_path: Path, *arguments: str, run: Sequence[str] = ("-m", "bot"), **environment: str
) -> asyncio.subprocess.Process:
    """A process with a home of its own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PALMARES", "DATABASE"))}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *run,
        *arguments,
        cwd=tmp_path,
        env={**clean, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def failed(process: asyncio.subprocess.Process) -> str:
    """What it says on its way out."""
    out, told = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == 2
    assert out == b""
    assert b"Traceback" not in told
    return told.decode()


DATABASE = ("--database", "sqlite:///games.sqlite3")


async def running(folder: Path) -> asyncio.subprocess.Process:
    """A bot on the folder's database, serving its page."""
    process = await started(folder, "web", "--port", "0", *DATABASE)
    await line_of(process, r"Palmarés is at")
    return process


async def killed(process: asyncio.subprocess.Process) -> None:
    process.send_signal(signal.SIGKILL)
    await asyncio.wait_for(process.communicate(), 30)


GRACE = 10.0


async def line_of(process: asyncio.subprocess.Process, pattern: str) -> str:
    """What stands in the next line that has it."""
    assert process.stdout is not None
    while True:
        line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
        assert line, "it ended"
        found = re.search(pattern, line)
        if found:
            return found[0]


async def ended(process: asyncio.subprocess.Process) -> str:
    """Tells it to stop, and gives what it wrote to its log; it must not take long."""
    began = monotonic()
    process.send_signal(signal.SIGTERM)
    _, told = await asyncio.wait_for(process.communicate(), GRACE)
    assert monotonic() - began < GRACE
    assert process.returncode == 0
    return told.decode()
