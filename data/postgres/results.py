"""Reword the statements of results for PostgreSQL."""

from __future__ import annotations

from data.postgres.dialect import gathered, reworded
from data.roles import results

_SEATS = gathered(
    "seat, platform, user, side, place, gone, captures, losses, sixes, throws,\n"
    "                                           longest, behind, counted"
)

WORDINGS = {each: reworded(each, _SEATS) for each in (results.RATED_RESULTS, results.RESULT)}
