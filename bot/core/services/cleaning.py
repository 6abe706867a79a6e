"""Forget old pictures and free the space of deleted rows in the background, one clean-up at a time."""

from __future__ import annotations

import asyncio
import logging

from bot.core.common.background import BackgroundTasks
from bot.core.common.clock import Clock
from data.errors import StoreError
from data.store import Store

_log = logging.getLogger(__name__)

GATHERED = 5.0
"""Seconds during which requests are collected before a clean-up."""
PAUSE = 0.05
"""Seconds between two steps: play has the store for ten times as long as a step."""
MOST = 20_000
"""Maximum steps of a clean-up, which another reader of the database may prevent from finishing."""
PICTURES = 90 * 86_400.0
"""Seconds for which the name of a sent picture is kept."""


class Cleaning:
    """Cleans the store up on request."""

    def __init__(self, store: Store, clock: Clock, background: BackgroundTasks) -> None:
        self._store = store
        self._clock = clock
        self._background = background
        self._wanted = False
        self._running: asyncio.Task[None] | None = None

    async def ask(self) -> None:
        """Request a clean-up without waiting; requests before its start are combined."""
        self._wanted = True
        if self._running is None or self._running.done():
            self._running = self._background.start(self._run())

    async def _run(self) -> None:
        while self._wanted:
            await self._clock.sleep(GATHERED)
            self._wanted = False
            try:
                await self._store.forget_pictures(self._clock.now() - PICTURES)
                for _step in range(MOST):
                    if not await self._store.clean():
                        break
                    await self._clock.sleep(PAUSE)
            except StoreError as error:
                _log.warning("the database cannot be cleaned up now: %s", error)
