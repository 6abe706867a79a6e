"""One account of places: where a computer wins for somebody who had left, everything says the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.domain import play
from bot.core.domain.standing import official_places, places, put_back
from bot.core.domain.table import Table
from bot.core.domain.table_values import TableResult
from bot.core.features.export.game_export import export
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import translator
from bot.core.rankings.results import result_of, stood_in
from bot.core.views.game_over import places_of, podium
from bot.core.views.result_card import result_card
from data.records import Status
from engine.events import Thrown
from engine.notation import read
from engine.summary import summary
from render.films.film import look_of
from tests.fakes.clocked_table import acts, away, begun, text
from tests.fakes.room import ANA, BEA, CAI, CHAT, Room, room, shown
from tests.fakes.seated_tables import seated

SEEDS = [str(number) for number in range(8)]
EN = translator("en")


async def alone_to_the_end(place: Room, code: str) -> None:
    """Bea presses the first thing that is offered until the game is over."""
    for _ in range(1000):
        if await place.actor(code, [BEA]) is None:
            return
        await acts(place, code, BEA)
    raise AssertionError("it is not over")


@pytest.mark.parametrize("seed", SEEDS)
async def test_card_list_export_film_stats_and_ratings_agree(seed: str) -> None:
    """Ana is away for good after a while; the computer plays her to the end, and sometimes wins."""
    async with room(seed=seed) as place:
        code = await begun(place, "/play palma pace=live:30", BEA)
        await place.play_until_counted(code, [ANA, BEA])
        await away(place, code, ANA, ANA, BEA)
        await alone_to_the_end(place, code)
        table = await place.table(code)
        ana = next(number for number, seat in enumerate(table.seats) if seat.person == ANA.key)
        counted = tuple(2 if number == ana else 1 for number in range(2))
        won = official_places(table)[ana] == 1
        assert places(table) == tuple(places_of(table)) == counted
        assert put_back(table) == ((ana,) if won else ())
        card = result_card(table, EN)
        assert card is not None
        assert card.title == "Bea wins!"
        assert tuple(row.place for row in card.rows) == counted
        assert plain(podium(table, EN)).startswith("🥇")
        assert "Bea" in plain(podium(table, EN)).split("🥈")[0]
        assert plain(podium(table, EN)) in shown(await place.say(BEA, "/games"))
        record = read(export(table))
        assert record.counted == (tuple(counted) if won else ())
        assert look_of(record).places == (counted if won else ())
        assert tuple(seat.place for seat in result_of(table).seats) == counted
        changes = {one.player: one for one in await place.store.rating_changes(code)}
        assert (changes[ANA.key].won, changes[BEA.key].won) == (False, True)
        assert changes[ANA.key].mu < changes[ANA.key].mu_before
        assert not any(line.startswith("🏆") and "Ana" in line for line in text(place).splitlines())
        assert ("Last place, because a bot was playing for them at the end" in text(place)) is won
        assert ("A bot finishes first" in text(place)) is won


async def test_a_game_that_is_brought_in_keeps_its_account_and_its_signature() -> None:
    async with room(seed=next(iter(SEEDS))) as place:
        code = await begun(place, "/play palma pace=live:30", BEA)
        await place.play_until_counted(code, [ANA, BEA])
        await away(place, code, ANA, ANA, BEA)
        await alone_to_the_end(place, code)
        table = await place.table(code)
        proof = (await place.say(BEA, f"/verify {code}")).document
    assert put_back(table), "else this would prove nothing"
    assert proof is not None
    async with room() as place:
        await place.say(CAI, "/import", file=proof.text.encode())
        brought = await place.table(code)
        assert places(brought) == places(table) != official_places(brought)
        assert export(brought) == proof.text
        assert "It's signed" in place.messenger.of(CHAT)[-1].screen.text.plain


async def test_what_a_stand_in_rolled_and_captured_is_not_its_persons() -> None:
    async with room(seed=next(iter(SEEDS))) as place:
        code = await begun(place, "/play palma pace=live:30", BEA)
        await place.play_until_counted(code, [ANA, BEA])
        await away(place, code, ANA, ANA, BEA)
        await alone_to_the_end(place, code)
        table = await place.table(code)
        ana = next(number for number, seat in enumerate(table.seats) if seat.person == ANA.key)
        whole, told = summary(table.match).seats[ana], result_of(table).seats[ana]
        bots = sum(
            any(isinstance(event, Thrown) and event.seat == ana and not event.opening for event in ply.events)
            for ply, entry in zip(table.match.plies, table.standing, strict=True)
            if entry.automation in (play.COMPUTER, play.LATE) and entry.seat == ana
        )
        assert bots > 0
        assert told.throws == whole.throws - bots
        assert told.losses == whole.losses
        stood = stood_in(table)
        counts = [
            max(0, table.match.game.steps(ply.state)[ana])
            for n, ply in enumerate(table.match.plies)
            if n not in stood
        ]
        assert told.longest <= max(counts)
        bea = 1 - ana
        assert result_of(table).seats[bea].throws == summary(table.match).seats[bea].throws


async def test_the_computer_does_win_for_somebody_in_some_of_these_games() -> None:
    """Else the test above would prove nothing."""
    for seed in SEEDS:
        async with room(seed=seed) as place:
            code = await begun(place, "/play palma pace=live:30", BEA)
            await away(place, code, ANA, ANA, BEA)
            await alone_to_the_end(place, code)
            if put_back(await place.table(code)):
                return
    raise AssertionError("the computer never won")


def over(record: Table, told: list[int], *left: int) -> Table:
    """A game that ended with these places, when a computer played at the seats of those who had left."""
    seats = tuple(replace(seat, computer="greedy") if n in left else seat for n, seat in enumerate(record.seats))
    return replace(record, seats=seats, status=Status.OVER, result=TableResult(tuple(told), "goal"))


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        (over(seated("ana", "bea", "cai", None), [1, 2, 3, 4]), (1, 2, 3, 4)),
        (over(seated("ana", "bea", "cai", None), [1, 2, 3, 4], 0), (4, 1, 2, 3)),
        (over(seated("ana", "bea", "cai", None), [1, 2, 3, 4], 0, 1), (3, 3, 1, 2)),
        (over(seated("ana", "bea", teams=None), [1, 2], 0, 1), (1, 2)),  # nobody is left to move up
        (over(seated("ana", "bea", "cai", "dan", teams=[[0, 2], [1, 3]]), [1, 2, 1, 2], 2), (1, 2, 2, 2)),
        (over(seated("ana", "bea", "cai", "dan", teams=[[0, 2], [1, 3]]), [1, 2, 1, 2], 0, 2), (2, 1, 2, 1)),
        (seated("ana", "bea", None, None), ()),
    ],
)
def test_who_left_is_last_and_the_others_move_up(record: Table, wanted: tuple[int, ...]) -> None:
    assert places(record) == wanted
