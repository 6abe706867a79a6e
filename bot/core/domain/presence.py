"""Who of a game's people is there, and who is away; and what the others may decide about it."""

from __future__ import annotations

import json

from bot.core.domain import seatings
from bot.core.domain.table import Table
from bot.core.domain.table_options import TableOptions
from data.records import PersonKey, Status


def present(table: Table) -> set[PersonKey]:
    """The people who play and are not away."""
    return {seat.person for seat in table.record.seats if seat.person is not None and seat.computer is None}


def is_away(table: Table, person: PersonKey) -> bool:
    """Whether a computer plays for this person until they are back."""
    return table.record.status is Status.PLAYING and any(
        seat.away and seat.person == person for seat in table.record.seats
    )


def people(table: Table) -> set[PersonKey]:
    """Everybody who plays, or may come back: not who has resigned."""
    return {
        seat.person for seat in table.record.seats if seat.person is not None and (seat.computer is None or seat.away)
    }


def rivals(table: Table, person: PersonKey) -> set[PersonKey]:
    """Who is present and plays on other sides than a person does."""
    sides = [{table.seat(seat).person for seat in side} for side in seatings.sides(table.record)]
    others = {who for side in sides if person not in side for who in side if who is not None}
    return others & present(table)


def may_claim(table: Table) -> bool:
    """Whether who is present may end the game with one press: they are one of two people, and the other is away."""
    away = {seat.person for seat in table.record.seats if seat.away and seat.person is not None}
    return len(people(table)) == 2 and len(away) == 1 and bool(rivals(table, next(iter(away))))


def may_end(table: Table) -> bool:
    """Whether who is present may end the game by agreement: somebody is away, in a game of teams or of two people."""
    if table.record.status is not Status.PLAYING or not any(seat.away for seat in table.record.seats):
        return False
    people = present(table) | {seat.person for seat in table.record.seats if seat.away}
    return json.loads(table.record.teams) is not None or len(people) == 2


def voters(table: Table) -> tuple[int, int]:
    """How many of those who are present want to end the game, and how many there are."""
    here = present(table)
    wanting = {table.seat(seat).person for seat in TableOptions.load(table.record.options).votes} & here
    return len(wanting), len(here)
