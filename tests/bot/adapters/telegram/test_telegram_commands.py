"""Each command in each language in each kind of chat: it is answered there, in that language."""

from __future__ import annotations

import pytest

from bot.core.commands import names
from bot.core.registry import registry
from bot.core.texts import languages, translator
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import Chat, User

LINES = {
    "play": "/play palma",
    "join": "/join",
    "invite": "/invite @bea",
    "kick": "/kick @bea",
    "leave": "/leave",
    "mix": "/mix blue elephants",
    "start": "/start",
    "throw": "/throw",
    "board": "/board",
    "watch": "/watch abc234",
    "rules": "/rules",
    "takeback": "/takeback",
    "resign": "/resign",
    "cancel": "/cancel",
    "language": "/language auto",
    "settings": "/settings",
    "replay": "/replay",
    "games": "/games",
    "dice": "/dice",
    "verify": "/verify",
    "me": "/me",
    "mydata": "/mydata",
    "forgetme": "/forgetme",
    "export": "/export",
    "leaderboard": "/leaderboard",
    "stats": "/stats",
    "callme": "/callme",
    "learn": "/learn palma",
    "help": "/help",
}
PLACES = ("group", "supergroup", "topic", "private")


def place(room: TelegramRoom, name: str, user: User) -> tuple[Chat, int | None]:
    if name == "private":
        return room.server.chat(user.id), None
    if name == "topic":
        return room.server.chat(-1008, forum=True, topics=(12,)), 12
    return room.server.chat(-1009, name), None


def test_no_command_is_left_out() -> None:
    assert set(names(registry())) <= set(LINES)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("language", languages())
async def test_every_command_is_answered(language: str, name: str) -> None:
    t, user = translator(language), User(4000, "Ada", language_code=language)
    async with telegram_room() as room:
        chat, thread = place(room, name, user)

        async def said(line: str) -> str:
            before = room.server.count.total()
            await room.say(user, line, chat, thread=thread)
            assert room.server.count.total() > before, line
            assert {one.thread for one in room.server.of(chat)} == {thread}
            return room.server.of(chat)[-1].text

        nowhere = t("No table is open here. Open one with /play.")
        welcome = t("Welcome to Palmarés!")
        for command in names(registry()):
            if command in (
                "join",
                "invite",
                "kick",
                "leave",
                "mix",
                "start",
                "throw",
                "board",
                "rules",
                "takeback",
                "resign",
                "cancel",
            ):
                expected = welcome if command == "start" and name == "private" else nowhere
                assert (await said(LINES[command])).startswith(expected), command
        assert t("free") in await said("/play palma")
        assert t("The game has not started yet.") in await said("/throw")
        assert t("The game has not started yet. To give up your seat, say /leave.") in await said("/resign")
        await said("/join")  # the other seat: alone at both
        assert t("free") not in room.server.live(chat)[-1].text
        await said("/leave")
        assert t("You have no seat here.") in await said("/leave")
        assert t("There is no table with the code {code}.", code="abc234") in await said(LINES["watch"])
        for line in ("/join", "/join", "/start", "/board", "/throw", "/rules", "/settings", "/language auto"):
            await said(line)
        assert t("To you I speak English now.") == room.server.of(chat)[-1].text
        assert (await said("/help")).startswith(welcome)
        assert "Ada" in await said("/resign")
        assert "Ada" in await said("/cancel")
        assert room.server.refused == []
