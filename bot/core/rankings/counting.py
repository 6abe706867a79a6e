"""From when on a game counts: who has thrown and chosen too little has not played, and nobody wins anything by that.

A throw or a choice is somebody's own if they pressed for it: what the engine, the computer or the clock did for them
is not. A side of which somebody has done less than LEAST is left out of the ratings, and a game without two sides
that are left counts for nothing. So resigning at once, a seat that never showed up, and a game that the clock played
lift nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.core.domain import seatings
from bot.core.domain.rated import rated
from bot.core.domain.table import Table
from bot.core.rankings.ladders import family
from data.records import PersonKey, TableRecord

LEAST: Mapping[tuple[str, str], int] = {
    ("parchis", "dice"): 20,
    ("parchis", "diceless"): 15,
    ("palma", "classic"): 6,
    ("palma", "penalty"): 6,
}
"""How many throws and choices of their own everybody needs, by game and family: far less than anybody has in a whole
game, and before anybody knows who wins it. Measured by `python -m benchmarks decisions`."""


def least(record: TableRecord) -> int:
    """What a table's game needs."""
    return LEAST[record.game, family(record)]


def own_acts(table: Table) -> Counter[PersonKey]:
    """How often each person has thrown or chosen themselves, at all of their seats."""
    seats = table.record.seats
    return Counter(
        person
        for move in table.standing
        if move.automation is None and (person := seats[move.seat].person) is not None
    )


def counted(table: Table) -> tuple[bool, ...]:
    """Which seats of a game count for the rankings: none, or those of two sides at the least.

    A computer's seat counts where people's do.
    """
    record = table.record
    if not rated(record):
        return (False,) * len(record.seats)
    acts, enough = own_acts(table), least(record)
    played = {number: seat.person is None or acts[seat.person] >= enough for number, seat in enumerate(record.seats)}
    sides = [side for side in seatings.sides(record) if all(played[seat] for seat in side)]
    if sum(any(record.seats[seat].person is not None for seat in side) for side in sides) < 2:
        return (False,) * len(record.seats)
    return tuple(any(number in side for side in sides) for number in range(len(record.seats)))
