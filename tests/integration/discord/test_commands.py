"""The tree of commands: made from the registry in every language, sent only when it has changed, and at work."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.core.commands.definition import Command, OptionKind, Registry
from bot.core.features.registry import registry
from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.names import FILE
from bot.core.i18n.translator import FALLBACK, N_, base, languages, translator
from bot.platforms.discord.command_tree import digest, tree
from data.records import Status
from data.store import Store
from tests.fakes.discord_door import API
from tests.fakes.discord_limits import check_commands
from tests.fakes.discord_people import People
from tests.fakes.discord_place import Place, bot_on, key_of, pressable
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import Channel, User
from tests.fakes.games import exported

NAMED = {base(path.parent.name) for path in LOCALES.glob(f"*/{FILE}")}
"""The languages with names of commands; variants name what differs."""


def puts(server: DiscordServer) -> list[str]:
    """Where trees were sent."""
    return [call.path.removeprefix(API) for call in server.calls if call.kind.startswith("start PUT")]


def test_discord_takes_the_tree() -> None:
    check_commands(tree(registry()), everywhere=True)
    check_commands(tree(registry(), everywhere=False), everywhere=False)


def test_everything_has_its_name_in_each_language_that_has_names() -> None:
    options = [option for command in registry() for option in command.options]
    for named in (*registry(), *options):
        assert {base(tag) for tag in named.names} == NAMED - {FALLBACK}, named.name
    assert set(languages()) <= NAMED
    for option in (option for option in options if option.kind is OptionKind.CHOICE):
        words = option.choice_words
        unnamed = {choice for choice in option.choices if words is None or not words(translator("en"), choice)}
        for language in NAMED if unnamed else ():
            assert set(option.choice_names[language]) == unnamed, option.name


def test_the_tree_in_spanish() -> None:
    (play,) = [command for command in tree(registry()) if command["name"] == "play"]
    assert play["name_localizations"]["es-419"] == "jugar"
    assert play["description_localizations"]["es-ES"] != play["description"]
    preset = next(option for option in play["options"] if option["name"] == "variant")
    italian = next(choice for choice in preset["choices"] if choice["value"] == "italian")
    assert italian["name_localizations"]["it"] == "regole italiane"
    assert play["integration_types"] == [0, 1]
    assert play["contexts"] == [0, 1, 2]


def test_every_text_option_is_completed_and_every_flag_is_a_yes_or_a_no() -> None:
    kinds = {
        option["name"]: (option["type"], option.get("autocomplete", False), len(option.get("choices", ())))
        for command in tree(registry())
        for option in command["options"]
    }
    assert kinds["rules"] == (3, True, 0)
    assert kinds["table"] == (3, True, 0)
    assert kinds["auto"] == (3, False, 2)
    assert kinds["colours"] == (4, False, 4)


async def test_it_is_sent_once(server: DiscordServer, store: Store) -> None:
    for _ in range(3):
        async with bot_on(server, store):
            pass
    assert puts(server) == ["/applications/900000000000000001/commands"]


async def test_it_is_sent_again_when_it_has_changed(
    server: DiscordServer, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, store):
        pass
    more = Registry((*registry().commands, Command("dance", N_("Roll the die, or throw the sticks"))))
    assert digest(tree(more)) != digest(tree(registry()))
    monkeypatch.setattr("tests.fakes.discord_place.registry", lambda: more)
    async with bot_on(server, store):
        pass
    assert len(puts(server)) == 2
    assert len(server.commands[None]) == len(registry().commands) + 1


async def test_a_server_of_ones_own_for_development(server: DiscordServer, store: Store) -> None:
    channel = People(server).channel()
    async with bot_on(server, store, guild=int(channel.guild or 0)) as place:
        assert puts(server) == [f"/applications/900000000000000001/guilds/{channel.guild}/commands"]
        assert (await place.gave(place.user("Ana"), channel, "help")).notice
    for _ in range(2):  # without the setting the server's own commands go, or each would be there twice
        async with bot_on(server, store):
            pass
        assert server.commands[channel.guild] == []
        assert server.commands[None] != []
        assert len(puts(server)) == 3
    async with bot_on(server, store, guild=int(channel.guild or 0)):
        assert server.commands[channel.guild] != []


async def test_the_entry_point_of_an_activity_stays(server: DiscordServer, store: Store) -> None:
    server.entry = {"id": "5", "type": 4, "name": "launch", "description": "", "handler": 2, "version": "7"}
    async with bot_on(server, store, app=True):
        pass
    assert len(puts(server)) == 2  # the first is refused
    (entry,) = [one for one in server.commands[None] if one.get("type") == 4]
    assert entry == {"id": "5", "type": 4, "name": "launch", "description": "", "handler": 2}
    assert len(server.commands[None]) == len(registry().commands) + 1


async def test_the_button_below_a_board_launches_the_activity(server: DiscordServer, store: Store) -> None:
    async with bot_on(server, store, app=True) as place:
        channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
        code = await place.opened(channel, ana, bea, game="palma")
        before = (await place.table(channel)).version
        pressed = await place.clicked(bea, channel, "Open the board")
        assert pressed.answer == 12
        table = await place.table(channel)
        assert (table.id, table.version) == (code, before)


# what it gives --------------------------------------------------------------------------------------------------


async def test_a_proof_is_a_file_for_the_asker_alone(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    code = await place.opened(channel, ana, bea, game="palma")
    before = len(place.server.of(channel))
    said = await place.gave(bea, channel, "verify")
    assert said.original is not None
    assert said.original.ephemeral
    assert [each["filename"] for each in said.original.attachments] == [f"palmares-{code}.txt"]
    assert len(place.server.of(channel)) == before


async def test_a_game_comes_in_as_an_attached_file(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    text = exported()
    said = await place.gave(ana, channel, "import", file=text.encode())
    await place.idle()
    (board,) = place.server.of(channel)
    assert "Zoe" in board.content
    assert "Played elsewhere" in board.content
    assert board.components == []
    assert board.attachments
    assert said.original is board
    again = await place.gave(ana, channel, "import", file=text.encode())  # shown, not stored twice
    assert again.original is place.server.of(channel)[-1]
    assert "Zoe" in again.original.content
    assert len(await place.store.all_tables(tuple(Status))) == 1
    place.server.files.clear()
    made = await place.say(ana, channel, "import", file=b"gone before it is fetched")
    place.server.files.clear()
    await place.settled(made)
    assert made.notice is not None


# commands are named as each person's Discord shows them ------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "play"), [("es-ES", "/jugar"), ("es-419", "/jugar"), ("it", "/gioca"), ("sv-SE", "/play")]
)
async def test_help_names_commands_as_the_menu_does(place: Place, locale: str, play: str) -> None:
    channel, ana = place.channel(), place.user("Ana", locale)
    told = (await place.gave(ana, channel, "help", command="all")).notice or ""
    shown = {command["name_localizations"].get(locale, command["name"]) for command in tree(registry())}
    assert play in told
    assert all(f"/{name}" in told for name in shown)
    await place.gave(ana, channel, "language", language="es", scope="me")  # another language, but the same menu
    told = (await place.gave(ana, channel, "help", command="all")).notice or ""
    assert "Primeros pasos" in told
    assert play in told


async def test_help_on_a_command_takes_the_name_that_the_menu_shows(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana", "es-ES")
    for word in ("mix", "mezclar", "/mezclar"):
        said = (await place.gave(ana, channel, "help", command=word)).notice or ""
        assert re.match(r"</mezclar:[0-9]+>: ", said)  # it can be pressed
        assert re.search(r"• Las palabras que quieras .{1,2}`palabras:…`", said)
        assert "`/mezclar palabras:elefantes azules bailan`" in said
    assert await suggested(place, ana, channel, "help", "command", "mezc") == ["mix"]
    assert len(await suggested(place, ana, channel, "help", "command", "")) == 25


async def test_an_example_is_what_can_be_filled_in(place: Place) -> None:
    said = (await place.gave(place.user("Ana", "es-419"), place.channel(), "profile")).notice or ""
    assert "`/perfil menciones:no silencio:22-7 zona:Europe/Madrid aparecer:no`" in said


async def test_refusals_and_texts_to_all_name_them_too(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana", "es-ES")
    assert "/jugar" in ((await place.gave(ana, channel, "roll")).notice or "")
    await place.gave(ana, channel, "play", game="palma")
    await place.core.service.languages.choose_for_chat(key_of(channel), "it")
    t = await place.core.service.languages.of_chat(key_of(channel))
    assert t("Open a table with {play} or /play.", play="/play") == "Open a table with /play or /gioca."


# what is suggested ------------------------------------------------------------------------------------------------


async def suggested(
    place: Place, user: User, channel: Channel, name: str, option: str, text: str, **more: Any
) -> list[str]:
    typed = await place.type(user, channel, name, option, text, **more)
    await place.settled(typed)
    assert typed.answer == 8
    return [choice["value"] for choice in typed.choices]


async def test_suggestions(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    assert await suggested(place, ana, channel, "join", "table", "") == []
    await place.gave(ana, channel, "play", game="parchis")
    code = (await place.table(channel)).id
    assert await suggested(place, ana, channel, "join", "table", "") == [code]
    assert await suggested(place, ana, channel, "join", "table", "ana") == [code]
    assert await suggested(place, ana, channel, "join", "table", "xyzzy") == []
    assert await suggested(place, ana, channel, "join", "seat", "") == ["B", "R", "G"]
    assert "Y,B,R" in await suggested(place, ana, channel, "play", "seats", "y,b")
    assert await suggested(place, ana, channel, "play", "teams", "", colours=4) == ["YR,BG"]
    rules = await suggested(place, ana, channel, "play", "rules", "six_all_out=7 own", game="parchis")
    assert rules
    assert all(rule.startswith("six_all_out=7 own") for rule in rules)
    assert len(await suggested(place, ana, channel, "play", "rules", "")) == 25
    assert await suggested(place, ana, channel, "play", "rules", "first", variant="penalty") != []
    assert await suggested(place, ana, channel, "play", "pace", "24") == ["24h"]
    assert await suggested(place, ana, channel, "profile", "zone", "madr") == ["Europe/Madrid"]
    assert "Europe/Rome" in await suggested(place, place.user("Ada", "it"), channel, "settings", "zone", "")


@pytest.mark.parametrize(("locale", "blue"), [("es-ES", "azul"), ("it", "blu"), ("sv-SE", "blue")])
async def test_suggestions_are_in_the_language_of_whoever_types(place: Place, locale: str, blue: str) -> None:
    channel, ana = place.channel(), place.user("Ana", locale)
    await place.gave(ana, channel, "play", game="parchis")
    typed = await place.type(ana, channel, "join", "seat", "")
    await place.settled(typed)
    assert (typed.choices[0]["name"], typed.choices[0]["value"]) == (f"🔵 {blue}", "B")


async def test_what_is_suggested_can_be_played(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    for rule in await suggested(place, ana, channel, "play", "rules", "six_all_out=7 own"):
        await place.gave(ana, channel, "play", rules=rule, game="parchis")
        await place.gave(ana, channel, "close")
    boards = [message for message in place.server.of(channel) if "closed" in message.content]
    assert boards


async def shelters(place: Place, who: User, channel: Channel) -> None:
    """Goes to the page of a lobby that has the most buttons."""
    for label in ("⚙", "Game and rules", "Safe squares"):
        await place.clicked(who, channel, label)


async def test_a_menu_is_pressed_like_buttons(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    await place.gave(ana, channel, "play", game="parchis", colours=6)
    await shelters(place, ana, channel)
    menu = [part for part in place.board(channel).pressable if part["type"] == 3]
    assert len(menu) == 1
    before = pressable(place.board(channel))
    place.server.calls.clear()
    chosen = await place.pressed(ana, place.board(channel), menu[0]["options"][1]["value"])
    assert chosen.answer == 7
    assert place.server.counted() == {"callback 7": 1}
    assert pressable(place.board(channel)) != before


async def test_a_menu_and_buttons_work_after_a_restart(server: DiscordServer, store: Store) -> None:
    people = People(server)
    channel, ana, bea = people.channel(), people.user("Ana"), people.user("Bea")
    async with bot_on(server, store) as place:
        await place.gave(ana, channel, "play", game="parchis", colours=6)
        await shelters(place, ana, channel)
    async with bot_on(server, store) as place:
        board = place.board(channel)
        (menu,) = [part for part in board.pressable if part["type"] == 3]
        server.calls.clear()
        assert (await place.pressed(ana, board, menu["options"][1]["value"])).answer == 7
        for _ in range(3):
            assert (await place.clicked(ana, channel, "Back")).answer == 7
    async with bot_on(server, store) as place:
        assert (await place.clicked(bea, channel, "Blue")).answer == 7
        assert "Bea" in place.board(channel).content
