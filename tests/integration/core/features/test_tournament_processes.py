"""A tournament whose processes are killed at random: no table twice, no round skipped, each post once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from bot.core.domain import endings
from bot.core.features.tournaments.posting import mark_of
from bot.core.features.tournaments.running import TournamentRunner
from bot.core.i18n.refusal import Refusal
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments import entering, life
from bot.core.tournaments.entering import Comer
from bot.core.tournaments.tournament import Round, Stage, Tournament
from data.open_store import open_store
from data.postgres.store import open_postgres
from data.records import ChatKey, Status
from data.store import Store
from tests.fakes.messenger import FakeMessenger
from tests.fakes.mortal import Killed, Life
from tests.fakes.postgres_server import missing, shared
from tests.fakes.room import ANA, CHAT, PLATFORM, Room, person, room
from tests.fakes.thinking import at_once

PEOPLE = [person(f"P{number}") for number in range(12)]
CHATS = [CHAT, ChatKey(PLATFORM, "second"), ChatKey(PLATFORM, "third")]
LOOKED_AT = 121.0
"""Seconds after which a daily tournament is looked at again, whatever its last process left."""
DEEDS = (2, 24)
"""After how many writes and calls a process is killed."""


class Process:
    """A bot's process, killed after some deeds and begun again."""

    def __init__(self, store: Store, messenger: FakeMessenger, rng: random.Random) -> None:
        self.store, self.messenger, self.rng = store, messenger, rng
        self.kills = 0
        self._stack = AsyncExitStack()
        self._life = Life()
        self._place: Room | None = None

    async def look(self, now: float) -> None:
        """Let the tournaments' recurring work run once, in a new process if the one before is dead."""
        is_new = self._place is None
        if self._place is None:
            self._life = Life(self.rng.randint(*DEEDS))
            opened = room(
                self.store, self.messenger, life=self._life, seed=str(self.rng.random()), thinking=at_once()
            )
            self._place = await self._stack.enter_async_context(opened)
        self._place.clock.time = now
        (runner,) = (
            one
            for one in self._place.core.beside
            if isinstance(getattr(one.look, "__self__", None), TournamentRunner)
        )
        with suppress(Killed, BaseExceptionGroup):
            if is_new:
                await self._place.core.scheduler.start()  # brings boards up to date that the last process left
            await runner.look()
            await self._place.core.publisher.idle()
        if self._life.dead:
            self.kills += 1
            await self.end()

    async def end(self) -> None:
        with suppress(Killed, BaseExceptionGroup):
            await self._stack.aclose()
        self._place = None


@asynccontextmanager
async def stores(kind: str, folder: Path) -> AsyncIterator[list[Store]]:
    """Open the store of the people, and one for each process; a file has one process and one store."""
    async with AsyncExitStack() as stack:
        if kind == "file":
            store = await open_store(f"sqlite:///{folder / 'cup.sqlite3'}")
            stack.push_async_callback(store.close)
            yield [store, store]
            return
        address = await shared().cleared()
        opened = [await open_postgres(address) for _ in range(3)]
        for one in opened:
            stack.push_async_callback(one.close)
        yield opened


@pytest.mark.parametrize(
    "kind", ["file", pytest.param("server", marks=pytest.mark.skipif(bool(missing()), reason="x"))]
)
async def test_a_tournament_survives_the_deaths_of_its_processes(kind: str, tmp_path: Path) -> None:
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # tasks die with their process
    rng, messenger = random.Random(14), FakeMessenger()
    messenger.doors |= {one.key: ChatKey(PLATFORM, f"alone with {one.name}") for one in PEOPLE}
    async with stores(kind, tmp_path) as (store, *others), room(store, FakeMessenger()) as place:
        processes = [Process(one, messenger, rng) for one in others]
        await place.say(ANA, "/tournament swiss parchis players=4 start=1 pace=24h rounds=3")
        (code,) = await store.tournaments_of(CHAT, 1)

        def entered(cup: Tournament) -> Tournament:
            for number, one in enumerate(PEOPLE):
                cup = entering.enter(cup, Comer(one.key, one.name, CHATS[number % 3], 1000))
            return cup

        cups = Tournaments(store)
        await cups.change(code, entered, place.clock.now())
        place.clock.time += 61.0
        for _ in range(200):
            await asyncio.gather(*(one.look(place.clock.time) for one in processes))
            place.clock.time += LOOKED_AT
            cup, shown = await cups.named(code), await _is_shown(store, code)
            if cup.stage is Stage.OVER and shown:
                break
            if shown and not life.unopened(cup) and await _has_its_boards(store, cup, cup.rounds[-1]):
                await _resign(place, cup)
        for one in processes:
            await one.end()
        assert cup.stage is Stage.OVER
        assert sum(one.kills for one in processes) >= 6
        assert [len(drawn.pairings) for drawn in cup.rounds] == [3, 3, 3]  # no round is skipped
        tables = [one.id for one in await store.all_tables(tuple(Status)) if one.status is not Status.CANCELLED]
        assert sorted(tables) == sorted(one.table for one in cup.pairings)  # no table is there twice
        assert all(one.places.count(1) == 1 and one.places[0] == 1 for one in cup.pairings)
        posts = Counter(
            (one.chat, one.faces[0].text.plain.split("\n")[1].split(",")[0])
            for one in messenger.messages
            if one.nonce.startswith("cup:")
        )
        assert list(posts.values()) == [1] * 12  # three rounds and the end, in each of the three chats
        assert [await _has_its_boards(store, cup, drawn) for drawn in cup.rounds] == [True] * 3


async def _has_its_boards(store: Store, cup: Tournament, drawn: Round) -> bool:
    """Return whether each chat has the boards of its people in a round, and none if they are more than two."""
    played = Counter(chat for one in drawn.pairings for chat in {who.chat for who in cup.people_of(one)})
    boards = [await store.boards(one.table) for one in drawn.pairings]
    shown = Counter(chat for each in boards for chat in {board.chat for board in each})
    return [shown[chat] for chat in CHATS] == [0 if played[chat] > 2 else played[chat] for chat in CHATS]


async def _is_shown(store: Store, code: str) -> bool:
    """Return whether each chat has the message of the tournament's round, or of its end."""
    mark = mark_of(await Tournaments(store).named(code))
    return all(post.mark == mark for post in await store.tournament_posts(code))


async def _resign(place: Room, cup: Tournament) -> None:
    """End all tables: who sits first stays, the others resign."""
    for pairing in cup.pairings:
        for side in () if not pairing.opened or pairing.is_over else pairing.people[1:]:
            key, now = cup.entrants[side].person, place.clock.now()
            try:
                await place.core.service.change(pairing.table, lambda one: endings.resign(one, key, now))  # noqa: B023
            except Refusal:  # they have resigned already
                continue
