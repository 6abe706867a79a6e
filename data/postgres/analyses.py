"""Say how PostgreSQL adds to the sums of luck and errors."""

from __future__ import annotations

from data.postgres.dialect import reworded
from data.roles import analyses

# What SQLite takes out of a JSON list as it is, PostgreSQL takes out as text.
_SEATS = reworded(
    analyses.ADD_INSIGHT,
    ("json_extract(value, '$[0]')", "value ->> 0"),
    ("json_extract(value, '$[1]')", "value ->> 1"),
    ("json_extract(value, '$[2]')", "CAST(value ->> 2 AS BIGINT)"),
    ("json_extract(value, '$[3]')", "CAST(value ->> 3 AS DOUBLE PRECISION)"),
    ("json_extract(value, '$[4]')", "CAST(value ->> 4 AS BIGINT)"),
    ("json_extract(value, '$[5]')", "CAST(value ->> 5 AS DOUBLE PRECISION)"),
    ("FROM json_each(:seats)", "FROM json_array_elements(CAST(:seats AS JSON)) AS each(value)"),
    ("WHERE 1\n", ""),
)

WORDINGS = {analyses.ADD_INSIGHT: _SEATS}
