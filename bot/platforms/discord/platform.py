"""Discord as a platform: logs in, receives interactions, and shuts down after answering those that wait."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus

import aiohttp
import discord

from bot.core.application import Application
from bot.core.commands.definition import Registry
from bot.core.commands.quoting import Manner, Quotings
from bot.core.common.background import cancel
from bot.core.common.clock import Clock
from bot.core.common.recent_messages import RecentMessages
from bot.core.messages.ports import Authority
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.core.services.chat_homes import ChatHomes
from bot.core.services.ownership import LeaseGroup, Ownership, SoleOwnership
from bot.platforms.base import PATIENCE, CannotStart, Unreachable
from bot.platforms.discord.api_address import use_api, use_its_gateway
from bot.platforms.discord.client import PalmaresClient
from bot.platforms.discord.command_sync import sync
from bot.platforms.discord.config import DiscordConfig
from bot.platforms.discord.hearing import Hearing
from bot.platforms.discord.interactions import Interactions
from bot.platforms.discord.invites import invites
from bot.platforms.discord.leased_shards import GatewayStore, LeasedShards, named
from bot.platforms.discord.markdown import PLATFORM
from bot.platforms.discord.messenger import TIMEOUT, DiscordMessenger
from bot.platforms.discord.permissions import DiscordAuthority
from bot.platforms.discord.rate_limits import rate_limiter
from bot.platforms.discord.threads import DiscordThreads
from data.errors import StoreError
from data.store import Store

BAD_TOKEN, BAD_SHARD, TOO_FEW_SHARDS, BAD_INTENTS = 4004, 4010, 4011, 4014
FIRST_SHARD = 60.0
"""Seconds until the first shard must be connected."""
_REASONS = {
    BAD_TOKEN: "PALMARES_DISCORD_TOKEN is not accepted any more: make a new one in the developer portal, page Bot",
    BAD_SHARD: "PALMARES_DISCORD_SHARDS names shards that there are not",
    TOO_FEW_SHARDS: "the bot is in so many servers that it needs more shards: see PALMARES_DISCORD_SHARDS",
    BAD_INTENTS: "Discord does not allow the intents that were asked for",
}


class DiscordPlatform:
    """The bot on Discord."""

    name = "discord"

    def __init__(
        self,
        config: DiscordConfig,
        store: Store,
        clock: Clock,
        commands: Registry,
        *,
        timeout: float = TIMEOUT,
        ownership: Ownership | None = None,
        gateways: GatewayStore | None = None,
        homes: ChatHomes | None = None,
        app: bool = False,
    ) -> None:
        """Serve the shards of the settings; with `gateways` those whose leases this process acquires.

        Then `homes` are stored for all processes. `app`: whether the page serves the Activity.
        """
        if config.api is not None:
            use_api(config.api)
        self._config = config
        self._store = store
        self._commands = commands
        self._clock = clock
        self._recent = RecentMessages()
        self._ownership = ownership or SoleOwnership()
        self._gateways = gateways
        self._hearing = Hearing(clock, self._ownership, homes, None if gateways is None else store)
        self._keeper: LeasedShards | None = None
        self._ownership.releasing(PLATFORM, self._release, "a connection to Discord")
        self.client = self._new_client()
        self._authority = DiscordAuthority(clock)
        self.authority: Authority = self._authority
        self.messenger = DiscordMessenger(self.client, clock, self._recent, timeout=timeout, app=app)
        self.messenger.threads = DiscordThreads(self.messenger, clock, homes)
        self.limiter: PlatformRateLimiter | None = rate_limiter(
            clock, self.messenger, lambda: self._ownership.share(PLATFORM)
        )
        self._interactions: Interactions | None = None
        self._connection: asyncio.Task[None] | None = None
        self._ids: dict[str, str] = {}

    def listen(self, core: Application) -> None:
        """Connect interactions to the core from now on."""
        self._interactions = Interactions(core, self.messenger, self._clock, self._authority, self._hearing)
        self.client.listener = self._interactions

    @property
    def connected(self) -> bool:
        """Return whether all shards of this process are connected."""
        return self.client.is_connected

    @property
    def serving(self) -> str:
        """Return the shards that this process serves, if several processes share them; else an empty text."""
        return "" if self._keeper is None else f"shards {named(self._keeper.held, self._keeper.count)}"

    async def open(self, core: Application) -> list[str]:
        """Log in, sync the commands if they have changed, and connect a first shard.

        Leased shards are connected from now on, as this process acquires their leases.
        """
        if self._interactions is None:
            self.listen(core)
        self.client.listener = self._interactions
        try:
            await self.client.login(self._config.token)
        except Exception as error:
            raise _meaning(error) from error
        if self._gateways is None:
            await self._connect()
        else:
            await self._share_out(self._gateways)
        manner = Manner(menus=True, handles=self._ids)
        core.service.languages.quote_commands(PLATFORM, Quotings(self._commands, manner))
        server, person = self.invites
        return [f"Palmarés is on Discord. Invite it to a server: {server}", f"Or install it for yourself: {person}"]

    async def _connect(self) -> None:
        """Connect all shards of the settings; return when the first is connected."""
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
            raise Unreachable("Discord cannot be reached: its gateway does not answer")

    async def _share_out(self, gateways: GatewayStore) -> None:
        """Connect shards whose leases this process holds, now and later."""
        keeper = LeasedShards(self.client, self._ownership, gateways, self._clock)
        shards = self._config.shards
        try:
            await keeper.agree(None if shards is None else shards.count)
        except Exception as error:
            raise _meaning(error) from error
        self._hearing.shards = lambda: keeper.count
        self.client.keeper = self._keeper = keeper
        self._connection = asyncio.create_task(self._kept(self.client, keeper))

    async def _kept(self, client: PalmaresClient, keeper: LeasedShards) -> None:
        """Wait until the client or the keeper of its shards ends."""
        connecting, keeping = asyncio.create_task(client.connect()), asyncio.create_task(keeper.run())
        try:
            await asyncio.wait((connecting, keeping), return_when=asyncio.FIRST_COMPLETED)
            for task in (connecting, keeping):
                if task.done():
                    task.result()
        finally:
            await cancel(connecting, keeping)

    async def _release(self, lease: str) -> None:
        if self._keeper is not None:
            await self._keeper.release(int(lease.rpartition("/")[2]))

    async def lost(self) -> None:
        """Wait until the connection has been stopped; raises what `open` does."""
        if self._connection is None:
            return
        try:
            await asyncio.shield(self._connection)
        except Exception as error:
            raise _meaning(error) from error

    async def leave(self) -> None:
        """Close the connection, however far it got; after that, `open` may be called again.

        Meanwhile other processes serve its shards.
        """
        try:
            if self._keeper is not None:
                with suppress(StoreError):
                    await self._ownership.serve(LeaseGroup(PLATFORM, 0))
            await self._close()
        finally:  # the library's client works for one connection only
            self._connection = self._keeper = None
            self.client = self._new_client()
            self.messenger.use(self.client)

    @property
    def invites(self) -> tuple[str, str]:
        """Return the links that install the bot in a server, and for a person; known once it is open."""
        application = self.client.application_id
        if application is None:
            raise RuntimeError("the invite links are known once it is open")
        return invites(application)

    async def drain(self) -> None:
        """Stop receiving, and wait a while until what was received is stored. Messages can still be sent."""
        if self._keeper is not None:
            self._keeper.stop()
            await self._keeper.release(*self.client.known_shards)
        for shard in self.client.shards.values():
            with suppress(Exception):
                await shard.disconnect()
        if self._interactions is not None:
            await self._interactions.stop(2 * PATIENCE)

    async def close(self) -> None:
        await self.messenger.pending.stop()
        await self._close()

    def _new_client(self) -> PalmaresClient:
        shards = self._config.shards if self._gateways is None else None
        return PalmaresClient(self._clock, self._set_up, shards, self._recent)

    async def _close(self) -> None:
        if self._connection is None:
            await self.client.http.close()
            return
        await self.client.close()
        self._connection.cancel()  # it may be waiting for its turn to reconnect
        await asyncio.wait((self._connection,))
        if not self._connection.cancelled():
            self._connection.exception()

    async def _set_up(self) -> None:
        if self._config.api is not None:
            await use_its_gateway(self.client)
        try:
            self._ids = await sync(self.client, self._commands, self._store, self._config.guild)
        except discord.Forbidden as error:
            if self._config.guild is None:  # not our setting: a proxy in between refused
                raise
            raise CannotStart(
                f"PALMARES_DISCORD_GUILD: the bot may not set commands in {self._config.guild}; invite it first"
            ) from error


def _meaning(error: Exception) -> CannotStart | Unreachable:
    """Return why there is no connection, without secrets: refused, or unavailable now."""
    if isinstance(error, CannotStart | Unreachable):
        return error
    if isinstance(error, discord.LoginFailure):
        return CannotStart(
            "PALMARES_DISCORD_TOKEN is not accepted by Discord: copy it again from the developer portal, page Bot"
        )
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return CannotStart(_REASONS[BAD_INTENTS])
    if isinstance(error, discord.ConnectionClosed):
        reason = _REASONS.get(error.code)
        return CannotStart(reason) if reason else Unreachable(f"Discord closed the connection: {error}")
    if isinstance(error, discord.HTTPException) and error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return Unreachable("Discord asks to wait: there were too many requests from this address")
    if isinstance(error, discord.DiscordException | aiohttp.ClientError | OSError):
        return Unreachable(f"Discord cannot be reached: {type(error).__name__}: {error}")
    return Unreachable(f"the connection to Discord failed: {type(error).__name__}: {error}")
