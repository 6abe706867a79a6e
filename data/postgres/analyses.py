"""Reword the statement that adds to the sums of luck and errors, for PostgreSQL."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.roles import analyses
from data.roles.analyses import ADDED, KEY, SUMS

# PostgreSQL returns the elements of a JSON list as text.
ADD_INSIGHT = f"""
INSERT INTO insight ({KEY}, {", ".join(SUMS)})
SELECT chats.platform, chats.chat, :game, :family, seat.platform, seat.user, 1, sum(throws), sum(luck),
       sum(luck) * sum(luck), sum(choices), sum(error), sum(error) * sum(error), sum(error) * sum(choices),
       sum(choices) * sum(choices), 1, sum(adjusted), sum(adjusted) * sum(adjusted)
FROM (
    SELECT platform, chat FROM tables WHERE id = :table
    UNION SELECT platform, chat FROM places WHERE table_id = :table AND person_user <> ''
) AS chats, (
    SELECT value ->> 0 AS platform, value ->> 1 AS user,
           CAST(value ->> 2 AS BIGINT) AS throws, CAST(value ->> 3 AS DOUBLE PRECISION) AS luck,
           CAST(value ->> 4 AS BIGINT) AS choices, CAST(value ->> 5 AS DOUBLE PRECISION) AS error,
           CAST(value ->> 6 AS DOUBLE PRECISION) AS adjusted
    FROM json_array_elements(CAST(:seats AS JSON)) AS each(value)
) AS seat
GROUP BY chats.platform, chats.chat, seat.platform, seat.user
ON CONFLICT ({KEY}) DO UPDATE SET {ADDED}
"""

WORDINGS = {analyses.ADD_INSIGHT: ADD_INSIGHT}
