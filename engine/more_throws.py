"""Counts the rolls that gave another one, by what was rolled because of them.

A third 6 gives none, nor does a 6 given up for a plain move (P50, P52, P53), one that won the game, or an opening
roll. In Palma a hole may also give a roll, and a given roll may be lost again (H25, H28).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.events import Thrown
from engine.match import Match

_TURN = -1
"""The giver of a roll that no roll gave: the turn, or the other side's roll."""


def gave_more(match: Match[Any], seats: int, stood_in: Collection[int] = ()) -> list[int]:
    """Return, for each seat, how many of its rolls gave it another one.

    Leaves out the plies in `stood_in`, numbered from 0.
    """
    found = [0] * seats
    for number in _givers(match):
        if number not in stood_in:
            found[match.plies[number].seat] += 1
    return found


def _givers(match: Match[Any]) -> set[int]:
    """Return the numbers of the plies whose rolls gave another one; a 5 to a hole may give two."""
    plies = match.plies
    gave: set[int] = set()
    due: list[int] = []  # the giver of each roll that is still due, the next one last
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
