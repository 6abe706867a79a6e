"""Reword the statements of leaderboards for PostgreSQL."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.roles import standings
from data.roles.standings import HERE, OPPONENTS, PEOPLE, SAME_CHAT

# SQLite returns the rating of the row that has the `min`; PostgreSQL needs the first of an ordered list.
_STANDINGS = """
SELECT played.platform, played.user, ratings.mu, ratings.sigma, played.games, played.wins,
       played.mu_before, played.sigma_before, ratings.games, people.name, coalesce(people.settings, '{{}}')
FROM (
    SELECT changed.platform, changed.user, count(*) AS games, CAST(sum(changed.won) AS BIGINT) AS wins,
           (array_agg(changed.mu_before ORDER BY results.at, results.table_id))[1] AS mu_before,
           (array_agg(changed.sigma_before ORDER BY results.at, results.table_id))[1] AS sigma_before
    FROM results JOIN rating_changes AS changed ON changed.table_id = results.table_id
    WHERE results.game = :game AND results.family = :family AND results.rated = 1 AND results.at >= :since {where}
    GROUP BY changed.platform, changed.user
) AS played
JOIN ratings ON ratings.game = :game AND ratings.family = :family
            AND ratings.platform = played.platform AND ratings.user = played.user
{people}
ORDER BY played.platform, played.user
"""

_KNOWN = f"""
JOIN (
    SELECT changed.platform, changed.user, count(*) AS games
    FROM results JOIN rating_changes AS changed ON changed.table_id = results.table_id
    WHERE results.game = :game AND results.family = :family AND results.rated = 1
    GROUP BY changed.platform, changed.user
    HAVING count(*) >= :games
) AS whole ON whole.platform = played.platform AND whole.user = played.user
{PEOPLE}
WHERE played.platform = :computer OR (
    {OPPONENTS} >= :people
    AND (coalesce(readable(people.settings) ->> 'listed', '') = 'true' OR {SAME_CHAT})
)
"""

WORDINGS = {
    standings.STANDINGS: _STANDINGS.format(where="", people=PEOPLE),
    standings.STANDINGS_HERE: _STANDINGS.format(where=f"AND {HERE}", people=PEOPLE),
    standings.STANDINGS_KNOWN: _STANDINGS.format(where="", people=_KNOWN),
}
