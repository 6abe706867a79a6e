"""What of a table's seats and teams decides which of its rules matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sitting:
    """Seats of several colours, teams, and how many sides there are.

    As it is made, it is any table at all: everything may matter.
    """

    shared: bool = True
    teams: bool = True
    sides: int = 6


def sitting_of(seats: Sequence[str], teams: Sequence[Sequence[int]] | None) -> Sitting:
    """Return what matters of seats, given as their colours, and teams, given as seat numbers."""
    return Sitting(any(len(seat) > 1 for seat in seats), teams is not None, len(seats if teams is None else teams))
