"""From when on a game counts: who has thrown and chosen too little has not played, and nobody wins anything by that.

A throw or a choice is somebody's own if they pressed for it: what the engine, the computer or the clock did for them
is not, nor is a throw that came by itself; who lets throws do so needs fewer of their own. A side of which somebody
has done less than the ladder asks for is left out of the ratings, and a game without two sides that are left counts
for nothing. So resigning at once, a seat that never showed up, and a game that the clock played lift nobody.
"""

from __future__ import annotations

from collections import Counter

from bot.core.domain.play import BY_ITSELF
from bot.core.domain.table import StartedTable, Table
from bot.core.rankings.ladders import family, ladder_of
from data.records import PersonKey

THROWS = 3
"""One of so many throws and choices is a choice: who lets throws come by themselves needs that share of their own."""


def least(table: Table) -> int:
    """Return how many throws and choices of their own everybody needs at a table."""
    return ladder_of(table.game, family(table)).least


def own_acts(table: StartedTable) -> Counter[PersonKey]:
    """Count how often each person has thrown or chosen themselves, at all of their seats."""
    seats = table.seats
    return Counter(
        person
        for move in table.standing
        if move.automation is None and (person := seats[move.seat].person) is not None
    )


def needed(table: StartedTable, person: PersonKey) -> int:
    """Return how many throws and choices of their own a person needs at a table."""
    alone = any(move.automation == BY_ITSELF and table.seats[move.seat].person == person for move in table.standing)
    return -(-least(table) // THROWS) if alone else least(table)


def counted(table: StartedTable) -> tuple[bool, ...]:
    """Decide which seats of a game count for the rankings: none, or those of two sides at the least.

    A computer's seat counts where people's do.
    """
    if not table.is_rated:
        return (False,) * len(table.seats)
    acts = own_acts(table)
    played = {
        number: seat.person is None or acts[seat.person] >= needed(table, seat.person)
        for number, seat in enumerate(table.seats)
    }
    sides = [side for side in table.sides if all(played[seat] for seat in side)]
    if sum(any(table.seats[seat].person is not None for seat in side) for side in sides) < 2:
        return (False,) * len(table.seats)
    return tuple(any(number in side for side in sides) for number in range(len(table.seats)))
