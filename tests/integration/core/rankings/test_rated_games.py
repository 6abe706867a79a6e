"""Which games are rated when they end, with people who leave, and whatever the store or the process does."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.domain.table import Table
from bot.core.rankings.results import result_of
from bot.core.services.recompute import catch_up, recompute
from data.errors import StoreFailed
from data.open_store import open_store
from data.records import Status
from tests.fakes.mortal import Killed, Life
from tests.fakes.room import ANA, BEA, CAI, DAN, Room, room
from tests.fakes.seated_tables import parchis, seated


async def palma(place: Room, other: bool = True) -> str:
    """A game of Palma of two people, or against the computer, about to begin."""
    code = await place.opened("/play palma")
    if other:
        await place.say(BEA, "/join")
        await place.say(ANA, "/start")
    else:
        await place.click(ANA, "Start with bots")
    return code


async def test_a_game_of_people_is_rated_when_it_ends() -> None:
    async with room() as place:
        code = await palma(place)
        assert await place.store.rating_changes(code) == []
        await place.play_out(code, [ANA, BEA])
        table = await place.table(code)
        changes = await place.store.rating_changes(code)
        assert {change.player for change in changes} == {ANA.key, BEA.key}
        assert {gain.person: gain.after > gain.before for gain in table.gains} == {
            change.player: change.won for change in changes
        }
        played = (await place.store.played(ANA.key))[0]
        assert (played.game, played.family, played.rated, played.sides) == ("palma", "classic", True, 2)
        assert played.at == table.result.at <= place.clock.now()
        await place.click(ANA, "Rematch")  # changes the table, and its result no more
        await recompute(place.store)
        assert await place.store.rating_changes(code) == changes


async def test_a_game_against_computers_alone_is_noted_and_not_rated() -> None:
    async with room() as place:
        code = await palma(place, other=False)
        await place.play_out(code, [ANA])
        assert await place.store.recorded(code)
        assert await place.store.rating_changes(code) == []
        assert (await place.table(code)).gains == ()
        (seat,) = await place.store.played(ANA.key)
        assert not seat.rated


async def test_hot_seat_is_not_rated() -> None:
    async with room() as place:
        code = await place.opened("/play palma")
        await place.say(ANA, "/join")
        await place.say(ANA, "/start")
        await place.play_out(code, [ANA])
        assert [seat.rated for seat in await place.store.played(ANA.key)] == [False, False]
        assert await place.store.rating_changes(code) == []


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        (seated("ana", None, None, None), False),
        (seated("ana", "ana", "ana", "ana"), False),
        (seated("ana", "bea", None, None), True),
        (seated("ana", "bea", "ana", None), False),
        (seated("ana", None, "bea", None, teams=[[0, 2], [1, 3]]), False),
        (seated("ana", "bea", "ana", None, teams=[[0, 2], [1, 3]]), True),
        (seated("ana", "bea", "ana", "ana", teams=[[0, 2], [1, 3]]), False),
    ],
)
def test_which_games_are_rated(record: Table, *, wanted: bool) -> None:
    assert record.is_rated is wanted


async def give_up(place: Room, who: Any) -> None:
    await place.say(who, "/resign")
    await place.click(who, "Yes")


async def test_whoever_leaves_is_last() -> None:
    async with room() as place:
        code = await parchis(place)
        await place.play_until_counted(code, [ANA, BEA, CAI, DAN])
        await give_up(place, CAI)
        await place.play_out(code, [ANA, BEA, DAN])
        seats = result_of(await place.table(code)).seats
        assert (seats[2].player, seats[2].place, seats[2].left) == (CAI.key, 4, True)
        assert sorted(seat.place for seat in seats if not seat.left) == [1, 2, 3]
        changes = {change.player: change for change in await place.store.rating_changes(code)}
        assert not changes[CAI.key].won
        assert changes[CAI.key].mu == min(change.mu for change in changes.values())


async def test_who_leaves_a_team_is_last_and_their_mate_is_not() -> None:
    async with room() as place:
        code = await parchis(place, "/play parchis teams=YR,BG")
        await give_up(place, CAI)
        await place.play_out(code, [ANA, BEA, DAN])
        ana, bea, cai, dan = result_of(await place.table(code)).seats
        assert (cai.place, cai.left) == (2, True)
        assert {ana.place, bea.place} == {1, 2}
        assert bea.place == dan.place


async def test_a_resignation_ends_a_game_of_two_and_is_rated() -> None:
    async with room() as place:
        code = await palma(place)
        await place.play_until_counted(code, [ANA, BEA])
        await give_up(place, ANA)
        won = {change.player: change.won for change in await place.store.rating_changes(code)}
        assert won == {ANA.key: False, BEA.key: True}


async def test_what_a_process_did_not_live_to_note_is_noted_at_the_next_start() -> None:
    """It dies right after the move that ends the game, whatever it does next."""
    store = await open_store("sqlite:///:memory:")
    life, real = Life(), store.update

    async def dying(record: Any, **rest: Any) -> None:
        await real(record, **rest)
        if record.status is Status.OVER:
            life.dead = True
            raise Killed

    async with room(store, life=life) as place:
        code = await palma(place)
        store.update = dying  # type: ignore[method-assign]
        with pytest.raises(Killed):
            await place.play_out(code, [ANA, BEA])
    store.update = real  # type: ignore[method-assign]
    assert await store.unrecorded(0.0) == [code]
    async with room(store) as place:
        assert await store.unrecorded(0.0) == []
        assert len((await place.table(code)).gains) == 2
    await store.close()


async def test_a_failing_store_does_not_spoil_the_end_of_a_game(caplog: pytest.LogCaptureFixture) -> None:
    async with room() as place:
        code = await palma(place)

        async def fails(*_: Any, **__: Any) -> bool:
            raise StoreFailed("no space")

        real, place.store.add_rated = place.store.add_rated, fails  # type: ignore[method-assign]
        await place.play_out(code, [ANA, BEA])
        assert (await place.table(code)).status is Status.OVER
        assert "failed to store the result" in caplog.text
        place.store.add_rated = real  # type: ignore[method-assign]
        assert await catch_up(place.store) == 1
