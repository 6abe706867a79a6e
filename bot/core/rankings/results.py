"""What came of a game, for rankings: a pure function of its table and log.

Whoever left (resigned, or was replaced by a computer) counts as last, alone or in a team that played on without them;
a side that everybody has left is last, and the others move up.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.core import seatings
from bot.core.play import match_of
from bot.core.rankings.counting import counted
from bot.core.rankings.ladders import family
from bot.core.table import Table
from data.records import MoveRecord, PersonKey, SeatRecord, TableRecord
from data.result_records import COMPUTER, ResultRecord, ResultSeat
from engine.summary import summary


def result_of(table: Table) -> ResultRecord:
    """The result of a table whose game is over."""
    record, figures = table.record, summary(match_of(table))
    sides = seatings.sides(record)
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    places = _places(record, sides)
    behind = _behind(figures.race, sides)
    counts = counted(table)
    seats = tuple(
        ResultSeat(
            player=_player(seat),
            side=side_of[number],
            place=places[number],
            left=_left(seat),
            captures=told.captures,
            losses=told.losses,
            sixes=told.more,
            throws=told.throws,
            longest=told.longest,
            behind=behind[side_of[number]],
            counted=counts[number],
        )
        for number, (seat, told) in enumerate(zip(record.seats, figures.seats, strict=True))
    )
    return ResultRecord(
        record.id, record.game, family(record), _ended_at(record, table.log), any(counts), record.plies, seats
    )


def _by_side(record: TableRecord) -> list[list[SeatRecord]]:
    return [[record.seats[seat] for seat in side] for side in seatings.sides(record)]


def _player(seat: SeatRecord) -> PersonKey:
    return seat.person or PersonKey(COMPUTER, seat.computer or "")


def _left(seat: SeatRecord) -> bool:
    return seat.person is not None and seat.computer is not None


def _ended_at(record: TableRecord, log: Sequence[MoveRecord]) -> float:
    """When the game ended; the table itself may have changed since. Older records know it from their log only."""
    told = json.loads(record.result or "{}").get("at")
    return float(told) if told is not None else log[-1].at if log else record.created


def _places(record: TableRecord, sides: Sequence[Sequence[int]]) -> dict[int, int]:
    """The place that counts, for each seat."""
    official = json.loads(record.result or "{}")["places"]
    gone = [all(map(_left, seats)) for seats in _by_side(record)]
    standing = [official[side[0]] for side, left in zip(sides, gone, strict=True) if not left]
    places = {}
    for side, left in zip(sides, gone, strict=True):
        own = 1 + sum(place < official[side[0]] for place in standing)
        for seat in side:
            if left:
                places[seat] = 1 + len(standing)
            else:
                places[seat] = len(sides) if _left(record.seats[seat]) else own
    return places


def _behind(race: Sequence[Sequence[float]], sides: Sequence[Sequence[int]]) -> list[int]:
    """By how many hundredths of the way each side once was behind another."""
    most = [0.0] * len(sides)
    for moment in race:
        come = [sum(moment[seat] for seat in side) / len(side) for side in sides]
        most = [max(so_far, max(come) - own) for so_far, own in zip(most, come, strict=True)]
    return [round(100 * share) for share in most]
