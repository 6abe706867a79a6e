"""Show boards that other processes hand on: a table changed, or a chat may show an older board."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

from bot.core.board_messages.publisher import Publisher
from bot.core.common.background import BackgroundTasks
from bot.core.services.ownership import ANEW, CHANGED, Ownership, board_of

_log = logging.getLogger(__name__)


class HandedBoards:
    """Handles other processes' notes about boards."""

    def __init__(self, publisher: Publisher, ownership: Ownership, background: BackgroundTasks) -> None:
        """Subscribe to the notes."""
        self._publisher = publisher
        self._background = background
        ownership.hearing(CHANGED, self._changed)
        ownership.hearing(ANEW, self._anew)

    def _changed(self, table: str) -> None:
        self._background.start(_kept(self._publisher.publish(table, handed=True)))

    def _anew(self, word: str) -> None:
        table, chat = board_of(word)
        self._background.start(_kept(self._publisher.show_again(chat, table)))


async def _kept(work: Awaitable[None]) -> None:
    """Run the work; if it fails, the regular check finds boards that are behind."""
    try:
        await work
    except Exception as error:  # noqa: BLE001 - logged
        _log.warning("a board handed on by another process cannot be shown now: %s: %s", type(error).__name__, error)
