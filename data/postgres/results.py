"""Reword the statements of results and ratings for PostgreSQL."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.postgres.dialect import gathered, paired, reworded
from data.roles import results

_SEATS = gathered(
    "seat, platform, user, side, place, gone, captures, losses, sixes, throws,\n"
    "                                           longest, behind, counted"
)
_PLAYERS = paired("players")

WORDINGS = {
    results.RATED_RESULTS: reworded(results.RATED_RESULTS, _SEATS),
    results.RATINGS: reworded(results.RATINGS, _PLAYERS),
    results.PRESENCES: reworded(results.PRESENCES, _PLAYERS),
    results.OPPONENTS: reworded(results.OPPONENTS, _PLAYERS),
    results.MEETINGS: f"""
        SELECT {results.MEETING} FROM meetings
        WHERE game = :game AND family = :family
          AND (platform, user) IN ({_PLAYERS[1]}) AND (other_platform, other_user) IN ({paired("others")[1]})
    """,
}
