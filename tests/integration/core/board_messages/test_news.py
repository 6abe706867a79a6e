"""What a board tells: everything since its reader's last own look, whatever housekeeping touched it meanwhile."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from data.open_store import open_store
from data.records import ChatKey
from tests.fakes.clocked_table import passes
from tests.fakes.readers import game, on
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, room

AWAY, BENCH = ChatKey(PLATFORM, "away"), ChatKey(PLATFORM, "bench")


HOUR = 3600.0


@pytest.fixture
async def place() -> AsyncIterator[Room]:
    async with room() as found:
        yield found


ROLLED = r" \d(?:\+\d)*: "
"""A roll in any wording."""


def news(place: Room, chat: ChatKey = CHAT) -> list[str]:
    """Return what the last board says of the moves: above the player to act."""
    boards = [message.screen for message in place.messenger.of(chat) if message.screen.picture]
    lines = boards[-1].text.plain.splitlines()[:-1]
    return [line for line in lines if re.search(rf"{ROLLED}| uses |piece|earlier turn", line)]


def rolled(name: str, told: str) -> bool:
    """Return whether a text says that somebody rolled."""
    return bool(re.search(rf"\b{name}{ROLLED}", told))


async def reminded(place: Room, code: str) -> None:
    await passes(place, 6 * HOUR + 1)


async def asked(place: Room, code: str) -> None:
    await place.say(BEA, f"/undo {code}")


async def started_anew(place: Room, code: str) -> None:
    place.clock.time += 7.9 * HOUR
    await place.core.scheduler.start()
    await passes(place, 0)  # what is due gets some time first


async def shown_again(place: Room, code: str) -> None:
    await place.say(BEA, f"/board {code}")


@pytest.mark.parametrize("touch", [reminded, asked, started_anew, shown_again])
@pytest.mark.parametrize("mode", ["follow", "fixed"])
async def test_whatever_is_not_a_move_leaves_the_last_moves_on_the_board(
    touch: Callable[[Room, str], Awaitable[None]], mode: str, place: Room
) -> None:
    await place.say(ANA, f"/settings board {mode}")
    code = await game(place, "/play palma first=D auto=no rated=no pace=daily:8", {BEA: CHAT})
    await on(place, code, ANA, {ANA: CHAT, BEA: CHAT})
    before, version = news(place), (await place.table(code)).version
    assert before
    await touch(place, code)
    assert news(place) == before
    assert touch is shown_again or (await place.table(code)).version > version


async def test_nor_does_a_return_of_somebody_who_was_away(place: Room) -> None:
    code = await game(place, "/play parchis seats=Y,R,B auto=no pace=live:60", {BEA: CHAT, CAI: CHAT})
    await on(place, code, BEA, {ANA: CHAT, BEA: CHAT, CAI: CHAT})
    for _ in range(40):
        who = await place.actor(code, [ANA, BEA, CAI])
        if who == BEA:
            await passes(place, 61)
        elif who is not None:
            (board,) = place.live(code)
            await place.press(who, board.tokens[0], board.id)
        if any(seat.is_away for seat in (await place.table(code)).seats) and who != BEA and news(place):
            break
    before = news(place)
    assert before
    await place.click(BEA, "I'm back")
    assert news(place)[-len(before) :] == before


async def test_of_several_others_each_one_s_turn_is_told_on_a_board_that_stays(place: Room) -> None:
    await place.say(ANA, "/settings board fixed")
    chats = {ANA: CHAT, BEA: CHAT, CAI: CHAT}
    code = await game(place, "/play parchis seats=Y,R,B auto=no", {BEA: CHAT, CAI: CHAT})
    await on(place, code, ANA, chats)
    told = "\n".join(news(place))
    assert rolled("Bea", told)
    assert rolled("Cai", told)
    assert not rolled("Ana", told), "she saw that herself"


async def test_a_chat_whose_people_wait_is_told_all_since_they_acted(place: Room) -> None:
    chats = {ANA: CHAT, BEA: AWAY, CAI: AWAY}
    code = await game(place, "/play parchis seats=Y,R,B auto=no", {BEA: AWAY, CAI: AWAY})
    await place.say(ANA, f"/watch {code}", BENCH)
    await on(place, code, ANA, chats)
    rounds = 0
    while await place.actor(code, [ANA]) is not None:
        (board,) = place.live(code)
        await place.press(ANA, board.tokens[0], board.id)
    while (who := await place.actor(code, [BEA, CAI])) is not None and rounds < 20:
        rounds += 1
        (board,) = place.live(code, AWAY)
        await place.press(who, board.tokens[0], board.id, AWAY)
        here, bench = "\n".join(news(place)), "\n".join(news(place, BENCH))
        if await place.actor(code, [BEA]) is not None:  # after Cai, round the board
            assert rolled("Cai", here)
            assert rolled("Cai", bench)
    assert rolled("Bea", "\n".join(news(place)))
    assert rolled("Cai", "\n".join(news(place)))


async def test_the_next_process_tells_the_same_though_the_chat_lost_its_board() -> None:
    store = await open_store("sqlite:///:memory:")
    try:
        async with room(store) as place:
            code = await game(place, "/play palma first=D auto=no", {BEA: CHAT})
            await on(place, code, ANA, {ANA: CHAT, BEA: CHAT})
            before = news(place)
            place.live(code)[-1].gone = True
            messenger = place.messenger
        async with room(store, messenger) as place:
            await place.say(ANA, f"/board {code}")
            assert news(place) == before
    finally:
        await store.close()
