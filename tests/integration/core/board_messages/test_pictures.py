"""The core with the real renderer: every board can be shown."""

from __future__ import annotations

import random

import pytest

from render import picture as drawing
from tests.fakes.room import ANA, room


@pytest.mark.parametrize(
    "line",
    ["/play palma", "/play spanish", "/play italian colours=3", "/play colours=5", "/play diceless colours=6"],
)
async def test_boards_are_drawn(line: str) -> None:
    async with room(pictures=drawing) as place:
        code = await place.started(line)
        rng = random.Random(1)
        for _ in range(8):
            (board,) = place.live(code)
            picture = board.screen.picture
            assert picture is not None
            assert picture.data.startswith(b"\x89PNG")
            await place.press(ANA, rng.choice(board.tokens), board.id)
