"""What all who play must agree on: somebody wishes it, each of the others says yes or no, one no ends it."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from bot.core.domain.table import Table
from bot.core.domain.table_values import Takeback, ThrowsWish
from data.records import PersonKey

Wish = Takeback | ThrowsWish
W = TypeVar("W", Takeback, ThrowsWish)


def agreed_by(wanted: W, seats: tuple[int, ...]) -> W:
    """Return a wish with which the holder of these seats agrees too."""
    return replace(wanted, agreed=tuple(sorted({*wanted.agreed, *seats})))


def waiting(table: Table, wanted: Wish) -> tuple[int, ...]:
    """Return a seat of each person who has not answered yet."""
    agreed = {table.seats[seat].person for seat in wanted.agreed}
    seats: dict[PersonKey | None, int] = {}
    for number, seat in enumerate(table.seats):
        if seat.is_human and seat.person not in agreed:
            seats.setdefault(seat.person, number)
    return tuple(seats.values())
