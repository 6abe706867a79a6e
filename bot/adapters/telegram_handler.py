"""What is done about an update: the core is asked, and its answer goes where it belongs."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from bot.adapters.telegram_events import ChatMoved, Event, LetIn, Nothing, Pressed, Said
from bot.adapters.telegram_journal import Journal
from bot.adapters.telegram_links import ADDED, Door, Knock, read_payload
from bot.adapters.telegram_messenger import TelegramMessenger
from bot.adapters.telegram_queue import ended
from bot.adapters.telegram_words import ANONYMOUS, FAILED
from bot.core.chat import File, MessageGone, NotAllowed, Outcome, Person, Press, Request, TryLater, written
from bot.core.clock import Clock
from bot.core.desk import STALE, Desk
from bot.core.lately import Lately
from bot.core.lines import BadLine, parse_line
from bot.core.ratelimit.platform import PlatformRateLimiter, Priority, Ticket
from bot.core.refusal import Refusal
from bot.core.screen import Document, Screen, Text
from bot.core.tables import Unreadable
from bot.core.views.greeting import greeting
from data.records import ChatKey

_log = logging.getLogger(__name__)

ATTEMPTS = 4
HANDLES = 10_000
"""How many user names are remembered, and with them whom they mean."""
MOST_OWED = 10
"""How many answers may wait for their turn in one chat."""
ANSWER_WITHIN = 10.0
"""A press is not answered after so many seconds: by then its button waits no more."""


class Core(Protocol):
    """The core's front door."""

    async def command(self, request: Request) -> Outcome:
        """Answers a command."""

    async def press(self, press: Press) -> Outcome:
        """Answers a pressed button."""


class Publisher(Protocol):
    """Brings board messages up to date."""

    def heard(self, chat: ChatKey) -> None:
        """Somebody acts in a chat, where the bot may have been barred."""

    async def publish(self, table: str) -> None:
        """Shows a table as it is now, wherever it is shown."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """All that the adapter works with. `pace`: the publisher's own, so that replies and boards share the limits."""

    desk: Desk
    messenger: TelegramMessenger
    core: Core
    publisher: Publisher
    pace: PlatformRateLimiter | None = None


