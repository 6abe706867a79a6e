"""A whole game on Discord with moving boards: the same calls as with still ones, and boards that move are sent."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from data.open_store import open_store
from data.records import Status
from render.content.unseen import Unseen
from render.films.moving import draw_motion
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_door import faults
from tests.fakes.discord_place import bot_on, point_library_at
from tests.fakes.discord_server import DiscordServer


async def calls_of_a_game(patch: pytest.MonkeyPatch, **wishes: Any) -> tuple[Counter[str], Counter[str]]:
    """Play a game with a bot to its end; return the calls that it took, and what the boards' files are called."""
    server, store = DiscordServer(ManualClock()), await open_store("sqlite:///:memory:")
    await server.start()
    try:
        point_library_at(server, patch)
        async with bot_on(server, store, **wishes) as place:
            channel, ana = place.channel(), place.user("Ana")
            await place.gave(ana, channel, "play", game="palma")
            code = (await place.table(channel)).id
            await place.clicked(ana, channel, "Start with bots")
            board, names = place.board(channel), list[str]()
            for _ in range(400):
                names += [str(file["filename"]) for file in board.attachments]
                if not await place.play_on(code, channel, [ana], 1):
                    break
                board = place.board(channel)
        assert (await place.known(code)).status is Status.OVER
        assert faults(server.calls) == []
        return Counter(server.counted()), Counter(names)
    finally:
        await server.stop()
        await store.close()


async def test_moving_boards_cost_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PATIENCE", "BRIEF"):  # however busy the machine is
        monkeypatch.setattr(f"bot.core.board_messages.board_motion.{name}", 10.0)
    made = []

    def draw(unseen: Unseen, kind: str, longest: float) -> bytes | None:
        made.append(draw_motion(unseen, kind, longest))
        return made[-1]

    moving, files = await calls_of_a_game(monkeypatch, draw_motion=draw)
    still, flat = await calls_of_a_game(monkeypatch)
    assert moving == still
    assert set(flat) == {"board.png"}
    assert len(made) > 10
    assert 0 < files["board.gif"] <= len(made)
    assert files.total() == flat.total()
