"""/replay on Telegram: a game as an animation, through the real library and the real worker."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from PIL import Image

from render.films.film import LARGEST, MP4, kinds
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_rules import Refused, animation
from tests.fakes.telegram_world import ANA, BEA


async def film_of_a_game(room: TelegramRoom, presses: int = 30) -> None:
    await room.say(ANA, "/play palma")
    code = await room.code(room.group)
    await room.click(ANA, "Start with bots")
    rng = random.Random(code)
    for _ in range(presses):
        if not await room.step(code, [ANA], room.group, rng):
            break
    room.server.calls.clear()
    await room.say(BEA, "/replay")
    await room.core.background.idle()
    await room.settle()


async def test_a_game_comes_as_an_animation_after_a_note() -> None:
    async with telegram_room() as room:
        await film_of_a_game(room)
        note, film = room.server.of(room.group)[-2:]
        assert "Making the replay" in note.text
        assert film.text.startswith("🎬 Palma")
        assert film.photo is None
        assert film.quiet
        assert film.animation is not None
        assert len(film.animation) <= LARGEST
        if MP4 in kinds():
            assert film.animation[4:8] == b"ftyp"
        else:
            assert Image.open(BytesIO(film.animation)).n_frames > 10  # type: ignore[attr-defined]
        assert room.server.count == {"sendMessage": 1, "sendAnimation": 1}
        assert room.server.refused == []


async def test_where_films_are_forbidden_words_come() -> None:
    async with telegram_room() as room:
        room.group.pictures = False
        await film_of_a_game(room, presses=5)
        told = room.server.of(room.group)[-1]
        assert told.animation is None
        assert told.text.startswith("🎬 Palma")
        assert "Replay of a game of Palma" in told.text


async def test_limits_of_a_group_hold_for_films_too() -> None:
    async with telegram_room(rates=True) as room:
        await film_of_a_game(room)
        assert room.server.of(room.group)[-1].animation is not None
        assert room.server.floods == 0


def test_the_fake_takes_films_only() -> None:
    assert animation(b"GIF89a...")
    assert animation(b"\0\0\0\x18ftypisom")
    for wrong in (b"", b"\x89PNG\r\n\x1a\n", b"GIF89a" + bytes(50 << 20)):
        with pytest.raises(Refused):
            animation(wrong)