class Handler:
    """Deals with one update after the other; what only tells people something is done aside."""

    def __init__(self, rooms: Rooms, journal: Journal) -> None:
        self._rooms = rooms
        self._journal = journal
        self._desk = rooms.desk
        self._handles = Lately[str, Person](HANDLES)
        self._aside: set[asyncio.Task[None]] = set()
        self._owed: Counter[ChatKey] = Counter()
        self._speaking: dict[ChatKey, asyncio.Lock] = {}

    async def handle(self, event: Event, username: str) -> None:
        """Deals with an update."""
        self._rooms.publisher.heard(event.chat)
        if isinstance(event, Pressed | Said):
            self._remember(event)
        if isinstance(event, Pressed):
            await self._press(event)
        elif isinstance(event, Said):
            await self._said(event, username)
        elif isinstance(event, ChatMoved):
            await self.move(event.chat, event.new)
        elif isinstance(event, LetIn):
            await self._let_in(event)
        else:
            self._answer(event, None)

    def _remember(self, event: Pressed | Said) -> None:
        """Who has a user name: Telegram tells who is meant by one only to those who have met them."""
        if event.handle is not None and event.person is not None:
            self._handles[event.handle.lower()] = event.person

    async def move(self, old: ChatKey, new: ChatKey) -> None:
        """A chat goes on elsewhere: its games move along and are shown there. Told twice, it is done once."""
        for table in await self._desk.store.move_chat(old, new):
            with suppress(Unreadable):
                await self._desk.tables.fresh(table)
            await self._rooms.publisher.publish(table)

    async def idle(self) -> None:
        """Returns when everybody has been told."""
        while self._aside:
            await asyncio.wait(tuple(self._aside))

    async def stop(self, patience: float) -> None:
        """Tells people what can still be told in so many seconds."""
        await ended(tuple(self._aside), patience)

    # buttons --------------------------------------------------------------------------------------------------------

    async def _press(self, event: Pressed) -> None:
        press = Press(event.chat, event.person, event.message, event.token, event.carried)
        try:
            if not event.offered:
                self._answer(event, await self._note(event.person, STALE))
                return
            if not event.exact:
                press = await in_its_topic(self._desk, press)
            outcome = await self._rooms.core.press(press)
            if outcome.table is not None:
                await self._rooms.publisher.publish(outcome.table)
        except Exception:  # noqa: BLE001 - logged; whoever pressed is told
            _log.exception("a press could not be dealt with")
            outcome = Outcome(notice=await self._note(event.person, FAILED))
        self._answer(event, outcome.notice)
        screen = outcome.screen
        if screen is not None:
            self._owe(event.chat, lambda: self._rooms.messenger.edit(event.chat, event.message, screen))

    def _answer(self, event: Pressed | Nothing, notice: Text | None) -> None:
        self._later(lambda: self._rooms.messenger.answer(event.query, notice), within=ANSWER_WITHIN)

    # commands -------------------------------------------------------------------------------------------------------

    async def _said(self, said: Said, username: str) -> None:
        words = said.text.split()
        if not self._is_for_us(said, words, username):
            return  # talk among people, or a command of another bot
        if said.person is None:
            t = await self._desk.languages.of_chat(said.chat)
            self._reply(said, Screen(t.note(ANONYMOUS)))
            return
        try:
            if not await self._journal.is_new(said):
                return
            outcome = await self._command(said, said.person, words)
            if outcome.table is not None:
                await self._rooms.publisher.publish(outcome.table)
        except Refusal as refusal:
            outcome = Outcome(notice=refusal.note(await self._desk.languages.of_person(said.person)))
        except Exception:  # noqa: BLE001 - logged; whoever asked is told
            _log.exception("a command could not be dealt with")
            outcome = Outcome(notice=await self._note(said.person, FAILED))
        if outcome.screen is not None:
            self._reply(said, outcome.screen)
        if outcome.notice is not None:
            self._reply(said, Screen(outcome.notice), outcome.document)

    def _is_for_us(self, said: Said, words: list[str], username: str) -> bool:
        name, _, meant = words[0].removeprefix("/").partition("@") if words else ("", "", "")
        if meant and meant.lower() != username.lower():
            return False
        known = bool(meant) or self._desk.registry.get(name.lower()) is not None
        return said.private or (said.text.startswith("/") and known)

    async def _command(self, said: Said, person: Person, words: list[str]) -> Outcome:
        brought = words[1] if len(words) == 2 and words[0].partition("@")[0] == "/start" else ""
        knock = read_payload(brought)
        if knock is not None:
            return await self._knocked(knock, person, said.chat)
        if brought == ADDED and not said.private:
            return Outcome()  # the group was greeted when the bot came
        try:
            parsed = parse_line(said.text, self._desk.registry)
        except BadLine as error:
            return Outcome(notice=error.note(await self._desk.languages.of_person(person)))
        if said.private and parsed.name == "start" and not await self._desk.tables.of_chat(said.chat):
            return await self._rooms.core.command(Request(said.chat, person, "help"))
        meant = said.meant or self._handles.get(parsed.options.get("person", "").removeprefix("@").lower())
        people = {} if meant is None else {"person": meant}
        return await self._rooms.core.command(
            Request(
                said.chat,
                person,
                parsed.name,
                parsed.options,
                said.private,
                people,
                self._file(said, typed=parsed.options),
            )
        )

    def _file(self, said: Said, *, typed: Mapping[str, str]) -> File | None:
        if said.file is None:
            return None if said.quoted is None or typed else written(said.quoted)
        name, size = said.file
        return File(size, lambda: self._rooms.messenger.fetch(name))

    async def _knocked(self, knock: Knock, person: Person, chat: ChatKey) -> Outcome:
        """A link was followed: the person sits down, if that was meant and can be, and sees the table here."""
        showing, code, core = await self._desk.anywhere(knock.code), {"table": knock.code}, self._rooms.core
        outcome = Outcome()
        sits = any(seat.person == person.key for seat in showing.table.record.seats)
        if knock.door is Door.JOIN and not (sits and showing.plays_from(person.key) == chat):
            outcome = await core.command(Request(chat, person, "join", code))
        if outcome.table is None:
            shown = await core.command(Request(chat, person, "watch", code))
            outcome = replace(shown, notice=outcome.notice or shown.notice)
        return outcome

    # --------------------------------------------------------------------------------------------------------------

    async def _let_in(self, event: LetIn) -> None:
        """Shows what is open there; says hello in a group that is new."""
        t = await self._desk.languages.of_newcomers(event.chat, event.person.locale)
        if t is not None and event.group:
            screen = greeting(t)
            self._owe(event.chat, lambda: self._rooms.messenger.say(event.chat, screen))
        await self._show_all(event.chat)

    async def _show_all(self, chat: ChatKey) -> None:
        """In whatever topic they are."""
        for record in await self._desk.store.all_tables():
            with suppress(Unreadable):
                showing = await self._desk.tables.showing(record.id)
                if showing is not None and chat.chat in (each.chat for each in showing.chats):
                    await self._rooms.publisher.publish(record.id)

    async def _note(self, person: Person, sentence: str) -> Text | None:
        try:
            return (await self._desk.languages.of_person(person)).note(sentence)
        except Exception:  # noqa: BLE001 - the store fails as well; better a bare answer than none
            return None

    def _reply(self, said: Said, screen: Screen, document: Document | None = None) -> None:
        self._owe(said.chat, lambda: self._rooms.messenger.reply(said.chat, said.message, screen, document))

    def _owe(self, chat: ChatKey, call: Callable[[], Awaitable[None]]) -> None:
        """Says something in a chat, one thing after the other, as soon as its limits allow.

        Somebody who floods it gets no more answers.
        """
        if self._owed[chat] >= MOST_OWED:
            _log.warning("too many answers wait in a chat: one was given up")
            return
        pace, speaking = self._rooms.pace, self._speaking.setdefault(chat, asyncio.Lock())

        async def paced() -> None:
            async with speaking:
                if pace is None:
                    await call()
                    return
                async with pace.slot(chat, Ticket(Priority.REPLY, self._desk.clock.now())):
                    await call()

        self._owed[chat] += 1
        self._later(paced).add_done_callback(lambda _: self._settle(chat))

    def _settle(self, chat: ChatKey) -> None:
        self._owed[chat] -= 1
        if not self._owed[chat]:
            del self._owed[chat], self._speaking[chat]

    def _later(self, call: Callable[[], Awaitable[None]], within: float | None = None) -> asyncio.Task[None]:
        clock = self._desk.clock
        task = asyncio.create_task(tell(call, clock, within))
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)
        return task


async def in_its_topic(desk: Desk, press: Press) -> Press:
    """A press under a message of which Telegram does not tell the topic; the store knows it."""
    boards = await desk.store.boards(press.token.partition(".")[0])
    place = (press.chat.platform, press.chat.chat, press.message)
    known = (board.chat for board in boards if (board.chat.platform, board.chat.chat, board.message) == place)
    return replace(press, chat=next(known, press.chat))


async def tell(call: Callable[[], Awaitable[None]], clock: Clock, within: float | None = None) -> None:
    """Calls until it succeeds, some times, waiting as asked for; gives up where it is no use, or too late."""
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
