"""Being forgotten while others play: what they do meanwhile brings nobody back, and nothing of theirs is lost."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.core.domain.dice_mixing import ANSWER
from bot.core.features.privacy.commands import CLIENTS
from bot.core.messages.requests import Outcome, Person
from bot.core.services.table_codec import heading_of
from data.errors import StoreFailed
from data.open_store import open_store
from data.records import PersonKey, Status
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import BEA, CAI, CHAT, PLATFORM, Room, room

ZOE = Person(PersonKey(PLATFORM, "zoe-id-4711"), "Zoë-Xanthippe", "en")


async def opened(place: Room, line: str, *others: Person) -> str:
    await place.say(ZOE, line)
    code = (await place.table()).id
    for other in others:
        await place.say(other, f"/join {code}")
    await place.say(ZOE, f"/mix table={code} seven seas")
    place.clock.time += ANSWER
    await place.say(ZOE, f"/start {code}")
    return code


async def forget_zoe(place: Room) -> Outcome:
    await place.say(ZOE, "/deletemydata")
    question = place.messenger.of(CHAT)[-1]
    return await place.press(ZOE, question.tokens[0], question.id)


async def test_a_game_that_ends_because_somebody_wants_to_be_forgotten_knows_its_end() -> None:
    async with room() as place:
        code = await opened(place, "/play palma", BEA)
        await forget_zoe(place)
        record = await place.table(code)
        assert record.status is Status.OVER
        assert record.ended is not None
        assert record.dice.mixers[0].key.platform == "former"


async def test_who_was_called_by_a_table_is_forgotten_there_too() -> None:
    async with room() as place:
        await place.say(ZOE, "/notify")
        await place.say(BEA, "/play palma")
        code = (await place.table()).id
        await forget_zoe(place)
        record = await place.store.table(code)
        assert record is not None
        assert heading_of(record).lobby.called == ()


class Interrupted:
    """A store where something happens just after a person was forgotten, before anybody heard of it."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.meanwhile: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    async def forget(self, *args: Any) -> Any:
        found = await self._real.forget(*args)
        self.meanwhile = asyncio.create_task(self.meanwhile)
        await asyncio.wait((self.meanwhile,), timeout=0.2)
        return found


class Slow:
    """A store that reads a log only when the test lets it."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    async def moves(self, *args: Any, **kwargs: Any) -> Any:
        found = await self._real.moves(*args, **kwargs)
        self.asked.set()
        await self.go.wait()
        return found


async def test_what_was_being_read_meanwhile_is_read_again() -> None:
    real = await open_store("sqlite:///:memory:")
    try:
        async with room(real) as place:
            code = await opened(place, "/play palma", BEA)
            await place.play_out(code, [ZOE, BEA])
        store: Any = Slow(real)
        async with room(store) as place:
            reading = asyncio.create_task(place.table(code))
            await store.asked.wait()
            await forget_zoe(place)
            store.go.set()
            for table in (await reading, await place.table(code)):
                assert [seat.name for seat in table.seats] == ["", "Bea"]
    finally:
        await real.close()


async def test_nor_does_another_process_that_remembers_them() -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    try:
        async with room(store, messenger) as place, room(store, messenger) as other:
            over = await opened(place, "/play palma", BEA)
            await place.play_out(over, [ZOE, BEA])
            code = await opened(place, "/play parchis seats=Y,R,B auto=no", BEA, CAI)
            while await place.actor(code, [ZOE]) is not None:
                board = place.live(code)[-1]
                await place.press(ZOE, board.tokens[0], board.id)
            who = await place.acting(code, [BEA, CAI])
            token = place.live(code)[-1].tokens[0]
            assert "Zoë" in str([(await other.table(each)).seats for each in (over, code)])
            await forget_zoe(place)
            assert (await other.press(who, token, place.live(code)[-1].id)).notice is None
            shown = len(messenger.messages)
            await other.click(BEA, "Rematch")
            for each in (over, code):
                record = await store.table(each)
                assert record is not None
                assert "Zoë" not in str(record.seats)
            assert ZOE.key not in [record.host for record in await store.all_tables()]
            assert len(messenger.messages) == shown + 1, "the next table's board, and no board of a game that is over"
    finally:
        await store.close()


async def test_a_move_made_meanwhile_brings_nobody_back() -> None:
    real = await open_store("sqlite:///:memory:")
    store: Any = Interrupted(real)
    try:
        async with room(store) as place:
            code = await opened(place, "/play parchis seats=Y,R,B auto=no", BEA, CAI)
            while await place.actor(code, [ZOE]) is not None:
                board = place.live(code)[-1]
                await place.press(ZOE, board.tokens[0], board.id)
            who = await place.acting(code, [BEA, CAI])
            board = place.live(code)[-1]
            plies = (await place.table(code)).plies
            store.meanwhile = place.press(who, board.tokens[0], board.id, settle=False)
            await forget_zoe(place)
            await store.meanwhile
            record = await real.table(code)
            assert record is not None
            assert record.plies > plies
            assert [seat.name for seat in record.seats] == ["", "Bea", "Cai"]
            assert record.seats[0].person is not None
            assert record.seats[0].person.platform == "former"
    finally:
        await real.close()


class Looking:
    """A store whose search for a person's traces lasts until the test ends it; `found` says what came meanwhile."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    async def traces(self, *args: Any) -> Any:
        found = await self._real.traces(*args)
        self.asked.set()
        await self.go.wait()
        return found


