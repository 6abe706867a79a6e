"""Files that come with a command: under it, or in the message that it answers."""

from __future__ import annotations

import pytest

from tests.fakes.games import exported
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import Message, User


@pytest.mark.parametrize("way", ["under it", "as an answer"])
async def test_a_game_comes_in_with_a_file(way: str) -> None:
    async with telegram_room() as room:
        user, data = User(4000, "Ada"), exported().encode()
        if way == "under it":
            await room.say(user, "/import", file=data)
        else:
            await room.say(user, "", file=data)  # nothing is said to the bot
            assert room.server.of(room.group) == []
            answered = next(one for one in room.server.messages if one.document)
            await room.say(user, "/import", reply_to_message=answered.json)
        board = room.server.of(room.group)[-1]
        assert "Zoe" in board.text
        assert board.photo is not None
        assert board.rows == []
        await room.say(user, "/import", file=data)
        again = room.server.of(room.group)[-1]
        assert again.id != board.id
        assert (again.photo is not None, again.rows) == (True, [])
        assert "Zoe" in again.text
        await room.say(user, "/import", file=b"x" * 200_001)
        assert "too big" in room.server.of(room.group)[-1].text
        assert "getFile" not in [call.method for call in room.server.calls[-3:]]
        await room.say(user, "holiday pictures", file=data)
        assert "too big" in room.server.of(room.group)[-1].text  # a caption is no command
        assert room.server.refused == []


@pytest.mark.parametrize("way", ["after the command", "as an answer"])
async def test_a_short_game_comes_in_as_a_text(way: str) -> None:
    async with telegram_room() as room:
        user, text = User(4000, "Ada"), exported()
        if way == "after the command":
            await room.say(user, f"/import {text}")
        else:
            await room.say(user, "/import", reply_to_message=Message(room.group, 1, None, text).json)
        assert "Zoe" in room.server.of(room.group)[-1].text
        assert room.server.refused == []
