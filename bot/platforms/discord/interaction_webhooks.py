"""Use interaction tokens as webhooks: for fifteen minutes one may post and edit where the bot may not.

It is the only way in servers that did not install the bot, and a fallback without a permission.
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
"""Seconds for which a token is used; Discord drops it after fifteen minutes."""
REMEMBERED = 2000


@dataclass(frozen=True, slots=True)
class InteractionWebhook:
    """An interaction with a valid token."""

    pending: PendingInteraction
    until: float

    @property
    def interaction(self) -> discord.Interaction[Any]:
        """Return the interaction; its token works once it is answered."""
        return self.pending.interaction

    async def post(self, payload: MessagePayload) -> str:
        sent = await self.interaction.followup.send(**payload.to_send(), wait=True)
        return str(sent.id)

    async def edit(self, message: str, changes: dict[str, Any]) -> None:
        """Edit a message that this token can reach."""
        if message == self.pending.original:
            await self.interaction.edit_original_response(**changes)
        else:
            await self.interaction.followup.edit_message(int(message), **changes)

    async def delete(self, message: str) -> None:
        if message == self.pending.original:
            await self.interaction.delete_original_response()
        else:
            await self.interaction.followup.delete_message(int(message))


class InteractionWebhooks:
    """The newest valid token for each chat and each message.

    A token's `@original` depends on the answer to its interaction: after an update or a deferred update it is the
    pressed message, after anything else the answer. So a press reaches its message if it was answered by an update.
    An unanswered press can still be answered so, by a deferred update.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._webhooks = LruDict[Hashable, InteractionWebhook](REMEMBERED)
        self._unanswered = LruDict[str, InteractionWebhook](REMEMBERED)
        """Presses whose answer is not known yet, by message."""
        self._outside = LruDict[ChatKey, bool](REMEMBERED)

    def learn(self, chat: ChatKey, pending: PendingInteraction) -> None:
        """Note an interaction from a chat, and which message was pressed, if any."""
        webhook = InteractionWebhook(pending, self._clock.now() + LIFE)
        self._webhooks[chat] = webhook
        if pending.pressed:
            self._unanswered[pending.pressed] = webhook
        if not _is_inside(pending.interaction):
            self.mark_outside(chat, absent=True)

    def posted(self, message: str, webhook: InteractionWebhook) -> None:
        self._webhooks[message] = webhook

    def answered(self, message: str, pending: PendingInteraction) -> None:
        """Note that an interaction was answered by posting or updating this message, its `@original` from now on."""
        pending.original = message
        self._webhooks[message] = InteractionWebhook(pending, self._clock.now() + LIFE)

    def to_chat(self, chat: ChatKey) -> InteractionWebhook | None:
        """Return the newest valid webhook of a chat."""
        return self._living(chat)

    def to_message(self, message: str) -> InteractionWebhook | None:
        """Return the newest valid webhook of a message, or an unanswered press of it."""
        return self._living(message) or self._pending(message)

    def drop(self, webhook: InteractionWebhook) -> None:
        for at in [at for at, known in self._webhooks.items() if known.pending is webhook.pending]:
            del self._webhooks[at]
        self._unanswered.pop(webhook.pending.pressed, None)

    def forget(self) -> None:
        """Forget all tokens: none is valid any more."""
        self._webhooks.clear()
        self._unanswered.clear()

    def is_outside(self, chat: ChatKey) -> bool:
        """Return whether the bot is known to be unable to write in this chat without a token."""
        return chat in self._outside

    def is_absent(self, chat: ChatKey) -> bool:
        """Return whether the bot is not a member of this chat: only a token reaches anything there."""
        return self._outside.get(chat, False)

    def mark_outside(self, chat: ChatKey, *, absent: bool = False) -> None:
        """Note that the bot may not write in this chat without a token."""
        self._outside[chat] = absent or self.is_absent(chat)

    def mark_inside(self, chat: ChatKey) -> None:
        self._outside.pop(chat, None)

    def _living(self, at: Hashable) -> InteractionWebhook | None:
        webhook = self._webhooks.get(at)
        if webhook is not None and webhook.until <= self._clock.now():
            del self._webhooks[at]
            return None
        return webhook

    def _pending(self, message: str) -> InteractionWebhook | None:
        webhook = self._unanswered.get(message)
        if webhook is not None and (webhook.pending.original is not None or webhook.until <= self._clock.now()):
            del self._unanswered[message]
            return None
        return webhook


def _is_inside(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot is a member of the chat: its server installed it, or it is the bot's private chat."""
    if interaction.guild_id is not None:
        return not interaction.is_user_integration() or interaction.is_guild_integration()
    return not interaction.context.private_channel
