"""Know who administers a Discord channel: each interaction carries its person's permissions there.

An administrator of a thread's server administers the channel above it too.

For a person who acts elsewhere, at a table of that channel, their last interaction there is valid for a minute.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import discord

from bot.core.common.clock import Clock
from bot.core.common.lru import LruDict
from bot.platforms.discord.interaction_parsing import chat_of, person_of
from bot.platforms.discord.markdown import PLATFORM
from data.records import ChatKey, PersonKey

REMEMBERED = 10_000
GOOD_FOR = 60.0


class DiscordAuthority:
    """Remembers the permissions in each person's last interaction in each channel; of others it knows nothing.

    People who may manage the server administer its channels. A private chat belongs to all its members.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known = LruDict[tuple[ChatKey, PersonKey], tuple[float, bool]](REMEMBERED)

    def learn(self, interaction: discord.Interaction[Any]) -> None:
        chat = chat_of(interaction)
        if chat is None:
            return
        may = interaction.guild_id is None or interaction.permissions.manage_guild
        above = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
        for one in (chat, ChatKey(PLATFORM, str(above or chat.chat))):
            self._known[one, person_of(interaction).key] = (self._clock.now(), may)

    async def is_admin(
        self,
        chat: ChatKey,
        person: PersonKey,
        players: Collection[PersonKey] = (),  # noqa: ARG002 - a server names its administrators
    ) -> bool:
        """Return whether a person may manage the server, as far as known."""
        at, may = self._known.get((chat, person), (0.0, False))
        return may and self._clock.now() - at < GOOD_FOR
