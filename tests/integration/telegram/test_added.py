"""The bot is added to a group: it says hello, once and shortly."""

from __future__ import annotations

import pytest

from bot.core.i18n.translator import languages, translator
from bot.core.views.greeting import HOW_IT_WORKS
from data.records import Status
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import ANA, BEA, CAI, User


@pytest.mark.parametrize(("language", "hello"), [("es", "¡Hola!"), ("it", "Ciao!"), ("sv", "Hi!")])
async def test_one_short_message_in_the_language_of_whoever_did_it(language: str, hello: str) -> None:
    play = {"es": "/jugar", "it": "/gioca", "sv": "/play"}[language]
    async with telegram_room() as room:
        for _ in range(2):
            await room.add_bot(User(70, "Ada", language_code=language))
            (told,) = room.server.of(room.group)[-1:]
            assert told.text.startswith(hello)
            assert play in told.text
        told.gone = True
        await room.say(ANA, "/play")
        count = len(room.server.of(room.group))
        await room.add_bot(ANA)  # a group that knows the bot is not greeted
        assert len(room.server.of(room.group)) == count


async def test_nobody_is_greeted_in_private() -> None:
    async with telegram_room() as room:
        private = room.server.chat(ANA.id)
        await room.add_bot(ANA, private)
        assert room.server.of(private) == []


async def test_the_link_that_adds_it_says_nothing_more() -> None:
    """Telegram lets the person who followed the link say `/start@bot new` in the group."""
    async with telegram_room() as room:
        await room.add_bot(ANA)
        payload = room.platform.invitation.partition("?startgroup=")[2]
        await room.say(ANA, f"/start@PalmaresBot {payload}")
        assert [one.text[:3] for one in room.server.of(room.group)] == ["Hi!"]
        await room.say(ANA, "/play palma")
        await room.say(ANA, f"/start@PalmaresBot {payload}")  # nor does it start a game
        assert (await room.table()).status is Status.LOBBY


async def test_its_buttons_open_a_table_begin_a_lesson_and_tell_how_it_works() -> None:
    async with telegram_room() as room:
        await room.add_bot(ANA)
        (hello,) = room.server.of(room.group)
        assert hello.labels == ["Play", "Learn", "How it works"]
        told = await room.click(BEA, "How it works")
        assert told is not None
        assert "/help" in told
        room.server.calls.clear()
        await room.click(BEA, "Play")
        assert room.server.count == {"sendMessage": 1, "answerCallbackQuery": 1}
        table = await room.table()
        assert (table.game, table.people[0].user) == ("parchis", str(BEA.id))
        room.server.calls.clear()
        await room.press(CAI, hello, hello.tokens[1])
        assert room.server.count == {"sendPhoto": 1, "answerCallbackQuery": 1}
        assert "1/" in room.server.of(room.group)[-1].text
        assert hello.labels == ["Play", "Learn", "How it works"]  # it stays for the next one
        assert hello.edits == 0


@pytest.mark.parametrize("language", languages())
def test_how_it_works_fits_the_answer_to_a_press(language: str) -> None:
    assert len(translator(language)(HOW_IT_WORKS)) <= 190  # commands have longer names in some languages
