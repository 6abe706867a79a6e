"""Endings before a game is decided: resigning, closing the table, or absence.

A bot takes over the seats of a person who resigns; a side has resigned when all of its people have. The game ends
when no person plays on, or all sides but one have resigned: the others share the first free place.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.core.domain import play, presence
from bot.core.domain.incidents import noted
from bot.core.domain.invitations import bar
from bot.core.domain.permissions import Actor, may_cancel, require_playing, require_seat
from bot.core.domain.standing import reached
from bot.core.domain.table import StartedTable, Table, begun
from bot.core.domain.table_values import Incident, IncidentKind
from data.records import PersonKey, SeatRecord, Status
from engine.game import Result

RESIGNED = "resigned"
FORFEITED = "forfeited"
TIME_UP = "time_up"


def resign(table: Table, person: PersonKey, now: float, how: IncidentKind = IncidentKind.RESIGNED) -> Table:
    """Resign all seats of a person, and close the table if all people have; raises Refusal."""
    return _settled(_vacated(table, person, now, how))


def remove(table: Table, person: PersonKey, now: float) -> Table:
    """Remove a person as an administrator, at all their seats; raises Refusal.

    A person who was away has lost, as if they had resigned. Otherwise a bot plays on, and the game is unrated unless
    they had finished. If nobody is left to play, nobody wins. They get no offer of a rematch.
    """
    game = bar(_vacated(table, person, now, IncidentKind.KICKED), person)
    done = reached(game)
    playing = tuple(seat for seat in table.seats_of(person) if seat not in done)
    if presence.is_away(table, person) or not playing:
        return _settled(game)
    departures = replace(game.departures, removed=(*game.departures.removed, *playing))
    game = replace(game, departures=departures)
    return _nobody_won(game) if _is_deserted(game, done) else game


def forfeit(table: Table, now: float) -> Table:
    """End the game in the table's present version as those present agreed: players who are away have lost.

    A side loses if one of its players is away. If that holds for every side, those who are present share the first
    place with their teams, and only the absent are last. If nobody is present, the table is closed.
    """
    game = replace(begun(table), updated=now)
    sides = _open_sides(game, reached(game))
    lost = [side for side in sides if any(game.seats[seat].is_away for seat in side)]
    if len(lost) == len(sides):
        lost = [side for side in sides if not any(game.seats[seat].is_human for seat in side)]
    if len(lost) == len(sides):
        return _nobody_won(game)
    return play.ended(game, Result(_places(game, lost), FORFEITED))


def time_up(table: Table, now: float) -> Table:
    """End a chat's game of the day by what everybody has reached."""
    game = begun(table)
    game = replace(game, version=game.next_version, updated=now)
    return play.ended(game, Result(game.match.game.ranking(game.match.state), TIME_UP))


def cancel(table: Table, actor: Actor) -> Table:
    """Close the table, as its host or an administrator, or as anybody if it is abandoned; raises Refusal."""
    may_cancel(table, actor)
    return replace(table, status=Status.CANCELLED, version=table.next_version, updated=actor.now)


def _vacated(table: Table, person: PersonKey, now: float, how: IncidentKind) -> StartedTable:
    """Return the game with a bot at all seats of a person, who keeps a place already reached; raises Refusal."""
    game = require_playing(table)
    mine = require_seat(game, Actor(person))
    given_up = {number: replace(game.seats[number], computer=play.STAND_IN, late=0) for number in mine}
    placed = (*game.departures.placed, *(seat for seat in mine if seat in reached(game)))
    game = replace(game.with_seats(given_up), departures=replace(game.departures, placed=placed))
    game = replace(game, version=game.next_version, updated=now)
    return noted(game, Incident(game.version, how, mine[0]))


def _settled(game: StartedTable) -> StartedTable:
    """Return the game, ended once nobody plays on or all unfinished sides but one have resigned."""
    done = reached(game)
    sides = _open_sides(game, done)
    lost = [side for side in sides if _has_resigned([game.seats[seat] for seat in side])]
    if len(lost) == len(sides) and not done:
        return _nobody_won(game)
    if len(sides) - len(lost) <= 1 or _is_deserted(game, done):
        return play.ended(game, Result(_places(game, lost), RESIGNED))
    return game


def _nobody_won(game: StartedTable) -> StartedTable:
    return replace(game, status=Status.CANCELLED)


def _open_sides(game: StartedTable, done: Collection[int]) -> list[tuple[int, ...]]:
    return [side for side in game.sides if side[0] not in done]


def _is_deserted(game: StartedTable, done: Collection[int]) -> bool:
    return all(game.seats[seat].is_automated for side in _open_sides(game, done) for seat in side)


def _has_resigned(seats: list[SeatRecord]) -> bool:
    """Return whether a side has resigned: it had people, and none of them still plays."""
    people = [seat for seat in seats if seat.person is not None]
    return bool(people) and all(seat.is_automated and not seat.is_away for seat in people)


def _places(game: StartedTable, lost: Collection[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the places by seat: finished ones first, then those who have not lost."""
    done = reached(game)
    sides = _open_sides(game, done)
    next_place = 1 + len(game.sides) - len(sides)
    last = next_place + len(sides) - len(lost)
    places = dict(done)
    for side in sides:
        places |= dict.fromkeys(side, last if side in lost else next_place)
    return tuple(places[seat] for seat in range(len(game.seats)))
