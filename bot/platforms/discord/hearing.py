"""Decide whether this process handles an interaction, if several processes share the bot."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.core.common.clock import Clock
from bot.core.services.chat_homes import ChatHomes, gateway_shard
from bot.core.services.ownership import LeaseGroup, Ownership
from bot.core.services.taken_commands import TakenCommands
from bot.platforms.discord.markdown import PLATFORM
from data.errors import StoreError
from data.records import ChatKey
from data.roles.commands import Commands

_log = logging.getLogger(__name__)


class Hearing:
    """Returns whether an interaction is for this process; without other processes, always."""

    def __init__(
        self, clock: Clock, ownership: Ownership, homes: ChatHomes | None = None, commands: Commands | None = None
    ) -> None:
        """Share the chats by `ownership`; `homes` stores their servers, `commands` which were handled."""
        self._ownership = ownership
        self._homes = homes
        self._taken = None if commands is None else TakenCommands(commands, clock)
        self.shards: Callable[[], int] = lambda: 1
        """Returns the number of shards."""

    async def heard(self, chat: ChatKey, interaction: discord.Interaction[Any]) -> bool:
        """Store the chat's server; return whether this process must handle an interaction there.

        A process that was frozen receives again what another has received on the same shard meanwhile. A press is
        handled once in any case, by its table's version; a command is handled by the process that stores it first.
        """
        await self._safely(self.at_home(chat, self._home(interaction)))
        if self._taken is None or interaction.type is not discord.InteractionType.application_command:
            return True
        return await self._safely(self._taken.take(PLATFORM, str(interaction.id))) is not False

    async def at_home(self, chat: ChatKey, guild: int | None) -> None:
        """Store the server of a chat; raises StoreError."""
        if self._homes is not None:
            await self._homes.heard(chat, guild)

    async def shows(self, chat: ChatKey) -> bool:
        """Return whether this process shows a chat's boards, so that a board can answer an interaction."""
        return await self._safely(self._ownership.owns(chat)) is not False

    def _home(self, interaction: discord.Interaction[Any]) -> int | None:
        """Return an interaction's server; None if the bot is not in it and the interaction came from another shard.

        Then only the process that has the interaction's token can show anything.
        """
        guild = interaction.guild_id
        if guild is None or interaction.is_guild_integration():
            return guild
        shard = LeaseGroup(PLATFORM, self.shards()).lease(gateway_shard(guild, self.shards()))
        return guild if self._ownership.holds(shard) else None

    async def _safely(self, asked: Awaitable[bool | None]) -> bool | None:
        """Await a query; return None if the database does not answer, which the person's own action will report."""
        try:
            return await asked
        except StoreError as error:
            _log.warning("the database cannot say which process owns a chat: %s", error)
            return None
