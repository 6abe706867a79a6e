"""What the core can do on Discord: post, edit, retire and delete, each by the fastest road that is open.

A press is answered by the edit that shows its result, a command by the post. Where no interaction waits, the bot
writes in the channel; where it may not, it goes by the token of the last interaction there. An answer that did not
get through leaves its interaction waiting for the publisher's next try.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

from bot.core.common.clock import Clock
from bot.core.messages.content import Screen, Text
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.platforms.discord.errors import PASSING, UNKNOWN_MESSAGE, is_answered, is_barred, is_dead, is_gone
from bot.platforms.discord.interaction_webhooks import InteractionWebhook, InteractionWebhooks
from bot.platforms.discord.payloads import MessagePayload, TextPayload
from bot.platforms.discord.pending_interactions import Late, PendingInteraction, PendingInteractions
from bot.platforms.discord.timeouts import request_timeout
from data.records import ChatKey

_log = logging.getLogger(__name__)

TIMEOUT = 10.0
NONCE = 25
AWAY = 5.0
"""Seconds after which a message is tried again while Discord is not connected."""
T = TypeVar("T")


class DiscordMessenger:
    """The `Messenger` of platform "discord"."""

    films = ("image/gif",)
    deletes = 1

    def __init__(self, client: discord.Client, clock: Clock, *, timeout: float = TIMEOUT) -> None:
        self.doors = PendingInteractions(clock)
        self.roads = InteractionWebhooks(clock)
        self.acknowledge: Callable[[PendingInteraction], Awaitable[None]] | None = None
        """How an interaction is answered that has no other answer: it is taken, and its result shown elsewhere."""
        self.explain: Callable[[discord.Interaction[Any]], Awaitable[None]] | None = None
        """Tells whoever acted last that the bot lacks a permission in their chat."""
        self._client = client
        self._timeout = timeout

    def use(self, client: discord.Client) -> None:
        """Go by another client from now on; the tokens that the former one knew are lost with its connections."""
        self._client = client
        self.roads.forget()

    # what the core asks of a platform -------------------------------------------------------------------------------

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        """Posts a message and gives its id: as the answer to a command that waits, or else in the channel."""
        face = MessagePayload.of(screen)
        waiting = self.doors.take(chat)
        if waiting is not None:
            message = await self._answered(chat, waiting, face)
            if message is not None:
                return message
        return await self._posted(chat, face, _nonce(chat, nonce))

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        """Replaces a message: as the answer to a press that waits, or else in the channel; raises MessageGone."""
        await self._changed(chat, message, MessagePayload.of(screen).to_edit)
        await self._acknowledge(chat)

    async def retire(self, chat: ChatKey, message: str, text: Text, *, pictured: bool) -> None:  # noqa: ARG002
        """Take a message's buttons away and give it other words; its picture stays. Raises MessageGone."""
        await self._changed(chat, message, lambda: {"embeds": [], "view": None, **TextPayload.of(text).to_send()})

    def is_free(self, chat: ChatKey, message: str | None) -> bool:
        """Whether changing this message, or posting a new one, would answer an interaction, which is not counted."""
        return self.doors.is_open(chat if message is None else message)

    async def delete(self, chat: ChatKey, *messages: str) -> None:
        """Takes a message away altogether; raises MessageGone."""
        (message,) = messages
        there = self._message(chat, message)
        await self._reached(chat, message, there.delete, lambda road: road.delete(message))

    # answering what waits -------------------------------------------------------------------------------------------

    def watch(self, waiting: PendingInteraction, late: Late) -> None:
        """An interaction came in: `late` acknowledges it if nothing has answered it in time."""
        self.doors.watch(waiting, late)

    async def call(self, asked: Awaitable[T], more: float = 0.0) -> T:
        """One call, which does not take for ever: some seconds, and so many more."""
        async with request_timeout(self._timeout + more):
            try:
                return await asked
            except RuntimeError as error:  # the library's session was closed under it
                raise ConnectionResetError(str(error)) from error

    async def _answered(self, chat: ChatKey, waiting: PendingInteraction, face: MessagePayload) -> str | None:
        """The message that answers a command; None if the command can say nothing any more."""
        interaction = waiting.interaction
        try:
            if waiting.doubtful:
                found = await self._answer_of(waiting)
                if found is not None:
                    await self.call(interaction.edit_original_response(**face.to_edit()))
                    return found
            answer = await self.call(interaction.response.send_message(**face.to_send()))
        except TryLater:
            self.doors.put_back(chat, waiting)
            raise
        except PASSING:
            self.doors.put_back(chat, waiting, doubtful=True)
            raise
        except (discord.HTTPException, discord.InteractionResponded) as error:
            if not is_dead(error):
                raise _meaning(error) from error
            return await self._answer_of(waiting) if waiting.doubtful else None
        message = str(answer.message_id) if answer.message_id else await self._answer_of(waiting)
        if message is not None:
            self.roads.answered(message, waiting)
        return message

    async def _answer_of(self, waiting: PendingInteraction) -> str | None:
        """The message that an interaction was answered with, if it was."""
        try:
            found = str((await self.call(waiting.interaction.original_response())).id)
        except discord.HTTPException:
            return None
        self.roads.answered(found, waiting)
        return found

    async def _changed(self, chat: ChatKey, message: str, changes: Callable[[], dict[str, Any]]) -> None:
        waiting = self.doors.take(message)
        if waiting is None or not await self._pressed(message, waiting, changes()):
            await self._edited(chat, message, changes)

    async def _pressed(self, message: str, waiting: PendingInteraction, changes: dict[str, Any]) -> bool:
        """Whether a press could be answered by this change of its message."""
        try:
            await self.call(waiting.interaction.response.edit_message(**changes))
        except TryLater:
            self.doors.put_back(message, waiting)
            raise
        except PASSING:
            self.doors.put_back(message, waiting, doubtful=True)
            raise
        except (discord.HTTPException, discord.InteractionResponded) as error:
            if waiting.doubtful and is_answered(error):  # by an update all the same: the try that nobody heard of
                self.roads.answered(message, waiting)
            if is_dead(error):
                return False
            raise _meaning(error) from error
        self.roads.answered(message, waiting)
        return True

    async def _acknowledge(self, chat: ChatKey) -> None:
        """Commands whose result has been shown elsewhere than in a new message."""
        while self.acknowledge is not None and (waiting := self.doors.take(chat)) is not None:
            await self.acknowledge(waiting)

    # writing in the channel, or by the other road -----------------------------------------------------------------

    async def _posted(self, chat: ChatKey, face: MessagePayload, nonce: str) -> str:
        barred: Exception | None = None
        if not self._only_by(self.roads.to_chat(chat), chat):
            try:
                sent = await self.call(self._channel(chat).send(**face.to_send(), nonce=nonce), face.upload)
            except discord.HTTPException as error:
                if not is_barred(error):
                    raise _meaning(error) from error
                barred = error
            else:
                self.roads.mark_inside(chat)
                return str(sent.id)
        return await self._posted_by_token(chat, face, barred)

    async def _posted_by_token(self, chat: ChatKey, face: MessagePayload, barred: Exception | None) -> str:
        road = self.roads.to_chat(chat)
        if road is None:
            raise _barred(chat, barred) from barred
        await self._opened(road)
        try:
            message = await self.call(road.post(face), face.upload)
        except discord.HTTPException as error:
            if is_dead(error) or is_barred(error):
                self.roads.drop(road)
                raise _barred(chat, barred or error) from error
            raise _meaning(error) from error
        self.roads.mark_outside(chat)
        self.roads.posted(message, road)
        if barred is not None and self.explain is not None:
            await self.explain(road.interaction)
        return message

    async def _edited(self, chat: ChatKey, message: str, changes: Callable[[], dict[str, Any]]) -> None:
        there = self._message(chat, message)
        await self._reached(
            chat, message, lambda: there.edit(**changes()), lambda road: road.edit(message, changes())
        )

    async def _reached(
        self,
        chat: ChatKey,
        message: str,
        here: Callable[[], Awaitable[object]],
        by_token: Callable[[InteractionWebhook], Awaitable[object]],
    ) -> None:
        """Does something to a message: in the channel, or where the bot may not, by the message's own road."""
        barred: Exception | None = None
        if self.roads.is_absent(chat) and self.roads.to_message(message) is None:
            raise MessageGone(message)
        if not self._only_by(self.roads.to_message(message), chat):
            try:
                await self.call(here())
            except discord.HTTPException as error:
                if not is_barred(error):
                    raise _meaning(error) from error
                barred = error
            else:
                return
        road = self.roads.to_message(message)
        if road is None:
            raise _barred(chat, barred) from barred
        await self._opened(road)
        if self.roads.to_message(message) is not road:  # its press was answered in private meanwhile
            await self._reached(chat, message, here, by_token)
            return
        try:
            await self.call(by_token(road))
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE and (is_dead(error) or is_barred(error)):
                self.roads.drop(road)
                raise _barred(chat, barred or error) from error
            raise _meaning(error) from error

    def _only_by(self, road: InteractionWebhook | None, chat: ChatKey) -> bool:
        """Whether there is no use in trying the channel."""
        return self.roads.is_absent(chat) or (road is not None and self.roads.is_outside(chat))

    async def _opened(self, road: InteractionWebhook) -> None:
        """A token is good for nothing before its interaction was answered, so that comes first."""
        if road.waiting.take() and self.acknowledge is not None:
            await self.acknowledge(road.waiting)
        async with road.waiting.lock:  # somebody else may be about it
            hollow = road.waiting.hollow
        if hollow and self.acknowledge is not None:
            await self.acknowledge(road.waiting)
            if road.waiting.hollow:
                raise TryLater(1.0)

    def _message(self, chat: ChatKey, message: str) -> discord.PartialMessage:
        if not message.isdecimal():
            raise MessageGone(message)
        return self._channel(chat).get_partial_message(int(message))

    def _channel(self, chat: ChatKey) -> discord.PartialMessageable:
        if self._client.application_id is None or self._client.is_closed():  # not there yet, or again
            raise TryLater(AWAY, everywhere=True)
        if not chat.chat.isdecimal():
            raise MessageGone(chat.chat)
        return self._client.get_partial_messageable(int(chat.thread or chat.chat))


def _meaning(error: Exception) -> Exception:
    """A refusal in the core's terms, if it has one."""
    if is_gone(error):
        return MessageGone(str(error))
    return NotAllowed(str(error)) if is_barred(error) else error


def _barred(chat: ChatKey, error: Exception | None) -> NotAllowed:
    why = f": {error}" if error is not None else ""
    return NotAllowed(
        f"channel {chat.chat}: the bot needs View Channel, Send Messages, Attach Files and Embed Links there{why}"
    )


def _nonce(chat: ChatKey, nonce: str) -> str:
    """A nonce of at most 25 characters, another in each chat: Discord compares those of one author everywhere."""
    return hashlib.sha256(f"{chat.chat}:{chat.thread}:{nonce}".encode()).hexdigest()[:NONCE]
