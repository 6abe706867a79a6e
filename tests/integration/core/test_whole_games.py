"""Whole games, played by pressing what the board offers."""

from __future__ import annotations

import pytest

from bot.core.domain.table import StartedTable, open_match
from bot.core.views.message_turns import STRETCH
from data.records import Status
from engine.match import Match
from tests.fakes.room import ANA, BEA, Room, room


async def _assert_sound(place: Room, code: str) -> None:
    """The log folds to the snapshot, and the last board is the newest."""
    table = await place.table(code)
    record = await place.store.table(code)
    assert record is not None
    log = await place.store.moves(code)
    assert [entry.ply for entry in log] == list(range(record.plies))
    match: Match[object] = open_match(table, [entry.move for entry in log])
    assert match.game.dump(match.state) == record.snapshot
    boards = await place.store.boards(code)
    assert [(board.version, board.live) for board in boards] == [(record.version, True)]
    assert await place.store.dirty_boards(9) == []


@pytest.mark.parametrize(
    "line",
    [
        "/play palma",
        "/play penalty hole5=stake blocked_slide=stay",
        "/play italian seats=Y,R",
        "/play diceless seats=Y,R turns_by_colour=yes",
    ],
)
async def test_two_people_play_to_the_end(line: str) -> None:
    async with room() as place:
        code = await place.started(line, BEA)
        await place.play_out(code, [ANA, BEA], shown=True)
        record = await place.table(code)
        assert record.status is Status.OVER
        assert sorted(record.result.places) == [1, 2]
        (end,) = place.live(code)
        assert (record.seed.hex()[:8] in end.screen.text.plain) is ("diceless" not in line)
        await _assert_sound(place, code)


async def test_one_person_and_three_computers() -> None:
    async with room() as place:
        code = await place.started("/play parchis spanish")
        await place.play_out(code, [ANA], shown=True)
        table = await place.table(code)
        assert table.status is Status.OVER
        assert {entry.automation for entry in table.log} >= {"computer", None}
        await _assert_sound(place, code)


async def test_teams_of_people_and_computers() -> None:
    async with room() as place:
        code = await place.opened("/play spanish teams=YR,BG")
        await place.say(BEA, "/join G")
        await place.click(ANA, "Start with bots")
        await place.play_out(code, [ANA, BEA], shown=True)
        record = await place.table(code)
        assert record.result.places in ((1, 2, 1, 2), (2, 1, 2, 1))


async def test_one_person_at_both_seats_edits_a_message_for_sixteen_turns() -> None:
    async with room() as place:
        code = await place.opened("/play palma")
        await place.click(ANA, "🐺")
        await place.click(ANA, "Start")
        await place.play_out(code, [ANA], shown=True)
        table = await place.table(code)
        assert isinstance(table, StartedTable)
        turns = sum(ply.ends_turn for ply in table.match.plies)
        # the lobby, the game, the end
        assert place.messenger.calls.count("post") == 3 + turns // STRETCH
        await _assert_sound(place, code)


async def test_without_auto_every_move_is_pressed() -> None:
    async with room() as place:
        code = await place.started("/play palma auto=no lot=yes", BEA)
        await place.play_out(code, [ANA, BEA], shown=True)
        assert {entry.automation for entry in (await place.table(code)).log} == {None}


async def test_the_same_seed_gives_the_same_game() -> None:
    async def game(seed: str) -> tuple[str, ...]:
        async with room(seed=seed) as place:
            code = await place.started("/play palma")
            await place.play_out(code, [ANA], shown=True)
            return tuple(entry.move for entry in (await place.table(code)).log)

    assert await game("a") == await game("a")
    assert await game("a") != await game("b")


async def test_diceless_and_agreed_options_reach_the_rules() -> None:
    async with room() as place:
        await place.say(ANA, "/play diceless play_on=yes six_all_out=7")
        rules = (await place.table()).rules
        assert rules == {"preset": "diceless", "colours": 4, "play_on": True, "six_all_out": 7}
