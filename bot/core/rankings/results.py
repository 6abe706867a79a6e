"""What came of a game, for rankings: a pure function of its table and log, by the places of `domain.standing`."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.standing import places
from bot.core.domain.table import StartedTable
from bot.core.rankings.counting import counted
from bot.core.rankings.ladders import family
from data.records import PersonKey, SeatRecord
from data.result_records import COMPUTER, ResultRecord, ResultSeat
from engine.summary import summary


def result_of(table: StartedTable) -> ResultRecord:
    """Work out the result of a table whose game is over."""
    figures = summary(table.match)
    sides = table.sides
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    come_in = places(table)
    behind = _behind(figures.race, sides)
    counts = counted(table)
    seats = tuple(
        ResultSeat(
            player=_player(seat),
            side=side_of[number],
            place=come_in[number],
            left=seat.is_left,
            captures=told.captures,
            losses=told.losses,
            sixes=told.more,
            throws=told.throws,
            longest=told.longest,
            behind=behind[side_of[number]],
            counted=counts[number],
        )
        for number, (seat, told) in enumerate(zip(table.seats, figures.seats, strict=True))
    )
    return ResultRecord(table.id, table.game, family(table), _ended_at(table), any(counts), table.plies, seats)


def _player(seat: SeatRecord) -> PersonKey:
    return seat.person or PersonKey(COMPUTER, seat.computer or "")


def _ended_at(table: StartedTable) -> float:
    """Return when the game ended; the table may have changed since. Older games know it from their log only."""
    if table.result is not None and table.result.at is not None:
        return float(table.result.at)
    return table.log[-1].at if table.log else table.created


def _behind(race: Sequence[Sequence[float]], sides: Sequence[Sequence[int]]) -> list[int]:
    """Compute by how many hundredths of the way each side once was behind another."""
    most = [0.0] * len(sides)
    for moment in race:
        come = [sum(moment[seat] for seat in side) / len(side) for side in sides]
        most = [max(so_far, max(come) - own) for so_far, own in zip(most, come, strict=True)]
    return [round(100 * share) for share in most]
