"""The final places: the one source for cards, lists, exports, videos, statistics and ratings.

A player who resigned, or had a bot playing when the game ended, is last, alone or in a team that played on. A side
that everybody has left is last whatever its bots achieved, or those who took over, unless it had finished before.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.domain.table import StartedTable, Table


def reached(table: StartedTable) -> Mapping[int, int]:
    """Return the place of each seat that has finished while others play on."""
    return table.match.game.reached(table.match.state)


def has_left(table: Table, seat: int) -> bool:
    """Return whether a seat's owner left before it finished: they resigned, were removed, or are away."""
    departures = table.departures
    return departures.at(seat) is not None or (table.seats[seat].is_left and seat not in departures.placed)


def nobody_stayed(table: Table) -> bool:
    """Return whether all people with whom the game began have left it."""
    return all(has_left(table, seat) for seat in range(len(table.seats)) if table.owner(seat) is not None)


def official_places(table: Table) -> tuple[int, ...]:
    """Return the places by seat as the rules or an early end give them; none without a result."""
    return () if table.result is None else table.result.places


def places(table: Table) -> tuple[int, ...]:
    """Return the final place by seat; none if the game has no result.

    If everybody has left, nobody moves up. For an imported game its text says who had left.
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
    """Return the seats placed below their bots' result, since their people had left."""
    pairs = zip(places(table), official_places(table), strict=True)
    return tuple(seat for seat, (place, official) in enumerate(pairs) if place > official)
