"""What the bot says to people in Telegram's chats: answers to commands, greetings, the faces of pressed messages.

All of it waits in the same queue as the boards. In a group answers have a share of the messages, each person a part
of that; the same answer stands there once, and a long one comes as a line with a button that leads to the whole of it
in private.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable

from bot.core.common.clock import Clock
from bot.core.i18n.text_format import clip, width
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Document, Part, Screen, Style, Text
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.messages.requests import LongAnswer
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter, Priority, Ticket
from bot.core.ratelimit.reply_guard import Given, ReplyGuard, ReplyVerdict, identity
from bot.core.services.languages import Languages
from bot.platforms.telegram.deep_links import link_to_answer, link_to_chat
from bot.platforms.telegram.messenger import Link, TelegramMessenger
from bot.platforms.telegram.per_chat_queue import ended
from bot.platforms.telegram.texts import ENOUGH, READ_ON, READ_PRIVATELY, SAID_ABOVE, WRITE_PRIVATELY
from bot.platforms.telegram.updates import MessageReceived
from data.records import ChatKey, PersonKey

_log = logging.getLogger(__name__)

ATTEMPTS = 4
MOST_OWED = 6
"""How many answers may wait for their turn in one chat."""
LONG = 120
"""From how many signs on an answer is too long for a group, if it can be read elsewhere; a picture is, too."""
NOBODY = PersonKey("telegram", "")
"""Whoever writes in the name of a chat."""


class Replies:
    """Says things in chats, one after the other in each."""

    def __init__(
        self,
        messenger: TelegramMessenger,
        limiter: PlatformRateLimiter | None,
        languages: Languages,
        clock: Clock,
    ) -> None:
        self._messenger = messenger
        self._languages = languages
        self._limiter = limiter or PlatformRateLimiter(clock)
        self._clock = clock
        self._guard = ReplyGuard(clock.now)
        self._aside: set[asyncio.Task[None]] = set()
        self._owed: Counter[ChatKey] = Counter()
        self._speaking: dict[ChatKey, asyncio.Lock] = {}

    async def idle(self) -> None:
        """Wait until everybody has been told."""
        while self._aside:
            await asyncio.wait(tuple(self._aside))

    async def stop(self, patience: float) -> None:
        """Tell people what can still be told in so many seconds."""
        await ended(tuple(self._aside), patience)

    def answer(
        self, said: MessageReceived, screen: Screen, document: Document | None = None, long: LongAnswer | None = None
    ) -> None:
        """Answer a command."""
        if said.private:
            self._owe(said.chat, lambda: self._reply(said, screen, document))
            return
        address = None
        if long is not None and (long.withheld or screen.picture is not None or width(screen.text.plain) > LONG):
            address = link_to_answer(self._messenger.username, self._messenger.secret, long)
        short = long if long is not None and address is not None else None
        answer, person = identity(screen, document), said.person.key if said.person is not None else NOBODY
        verdict, given = self._guard.judge(said.chat, person, answer)
        if verdict is ReplyVerdict.GIVE:

            async def give() -> int:
                if short is None or address is None:
                    return await self._reply(said, screen, document)
                return await self._shorten(said, short, address)

            self._owe(said.chat, lambda: self._give(said.chat, answer, given, give))
        elif verdict is ReplyVerdict.POINT:
            self._owe(said.chat, lambda: self._point(said, given))
        elif verdict is ReplyVerdict.WARN:
            self._owe(said.chat, lambda: self._warn(said))

    def say(self, chat: ChatKey, screen: Screen) -> None:
        """Say something that nobody asked for."""
        self._owe(chat, lambda: self._messenger.say(chat, screen))

    def edit(self, chat: ChatKey, message: str, screen: Screen) -> asyncio.Future[bool]:
        """Give a pressed message a new face; tell whether the bot is kept from it, False if that must wait."""
        barred: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def settle(is_barred: bool) -> None:
            if not barred.done():
                barred.set_result(is_barred)

        async def call() -> None:
            try:
                async with self._limiter.slot(chat, self._ticket(Priority.ANSWER, lambda: settle(False))):
                    await self._messenger.edit(chat, message, screen)
            except NotAllowed:
                settle(True)
                raise
            finally:
                settle(False)

        self.later(call)
        return barred

    def later(self, call: Callable[[], Awaitable[None]], within: float | None = None) -> None:
        """Call aside, some times if need be, until it succeeds."""
        self._task(call, within)

    # --------------------------------------------------------------------------------------------------------------

    async def _give(self, chat: ChatKey, answer: Hashable, given: Given, give: Callable[[], Awaitable[int]]) -> None:
        """Give an answer in a group, and note where it stands."""
        try:
            given.message = await give()
        except BaseException:
            self._guard.failed(chat, answer)
            raise

    async def _shorten(self, said: MessageReceived, long: LongAnswer, address: str) -> int:
        """Answer in a line, with a button that leads to the whole answer."""
        t = await self._of_asker(said)
        words = long.short if long.withheld else Text((*long.short.lines, *t.note(READ_ON).lines))
        return await self._reply(said, Screen(words), None, Link(t(READ_PRIVATELY), address))

    async def _point(self, said: MessageReceived, given: Given) -> None:
        """Show the asker where the answer stands."""
        if given.message is not None:
            t, person = await self._of_asker(said), said.person
            name = Part("") if person is None else Part(clip(person.name), Style.STRONG, person.key)
            await self._messenger.reply(said.chat, given.message, Screen(t.note(SAID_ABOVE, player=name)))

    async def _warn(self, said: MessageReceived) -> None:
        t = await self._of_asker(said)
        link = Link(t(WRITE_PRIVATELY), link_to_chat(self._messenger.username))
        await self._reply(said, Screen(t.note(ENOUGH)), None, link)

    async def _reply(
        self, said: MessageReceived, screen: Screen, document: Document | None, link: Link | None = None
    ) -> int:
        return await self._messenger.reply(said.chat, said.message, screen, document, link)

    async def _of_asker(self, said: MessageReceived) -> Translator:
        if said.person is None:
            return await self._languages.of_chat(said.chat)
        return await self._languages.of_person(said.person)

    def _owe(self, chat: ChatKey, call: Callable[[], Awaitable[object]]) -> None:
        """Say something in a chat, one thing after the other, as soon as its limits allow.

        Where too many wait already, it is given up.
        """
        if self._owed[chat] >= MOST_OWED:
            _log.warning("too many answers wait in a chat: one was given up")
            return
        speaking = self._speaking.setdefault(chat, asyncio.Lock())

        async def paced() -> None:
            async with speaking, self._limiter.slot(chat, self._ticket(Priority.REPLY)):
                await call()

        self._owed[chat] += 1
        self._task(paced).add_done_callback(lambda _: self._settle(chat))

    def _ticket(self, priority: Priority, on_wait: Callable[[], None] | None = None) -> Ticket:
        return Ticket(priority, self._clock.now(), on_wait=on_wait)

    def _settle(self, chat: ChatKey) -> None:
        self._owed[chat] -= 1
        if not self._owed[chat]:
            del self._owed[chat], self._speaking[chat]

    def _task(self, call: Callable[[], Awaitable[None]], within: float | None = None) -> asyncio.Task[None]:
        task = asyncio.create_task(tell(call, self._clock, within))
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)
        return task


async def tell(call: Callable[[], Awaitable[None]], clock: Clock, within: float | None = None) -> None:
    """Call until it succeeds, some times, waiting as asked for; give up where it is no use, or too late."""
    began = clock.now()
    for attempt in range(1, ATTEMPTS + 1):
        pause = 0.5 * 2**attempt
        try:
            return await call()
        except (MessageGone, NotAllowed) as error:
            _log.info("an answer has no reader any more: %s", error)
            return None
        except TryLater as later:
            pause = later.seconds
        except Exception as error:  # noqa: BLE001 - logged, and tried again
            _log.warning("an answer failed: %s: %s", type(error).__name__, error)
        if attempt == ATTEMPTS or (within is not None and clock.now() + pause - began > within):
            break
        await clock.sleep(pause)
    _log.warning("an answer was given up")
    return None
