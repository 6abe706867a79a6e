"""Telegram as a platform: groups, topics and private chats over the shared core."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from bot.core.application import Application
from bot.core.commands.quoting import Manner, Quotings
from bot.core.common.background import cancel
from bot.core.common.clock import Clock
from bot.core.messages.ports import Authority
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.core.services.ownership import LeaseGroup, Ownership, SoleOwnership
from bot.platforms.base import PATIENCE, CannotStart, Unreachable
from bot.platforms.telegram.client import TIMEOUT, new_client, say_hello
from bot.platforms.telegram.command_dedup import CommandDeduplicator
from bot.platforms.telegram.command_menu import offer
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.telegram.deep_links import link_to_add
from bot.platforms.telegram.errors import BadToken
from bot.platforms.telegram.html import PLATFORM
from bot.platforms.telegram.inbox import NOTE, SHARD_LEASES, Inbox
from bot.platforms.telegram.inline import InlineAnswers
from bot.platforms.telegram.intake import Intake
from bot.platforms.telegram.messenger import TelegramMessenger
from bot.platforms.telegram.mini_app import MiniAppLinks
from bot.platforms.telegram.permissions import TelegramAuthority
from bot.platforms.telegram.polling import POLLER, Polling
from bot.platforms.telegram.profile_view import introduce
from bot.platforms.telegram.rate_limits import rate_limiter
from bot.platforms.telegram.update_handler import UpdateHandler
from bot.platforms.telegram.webhook import Receiver
from bot.platforms.telegram.whispers import Whispers
from data.errors import StoreError
from data.inbox import InboxStore

_log = logging.getLogger(__name__)


class TelegramPlatform:
    """Receives updates by long polling or webhook, and handles each once and in order."""

    name = "telegram"

    def __init__(
        self,
        config: TelegramConfig,
        clock: Clock,
        language: str = "en",
        ownership: Ownership | None = None,
        *,
        inbox: InboxStore | None = None,
        timeout: float = TIMEOUT,
        app: MiniAppLinks | None = None,
    ) -> None:
        """Build the platform. `language`: that of the menus for people whose language has no translation.

        `app`: where the Mini App is, if the page serves it.

        With several processes, `inbox` has the updates that others received for this one.
        """
        self._config = config
        self._language = language
        self._app = app
        self.client = new_client(config, timeout)
        self.messenger = TelegramMessenger(self.client, app)
        self.authority: Authority = TelegramAuthority(self.client, clock)
        self._whispers = Whispers(self.client, self.authority, clock)
        self._ownership = ownership or SoleOwnership()
        self.limiter: PlatformRateLimiter | None = rate_limiter(clock, lambda: self._ownership.share(PLATFORM))
        self._connection: _Connection | None = None
        self._inbox = inbox
        self._ownership.releasing(SHARD_LEASES.name, self._finish, "updates in line")
        self._ownership.releasing(POLLER.name, self._pause, "asking for updates")
        self._ownership.hearing(NOTE, self._told)

    @property
    def connected(self) -> bool:
        """Return whether the last poll succeeded, or Telegram knows the webhook."""
        return self._connection is not None and self._connection.source.connected

    @property
    def inbox(self) -> Inbox | None:
        """Return the inbox shared with other processes, while connected; None if there are none."""
        return self._connection.intake.inbox if self._connection is not None else None

    def how_far_behind(self) -> tuple[int, float]:
        """Return how many updates from other processes wait for this one, and the age of the first in seconds."""
        return (self.inbox.depth, self.inbox.age) if self.inbox is not None else (0, 0.0)

    @property
    def source(self) -> Polling | Receiver | None:
        return self._connection.source if self._connection is not None else None

    @property
    def invitation(self) -> str:
        return link_to_add(self.client.username)

    def listen(self, core: Application) -> _Connection:
        """Connect the updates accepted from now on to the core."""
        service, webhook = core.service, self._config.webhook
        service.languages.quote_commands(PLATFORM, Quotings(core.registry, Manner(ascii=True)))
        deduplicator = CommandDeduplicator(self.client, service.store, service.clock)
        self.messenger.pictures.keep(service.store, service.clock)
        inline = InlineAnswers(core, self.client, self.messenger)
        handler = UpdateHandler(core, self.messenger, self.limiter, deduplicator, self._whispers, inline)
        intake = Intake(
            self.client, self.messenger.numbers, lambda event: handler.handle(event, self.client.username)
        )
        if self._ownership.is_shared and self._inbox is not None:
            intake.share(self._inbox, self._ownership, several_receivers=webhook is not None)
        source = (
            Polling(self.client, service.clock, intake, self._ownership)
            if webhook is None
            else Receiver(self.client, webhook, service.clock, intake)
        )
        self.messenger.on_move = handler.move
        self._connection = _Connection(handler, intake, source)
        return self._connection

    async def open(self, core: Application) -> list[str]:
        """Ask Telegram for the bot's name, then start to receive updates and serve chats."""
        with _explained():
            await say_hello(self.client)
        intake = self.listen(core)
        try:
            await self._ownership.serve(SHARD_LEASES)
            await self._ownership.serve(POLLER)
        except StoreError as error:
            raise Unreachable(str(error)) from error
        with _explained():
            try:
                await intake.source.start()
            except OSError as error:
                names = "PALMARES_TELEGRAM_HOST, PALMARES_TELEGRAM_PORT"
                raise CannotStart(f"the webhook cannot be received ({names}): {error.strerror or error}") from error
        intake.menu = asyncio.create_task(self._offer_menu(core))
        address = f"https://t.me/{self.client.username}"
        return [f"Palmarés is on Telegram at {address}. Add it to a group: {self.invitation}"]

    def accept(self, raw: dict[str, Any]) -> bool:
        """Accept an update to handle here; return False if the queue is full."""
        return self._connection is not None and self._connection.intake.accept(raw)

    async def lost(self) -> None:
        """Wait until Telegram rejects the token; network failures recover."""
        if self._connection is not None:
            with _explained():
                await self._connection.source.lost()

    async def idle(self) -> None:
        if self._connection is not None:
            await self._connection.idle()

    async def leave(self) -> None:
        """Stop receiving updates and end the connections; other processes serve the chats meanwhile."""
        with suppress(StoreError):  # others handle them once the leases expire
            for group in (SHARD_LEASES, POLLER):
                await self._ownership.serve(LeaseGroup(group.name, 0))
        await self.drain()
        await self.close()

    async def drain(self) -> None:
        if self._connection is not None:
            await self._connection.stop(PATIENCE)
            self._connection = None

    async def close(self) -> None:
        await self.client.shutdown()

    # leases and notes -----------------------------------------------------------------------------------------------

    async def _finish(self, lease: str) -> None:
        if self._connection is not None:
            await self._connection.intake.finish(SHARD_LEASES.leases.index(lease))

    async def _pause(self, _: str) -> None:
        if isinstance(self.source, Polling):
            await self.source.pause()

    def _told(self, word: str) -> None:
        """Read the inbox: another process has stored updates."""
        if self.inbox is not None:
            self.inbox.heard(word)

    # ----------------------------------------------------------------------------------------------------------------

    async def _offer_menu(self, core: Application) -> None:
        service = core.service
        await self._whispers.find_out()
        try:
            await offer(self.client, service.store, service.clock, core.registry, self._language)
            await introduce(self.client, service.store, service.clock, self._language)
            if self._app is not None:
                await self._app.offer(self.client)
        except Exception as error:  # noqa: BLE001 - the next start tries again; games need no menu
            _log.warning("the command menus and the profile were not sent: %s: %s", type(error).__name__, error)


@dataclass(slots=True)
class _Connection:
    """The parts of an open platform: source, intake and handler of updates."""

    handler: UpdateHandler
    intake: Intake
    source: Polling | Receiver
    menu: asyncio.Task[None] | None = None

    async def idle(self) -> None:
        await self.intake.idle()
        await self.handler.idle()
        if self.menu is not None:
            await asyncio.wait((self.menu,))

    async def stop(self, patience: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        await self.source.stop()
        await self.intake.stop(max(0.0, end - loop.time()))
        await self.handler.stop(max(0.0, end - loop.time()))
        await cancel(self.menu)


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
