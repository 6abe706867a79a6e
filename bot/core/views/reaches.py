"""Where the pieces of the side to roll may go with each value of the dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.core.domain.table import StartedTable, Table
from bot.core.i18n.translator import Translator
from bot.core.views.board import scene_of
from data.records import Status
from engine.game import TurnKind
from render.content.scene import Scene
from render.content.touch import Disc, Touch

Reaches = list[tuple[Disc, list[tuple[str, Disc]]]]
"""For each piece its place, and where each value may bring it."""


def reaches(table: Table, touch: Callable[[Scene], Touch], t: Translator) -> Reaches:
    """Return the moves that the next roll may allow, by the rules; none if no roll of a turn is due."""
    if not isinstance(table, StartedTable) or table.status is not Status.PLAYING:
        return []
    match = table.match
    game, state, turn = match.game, match.state, match.turn
    if turn.kind is not TurnKind.THROW or game.is_lot(state):
        return []
    board = scene_of(table, len(match.plies), t, ())
    found: dict[Disc, list[tuple[str, Disc]]] = {}
    for value in game.odds(state):
        after = game.apply(state, value).state
        if game.turn(after).kind is not TurnKind.CHOOSE or game.turn(after).seat != turn.seat:
            continue
        for reach in touch(replace(board, state=after, moves=game.moves(after))).reaches:
            if reach.piece is not None:
                found.setdefault(reach.piece, []).append((value, reach.landing))
    return list(found.items())
