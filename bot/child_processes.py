"""What all processes have in common that the bot starts for work of its own."""

from __future__ import annotations

import os
import signal
import sys
from asyncio.subprocess import Process
from contextlib import suppress
from pathlib import Path

import bot

_MODEST = 10
"""How much later than the bot itself the machine serves them, as `nice` counts."""
_SECRET = ("PALMARES_", "DATABASE_")


def environment() -> dict[str, str]:
    """Return the environment of a process that runs this very program, and is told no secrets."""
    here = str(Path(bot.__file__).parent.parent)
    path = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))
    return {name: value for name, value in os.environ.items() if not name.startswith(_SECRET)} | {"PYTHONPATH": path}


def kill(process: Process) -> None:
    """Kill a process at once, if it still runs.

    Where it has just died by itself, `Process.kill` takes the exit status away from asyncio, which logs that.
    """
    if process.returncode is None:
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.kill(process.pid, signal.SIGKILL)


def give_way(process: int) -> None:
    """Have the machine serve a process after whoever plays."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, _MODEST)
