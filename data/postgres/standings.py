"""Reword the statements of leaderboards for PostgreSQL."""

from __future__ import annotations

from data.roles import standings

# SQLite returns the rating of the row that has the `min`; PostgreSQL needs the first of an ordered list.
_OURS = """count(*) AS games, sum(changed.won) AS wins,
           changed.mu_before, changed.sigma_before, min(results.at)"""
_THEIRS = """count(*) AS games, CAST(sum(changed.won) AS BIGINT) AS wins,
           (array_agg(changed.mu_before ORDER BY results.at, results.table_id))[1] AS mu_before,
           (array_agg(changed.sigma_before ORDER BY results.at, results.table_id))[1] AS sigma_before"""


def _worded(statement: str) -> str:
    return statement.replace(_OURS, _THEIRS).replace("CROSS JOIN", "JOIN")


WORDINGS = {
    each: _worded(each) for each in (standings.STANDINGS, standings.STANDINGS_HERE, standings.STANDINGS_KNOWN)
}
