"""In groups that the bot administers, answers to one person are seen by nobody else, where Telegram can do that."""

from __future__ import annotations

import pytest

from data.records import Status
from tests.fakes.clock import FakeClock
from tests.fakes.telegram_faults import Fault
from tests.fakes.telegram_params import Params
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA, BEA, BOT, CAI, Message, User

VERSIONS = ("10.2", "10.3")


@pytest.fixture(params=VERSIONS)
async def server(request: pytest.FixtureRequest) -> FakeTelegram:
    return await started(request.param)


async def started(version: str) -> FakeTelegram:
    server = FakeTelegram(FakeClock())
    server.ephemeral = version
    await server.start()
    return server


async def administered(room: TelegramRoom) -> None:
    """Let the bot administer the group, and be known to take whispers."""
    room.group.admins.add(BOT)
    await room.say(CAI, "/roll")


def whispers(room: TelegramRoom, user: User) -> list[Message]:
    """What one person alone sees of the bot in the group."""
    return [
        one for one in room.server.messages if one.chat is room.group and one.receiver == user.id and not one.gone
    ]


async def test_refusals_and_short_answers_to_one_person_are_seen_by_nobody_else(server: FakeTelegram) -> None:
    async with telegram_room(server=server) as room:
        await administered(room)
        for user in (ANA, BEA):
            await room.say(user, "/profile")
        await room.say(ANA, "/help")
        assert room.server.of(room.group) == []
        assert len(whispers(room, ANA)) == 2
        assert len(whispers(room, BEA)) == 1
        assert "/leaderboard" in whispers(room, ANA)[-1].text, "in full: it fills no group"
        await room.say(ANA, "/stats")
        assert len(room.server.of(room.group)) == 1, "what is for all stands there"
        assert room.server.refused == []
    await server.stop()


async def test_a_question_to_one_person_is_asked_and_answered_in_a_whisper(server: FakeTelegram) -> None:
    async with telegram_room(server=server) as room:
        await administered(room)
        code = await room.begun()
        shown = len(room.server.of(room.group))
        await room.say(ANA, "/resign")
        question = whispers(room, ANA)[-1]
        assert question.labels == ["Yes, resign", "No, play on"]
        await room.press(ANA, question, question.tokens[1])
        assert (question.text, question.rows) == ("Ana plays on.", [])
        await room.say(ANA, "/resign")
        question = whispers(room, ANA)[-1]
        await room.press(ANA, question, question.tokens[0])
        assert question.text == "Ana resigns."
        assert (await room.table(code)).status is Status.OVER
        assert not any("resign" in one.text and one.photo is None for one in room.server.of(room.group)[shown:])
        assert room.server.refused == []
    await server.stop()


async def test_where_the_bot_is_no_administrator_all_is_as_before(server: FakeTelegram) -> None:
    async with telegram_room(server=server) as room:
        await room.say(ANA, "/profile")
        await room.say(BEA, "/join")
        assert len(room.server.of(room.group)) == 2
        assert room.server.refused == []
        assert room.server.count["getChatMember"] == 1, "asked once for a while"
    await server.stop()


async def test_a_group_that_refuses_gets_the_answer_for_all_and_is_not_tried_again(server: FakeTelegram) -> None:
    async with telegram_room(server=server) as room:
        room.group.admins.add(BOT)

        def trouble(method: str, params: Params) -> Fault | None:
            return Fault(400, "Bad Request: CHAT_FORBIDDEN") if "receiver_user_id" in params else None

        room.server.trouble = trouble
        await room.say(ANA, "/profile")
        await room.say(BEA, "/join")
        assert len(room.server.of(room.group)) == 2
        assert sum("receiver_user_id" in call.params for call in room.server.calls) == 1
    await server.stop()


async def test_a_server_that_would_show_them_to_all_is_not_asked_again() -> None:
    server = await started("10.2")
    async with telegram_room(server=server) as room:
        room.group.admins.add(BOT)
        server.ephemeral = ""
        await room.say(ANA, "/profile")
        await room.say(BEA, "/join")
        assert len(room.server.of(room.group)) == 2
        assert sum("receiver_user_id" in call.params for call in room.server.calls) == 1
    await server.stop()


async def test_a_server_without_them_is_never_tried() -> None:
    async with telegram_room() as room:
        room.group.admins.add(BOT)
        await room.say(ANA, "/profile")
        assert room.server.count == {"sendMessage": 1}
