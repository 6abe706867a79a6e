"""An unknown command: addressed to the bot in a group it gets a reaction and a hint that others don't see."""

from __future__ import annotations

import pytest

from bot.core.domain.time_control import TimeControlKind
from data.records import PersonKey, Status
from tests.fakes.clock import FakeClock
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA, BEA, BOT, CAI, Message

HINT = "I don't know /plya. Did you mean /play?"


def written(room: TelegramRoom, number: int) -> Message:
    return next(one for one in room.server.messages if one.chat is room.group and one.id == number)


async def test_it_gets_a_reaction_and_a_hint_in_private() -> None:
    async with telegram_room() as room:
        private = room.server.chat(ANA.id)
        await room.say(ANA, "/help", private)
        number = await room.say(ANA, "/plya@PalmaresBot")
        assert written(room, number).reaction == "🤔"
        assert room.server.of(private)[-1].text == HINT
        assert room.server.of(room.group) == []
        assert room.server.refused == []


async def test_it_gets_only_a_reaction_where_nothing_private_is_possible() -> None:
    async with telegram_room() as room:
        room.server.private = False
        number = await room.say(ANA, "/plya@PalmaresBot")
        assert written(room, number).reaction == "🤔"
        assert room.server.of(room.group) == []


@pytest.mark.parametrize("allowed", ["👍", ""])
async def test_a_chat_without_that_reaction_gets_another_or_none(allowed: str) -> None:
    async with telegram_room() as room:
        room.server.private = False
        room.group.reactions = frozenset(allowed)
        number = await room.say(ANA, "/plya@PalmaresBot")
        assert written(room, number).reaction == allowed
        assert room.server.of(room.group) == []


async def test_in_a_group_that_takes_whispers_the_hint_is_one() -> None:
    server = FakeTelegram(FakeClock())
    server.ephemeral = "10.3"
    await server.start()
    async with telegram_room(server=server) as room:
        room.group.admins.add(BOT)
        number = await room.say(ANA, "/plya@PalmaresBot")
        assert written(room, number).reaction == "🤔"
        (hint,) = [one for one in server.messages if one.receiver == ANA.id]
        assert hint.text == HINT
        assert room.server.of(room.group) == []
    await server.stop()


async def test_others_are_left_alone() -> None:
    async with telegram_room() as room:
        for line in ("/plya", "/plya@OtherBot", "/account", "/support", "/privacy", "/top", "/problem", "hola"):
            await room.say(ANA, line)
        assert room.server.count == {}


async def test_few_of_them_get_one_and_none_of_a_banned_person() -> None:
    async with telegram_room() as room:
        room.server.private = False
        for _ in range(5):
            await room.say(ANA, "/plya@PalmaresBot")
        assert room.server.count["setMessageReaction"] == 3
        await room.say(BEA, "/plya@PalmaresBot")
        assert room.server.count["setMessageReaction"] == 4
        room.core.service.restrictions.banned = frozenset({PersonKey("telegram", str(CAI.id))})
        await room.say(CAI, "/plya@PalmaresBot")
        assert room.server.count["setMessageReaction"] == 4


async def test_a_slip_in_an_addressed_command_is_understood() -> None:
    async with telegram_room() as room:
        await room.say(ANA, "/normsa@PalmaresBot")
        assert room.server.count == {"sendPhoto": 1}


@pytest.mark.parametrize("word", ["hola", "Ciao!", "good morning", "holaaa"])
async def test_a_greeting_in_private_is_greeted_and_a_near_miss_is_not(word: str) -> None:
    async with telegram_room() as room:
        private = room.server.chat(ANA.id)
        await room.say(ANA, "clasificasione", private)
        assert room.server.of(private)[-1].labels == ["/leaderboard"]
        await room.say(ANA, word, private)
        assert room.server.of(private)[-1].labels == ["Play", "Learn", "How it works"]


async def test_a_press_below_did_you_mean_does_what_was_meant() -> None:
    async with telegram_room() as room:
        private = room.server.chat(ANA.id)
        await room.say(ANA, "sin límite de tiempo", private)
        hint = room.server.of(private)[-1]
        assert hint.text.endswith("Did you mean /play pace=none?")
        assert hint.labels == ["/play pace=none"]
        await room.click(ANA, "/play pace=none", private)
        assert (await room.table()).options.pace.kind is TimeControlKind.NONE
        assert room.server.refused == []


async def test_what_takes_something_away_is_asked_first() -> None:
    async with telegram_room() as room:
        private = room.server.chat(ANA.id)
        await room.say(ANA, "/play palma", private)
        code = (await room.table()).id
        await room.say(ANA, "stop this game", private)
        assert room.server.of(private)[-1].labels == ["/close"]
        assert (await room.table(code)).status is Status.LOBBY
        await room.click(ANA, "/close", private)
        assert (await room.table(code)).status is Status.CANCELLED


async def test_a_forged_press_says_nothing_to_the_bot() -> None:
    async with telegram_room() as room:
        private = room.server.chat(ANA.id)
        await room.say(ANA, "hola", private)
        hello = room.server.of(private)[-1]
        await room.press(ANA, hello, "hello.0.meant:L3BsYXk")
        assert await room.store.all_tables() == []


async def test_thanks_get_an_answer() -> None:
    async with telegram_room() as room:
        private = room.server.chat(ANA.id)
        await room.say(ANA, "muchas gracias!", private)
        assert room.server.of(private)[-1].text == "You're welcome!"
