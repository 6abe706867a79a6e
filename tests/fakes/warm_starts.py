"""Start `python -m bot` as a fork of a process that has imported it: a start costs a second, a fork a tenth.

The fork has its own arguments, environment, folder and streams, and is a child of the caller. Other programs, and
starts that ask for more, are as ever: those of the installed program, and `python -P -m bot`.
"""

from __future__ import annotations

import ctypes
import inspect
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.fakes.postgres_server import LASTING

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "bot"]
KNOWN = {"PYTHONPATH", "PYTHONUNBUFFERED"}
"""Settings of the interpreter that a fork obeys."""
SPECIAL = (
    *("executable", "preexec_fn", "pass_fds", "startupinfo", "creationflags", "shell"),
    *("gid", "gids", "uid", "umask", "start_new_session", "process_group"),
)
"""What no fork does for its caller."""
USUAL = (None, False, -1, ())
"""The values of these that ask for nothing."""

ADOPTING = 36
"""PR_SET_CHILD_SUBREAPER: the orphans among our grandchildren become our children."""

_begin = subprocess.Popen._execute_child  # type: ignore[attr-defined]
_order = inspect.signature(_begin)


class WarmStarts:
    """The process that has everything imported, and the line to it."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", "tests.fakes.warm_process", str(theirs.fileno())],
                cwd=ROOT,
                env={**clean, "PYTHONPATH": str(ROOT)},
                pass_fds=[theirs.fileno()],
            )
        LASTING.add(self._process.pid)
        self._libc = ctypes.CDLL(None)

    def start(self, arguments: list[str], folder: str, environment: dict[str, str], streams: list[int]) -> int:
        """Return the id of a new process."""
        asked = json.dumps([arguments, folder, environment]).encode()
        self._libc.prctl(ADOPTING, 1, 0, 0, 0)
        try:
            socket.send_fds(self._line, [asked], streams)
            return int(self._line.recv(100))
        finally:
            self._libc.prctl(ADOPTING, 0, 0, 0, 0)

    def end(self) -> None:
        """End the process; its forks go on."""
        self._line.close()
        self._process.wait(60)


_shared: list[WarmStarts] = []


def install() -> None:
    """Let each start of the bot be a fork, where the system can."""
    if sys.platform == "linux":
        subprocess.Popen._execute_child = _execute_child  # type: ignore[attr-defined]


def end_shared() -> None:
    """End the process that all starts share, if there has been one."""
    while _shared:
        _shared.pop().end()


def _execute_child(self: subprocess.Popen[Any], *given: Any) -> None:
    asked = _order.bind(self, *given).arguments
    arguments, environment, folder = asked["args"], asked["env"], asked["cwd"]
    if not (
        list(arguments[:3]) == PROGRAM
        and environment is not None
        and environment.get("PYTHONPATH") == str(ROOT)
        and all(name in KNOWN for name in environment if name.startswith("PYTHON"))
        and folder is not None
        and not (Path(folder) / "bot").exists()
        and all(asked.get(name) in USUAL for name in SPECIAL)
    ):
        _begin(self, *given)
        return
    if not _shared:
        _shared.append(WarmStarts())
    ours = (asked["p2cread"], asked["c2pwrite"], asked["errwrite"])
    streams = [number if one == -1 else one for number, one in enumerate(ours)]
    try:
        self.pid = _shared[0].start([str(each) for each in arguments[3:]], str(folder), dict(environment), streams)
        self._child_created = True  # type: ignore[attr-defined]
    finally:
        ends = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
        self._close_pipe_fds(*(asked[end] for end in ends))  # type: ignore[attr-defined]
