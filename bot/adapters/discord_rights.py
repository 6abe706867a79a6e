"""Who administers a channel on Discord: each interaction brings along what its person may do there."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import discord

from bot.adapters.discord_people import chat_of, person_of
from data.records import ChatKey, PersonKey

REMEMBERED = 10_000


class DiscordAuthority:
    """Remembers what the last interaction of each person in each channel said; of others it knows nothing.

    Whoever may manage the server administers its channels. A private chat belongs to all who are in it.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[ChatKey, PersonKey], bool] = OrderedDict()

    def learn(self, interaction: discord.Interaction[Any]) -> None:
        """Somebody acts, and Discord says what they may do."""
        chat = chat_of(interaction)
        if chat is None:
            return
        key = (chat, person_of(interaction).key)
        self._known[key] = interaction.guild_id is None or interaction.permissions.manage_guild
        self._known.move_to_end(key)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    async def is_admin(self, chat: ChatKey, person: PersonKey) -> bool:
        """Whether a person may manage the server, as far as is known."""
        return self._known.get((chat, person), False)
