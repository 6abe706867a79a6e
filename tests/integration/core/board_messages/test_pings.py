"""Whom a new board pings: nobody who has just pressed, and nobody twice in a turn."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.core.board_messages.planner import BURIED
from bot.core.domain.pings import NUDGE, THERE
from bot.core.domain.table import StartedTable
from bot.core.messages.content import Screen
from tests.fakes.clocked_table import called, passes
from tests.fakes.messenger import FakeMessenger, Message
from tests.fakes.palma_tables import palma, press_on
from tests.fakes.room import ANA, BEA, CHAT, Room, room


def phones(place: Room) -> list[Message]:
    """The messages that rang on somebody's phone when they came, whatever became of them."""
    return [message for message in place.messenger.messages if _mentions(message.faces[0])]


def _mentions(screen: Screen) -> bool:
    return any(part.mention is not None for line in screen.text.lines for part in line)


async def turn_passes(place: Room, code: str, rng: random.Random) -> None:
    before = await place.actor(code, [ANA, BEA])
    while await place.actor(code, [ANA, BEA]) == before:
        await press_on(place, code, rng)


async def test_who_has_just_pressed_gets_no_ping_and_who_has_not_gets_one() -> None:
    async with room(messenger=FakeMessenger(rings=True)) as place:
        code, rng = await palma(place), random.Random(1)
        await turn_passes(place, code, rng)
        await turn_passes(place, code, rng)
        board, rung = place.board(code), len(phones(place))
        for _ in range(4):
            await turn_passes(place, code, rng)
            assert place.board(code) is board
            assert (await place.table(code)).clock.there
        assert len(phones(place)) == rung
        place.clock.time += THERE + 1
        await turn_passes(place, code, rng)
        who = await place.acting(code, [ANA, BEA])
        assert place.board(code) is not board
        assert called(place.board(code)) == [who.key.user]
        place.messenger.say(CHAT, BURIED + 1)
        board = place.board(code)
        await turn_passes(place, code, rng)
        assert place.board(code) is not board, "nobody looks for a board above so much talk"
        assert called(place.board(code)) == []


@pytest.mark.parametrize("mode", ["follow", "calm", "fixed"])
async def test_who_does_not_act_after_all_gets_the_ping_a_little_later_once(mode: str) -> None:
    async with room(messenger=FakeMessenger(rings=True)) as place:
        await place.say(ANA, f"/settings board {mode}")
        code, rng = await palma(place), random.Random(1)
        for _ in range(4):
            await turn_passes(place, code, rng)
        who, rung = await place.acting(code, [ANA, BEA]), len(phones(place))
        await passes(place, NUDGE - 1)
        assert len(phones(place)) == rung
        await passes(place, 1)
        call = place.messenger.messages[-1]
        assert called(call) == [who.key.user]
        assert "it's your turn" in call.screen.text.plain
        for _ in range(5):
            await passes(place, NUDGE)
        assert len(phones(place)) == rung + 1
        await turn_passes(place, code, rng)
        assert call.gone


async def test_who_rolled_in_time_and_then_thinks_is_left_in_peace() -> None:
    async with room(messenger=FakeMessenger(rings=True)) as place:
        code, rng = await palma(place), random.Random(1)
        for _ in range(4):
            await turn_passes(place, code, rng)
        while (who := await place.acting(code, [ANA, BEA])) is not None:
            await press_on(place, code, rng)
            if await place.acting(code, [ANA, BEA]) == who:
                break
        rung = len(phones(place))
        await passes(place, 10 * NUDGE)
        assert len(phones(place)) == rung


async def test_in_a_live_game_a_round_is_played_without_pings_and_the_nudge_comes_at_half_time() -> None:
    async with room(messenger=FakeMessenger(rings=True)) as place:
        await place.say(ANA, "/play palma first=D pace=live:60 rolls=each")
        code, rng = (await place.table()).id, random.Random(1)
        await place.say(BEA, "/join")
        await place.say(ANA, "/start")
        await turn_passes(place, code, rng)
        await turn_passes(place, code, rng)
        rung = len(phones(place))
        for _ in range(6):
            place.clock.time += 20  # of 60 seconds
            await turn_passes(place, code, rng)
        assert len(phones(place)) == rung
        await passes(place, 30)
        assert len(phones(place)) == rung + 1


@pytest.mark.parametrize("mode", ["follow", "calm", "fixed"])
async def test_nobody_is_pinged_twice_in_a_turn_however_long_they_take(mode: str) -> None:
    async with room(messenger=FakeMessenger(rings=True)) as place:
        await place.say(ANA, f"/settings board {mode}")
        for who in (ANA, BEA):
            await place.say(who, "/profile rolls=each")
        code = await place.opened("/play spanish pace=none", BEA)
        await place.click(ANA, "tart")
        rng, rung, turns = random.Random(mode), set(phones_by_id(place)), Counter[tuple[int, int]]()
        for _ in range(150):
            if await place.actor(code, [ANA, BEA]) is None:
                break
            for _ in range(rng.choice((0, 0, 1, 3))):
                await passes(place, rng.choice((5.0, 30.0, 90.0)))
                turns[await turn(place, code)] += len(phones_by_id(place) - rung)
                rung = phones_by_id(place)
            await press_on(place, code, rng)
            turns[await turn(place, code)] += len(phones_by_id(place) - rung)
            rung = phones_by_id(place)
        assert max(turns.values()) == 1


def phones_by_id(place: Room) -> set[str]:
    return {message.id for message in phones(place)}


async def turn(place: Room, code: str) -> tuple[int, int]:
    """Name the turn under way: its seat, and how many turns were before."""
    table = await place.table(code)
    assert isinstance(table, StartedTable)
    return table.match.turn.seat, sum(ply.ends_turn for ply in table.match.plies)
