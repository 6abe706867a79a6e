"""A whole game on Telegram with moving boards: the same calls as with still ones, and boards that move are sent."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from data.records import Status
from render.content.unseen import Unseen
from render.films.film import media_types
from render.films.moving import draw_motion
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import ANA

needs_video = pytest.mark.skipif("video/mp4" not in media_types(), reason="the extra `video` is not installed")


async def calls_of_a_game(setting: str, **wishes: Any) -> tuple[Counter[str], Counter[str]]:
    """Play a game with a bot to its end; return the calls that it took, and what its boards were."""
    async with telegram_room(**wishes) as room:
        room.group.admins.add(ANA.id)
        await room.say(ANA, f"/settings motion={setting}")
        await room.say(ANA, "/play palma bots:beginner")
        code = await room.code(room.group)
        await room.click(ANA, "Start with bots")
        rng, seen = random.Random(5), Counter[str]()
        for _ in range(400):
            board = room.server.live(room.group)[-1]
            seen["moving" if board.animation is not None else "still"] += board.photo is not None or bool(
                board.animation
            )
            if not await room.step(code, [ANA], room.group, rng):
                break
        assert (await room.table(code)).status is Status.OVER
        assert room.server.refused == []
        calls = Counter(room.server.count)
        calls["sendPhoto"] += calls.pop("sendAnimation", 0)  # a new board is one or the other
        return calls, seen


@needs_video
async def test_moving_boards_cost_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PATIENCE", "BRIEF"):  # however busy the machine is
        monkeypatch.setattr(f"bot.core.board_messages.board_motion.{name}", 10.0)
    made = list[bytes | None]()

    def draw(unseen: Unseen, kind: str, longest: float) -> bytes | None:
        assert kind == "video/mp4"
        made.append(b"\0\0\0\x20ftyp" + str(len(made)).encode() if len(made) > 3 else draw_motion(unseen, kind))
        return made[-1]

    moving, boards = await calls_of_a_game("moving", draw_motion=draw)
    still, flat = await calls_of_a_game("still", draw_motion=draw)
    assert moving == still
    assert flat["moving"] == 0
    assert boards["moving"] > 10
    assert all(one is not None and one[4:8] == b"ftyp" for one in made[:3])


@needs_video
async def test_boards_stand_still_unless_a_chat_wants_them_moving() -> None:
    def draw(unseen: Unseen, kind: str, longest: float) -> bytes | None:
        raise AssertionError("nobody asked")

    async with telegram_room(draw_motion=draw) as room:
        await room.started("/play palma")
        code = await room.code(room.group)
        for _ in range(5):
            await room.step(code, [ANA], room.group, random.Random(1))
        assert room.server.live(room.group)[-1].photo is not None


@needs_video
async def test_where_no_animations_are_allowed_the_still_comes() -> None:
    def draw(unseen: Unseen, kind: str, longest: float) -> bytes | None:
        return b"\0\0\0\x20ftyp" + repr(unseen.end.state).encode()

    async with telegram_room(draw_motion=draw) as room:
        room.group.animations = False
        room.group.admins.add(ANA.id)
        await room.say(ANA, "/settings motion=moving")
        await room.started("/play palma")
        code = await room.code(room.group)
        for _ in range(5):
            await room.step(code, [ANA], room.group, random.Random(1))
        board = room.server.live(room.group)[-1]
        assert board.photo is not None
        assert board.animation is None
        assert any("animations" in fault for fault in map(str, room.server.refused))
