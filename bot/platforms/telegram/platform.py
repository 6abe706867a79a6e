"""Telegram as the program sees it: opened, watched, drained, left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.application import Application
from bot.core.common.clock import Clock
from bot.core.messages.ports import Authority
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.platforms.base import PATIENCE, CannotStart, Unreachable
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.telegram.connection import (
    Account,
    BadToken,
    TelegramAdapter,
    TelegramAuthority,
    TelegramContext,
    TelegramMessenger,
    Webhook,
    connect,
    pace,
    say_hello,
)


class TelegramPlatform:
    """Telegram."""

    name = "telegram"

    def __init__(self, settings: TelegramConfig, clock: Clock, language: str) -> None:
        self._settings = settings
        self._language = language
        self._client = connect(Account(settings.token, f"{settings.api}/bot"))
        self.messenger = TelegramMessenger(self._client)
        self.authority: Authority = TelegramAuthority(self._client, clock)
        self.pace: PlatformRateLimiter | None = pace(clock)
        self._adapter: TelegramAdapter | None = None

    @property
    def connected(self) -> bool:
        """Whether Telegram was asked for updates with success, or knows where to bring them."""
        return self._adapter is not None and self._adapter.connected

    async def open(self, core: Application) -> list[str]:
        """Asks Telegram who the bot is, and begins to take updates."""
        ours = self._settings.webhook
        webhook = Webhook(ours.url, ours.secret, ours.host, ours.port) if ours is not None else None
        rooms = TelegramContext(core, self.messenger, self.pace)
        self._adapter = TelegramAdapter(self._client, rooms, webhook=webhook, language=self._language)
        with self._explained():
            await say_hello(self._client)
            try:
                address = await self._adapter.start()
            except OSError as error:
                names = "PALMARES_TELEGRAM_HOST, PALMARES_TELEGRAM_PORT"
                raise CannotStart(f"the webhook cannot be received ({names}): {error.strerror or error}") from error
        return [f"Palmarés is on Telegram at {address}. Add it to a group: {self._adapter.invitation}"]

    async def lost(self) -> None:
        """Waits until Telegram takes the token no more; a lost network mends itself."""
        if self._adapter is not None:
            with self._explained():
                await self._adapter.lost()

    async def leave(self) -> None:
        """Takes no more updates, and ends the connections."""
        await self.drain()
        await self.close()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except BadToken as error:
            raise CannotStart(f"PALMARES_TELEGRAM_TOKEN: {error}") from error
        except CannotStart:
            raise
        except Exception as error:
            raise Unreachable(f"Telegram cannot be reached: {error}") from error

    async def drain(self) -> None:
        """Takes no more updates."""
        adapter, self._adapter = self._adapter, None
        if adapter is not None:
            await adapter.stop(PATIENCE)

    async def close(self) -> None:
        """Ends the connections."""
        await self._client.shutdown()
