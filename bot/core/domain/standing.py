"""Who came where: the one account of places that the card, lists, exports, films, statistics and ratings go by.

The rules of the game know seats. People may have left them: who resigned, or had a computer playing for them when the
game ended, is last, alone or in a team that played on without them. A side that everybody has left is last, whatever
the computer made of it, and the others move up.
"""

from __future__ import annotations

import json

from bot.core.domain import seatings
from bot.core.domain.table_options import TableOptions
from data.records import SeatRecord, TableRecord


def has_left(seat: SeatRecord) -> bool:
    """Whether a computer plays for the seat's person: they resigned, or are away."""
    return seat.person is not None and seat.computer is not None


def official_places(record: TableRecord) -> tuple[int, ...]:
    """The places by seat as the rules, or the way in which the game ended, have them; none if it has no result."""
    return tuple(json.loads(record.result or "{}").get("places", ()))


def places(record: TableRecord) -> tuple[int, ...]:
    """The place that counts, by seat; none if the game has no result. Where everybody has left, nobody moves up.

    Of a game that was brought in, its text tells who had left.
    """
    official, sides = official_places(record), seatings.sides(record)
    if counted := TableOptions.load(record.options).counted:
        return tuple(counted)
    gone = [all(has_left(record.seats[seat]) for seat in side) for side in sides]
    if not official or all(gone):
        return official
    standing = [official[side[0]] for side, left in zip(sides, gone, strict=True) if not left]
    found = [0] * len(official)
    for side, left in zip(sides, gone, strict=True):
        own = 1 + len(standing) if left else 1 + sum(place < official[side[0]] for place in standing)
        for seat in side:
            found[seat] = own if left or not has_left(record.seats[seat]) else len(sides)
    return tuple(found)


def put_back(record: TableRecord) -> tuple[int, ...]:
    """The seats that come in behind where the computer brought them, since their people had left."""
    pairs = zip(places(record), official_places(record), strict=True)
    return tuple(seat for seat, (own, official) in enumerate(pairs) if own > official)
