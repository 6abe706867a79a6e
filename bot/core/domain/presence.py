"""Which players are present and which are away, and what the others may decide about it."""

from __future__ import annotations

from bot.core.domain.table import Table
from data.records import PersonKey, Status


def present(table: Table) -> set[PersonKey]:
    return {seat.person for seat in table.seats if seat.person is not None and seat.is_human}


def is_away(table: Table, person: PersonKey) -> bool:
    """Return whether a bot plays for this person until they are back."""
    return table.status is Status.PLAYING and any(table.seats[number].is_away for number in table.seats_of(person))


def people(table: Table) -> set[PersonKey]:
    """Return everybody who plays, or may come back; without those who resigned."""
    return {seat.person for seat in table.seats if seat.person is not None and seat.is_held_by(seat.person)}


def rivals(table: Table, person: PersonKey) -> set[PersonKey]:
    """Return those who are present and play on other sides than a person."""
    sides = [{table.seats[seat].person for seat in side} for side in table.sides]
    others = {who for side in sides if person not in side for who in side if who is not None}
    return others & present(table)


def may_claim(table: Table) -> bool:
    """Return whether one press ends the game: there are two people, and one is away."""
    away = {seat.person for seat in table.seats if seat.is_away and seat.person is not None}
    return len(people(table)) == 2 and len(away) == 1 and bool(rivals(table, next(iter(away))))


def may_end(table: Table) -> bool:
    """Return whether those present may end the game by agreement: one of two people, or of a team, is away."""
    if table.status is not Status.PLAYING or not any(seat.is_away for seat in table.seats):
        return False
    return table.teams is not None or len(people(table)) == 2


def voters(table: Table) -> tuple[int, int]:
    """Return how many of those present want to end the game, and how many there are."""
    here = present(table)
    wanting = {table.seats[seat].person for seat in table.votes.agreed} & here
    return len(wanting), len(here)
