"""Whose pieces each seat captured, from a game's log; a bot's acts in a person's place are left out."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.table import Table, open_match
from bot.core.rankings.results import stood_in
from data.records import MoveRecord
from engine.errors import EngineError
from engine.events import Captured

Captures = tuple[tuple[int, ...], ...]
"""By seat that captured, the number of pieces of each seat."""


def captures(games: Sequence[tuple[Table, tuple[MoveRecord, ...]]]) -> list[Captures]:
    """Return the captures of games by their table without its moves, and their log. For another process.

    A game that breaks the rules has none.
    """
    found = []
    for table, log in games:
        try:
            found.append(_captures(table, log))
        except EngineError:
            found.append(((0,) * len(table.seats),) * len(table.seats))
    return found


def _captures(table: Table, log: tuple[MoveRecord, ...]) -> Captures:
    match = open_match(table, [entry.move for entry in log])
    bots = stood_in(table.with_match(match, log))
    counts = [[0] * len(table.seats) for _ in table.seats]
    for number, ply in enumerate(match.plies):
        for event in ply.events:
            if isinstance(event, Captured) and number not in bots:
                counts[event.seat][event.owner] += 1
    return tuple(map(tuple, counts))
