"""Reword the statements of ladders for PostgreSQL."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.postgres.dialect import paired, reworded
from data.roles import ladders

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


def _setting(name: str, value: str) -> tuple[str, str]:
    theirs = f"""coalesce((
    SELECT CAST(readable(settings) -> '{name}' = CAST('{value}' AS JSONB) AS INTEGER)
    FROM people WHERE platform = :platform AND user = :user
), 0)"""
    return ladders.SETTING.format(name, value), theirs


WORDINGS = {
    ladders.RATED: reworded(ladders.RATED, _PLAYERS),
    ladders.PAST: reworded(ladders.PAST, _PLAYERS),
    ladders.OPPONENTS: reworded(ladders.OPPONENTS, _PLAYERS),
    ladders.VERSIONS: reworded(ladders.VERSIONS, _PLAYERS),
    ladders.MEETINGS: _MEETINGS,
    ladders.SAVE_RATING: reworded(
        reworded(ladders.SAVE_RATING, _setting("ranked", "false")), _setting("listed", "true")
    ),
    # A fold that ends waits for the games that still know it.
    ladders.FOLDED: f"{ladders.FOLDED} FOR SHARE",
}
