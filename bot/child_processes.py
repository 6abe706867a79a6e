"""Shared functions for the bot's child processes."""

from __future__ import annotations

import os
import signal
import sys
from asyncio.subprocess import Process
from contextlib import suppress
from pathlib import Path

import bot

_MODEST = 10
"""How much the priority is lower than the bot's, as a `nice` value."""
_SECRET = ("PALMARES_", "DATABASE_")


def environment() -> dict[str, str]:
    """Return an environment for this program in a child process, without secrets."""
    here = str(Path(bot.__file__).parent.parent)
    path = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))
    return {name: value for name, value in os.environ.items() if not name.startswith(_SECRET)} | {"PYTHONPATH": path}


def kill(process: Process) -> None:
    """Kill a process at once, if it still runs.

    If it has just died, `Process.kill` would take the exit status from asyncio, which logs that.
    """
    if process.returncode is None:
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.kill(process.pid, signal.SIGKILL)


def give_way(process: int) -> None:
    """Lower a process's priority below the bot's."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, _MODEST)
