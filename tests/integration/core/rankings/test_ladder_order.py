"""Games noted in any order, by several processes, lead to the numbers that the games in their order give."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from bot.core.rankings.folding import fold_all, step
from bot.core.rankings.ratings import Skill
from bot.core.rankings.recorder import Recorder
from data.open_store import open_store
from data.records import PersonKey
from data.result_records import COMPUTER, RatedRecord, ResultRecord, ResultSeat
from data.store import Store
from tests.fakes.long_run import some
from tests.fakes.postgres_server import missing, shared
from tests.fakes.room import CHAT
from tests.fakes.store_samples import table

LADDER = ("parchis", "dice")
DAY = 86400.0


def people(number: int) -> list[PersonKey]:
    return [PersonKey("fake", f"p{one}") for one in range(number)]


def season(luck: random.Random, games: int, players: int) -> list[ResultRecord]:
    """Rated games of two to four, some at the same moment, some of them left, some with a bot."""
    found = []
    for number in range(games):
        seats: list[Any] = luck.sample(people(players), luck.choice((2, 2, 3, 4)))
        if len(seats) > 2 and luck.random() < 0.3:
            seats[-1] = PersonKey(COMPUTER, luck.choice(("casual", "strong")))
        places = luck.sample(range(1, len(seats) + 1), len(seats))
        gone = [luck.random() < 0.1 and who.platform != COMPUTER for who in seats]
        sat = tuple(
            ResultSeat(who, side, place, left=left)
            for side, (who, place, left) in enumerate(zip(seats, places, gone, strict=True))
        )
        found.append(ResultRecord(f"t{number}", *LADDER, luck.randrange(games) * DAY / 8, True, 100, sat))
    return found


def visits(luck: random.Random, games: int, players: int) -> list[ResultRecord]:
    """Games of one who nearly always wins against people who come and go: what counts is who was there at once."""
    hero, *others = people(players)
    found = []
    for number in range(games):
        window = number * len(others) // games
        whom = luck.choice(others[max(0, window - 2) : window + 2])
        pair = (hero, whom) if luck.random() < 0.8 else (luck.choice(others[: window + 1]), whom)
        if pair[0] == pair[1]:
            pair = (hero, whom)
        sat = (ResultSeat(pair[0], 0, 1), ResultSeat(pair[1], 1, 2, left=luck.random() < 0.3))
        found.append(ResultRecord(f"t{number}", *LADDER, number * DAY / 4 + luck.randrange(3), True, 100, sat))
    return found


async def kept(store: Store, games: list[ResultRecord]) -> None:
    for game in games:
        await store.create(table(game.table, chat=CHAT), limit=10_000)


async def numbers(store: Store, players: int) -> dict[PersonKey, RatedRecord]:
    return {one.player: one for one in await store.rated(*LADDER, people(players))}


def far(one: RatedRecord, other: RatedRecord) -> float:
    return 20 * abs(Skill(one.mu, one.sigma).level - Skill(other.mu, other.sigma).level)


async def refolded(store: Store) -> None:
    await store.refold_all()
    await fold_all(store)


def same(noted: dict[PersonKey, RatedRecord], again: dict[PersonKey, RatedRecord]) -> None:
    assert noted.keys() == again.keys()
    for person, one in noted.items():
        other = again[person]
        assert far(one, other) < 0.1, person
        for name in ("games", "wins", "people", "shared", "first", "last", "latest"):
            assert getattr(one, name) == getattr(other, name), (person, name)


on_server = pytest.mark.skipif(missing() is not None, reason=missing() or "")


@pytest.fixture
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    """An empty store, on a server if the test asks for that."""
    kind = getattr(request, "param", "sqlite")
    opened = await open_store("sqlite:///:memory:" if kind == "sqlite" else await shared().cleared())
    yield opened
    await opened.close()


KINDS = [
    *(("sqlite", seed) for seed in some(range(8), 3)),
    *(pytest.param("postgres", seed, marks=on_server) for seed in some(range(2), 2)),
]


@pytest.mark.parametrize("invented", [season, visits])
@pytest.mark.parametrize(("store", "seed"), KINDS, indirect=["store"])
async def test_games_noted_in_any_order_lead_to_the_numbers_of_their_order(
    store: Store, seed: int, invented: Callable[[random.Random, int, int], list[ResultRecord]]
) -> None:
    luck = random.Random(seed)
    players = luck.choice((4, 8, 15))
    games = invented(luck, 40 if invented is season else 80, players)
    await kept(store, games)
    order = sorted(games, key=lambda game: game.order)
    for at in range(len(order) - 1):  # some much too late, most a little
        other = luck.randrange(len(order)) if luck.random() < 0.1 else min(at + luck.randrange(4), len(order) - 1)
        order[at], order[other] = order[other], order[at]
    recorder = Recorder(store)
    for game in order:
        await recorder.add(game)
        if luck.random() < 0.5:
            await step(store)
    await fold_all(store)
    noted = await numbers(store, players)
    tallies = await store.tallies(*LADDER)
    await refolded(store)
    same(noted, await numbers(store, players))
    assert await store.tallies(*LADDER) == tallies


async def test_games_noted_in_order_mark_nothing(store: Store) -> None:
    games = sorted(season(random.Random(1), 30, 8), key=lambda game: game.order)
    await kept(store, games)
    for game in games:
        await Recorder(store).add(game)
        assert await store.next_correction() is None


async def test_ladders_folded_again_by_two_at_once_have_the_same_numbers(store: Store) -> None:
    games = season(random.Random(1), 60, 8)
    await kept(store, games)
    for game in games[:50]:
        await Recorder(store).add(game)
    await fold_all(store)

    async def more() -> None:
        for game in games[50:]:
            await Recorder(store).add(game)

    await store.refold_all()
    await asyncio.gather(fold_all(store), Recorder(store).correct(), more())
    await fold_all(store)
    noted = await numbers(store, 8)
    assert sum(one.games for one in noted.values()) == sum(
        seat.player.platform != COMPUTER for game in games for seat in game.seats
    )
    await refolded(store)
    same(noted, await numbers(store, 8))


@on_server
async def test_games_noted_by_two_processes_at_once_lead_to_the_numbers_of_their_order() -> None:
    luck, url = random.Random(4), await shared().cleared()
    stores = [await open_store(url) for _ in range(2)]
    try:
        games = season(luck, 60, 6)
        await kept(stores[0], games)
        luck.shuffle(games)

        async def process(number: int) -> None:
            recorder = Recorder(stores[number])
            for game in games[number::2]:
                await recorder.add(game)
                if luck.random() < 0.2:
                    await recorder.correct()

        await asyncio.gather(process(0), process(1))
        await fold_all(stores[0])
        noted = await numbers(stores[0], 6)
        await refolded(stores[1])
        same(noted, await numbers(stores[1], 6))
    finally:
        for each in stores:
            await each.close()


def won(number: int, winner: str, loser: str, week: float) -> ResultRecord:
    seats = (ResultSeat(PersonKey("fake", winner), 0, 1), ResultSeat(PersonKey("fake", loser), 1, 2))
    return ResultRecord(f"t{number}", *LADDER, week * 7 * DAY, True, 100, seats)


@pytest.mark.parametrize(
    "late",
    [
        ("p1", "p3", 21.0),  # an earlier opponent was there again when the second came
        ("p0", "p4", 21.0),  # a new opponent, of whom nothing can be gained any more before another comes back
        ("p2", "p3", 18.0),  # the second opponent was there before
    ],
)
async def test_who_was_there_at_once_is_known_whenever_it_is_noted(
    store: Store, late: tuple[str, str, float]
) -> None:
    games = [won(number, "p0", "p1", float(number)) for number in range(20)]
    games += [won(number, "p0", "p2", week) for number, week in ((20, 20.0), (21, 22.0), (22, 24.0))]
    games.append(won(23, *late))
    await kept(store, games)
    for game in games:
        await Recorder(store).add(game)
    before = (await numbers(store, 5))[PersonKey("fake", "p0")]
    await fold_all(store)
    noted = await numbers(store, 5)
    assert far(noted[PersonKey("fake", "p0")], before) > 1
    await refolded(store)
    same(noted, await numbers(store, 5))
