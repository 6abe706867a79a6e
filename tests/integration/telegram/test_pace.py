"""A daily game in a Telegram group, from the choice in the lobby to its end over somebody who stays away."""

from __future__ import annotations

import random

from data.records import Status
from tests.fakes.telegram_faults import Fault
from tests.fakes.telegram_params import Params
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import ANA, BEA, Message

HOUR = 3600.0


async def passes(room: TelegramRoom, seconds: float) -> None:
    room.server.clock.time += seconds
    await room.core.scheduler.look()
    await room.settle()


def reminders(room: TelegramRoom) -> list[Message]:
    return [message for message in room.server.of(room.group) if "running out" in message.text and not message.gone]


def times(message: Message) -> list[tuple[int, str]]:
    """The times that each reader sees in their own zone, and how."""
    found = [entity for entity in message.entities if entity["type"] == "date_time"]
    return [(entity["unix_time"], entity["date_time_format"]) for entity in found]


async def plays(room: TelegramRoom, code: str) -> None:
    """Bea acts until it is Ana's turn."""
    while await room.actor(code, [ANA, BEA]) == BEA:
        board = room.board(code)
        assert await room.press(BEA, board, board.tokens[0]) is None


async def test_the_whole_ladder() -> None:
    async with telegram_room() as room:
        code = await room.opened("/play palma")
        await room.click(ANA, "⚙")
        await room.click(ANA, "Pace: 48 h")
        await room.click(ANA, "8 h")
        await room.say(BEA, "/join")
        await room.click(ANA, "Back")
        await room.click(ANA, "Back")
        await room.click(ANA, "Start")
        for turn in range(3):
            await plays(room, code)
            board = room.board(code)
            assert "⏳" not in board.text
            await passes(room, 6 * HOUR)
            deadline = room.server.clock.now() + 2 * HOUR
            assert "⏳ 8 hours for this move. Time's up: " in room.board(code).text
            assert times(room.board(code)) == [(int(deadline), "wdt")]
            (reminder,) = reminders(room)
            assert times(reminder) == [(int(deadline), "wdt")]
            assert reminder.mentioned == [ANA.id]
            assert not reminder.quiet
            assert room.board(code).id == board.id
            await passes(room, 2 * HOUR)
            assert reminders(room) == []
            board = room.board(code)
            assert "ran out of time" in board.text
            assert ("I'm back" in board.labels) == (turn == 2)
        assert "💤 Away" in board.text
        for _ in range(5):
            board = room.board(code)
            assert await room.actor(code, [ANA, BEA]) == BEA
            assert await room.press(BEA, board, board.tokens[0]) is None
        assert await room.click(ANA, "I'm back") == "Welcome back! You're in the game again."
        assert "I'm back" not in room.board(code).labels
        for _ in range(3):
            await plays(room, code)
            deadline = (await room.table(code)).clock.deadline
            assert deadline is not None
            await passes(room, deadline - room.server.clock.now())
        await room.click(BEA, "Claim the win")
        record = await room.table(code)
        assert record.status is Status.OVER
        assert room.board(code).labels[0] == "Rematch"
        assert room.server.refused == []


async def test_a_live_clock_tells_its_end_on_each_board_to_the_second() -> None:
    async with telegram_room() as room:
        code = await room.begun("/play palma first=D pace=live:90")
        board = room.board(code)
        assert "⏳ 90 seconds for this move. Time's up: " in board.text
        assert times(board) == [(int((await room.table(code)).clock.deadline or 0), "T")]


async def test_a_server_that_knows_no_times_for_readers_is_sent_them_in_words_from_then_on() -> None:
    async with telegram_room() as room:
        tried = list[str]()

        def trouble(method: str, params: Params) -> Fault | None:
            words = str(params.get("caption") or params.get("text") or params.get("media"))
            if "tg-time" not in words:
                return None
            tried.append(method)
            return Fault(400, 'Bad Request: can\'t parse entities: Unsupported start tag "tg-time" at byte offset 7')

        room.server.trouble = trouble
        code = await room.begun("/play palma first=D pace=live:90")
        for _ in range(4):
            await room.step(code, [ANA, BEA], room.group, random.Random(1))
        assert len(tried) == 1
        assert "UTC" in room.board(code).text
        assert times(room.board(code)) == []
