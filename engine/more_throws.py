"""Which throws gave another one: counted by what was thrown because of them, not by their value.

A third 6 gives nothing, nor does a 6 that was given up for a plain move (P50, P52, P53), one that won the game, or a
throw that says who begins. In Palma a hole may give a throw too, and one that was given may be lost again (H25, H28).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.events import Thrown
from engine.match import Match

_TURN = -1
"""The giver of a throw that nobody's throw gave: the turn itself, or the throw of the other side."""


def gave_more(match: Match[Any], seats: int, stood_in: Collection[int] = ()) -> list[int]:
    """Count, for each seat, its throws after which it threw again because of them.

    Plies in `stood_in`, by their numbers from 0, are not counted.
    """
    found = [0] * seats
    for number in _givers(match):
        if number not in stood_in:
            found[match.plies[number].seat] += 1
    return found


def _givers(match: Match[Any]) -> set[int]:
    """Return the numbers of the plies whose throws gave another one; a 5 to a hole may give two."""
    plies = match.plies
    gave: set[int] = set()
    due: list[int] = []  # who gave each throw that is still to be made, the next one last
    thrown = _TURN
    for index, ply in enumerate(plies):
        if any(isinstance(event, Thrown) and not event.opening for event in ply.events):
            giver = due.pop() if due else _TURN
            gave |= {giver} - {_TURN}
            thrown = index
        if ply.ends_turn:
            due = [_TURN]
            continue
        awaited = match.game.due(ply.state)
        due = due[: len(awaited)]
        due += [thrown if seat == plies[thrown].seat else _TURN for seat in awaited[len(due) :]]
    return gave
