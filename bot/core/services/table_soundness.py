"""Check that a table read from the store makes sense: its types, and the seats it names."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.common.typed import misfit
from bot.core.domain.table import Table
from bot.core.domain.table_values import HOLES, MOST_POINTS, NO_SEAT
from engine import catalog, players
from engine.dice import SCHEMES


def check_sound(table: Table) -> None:
    """Raise ValueError, naming the part, if a table makes no sense."""
    part = misfit(table, Table) or _wrong(table)
    if part is not None:
        raise ValueError(f"its {part} make no sense")


def _wrong(table: Table) -> str | None:
    """Return the first part of a table with an impossible value."""
    seats = range(len(table.seats))
    if table.game not in catalog.names():
        return "game"
    if any(seat not in seats for seat in _named_seats(table)):
        return "seat numbers"
    if not 1 <= table.dice.version <= len(SCHEMES):
        return "dice"
    if any(hole not in HOLES or not 0 <= points <= MOST_POINTS for hole, points in table.options.stakes.items()):
        return "stakes"
    levels = {table.options.bots, *(seat.computer for seat in table.seats if seat.computer is not None)}
    return None if all(map(players.exists, levels)) else "bots"


def _named_seats(table: Table) -> Iterator[int]:
    votes = table.votes
    yield from (seat for team in table.teams or () for seat in team)
    yield from (*table.clock.awaited, *table.lobby.swap, *(offer.seat for offer in table.lobby.offers))
    yield from (*votes.agreed, *(seat for seat, _ in table.throwing.chosen), *table.throwing.rolls_on)
    for wish in (votes.takeback, votes.throws, votes.seat):
        yield from () if wish is None else (wish.seat, *wish.agreed)
    for answer in (votes.answered, votes.settled, votes.seated):
        yield from () if answer is None else (seat for seat in (answer.seat, answer.no) if seat is not None)
    yield from (hint.seat for hint in table.hints)
    yield from (taken.seat for taken in table.departures.taken)
    yield from (incident.seat for incident in table.incidents if incident.seat != NO_SEAT)
