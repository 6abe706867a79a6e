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


def played(table: StartedTable) -> tuple[bool, ...]:
    """Decide which seats really played a game, rated or not: none, or those of two sides at the least.

    A bot's seat plays wherever it sits. Badges ask for this.
    """
    acts = own_acts(table)
    enough = [seat.person is None or acts[seat.person] >= needed(table, seat.person) for seat in table.seats]
    sides = [side for side in table.sides if all(enough[seat] for seat in side)]
    if len(sides) < 2:
        return (False,) * len(table.seats)
    return tuple(any(number in side for side in sides) for number in range(len(table.seats)))


def counted(table: StartedTable) -> tuple[bool, ...]:
    """Decide which seats of a game count for the rankings: those that `played`, if people of two sides did."""
    seats = played(table)
    people = [any(seats[seat] and table.seats[seat].person is not None for seat in side) for side in table.sides]
    return seats if table.is_rated and sum(people) >= 2 else (False,) * len(seats)
