"""Open a chat room with people in it, over a real store and the whole core: what tests play in."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from typing import Any

from bot.bootstrap import application
from bot.core.application import Application
from bot.core.commands.parser import parse_line
from bot.core.common.clock import Clock
from bot.core.common.entropy import seeded
from bot.core.domain.deadlines import to_act
from bot.core.domain.table import StartedTable, Table
from bot.core.messages.requests import File, Outcome, Person, Press, Request
from bot.core.rankings.counting import least, own_acts
from bot.core.ratelimit.flood_guard import FloodGuard
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.core.services.table_words import with_table
from data.open_store import open_store
from data.records import ChatKey, PersonKey
from data.store import Store
from render.content.scene import Scene
from tests.fakes.clock import FakeClock
from tests.fakes.messenger import FakeMessenger, Message
from tests.fakes.mortal import CALLS, WRITES, Life, Mortal
from tests.fakes.pictures import CARDS, FakePictures
from tests.fakes.quiet_play import Ahead

PLATFORM = "fake"
PLAYS = re.compile(r"\.(throw$|move:)")
"""Which buttons of a board play the game, roll by roll."""
CHAT = ChatKey(PLATFORM, "room")


def person(name: str, locale: str | None = "en") -> Person:
    return Person(PersonKey(PLATFORM, name.lower()), name, locale)


ANA, BEA, CAI, DAN = map(person, ("Ana", "Bea", "Cai", "Dan"))


def attached(data: bytes | None) -> File | None:
    """Return the file that comes with a command, None if none does."""

    async def read() -> bytes:
        assert data is not None
        return data

    return None if data is None else File(len(data), read)


def said(outcome: Outcome) -> str:
    """Return what only the person who acted reads."""
    assert outcome.notice is not None
    return outcome.notice.plain


def shown(outcome: Outcome) -> str:
    """Return what an answer shows to all."""
    assert outcome.screen is not None, outcome.notice and outcome.notice.plain
    return outcome.screen.text.plain


def draw(scene: Scene) -> bytes:
    """Make a picture as far as the core is concerned."""
    return f"{scene.game} {scene.names} {len(scene.trail)}".encode()


PICTURES = FakePictures(draw)


class FakeAuthority:
    """Who administers the room: Ana, until a test names others."""

    def __init__(self) -> None:
        self.admins = {ANA.key}
        self.broken = False

    async def is_admin(self, chat: ChatKey, person: PersonKey, players: Collection[PersonKey] = ()) -> bool:
        if self.broken:
            raise RuntimeError("the platform does not answer")
        return person in self.admins


class Room:
    """Says commands and presses buttons like people and their platform do."""

    def __init__(
        self, core: Application, store: Store, messenger: FakeMessenger, clock: FakeClock, authority: FakeAuthority
    ) -> None:
        self.core = core
        self.store = store
        self.messenger = messenger
        self.authority = authority
        self.clock = clock
        self.by_hand = True
        """Whether people who open a table insist on each roll, where their line says nothing of it."""
        self.known = [ANA, BEA, CAI, DAN]
        """The people whom a mention finds."""

    async def say(
        self, who: Person, line: str, chat: ChatKey = CHAT, *, settle: bool = True, file: bytes | None = None
    ) -> Outcome:
        """Give a command, perhaps with a file; its answer to all is posted as a platform would."""
        parsed = parse_line(line, self.core.registry)
        if parsed.name == "play" and self.by_hand:
            parsed.options.setdefault("rolls", "each")
        parsed = await with_table(self.core.service, self.core.registry, chat, parsed)
        people = self.named(parsed.options)
        request = Request(chat, who, parsed.name, parsed.options, people=people, file=attached(file))

        async def deliver(outcome: Outcome) -> Outcome:
            if outcome.screen is not None:
                await self.messenger.post(chat, outcome.screen, nonce=f"a{len(self.messenger.messages)}")
            return outcome

        outcome = await self.core.dispatcher.command(request, deliver)
        if settle:
            await self.core.service.computers.idle()
            await self.core.publisher.idle()
        return outcome

    async def opened(self, line: str, *who: Person) -> str:
        """Open a table as Ana; these people join it. Return its code."""
        code = (await self.say(ANA, line)).table
        assert code is not None
        for one in who:
            await self.say(one, f"/join {code}")
        return code

    async def started(self, line: str, *who: Person) -> str:
        """Start a game that Ana opens with these people, or with bots without any; return its code."""
        code = await self.opened(line, *who)
        if who:
            await self.say(ANA, f"/start {code}")
        else:
            await self.click(ANA, "Start with bots")
        return code

    async def press(
        self,
        who: Person,
        token: str,
        message: str | None = None,
        chat: ChatKey = CHAT,
        *,
        settle: bool = True,
        client: str = "",
    ) -> Outcome:
        """Press a button, under the newest message of the bot if none is named.

        Its answer is shown as a platform would.
        """
        if message is None:
            message = self.messenger.of(chat)[-1].id if self.messenger.of(chat) else "1"
        carried = any(one.id == message and token in one.tokens for one in self.messenger.of(chat))
        pressed = message

        async def deliver(outcome: Outcome) -> Outcome:
            if outcome.screen is not None and outcome.below:
                await self.messenger.post(chat, outcome.screen, nonce=f"a{len(self.messenger.messages)}")
            elif outcome.screen is not None:
                await self.messenger.edit(chat, pressed, outcome.screen)
            return outcome

        outcome = await self.core.dispatcher.press(Press(chat, who, message, token, carried, client=client), deliver)
        if settle:
            await self.core.service.computers.idle()
            await self.core.publisher.idle()
        return outcome

    async def click(self, who: Person, label: str, chat: ChatKey = CHAT, *, settle: bool = True) -> Outcome:
        """Press the newest button whose label has these words."""
        for message in reversed(self.messenger.of(chat)):
            for button in message.buttons:
                if label in button.label:
                    return await self.press(who, button.token, message.id, chat, settle=settle)
        shown = [button.label for message in self.messenger.of(chat) for button in message.buttons]
        raise AssertionError(f"no button {label!r} among {shown}")

    def named(self, options: Mapping[str, str]) -> dict[str, Person]:
        """Return whom each mention means, as a platform knows."""
        name = options.get("person", "").removeprefix("@")
        found = [one for one in self.known if one.name == name]
        return {"person": found[0]} if found else {}

    # what there is to see -------------------------------------------------------------------------------------------

    async def table(self, code: str | None = None) -> Table:
        """Return a table as stored; the newest open one if no code is given."""
        if code is None:
            code = (await self.store.all_tables())[-1].id
        table = await self.core.service.tables.get(code)
        assert table is not None
        return table

    def live(self, code: str, chat: ChatKey = CHAT) -> list[Message]:
        """Return the messages of a chat that have buttons of a table,."""
        found = self.messenger.of(chat)
        return [message for message in found if any(token.startswith(f"{code}.") for token in message.tokens)]

    def board(self, code: str, chat: ChatKey = CHAT) -> Message:
        """Return the one board of a game in a chat that can be pressed."""
        (board,) = [message for message in self.live(code, chat) if message.screen.picture is not None]
        return board

    async def actor(self, code: str, people: list[Person]) -> Person | None:
        """Return who of these people must act."""
        seat = to_act(await self.table(code))
        return next((one for one in people if seat is not None and one.key == seat.person), None)

    async def acting(self, code: str, people: list[Person]) -> Person:
        """Return who of these people must act; one of them does."""
        who = await self.actor(code, people)
        assert who is not None
        return who

    async def play_out(
        self, code: str, people: list[Person], chat: ChatKey = CHAT, *, presses: int = 5000, shown: bool = False
    ) -> int:
        """Play a table to its end by pressing what its board offers; return how many presses it took.

        Unless all is to be `shown`, boards come seldom until the last press.
        """
        rng = random.Random(code)
        count = 0
        while count < presses:
            count += 0 if shown else await self._ahead(code, people, rng)
            who = await self.actor(code, people)
            if who is None:
                return count
            count += 1
            board = self.board(code, chat)
            tokens = [token for token in board.tokens if PLAYS.search(token)]
            outcome = await self.press(who, rng.choice(tokens), board.id, chat)
            assert outcome.notice is None, outcome.notice.plain
        raise AssertionError(f"not over after {presses} presses")

    async def _ahead(self, code: str, people: list[Person], rng: random.Random) -> int:
        """Let these people play on without a board; return how many presses that were."""
        ahead = Ahead({one.key for one in people}, rng, self.clock.now())
        await self.core.service.change(code, ahead)
        await self.core.publisher.publish(code)
        await self.core.service.computers.idle()
        await self.core.publisher.idle()
        return ahead.count

    async def play_until_counted(
        self, code: str, people: list[Person], chat: ChatKey = CHAT, *, presses: int = 2000
    ) -> None:
        """Play until the game counts for the rankings, should it end now."""
        rng = random.Random(code)
        for _ in range(presses):
            table = await self.table(code)
            assert isinstance(table, StartedTable)
            if all(own_acts(table)[one.key] >= least(table) for one in people):
                return
            who = await self.acting(code, people)
            board = self.board(code, chat)
            tokens = [token for token in board.tokens if PLAYS.search(token) or token.endswith(".rollon")]
            outcome = await self.press(who, rng.choice(tokens), board.id, chat)
            assert outcome.notice is None, outcome.notice.plain
        raise AssertionError(f"it does not count after {presses} presses")

    async def end(self, code: str, how: str, people: list[Person]) -> None:
        """Play a table to its end, or the first of these people gives the command `how` and says yes."""
        if how == "play":
            await self.play_out(code, people)
        else:
            await self.say(people[0], f"/{how} {code}")
            await self.click(people[0], "Yes")


async def taken_up(core: Application) -> None:
    """Do what a process does first: take up what an earlier one left."""
    await core.resume()
    await core.scheduler.start()
    await core.publisher.look()


async def look(place: Room, seconds: float = 0.0) -> None:
    """Let time pass, and features and the scheduler look at what is due."""
    place.clock.time += seconds
    for work in place.core.beside:
        await work.look()
    await place.core.scheduler.look()
    await place.core.service.computers.idle()
    await place.core.publisher.idle()


class CutOff(Exception):
    """The process dies between an answer and what follows it."""


async def cut_off(outcome: Outcome) -> None:
    """Take an outcome and go no further."""
    raise CutOff(outcome)


@asynccontextmanager
async def room(
    store: Store | None = None,
    messenger: FakeMessenger | None = None,
    *,
    life: Life | None = None,
    seed: str = "1",
    limiter: Callable[[Clock], PlatformRateLimiter] | None = None,
    flood_guard: Callable[[Clock], FloodGuard] | None = None,
    **wishes: Any,
) -> AsyncIterator[Room]:
    """Open a room over a store in memory, or one process over a given store and platform."""
    own = store is None
    store = store if store is not None else await open_store("sqlite:///:memory:")
    messenger = messenger if messenger is not None else FakeMessenger()
    life = life or Life()
    mortal: Any = Mortal(store, life, WRITES)
    platform: Any = Mortal(messenger, life, CALLS)
    clock = FakeClock()
    limiters = {PLATFORM: limiter(clock)} if limiter is not None else None
    authority = FakeAuthority()
    rights = {PLATFORM: authority}
    guard = flood_guard(clock) if flood_guard is not None else None
    usual: dict[str, Any] = {
        "entropy": seeded(seed),
        "pictures": PICTURES,
        "cards": CARDS,
        "limiters": limiters,
        "authorities": rights,
        "flood_guard": guard,
    }
    wishes = usual | wishes
    try:
        async with application(mortal, {PLATFORM: platform}, clock, **wishes) as core:
            yield Room(core, store, messenger, clock, authority)
    finally:
        if own:
            await store.close()
