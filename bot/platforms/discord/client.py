"""The library's sharded client with the least we need: no privileged intents, no caches of people."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Protocol

import aiohttp
import discord

from bot.core.common.clock import Clock
from bot.core.common.recent_messages import RecentMessages
from bot.platforms.discord.components import ITEMS
from bot.platforms.discord.config import Shards
from bot.platforms.discord.errors import watchful
from bot.platforms.discord.event_guard import skip_unreadable
from bot.platforms.discord.message_events import count_messages, hear_deleted_threads
from bot.platforms.discord.single_shards import SingleShardClient

BETWEEN_SHARDS = 5.0
"""Seconds that Discord requires between two shards that identify."""

_CHATTY = ("discord.gateway", "discord.http", "discord.webhook.async_")
"""Loggers of the library that write interactions with their tokens at debug level."""


def _discreet(record: logging.LogRecord) -> bool:
    return record.levelno > logging.DEBUG


def _brief(record: logging.LogRecord) -> bool:
    """Shorten a failed connection to one line: without a network the library logs a traceback each time."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, OSError | aiohttp.ClientError | TimeoutError | discord.DiscordException):
        record.msg, record.args = f"{record.getMessage()}: {type(error).__name__}: {error}", ()
        record.exc_info = None
    return True


class GatewayListener(Protocol):
    """Receives interactions and events."""

    async def pressed(self, interaction: discord.Interaction[Any], token: str) -> None:
        """Handle a pressed button, by its token."""

    async def commanded(self, interaction: discord.Interaction[Any]) -> None:
        """Handle a command."""

    async def typing(self, interaction: discord.Interaction[Any]) -> None:
        """Handle an option that is being typed."""

    async def joined(self, guild: discord.Guild) -> None:
        """Handle that the bot was added to a server."""

    async def thread_gone(self, thread: int) -> None:
        """Handle a deleted thread."""


class ShardKeeper(Protocol):
    """Knows which shards this client must serve."""

    @property
    def held(self) -> Collection[int]:
        """Return these shards."""

    async def may_identify(self, shard: int) -> bool:
        """Wait for a shard's turn to identify; return False if this client no longer holds it."""


class PalmaresClient(SingleShardClient):
    """Passes interactions to its listener, and counts messages in `recent`."""

    def __init__(
        self, clock: Clock, set_up: Callable[[], Awaitable[object]], shards: Shards | None, recent: RecentMessages
    ) -> None:
        for name in _CHATTY:
            logging.getLogger(name).addFilter(_discreet)
        logging.getLogger("discord.shard").addFilter(_brief)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice
        ours: dict[str, Any] = {} if shards is None else {"shard_ids": shards.ids, "shard_count": shards.count}
        super().__init__(
            **ours,
            intents=discord.Intents(guilds=True, guild_messages=True),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=watchful(),
        )
        count_messages(self._connection.parsers, recent)
        hear_deleted_threads(self._connection.parsers, self)
        skip_unreadable(self._connection.parsers, clock)
        self.keeper: ShardKeeper | None = None
        """Shares the shards among processes, if there are several."""
        self.listener: GatewayListener | None = None
        self.connected = asyncio.Event()
        """Set once a shard is connected."""
        self._clock = clock
        self._set_up = set_up
        self._up = set[int]()
        """The connected shards."""

    async def setup_hook(self) -> None:
        """Get ready after login, before any event arrives."""
        self.add_dynamic_items(*ITEMS)
        await self._set_up()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Keep Discord's pace between shards; abandon a shard that another process holds now."""
        if self.keeper is None:
            if not initial:
                await self._clock.sleep(BETWEEN_SHARDS)
        elif not await self.keeper.may_identify(shard_id or 0):
            await self.forgo(shard_id or 0)

    @property
    def is_connected(self) -> bool:
        """Return whether all shards of this process are connected; with several processes it may have none."""
        shards: Collection[int] = self.shard_ids if self.shard_ids is not None else range(self.shard_count or 0)
        if self.keeper is not None:
            return self.begun.is_set() and not self.is_closed() and self._up.issuperset(self.keeper.held)
        return bool(shards) and not self.is_closed() and self._up.issuperset(shards)

    async def on_connect(self) -> None:
        self.connected.set()

    async def on_shard_connect(self, shard: int) -> None:
        self._up.add(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        self._up.add(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that a shard is disconnected; the library reconnects it if possible."""
        self._up.discard(shard)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Pass on commands and autocompletion; presses arrive by their buttons."""
        if self.listener is None:
            return
        if interaction.type is discord.InteractionType.application_command:
            await self.listener.commanded(interaction)
        elif interaction.type is discord.InteractionType.autocomplete:
            await self.listener.typing(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Pass on a new server, not one that is only available again."""
        if self.listener is not None:
            await self.listener.joined(guild)

    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        if self.listener is not None:
            await self.listener.thread_gone(deleted.thread_id)

    async def pressed(self, interaction: discord.Interaction[Any], token: str) -> None:
        if self.listener is not None:
            await self.listener.pressed(interaction, token)
