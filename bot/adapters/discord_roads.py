"""The second road to a chat: for a quarter of an hour an interaction's token may post and edit where the bot may not.

That is all there is where the bot was installed by a person and not by the server, and a way out where it lacks a
permission.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import discord

from bot.adapters.discord_face import Face
from bot.adapters.discord_waiting import Waiting
from bot.core.clock import Clock
from bot.core.lately import Lately
from data.records import ChatKey

LIFE = 14 * 60.0
"""Seconds for which a token is used; Discord forgets it after fifteen minutes."""
ROADS = 2000


@dataclass(frozen=True, slots=True)
class Road:
    """An interaction whose token still lives, and the message that it calls its own."""

    waiting: Waiting
    original: str
    until: float

    @property
    def interaction(self) -> discord.Interaction[Any]:
        """The interaction; it must be answered before its token is good for anything."""
        return self.waiting.interaction

    async def post(self, face: Face) -> str:
        """Posts a message."""
        sent = await self.interaction.followup.send(**face.to_send(), wait=True)
        return str(sent.id)

    async def edit(self, message: str, changes: dict[str, Any]) -> None:
        """Edits a message that this token can reach."""
        if message == self.original:
            await self.interaction.edit_original_response(**changes)
        else:
            await self.interaction.followup.edit_message(int(message), **changes)

    async def delete(self, message: str) -> None:
        """Takes a message away."""
        if message == self.original:
            await self.interaction.delete_original_response()
        else:
            await self.interaction.followup.delete_message(int(message))


class Roads:
    """The newest living token for each chat and each message."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._roads = Lately[Hashable, Road](ROADS)
        self._outside = Lately[ChatKey, bool](ROADS)

    def learn(self, chat: ChatKey, waiting: Waiting, original: str = "") -> None:
        """An interaction came from a chat; `original` is the message that was pressed."""
        road = Road(waiting, original, self._clock.now() + LIFE)
        self._roads[chat] = road
        if original:
            self._roads[original] = road
        if not _is_inside(waiting.interaction):
            self.mark_outside(chat, absent=True)

    def posted(self, message: str, road: Road) -> None:
        """A message was posted by this road."""
        self._roads[message] = road

    def answered(self, message: str, waiting: Waiting) -> None:
        """A message was posted as the answer to this interaction."""
        self._roads[message] = Road(waiting, message, self._clock.now() + LIFE)

    def to_chat(self, chat: ChatKey) -> Road | None:
        """The newest living road to a chat."""
        return self._living(chat)

    def to_message(self, message: str) -> Road | None:
        """The newest living road to a message."""
        return self._living(message)

    def drop(self, road: Road) -> None:
        """A road turned out to be closed."""
        for at in [at for at, known in self._roads.items() if known.waiting is road.waiting]:
            del self._roads[at]

    def is_outside(self, chat: ChatKey) -> bool:
        """Whether the bot may not write in this chat by itself, as far as is known."""
        return chat in self._outside

    def is_absent(self, chat: ChatKey) -> bool:
        """Whether the bot is not even in this chat: what no token reaches there is out of reach."""
        return self._outside.get(chat, False)

    def mark_outside(self, chat: ChatKey, *, absent: bool = False) -> None:
        """The bot may not write in this chat by itself."""
        self._outside[chat] = absent or self.is_absent(chat)

    def mark_inside(self, chat: ChatKey) -> None:
        """It may after all."""
        self._outside.pop(chat, None)

    def _living(self, at: Hashable) -> Road | None:
        road = self._roads.get(at)
        if road is not None and road.until <= self._clock.now():
            del self._roads[at]
            return None
        return road


def _is_inside(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot itself is in the chat: its server installed it, or it is the bot's own private chat."""
    if interaction.guild_id is not None:
        return not interaction.is_user_integration() or interaction.is_guild_integration()
    return not interaction.context.private_channel
