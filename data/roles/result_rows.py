"""Convert results and ratings to database rows and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from data.records import PersonKey
from data.result_records import MeetingRecord, RatedRecord, RatingChange, ResultRecord, ResultSeat
from data.roles.rows import Row, Value, checked

SEAT_COLUMNS = "side place gone captures losses sixes throws longest behind counted"

RATED_COLUMNS = (
    "platform, user, mu, sigma, points, games, wins, people, shared, first_at, last_at, latest_at, "
    "latest_table, version"
)


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


def change_values(change: RatingChange, result: ResultRecord) -> dict[str, Value]:
    """Return the columns of a rating change by a game."""
    return checked(
        {
            "table": change.table,
            "game": result.game,
            "family": result.family,
            "at": float(result.at),
            "platform": change.player.platform,
            "user": change.player.user,
            "won": int(change.won),
            "stayed": int(change.stayed),
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
            "table": met.table,
        }
    )


def rated_values(rated: RatedRecord, game: str, family: str) -> dict[str, Value]:
    """Return the columns of a rating's next version, without those that only the database knows."""
    return checked(
        {
            "game": game,
            "family": family,
            "platform": rated.player.platform,
            "user": rated.player.user,
            "mu": rated.mu,
            "sigma": rated.sigma,
            "points": rated.points,
            "games": rated.games,
            "wins": rated.wins,
            "people": rated.people,
            "first_at": float(rated.first),
            "last_at": float(rated.last),
            "latest_at": float(rated.latest[0]),
            "latest_table": rated.latest[1],
            "version": rated.version + 1,
        }
    )


def rated_record(row: Row) -> RatedRecord:
    """Return a rating from its row: the columns of `RATED_COLUMNS`."""
    platform, user, mu, sigma, points, games, wins, people, shared, first, last, at, table, version = row
    sums = (points, games, wins, people, bool(shared))
    return RatedRecord(PersonKey(platform, user), mu, sigma, *sums, first, last, (at, table), version)


def result_of(row: Row, seats: Sequence[Row]) -> ResultRecord:
    """Return a result from its row and its seats' rows."""
    seated = sorted(seats, key=lambda seat: int(seat[0]))
    read = tuple(result_seat(PersonKey(seat[1], seat[2]), seat[3:]) for seat in seated)
    return ResultRecord(row[0], row[1], row[2], row[3], bool(row[4]), row[5], read)


def result_seat(player: PersonKey, row: Row) -> ResultSeat:
    """Return a player's seat from its columns, from `side` on."""
    side, place, gone, *counts, counted = row
    return replace(ResultSeat(player, side, place, bool(gone), *counts), counted=bool(counted))
