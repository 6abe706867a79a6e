"""Convert results and ratings to database rows and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from data.records import PersonKey
from data.result_records import MeetingRecord, RatingChange, ResultRecord, ResultSeat
from data.roles.rows import Row, Value, checked


def result_values(result: ResultRecord) -> dict[str, Value]:
    """Return the columns of a result, without its seats."""
    return checked(
        {
            "table": result.table,
            "game": result.game,
            "family": result.family,
            "at": float(result.at),
            "rated": int(result.rated),
            "plies": result.plies,
            "capture": result.capture,
            "drought": result.drought,
            "comeback": result.comeback,
        }
    )


def seat_values(result: ResultRecord) -> list[dict[str, Value]]:
    """Return the columns of a result's seats, one mapping each."""
    return [
        checked(
            {
                "table": result.table,
                "seat": number,
                "platform": seat.player.platform,
                "user": seat.player.user,
                "side": seat.side,
                "place": seat.place,
                "gone": int(seat.left),
                "captures": seat.captures,
                "losses": seat.losses,
                "sixes": seat.sixes,
                "throws": seat.throws,
                "longest": seat.longest,
                "behind": seat.behind,
                "counted": int(seat.counted),
            }
        )
        for number, seat in enumerate(result.seats)
    ]


def change_values(change: RatingChange) -> dict[str, Value]:
    """Return the columns of a rating change."""
    return checked(
        {
            "table": change.table,
            "platform": change.player.platform,
            "user": change.player.user,
            "won": int(change.won),
            "mu_before": change.mu_before,
            "sigma_before": change.sigma_before,
            "mu": change.mu,
            "sigma": change.sigma,
        }
    )


def meeting_values(met: MeetingRecord) -> dict[str, Value]:
    """Return the columns of a meeting."""
    return checked(
        {
            "game": met.game,
            "family": met.family,
            "platform": met.player.platform,
            "user": met.player.user,
            "other_platform": met.other.platform,
            "other_user": met.other.user,
            "games": met.games,
            "at": met.at,
            "gained": met.gained,
            "learnt": met.learnt,
        }
    )


def result_of(row: Row, seats: Sequence[Row]) -> ResultRecord:
    """Return a result from its row and its seats' rows."""
    seated = sorted(seats, key=lambda seat: int(seat[0]))
    read = tuple(result_seat(PersonKey(seat[1], seat[2]), seat[3:]) for seat in seated)
    return ResultRecord(row[0], row[1], row[2], row[3], bool(row[4]), row[5], read)


def result_seat(player: PersonKey, row: Row) -> ResultSeat:
    """Return a player's seat from its columns, from `side` on."""
    side, place, gone, *counts, counted = row
    return replace(ResultSeat(player, side, place, bool(gone), *counts), counted=bool(counted))
