"""Rights and mentions on Telegram: who administers is asked of it, and whom a mention means is taken from it."""

from __future__ import annotations

from typing import Any

from bot.core.domain.chat_settings import Opening, settings_of
from bot.platforms.telegram.messenger import LONG_NOTICE
from data.records import ChatKey
from tests.fakes.telegram_faults import BROKEN, Fault
from tests.fakes.telegram_room import GROUP, TelegramRoom, telegram_room
from tests.fakes.telegram_world import ANA, BEA, CAI, User

HERE = ChatKey("telegram", str(GROUP))


async def opening(room: TelegramRoom) -> Opening:
    return (await settings_of(room.store, HERE)).opening


async def test_telegram_says_who_administers_and_is_asked_once_a_minute() -> None:
    async with telegram_room() as room:
        await room.say(BEA, "/settings admins")
        assert room.server.of(room.group)[-1].text == "Only admins of this chat can do that."
        room.group.admins.add(BEA.id)
        await room.say(BEA, "/settings admins")
        assert await opening(room) is Opening.ALL  # the answer of just now still holds
        room.server.clock.time += 61.0
        await room.say(BEA, "/settings admins")
        assert await opening(room) is Opening.ADMINS
        assert await room.click(ANA, "⚙ Tables") == "Only admins of this chat can do that."
        await room.click(BEA, "⚙ Tables")
        await room.click(BEA, "Who can open")
        assert await opening(room) is Opening.ALL
        assert room.server.count["getChatMember"] == 3
        assert room.server.refused == []


async def test_who_cannot_be_asked_about_administers_nothing() -> None:
    async with telegram_room() as room:
        room.group.admins.add(BEA.id)

        def trouble(method: str, _: dict[str, Any]) -> Fault | None:
            return BROKEN if method == "getChatMember" else None

        room.server.trouble = trouble
        await room.say(BEA, "/settings admins")
        assert await opening(room) is Opening.ALL


async def test_in_a_private_chat_everybody_is_at_home() -> None:
    async with telegram_room() as room:
        private = room.server.chat(ANA.id)
        await room.say(ANA, "/settings fixed", private)
        assert "one message" in room.server.of(private)[-1].text
        assert room.server.count["getChatMember"] == 0


async def test_people_are_invited_by_link_by_answer_and_by_user_name() -> None:
    dan = User(1003, "Dan", username="danny")
    async with telegram_room() as room:
        await room.say(ANA, "/play")
        link = [{"type": "text_mention", "offset": 8, "length": 3, "user": BEA.json}]
        await room.say(ANA, "/invite Bea", entities=link)
        assert room.server.of(room.group)[-1].mentioned == [BEA.id]
        answered = {"message_id": 1, "date": 0, "chat": room.group.json, "from": CAI.json, "text": "hello"}
        await room.say(ANA, "/invite", reply_to_message=answered)
        assert room.server.of(room.group)[-1].mentioned == [CAI.id]
        await room.say(ANA, "/invite @Danny")
        assert room.server.of(room.group)[-1].text == "I can't find @Danny here."
        await room.say(dan, "/help")
        await room.say(ANA, "/invite @Danny")
        assert room.server.of(room.group)[-1].mentioned == [dan.id]
        await room.click(dan, "Join")
        assert [seat.name for seat in (await room.table()).seats] == ["Ana", "Dan", "", ""]
        assert room.server.refused == []


async def test_a_secret_code_is_no_reply_for_all_to_read() -> None:
    async with telegram_room() as room:
        code = await room.opened("/play")
        await room.click(ANA, "⚙")
        await room.click(ANA, "People")
        told = await room.click(ANA, "Private: off") or ""
        assert len(told) > LONG_NOTICE, "it must stay until it is closed"
        word = told.rpartition(f"{code}-")[2]
        assert len(word) == 6
        await room.say(ANA, "/invite")
        for stranger in (f"/join {code}", f"/start join_{code}"):
            await room.say(CAI, stranger, room.server.chat(CAI.id))
        assert [seat.name for seat in (await room.table(code)).seats] == ["Ana", "", "", ""]
        assert not [one for one in room.server.of(room.group) if word in one.text or word in str(one.links)]
        await room.say(BEA, f"/join {code}-{word}", room.server.chat(BEA.id))
        assert [seat.name for seat in (await room.table(code)).seats] == ["Ana", "Bea", "", ""]
