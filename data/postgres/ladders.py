"""Reword the statements of ladders for PostgreSQL."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.postgres.dialect import paired, reworded
from data.roles import correcting, ladders

_PLAYERS = paired("players")

# The condition on one row at a time keeps the plan to the index, however many rows the server expects.
_MEETINGS = """
SELECT pair.value ->> 0, pair.value ->> 1, pair.value ->> 2, pair.value ->> 3, met.games, met.at, met.gained,
       met.learnt, met.table_id
FROM json_array_elements(CAST(:pairs AS JSON)) AS pair(value) CROSS JOIN LATERAL (
    SELECT games, at, gained, learnt, table_id FROM meetings
    WHERE game = :game AND family = :family AND platform = pair.value ->> 0 AND user = pair.value ->> 1
      AND other_platform = pair.value ->> 2 AND other_user = pair.value ->> 3 AND (at, table_id) < (:at, :table)
    ORDER BY at DESC, table_id DESC LIMIT 1
) AS met
"""

# Each player's opponents are looked up by the key; the server would rather read whole tables than believe that a list
# is short.
_OPPONENTS = """
SELECT mine.value ->> 0, mine.value ->> 1, met.other_platform, met.other_user, met.known, theirs.first_at,
       CASE WHEN theirs.is_earlier THEN theirs.last_at ELSE coalesce((
           SELECT at FROM rating_changes
           WHERE platform = met.other_platform AND user = met.other_user AND game = :game AND family = :family
             AND (at, table_id) < (:at, :table) AND stayed = 1
           ORDER BY at DESC, table_id DESC LIMIT 1
       ), theirs.first_at) END,
       coalesce(theirs.version, 0), CASE WHEN theirs.is_later THEN 1 ELSE 0 END
FROM json_array_elements(CAST(:players AS JSON)) AS mine(value)
CROSS JOIN LATERAL (
    SELECT other_platform, other_user, max(CASE WHEN (at, table_id) < (:at, :table) THEN 1 ELSE 0 END) AS known
    FROM meetings
    WHERE game = :game AND family = :family AND platform = mine.value ->> 0 AND user = mine.value ->> 1
    GROUP BY other_platform, other_user
) AS met
LEFT JOIN LATERAL (
    SELECT first_at, last_at, version, (latest_at, latest_table) < (:at, :table) AS is_earlier,
           (latest_at, latest_table) > (:at, :table) AS is_later
    FROM ratings
    WHERE game = :game AND family = :family AND platform = met.other_platform AND user = met.other_user LIMIT 1
) AS theirs ON true
"""


def _setting(name: str, value: str) -> tuple[str, str]:
    theirs = f"""coalesce((
    SELECT CAST(readable(settings) -> '{name}' = CAST('{value}' AS JSONB) AS INTEGER)
    FROM people WHERE platform = :platform AND user = :user
), 0)"""
    return ladders.SETTING.format(name, value), theirs


_NEWCOMERS = """CROSS JOIN LATERAL (
        SELECT 1 FROM ratings
        WHERE game = :game AND family = :family AND platform = also.other_platform AND user = also.other_user
          AND first_at > :since AND first_at <= :at LIMIT 1
    ) AS newcomer"""

WORDINGS = {
    correcting.MARK_PRESENCE: reworded(correcting.MARK_PRESENCE, (correcting.NEWCOMERS, _NEWCOMERS)),
    ladders.RATED: reworded(ladders.RATED, _PLAYERS),
    ladders.PAST: reworded(ladders.PAST, _PLAYERS),
    ladders.OPPONENTS: _OPPONENTS,
    ladders.VERSIONS: reworded(ladders.VERSIONS, _PLAYERS),
    ladders.MEETINGS: _MEETINGS,
    ladders.SAVE_RATING: reworded(
        reworded(ladders.SAVE_RATING, _setting("ranked", "false")), _setting("listed", "true")
    ),
    # A fold that ends waits for the games that still know it.
    correcting.FOLDED: f"{correcting.FOLDED} FOR SHARE",
}
