"""Redraw boards in the dark theme, on a reader's first request.

What drew a picture is kept for a while. If it is gone, as after a restart, the board is drawn from its table, without
motion.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.core.common.lru import LruDict
from bot.core.messages.content import Picture, Redraw
from bot.platforms.web.message_format import digest_of
from render.themes.catalog import CLASSIC

_log = logging.getLogger(__name__)

DAY, NIGHT = CLASSIC.name, "dark"
DRAWERS, PICTURES = 128, 64
"""How many pictures can be redrawn, and how many redrawn ones are cached: some 60 KB each."""
AT_ONCE = 2
"""How many are drawn concurrently."""

Again = Callable[[], Awaitable[bytes | None]]
"""Draws a board from its table; None if that is impossible."""
Key = tuple[int, str]
"""A message and the digest of its light picture."""


class NightPictures:
    """Draws and caches dark pictures."""

    def __init__(self) -> None:
        self._drawers = LruDict[Key, Redraw](DRAWERS)
        self._drawn = LruDict[Key, bytes](PICTURES)
        self._drawing: dict[Key, asyncio.Task[bytes | None]] = {}
        self._room = asyncio.Semaphore(AT_ONCE)

    def keep(self, message: int, picture: Picture | None) -> None:
        """Keep what draws a message's picture again, if possible."""
        if picture is not None and picture.redraw is not None:
            self._drawers[message, digest_of(picture.data)] = picture.redraw

    def forget(self, message: int) -> None:
        for kept in (self._drawers, self._drawn, self._drawing):
            for key in [key for key in kept if key[0] == message]:
                del kept[key]

    async def of(self, message: int, digest: str, again: Again) -> bytes | None:
        """Return the dark version of the picture with this digest; None if it can no longer be drawn."""
        key = (message, digest)
        if key in self._drawn:
            return self._drawn[key]
        if key not in self._drawing:
            self._drawing[key] = asyncio.create_task(self._draw(key, again))
            self._drawing[key].add_done_callback(lambda _: self._drawing.pop(key, None))
        return await asyncio.shield(self._drawing[key])

    async def _draw(self, key: Key, again: Again) -> bytes | None:
        drawer = self._drawers.get(key)
        try:
            async with self._room:
                data = await (again() if drawer is None else asyncio.to_thread(drawer, NIGHT))
        except Exception:  # noqa: BLE001 - logged; the light picture is still there
            _log.exception("a board cannot be drawn by night")
            return None
        if data is not None and self._drawing.get(key) is asyncio.current_task():  # else its message was forgotten
            self._drawn[key] = data
        return data
