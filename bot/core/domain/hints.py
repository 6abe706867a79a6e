"""Hints: who may have one, and what is stored about it.

A hint changes no move and needs no consent, but the game's text shows it at its ply. A rated table must allow hints
first.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.permissions import Actor, require_turn
from bot.core.domain.table import StartedTable, Table, begun
from bot.core.domain.table_values import Hint
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_
from data.records import PersonKey
from engine.game import TurnKind


def allowed(table: Table) -> bool:
    """Return whether a table has hints: as it has chosen, else if its game is unrated."""
    chosen = table.options.hints
    return not table.is_rated if chosen is None else chosen


def require_hint(table: Table, person: PersonKey) -> StartedTable:
    """Return the game of a person who has to choose and may have a hint; raises Refusal."""
    turn = require_turn(table, Actor(person))
    if not allowed(table):
        if table.is_rated and table.options.hints is None:
            raise Refusal(N_("There are no hints in a rated game, unless the table allowed them in its options."))
        raise Refusal(N_("This table plays without hints."))
    if turn.kind is not TurnKind.CHOOSE:
        raise Refusal(N_("Roll first: then I can tell you the best move."))
    return begun(table)


def noted(table: Table, person: PersonKey, plies: int) -> Table:
    """Return the table with a hint noted for the ply after the first `plies` of its log.

    Returns the same table if it is noted already; raises Refusal if the game has gone on.
    """
    game = require_hint(table, person)
    if game.plies != plies:
        raise Refusal(STALE)
    hint = Hint(plies + 1, game.match.turn.seat)
    if hint in game.hints:
        return table
    return replace(game, hints=(*game.hints, hint), version=game.next_version)
