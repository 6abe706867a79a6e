"""A lesson on each chat platform, to its end, where a button opens a table for the person who presses it."""

from __future__ import annotations

import pytest

from bot.core.games.profiles import PROFILES
from bot.platforms.discord.components import PREFIX
from data.open_store import open_store
from data.records import Status
from tests.fakes.buttons import read
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_place import bot_on, ids_of, point_library_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import User

GAME = "palma"
STEPS = PROFILES[GAME].lesson.steps


def right_one(number: int, tokens: list[str]) -> str:
    """The button that leads on from a step."""
    right = STEPS[number].right
    choices = {read(one.removeprefix(PREFIX)).arguments[2]: one for one in tokens}
    return next(one for choice, one in choices.items() if choice != "stop" and (not right or choice in right))


async def test_on_telegram() -> None:
    ada, ben = User(4000, "Ada", language_code="en"), User(4001, "Ben", language_code="en")
    async with telegram_room() as room:
        chat = room.server.chat(-1009, "supergroup")
        await room.say(ada, f"/learn {GAME}", chat)
        lesson = room.server.of(chat)[-1]
        for number in range(len(STEPS)):
            await room.press(ada, lesson, right_one(number, lesson.tokens))
            room.server.clock.time += 61.0
        assert lesson.labels == ["Play for real", "Play against bots", "Harder positions"]
        await room.press(ben, lesson, lesson.tokens[0])
        table = await room.table()
        assert (table.status, table.game, table.people[0].user) == (Status.LOBBY, GAME, str(ben.id))
        assert room.board(table.id, chat).id != lesson.id


async def test_on_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    server, store = DiscordServer(ManualClock()), await open_store("sqlite:///:memory:")
    await server.start()
    point_library_at(server, monkeypatch)
    try:
        async with bot_on(server, store) as place:
            channel, ada, ben = place.channel(), place.user("Ada", "en-GB"), place.user("Ben", "en-GB")
            await place.gave(ada, channel, "learn", game=GAME)
            lesson = place.board(channel)
            for number in range(len(STEPS)):
                await place.pressed(ada, lesson, right_one(number, ids_of(lesson)))
            assert [str(part.get("label")) for part in lesson.pressable] == [
                "Play for real",
                "Play against bots",
                "Harder positions",
            ]
            await place.pressed(ben, lesson, ids_of(lesson)[1])
            table = await place.table(channel)
            assert (table.status, table.game, table.people[0].user) == (Status.PLAYING, GAME, str(ben.id))
            assert place.board(channel).id != lesson.id
    finally:
        await server.stop()
        await store.close()
