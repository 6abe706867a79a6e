"""Agreement of all players: one proposes, each of the others answers, and one no ends it."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from bot.core.domain.table import Table
from bot.core.domain.votes import SeatWish, Takeback, ThrowsWish
from data.records import PersonKey

Wish = Takeback | ThrowsWish | SeatWish
W = TypeVar("W", Takeback, ThrowsWish, SeatWish)


def agreed_by(wanted: W, seats: tuple[int, ...]) -> W:
    """Return the wish with the agreement of these seats added."""
    return replace(wanted, agreed=tuple(sorted({*wanted.agreed, *seats})))


def waiting(table: Table, wanted: Wish) -> tuple[int, ...]:
    """Return one seat of each person who has not answered yet."""
    agreed = {table.seats[seat].person for seat in wanted.agreed}
    seats: dict[PersonKey | None, int] = {}
    for number, seat in enumerate(table.seats):
        if seat.is_human and seat.person not in agreed:
            seats.setdefault(seat.person, number)
    return tuple(seats.values())
