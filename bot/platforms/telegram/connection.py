"""Telegram as a platform: groups, topics and private chats over the same core as every other.

Wiring::

    client = connect(Account(token))
    messenger = TelegramMessenger(client)               # the `Messenger` of platform "telegram", for the publisher
    await say_hello(client)                             # raises BadToken; then `client.username` is known
    try:
        own = pace(clock)
        async with house(store, {"telegram": messenger}, clock, draw, paces={"telegram": own},
                         authorities={"telegram": TelegramAuthority(client, clock)}) as core:
            adapter = TelegramAdapter(client, TelegramContext(core, messenger, own))
            address = await adapter.start()             # https://t.me/<bot>
            ...
            await adapter.stop()                        # what was accepted is finished
    finally:
        await client.shutdown()                         # after the house, whose publisher still shows what is due
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from telegram import Update

from bot.platforms.telegram.client import Account, Client, Webhook, connect, looks_like_token, say_hello
from bot.platforms.telegram.command_dedup import CommandDeduplicator
from bot.platforms.telegram.command_menu import offer
from bot.platforms.telegram.deep_links import link_to_add
from bot.platforms.telegram.errors import BadToken
from bot.platforms.telegram.messenger import TelegramMessenger
from bot.platforms.telegram.per_chat_queue import PerChatQueue
from bot.platforms.telegram.permissions import TelegramAuthority
from bot.platforms.telegram.polling import Polling
from bot.platforms.telegram.rate_limits import pace
from bot.platforms.telegram.update_handler import Handler, TelegramContext
from bot.platforms.telegram.updates import Event, read
from bot.platforms.telegram.webhook import Receiver

__all__ = [
    "Account",
    "BadToken",
    "TelegramAdapter",
    "TelegramAuthority",
    "TelegramContext",
    "TelegramMessenger",
    "Webhook",
    "connect",
    "looks_like_token",
    "pace",
    "say_hello",
]

_log = logging.getLogger(__name__)

PATIENCE = 4.0
"""Seconds that may pass on stopping until what was accepted is done."""


class TelegramAdapter:
    """Takes updates in, by long polling or by webhook, and sees to it that each is dealt with once and in order."""

    def __init__(
        self, client: Client, rooms: TelegramContext, *, webhook: Webhook | None = None, language: str = "en"
    ) -> None:
        self._client = client
        self._rooms = rooms
        self._language = language
        self._handler = Handler(rooms, CommandDeduplicator(client, rooms.core.desk.store))
        self._queue: PerChatQueue[Event] = PerChatQueue(lambda event: self._handler.handle(event, client.username))
        self._menu: asyncio.Task[None] | None = None
        self._source = (
            Polling(client, rooms.core.desk.clock, self.accept, self._queue.room)
            if webhook is None
            else Receiver(client, webhook, rooms.core.desk.clock, self.accept)
        )
        rooms.messenger.on_move = self._handler.move

    @property
    def source(self) -> Polling | Receiver:
        """Where updates come from."""
        return self._source

    async def start(self) -> str:
        """Begins to take updates, and gives the bot's address. Raises BadToken, Failed, OSError."""
        await self._source.start()
        self._menu = asyncio.create_task(self._offer_menu())
        return f"https://t.me/{self._client.username}"

    @property
    def invitation(self) -> str:
        """The address under which the bot is added to a group."""
        return link_to_add(self._client.username)

    def accept(self, raw: dict[str, Any]) -> bool:
        """Takes an update; False if there is no room for it now."""
        try:
            update = Update.de_json(raw, self._client)
            event = read(update)
        except Exception as error:  # noqa: BLE001 - logged; whatever it is, it is nothing of ours
            _log.warning("an update cannot be read: %s: %s", type(error).__name__, error)
            return True
        if event is None:
            return True
        return self._queue.accept(update.update_id, event.chat.chat, event)

    @property
    def connected(self) -> bool:
        """Whether updates come in, as far as is known."""
        return self._source.connected

    async def lost(self) -> None:
        """Return when no updates will come any more. Raises BadToken where Telegram takes the token no more."""
        await self._source.lost()

    async def idle(self) -> None:
        """Returns when all that was accepted is done."""
        await self._queue.idle()
        await self._handler.idle()
        if self._menu is not None:
            await asyncio.wait((self._menu,))

    async def stop(self, patience: float = PATIENCE) -> None:
        """Takes no more, and finishes what was accepted, in so many seconds."""
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        await self._source.stop()
        await self._queue.stop(max(0.0, end - loop.time()))
        await self._handler.stop(max(0.0, end - loop.time()))
        if self._menu is not None:
            self._menu.cancel()
            await asyncio.gather(self._menu, return_exceptions=True)
            self._menu = None

    async def _offer_menu(self) -> None:
        desk = self._rooms.core.desk
        try:
            await offer(self._client, desk.store, desk.clock, desk.registry, self._language)
        except Exception as error:  # noqa: BLE001 - the next start tries again; games need no menu
            _log.warning("the menu of commands was not sent: %s: %s", type(error).__name__, error)
