"""Results are noted once, whatever dies in between, and follow from the stored games alone."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from bot.core.domain.play import dice_of
from bot.core.domain.table import Table, open_match
from bot.core.domain.table_values import TableResult
from bot.core.rankings.folding import fold_all
from bot.core.rankings.ratings import Skill
from bot.core.rankings.recorder import Recorder
from bot.core.rankings.results import result_of
from bot.core.services.recompute import catch_up, recompute
from bot.core.services.table_codec import record_of
from data.errors import StaleRatings
from data.open_store import open_store
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, Status
from data.result_records import COMPUTER, FORMER
from data.store import Store
from engine.game import TurnKind
from tests.fakes.games import finished_game
from tests.fakes.room import ANA, BEA, CAI, CHAT, room

EVER = (1e12, "")
LONG = re.compile(r"-?\d+\.\d{4,}(e-?\d+)?")
PEOPLE = [PersonKey("fake", name) for name in ("ana", "bea", "cai", "dan", "eva", "fay")]


GAMES: list[dict[str, Any]] = [
    {"game": "palma", "seats": "D J"},
    {"game": "palma", "seats": "D J", "rules": {"preset": "penalty"}},
    {"game": "parchis", "seats": "Y B R G", "rules": {"preset": "diceless"}},
    {"game": "parchis", "seats": "YR BG", "rules": {"preset": "spanish"}},
    {"game": "parchis", "seats": "Y B R G", "rules": {"preset": "italian"}, "teams": [[0, 2], [1, 3]]},
    {"game": "parchis", "seats": "Y B R", "rules": {"preset": "spanish", "colours": 3, "play_on": True}},
]


def played(luck: random.Random, number: int) -> Table:
    """A random game that is over: people and computers at random seats, some of whom have left."""
    form = luck.choice(GAMES)
    colours = form["seats"].split()
    people = luck.choices([*PEOPLE, None], k=len(colours))
    if luck.random() < 0.7:
        people = list(luck.sample(PEOPLE, len(colours)))
    seats = [
        SeatRecord(own, who, who.user if who else "", "greedy" if who is None or luck.random() < 0.15 else None)
        for own, who in zip(colours, people, strict=True)
    ]
    ended = 1000.0 + luck.randrange(40)  # some at the same moment
    teams = form.get("teams")
    table = Table(
        id=f"t{number}", chat=ChatKey("fake", luck.choice("ab")), game=form["game"], host=PEOPLE[0],
        seed=luck.randbytes(32), seats=tuple(seats), rules=form.get("rules", {}),
        teams=None if teams is None else tuple(map(tuple, teams)), status=Status.OVER,
    )  # fmt: skip
    match = open_match(table)
    log = []
    while match.turn.kind is not TurnKind.OVER:
        move = luck.choice(match.legal)
        if match.turn.kind is TurnKind.THROW:
            move = dice_of(table).throw(match.throws, match.game.odds(match.state)).outcome
        log.append(MoveRecord(len(log), 1, move, match.turn.seat, None, ended))
        match = match.play(move)
    assert match.result is not None
    result = TableResult(tuple(match.result.places), match.result.reason, ended)
    return replace(table, result=result).with_match(match, tuple(log))


async def keep(store: Store, table: Table) -> None:
    """Stores a game as if it had been played there."""
    record = record_of(table)
    await store.create(replace(record, plies=0, status=Status.LOBBY, result=None), limit=99)
    log = [move._replace(version=1) for move in table.log]
    await store.update(replace(record, version=1), expected=0, moves=log)


async def everything(store: Store) -> list[Any]:
    """All that there is of results and ratings once what was marked is computed; numbers in four places."""
    await fold_all(store)
    found: list[Any] = []
    met: list[Any] = []
    for game, family in (("parchis", "dice"), ("parchis", "diceless"), ("palma", "classic"), ("palma", "penalty")):
        found.append((await store.rated_page(game, family, (-1.0, ""), 999))[0])
        found.append(sorted(map(str, await store.standings(game, family, None, 0.0))))
        who = [PersonKey(COMPUTER, ""), *PEOPLE, *(person.key for person in (ANA, BEA, CAI))]
        met.append(sorted(map(str, await store.meetings(game, family, list(permutations(who, 2)), EVER))))
        opponents = [replace(one, version=0) for one in await store.opponents(game, family, who, EVER)]
        rated = [replace(one, version=0) for one in await store.rated(game, family, who)]
        met += [sorted(map(str, opponents)), sorted(map(str, rated))]
    for name in await store.finished():
        found.append([str(change) for change in await store.rating_changes(name)])
        assert await store.recorded(name)
    for person in [*PEOPLE, PersonKey(COMPUTER, "greedy")]:
        found.append(await store.played(person))
        found.append(list(map(str, await store.rating_points(person))))
    assert any(met)
    return [*found[:8:2], [LONG.sub(_short, str(part)) for part in [*found, met]]]


def _short(number: re.Match[str]) -> str:
    return f"{float(number[0]):.4f}"


async def test_recomputed_from_the_stored_games_the_numbers_are_the_same() -> None:
    luck, store = random.Random(0), await open_store("sqlite:///:memory:")
    recorder = Recorder(store)
    for number in range(15):
        table = played(luck, number)
        await keep(store, table)
        if luck.random() < 0.8:  # the others' process dies first
            await recorder.over(table)
    await catch_up(store)
    noted = await everything(store)
    assert sum(len(games) for games in noted[:4]) > 6
    found = await recompute(store)
    assert found.games == 15
    assert found.rated == sum(len(games) for games in noted[:4])
    assert found.unreadable == ()
    assert await everything(store) == noted
    await store.close()


async def test_recomputed_after_some_were_forgotten_and_came_back_the_numbers_are_the_same() -> None:
    luck, store = random.Random(0), await open_store("sqlite:///:memory:")
    for number in range(15):
        table = played(luck, number)
        assert table.result is not None
        await keep(store, replace(table, result=replace(table.result, at=number)))
        await catch_up(store)
        if number % 4 == 3:
            await store.forget(luck.choice(PEOPLE[:2]), PersonKey(FORMER, str(number)), {})
    noted = await everything(store)
    await recompute(store)
    assert await everything(store) == noted
    await store.close()


async def test_one_account_that_is_forgotten_after_each_game_lifts_nobody() -> None:
    """1151 points, as if it had never been forgotten, by what is stored; 1914 when each was a new opponent."""
    store = await open_store("sqlite:///:memory:")
    for number in range(100):
        await finished_game(store, [(ANA, 1), (BEA, 2)], at=86400.0 * number)
        await store.forget(BEA.key, PersonKey(FORMER, str(number)), {})
    (rated,) = await store.rated("parchis", "dice", [ANA.key])
    assert rated.points == Skill(rated.mu, rated.sigma).points == 1151
    await store.close()


async def test_whoever_is_forgotten_changes_nothing_for_the_others() -> None:
    luck = random.Random(7)
    store = await open_store("sqlite:///:memory:")
    for number in range(13):
        table = played(luck, number)
        await keep(store, table)
        await Recorder(store).over(table)
    await fold_all(store)
    others = [person for person in PEOPLE if person != PEOPLE[0]]
    before = [(await store.played(one), await store.rating_points(one)) for one in others]
    nobody = PersonKey(FORMER, "x")
    mine = await store.played(PEOPLE[0]), await store.rating_points(PEOPLE[0])
    await store.forget(PEOPLE[0], nobody, {})
    assert (await store.played(PEOPLE[0]), await store.rating_points(PEOPLE[0])) == ([], [])
    assert (len(await store.played(nobody)), await store.rating_points(nobody)) == (len(mine[0]), mine[1])
    for _ in range(2):
        assert [(await store.played(one), await store.rating_points(one)) for one in others] == before
        await recompute(store)
    await store.close()


async def test_a_table_that_cannot_be_read_does_not_keep_the_others_from_being_counted() -> None:
    store = await open_store("sqlite:///:memory:")
    luck = random.Random(2)
    for number in range(3):
        await keep(store, played(luck, number))
    broken = await store.table("t1")
    assert broken is not None
    await store.update(replace(broken, rules='{"preset": "no such"}', version=2), expected=1)
    assert await catch_up(store) == 2
    assert (await recompute(store)).unreadable == ("t1",)
    assert await store.unrecorded(0.0) == ["t1"]
    await store.close()


async def test_games_noted_at_once_by_two_processes_are_all_counted() -> None:
    store = await open_store("sqlite:///:memory:")
    luck = random.Random(3)
    games = [table for number in range(12) if (table := played(luck, number)).is_rated]
    for table in games:
        await keep(store, table)
    real, late = store.add_rated, iter(games)

    async def add(result: Any, *args: Any, **rest: Any) -> bool:
        other = next(late, None)
        if other is not None:  # another process slips in between reading and writing
            await Recorder(store).over(other)
        return await real(result, *args, **rest)

    store.add_rated = add  # type: ignore[method-assign]
    for table in reversed(games):
        await Recorder(store).over(table)
    store.add_rated = real  # type: ignore[method-assign]
    noted = await everything(store)
    await recompute(store)
    assert await everything(store) == noted
    await store.close()


async def test_a_game_that_never_finds_a_gap_is_noted_later() -> None:
    store = await open_store("sqlite:///:memory:")
    table = next(one for n in range(20) if (one := played(random.Random(n), n)).is_rated)
    await keep(store, table)

    async def stale(*_: Any, **__: Any) -> bool:
        raise StaleRatings

    real, store.add_rated = store.add_rated, stale  # type: ignore[method-assign]
    with pytest.raises(StaleRatings):
        await Recorder(store).add(result_of(table))
    store.add_rated = real  # type: ignore[method-assign]
    await Recorder(store).add(result_of(table))
    assert await store.recorded(table.id)
    await store.close()


async def test_an_evening_of_games_recomputed_gives_the_same_numbers() -> None:
    """Through the core: in two chats, with teams and computers, with who leaves, with games that do not count."""
    far = ChatKey("fake", "far")
    async with room() as place:
        for line, chat, others in (
            ("/play palma", CHAT, [BEA]),
            ("/play palma penalty", far, [BEA]),
            ("/play parchis seats=Y,B,R colours=3", CHAT, [BEA, CAI]),
            ("/play palma rated=no", CHAT, [CAI]),
            ("/play palma", far, [CAI]),
        ):
            await place.say(ANA, line, chat)
            code = (await place.table()).id
            for who in others:
                await place.say(who, "/join", chat)
            await place.say(ANA, "/start", chat)
            if chat == far and "penalty" not in line:
                await place.play_until_counted(code, [ANA, CAI], chat)
                await place.say(CAI, "/resign", chat)
                await place.click(CAI, "Yes", chat)
            else:
                await place.play_out(code, [ANA, *others], chat)
            place.clock.time += 60
        noted = await everything(place.store)
        assert [len(games) for games in noted[:4]] == [1, 0, 2, 1]
        found = await recompute(place.store)
        assert (found.games, found.rated) == (5, 4)
        assert await everything(place.store) == noted