async def test_others_at_the_same_table_play_on_while_it_is_looked_for_and_what_comes_in_is_forgotten_too() -> None:
    real = await open_store("sqlite:///:memory:")
    store: Any = Looking(real)
    try:
        async with room(store) as place:
            code = await opened(place, "/play parchis seats=Y,R,B auto=no", BEA, CAI)
            deleting = asyncio.create_task(forget_zoe(place))
            await store.asked.wait()
            who = await place.acting(code, [BEA, CAI])
            plies = (await place.table(code)).plies
            for _ in range(2):  # the first press is under a board from before Zoë left, and has the newest one shown
                board = place.live(code)[-1]
                told = (await place.press(who, board.tokens[0], board.id)).notice
            assert told is None
            assert (await place.table(code)).plies > plies
            await place.say(ZOE, "/play palma")  # by the same person, from another of their devices
            late = (await place.table()).id
            store.go.set()
            await deleting
            for each in (code, late):
                record = await real.table(each)
                assert record is not None
                assert ZOE.key not in [record.host, *(seat.person for seat in record.seats)]
                assert ZOE.key.user not in record.options
    finally:
        await real.close()


class Broken:
    """A store that cannot forget, until it can; it counts how often it was cleaned up."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.broken, self.cleaned = True, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    async def forget(self, *args: Any) -> Any:
        if self.broken:
            raise StoreFailed("no space")
        return await self._real.forget(*args)

    async def clean(self) -> bool:
        self.cleaned += 1
        return False


async def test_nobody_can_let_all_others_wait_by_being_forgotten_again_and_again() -> None:
    real = await open_store("sqlite:///:memory:")
    store: Any = Broken(real)
    try:
        async with room(store) as place:
            failed = (await forget_zoe(place)).notice
            assert failed is not None
            assert failed.plain.startswith("I can't save anything right now")
            store.broken = False
            await forget_zoe(place)
            for _ in range(3):
                await place.say(ZOE, "/notify")
                await forget_zoe(place)
            await place.core.background.idle()
            assert store.cleaned == 1
            assert len(await real.callers(CHAT, limit=9)) == 1
            place.clock.time += 600.0
            await forget_zoe(place)
            await place.core.background.idle()
            assert (store.cleaned, await real.callers(CHAT, limit=9)) == (2, [])
    finally:
        await real.close()


async def test_no_address_deletes_one_new_person_after_another() -> None:
    async with room() as place:
        answers = []
        for number in range(CLIENTS.calls + 1):
            new = Person(PersonKey(PLATFORM, f"new{number}"), "New", "en")
            await place.say(new, "/deletemydata")
            question = place.messenger.of(CHAT)[-1]
            answers.append(await place.press(new, question.tokens[0], question.id, client="192.0.2.1"))
        assert [answer.notice is None for answer in answers] == [True] * CLIENTS.calls + [False]
        assert answers[-1].notice is not None
        assert "Ask again in ten minutes" in answers[-1].notice.plain
        other = await place.press(new, question.tokens[0], question.id, client="192.0.2.2")
        assert other.notice is None
