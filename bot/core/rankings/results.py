"""What came of a game, for rankings: a pure function of its table and log, by the places of `domain.standing`."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.core.domain import seatings
from bot.core.domain.play import match_of
from bot.core.domain.standing import has_left, places
from bot.core.domain.table import Table
from bot.core.rankings.counting import counted
from bot.core.rankings.ladders import family
from data.records import MoveRecord, PersonKey, SeatRecord, TableRecord
from data.result_records import COMPUTER, ResultRecord, ResultSeat
from engine.summary import summary


def result_of(table: Table) -> ResultRecord:
    """The result of a table whose game is over."""
    record, figures = table.record, summary(match_of(table))
    sides = seatings.sides(record)
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    come_in = places(record)
    behind = _behind(figures.race, sides)
    counts = counted(table)
    seats = tuple(
        ResultSeat(
            player=_player(seat),
            side=side_of[number],
            place=come_in[number],
            left=has_left(seat),
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


def _player(seat: SeatRecord) -> PersonKey:
    return seat.person or PersonKey(COMPUTER, seat.computer or "")


def _ended_at(record: TableRecord, log: Sequence[MoveRecord]) -> float:
    """When the game ended; the table itself may have changed since. Older records know it from their log only."""
    told = json.loads(record.result or "{}").get("at")
    return float(told) if told is not None else log[-1].at if log else record.created


def _behind(race: Sequence[Sequence[float]], sides: Sequence[Sequence[int]]) -> list[int]:
    """By how many hundredths of the way each side once was behind another."""
    most = [0.0] * len(sides)
    for moment in race:
        come = [sum(moment[seat] for seat in side) / len(side) for side in sides]
        most = [max(so_far, max(come) - own) for so_far, own in zip(most, come, strict=True)]
    return [round(100 * share) for share in most]
