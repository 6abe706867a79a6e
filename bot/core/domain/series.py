"""A match of two people: the best of several games, one after the other, with the sides swapped each time.

Who can no longer be caught up with has won the match. A game without one winner counts for nobody. The next game
follows by itself, from the finished table alone.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.common.entropy import Entropy
from bot.core.domain import lobby
from bot.core.domain.new_table import following
from bot.core.domain.seat_offers import as_if_agreed
from bot.core.domain.standing import places
from bot.core.domain.table import Table
from bot.core.domain.table_values import Series
from bot.core.messages.requests import Person
from data.records import Status
from data.result_records import FORMER

BEST = (3, 5, 7)
"""How many games a match may have at most."""


def score(table: Table) -> tuple[int, ...]:
    """Return the wins of each seat in the match so far; with this game once it is over."""
    series = table.links.series
    assert series is not None  # noqa: S101 - callers ask of matches only
    won = [seat for seat, place in enumerate(places(table)) if place == 1] if table.status is Status.OVER else []
    return tuple(wins + (won == [seat]) for seat, wins in enumerate(series.wins))


def goes_on(table: Table) -> bool:
    """Return whether another game of the match follows a table that has ended."""
    series = table.links.series
    if series is None or series.stopped or table.status is not Status.OVER or table.departures.removed:
        return False
    people = {seat.person for seat in table.seats if seat.person is not None and seat.person.platform != FORMER}
    high, low = max(score(table)), min(score(table))
    left = series.best - series.number
    return len(people) == len(table.seats) == len(series.wins) and left > 0 and high - low <= left


def awaits_next(table: Table) -> bool:
    """Return whether the next game of the match has still to open."""
    return goes_on(table) and table.links.following is None


def stopped(table: Table) -> Table:
    """Return a table whose match ends with it."""
    series = table.links.series
    if series is None or not awaits_next(table):
        return table
    links = replace(table.links, series=replace(series, stopped=True))
    return replace(table, links=links, version=table.next_version)


def begun(table: Table, now: float) -> Table:
    """Return a new table whose game starts at once, with those who have a seat or a seat kept for them."""
    return lobby.changed(as_if_agreed(table), lobby.started, now)


def next_game(old: Table, entropy: Entropy, now: float) -> Table:
    """Return the next game of a match, begun, with the sides swapped."""
    series = old.links.series
    assert series is not None  # noqa: S101 - as above
    host = next(seat for seat in old.seats if seat.person is not None)
    assert host.person is not None  # noqa: S101 - it was chosen so
    table = following(old, Person(host.person, host.name), entropy, now, rotate=True)
    wins = score(old)
    after = Series(series.best, series.number + 1, tuple(wins[index - 1] for index in range(len(wins))))
    return begun(replace(table, links=replace(table.links, series=after)), now)
