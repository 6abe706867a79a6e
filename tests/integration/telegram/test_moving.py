"""A group becomes a supergroup and has another id from then on: its games move along."""

from __future__ import annotations

import random

import pytest

from bot.core.messages.content import Part, Screen, Text
from data.records import ChatKey
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import ANA, BEA, Chat

NEW = -1002000000001


async def in_a_small_group(room: TelegramRoom) -> tuple[Chat, str]:
    small = room.server.chat(-44, "group")
    small.admins.add(ANA.id)
    await room.say(ANA, "/language es chat", small)
    await room.say(ANA, "/play palma first=D", small)
    code = await room.code(small)
    await room.say(BEA, "/join", small)
    await room.click(ANA, "Empezar", small)
    return small, code


def upgrade(room: TelegramRoom, small: Chat) -> Chat:
    small.moved = NEW
    return room.server.chat(NEW)


async def announce(room: TelegramRoom, small: Chat, big: Chat, *, only: str = "both") -> None:
    service = {"message_id": 1, "date": 1, "from": ANA.json}
    if only in ("both", "old"):
        await room.server.push("message", service | {"chat": small.json, "migrate_to_chat_id": big.id})
    if only in ("both", "new"):
        await room.server.push("message", service | {"chat": big.json, "migrate_from_chat_id": small.id})


async def assert_goes_on(room: TelegramRoom, code: str, big: Chat) -> None:
    """The game is played in the new group, in its language, and its old boards are forgotten."""
    record = await room.table(code)
    assert record.chat == ChatKey("telegram", str(big.id))
    assert [board.chat for board in await room.store.boards(code)] == [record.chat]
    assert "te toca" in room.board(code, big).text
    rng = random.Random(1)
    for _ in range(6):
        assert await room.step(code, [ANA, BEA], big, rng)
    assert set(room.server.answers.values()) == {None}
    await room.say(ANA, "/board", big)
    assert room.board(code, big) is room.server.of(big)[-1]


@pytest.mark.parametrize("only", ["both", "old", "new"])
async def test_told_by_service_messages(only: str) -> None:
    async with telegram_room() as room:
        small, code = await in_a_small_group(room)
        log = await room.store.moves(code)
        big = upgrade(room, small)
        room.server.deliver = lambda batch: [update for update in batch for _ in range(2)]
        await announce(room, small, big, only=only)
        await room.settle()
        assert await room.store.moves(code) == log
        assert len(room.server.live(big)) == 1
        await assert_goes_on(room, code, big)


async def test_found_out_by_an_edit() -> None:
    """The news of the move comes late: the answer to the board's edit says first where the group has gone."""
    async with telegram_room() as room:
        small, code = await in_a_small_group(room)
        who, board = await room.actor(code, [ANA, BEA]), room.board(code, small)
        assert who is not None
        token = board.tokens[0]
        big = upgrade(room, small)
        assert await room.press(who, board, token) is None
        assert (await room.table(code)).plies > 0
        await assert_goes_on(room, code, big)
        await announce(room, small, big)
        await room.settle()
        assert len(room.server.live(big)) == 1


async def test_a_game_changed_while_its_chat_moved_is_not_moved_back() -> None:
    """Another process decides again, by the stored state, what it was doing when the chat moved."""
    async with telegram_room() as room:
        small, code = await in_a_small_group(room)
        key = ChatKey("telegram", "-44")
        await room.store.move_chat(key, ChatKey("telegram", str(NEW)))
        big = upgrade(room, small)
        table = await room.core.service.go_on(code)  # by a table read before the move
        assert table.chat.chat in ("-44", str(NEW))
        assert (await room.table(code)).chat.chat == str(NEW)
        await room.core.publisher.publish(code)
        await room.settle()
        await assert_goes_on(room, code, big)


async def test_an_answer_to_a_group_that_has_moved() -> None:
    async with telegram_room() as room:
        small, code = await in_a_small_group(room)
        big = upgrade(room, small)
        await room.say(ANA, "/rules", small)  # the answer finds out, and has no reader any more
        await room.settle()
        await assert_goes_on(room, code, big)
        await room.messenger.reply(ChatKey("telegram", str(NEW)), 1, Screen(Text(((Part("ok"),),))))
        assert room.server.of(big)[-1].text == "ok"
