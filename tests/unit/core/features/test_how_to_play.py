"""How to play in ten lines, for every variant and seating, with two pictures in one; and the short help."""

from __future__ import annotations

from io import BytesIO
from itertools import product
from typing import Any

import pytest
from PIL import Image

from bot.core.commands.parser import parse_line
from bot.core.commands.wishes import wish_in
from bot.core.features.help.view import command_text, short_help
from bot.core.features.registry import registry
from bot.core.features.rules.view import Asked, alt_text, brief_lines, other_games, scenes, sheet_command
from bot.core.games import rulesets
from bot.core.games.profiles import PROFILES
from bot.core.i18n.text_format import text_of, width
from bot.core.i18n.translator import languages, translator
from engine import catalog
from engine.events import Captured
from engine.palma.events import Slid
from render import picture
from render.themes.catalog import NAMES
from tests.fakes.word_tables import well_formed

CAPTION = 1024
"""Characters that Telegram shows below a picture."""
SEATINGS: list[tuple[tuple[str, ...] | None, tuple[tuple[int, ...], ...] | None]] = [
    (None, None),
    (("Y", "R"), None),
    (("B", "G"), None),
    (("YR", "BG"), None),
    (("Y", "B", "R", "G"), ((0, 2), (1, 3))),
]


def variants() -> list[Asked]:
    """Return every preset with every value of every switch, at every seating."""
    found = []
    for game in catalog.names():
        switches = catalog.game(game).describe()["switches"]
        changes: list[dict[str, Any]] = [
            {},
            *({name: value} for name, values in switches.items() for value in values),
        ]
        seatings = SEATINGS if game == "parchis" else SEATINGS[:1]
        for preset, change, (seats, teams) in product(rulesets.presets(game), changes, seatings):
            colours = change.get("colours", 4)
            if seats is None or colours == 4:
                found.append(Asked(game, {"preset": preset, **change}, seats, teams, "abc123" if seats else ""))
    return found


@pytest.mark.parametrize("language", languages())
def test_how_to_play_has_ten_short_lines_and_fits_below_a_picture(language: str) -> None:
    t = translator(language)
    for asked in variants():
        text = text_of(*brief_lines(asked, t))
        assert 7 <= len(text.lines) <= 10, asked
        assert all(width(line) <= 160 for line in text.plain.splitlines()), asked
        assert width(text.plain) <= CAPTION, asked
        assert well_formed(text)
        assert width(alt_text(asked, t)) <= 1000
    usual = catalog.names()[0]  # /rules without a table, which names the other games too
    lines = [*brief_lines(Asked(usual, rulesets.usual(usual)), t), *other_games(usual, t)]
    assert len(text_of(*lines).lines) <= 10


def test_it_says_the_game_of_this_table() -> None:
    def told(rules: dict[str, Any], seats: Any = None, teams: Any = None, game: str = "parchis") -> str:
        return text_of(*brief_lines(Asked(game, rules, seats, teams), translator("en"))).plain

    assert "its 6 moves 12" in told({"preset": "italian"})
    assert "its 6" not in told({"preset": "spanish", "six_all_out": "none"})
    assert "No dice" in told({"preset": "diceless"})
    assert "third 6" not in told({"preset": "diceless"})
    assert "first team" in told({"preset": "spanish"}, tuple("YBRG"), ((0, 2), (1, 3)))
    assert "several colours" in told({"preset": "spanish"}, ("YR", "BG"))
    assert "several colours" not in told({"preset": "spanish"})
    assert "from 24 to 10" in told({"preset": "penalty"}, game="palma")
    assert "from 24 to 10" not in told({"preset": "classic"}, game="palma")


def test_every_board_has_a_moment_that_the_rules_allow() -> None:
    unusual = Asked("parchis", {"preset": "spanish", "shelters": [-5, 0, 4, 5, 7, 8]})
    for asked in (*variants(), unusual):
        _, then = scenes(asked, translator("en"), "classic")
        kind = Captured if asked.game == "parchis" else Slid
        assert any(isinstance(event, kind) for event in then.trail), asked


def test_both_pictures_are_one_small_png() -> None:
    asked = [Asked(game, {"preset": preset}) for game in catalog.names() for preset in rulesets.presets(game)]
    for each, theme in product([*asked, Asked("parchis", {"preset": "diceless", "colours": 6})], NAMES):
        data = picture.draw_pair(*scenes(each, translator("en"), theme))
        assert len(data) <= 120_000
        assert Image.open(BytesIO(data)).width == 2 * picture.PAIR_SIZE + 16


def test_its_command_asks_for_the_same_sheet() -> None:
    for game in PROFILES:
        for preset in rulesets.presets(game):
            parsed = parse_line(sheet_command(Asked(game, {"preset": preset})), registry())
            assert parsed.name == "rules"
            assert parsed.options == {"game": game, "variant": preset, "size": "full"}
    parsed = parse_line(sheet_command(Asked("palma", {}, table="abc123")), registry())
    assert parsed.options == {"table": "abc123", "size": "full"}


@pytest.mark.parametrize("language", languages())
def test_the_first_help_is_short(language: str) -> None:
    text = short_help(translator(language))
    assert well_formed(text)
    assert len(text.plain.splitlines()) <= 12
    assert width(text.plain) <= CAPTION


@pytest.mark.parametrize("language", languages())
def test_help_speaks_in_words_before_spellings(language: str) -> None:
    t = translator(language)
    play = next(command for command in registry() if command.name == "play")
    lines = command_text(play, t).plain.splitlines()
    assert not any("=" in line for line in lines[:-2])
    for line in play.samples[language]:
        assert line in lines
        assert wish_in(line.removeprefix("/play ")).ignored == []
        assert parse_line(line, registry()).name == "play"


@pytest.mark.parametrize("language", languages())
def test_no_item_of_a_help_begins_with_a_digit_or_a_spelling(language: str) -> None:
    t = translator(language)
    for command in registry():
        for line in command_text(command, t).plain.splitlines():
            if line.startswith("• "):
                assert not line[2].isdigit()
                assert "=" not in line.split()[1]
