"""Discord as the program sees it: opened, watched, drained, left."""

from __future__ import annotations

from bot.core.application import Application
from bot.core.commands.definition import Registry
from bot.core.common.clock import Clock
from bot.core.messages.ports import Authority
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.platforms.base import PATIENCE, CannotStart
from bot.platforms.discord.config import DiscordConfig
from bot.platforms.discord.connection import DiscordAdapter, Refused
from data.store import Store


class DiscordPlatform:
    """Discord."""

    name = "discord"

    def __init__(self, settings: DiscordConfig, store: Store, clock: Clock, commands: Registry) -> None:
        self._adapter: DiscordAdapter = DiscordAdapter(settings, store, commands, clock)
        self.messenger = self._adapter.messenger
        self.authority: Authority = self._adapter.authority
        self.pace: PlatformRateLimiter | None = self._adapter.pace(clock)

    @property
    def connected(self) -> bool:
        """Whether all shards are."""
        return self._adapter.connected

    async def open(self, core: Application) -> list[str]:
        """Logs in and connects."""
        try:
            await self._adapter.start(core)
        except Refused as error:
            raise CannotStart(str(error)) from error
        server, person = self._adapter.invites
        return [f"Palmarés is on Discord. Invite it to a server: {server}", f"Or install it for yourself: {person}"]

    async def lost(self) -> None:
        """Waits for as long as the connection can be mended."""
        try:
            await self._adapter.lost()
        except Refused as error:
            raise CannotStart(str(error)) from error

    async def leave(self) -> None:
        """Closes the connection."""
        await self._adapter.leave()

    async def drain(self) -> None:
        """Hears no more."""
        await self._adapter.drain(2 * PATIENCE)

    async def close(self) -> None:
        """Leaves Discord."""
        await self._adapter.stop()
