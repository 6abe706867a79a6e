"""A language is a catalogue and nothing else, also one that Discord has no locale for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.core.features.registry import registry
from bot.core.i18n.grammar import LOCALES, neighbours
from bot.core.i18n.translator import DOMAIN, ENOUGH, choose, languages, spoken, translator
from bot.platforms.discord.command_tree import tree
from bot.platforms.discord.locales import locales_of
from bot.platforms.telegram.command_menu import menus
from bot.platforms.web.texts import words
from bot.settings import read
from data.store import Store
from tests.fakes.discord_limits import LOCALES as KNOWN
from tests.fakes.discord_limits import check_commands
from tests.fakes.discord_place import bot_on
from tests.fakes.discord_server import DiscordServer
from tests.fakes.pseudo_language import added

SIGN = "an·"
"""What every sentence of the made-up catalogue begins with."""


@pytest.fixture
def aragonese(tmp_path: Path) -> Iterator[str]:
    """An Aragonese catalogue in addition to the others: the Spanish one with a sign before each sentence."""
    with (LOCALES / "es" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        catalogue = read_po(file, locale="an")
    for message in catalogue:
        if message.id and isinstance(message.string, str):
            message.string = SIGN + message.string
    with added(tmp_path, "an", catalogue) as language:
        yield language


def test_discord_is_told_of_its_own_locales_only() -> None:
    assert locales_of("es") == ("es-ES",)
    assert locales_of("es-419") == ("es-419",)
    assert locales_of("en") == ("en-GB", "en-US")
    assert [locales_of(language) for language in ("it", "ca", "ast", "")] == [("it",), *[()] * 3]
    for language in spoken():
        assert set(locales_of(language)) <= KNOWN


def test_its_tree_takes_a_language_without_a_locale(aragonese: str) -> None:
    commands = tree(registry())
    check_commands(commands, everywhere=True)
    assert SIGN not in str(commands)
    (language,) = [command for command in commands if command["name"] == "language"]
    choices = {choice["value"]: choice["name"] for option in language["options"] for choice in option["choices"]}
    assert choices[aragonese] == "Aragonés"


def test_a_neighbour_is_read_until_there_is_a_catalogue() -> None:
    assert [choose(language) for language in ("an", "an-ES", "ast", "es-ES", "sv")] == ["es"] * 4 + ["en"]
    assert [choose(language) for language in ("es-419", "es-MX", "es_ar", "ES-us")] == ["es-419"] * 4
    assert choose("an", "it") == "es"
    assert choose("sv", "it") == "it"


def test_a_catalogue_of_its_own_comes_before_a_neighbour(aragonese: str) -> None:
    assert choose("an-ES", "it") == aragonese


@pytest.mark.parametrize("missing", [0.04, 0.06])
def test_a_language_is_offered_if_little_is_missing_and_a_neighbour_says_that(tmp_path: Path, missing: float) -> None:
    with (LOCALES / "es" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        catalogue = read_po(file, locale="an")
    lines = [message for message in catalogue if isinstance(message.id, str) and message.id]
    todo = lines[: int(missing * len(catalogue)) + 1]
    spanish = todo[0].string
    for message in todo:
        message.string = ""
    offered = 1 - missing >= ENOUGH
    with added(tmp_path, "an", catalogue) as language:
        assert (language in spoken()) == offered
        t = translator(choose(language))
        assert (t.language, t(str(todo[0].id))) == (language if offered else "es", spanish)


async def test_it_is_spoken_on_discord_once_somebody_chooses_it(
    aragonese: str, server: DiscordServer, store: Store
) -> None:
    async with bot_on(server, store) as place:
        ana, channel = place.user("Ana", "es-ES"), place.channel()
        before = (await place.gave(ana, channel, "help")).notice
        assert before is not None
        assert SIGN not in before
        await place.gave(ana, channel, "language", language=aragonese, scope="me")
        after = (await place.gave(ana, channel, "help")).notice
        assert after is not None
        assert SIGN in after
        assert "/jugar" in after  # its menus are Spanish all the same


def test_it_is_spoken_everywhere_else(aragonese: str) -> None:
    assert read({"PALMARES_LANGUAGE": aragonese}).language == aragonese
    assert all(sentence.startswith(SIGN) for sentence in words(aragonese).values())
    told = {menu.language: menu.commands for menu in menus(registry(), "en")}
    assert set(told) == {"", *languages(), *(language for language in neighbours() if len(language) == 2)}
    assert told["es"] != told[aragonese]
    assert all(description.startswith(SIGN) for _, description in told[aragonese])
