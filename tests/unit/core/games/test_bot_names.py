"""Bots are somebody: who they are, to whom, and that nobody else at the table is called like them."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from PIL import Image

from bot.core.games.bot_names import SPARE_PARTS, Sitter, bot_names
from bot.core.games.profiles import PROFILES
from bot.core.i18n.translator import languages, translator
from engine import catalog, players
from engine.match import Match
from render.content.scene import Scene
from render.drawing import name_tags
from render.drawing.text import fits, written
from render.picture import draw

PARCHIS, PALMA = "YBRGPO", "DJ"
CODES = [f"code{number}" for number in range(60)]


def all_names() -> list[str]:
    pools = [pool for profile in PROFILES.values() for levels in profile.bots.values() for pool in levels.values()]
    return [*chain.from_iterable(pools), *SPARE_PARTS]


def bots(colours: str, level: str = "greedy") -> tuple[Sitter, ...]:
    return tuple(Sitter(letter, level) for letter in colours)


@pytest.mark.parametrize("language", languages())
class TestList:
    def test_names_every_bot_otherwise(self, language: str) -> None:
        shown = [translator(language)(name).casefold() for name in all_names()]
        assert len(set(shown)) == len(shown)

    def test_is_of_short_names_that_begin_with_a_capital(self, language: str) -> None:
        for name in map(translator(language), all_names()):
            assert len(name) <= 12, name
            assert name[0].isupper(), name
            assert name.isalpha(), name


def test_every_name_has_room_on_a_board_of_six_colours_also_when_it_is_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rooms: list[tuple[Any, ...]] = []
    lines: list[tuple[str, str, int, int]] = []
    tag = name_tags.tag.__wrapped__

    def measured(name: str, *look: Any, **marks: Any) -> Image.Image:
        rooms.append(look)
        return tag(name, *look, **marks)

    def spied(name: str, instead: str, size: int, room: int, *, smallest: int = 0) -> Image.Image:
        lines.append((name, instead, smallest, room))
        return written(name, instead, size, room, smallest=smallest)

    match = Match.fold(catalog.game("parchis"), {"preset": "spanish", "colours": 6}, list(PARCHIS), None, [])
    with monkeypatch.context() as patch:
        patch.setattr(name_tags, "tag", measured)
        draw(Scene("parchis", match.state, tuple(PARCHIS), size=None))
    monkeypatch.setattr(name_tags, "written", spied)
    for colour, look in zip(PARCHIS, rooms[-len(PARCHIS) :], strict=True):
        for name in chain.from_iterable(PROFILES["parchis"].bots[colour].values()):
            for language in languages():
                tag(f"🤖 {translator(language)(name)}", *look, turn=True)
    assert len(lines) == 6 * 16 * len(languages())
    assert [name for name, instead, size, room in lines if not fits(name, instead, size, room)] == []


@pytest.mark.parametrize("game", PROFILES)
def test_every_colour_has_several_names_for_each_level(game: str) -> None:
    profile = PROFILES[game]
    assert set(profile.bots) == set(profile.letters)
    for levels in profile.bots.values():
        assert set(levels) == set(players.levels())
        assert all(len(pool) > 2 for pool in levels.values())


@pytest.mark.parametrize(("game", "colours"), [("parchis", PARCHIS), ("parchis", "YR"), ("palma", PALMA)])
def test_no_two_bots_at_a_table_are_called_the_same(game: str, colours: str) -> None:
    for code in CODES:
        names = bot_names(game, code, bots(colours))
        assert len(set(names)) == len(colours)
        assert all(name in PROFILES[game].bots[letter]["casual"] for letter, name in zip(colours, names, strict=True))


def test_other_tables_and_levels_have_other_bots() -> None:
    assert {bot_names("parchis", code, bots("B"))[0] for code in CODES} == {"Blizzard", "Cobalt", "Iceberg", "Shark"}
    easy = {bot_names("parchis", code, bots("B", "random"))[0] for code in CODES}
    assert easy == {"Bubble", "Cloud", "Drop", "Sardine"}


def test_a_bot_keeps_its_name_whoever_else_sits_down() -> None:
    for code in CODES:
        alone = bot_names("parchis", code, (Sitter("Y", name="Ana"), Sitter("B", "greedy"), Sitter("R")))
        others = bot_names("parchis", code, (Sitter("Y", "random"), Sitter("B", "greedy"), Sitter("R", name="Bea")))
        assert alone[1] == others[1]
        assert alone[0] == alone[2] == others[2] == ""


@pytest.mark.parametrize("name", ["shark", "Shark", "TIBURÓN", "el tiburon", "Squalo 🦈", "S h a r k"])
def test_no_bot_is_called_as_a_person_at_its_table_in_any_language(name: str) -> None:
    code = next(code for code in CODES if bot_names("parchis", code, bots("B")) == ("Shark",))
    names = bot_names("parchis", code, (Sitter("Y", name=name), Sitter("B", "greedy")))
    assert names[1] in {"Blizzard", "Cobalt", "Iceberg"}


def test_spare_parts_do_where_people_have_taken_all_names_or_a_game_has_none() -> None:
    people = tuple(
        Sitter(letter, name=name) for letter, name in zip("YRG", ("Shark Cobalt", "Nevada", "iceberg"), strict=True)
    )
    assert bot_names("parchis", "abc234", (*people, Sitter("B", "greedy")))[-1] in SPARE_PARTS
    names: Any = bot_names("snails", "abc234", bots("AZ"))
    assert len({*names}) == 2
    assert {*names} <= {*SPARE_PARTS}
