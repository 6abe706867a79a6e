"""Discord as a platform: logs in, listens, and goes again without leaving anybody waiting.

Wiring::

    discord = DiscordAdapter(DiscordSettings.read(token, guild, shards), store, registry(), clock)
    try:
        paces = {"discord": discord.pace(clock)}
        async with house(store, {"discord": discord.messenger}, clock, draw, ..., paces=paces,
                         authorities={"discord": discord.authority}) as core:
            await discord.start(core)    # raises CannotConnect
            await core.resume()
            await core.publisher.start()
            ...                               # until told to stop, or until `discord.lost()` returns or raises
            await discord.drain()             # hears no more; what is under way is stored
    finally:                                  # leaving the house has shown it
        await discord.stop()
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from http import HTTPStatus

import aiohttp
import discord

from bot.core.application import Application
from bot.core.commands.definition import Registry
from bot.core.common.clock import Clock
from bot.core.ratelimit.platform_limiter import Budget, PlatformRateLimiter
from bot.core.ratelimit.sliding_window import RateLimit
from bot.platforms.discord.api_address import use_api, use_its_gateway
from bot.platforms.discord.client import PalmaresClient
from bot.platforms.discord.command_sync import sync
from bot.platforms.discord.config import BadDiscordSettings, DiscordConfig, Shards
from bot.platforms.discord.interactions import Interactions
from bot.platforms.discord.messenger import TIMEOUT, DiscordMessenger
from bot.platforms.discord.permissions import DiscordAuthority
from data.store import Store

__all__ = [
    "BadDiscordSettings",
    "CannotConnect",
    "DiscordAdapter",
    "DiscordConfig",
    "DiscordMessenger",
    "Refused",
    "Shards",
]

_log = logging.getLogger(__name__)

BAD_TOKEN, BAD_SHARD, TOO_FEW_SHARDS, BAD_INTENTS = 4004, 4010, 4011, 4014
CHANNEL_LIMIT, BOT_LIMIT = RateLimit(5, 5.0, burst=3), RateLimit(50, 1.0, burst=25)
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
)
FIRST_SHARD = 60.0
"""Seconds until the first shard must be there."""
SERVER, PERSON = 0, 1
"""What a link installs the bot in: each has to say it."""
_REASONS = {
    BAD_TOKEN: "PALMARES_DISCORD_TOKEN is not accepted any more: make a new one in the developer portal, page Bot",
    BAD_SHARD: "PALMARES_DISCORD_SHARDS names shards that there are not",
    TOO_FEW_SHARDS: "the bot is in so many servers that it needs more shards: see PALMARES_DISCORD_SHARDS",
    BAD_INTENTS: "Discord does not allow the intents that were asked for",
}


class CannotConnect(Exception):
    """Why the bot cannot be on Discord now, in one line."""


class Refused(CannotConnect):
    """Why Discord does not take the bot as it is set up, in one line."""


class DiscordAdapter:
    """The bot on Discord. Its messenger may be used once it has started."""

    def __init__(
        self,
        settings: DiscordConfig,
        store: Store,
        registry: Registry,
        clock: Clock,
        *,
        timeout: float = TIMEOUT,
    ) -> None:
        if settings.api is not None:
            use_api(settings.api)
        self._settings = settings
        self._store = store
        self._registry = registry
        self._clock = clock
        self.client = self._new_client()
        self.authority = DiscordAuthority(clock)
        self.messenger = DiscordMessenger(self.client, clock, timeout=timeout)
        self._interactions: Interactions | None = None
        self._connection: asyncio.Task[None] | None = None

    def listen(self, core: Application) -> None:
        """From now on interactions reach the core."""
        self._interactions = Interactions(core, self.messenger, self._clock, self.authority)
        self.client.listener = self._interactions

    @property
    def connected(self) -> bool:
        """Whether the bot hears all of its servers now."""
        return self.client.is_connected

    async def start(self, core: Application) -> None:
        """Log in, sync the commands if they have changed, and connect a first shard.

        Raises Refused where Discord does not take the bot as it is set up, CannotConnect where it cannot be reached.
        After either, and after a lost connection, `leave` makes it ready to be started again.
        """
        if self._interactions is None:
            self.listen(core)
        self.client.listener = self._interactions
        try:
            await self.client.login(self._settings.token)
        except Exception as error:
            raise _meaning(error) from error
        self._connection = asyncio.create_task(self.client.connect())
        connected = asyncio.create_task(self.client.connected.wait())
        try:
            await asyncio.wait(
                (self._connection, connected), timeout=FIRST_SHARD, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            connected.cancel()
        if self._connection.done():
            await self.lost()
        if not self.client.connected.is_set():
            raise CannotConnect("Discord cannot be reached: its gateway does not answer")
        core.desk.languages.name_commands("discord", self._registry.localized_names())

    async def lost(self) -> None:
        """Return when the connection has ended because somebody stopped it; raises what `start` does."""
        if self._connection is None:
            return
        try:
            await asyncio.shield(self._connection)
        except Exception as error:
            raise _meaning(error) from error

    async def leave(self) -> None:
        """Close the connection, however far it got; after that, `start` may be called again."""
        try:
            await self._close()
        finally:  # the library's client is good for one connection only
            self._connection = None
            self.client = self._new_client()
            self.messenger.use(self.client)

    @property
    def invites(self) -> tuple[str, str]:
        """The links that install the bot in a server, and for a person; known after the start."""
        application = self.client.application_id
        if application is None:
            raise RuntimeError("the invite links are known after the start")
        to_server = discord.utils.oauth_url(
            application, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
        )
        to_person = discord.utils.oauth_url(application, scopes=("applications.commands",))
        return f"{to_server}&integration_type={SERVER}", f"{to_person}&integration_type={PERSON}"

    def pace(self, clock: Clock) -> PlatformRateLimiter:
        """Below Discord's limits: five calls in five seconds in a channel, fifty a second in all."""
        budget = Budget((CHANNEL_LIMIT,))
        return PlatformRateLimiter(clock, lambda chat: (chat, budget), (BOT_LIMIT,), self.messenger.is_free)

    async def drain(self, patience: float = 5.0) -> None:
        """Hears no more, and waits so long until what was heard is stored. Messages can still be shown."""
        for shard in self.client.shards.values():
            with suppress(Exception):
                await shard.disconnect()
        if self._interactions is not None:
            await self._interactions.stop(patience)

    async def stop(self) -> None:
        """Leaves Discord."""
        await self.messenger.doors.stop()
        await self._close()

    def _new_client(self) -> PalmaresClient:
        return PalmaresClient(self._clock, self._set_up, self._settings.shards)

    async def _close(self) -> None:
        if self._connection is None:
            await self.client.http.close()
            return
        await self.client.close()
        self._connection.cancel()  # it may be waiting for its turn to connect again
        await asyncio.wait((self._connection,))
        if not self._connection.cancelled():
            self._connection.exception()

    async def _set_up(self) -> None:
        if self._settings.api is not None:
            await use_its_gateway(self.client)
        try:
            await sync(self.client, self._registry, self._store, self._settings.guild)
        except discord.Forbidden as error:
            if self._settings.guild is None:  # nothing of ours says where: something on the way there says no
                raise
            raise Refused(
                f"PALMARES_DISCORD_GUILD: the bot may not set commands in {self._settings.guild}; invite it first"
            ) from error


def _meaning(error: Exception) -> CannotConnect:
    """Why there is no connection, without anything secret: refused, or not to be had now."""
    if isinstance(error, CannotConnect):
        return error
    if isinstance(error, discord.LoginFailure):
        return Refused(
            "PALMARES_DISCORD_TOKEN is not accepted by Discord: copy it again from the developer portal, page Bot"
        )
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return Refused(_REASONS[BAD_INTENTS])
    if isinstance(error, discord.ConnectionClosed):
        reason = _REASONS.get(error.code)
        return Refused(reason) if reason else CannotConnect(f"Discord closed the connection: {error}")
    if isinstance(error, discord.HTTPException) and error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return CannotConnect("Discord asks to wait: there were too many requests from this address")
    if isinstance(error, discord.DiscordException | aiohttp.ClientError | OSError):
        return CannotConnect(f"Discord cannot be reached: {type(error).__name__}: {error}")
    return CannotConnect(f"the connection to Discord failed: {type(error).__name__}: {error}")
