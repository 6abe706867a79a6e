"""Let somebody of the chat take over from a person whom a bot replaces.

The result stays with the person who left: they are last, and the newcomer is not rated. Tables of tournaments and
matches belong to their two players or entrants, so nobody else sits there.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.incidents import noted
from bot.core.domain.permissions import REMOVED, knows, require_free_table, require_playing
from bot.core.domain.standing import reached
from bot.core.domain.table import StartedTable, Table, in_play
from bot.core.domain.table_values import Incident, IncidentKind, TakenSeat, Throws
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person
from data.records import PersonKey

NOT_YOURS = N_("You can't take over a seat at this table.")


def offered(table: Table) -> tuple[int, ...]:
    """Return the first seat of each person who has left and not finished."""
    game = in_play(table)
    if game is None or not any(seat.is_left for seat in game.seats):
        return ()
    if game.links.tournament is not None or game.links.series is not None:
        return ()
    done = reached(game)
    left = {
        seat.person: number
        for number, seat in reversed(list(enumerate(game.seats)))
        if seat.is_left and number not in done
    }
    return tuple(sorted(left.values()))


def take(table: Table, person: Person, seat: str, way: Throws | None, now: float) -> Table:
    """Give a newcomer all seats of the person who left this one; raises Refusal.

    `way`: how the newcomer rolls, if they have chosen.
    """
    game = require_playing(table)
    number = int(seat) if seat.isdecimal() else -1
    _check(game, person.key, number)
    version, left, done = game.next_version, game.seats[number].person, reached(game)
    mine = {at: one for at, one in enumerate(game.seats) if one.person == left and one.is_left and at not in done}
    taken = tuple(
        TakenSeat(at, version, one.person, one.name)
        for at, one in mine.items()
        if one.person is not None and game.departures.at(at) is None
    )
    chosen = tuple(entry for entry in game.throwing.chosen if entry[0] not in mine)
    throwing = replace(
        game.throwing,
        chosen=chosen if way is None else (*chosen, *((at, way) for at in mine)),
        rolls_on=tuple(at for at in game.throwing.rolls_on if at not in mine),
    )
    seats = {at: replace(one, person=person.key, name=person.name, computer=None, late=0) for at, one in mine.items()}
    seated = replace(
        game.with_seats(seats),
        departures=replace(game.departures, taken=(*game.departures.taken, *taken)),
        votes=replace(game.votes, ending=False, agreed=()),
        throwing=throwing,
        version=version,
        updated=now,
    )
    return noted(seated, Incident(version, IncidentKind.TAKEN, number, person.key, person.name))


def require_newcomer(game: StartedTable, person: PersonKey) -> None:
    """Require somebody who may sit down at a game under way; raises Refusal."""
    require_free_table(game)
    if game.links.series is not None:
        raise Refusal(NOT_YOURS)
    if person in game.lobby.barred:
        raise Refusal(REMOVED)
    if game.sits(person):
        raise Refusal(N_("You already have a seat at this table."))
    if any(one.person == person for one in game.departures.taken):
        raise Refusal(N_("You've left this game."))
    if game.lobby.private and not knows(game, person):
        raise Refusal(N_("This table is private: its host can invite you or give you the secret code for /join."))


def _check(game: StartedTable, person: PersonKey, number: int) -> None:
    """Require a seat that was left, and a newcomer who may sit at the table; raises Refusal."""
    require_newcomer(game, person)
    if not 0 <= number < len(game.seats) or number in reached(game):
        raise Refusal(N_("There's no such seat."))
    seat = game.seats[number]
    if not seat.is_left:
        raise Refusal(N_("{player} has that seat already."), player=seat.name)
