"""A game step by step tells what the whole game tells, each thing once, and shows the board of any ply."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.domain.table import StartedTable
from bot.core.domain.table_values import Incident, IncidentKind
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import languages, translator
from bot.core.views.game_steps import described_after, plies_told, scene_after, turns
from bot.core.views.narration import Narrator
from data.records import MoveRecord
from tests.fakes.finished_tables import finished

EN = translator("en")
GAMES = [("palma", ["D", "J"]), ("parchis", ["Y", "B", "R", "G"]), ("parchis", ["YR", "BG"])]


def whole(table: StartedTable, language: str = "en") -> str:
    """Tell the game in one go."""
    paragraphs = Narrator(table, translator(language)).tell(table.match.plies)
    return " ".join(plain(line) for paragraph in paragraphs for line in paragraph)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_the_turns_tell_the_whole_game(game: str, seats: list[str], language: str) -> None:
    table = finished(game, {}, seats)
    told = turns(table, translator(language))
    assert " ".join(turn.words for turn in told) == whole(table, language)
    assert [turn.last for turn in told[:-1]] == [turn.first for turn in told[1:]]
    assert all(plies_told(table, translator(language)))


@pytest.mark.parametrize("boundary", [0, 1, 9, 10])
def test_who_resigns_does_so_once(boundary: int) -> None:
    table = finished("palma", {}, ["D", "J"])
    version = turns(table, EN)[boundary].last
    table = replace(table, started=0, incidents=(Incident(version, IncidentKind.RESIGNED, 0),))
    for told in ([turn.words for turn in turns(table, EN)], plies_told(table, EN)):
        assert sum("resigns" in words for words in told) == 1
    assert " ".join(turn.words for turn in turns(table, EN)) == whole(table)


def test_what_was_taken_back_is_told_once_and_not_shown() -> None:
    table = finished("palma", {}, ["D", "J"])
    begun, later = table.match.at(20), table.match.plies[18:30]
    match = begun.take_back(2)
    for ply in later:
        match = match.play(ply.move)
    log = tuple(MoveRecord(ply, ply + 1, move, 0, None, 60.0) for ply, move in enumerate(match.log))
    table = replace(table, match=match, log=log)
    assert sum("has undone" in words for words in plies_told(table, EN)) == 1
    assert " ".join(turn.words for turn in turns(table, EN)) == whole(table)
    assert scene_after(table, len(match.plies), EN, "classic").state == match.state


def test_each_ply_has_its_board() -> None:
    table = finished("parchis", {}, ["Y", "B", "R", "G"])
    plies = table.match.plies
    assert scene_after(table, 0, EN, "dark").state == table.match.opening
    for ply in (1, 40, len(plies)):
        scene = scene_after(table, ply, EN, "dark")
        assert scene.state == plies[ply - 1].state
        assert scene.moves == ()
        assert set(plies[ply - 1].events) <= set(scene.trail)
        assert bool(scene.places) == (ply == len(plies))
    assert "The game is over." in described_after(table, len(plies), EN)
    assert "The game is over." not in described_after(table, 40, EN)
    with pytest.raises(IndexError):
        scene_after(table, len(plies) + 1, EN, "classic")
