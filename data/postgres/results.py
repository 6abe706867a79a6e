"""Say how PostgreSQL reads results, and what it is told of players."""

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
    results.MEETINGS: reworded(results.MEETINGS, _PLAYERS, paired("others")),
}
