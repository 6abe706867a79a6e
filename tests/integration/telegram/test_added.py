"""The bot is added to a group: it says hello, once and shortly."""

from __future__ import annotations

import pytest

from data.records import Status
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import ANA, User


@pytest.mark.parametrize(("language", "hello"), [("es", "¡Hola!"), ("it", "Ciao!"), ("fr", "Hi!")])
async def test_one_short_message_in_the_language_of_whoever_did_it(language: str, hello: str) -> None:
    async with telegram_room() as room:
        for _ in range(2):
            await room.add_bot(User(70, "Ada", language_code=language))
            (told,) = room.server.of(room.group)[-1:]
            assert told.text.startswith(hello)
            assert "/play" in told.text
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
    """Telegram lets whoever followed the link say `/start@bot new` in the group."""
    async with telegram_room() as room:
        await room.add_bot(ANA)
        payload = room.platform.invitation.partition("?startgroup=")[2]
        await room.say(ANA, f"/start@PalmaresBot {payload}")
        assert [one.text[:3] for one in room.server.of(room.group)] == ["Hi!"]
        await room.say(ANA, "/play palma")
        await room.say(ANA, f"/start@PalmaresBot {payload}")  # nor does it start a game
        assert (await room.table()).status is Status.LOBBY
