"""A calm board on Telegram: the numbers of messages tell how many stand below it, in supergroups alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.core.board_messages.planner import BURIED
from bot.core.domain.pings import THERE
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import ANA, BEA, CAI, Chat

QUIET = {"answerCallbackQuery": 1, "editMessageMedia": 1, "sendMessage": 1, "deleteMessage": 1}
BURIED_ONCE = {"answerCallbackQuery": 1, "sendPhoto": 1, "editMessageCaption": 1, "deleteMessage": 1}
BURIED_QUIET = {"answerCallbackQuery": 1, "sendPhoto": 1, "deleteMessage": 2}
"""The same after a turn without news, which a later board has."""


async def calm(room: TelegramRoom, chat: Chat, **more: int) -> str:
    """Open a game in a calm chat; return its code."""
    chat.admins.add(ANA.id)
    await room.say(ANA, "/settings calm", chat, **more)
    await room.say(ANA, "/play palma first=D", chat, **more)
    await room.say(BEA, "/join", chat, **more)
    await room.say(ANA, "/start", chat, **more)
    return (await room.table()).id


async def turn(room: TelegramRoom, code: str, chat: Chat, rng: random.Random) -> Counter[str]:
    """Play until the turn has passed; return what the last press has cost."""
    before = await room.actor(code, (ANA, BEA))
    while True:
        room.server.calls.clear()
        room.server.clock.time += THERE + 1
        await room.step(code, (ANA, BEA), chat, rng)
        if await room.actor(code, (ANA, BEA)) != before:
            return room.server.count


async def test_talk_that_the_bot_never_hears_buries_the_board() -> None:
    async with telegram_room() as room:
        code, rng = await calm(room, room.group), random.Random(1)
        board = room.board(code)
        for _ in range(2 * BURIED):  # its own calls, long gone, bury nothing
            assert await turn(room, code, room.group, rng) == QUIET
            assert room.board(code) is board
        for _ in range(BURIED):
            await room.say(CAI, "so they say")
        assert await turn(room, code, room.group, rng) == QUIET  # the new call's number tells what stands between
        assert await turn(room, code, room.group, rng) in (BURIED_ONCE, BURIED_QUIET)
        newest = room.board(code)
        assert newest.id > board.id
        who = await room.acting(code, (ANA, BEA))
        assert newest.mentioned == [who.id]
        assert await turn(room, code, room.group, rng) - Counter(QUIET) == {}
        assert room.board(code) is newest


@pytest.mark.parametrize("kind", ["group", "topic", "forum"])
async def test_where_numbers_tell_nothing_the_board_stays(kind: str) -> None:
    async with telegram_room() as room:
        chat = room.server.chat(-4321, "group")
        more = {}
        if kind != "group":
            chat = room.server.chat(-1009876543210, forum=True, topics=[7, 8])
            more = {"thread": 7} if kind == "topic" else {}
        code, rng = await calm(room, chat, **more), random.Random(1)
        board = room.board(code, chat)
        for _ in range(6):
            for _ in range(BURIED):
                await room.say(CAI, "so they say", chat, **({"thread": 8} if more else {}))
            await turn(room, code, chat, rng)
            assert room.board(code, chat) is board
