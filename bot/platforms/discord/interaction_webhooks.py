"""The second road to a chat: for a quarter of an hour an interaction's token may post and edit where the bot may not.

That is all there is where the bot was installed by a person and not by the server, and a way out where it lacks a
permission.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import discord

from bot.core.common.clock import Clock
from bot.core.common.lru import LruDict
from bot.platforms.discord.payloads import MessagePayload
from bot.platforms.discord.pending_interactions import PendingInteraction
from data.records import ChatKey

LIFE = 14 * 60.0
"""Seconds for which a token is used; Discord forgets it after fifteen minutes."""
ROADS = 2000


@dataclass(frozen=True, slots=True)
class InteractionWebhook:
    """An interaction whose token still lives."""

    waiting: PendingInteraction
    until: float

    @property
    def interaction(self) -> discord.Interaction[Any]:
        """The interaction; it must be answered before its token is good for anything."""
        return self.waiting.interaction

    async def post(self, face: MessagePayload) -> str:
        """Posts a message."""
        sent = await self.interaction.followup.send(**face.to_send(), wait=True)
        return str(sent.id)

    async def edit(self, message: str, changes: dict[str, Any]) -> None:
        """Edits a message that this token can reach."""
        if message == self.waiting.original:
            await self.interaction.edit_original_response(**changes)
        else:
            await self.interaction.followup.edit_message(int(message), **changes)

    async def delete(self, message: str) -> None:
        """Takes a message away."""
        if message == self.waiting.original:
            await self.interaction.delete_original_response()
        else:
            await self.interaction.followup.delete_message(int(message))


class InteractionWebhooks:
    """The newest living token for each chat and each message.

    What a token calls its own (`@original`) depends on how its interaction was answered: after an update or a
    deferred update it is the message that was pressed, after anything else it is that answer. So a press is a road to
    its message once it was answered so; until then it can be made one, by a deferred update.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._roads = LruDict[Hashable, InteractionWebhook](ROADS)
        self._unanswered = LruDict[str, InteractionWebhook](ROADS)
        """Presses whose answer is not known yet, by their message."""
        self._outside = LruDict[ChatKey, bool](ROADS)

    def learn(self, chat: ChatKey, waiting: PendingInteraction) -> None:
        """Note an interaction that came from a chat, and which message was pressed, if it is a press."""
        road = InteractionWebhook(waiting, self._clock.now() + LIFE)
        self._roads[chat] = road
        if waiting.pressed:
            self._unanswered[waiting.pressed] = road
        if not _is_inside(waiting.interaction):
            self.mark_outside(chat, absent=True)

    def posted(self, message: str, road: InteractionWebhook) -> None:
        """A message was posted by this road."""
        self._roads[message] = road

    def answered(self, message: str, waiting: PendingInteraction) -> None:
        """This message is what the interaction's token calls its own: it was answered by posting or updating it."""
        waiting.original = message
        self._roads[message] = InteractionWebhook(waiting, self._clock.now() + LIFE)

    def to_chat(self, chat: ChatKey) -> InteractionWebhook | None:
        """The newest living road to a chat."""
        return self._living(chat)

    def to_message(self, message: str) -> InteractionWebhook | None:
        """The newest living road to a message, or a press of it that nobody has answered."""
        return self._living(message) or self._pending(message)

    def drop(self, road: InteractionWebhook) -> None:
        """A road turned out to be closed."""
        for at in [at for at, known in self._roads.items() if known.waiting is road.waiting]:
            del self._roads[at]
        self._unanswered.pop(road.waiting.pressed, None)

    def forget(self) -> None:
        """No token is good for anything any more."""
        self._roads.clear()
        self._unanswered.clear()

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

    def _living(self, at: Hashable) -> InteractionWebhook | None:
        road = self._roads.get(at)
        if road is not None and road.until <= self._clock.now():
            del self._roads[at]
            return None
        return road

    def _pending(self, message: str) -> InteractionWebhook | None:
        road = self._unanswered.get(message)
        if road is not None and (road.waiting.original is not None or road.until <= self._clock.now()):
            del self._unanswered[message]
            return None
        return road


def _is_inside(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot itself is in the chat: its server installed it, or it is the bot's own private chat."""
    if interaction.guild_id is not None:
        return not interaction.is_user_integration() or interaction.is_guild_integration()
    return not interaction.context.private_channel
