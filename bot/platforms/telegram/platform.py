"""Telegram as a platform: groups, topics and private chats over the same core as every other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from telegram import Update

from bot.core.application import Application
from bot.core.commands.quoting import Manner, Quotings
from bot.core.common.clock import Clock
from bot.core.messages.ports import Authority
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.platforms.base import PATIENCE, CannotStart, Unreachable
from bot.platforms.telegram.client import TIMEOUT, new_client, say_hello
from bot.platforms.telegram.command_dedup import CommandDeduplicator
from bot.platforms.telegram.command_menu import offer
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.telegram.deep_links import link_to_add
from bot.platforms.telegram.errors import BadToken
from bot.platforms.telegram.html import PLATFORM
from bot.platforms.telegram.messenger import TelegramMessenger
from bot.platforms.telegram.per_chat_queue import PerChatQueue
from bot.platforms.telegram.permissions import TelegramAuthority
from bot.platforms.telegram.polling import Polling
from bot.platforms.telegram.profile_view import introduce
from bot.platforms.telegram.rate_limits import rate_limiter
from bot.platforms.telegram.update_handler import UpdateHandler
from bot.platforms.telegram.updates import Event, read
from bot.platforms.telegram.webhook import Receiver

_log = logging.getLogger(__name__)


class TelegramPlatform:
    """Takes updates in, by long polling or by webhook, and sees to it that each is dealt with once and in order."""

    name = "telegram"

    def __init__(
        self, config: TelegramConfig, clock: Clock, language: str = "en", *, timeout: float = TIMEOUT
    ) -> None:
        """Build the platform. `language`: that of the menus for people whose language we do not speak."""
        self._config = config
        self._language = language
        self.client = new_client(config, timeout)
        self.messenger = TelegramMessenger(self.client)
        self.authority: Authority = TelegramAuthority(self.client, clock)
        self.limiter: PlatformRateLimiter | None = rate_limiter(clock)
        self._intake: _Intake | None = None

    @property
    def connected(self) -> bool:
        """Return whether Telegram was asked for updates with success, or knows where to bring them."""
        return self._intake is not None and self._intake.source.connected

    @property
    def source(self) -> Polling | Receiver | None:
        """Return where updates come from, while there are any."""
        return self._intake.source if self._intake is not None else None

    @property
    def invitation(self) -> str:
        """Return the address under which the bot is added to a group; known once it is open."""
        return link_to_add(self.client.username)

    def listen(self, core: Application) -> _Intake:
        """Have the updates that are accepted from now on reach the core."""
        desk, webhook = core.desk, self._config.webhook
        desk.languages.quote_commands(PLATFORM, Quotings(core.registry, Manner(ascii=True)))
        handler = UpdateHandler(core, self.messenger, self.limiter, CommandDeduplicator(self.client, desk.store))
        queue = PerChatQueue[Event](lambda event: handler.handle(event, self.client.username))
        source = (
            Polling(self.client, desk.clock, self.accept, queue.room)
            if webhook is None
            else Receiver(self.client, webhook, desk.clock, self.accept)
        )
        self.messenger.on_move = handler.move
        self._intake = _Intake(handler, queue, source)
        return self._intake

    async def open(self, core: Application) -> list[str]:
        """Ask Telegram who the bot is, and begin to take updates."""
        intake = self.listen(core)
        with _explained():
            await say_hello(self.client)
            try:
                await intake.source.start()
            except OSError as error:
                names = "PALMARES_TELEGRAM_HOST, PALMARES_TELEGRAM_PORT"
                raise CannotStart(f"the webhook cannot be received ({names}): {error.strerror or error}") from error
        intake.menu = asyncio.create_task(self._offer_menu(core))
        address = f"https://t.me/{self.client.username}"
        return [f"Palmarés is on Telegram at {address}. Add it to a group: {self.invitation}"]

    def accept(self, raw: dict[str, Any]) -> bool:
        """Take an update; return False if there is no room for it now."""
        try:
            update = Update.de_json(raw, self.client)
            if (said := update.message) is not None:
                self.messenger.numbers.seen(said.chat.id, said.message_id, forum=bool(said.chat.is_forum))
            event = read(update)
        except Exception as error:  # noqa: BLE001 - logged; whatever it is, it is nothing of ours
            _log.warning("an update cannot be read: %s: %s", type(error).__name__, error)
            return True
        if event is None:
            return True
        return self._intake is not None and self._intake.queue.accept(update.update_id, event.chat.chat, event)

    async def lost(self) -> None:
        """Wait until Telegram takes the token no more; a lost network mends itself."""
        if self._intake is not None:
            with _explained():
                await self._intake.source.lost()

    async def idle(self) -> None:
        """Return when all that was accepted is done."""
        if self._intake is not None:
            await self._intake.idle()

    async def leave(self) -> None:
        """Take no more updates, and end the connections."""
        await self.drain()
        await self.close()

    async def drain(self) -> None:
        """Take no more updates, and finish those that were accepted."""
        if self._intake is not None:
            await self._intake.stop(PATIENCE)
            self._intake = None

    async def close(self) -> None:
        """End the connections."""
        await self.client.shutdown()

    async def _offer_menu(self, core: Application) -> None:
        desk = core.desk
        try:
            await offer(self.client, desk.store, desk.clock, core.registry, self._language)
            await introduce(self.client, desk.store, desk.clock, self._language)
        except Exception as error:  # noqa: BLE001 - the next start tries again; games need no menu
            _log.warning("menus of commands and profile were not sent: %s: %s", type(error).__name__, error)


@dataclass(slots=True)
class _Intake:
    """What there is only while the bot hears: where updates come from, and who deals with them."""

    handler: UpdateHandler
    queue: PerChatQueue[Event]
    source: Polling | Receiver
    menu: asyncio.Task[None] | None = None

    async def idle(self) -> None:
        await self.queue.idle()
        await self.handler.idle()
        if self.menu is not None:
            await asyncio.wait((self.menu,))

    async def stop(self, patience: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        await self.source.stop()
        await self.queue.stop(max(0.0, end - loop.time()))
        await self.handler.stop(max(0.0, end - loop.time()))
        if self.menu is not None:
            self.menu.cancel()
            await asyncio.gather(self.menu, return_exceptions=True)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except BadToken as error:
        raise CannotStart(f"PALMARES_TELEGRAM_TOKEN: {error}") from error
    except CannotStart:
        raise
    except Exception as error:
        raise Unreachable(f"Telegram cannot be reached: {error}") from error
