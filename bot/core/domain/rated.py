"""Which games count for the rankings."""

from __future__ import annotations

from bot.core.domain import seatings
from bot.core.domain.table_options import TableOptions
from data.records import PersonKey, TableRecord


def rated(record: TableRecord) -> bool:
    """Whether a table's game counts, as its seats are held now.

    Its table wants it, people of at least two sides play, and nobody plays on two sides: so never against computers
    alone, and not in hot seat.
    """
    met: set[PersonKey] = set()
    sides = 0
    for side in seatings.sides(record):
        people = {person for seat in side if (person := record.seats[seat].person) is not None}
        if met & people:
            return False
        met |= people
        sides += bool(people)
    return sides >= 2 and TableOptions.load(record.options).rated
