"""What a held piece shows before a roll is what the roll then allows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.domain.table import StartedTable
from bot.core.i18n.translator import translator
from bot.core.views.board import scene_of
from bot.core.views.reaches import reaches
from data.records import Status
from engine.game import TurnKind
from render.picture import touch
from tests.fakes.finished_tables import finished

T = translator("en")
GAMES = [("parchis", ["Y", "B", "R", "G"]), ("palma", ["D", "J"])]


def then(table: StartedTable, ply: int) -> StartedTable:
    return replace(table, match=table.match.at(ply), status=Status.PLAYING, result=None)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_each_value_leads_where_its_roll_then_does(game: str, seats: list[str]) -> None:
    table = finished(game, {}, seats)
    plies, checked = table.match.plies, 0
    for at in range(20, min(len(plies), 260)):
        if plies[at].kind is not TurnKind.THROW:
            continue
        before, after = then(table, at), then(table, at + 1)
        turn = after.match.turn
        if turn.kind is not TurnKind.CHOOSE or turn.seat != before.match.turn.seat:
            continue
        value = plies[at].move
        told = {(piece, place) for piece, ways in reaches(before, touch, T) for one, place in ways if one == value}
        shown = touch(scene_of(after, at + 1, T, after.match.legal)).reaches
        assert told == {(reach.piece, reach.landing) for reach in shown if reach.piece is not None}
        checked += 1
    assert checked > 20


def test_there_is_nothing_to_show_but_before_a_roll() -> None:
    table = finished("parchis", {}, ["Y", "B", "R", "G"])
    assert reaches(table, touch, T) == []  # it is over
    assert reaches(then(table, 0), touch, T) == []  # the lot
    choosing = next(at for at in range(30, 300) if table.match.at(at).turn.kind is TurnKind.CHOOSE)
    assert reaches(then(table, choosing), touch, T) == []
    assert reaches(table.without_match(), touch, T) == []
