"""Each command, on each platform, in each language, and in each kind of chat: it is answered, in that language.

The same script, with a game from its lobby to its analysis, is played in every language with the same dice: whatever
it shows must read differently in each, and no sentence may come from another language's catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from bot.core.commands.definition import names
from bot.core.features.registry import registry
from bot.core.i18n.translator import languages
from bot.core.ratelimit.sliding_window import RateLimit
from bot.platforms.discord.locales import locales_of
from bot.platforms.web.rate_limits import WebLimits, Wish
from data.open_store import open_store
from data.sqlite.store import open_sqlite
from tests.fakes.clock import FakeClock
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_place import MANAGE_SERVER, Place, bot_on, point_library_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import Channel
from tests.fakes.every_command import SCRIPT, discord_say, page_say, played, telegram_say
from tests.fakes.fallbacks import read_in
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import Chat, User
from tests.fakes.web_site import site_over, visitor

pytestmark = pytest.mark.timeout(400)  # the script in all languages, one after the other, on a busy machine


def test_no_command_is_left_out() -> None:
    assert {name for name, _ in SCRIPT} - {"yes"} == set(names(registry()))


def spoken_in(kind: str, kinds: Iterable[str]) -> tuple[str, ...]:
    """Return the languages that a kind of chat speaks: all in the first, another one in each of the others."""
    number = list(kinds).index(kind)
    return (languages()[number],) if number else languages()


def assert_all_is_told_in_each_language(told: dict[str, list[str]]) -> None:
    for said in told.values():
        assert all(answer.strip() for answer in said)
    for one, other in combinations(told, 2):
        for (name, options), here, there in zip(SCRIPT, told[one], told[other], strict=True):
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
    for language in spoken_in(kind, CHATS):
        user = User(4000, "Ada", language_code=language)
        async with telegram_room() as room:
            chat, thread = telegram_place(room, kind, user)
            chat.admins.add(user.id)
            with read_in(language):
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


ENGLISH_MENUS = "Italian rules"
"""What an example quotes where Discord has no menus in a language."""


@pytest.mark.parametrize("kind", PLACES)
async def test_on_discord(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    told = {}
    for language in spoken_in(kind, PLACES):
        server, store = DiscordServer(ManualClock()), await open_store("sqlite:///:memory:")
        await server.start()
        point_library_at(server, monkeypatch)
        try:
            async with bot_on(server, store) as place:
                locale, *_ = *reversed(locales_of(language)), "sv-SE"  # that of a neighbour would have other names
                user = replace(place.user("Ada", locale), permissions=MANAGE_SERVER)
                channel = PLACES[kind](place)
                for scope in ("me", "chat"):
                    await place.gave(user, channel, "language", language=language, scope=scope)
                with read_in(language, ENGLISH_MENUS):
                    told[language] = await played(discord_say(place, user, channel), language)
            assert {call.status for call in server.calls} <= {200, 204}
        finally:
            await server.stop()
            await store.close()
    assert_all_is_told_in_each_language(told)


# the page ---------------------------------------------------------------------------------------------------------


async def test_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a message keeps for those who come later is written in all languages, which nobody reads here."""
    clock, told = FakeClock(), {}
    patient = WebLimits(wishes=dict.fromkeys(Wish, RateLimit(10_000, 60.0)))
    async with site_over(await open_sqlite(":memory:"), clock, limits=patient) as (site, core):
        for language in languages():
            async with visitor(site.address, hello=False) as page:
                await page.hello(language, language)

                async def settle() -> None:
                    await core.service.computers.idle()
                    await core.background.idle()
                    await core.publisher.idle()
                    clock.time += 61.0

                monkeypatch.setattr("bot.core.board_messages.executor.languages", lambda own=language: (own,))
                with read_in(language):
                    told[language] = await played(page_say(page, settle))
    assert_all_is_told_in_each_language(told)
