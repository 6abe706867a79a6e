"""How a game ends before its time: by resigning, by closing the table, or since somebody stays away.

Who resigns is replaced by a computer, at all of their seats, and stays named there. A side (a team, or a seat alone)
has resigned when all of its people have. The game is over when no person plays on, or when all sides but one have
resigned: so with two sides the other one wins at once. Those who did not resign share the first place.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain import play, seatings
from bot.core.domain.dice_mixing import USUAL_LEVEL
from bot.core.domain.incidents import Incident, Kind, noted
from bot.core.domain.permissions import abandoned, may_close
from bot.core.domain.rated import rated
from bot.core.domain.table import Table
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import OPEN, PersonKey, SeatRecord, Status, TableRecord
from engine.game import Result

RESIGNED = "resigned"
FORFEITED = "forfeited"


def resign(table: Table, person: PersonKey, now: float, how: Kind = Kind.RESIGNED) -> Table:
    """A person gives up; raises Refusal. If all people have, and nobody is left to win, the table is closed."""
    match = play.match_of(table)
    if table.record.status is not Status.PLAYING:
        raise Refusal(N_("This game is over."))
    if not table.seats_of(person):
        raise Refusal(N_("You do not play at this table."))
    seats = tuple(
        replace(seat, computer=USUAL_LEVEL, late=0) if index in table.seats_of(person) else seat
        for index, seat in enumerate(table.record.seats)
    )
    record = replace(table.record, seats=seats, version=table.record.version + 1, updated=now)
    record = noted(record, Incident(record.version, how, table.seats_of(person)[0]))
    lost = _resigned(record)
    standing = len(lost) - sum(lost)
    if standing == 0:
        return Table(replace(record, status=Status.CANCELLED), match, table.log)
    if standing == 1 or all(seat.computer is not None for seat in seats):
        return Table(play.ended(record, Result(_places(record, lost), RESIGNED)), match, table.log)
    return Table(record, match, table.log)


def forfeit(table: Table, now: float) -> Table:
    """The game ends as those who are present agreed, in the table's present version: whoever is away has lost.

    If somebody is away on every side, nobody has won, and the table is closed.
    """
    record = replace(table.record, updated=now)
    lost = [any(record.seats[seat].away for seat in side) for side in seatings.sides(record)]
    if all(lost):
        return replace(table, record=replace(record, status=Status.CANCELLED))
    return replace(table, record=play.ended(record, Result(_places(record, lost), FORFEITED)))


def cancel(table: Table, person: PersonKey, now: float, *, admin: bool = False) -> Table:
    """The host or an administrator closes the table, or anybody if it is abandoned; raises Refusal.

    Who is losing must not make a game uncounted by closing it, whatever else they are.
    """
    record = table.record
    plays = any(seat.person == person for seat in record.seats)
    free = abandoned(record, now) and not _is_to_act(table, person)
    if record.status not in OPEN:
        raise Refusal(N_("This game is over."))
    may_close(record, person, now, admin=admin)
    if record.plies and plays and not free and rated(record):
        raise Refusal(
            N_("This game counts for the rankings, so nobody who plays can close it. To give it up, say {command}."),
            command=lambda t: t.typed("/resign"),
        )
    changed = replace(record, status=Status.CANCELLED, version=record.version + 1, updated=now)
    return replace(table, record=changed)


def _is_to_act(table: Table, person: PersonKey) -> bool:
    """Whether the table waits for a person, or for somebody on their side."""
    if table.match is None:
        return False
    turn = table.match.turn.seat
    side = next(side for side in seatings.sides(table.record) if turn in side)
    return any(table.seat(seat).person == person for seat in side)


def _resigned(record: TableRecord) -> list[bool]:
    """Which sides have given up: they had people, and none of them plays any more."""
    return [_side_resigned([record.seats[seat] for seat in side]) for side in seatings.sides(record)]


def _side_resigned(seats: list[SeatRecord]) -> bool:
    people = [seat for seat in seats if seat.person is not None]
    return bool(people) and all(seat.computer is not None and not seat.away for seat in people)


def _places(record: TableRecord, lost: list[bool]) -> tuple[int, ...]:
    last = 1 + len(lost) - sum(lost)
    places = [0] * len(record.seats)
    for side, gone in zip(seatings.sides(record), lost, strict=True):
        for seat in side:
            places[seat] = last if gone else 1
    return tuple(places)
