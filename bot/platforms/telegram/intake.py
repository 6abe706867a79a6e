"""Take updates in: queue those for this process, and store the others for theirs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from telegram import Update

from bot.core.services.ownership import Ownership
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.html import PLATFORM
from bot.platforms.telegram.inbox import Closing, Inbox, InboxFull, Raw
from bot.platforms.telegram.message_numbers import MessageNumbers
from bot.platforms.telegram.per_chat_queue import PerChatQueue
from bot.platforms.telegram.updates import Event, press_of, read
from data.errors import StoreError
from data.inbox import InboxStore
from data.records import ChatKey, shard_of

_log = logging.getLogger(__name__)

AT_ONCE = 0.03
"""Seconds in which an update is usually handled; one that takes longer is stored until then."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A queued update: what it says, and its raw form."""

    event: Event
    raw: Raw


class Intake:
    """Take updates in. A source confirms an update once it is queued here or stored for another process."""

    def __init__(
        self,
        client: Client,
        numbers: MessageNumbers,
        handle: Callable[[Event], Awaitable[None]],
    ) -> None:
        """Call `handle` with each update, in order within a chat."""
        self._client = client
        self._numbers = numbers
        self._handle = handle
        self._queue = PerChatQueue[Waiting](self._deal)
        self._closing = False
        self._under_way: dict[int, asyncio.Event] = {}
        """Updates accepted here and not handled yet, by number."""
        self.inbox: Inbox | None = None
        """Exchanges updates with other processes; None if there are none."""

    def share(self, store: InboxStore, ownership: Ownership, *, several_receivers: bool) -> None:
        """Share the chats with other processes that use the same store."""
        self.inbox = Inbox(store, ownership, self._admit, several_receivers=several_receivers)
        self.inbox.start()

    async def sort(self, updates: Sequence[Any]) -> Sequence[Any]:
        """Return the updates to accept here; store the others.

        Raises InboxFull and StoreError.
        """
        return updates if self.inbox is None else await self.inbox.sort(updates)

    def accept(self, raw: Any) -> bool:
        """Queue an update; return False if the queue is full."""
        update = self._read(raw)
        if update is None or self._queue.knows(number := raw["update_id"]):
            return True
        accepted = self._queue.accept(number, update.event.chat.chat, update)
        if accepted and self.inbox is not None:
            self._under_way[number] = asyncio.Event()
        return accepted

    async def secure(self, updates: Sequence[Any]) -> None:
        """Wait until each of these updates is handled or stored, so that none is lost with this process.

        Raises InboxFull and StoreError.
        """
        if self.inbox is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(AT_ONCE):
                for obeyed in [self._under_way[update["update_id"]] for update in self._left(updates)]:
                    await obeyed.wait()
        await self.inbox.keep(self._left(updates))

    def _left(self, updates: Sequence[Any]) -> list[Raw]:
        return [one for one in updates if isinstance(one, dict) and one.get("update_id") in self._under_way]

    async def room(self) -> None:
        await self._queue.room()

    async def idle(self) -> None:
        await self._queue.idle()

    async def finish(self, shard: int) -> None:
        """Finish the work in the chats of a shard, before another process gets it."""
        if self.inbox is not None:
            await self.inbox.finish(shard, self._queue.idle(lambda chat: _shard(chat) == shard))

    async def stop(self, patience: float) -> None:
        """Finish what was accepted, within some seconds; store the rest if there are other processes."""
        if self.inbox is None:
            await self._queue.stop(patience)
            return
        self._closing = True
        await self.inbox.close()
        left = await self._queue.stop(patience)
        await self.inbox.stop(update.raw for update in left)

    def _read(self, raw: Any) -> Waiting | None:
        """Read an update; return None if it cannot be read or does not concern the bot."""
        try:
            query = raw.get("callback_query")
            event = press_of(query) if query is not None else self._read_other(raw)
        except Exception as error:  # noqa: BLE001 - logged; an unreadable update is skipped
            _log.warning("an update cannot be read: %s: %s", type(error).__name__, error)
            return None
        return None if event is None else Waiting(event, raw)

    def _read_other(self, raw: Any) -> Event | None:
        update = Update.de_json(raw, self._client)
        if (said := update.message) is not None:
            self._numbers.seen(said.chat.id, said.message_id, forum=bool(said.chat.is_forum))
        return read(update)

    async def _admit(self, raw: Raw) -> bool:
        """Queue a stored update once there is room; return whether it is queued now, and not handled before.

        Raises Closing once nothing more is handled.
        """
        if self._queue.knows(raw["update_id"]):
            return raw["update_id"] in self._under_way  # stored while the request that found it was on its way
        update = self._read(raw)
        if update is None:
            return False
        while not self._closing:
            if self._queue.accept(raw["update_id"], update.event.chat.chat, update):
                return True
            await self._queue.room()
        raise Closing

    async def _deal(self, update: Waiting) -> None:
        if self.inbox is None:
            await self._handle(update.event)
            return
        number = update.raw["update_id"]
        try:
            if not await self.inbox.keeps(update.raw) and await self._passed_on(self.inbox, update):
                return
            try:
                await self._handle(update.event)
            except Exception:
                self.inbox.obeyed(number)  # as far as possible
                raise
            self.inbox.obeyed(number)
        finally:
            self._settle(number)

    async def _passed_on(self, inbox: Inbox, update: Waiting) -> bool:
        """Pass on an update and all that wait behind it in its shard; return False if that is impossible now.

        Those behind it must not overtake it if this process gets the shard again.
        """
        number = update.raw["update_id"]
        behind = self._queue.withdraw(lambda chat: _shard(chat) == _shard(update.event.chat.chat))
        self._queue.forget(number)
        try:
            await inbox.pass_on([update.raw, *(one.raw for one in behind)])
        except (InboxFull, StoreError) as error:
            _log.warning("an update is handled here although another process has the chat now: %s", error)
            for one in behind:
                self._queue.accept(one.raw["update_id"], one.event.chat.chat, one, always=True)
            return False
        for one in behind:
            self._settle(one.raw["update_id"])
        return True

    def _settle(self, number: int) -> None:
        """Note that nothing more is to be done here for an update."""
        if (obeyed := self._under_way.pop(number, None)) is not None:
            obeyed.set()


def _shard(chat: str) -> int:
    return shard_of(ChatKey(PLATFORM, chat))
