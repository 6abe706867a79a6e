"""Whole games in each language, on Telegram and on Discord: no sentence comes from another language.

Each plays one of the games on one platform, and the other on the other. The page tells a game that has begun in all
languages: there the pseudo-language plays.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.i18n.translator import languages
from bot.platforms.discord.locales import locales_of
from data.open_store import open_store
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_place import MANAGE_SERVER, bot_on, point_library_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.every_command import line
from tests.fakes.fallbacks import read_in
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import User

GAMES: tuple[dict[str, str], ...] = (
    {"game": "parchis", "variant": "quick", "seats": "Y,R"},
    {"game": "palma", "variant": "quick"},
)
PRESSES = 2000
"""More than a game takes."""
EACH = pytest.mark.parametrize("number", range(len(languages())), ids=languages())


@EACH
async def test_on_telegram(number: int) -> None:
    language, game = languages()[number], GAMES[number % len(GAMES)]
    ada, bea = (User(number, name, language_code=language) for number, name in ((4000, "Ada"), (4001, "Bea")))
    async with telegram_room() as room:
        with read_in(language):
            await room.say(ada, line("play", game))
            await room.say(bea, "/join")
            await room.say(ada, "/start")
            assert await room.play_out(await room.code(room.group), [ada, bea]) > 20


@EACH
async def test_on_discord(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    language, game = languages()[number], GAMES[(number + 1) % len(GAMES)]
    server, store = DiscordServer(ManualClock()), await open_store("sqlite:///:memory:")
    await server.start()
    point_library_at(server, monkeypatch)
    try:
        async with bot_on(server, store) as place:
            locale, *_ = *reversed(locales_of(language)), "sv-SE"
            ada, bea = place.user("Ada", locale), place.user("Bea", locale)
            ada = replace(ada, permissions=MANAGE_SERVER)
            channel = place.channel()
            for person, scope in ((ada, "me"), (ada, "chat"), (bea, "me")):
                await place.gave(person, channel, "language", language=language, scope=scope)
            with read_in(language):
                code = await place.opened(channel, ada, bea, **game)
                assert 20 < await place.play_on(code, channel, [ada, bea], PRESSES) < PRESSES
    finally:
        await server.stop()
        await store.close()
