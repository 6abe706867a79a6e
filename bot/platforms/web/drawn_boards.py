"""Boards and pictures that pages ask for and the server no longer has, or never had.

A board is described again from its table as it was at that version, or from its message's position. Pictures of
boards are drawn for browsers that can't put boards together, and result cards in the dark theme for readers at night.
"""

from __future__ import annotations

import asyncio
import logging

from bot.core.board_messages.redrawing import Redrawing
from bot.core.common.lru import LruDict
from bot.core.messages.content import Picture, Undrawn
from bot.platforms.web.bundle import Asset
from bot.platforms.web.chat import WebMessenger
from render.themes.catalog import CLASSIC

_log = logging.getLogger(__name__)

DAY, NIGHT = CLASSIC.name, "dark"
PICTURES = 64
"""How many pictures are cached: some 60 KB each."""
AT_ONCE = 2
"""How many are drawn, or described again, at the same time."""

Key = tuple[int, str, bool]
"""A message, the digest of what it shows, and whether it is dark."""


class DrawnBoards:
    """Draws what is asked for, and caches the last pictures."""

    def __init__(self, messenger: WebMessenger, redrawing: Redrawing) -> None:
        self._messenger, self._redrawing = messenger, redrawing
        self._drawn = LruDict[Key, bytes](PICTURES)
        self._drawing: dict[Key, asyncio.Task[bytes | None]] = {}
        self._room = asyncio.Semaphore(AT_ONCE)
        messenger.forgets.append(self._forget)

    async def document(self, message: int, digest: str, *, dark: bool, dense: bool) -> Asset | None:
        """Return the document of a message's board; None if there is none."""
        boards = self._messenger.boards
        if await self._board(message, digest) is None:
            return None
        return await boards.of(message, digest, NIGHT if dark else "", dense=dense)

    async def picture(self, message: int, digest: str, *, dark: bool) -> tuple[bytes | None, bool]:
        """Return a message's picture, and whether it is as dark as it should be; None if there is none."""
        stored = await self._messenger.picture(message, digest)
        if stored is not None and not dark:
            return stored, True
        drawn = await self._once((message, digest, dark))
        return drawn or stored, drawn is not None

    async def _once(self, key: Key) -> bytes | None:
        """Return a picture that is drawn for all who ask for it meanwhile."""
        if key in self._drawn:
            return self._drawn[key]
        if key not in self._drawing:
            self._drawing[key] = asyncio.create_task(self._draw(key))
            self._drawing[key].add_done_callback(lambda _: self._drawing.pop(key, None))
        return await asyncio.shield(self._drawing[key])

    async def _draw(self, key: Key) -> bytes | None:
        message, digest, dark = key
        theme = NIGHT if dark else ""
        try:
            board = await self._board(message, digest)
            async with self._room:
                if board is not None:
                    data = await asyncio.to_thread(board.draw, theme)
                else:
                    card = await self._shown(message, digest, theme) if dark else None
                    data = card.data if card is not None else b""
        except Exception:  # noqa: BLE001 - logged; its alt text is still there
            _log.exception("a board cannot be drawn")
            return None
        if data and self._drawing.get(key) is asyncio.current_task():  # else its message was forgotten
            self._drawn[key] = data
        return data or None

    async def _board(self, message: int, digest: str) -> Undrawn | None:
        """Return a message's board; None if it shows none, or another one."""
        boards = self._messenger.boards
        if (known := boards.board(message, digest)) is not None:
            return known
        try:
            async with self._room:
                shown = await self._shown(message, digest)
                if shown is not None and shown.board is not None:
                    await boards.restore(message, digest, shown.board)
        except Exception:  # noqa: BLE001 - logged; its alt text is still there
            _log.exception("a board cannot be described again")
        return boards.board(message, digest)

    async def _shown(self, message: int, digest: str, theme: str = "") -> Picture | None:
        """Return what a message with this digest shows; None for other messages."""
        record = await self._messenger.stored(message)
        body = await self._messenger.body(record) if record is not None else {}
        picture = body.get("picture") or {}
        if record is None or picture.get("digest") != digest:
            return None
        if "position" in picture:
            return Picture(b"", "", board=self._redrawing.board(picture["position"]))
        table, version = body.get("board", ("", 0))
        return await self._redrawing.picture(record.chat, table, version, theme) if table else None

    def _forget(self, message: int) -> None:
        for kept in (self._drawn, self._drawing):
            for key in [key for key in kept if key[0] == message]:
                del kept[key]
