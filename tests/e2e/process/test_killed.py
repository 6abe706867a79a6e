"""kill -9 at random moments of a game: nothing that was acknowledged is lost, and the buttons still work."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path

import pytest

from tests.fakes.killed_process import Bot, killed_at

KILLS = 3


@pytest.mark.timeout(400)
async def test_killed_again_and_again_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    bot = Bot(tmp_path)
    async with aclosing(killed_at(bot, KILLS)) as game:
        async for kills, acknowledged in game:
            moves, tables = bot.stored()
            # a press may have been stored without having been acknowledged, once for each kill
            assert acknowledged <= moves <= acknowledged + kills
            assert tables == 1
