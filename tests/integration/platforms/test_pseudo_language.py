"""A language 40 % longer than English, in which every sentence is marked: nothing breaks, and nothing stays English.

People give every command and play whole games, on Telegram and on Discord through the real client libraries, and on
the page.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.core.features.registry import registry
from bot.core.i18n.translator import translator
from bot.core.messages.button_tokens import Verb
from bot.core.ratelimit.sliding_window import RateLimit
from bot.platforms.discord.command_tree import tree
from bot.platforms.discord.locales import locales_of
from bot.platforms.web.rate_limits import WebLimits, Wish
from data.open_store import open_store
from data.records import Status
from data.sqlite.store import open_sqlite
from tests.fakes.clock import FakeClock
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_limits import check_commands
from tests.fakes.discord_place import MANAGE_SERVER, bot_on, point_library_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.every_command import discord_say, line, page_say, page_words, played, telegram_say, words
from tests.fakes.pseudo_language import CLOSE, OPEN, marked, pseudo_language, unmarked
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import User
from tests.fakes.web_site import Page, site_over, visitor

GAMES: tuple[dict[str, str], ...] = ({"game": "parchis", "seats": "Y,R"}, {"game": "palma"})
NAMES = {"Yves", "januari", "None"}
"""A name in the file of a game, a month, which is Babel's, and the description of no picture."""
_DATA = re.compile(r"^(\[[A-Z][a-z]+ |\d+\.).*$|`[^`\n]*`", re.MULTILINE)
"""Lines of a game's file, and code, which has the English names of options."""


@pytest.fixture(scope="module")
def language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pseudo_language(tmp_path_factory.mktemp("locales")) as added:
        yield added


def assert_all_is_translated(texts: list[str]) -> None:
    rest = _DATA.sub("", unmarked("\n".join(texts)))
    assert sorted(set(re.findall(r"\b[^\W\d_]{4,}\b", rest)) - NAMES) == []


def test_the_marks_are_as_described() -> None:
    assert marked("{player}: /play {n}") == "⟦{n}: /play {player}~~~~~~~~⟧"
    assert unmarked("a ⟦b ⟦c⟧ d⟧ e") == "a   e"


def test_menus_take_it(language: str) -> None:
    commands = tree(registry())
    check_commands(commands, everywhere=True)
    (locale,) = locales_of(language)
    assert all(one["description_localizations"][locale].startswith(OPEN) for one in commands)
    assert translator(language)("Enter").endswith(CLOSE)


async def test_on_telegram(language: str) -> None:
    ada, bea = (User(number, name, language_code=language) for number, name in ((4000, "Ada"), (4001, "Bea")))
    async with telegram_room() as room:
        chat = room.server.chat(-1009, "group")
        chat.admins.add(ada.id)
        told = await played(telegram_say(room, ada, chat, None))
        for game in GAMES:
            chat = room.server.chat(-1010 - len(game), "group")
            await room.say(ada, line("play", game), chat)
            await room.say(bea, "/join", chat)
            await room.say(ada, "/start", chat)
            assert await room.play_out(await room.code(chat), [ada, bea], chat) > 20
            told += [f"{one.text} {one.labels}" for one in room.server.of(chat)]
        assert all("is not modified" in refused for refused in room.server.refused)
    assert_all_is_translated(told)


async def test_on_discord(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server, store = DiscordServer(ManualClock()), await open_store("sqlite:///:memory:")
    await server.start()
    point_library_at(server, monkeypatch)
    try:
        async with bot_on(server, store) as place:
            (locale,) = locales_of(language)
            ada, bea = place.user("Ada", locale), place.user("Bea", locale)
            ada = replace(ada, permissions=MANAGE_SERVER)
            told = await played(discord_say(place, ada, place.channel()))
            for game in GAMES:
                channel = place.channel()
                code = await place.opened(channel, ada, bea, **game)
                assert 20 < await place.play_on(code, channel, [ada, bea], 2000) < 2000
                told += [words(one) for one in place.server.of(channel)]
        assert {call.status for call in server.calls} <= {200, 204}
    finally:
        await server.stop()
        await store.close()
    assert_all_is_translated(told)


async def test_on_the_page(language: str) -> None:
    clock, rng, store = FakeClock(), random.Random(4), await open_sqlite(":memory:")
    patient = WebLimits(wishes=dict.fromkeys(Wish, RateLimit(10_000, 60.0)))
    async with site_over(store, clock, limits=patient) as (site, core), visitor(site.address, hello=False) as page:
        await page.hello(language, language)

        async def settle() -> None:
            clock.time += 61.0
            await core.service.computers.idle()
            await core.background.idle()
            await core.publisher.idle()
            await page.do("pause")  # its answer comes after all that there was to show

        told = await played(page_say(page, settle))
        for game in GAMES:
            told.append(await page.say(line("play", game)) or "")
            await settle()
            await page.press(token=next(token for token in tokens(page) if Verb.FILL in token))
            code, presses = (await store.all_tables())[-1].id, 0
            while (record := await store.table(code)) and record.status is Status.PLAYING:
                await settle()
                told.append(await page.press(token=rng.choice(tokens(page))) or "")
                presses += 1
            assert presses > 20
        shown = [one["body"] for one in page.messages.values()]
        told += [page_words(one) for one in shown if one["author"] is None]
        (name,) = {one["author"]["name"] for one in shown if one["author"] is not None}
    assert_all_is_translated([one.replace(name, "") for one in told])


def tokens(page: Page) -> list[str]:
    """Return what the newest board offers to press."""
    return [token for row in page.board()["body"]["rows"] for _, token, *_ in row if ".offer:" not in token]
