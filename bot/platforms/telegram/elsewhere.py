"""Answer a command outside its group if the group has no room: in private, or by a reaction that says "seen".

A bot can write in private only to people who have written to it there. Reactions do not count towards Telegram's
limit of twenty messages a minute in a group.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.core.common.clock import Clock
from bot.core.common.lru import LruDict
from bot.core.messages.ports import MessageGone, NotAllowed
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter, Priority, Ticket
from bot.platforms.telegram.answers import Answer
from bot.platforms.telegram.html import PLATFORM
from bot.platforms.telegram.messenger import TelegramMessenger
from bot.platforms.telegram.updates import MessageReceived
from data.records import ChatKey, PersonKey

_log = logging.getLogger(__name__)

REMEMBERED = 10_000
CLOSED_FOR = 600.0
"""Seconds before another attempt to write in private to somebody who could not be reached."""
SEEN = ("👀", "👍")
"""Reactions that say "seen"; the second is for chats that do not allow the first."""
PUZZLED = "🤔"
"""The reaction to a command that nobody knows."""


class Elsewhere:
    """Answers in private, or by a reaction."""

    def __init__(self, messenger: TelegramMessenger, limiter: PlatformRateLimiter, clock: Clock) -> None:
        self._messenger = messenger
        self._limiter = limiter
        self._clock = clock
        self._closed = LruDict[PersonKey, float](REMEMBERED)
        """People who cannot be reached in private, and until when to assume so."""
        self._reactions = LruDict[str, int](REMEMBERED)
        """The number of the reaction that a chat allows, if not the first; past the end, none."""

    def met(self, person: PersonKey) -> None:
        """Note that somebody wrote in private."""
        self._closed.pop(person, None)

    async def answer(self, said: MessageReceived, answer: Answer, *, again: bool = False) -> bool:
        """Answer in private, else react to the command; return whether either worked. Raises TryLater.

        A group's buttons work only there: answers that need theirs are not sent in private, others without them.
        `again`: the person has seen the answer lately, so a reaction is enough.
        """
        if again and await self.react(said):
            return True
        return (not answer.needs_buttons and await self.privately(said, answer)) or await self.react(said)

    async def react(self, said: MessageReceived) -> bool:
        """React to a command; return whether it worked. Raises TryLater."""
        chat = said.chat.chat
        for number in range(self._reactions.get(chat, 0), len(SEEN)):
            try:
                await self._messenger.react(said.chat, said.message, SEEN[number])
            except (NotAllowed, MessageGone) as error:
                _log.info("the chat does not allow a reaction: %s", error)
                self._reactions[chat] = number + 1
            else:
                return True
        return False

    async def puzzle(self, said: MessageReceived) -> None:
        """React to a command that nobody knows, as far as the chat allows it. Raises TryLater."""
        try:
            await self._messenger.react(said.chat, said.message, PUZZLED)
        except (NotAllowed, MessageGone):
            await self.react(said)

    async def privately(self, said: MessageReceived, answer: Answer) -> bool:
        """Answer in private; return whether it worked. Raises TryLater."""
        if said.private or said.person is None:
            return False
        person, now = said.person.key, self._clock.now()
        if now < self._closed.get(person, 0.0):
            return False
        chat = ChatKey(PLATFORM, person.user)
        try:
            async with self._limiter.slot(chat, Ticket(Priority.REPLY, now)):
                await self._messenger.reply(chat, None, replace(answer.screen, rows=()), answer.document)
        except (NotAllowed, MessageGone):
            self._closed[person] = now + CLOSED_FOR
            return False
        return True
