"""A third game is an engine, a profile and a painter: registered, it is played from its lobby to the ladder."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from bot.core.domain.table import StartedTable
from bot.core.games.profiles import PROFILES
from bot.core.i18n.translator import translator
from bot.core.messages.requests import Outcome
from bot.core.views.result_card import result_card
from engine import catalog
from engine.notation import Record, read, write
from engine.verify import verify
from render import picture
from render.films.film import GIF, film, look_of
from render.picture import PAINTERS
from tests.fakes.catalogues import forget
from tests.fakes.room import ANA, BEA, Room, room
from tests.fakes.snails.game import NAME, SNAILS
from tests.fakes.snails.painter import PAINTER
from tests.fakes.snails.profile import PROFILE


@pytest.fixture(autouse=True)
def a_third_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the game, which is all there is to do before the program starts."""
    monkeypatch.setitem(catalog.GAMES, NAME, SNAILS)
    monkeypatch.setitem(PROFILES, NAME, PROFILE)
    monkeypatch.setitem(PAINTERS, NAME, PAINTER)
    forget()
    yield
    forget()


def shown(outcome: Outcome) -> str:
    """Return what a command showed to all, or to the person who gave it."""
    text = outcome.screen.text if outcome.screen is not None else outcome.notice
    assert text is not None
    return text.plain


def newest(place: Room, code: str) -> str:
    """Return what the board says now."""
    (board,) = place.live(code)
    return board.screen.text.plain


async def opened(place: Room) -> str:
    """Open a table where Ana and Bea sit, and start its game."""
    code = await place.opened("/play snails")
    assert "🐌 Amber: Ana" in newest(place, code)
    assert "Colours and seats" not in str(place.live(code)[-1].buttons)
    await place.say(BEA, "/join zinc")
    await place.click(ANA, "⚙")
    await place.click(ANA, "Game and rules")
    await place.click(ANA, "Rules in detail")
    await place.click(ANA, "Lanes of 4 squares")
    assert "Lanes of 6 squares" in newest(place, code)
    await place.say(ANA, f"/start {code}")
    return code


async def test_it_is_played_from_its_lobby_to_the_ladder_with_pictures() -> None:
    async with room(pictures=picture) as place:
        code = await opened(place)
        (board,) = place.live(code)
        assert "Ana, toss the coin!" in board.screen.text.plain
        assert [button.label for button in board.buttons] == ["Toss the coin"]
        assert board.screen.picture is not None
        assert Image.open(BytesIO(board.screen.picture.data)).size[0] == 480
        await place.click(ANA, "Toss")
        await place.click(ANA, "🐌1")
        assert ": snail 1 creeps to " in newest(place, code)
        await place.play_out(code, [ANA, BEA])

        table = await place.table(code)
        assert isinstance(table, StartedTable)
        card = result_card(table, translator("en"))
        assert card is not None
        assert card.columns == ("Twos",)
        assert card.race[-1][card.rows[0].place - 1] <= 1.0
        last = place.messenger.messages[-1].screen
        assert "🥇" in last.text.plain
        assert last.picture is not None
        assert Image.open(BytesIO(last.picture.data)).size[0] == 800
        assert "Twos" in last.picture.alt

        ladder = shown(await place.say(ANA, "/leaderboard snails"))
        assert ladder.startswith("Snail racing · this chat")
        assert "Ana" in ladder
        assert "Bea" in ladder
        assert "Snail racing" in shown(await place.say(ANA, "/stats"))
        assert "The coin in this chat" in str((await place.say(ANA, f"/dice {code}")).screen)


async def test_its_rules_are_told_and_its_lesson_is_taught() -> None:
    async with room(pictures=picture) as place:
        sheet = shown(await place.say(ANA, "/rules snails"))
        assert "Snails · short lanes" in sheet
        assert "A lane has 4 squares." in sheet
        assert "A lane has 6 squares." not in sheet
        assert "This is a snail." in shown(await place.say(ANA, "/learn snails"))
        await place.click(ANA, "🐌1")
        assert "Well crept!" in place.messenger.messages[-1].screen.text.plain


async def test_its_games_are_exported_verified_and_filmed() -> None:
    async with room() as place:
        code = await opened(place)
        await place.play_out(code, [ANA, BEA])
        table = await place.table(code)
        assert isinstance(table, StartedTable)
        match = table.match
        text = write(Record.of(match, players=("Ana", "Bea")))
        assert read(text).match().log == match.log
        assert {check.name: check.passed for check in verify(text)}["moves"]
        assert film(match, look_of(read(text)), GIF).startswith(b"GIF89a")
