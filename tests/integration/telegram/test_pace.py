"""A daily game in a Telegram group, from the choice in the lobby to its end over somebody who stays away."""

from __future__ import annotations

from data.records import Status
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import ANA, BEA, Message

HOUR = 3600.0


async def passes(room: TelegramRoom, seconds: float) -> None:
    room.server.clock.time += seconds
    await room.core.scheduler.look()
    await room.settle()


def reminders(room: TelegramRoom) -> list[Message]:
    return [message for message in room.server.of(room.group) if "running out" in message.text and not message.gone]


async def plays(room: TelegramRoom, code: str) -> None:
    """Bea acts until it is Ana's turn."""
    while await room.actor(code, [ANA, BEA]) == BEA:
        board = room.board(code)
        assert await room.press(BEA, board, board.tokens[0]) is None


async def test_the_whole_ladder() -> None:
    async with telegram_room() as room:
        await room.say(ANA, "/play palma")
        code = (await room.table()).id
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
            assert "⏳ 8 hours for this move. Time's up: " in board.text
            await passes(room, 6 * HOUR)
            (reminder,) = reminders(room)
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
