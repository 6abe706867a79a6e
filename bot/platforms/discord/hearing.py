"""What comes before an interaction is obeyed where several processes share the bot: they note it for each other."""

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
    """Knows what this process's part is in what it hears: all of it, unless there are others."""

    def __init__(
        self, clock: Clock, ownership: Ownership, homes: ChatHomes | None = None, commands: Commands | None = None
    ) -> None:
        """Share the chats with others by `ownership`, where their `homes` and who took which command are kept."""
        self._ownership = ownership
        self._homes = homes
        self._taken = None if commands is None else TakenCommands(commands, clock)
        self.shards: Callable[[], int] = lambda: 1
        """Tells into how many shards the servers are divided."""

    async def heard(self, chat: ChatKey, interaction: discord.Interaction[Any]) -> bool:
        """Note where a chat is; return whether an interaction there is to be obeyed here.

        A process that was frozen hears once more what another has heard on the same shard meanwhile. A press is
        obeyed once in any case, by its table's version; a command is for whoever takes it first.
        """
        await self._safely(self.at_home(chat, self._home(interaction)))
        if self._taken is None or interaction.type is not discord.InteractionType.application_command:
            return True
        return await self._safely(self._taken.take(PLATFORM, str(interaction.id))) is not False

    async def at_home(self, chat: ChatKey, guild: int | None) -> None:
        """Note to which server a chat belongs; raises StoreError."""
        if self._homes is not None:
            await self._homes.heard(chat, guild)

    async def shows(self, chat: ChatKey) -> bool:
        """Return whether this process shows the boards of a chat, so that one can be the answer to an interaction."""
        return await self._safely(self._ownership.owns(chat)) is not False

    def _home(self, interaction: discord.Interaction[Any]) -> int | None:
        """Return the server of an interaction, but none where the bot is not in it and it was not heard by its shard.

        There only who has the interaction's token can show anything.
        """
        guild = interaction.guild_id
        if guild is None or interaction.is_guild_integration():
            return guild
        shard = LeaseGroup(PLATFORM, self.shards()).lease(gateway_shard(guild, self.shards()))
        return guild if self._ownership.holds(shard) else None

    async def _safely(self, asked: Awaitable[bool | None]) -> bool | None:
        """Ask; None where the database does not answer, of which whoever acts is told by what they wanted."""
        try:
            return await asked
        except StoreError as error:
            _log.warning("the database does not tell whose a chat of Discord is: %s", error)
            return None
