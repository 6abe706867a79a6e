"""Updates fetched by asking for them, which needs no address of one's own: long polling."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from bot.core.common.clock import Clock
from bot.core.messages.ports import TryLater
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.errors import BadToken, Failed, translated
from bot.platforms.telegram.updates import WANTED

_log = logging.getLogger(__name__)

HOLD = 30
"""For how many seconds Telegram may hold a question while there is nothing to tell."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
GOODBYE = 1.0
REFUSALS = 3
"""How often in a row the token must be refused to be taken for taken back: one answer may be a proxy's."""

Raw = dict[str, Any]


class Polling:
    """Asks for updates, for ever; each is confirmed by asking for those after it, once it was accepted."""

    def __init__(
        self,
        client: Client,
        clock: Clock,
        accept: Callable[[Raw], bool],
        room: Callable[[], Awaitable[None]],
    ) -> None:
        self._client = client
        self._clock = clock
        self._accept = accept
        self._room = room
        self._next: int | None = None
        self._task: asyncio.Task[None] | None = None
        self.connected = False
        """Whether Telegram answered when it was asked last."""

    async def start(self) -> None:
        """Begin to ask. A webhook would stand in the way, so there is none from now on."""
        with translated():
            await self._client.delete_webhook()
        self.connected = True
        self._task = asyncio.create_task(self._run())

    async def lost(self) -> None:
        """Return when nobody asks any more. Raises BadToken where Telegram takes the token no more."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def stop(self) -> None:
        """Ask no more, and confirm what was accepted."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._task, self.connected = None, False
        if self._next is not None:
            with suppress(Exception):  # if it fails they come again, and change nothing
                await asyncio.wait_for(self._fetch(0, limit=1), GOODBYE)

    async def _run(self) -> None:
        pause, refusals = FIRST_PAUSE, 0
        while True:
            await self._room()
            try:
                updates = await self._fetch(HOLD if self.connected else 0)  # after trouble the first answer at once
                pause, refusals, self.connected = FIRST_PAUSE, 0, True
            except TryLater as later:
                await self._clock.sleep(later.seconds)
                continue
            except Exception as error:
                self.connected = False
                refusals = refusals + 1 if isinstance(error, BadToken) else 0
                if refusals == REFUSALS:
                    raise
                _log.warning("no updates now: %s: %s", type(error).__name__, error)
                await self._clock.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            for update in updates:
                while not self._accept(update):
                    await self._room()
                number = _number(update)
                self._next = self._next if number is None else number + 1

    async def _fetch(self, hold: int, limit: int = 100) -> list[Raw]:
        wish: Raw = {"timeout": hold, "limit": limit, "allowed_updates": list(WANTED)}
        if self._next is not None:
            wish["offset"] = self._next
        with translated():
            updates = await self._client.raw_updates(wish, hold + 10.0)
        if updates and all(_number(update) is None for update in updates):
            raise Failed("updates without numbers cannot be confirmed")
        return updates


def _number(update: object) -> int | None:
    """Return the number under which an update is confirmed; None for something that is no update at all."""
    number = update.get("update_id") if isinstance(update, dict) else None
    return number if isinstance(number, int) else None
