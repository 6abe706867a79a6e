"""A board that could not be shown is tried again by itself, and at once when somebody wants to see it."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.board_messages.publisher import FIRST_PAUSE
from tests.fakes.clock import FakeClock
from tests.fakes.palma_tables import palma
from tests.fakes.room import ANA, BEA, Room, room


class LongSleeps:
    """Let short waits pass, and keep everybody in the longer ones; `asleep` is set once somebody is in one."""

    def __init__(self, clock: FakeClock) -> None:
        self.asleep, self._sleep = asyncio.Event(), FakeClock.sleep.__get__(clock)
        clock.sleep = self._held  # type: ignore[method-assign]

    async def _held(self, seconds: float) -> None:
        if seconds > FIRST_PAUSE:
            self.asleep.set()
            await asyncio.Event().wait()
        await self._sleep(seconds)


async def failing(place: Room) -> tuple[str, LongSleeps]:
    """Return a game whose board is in a long pause after failures, while the platform works again."""
    code = await palma(place)

    def trouble(call: str) -> None:
        raise OSError("of unknown kind")

    place.messenger.trouble = trouble
    sleeps = LongSleeps(place.clock)
    (board,) = place.live(code)
    who = await place.acting(code, [ANA, BEA])
    await place.press(who, board.tokens[0], board.id, settle=False)
    await asyncio.wait_for(sleeps.asleep.wait(), 5)
    place.messenger.trouble = lambda call: None
    return code, sleeps


@pytest.mark.parametrize("deed", ["press", "board"])
async def test_a_press_and_board_end_the_pause_after_a_failure(deed: str) -> None:
    async with room() as place:
        code, _ = await failing(place)
        before = (await place.table(code)).version
        if deed == "board":
            await place.say(ANA, "/board", settle=False)
        else:  # the board shows an older state, so its buttons are stale
            (board,) = place.live(code)
            await place.press(BEA, board.tokens[0], board.id, settle=False)
        await asyncio.wait_for(place.core.publisher.idle(), 5)
        (board,) = place.live(code)
        assert int(board.tokens[0].split(".")[1]) == (await place.table(code)).version == before


async def test_looking_for_boards_that_are_behind_does_not() -> None:
    async with room() as place:
        _, _ = await failing(place)
        place.messenger.calls.clear()
        await place.core.publisher.look()
        for _ in range(50):
            await asyncio.sleep(0)
        assert place.messenger.calls == []
