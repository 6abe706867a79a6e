"""Who came where: the one account of places that the card, lists, exports, films, statistics and ratings go by.

The rules of the game know seats. People may have left them: who resigned, or had a computer playing for them when the
game ended, is last, alone or in a team that played on without them. A side that everybody has left is last, whatever
the computer made of it, and the others move up. A side that had come in before its people left keeps its place.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.domain.table import StartedTable, Table


def reached(table: StartedTable) -> Mapping[int, int]:
    """Return the place of each seat that has come in while others play on."""
    return table.match.game.reached(table.match.state)


def has_left(table: Table, seat: int) -> bool:
    """Return whether a seat's person left before it came in: they resigned, were removed, or are away."""
    return table.seats[seat].is_left and seat not in table.departures.placed


def official_places(table: Table) -> tuple[int, ...]:
    """Return the places by seat as the rules, or the game's untimely end, have them; none without a result."""
    return () if table.result is None else table.result.places


def places(table: Table) -> tuple[int, ...]:
    """Return the place that counts, by seat; none if the game has no result.

    Where everybody has left, nobody moves up. Of a game that was brought in, its text tells who had left.
    """
    official, sides = official_places(table), table.sides
    if counted := table.origin.counted:
        return counted
    gone = [all(has_left(table, seat) for seat in side) for side in sides]
    if not official or all(gone):
        return official
    standing = [official[side[0]] for side, left in zip(sides, gone, strict=True) if not left]
    ranks = [0] * len(official)
    for side, left in zip(sides, gone, strict=True):
        rank = 1 + len(standing) if left else 1 + sum(place < official[side[0]] for place in standing)
        for seat in side:
            ranks[seat] = rank if left or not has_left(table, seat) else len(sides)
    return tuple(ranks)


def put_back(table: Table) -> tuple[int, ...]:
    """Return the seats that come in behind where the computer brought them, since their people had left."""
    pairs = zip(places(table), official_places(table), strict=True)
    return tuple(seat for seat, (place, official) in enumerate(pairs) if place > official)
