"""Decide which games count: a player with too few own rolls and choices has not played.

Own ones need a press, so those of the engine, a bot or the clock don't count, nor automatic rolls. A side with a
player below the ladder's minimum is left out of the ratings; with fewer than two sides left, the game is unrated.
"""

from __future__ import annotations

from collections import Counter

from bot.core.domain.play import BY_ITSELF
from bot.core.domain.standing import nobody_stayed
from bot.core.domain.table import StartedTable, Table
from bot.core.rankings.ladders import family, ladder_of
from data.records import PersonKey

THROWS = 3
"""One in THROWS rolls and choices is a choice: players whose rolls are all automatic need that share of own acts."""


def least(table: Table) -> int:
    """Return how many own rolls and choices a table requires of each player."""
    return ladder_of(table.game, family(table)).least


def own_acts(table: StartedTable) -> Counter[PersonKey]:
    """Count how often each person has rolled or chosen themselves, at all of their seats; not at taken ones."""
    return Counter(
        person
        for move in table.standing
        if move.automation is None and not table.is_taken_at(move) and (person := table.owner(move.seat)) is not None
    )


def needed(table: StartedTable, person: PersonKey) -> int:
    """Return how many own rolls and choices a person needs: each of their automatic rolls is one less."""
    alone = sum(
        move.automation == BY_ITSELF and table.owner(move.seat) == person and not table.is_taken_at(move)
        for move in table.standing
    )
    return max(-(-least(table) // THROWS), least(table) - alone)


def acted(table: StartedTable) -> tuple[bool, ...]:
    """Return for each seat whether its person has rolled and chosen enough; a bot always has."""
    acts, owners = own_acts(table), map(table.owner, range(len(table.seats)))
    return tuple(person is None or acts[person] >= needed(table, person) for person in owners)


def played(table: StartedTable) -> tuple[bool, ...]:
    """Return for each seat whether it really played, rated or not: for none, or for two sides at least.

    A bot's seat always plays. Badges use this.
    """
    enough = acted(table)
    sides = [side for side in table.sides if all(enough[seat] for seat in side)]
    if len(sides) < 2:
        return (False,) * len(table.seats)
    return tuple(any(number in side for side in sides) for number in range(len(table.seats)))


def counted(table: StartedTable) -> tuple[bool, ...]:
    """Return for each seat whether it counts for the rankings: those that `played`, if people of two sides did.

    None counts if seats were taken over and nobody stayed to the end.
    """
    seats = played(table)
    if table.departures.taken and nobody_stayed(table):
        return (False,) * len(seats)
    people = [any(seats[seat] and table.seats[seat].person is not None for seat in side) for side in table.sides]
    return seats if table.is_rated and sum(people) >= 2 else (False,) * len(seats)
