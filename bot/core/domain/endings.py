"""How a game ends before its time: by resigning, by closing the table, or since somebody stays away.

Who resigns is replaced by a computer, at all of their seats, and stays named there. A side (a team, or a seat alone)
has resigned when all of its people have. The game is over when no person plays on, or when all sides but one have
resigned: so with two sides the other one wins at once. Those who did not resign share the first place.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain import play
from bot.core.domain.incidents import noted
from bot.core.domain.permissions import Actor, may_cancel, require_playing, require_seat
from bot.core.domain.table import Table, begun
from bot.core.domain.table_values import Incident, IncidentKind
from data.records import PersonKey, SeatRecord, Status
from engine.game import Result

RESIGNED = "resigned"
FORFEITED = "forfeited"


def resign(table: Table, person: PersonKey, now: float, how: IncidentKind = IncidentKind.RESIGNED) -> Table:
    """Give up, as a person at all their seats; raises Refusal.

    If all people have, and nobody is left to win, the table is closed.
    """
    game = require_playing(table)
    mine = require_seat(game, Actor(person))
    given_up = {number: replace(game.seats[number], computer=play.STAND_IN, late=0) for number in mine}
    game = replace(game.with_seats(given_up), version=game.next_version, updated=now)
    game = noted(game, Incident(game.version, how, mine[0]))
    lost = _resigned(game)
    standing = len(lost) - sum(lost)
    if standing == 0:
        return replace(game, status=Status.CANCELLED)
    if standing == 1 or all(seat.is_automated for seat in game.seats):
        return play.ended(game, Result(_places(game, lost), RESIGNED))
    return game


def forfeit(table: Table, now: float) -> Table:
    """End the game in the table's present version as those present agreed: whoever is away has lost.

    If somebody is away on every side, nobody has won, and the table is closed.
    """
    game = replace(begun(table), updated=now)
    lost = [any(game.seats[seat].is_away for seat in side) for side in game.sides]
    if all(lost):
        return replace(game, status=Status.CANCELLED)
    return play.ended(game, Result(_places(game, lost), FORFEITED))


def cancel(table: Table, actor: Actor) -> Table:
    """Close the table, as its host or an administrator, or as anybody if it is abandoned; raises Refusal."""
    may_cancel(table, actor)
    return replace(table, status=Status.CANCELLED, version=table.next_version, updated=actor.now)


def _resigned(table: Table) -> list[bool]:
    """Return which sides have given up: they had people, and none of them plays any more."""
    return [_side_resigned([table.seats[seat] for seat in side]) for side in table.sides]


def _side_resigned(seats: list[SeatRecord]) -> bool:
    people = [seat for seat in seats if seat.person is not None]
    return bool(people) and all(seat.is_automated and not seat.is_away for seat in people)


def _places(table: Table, lost: list[bool]) -> tuple[int, ...]:
    last = 1 + len(lost) - sum(lost)
    places = [0] * len(table.seats)
    for side, gone in zip(table.sides, lost, strict=True):
        for seat in side:
            places[seat] = last if gone else 1
    return tuple(places)
