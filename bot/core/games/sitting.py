"""What decides which rules apply to a table's seats and teams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sitting:
    """Seats of several colours, teams, and the number of sides.

    The defaults stand for any table: every rule may apply.
    """

    shared: bool = True
    teams: bool = True
    sides: int = 6


def sitting_of(seats: Sequence[str], teams: Sequence[Sequence[int]] | None) -> Sitting:
    """Return the sitting of seats, given as their colours, and teams, given as seat numbers."""
    return Sitting(any(len(seat) > 1 for seat in seats), teams is not None, len(seats if teams is None else teams))
