"""Run work in a separate process, which is kept for the next work, so that play goes on whatever happens there."""

from __future__ import annotations

import asyncio
import pickle
import struct
import sys
from collections.abc import Callable
from typing import TypeVar, cast

from bot.child_processes import environment, give_way, kill
from bot.core.services.thinking import NoThought
from bot.thinking_process import LENGTH

T = TypeVar("T")


class ThinkingWorker:
    """A process that runs one piece of work at a time; the first one starts it."""

    def __init__(self, *, modest: bool = False) -> None:
        """Set whether the process gets a lower priority than play."""
        self._modest = modest
        self._process: asyncio.subprocess.Process | None = None

    async def do(self, work: Callable[..., T], *arguments: object) -> T:
        """Call an importable function; raises NoThought. Cancelling it ends the process."""
        order = pickle.dumps((work, arguments))
        process = self._process
        if process is None or process.returncode is not None:
            try:
                process = self._process = await _started()
                if self._modest:
                    give_way(process.pid)
            except OSError as error:
                raise NoThought(f"no process could be started: {error}") from error
        done = False
        try:
            well, result = await _answer(process, order)
            done = True
        except (OSError, asyncio.IncompleteReadError) as error:
            raise NoThought(f"the process has ended: {error}") from error
        finally:
            if not done:
                await self.close()
        if not well:
            raise NoThought(str(result))
        return cast("T", result)

    async def close(self) -> None:
        """End the process, with any work under way."""
        process, self._process = self._process, None
        if process is None:
            return
        kill(process)
        await process.communicate()  # which also empties the pipes


async def _answer(process: asyncio.subprocess.Process, order: bytes) -> tuple[bool, object]:
    """Send an order; return whether it succeeded, and the result or the error."""
    assert process.stdin is not None  # noqa: S101 - as it was started
    assert process.stdout is not None  # noqa: S101
    process.stdin.write(struct.pack(LENGTH, len(order)) + order)
    await process.stdin.drain()
    (length,) = struct.unpack(LENGTH, await process.stdout.readexactly(struct.calcsize(LENGTH)))
    well, result = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301 - by our own process
    return bool(well), result


async def _started() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "bot.thinking_process"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environment(),
    )
