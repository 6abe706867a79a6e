"""Each command, on each platform, in each language, and in each kind of chat: it is answered, in that language.

The same script is played in every language with the same dice: whatever it shows must read differently in each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from bot.core.commands.definition import names
from bot.core.features.registry import registry
from bot.core.i18n.translator import languages
from bot.platforms.discord.locales import locales_of
from data.open_store import open_store
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_place import MANAGE_SERVER, Place, bot_on, point_library_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import Channel
from tests.fakes.every_command import SCRIPT, discord_say, played, telegram_say
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import Chat, User


def test_no_command_is_left_out() -> None:
    assert {name for name, _ in SCRIPT} - {"yes"} == set(names(registry()))


def spoken_in(kind: str, kinds: Iterable[str], known: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the known languages that a kind of chat speaks: all in the first, two in each of the others."""
    return known if kind == next(iter(kinds)) else known[:2]


def assert_all_is_told_in_each_language(told: dict[str, list[str]]) -> None:
    assert len(told) >= 2
    for one, other in combinations(told, 2):
        for (name, options), here, there in zip(SCRIPT, told[one], told[other], strict=True):
            assert here.strip(), (name, options, one)
            assert here != there, (name, options, one, other)


# Telegram ---------------------------------------------------------------------------------------------------------


def telegram_place(room: TelegramRoom, kind: str, user: User) -> tuple[Chat, int | None]:
    if kind == "private":
        return room.server.chat(user.id), None
    if kind == "topic":
        return room.server.chat(-1008, forum=True, topics=(12,)), 12
    return room.server.chat(-1009, kind), None


CHATS = ("group", "supergroup", "topic", "private")


@pytest.mark.parametrize("kind", CHATS)
async def test_on_telegram(kind: str) -> None:
    told = {}
    for language in spoken_in(kind, CHATS, languages()):
        user = User(4000, "Ada", language_code=language)
        async with telegram_room() as room:
            chat, thread = telegram_place(room, kind, user)
            chat.admins.add(user.id)
            told[language] = await played(telegram_say(room, user, chat, thread))
            assert {one.thread for one in room.server.of(chat)} == {thread}
            assert all("is not modified" in refused for refused in room.server.refused)
    assert_all_is_told_in_each_language(told)


# Discord ----------------------------------------------------------------------------------------------------------

PLACES: dict[str, Callable[[Place], Channel]] = {
    "server": lambda place: place.channel(),
    "thread": lambda place: place.thread(place.channel()),
    "private chat": lambda place: place.private(),
    "between friends": lambda place: place.between_friends(),
    "foreign server": lambda place: place.channel(member=False),
}


@pytest.mark.parametrize("kind", PLACES)
async def test_on_discord(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    told = {}
    for language in spoken_in(kind, PLACES, tuple(filter(locales_of, languages()))):
        server, store = DiscordServer(ManualClock()), await open_store("sqlite:///:memory:")
        await server.start()
        point_library_at(server, monkeypatch)
        try:
            async with bot_on(server, store) as place:
                user = replace(place.user("Ada", locales_of(language)[-1]), permissions=MANAGE_SERVER)
                told[language] = await played(discord_say(place, user, PLACES[kind](place)))
            assert {call.status for call in server.calls} <= {200, 204}
        finally:
            await server.stop()
            await store.close()
    assert_all_is_told_in_each_language(told)
