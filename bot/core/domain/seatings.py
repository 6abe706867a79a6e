"""The ways to sit at a board that a lobby offers: which colours each seat has, and who plays together."""

from __future__ import annotations

import json

from bot.core.games.seat_layouts import Seating
from data.records import TableRecord


def of(record: TableRecord) -> Seating:
    """How a table sits now, offered or not."""
    teams = json.loads(record.teams)
    return Seating(
        tuple(seat.colours for seat in record.seats),
        None if teams is None else tuple(tuple(team) for team in teams),
    )


def sides(record: TableRecord) -> tuple[tuple[int, ...], ...]:
    """Who wins and loses together: the teams, or each seat alone."""
    return of(record).teams or tuple((seat,) for seat in range(len(record.seats)))
