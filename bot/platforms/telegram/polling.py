"""Long polling: fetch updates without a public address.

Telegram delivers updates to one poller, so only the process with the polling lease polls.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from bot.core.common.background import cancel
from bot.core.common.clock import Clock
from bot.core.messages.ports import TryLater
from bot.core.services.ownership import LeaseGroup, Ownership
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.errors import BadToken, Failed, translated
from bot.platforms.telegram.inbox import InboxFull, Raw
from bot.platforms.telegram.intake import Intake
from bot.platforms.telegram.updates import WANTED
from data.errors import StoreError

_log = logging.getLogger(__name__)

POLLER = LeaseGroup("telegram-poller")
HOLD = 30
"""Seconds that Telegram may hold a poll while there are no updates."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 4.0
"""Seconds between failed polls: when Telegram is back, updates come within five."""
GOODBYE = 1.0
REFUSALS = 3
"""How often in a row Telegram must reject the token before it counts as revoked: one answer may be a proxy's."""


class Polling:
    """Polls forever; confirms an update, by polling for the ones after it, once it is accepted or stored."""

    def __init__(self, client: Client, clock: Clock, intake: Intake, ownership: Ownership) -> None:
        self._client = client
        self._clock = clock
        self._intake = intake
        self._ownership = ownership
        self._next: int | None = None
        self._task: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._taking: asyncio.Task[None] | None = None
        self._pausing = asyncio.Lock()
        self.connected = False
        """Whether Telegram answered the last poll."""

    async def start(self) -> None:
        """Start polling, after removing a webhook, which would prevent it."""
        with translated():
            await self._client.delete_webhook()
        self.connected = True
        self._task = asyncio.create_task(self._run())

    async def lost(self) -> None:
        """Wait until polling ends. Raises BadToken if Telegram rejects the token."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def stop(self) -> None:
        """Stop polling, and confirm what was accepted."""
        if self._task is None:
            return
        await cancel(self._task)
        self._task, self.connected = None, False
        await self.pause()

    async def pause(self) -> None:
        """Stop polling until the lease is held again, and confirm what was accepted: another process takes over."""
        async with self._pausing:
            await cancel(self._asking)
            self._asking = None
            if self._taking is not None:
                await asyncio.wait((self._taking,), timeout=GOODBYE)
                self._taking.cancel()
                self._taking = None
            if self._next is not None:
                with suppress(Exception):  # if it fails the updates come again, which changes nothing
                    await asyncio.wait_for(self._fetch(0, limit=1), GOODBYE)
                self._next = None

    async def _run(self) -> None:
        """Poll while this process holds the lease."""
        while True:
            revision = self._ownership.revision
            if not self._holds():
                await self._ownership.changed(revision)
                continue
            self._next = None
            asking = self._asking = asyncio.create_task(self._ask())
            await asyncio.wait((asking,))
            if not asking.cancelled():
                asking.result()

    def _holds(self) -> bool:
        return self._ownership.holds(POLLER.lease())

    async def _ask(self) -> None:
        pause, failures, refusals = FIRST_PAUSE, 0, 0
        while self._holds():
            await self._intake.room()
            try:
                updates = await self._fetch(HOLD if self.connected else 0)  # after a failure, answer at once
                pause, failures, refusals, self.connected = FIRST_PAUSE, 0, 0, True
            except TryLater as later:
                await self._clock.sleep(later.seconds)
                continue
            except Exception as error:
                self.connected = False
                refusals = refusals + 1 if isinstance(error, BadToken) else 0
                if refusals == REFUSALS:
                    raise
                failures += 1
                if failures.bit_count() == 1:  # the 1st, 2nd, 4th, 8th …: a long outage must not fill the log
                    _log.warning("no updates now, failure %d: %s: %s", failures, type(error).__name__, error)
                await self._clock.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            if updates:
                self._taking = asyncio.create_task(self._take(updates))
                await asyncio.shield(self._taking)

    async def _take(self, updates: Sequence[Raw]) -> None:
        """Accept or store all these updates; do nothing once another process polls."""
        while self._holds():
            try:
                mine = await self._intake.sort(updates)
                for update in mine:
                    while not self._intake.accept(update):
                        await self._intake.room()
                await self._intake.secure(mine)
            except (InboxFull, StoreError) as error:
                _log.warning("updates cannot be accepted now: %s", error)
                await self._clock.sleep(FIRST_PAUSE)
                continue
            for update in updates:
                self._confirm(update)
            return

    def _confirm(self, update: object) -> None:
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
    """Return the number that confirms an update; None if it is not an update."""
    number = update.get("update_id") if isinstance(update, dict) else None
    return number if isinstance(number, int) else None
