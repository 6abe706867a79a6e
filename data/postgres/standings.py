"""Say how PostgreSQL looks results over."""

from __future__ import annotations

from data.postgres.dialect import reworded
from data.roles import standings

# Where SQLite gives the rating of the first game beside its time, PostgreSQL is asked for the first of all in order.
_FIRST = (
    ("sum(changed.won) AS wins", "CAST(sum(changed.won) AS BIGINT) AS wins"),
    (
        "changed.mu_before, changed.sigma_before, min(results.at)",
        "(array_agg(changed.mu_before ORDER BY results.at, results.table_id))[1] AS mu_before,\n"
        "           (array_agg(changed.sigma_before ORDER BY results.at, results.table_id))[1] AS sigma_before",
    ),
    ("results CROSS JOIN rating_changes", "results JOIN rating_changes"),
)
_HELD = (
    ("HAVING games >= :games", "HAVING count(*) >= :games"),
    (
        "coalesce(json_extract(people.settings, '$.listed'), 0)",
        "coalesce(readable(people.settings) ->> 'listed', '') = 'true'",
    ),
)

WORDINGS = {
    standings.STANDINGS: reworded(standings.STANDINGS, *_FIRST, ("AND 1\n", "\n")),
    standings.STANDINGS_HERE: reworded(standings.STANDINGS_HERE, *_FIRST),
    standings.STANDINGS_KNOWN: reworded(standings.STANDINGS_KNOWN, *_FIRST, *_HELD, ("AND 1\n", "\n")),
}
