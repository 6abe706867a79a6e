"""Messages to people in Telegram chats: replies to commands, greetings, new content of pressed messages.

While boards wait, replies get a share of a group's messages, and each person a part of that share. A reply that
cannot be sent within five seconds goes elsewhere, so every command gets an answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from math import inf

from bot.core.common.clock import Clock
from bot.core.i18n.text_format import clip, width
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Part, Screen, Style, Text
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.platform_limiter import Expired, PlatformRateLimiter, Priority, Ticket
from bot.core.ratelimit.reply_guard import PERSON, Given, ReplyGuard, ReplyVerdict, identity
from bot.core.ratelimit.sliding_window import RateLimit
from bot.core.services.languages import Languages
from bot.platforms.telegram.answers import Answer
from bot.platforms.telegram.buttons import Link
from bot.platforms.telegram.deep_links import link_to_answer, link_to_chat
from bot.platforms.telegram.elsewhere import Elsewhere
from bot.platforms.telegram.messenger import TelegramMessenger
from bot.platforms.telegram.per_chat_queue import ended
from bot.platforms.telegram.texts import ENOUGH, READ_ON, READ_PRIVATELY, SAID_ABOVE, WRITE_PRIVATELY
from bot.platforms.telegram.updates import MessageReceived
from bot.platforms.telegram.whispers import NotWhispered, Whispers, is_whisper
from data.records import ChatKey, PersonKey

_log = logging.getLogger(__name__)

ATTEMPTS = 4
IN_TIME = 5.0
"""Seconds after which a reply goes elsewhere."""
MOST_OWED = 30
"""How many replies may wait in a chat: as many as one person may ask for within half a minute."""
LONG = 120
"""Length in characters from which a reply is too long for a group, if it can be read elsewhere; a picture is, too."""
PUZZLES_OF_ONE, PUZZLES = RateLimit(3, 60.0), RateLimit(10, 60.0)
"""How many unknown commands of one person, and of one group, get a reaction."""
Call = Callable[[], Awaitable[object]]
NOBODY = PersonKey("telegram", "")
"""A person who writes in the name of a chat."""


class Replies:
    """Sends messages to chats, one at a time in each."""

    def __init__(
        self,
        messenger: TelegramMessenger,
        whispers: Whispers,
        limiter: PlatformRateLimiter | None,
        languages: Languages,
        clock: Clock,
    ) -> None:
        self._messenger = messenger
        self._whispers = whispers
        self._languages = languages
        self._limiter = limiter or PlatformRateLimiter(clock)
        self._clock = clock
        self._guard = ReplyGuard(clock.now)
        self._urgent = KeyedWindows[tuple[ChatKey, PersonKey]](PERSON)
        self._elsewhere = Elsewhere(messenger, self._limiter, clock)
        self._lost = KeyedWindows[PersonKey](PUZZLES_OF_ONE)
        self._puzzles = KeyedWindows[ChatKey](PUZZLES)
        self._aside: set[asyncio.Task[None]] = set()
        self._owed: Counter[ChatKey] = Counter()
        self._speaking: dict[tuple[ChatKey, Priority], asyncio.Lock] = {}

    async def idle(self) -> None:
        while self._aside:
            await asyncio.wait(tuple(self._aside))

    async def stop(self, patience: float) -> None:
        """Send what can still be sent within `patience` seconds."""
        await ended(tuple(self._aside), patience)

    def answer(self, said: MessageReceived, answer: Answer) -> None:
        if said.private:
            if said.person is not None:
                self._elsewhere.met(said.person.key)
            ticket = Ticket(Priority.REPLY, self._clock.now())
            in_turn = partial(self._in_turn, said.chat, ticket, lambda: self._reply(said, answer))
            if not self._start(said.chat, in_turn, lambda: self._elsewhere.react(said)):
                self.seen(said)
            return
        person = said.person.key if said.person is not None else NOBODY
        if answer.urgent and self._urgent.allows((said.chat, person), self._clock.now()):
            self._owe_in_time(said, answer, lambda: self._reply(said, answer), Priority.ANSWER, lasts=True)
            return
        whispered = answer.personal and self._whispers.proven(said.chat)  # sent again, since others cannot read it
        face = None if whispered else identity(answer.screen, answer.document)
        verdict, given = self._guard.judge(said.chat, person, face)
        if verdict is ReplyVerdict.GIVE:
            self._owe_in_time(
                said,
                answer,
                lambda: self._give(said, answer, face, given),
                lasts=answer.needs_buttons,
                missed=lambda: self._guard.failed(said.chat, face),
            )
        elif verdict is ReplyVerdict.WARN:
            self._owe_in_time(said, answer, lambda: self._warn(said))
        elif verdict is ReplyVerdict.POINT or person in given.shown:
            within = 0.0 if verdict is ReplyVerdict.POINT else -1.0
            self._owe_in_time(said, answer, lambda: self._point(said, answer, given), within=within, again=True)
        else:
            self._owe_in_time(said, answer, lambda: self._reply(said, answer), within=-1.0)

    def seen(self, said: MessageReceived) -> None:
        """Acknowledge a command that has no answer."""

        self._task(lambda: self._elsewhere.react(said))

    def aside(self, said: MessageReceived, answer: Answer) -> None:
        """Answer a group's command in private, or by a reaction; never in the group."""
        self._task(lambda: self._elsewhere.answer(said, answer))

    def puzzled(self, said: MessageReceived, answer: Answer) -> None:
        """React to a group's unknown command, and give a hint that others don't see; nothing if too often."""
        person, now = said.person, self._clock.now()
        if person is None or not self._lost.allows(person.key, now) or not self._puzzles.allows(said.chat, now):
            return
        self._task(lambda: self._elsewhere.puzzle(said))
        self._task(lambda: self._whisper(said, answer))

    async def _whisper(self, said: MessageReceived, answer: Answer) -> None:
        """Send a hint to one person, in the group if no answer waits for that, else in private; or to nobody."""
        if said.person is None:
            return
        if await self._whispers.may(said.chat) and self._limiter.has_room(said.chat, None):
            try:
                async with self._limiter.slot(said.chat, Ticket(Priority.TIDY, self._clock.now())):
                    await self._whispers.say(said.chat, said.person.key, answer.screen)
            except NotWhispered:
                pass
            else:
                return
        await self._elsewhere.privately(said, answer)

    def say(self, chat: ChatKey, screen: Screen) -> None:
        """Post a message that answers nothing."""
        ticket = Ticket(Priority.REPLY, self._clock.now())
        if not self._start(chat, lambda: self._in_turn(chat, ticket, lambda: self._messenger.say(chat, screen))):
            _log.warning("too many replies wait in a chat: one was dropped")

    def edit(self, chat: ChatKey, message: str, screen: Screen) -> asyncio.Future[bool]:
        """Replace a pressed message; the result is whether the bot lacks the right, False if it must wait."""
        barred: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def settle(is_barred: bool) -> None:
            if not barred.done():
                barred.set_result(is_barred)

        async def call() -> None:
            try:
                ticket = Ticket(Priority.ANSWER, self._clock.now(), on_wait=lambda: settle(False))
                async with self._limiter.slot(chat, ticket):
                    await (self._whispers if is_whisper(message) else self._messenger).edit(chat, message, screen)
            except NotAllowed:
                settle(True)
                raise
            finally:
                settle(False)

        self.later(call)
        return barred

    def later(self, call: Callable[[], Awaitable[None]], within: float | None = None) -> None:
        """Call in the background, several times if needed, until it succeeds."""
        self._task(call, within)

    # --------------------------------------------------------------------------------------------------------------

    async def _give(self, said: MessageReceived, answer: Answer, face: Hashable, given: Given) -> None:
        """Reply in a group, and note where the reply stands."""
        try:
            given.message = await self._shown(said, answer)
        except BaseException:
            self._guard.failed(said.chat, face)
            raise

    async def _shown(self, said: MessageReceived, answer: Answer) -> int | None:
        """Send a reply, or for a long one a line with a button that opens it.

        Return its message number if all can read it.
        """
        long, screen = answer.long, answer.screen
        fills = not (answer.personal and self._whispers.proven(said.chat))
        fills = fills and (screen.picture is not None or width(screen.text.plain) > LONG)
        address = None
        if long is not None and (fills or long.withheld):
            address = link_to_answer(self._messenger.username, self._messenger.secret, long)
        if long is None or address is None:
            return await self._reply(said, answer)
        t = await self._of_asker(said)
        words = long.short if long.withheld else Text((*long.short.lines, *t.note(READ_ON).lines))
        return await self._reply(
            said, Answer(Screen(words), personal=answer.personal), Link(t(READ_PRIVATELY), address)
        )

    async def _point(self, said: MessageReceived, answer: Answer, given: Given) -> None:
        """Point the person to the reply; if it was only sent elsewhere, send it."""
        if given.message is None:
            given.message = await self._shown(said, answer)
            return
        t, person = await self._of_asker(said), said.person
        name = Part("") if person is None else Part(clip(person.name), Style.STRONG, person.key)
        await self._messenger.reply(said.chat, given.message, Screen(t.note(SAID_ABOVE, player=name)))

    async def _warn(self, said: MessageReceived) -> None:
        t = await self._of_asker(said)
        link = Link(t(WRITE_PRIVATELY), link_to_chat(self._messenger.username))
        await self._reply(said, Answer(Screen(t.note(ENOUGH))), link)

    async def _reply(self, said: MessageReceived, answer: Answer, link: Link | None = None) -> int | None:
        """Reply, if possible visible only to the person who asked; return the message number if all can read it."""
        words = answer.screen.picture is None and answer.document is None
        alone = words and answer.personal and not said.private
        if alone and said.person is not None and await self._whispers.may(said.chat):
            return await self._whispers.say(said.chat, said.person.key, answer.screen, link)
        return await self._messenger.reply(said.chat, said.message, answer.screen, answer.document, link)

    async def _of_asker(self, said: MessageReceived) -> Translator:
        if said.person is None:
            return await self._languages.of_chat(said.chat)
        return await self._languages.of_person(said.person)

    def _owe_in_time(
        self,
        said: MessageReceived,
        answer: Answer,
        call: Call,
        priority: Priority = Priority.REPLY,
        *,
        within: float = IN_TIME,
        again: bool = False,
        lasts: bool = False,
        missed: Callable[[], None] = lambda: None,
    ) -> None:
        """Reply in a group by this call `within` some seconds, or else elsewhere; at once if `within` is below 0.

        A reply that `lasts` is sent in the group in any case; elsewhere the person only learns that the command was
        seen. One that could not be sent elsewhere goes to the group too. `again`: as in `Elsewhere.answer`. `missed`
        is called if there was no room.
        """
        asked = self._clock.now()
        until = asked + within

        async def paced() -> None:
            nonlocal until
            while True:
                try:
                    return await self._in_turn(said.chat, Ticket(priority, asked, until=until), call)
                except NotAllowed:
                    await self._elsewhere.answer(said, answer, again=again)
                    return None
                except NotWhispered:
                    continue
                except Expired:
                    pass
                except TryLater as later:
                    if self._clock.now() + later.seconds <= until or until == inf:
                        raise
                until = inf
                missed()
                if await self._elsewhere.answer(said, answer, again=again) and not lasts:
                    return None

        if not self._start(said.chat, paced, lambda: self._elsewhere.react(said)):
            self._task(lambda: self._elsewhere.answer(said, answer))

    async def _in_turn(self, chat: ChatKey, ticket: Ticket, call: Call) -> None:
        """Call in a chat, one call at a time, once its limits allow; raises Expired."""
        speaking = self._speaking.setdefault((chat, ticket.priority), asyncio.Lock())
        async with speaking, self._limiter.slot(chat, ticket):
            await call()

    def _start(self, chat: ChatKey, call: Call, instead: Call | None = None) -> bool:
        """Start a call in a chat; return whether its queue has room.

        `instead` is called if it fails for good.
        """
        if self._owed[chat] >= MOST_OWED:
            return False
        self._owed[chat] += 1
        self._task(call, instead=instead).add_done_callback(lambda _: self._settle(chat))
        return True

    def _settle(self, chat: ChatKey) -> None:
        self._owed[chat] -= 1
        if not self._owed[chat]:
            del self._owed[chat]
            for priority in Priority:
                self._speaking.pop((chat, priority), None)

    def _task(self, call: Call, within: float | None = None, instead: Call | None = None) -> asyncio.Task[None]:
        async def told() -> None:
            if not await tell(call, self._clock, within) and instead is not None:
                await tell(instead, self._clock)

        task = asyncio.create_task(told())
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)
        return task


async def tell(call: Call, clock: Clock, within: float | None = None) -> bool:
    """Call until it succeeds, several times, waiting as Telegram asks; give up if it is useless or too late.

    Return whether no further call is needed.
    """
    began = clock.now()
    for attempt in range(1, ATTEMPTS + 1):
        pause = 0.5 * 2**attempt
        try:
            await call()
        except (MessageGone, NotAllowed) as error:
            _log.info("nobody can read a reply any more: %s", error)
            return True
        except TryLater as later:
            pause = later.seconds
        except Exception as error:  # noqa: BLE001 - logged, then repeated
            _log.warning("a reply failed: %s: %s", type(error).__name__, error)
        else:
            return True
        if attempt == ATTEMPTS or (within is not None and clock.now() + pause - began > within):
            break
        await clock.sleep(pause)
    _log.warning("a reply was dropped")
    return False
