"""A chat that wants calm: one board that is edited, and posted again only once the chat's talk has buried it."""

from __future__ import annotations

import random

import pytest

from bot.core.board_messages.planner import BURIED, Action, ActionKind, priority_of
from bot.core.ratelimit.platform_limiter import Priority
from data.records import Status
from tests.fakes.messenger import Message
from tests.fakes.palma_tables import palma, press_on
from tests.fakes.room import ANA, BEA, CHAT, Room, room, taken_up


def called(message: Message) -> list[str]:
    """Whom a message calls."""
    return [part.mention.user for line in message.screen.text.lines for part in line if part.mention is not None]


def beside(place: Room) -> list[Message]:
    """The calls that stand in the chat."""
    return [one for one in place.messenger.of(CHAT) if not one.screen.rows and not one.screen.picture]


async def calm(place: Room) -> str:
    """Open a game in a calm chat; return its code."""
    await place.say(ANA, "/settings board calm")
    place.messenger.messages[-1].gone = True
    return await palma(place)


async def turn(place: Room, code: str, rng: random.Random) -> list[str]:
    """Play until the turn has passed; return the calls that the last press has cost."""
    before = await place.actor(code, [ANA, BEA])
    while True:
        place.messenger.calls.clear()
        await press_on(place, code, rng)
        if await place.actor(code, [ANA, BEA]) != before:
            return place.messenger.calls


async def test_in_a_quiet_chat_the_board_stays_and_a_call_comes_and_goes() -> None:
    async with room() as place:
        code = await calm(place)
        rng, (board,) = random.Random(1), place.live(code)
        for _ in range(20):
            assert await turn(place, code, rng) == ["edit", "post", "delete"]
            assert place.live(code) == [board]
            who = await place.acting(code, [ANA, BEA])
            assert [called(one) for one in beside(place)] == [[who.key.user]]


async def test_more_than_eight_messages_below_bring_it_down_with_the_next_turn() -> None:
    async with room() as place:
        code = await calm(place)
        rng, (board,) = random.Random(1), place.live(code)
        place.messenger.say(CHAT, BURIED - 1)  # and the call that stands there
        await turn(place, code, rng)
        assert place.live(code) == [board]
        place.messenger.say(CHAT)
        calls = await turn(place, code, rng)
        assert sorted(calls) in (["delete", "post", "retire"], ["delete", "delete", "post"])  # a quiet turn's goes
        (newest,) = place.live(code)
        assert newest is place.messenger.of(CHAT)[-1]
        assert newest is not board
        who = await place.acting(code, [ANA, BEA])
        assert who.key.user in called(newest)
        assert beside(place) == []
        while await place.actor(code, [ANA, BEA]) == who:  # nor is anybody called again within their turn
            assert beside(place) == []
            await press_on(place, code, rng)
        assert place.live(code) == [newest]
        assert len(beside(place)) == 1


async def test_the_board_never_moves_while_its_reader_is_to_act() -> None:
    async with room() as place:
        code = await calm(place)
        rng, (board,) = random.Random(1), place.live(code)
        before = await place.actor(code, [ANA, BEA])
        while await place.actor(code, [ANA, BEA]) == before:
            assert place.live(code) == [board]
            place.messenger.say(CHAT, 3 * BURIED)
            await press_on(place, code, rng)
        assert place.live(code) != [board]


@pytest.mark.parametrize("talk", [0, 2, 5, 30])
async def test_a_turn_costs_at_most_one_call_more_than_a_board_that_follows(talk: int) -> None:
    async with room() as place:
        rng = random.Random(3)
        code = await palma(place)
        for _ in range(6):
            assert sorted(await turn(place, code, rng)) in (["post", "retire"], ["delete", "post"])
            place.messenger.say(CHAT, talk)
        await place.say(ANA, "/settings board calm")
        place.messenger.messages[-1].gone = True
        for _ in range(30):
            place.messenger.say(CHAT, talk)
            assert len(await turn(place, code, rng)) <= 3


async def test_a_whole_game_ends_with_one_message_that_is_live_no_more() -> None:
    async with room() as place:
        code = await calm(place)
        rng, boards = random.Random(4), set[str]()
        for count in range(3000):
            if (await place.table(code)).status is Status.OVER:
                break
            (board,) = place.live(code)
            boards.add(board.id)
            place.messenger.say(CHAT, count % 3)
            await press_on(place, code, rng)
        else:
            raise AssertionError("it did not end")
        assert len(boards) > 3
        assert beside(place) == []
        assert len(await place.store.boards(code)) == 1


async def test_a_restart_neither_calls_twice_nor_moves_the_board() -> None:
    async with room() as place:
        code = await calm(place)
        rng = random.Random(1)
        place.messenger.say(CHAT, 2 * BURIED)
        await turn(place, code, rng)
        shown = place.messenger.of(CHAT)
        async with room(place.store, place.messenger) as other:
            await taken_up(other.core)
            await other.core.publisher.idle()
            assert other.messenger.of(CHAT) == shown


async def test_a_reminder_comes_although_the_board_has_called() -> None:
    async with room() as place:
        await place.say(ANA, "/settings board calm pace=live:300")
        place.messenger.messages[-1].gone = True
        code = await palma(place)
        place.messenger.say(CHAT, 2 * BURIED)
        await turn(place, code, random.Random(1))
        assert beside(place) == []
        remind = (await place.table(code)).clock.remind
        assert remind is not None
        place.clock.time = remind + 1
        await place.core.scheduler.look()
        await place.core.publisher.idle()
        who = await place.acting(code, [ANA, BEA])
        assert [called(one) for one in beside(place)] == [[who.key.user]]


async def test_a_call_is_taken_away_as_late_as_all_tidying() -> None:
    async with room() as place:
        code = await calm(place)
        display = await place.core.service.tables.display(code)
        assert display is not None
        assert priority_of(Action(ActionKind.HUSH), display, CHAT) is Priority.TIDY
        assert priority_of(Action(ActionKind.CALL), display, CHAT) is Priority.ACTOR_BOARD
