"""The captures of a finished game: who took whose piece, and the squares that it cost."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.domain.table import StartedTable
from bot.core.games.commentary import is_cheap
from engine.events import Captured


def captures_of(table: StartedTable) -> list[tuple[int, int]]:
    """Return who captured and whose piece, of each capture in turn."""
    return [
        (event.seat, event.owner) for ply in table.match.plies for event in ply.events if isinstance(event, Captured)
    ]


def costs_of_rivals(table: StartedTable) -> list[tuple[int, int, int]]:
    """Return the squares that each capture of a rival cost, who captured, and whose piece."""
    side_of = {seat: at for at, side in enumerate(table.sides) for seat in side}
    return [each for each in _costs(table) if side_of[each[1]] != side_of[each[2]]]


def cost_within(table: StartedTable, side: int) -> int:
    """Return how many squares captures within a team have cost it."""
    seats = {*table.sides[side]}
    return sum(cost for cost, hunter, owner in _costs(table) if hunter != owner and {hunter, owner} <= seats)


def is_small(table: StartedTable, number: int) -> bool:
    """Return whether captures in this ply of a game of teams are cheap: texts have them with a comment only."""
    match = table.match
    before = match.plies[number - 1].state if number else match.opening
    then, now = (match.game.steps(state) for state in (before, match.plies[number].state))
    return bool(match.teams) and is_cheap(max(map(int.__sub__, then, now)), len(table.seats))


def _costs(table: StartedTable) -> Iterator[tuple[int, int, int]]:
    match, before = table.match, table.match.opening
    for ply in match.plies:
        for event in ply.events:
            if isinstance(event, Captured):
                cost = match.game.steps(before)[event.owner] - match.game.steps(ply.state)[event.owner]
                yield cost - 1, event.seat, event.owner  # coming out is no square
        before = ply.state
