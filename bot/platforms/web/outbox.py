"""The queue of frames for one page."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from aiohttp import web

from bot.platforms.web.frames import written

BACKLOG, BACKLOG_BYTES = 512, 4 * 1024 * 1024
"""Frames, and characters after a first one, that may wait for a slow page. A slower one is disconnected; it
reconnects for what it missed.
"""
_WINDOW = 15
"""Window bits for compressing each frame by itself: a compressor kept for each page takes 256 KB."""


class Outbox:
    """Sends frames to a page in order, until it is closed."""

    def __init__(self, socket: web.WebSocketResponse, drop: Callable[[], object]) -> None:
        """Build an outbox. `drop` ends the connection at once."""
        self._socket = socket
        self._drop = drop
        self._frames: asyncio.Queue[str] = asyncio.Queue(BACKLOG)
        self._waiting = 0
        self._sending = False
        self._closed = False
        self._task: asyncio.Task[None] | None = None

    @property
    def length(self) -> int:
        return self._frames.qsize()

    def start(self) -> None:
        self._task = asyncio.create_task(self._send())

    def put(self, frame: Mapping[str, Any]) -> None:
        text = written(frame)
        if self._frames.full() or (self._waiting and self._waiting + len(text) > BACKLOG_BYTES):
            self._drop()  # the page is too slow; it gets what it missed when it reconnects
        else:
            self._waiting += len(text)
            self._frames.put_nowait(text)

    async def close(self) -> None:
        """Stop sending. A frame being sent ends with its connection.

        aiohttp sends long frames in a separate task. If the wait for it is cancelled, its error goes only to the log.
        """
        self._closed = True
        task, self._task = self._task, None  # a cancelled task references the coroutine that runs it
        if task is None:
            return
        if self._sending:
            self._drop()
        else:
            task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def _send(self) -> None:
        with contextlib.suppress(ConnectionError):
            while not self._closed:
                text = await self._frames.get()
                self._sending = True
                await self._socket.send_str(text, compress=_WINDOW if self._socket.compress else None)
                self._sending = False
                self._waiting -= len(text)
