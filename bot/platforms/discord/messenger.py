"""Post, edit, retire and delete messages on Discord, each by the fastest way.

An edit answers a waiting press, a post a waiting command. Otherwise the bot writes in the channel, or without
permission by the token of the last interaction there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Literal, TypeVar

import discord

from bot.core.common.clock import Clock
from bot.core.common.recent_messages import RecentMessages
from bot.core.messages.content import Screen, Text
from bot.core.messages.ports import NOT_TOLD, Abilities, MessageGone, NotAllowed, Threads, TryLater
from bot.platforms.discord.errors import (
    PASSING,
    THREAD_EXISTS,
    UNKNOWN_MESSAGE,
    Archived,
    is_answered,
    is_archived,
    is_barred,
    is_dead,
    is_gone,
)
from bot.platforms.discord.interaction_webhooks import InteractionWebhook, InteractionWebhooks
from bot.platforms.discord.markdown import PLATFORM
from bot.platforms.discord.payloads import MessagePayload, TextPayload
from bot.platforms.discord.pending_interactions import Late, PendingInteraction, PendingInteractions
from bot.platforms.discord.timeouts import request_timeout
from data.records import ChatKey, PersonKey

TIMEOUT = 10.0
NONCE = 25
ARCHIVED_AFTER: Literal[4320] = 4320
"""Minutes of silence after which Discord archives a thread: three days."""
AWAY = 5.0
"""Seconds until the next try for a message while Discord is not connected."""
T = TypeVar("T")


class DiscordMessenger:
    """The `Messenger` of platform "discord"."""

    abilities = Abilities(merges=False, threads=True, motion="image/gif", moves=True)
    threads: Threads | None = None

    def __init__(
        self,
        client: discord.Client,
        clock: Clock,
        recent: RecentMessages | None = None,
        *,
        timeout: float = TIMEOUT,
        app: bool = False,
    ) -> None:
        """Build it. `app`: whether the Activity can be launched."""
        self.abilities = replace(self.abilities, app=app)
        self._recent = recent or RecentMessages()
        self.pending = PendingInteractions(clock)
        self.webhooks = InteractionWebhooks(clock)
        self.acknowledge: Callable[[PendingInteraction], Awaitable[None]] | None = None
        """Acknowledges an interaction whose result is shown elsewhere."""
        self.explain: Callable[[discord.Interaction[Any]], Awaitable[None]] | None = None
        """Explains to the person who acted last that the bot lacks a permission in their chat."""
        self._client = client
        self._timeout = timeout

    def use(self, client: discord.Client) -> None:
        """Switch to another client; the tokens of the former one are lost with its connections."""
        self._client = client
        self.webhooks.forget()

    # the Messenger protocol -----------------------------------------------------------------------------------------

    def below(self, chat: ChatKey, message: str) -> int | None:
        """Return how many messages stand below one, of those that came while the bot has a board there."""
        return self._recent.below(_channel_id(chat), int(message)) if message.isdecimal() else None

    def languages(self, chat: ChatKey) -> frozenset[str]:  # noqa: ARG002
        return frozenset()

    async def private(self, person: PersonKey) -> ChatKey | None:
        """Return the direct messages with a person, opened if need be; None if Discord refuses."""
        if self._client.application_id is None or self._client.is_closed():
            raise TryLater(AWAY, everywhere=True)
        try:
            opened = await self.call(self._client.http.start_private_message(int(person.user)))
        except discord.HTTPException:
            return None
        return ChatKey(PLATFORM, str(opened["id"]))

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        """Post a message and return its id: as the answer to a waiting command, or else in the channel."""
        self._recent.watch(_channel_id(chat))
        payload = MessagePayload.of(screen)
        pending = self.pending.take(chat)
        if pending is not None:
            message = await self._answered(chat, pending, payload)
            if message is not None:
                return message
        return await self._awake(chat, lambda: self._posted(chat, payload, _nonce(chat, nonce)))

    async def answer(self, chat: ChatKey, pending: PendingInteraction, screen: Screen, *, nonce: str) -> str:
        """Post a message as the answer to this interaction, or else in the channel; return its id."""
        payload = MessagePayload.of(screen)
        if pending.take():
            message = await self._answered(chat, pending, payload)
            if message is not None:
                return message
        return await self._posted(chat, payload, _nonce(chat, nonce))

    async def open_thread(self, chat: ChatKey, message: str, name: str) -> None:
        """Open a thread below a message, unless it has one; both have the same id."""
        asked = self._client.http.start_thread_with_message(
            int(_channel_id(chat)), int(message), name=name, auto_archive_duration=ARCHIVED_AFTER
        )
        try:
            await self.call(asked)
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS:
                raise _meaning(error) from error

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        self._recent.watch(_channel_id(chat))
        await self._awake(chat, lambda: self._changed(chat, message, MessagePayload.of(screen).to_edit))
        await self._acknowledge(chat)

    async def retire(
        self,
        chat: ChatKey,
        message: str,
        text: Text,
        *,
        pictured: bool,  # noqa: ARG002
        told: Mapping[str, Text] = NOT_TOLD,  # noqa: ARG002
    ) -> None:
        await self._changed(chat, message, lambda: {"embeds": [], "view": None, **TextPayload.of(text).to_send()})

    def is_free(self, chat: ChatKey, message: str | None) -> bool:
        """Return whether changing this message, or posting a new one, is free since it answers an interaction."""
        return self.pending.is_open(chat if message is None else message)

    async def delete(self, chat: ChatKey, *messages: str) -> None:
        (message,) = messages
        await self._acknowledge(message)
        there = self._message(chat, message)
        await self._reached(chat, message, there.delete, lambda webhook: webhook.delete(message))

    # answers to waiting interactions --------------------------------------------------------------------------------

    def watch(self, pending: PendingInteraction, late: Late) -> None:
        """Watch a new interaction: `late` acknowledges it if nothing has answered it in time."""
        self.pending.watch(pending, late)

    async def call(self, asked: Awaitable[T], more: float = 0.0) -> T:
        """Await a call for the usual timeout and `more` seconds; then raise TimeoutError."""
        async with request_timeout(self._timeout + more):
            try:
                return await asked
            except RuntimeError as error:  # the library's session was closed during the call
                raise ConnectionResetError(str(error)) from error

    async def _answered(self, chat: ChatKey, pending: PendingInteraction, payload: MessagePayload) -> str | None:
        """Return the message that answers a command; None if the command can no longer be answered."""
        interaction = pending.interaction
        try:
            if pending.unconfirmed:
                original = await self._answer_of(pending)
                if original is not None:
                    await self.call(interaction.edit_original_response(**payload.to_edit()))
                    return original
            answer = await self.call(interaction.response.send_message(**payload.to_send()))
        except TryLater:
            self.pending.put_back(chat, pending)
            raise
        except PASSING:
            self.pending.put_back(chat, pending, unconfirmed=True)
            raise
        except (discord.HTTPException, discord.InteractionResponded) as error:
            if not is_dead(error):
                raise _meaning(error) from error
            return await self._answer_of(pending) if pending.unconfirmed else None
        message = str(answer.message_id) if answer.message_id else await self._answer_of(pending)
        if message is not None:
            self.webhooks.answered(message, pending)
        return message

    async def _answer_of(self, pending: PendingInteraction) -> str | None:
        try:
            message = str((await self.call(pending.interaction.original_response())).id)
        except discord.HTTPException:
            return None
        self.webhooks.answered(message, pending)
        return message

    async def _awake(self, chat: ChatKey, show: Callable[[], Awaitable[T]]) -> T:
        """Show something; unarchive the chat's thread first if needed."""
        try:
            return await show()
        except Archived:
            try:
                await self.archive(chat, archived=False)
                return await show()
            except Archived as error:  # moderators have locked it
                raise NotAllowed(str(error)) from error

    async def archive(self, chat: ChatKey, *, archived: bool = True) -> None:
        """Archive a thread of ours, or open it again."""
        try:
            await self.call(self._client.http.edit_channel(int(_channel_id(chat)), archived=archived))
        except discord.HTTPException as error:
            raise _meaning(error) from error

    async def _changed(self, chat: ChatKey, message: str, changes: Callable[[], dict[str, Any]]) -> None:
        pending = self.pending.take(message)
        if pending is None or not await self._pressed(message, pending, changes()):
            await self._edited(chat, message, changes)

    async def _pressed(self, message: str, pending: PendingInteraction, changes: dict[str, Any]) -> bool:
        """Return whether a press could be answered by this change of its message."""
        try:
            await self.call(pending.interaction.response.edit_message(**changes))
        except TryLater:
            self.pending.put_back(message, pending)
            raise
        except PASSING:
            self.pending.put_back(message, pending, unconfirmed=True)
            raise
        except (discord.HTTPException, discord.InteractionResponded) as error:
            if pending.unconfirmed and is_answered(error):  # an update answered it after all: the unconfirmed try
                self.webhooks.answered(message, pending)
            if is_dead(error):
                return False
            raise _meaning(error) from error
        self.webhooks.answered(message, pending)
        return True

    async def _acknowledge(self, at: ChatKey | str) -> None:
        """Acknowledge a chat's commands whose result is no new message, or the presses of a message that goes."""
        while self.acknowledge is not None and (pending := self.pending.take(at)) is not None:
            await self.acknowledge(pending)

    # writing in the channel, or by a webhook ----------------------------------------------------------------------

    async def _posted(self, chat: ChatKey, payload: MessagePayload, nonce: str) -> str:
        barred: Exception | None = None
        if not self._only_by(self.webhooks.to_chat(chat), chat):
            try:
                sent = await self.call(self._channel(chat).send(**payload.to_send(), nonce=nonce), payload.upload)
            except discord.HTTPException as error:
                if not is_barred(error):
                    raise _meaning(error) from error
                barred = error
            else:
                self.webhooks.mark_inside(chat)
                return str(sent.id)
        return await self._posted_by_token(chat, payload, barred)

    async def _posted_by_token(self, chat: ChatKey, payload: MessagePayload, barred: Exception | None) -> str:
        webhook = self.webhooks.to_chat(chat)
        if webhook is None:
            raise _barred(chat, barred) from barred
        await self._opened(webhook)
        try:
            message = await self.call(webhook.post(payload), payload.upload)
        except discord.HTTPException as error:
            if is_dead(error) or is_barred(error):
                self.webhooks.drop(webhook)
                raise _barred(chat, barred or error) from error
            raise _meaning(error) from error
        self.webhooks.mark_outside(chat)
        self.webhooks.posted(message, webhook)
        if barred is not None and self.explain is not None:
            await self.explain(webhook.interaction)
        return message

    async def _edited(self, chat: ChatKey, message: str, changes: Callable[[], dict[str, Any]]) -> None:
        there = self._message(chat, message)
        await self._reached(
            chat, message, lambda: there.edit(**changes()), lambda webhook: webhook.edit(message, changes())
        )

    async def _reached(
        self,
        chat: ChatKey,
        message: str,
        here: Callable[[], Awaitable[object]],
        by_token: Callable[[InteractionWebhook], Awaitable[object]],
    ) -> None:
        """Act on a message: in the channel, or by a webhook that reaches it if the bot may not."""
        barred: Exception | None = None
        if self.webhooks.is_absent(chat) and self.webhooks.to_message(message) is None:
            raise MessageGone(message)
        if not self._only_by(self.webhooks.to_message(message), chat):
            try:
                await self.call(here())
            except discord.HTTPException as error:
                if not is_barred(error):
                    raise _meaning(error) from error
                barred = error
            else:
                return
        webhook = self.webhooks.to_message(message)
        if webhook is None:
            raise _barred(chat, barred) from barred
        await self._opened(webhook)
        if self.webhooks.to_message(message) is not webhook:  # its press was answered in private meanwhile
            await self._reached(chat, message, here, by_token)
            return
        try:
            await self.call(by_token(webhook))
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE and (is_dead(error) or is_barred(error)):
                self.webhooks.drop(webhook)
                raise _barred(chat, barred or error) from error
            raise _meaning(error) from error

    def _only_by(self, webhook: InteractionWebhook | None, chat: ChatKey) -> bool:
        """Return whether it is useless to try the channel."""
        return self.webhooks.is_absent(chat) or (webhook is not None and self.webhooks.is_outside(chat))

    async def _opened(self, webhook: InteractionWebhook) -> None:
        """Answer the webhook's interaction first: its token does not work before."""
        if webhook.pending.take() and self.acknowledge is not None:
            await self.acknowledge(webhook.pending)
        async with webhook.pending.lock:  # another task may be doing it
            deferred_empty = webhook.pending.deferred_empty
        if deferred_empty and self.acknowledge is not None:
            await self.acknowledge(webhook.pending)
            if webhook.pending.deferred_empty:
                raise TryLater(1.0)

    def _message(self, chat: ChatKey, message: str) -> discord.PartialMessage:
        if not message.isdecimal():
            raise MessageGone(message)
        return self._channel(chat).get_partial_message(int(message))

    def _channel(self, chat: ChatKey) -> discord.PartialMessageable:
        if self._client.application_id is None or self._client.is_closed():  # not connected yet, or reconnecting
            raise TryLater(AWAY, everywhere=True)
        if not chat.chat.isdecimal():
            raise MessageGone(chat.chat)
        return self._client.get_partial_messageable(int(_channel_id(chat)))


def _channel_id(chat: ChatKey) -> str:
    return chat.thread or chat.chat


def _meaning(error: Exception) -> Exception:
    """Return an error in the core's terms, if it has one."""
    if is_archived(error):
        return Archived(str(error))
    if is_gone(error):
        return MessageGone(str(error))
    return NotAllowed(str(error)) if is_barred(error) else error


def _barred(chat: ChatKey, error: Exception | None) -> NotAllowed:
    why = f": {error}" if error is not None else ""
    return NotAllowed(
        f"channel {chat.chat}: the bot needs View Channel, Send Messages, Attach Files and Embed Links there{why}"
    )


def _nonce(chat: ChatKey, nonce: str) -> str:
    """Return a nonce of at most 25 characters, unique to the chat: Discord compares those of all chats."""
    return hashlib.sha256(f"{chat.chat}:{chat.thread}:{nonce}".encode()).hexdigest()[:NONCE]
