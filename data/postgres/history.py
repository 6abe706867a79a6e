"""Reword the statements of history for PostgreSQL."""

from __future__ import annotations

from data.postgres.dialect import reworded
from data.postgres.tables import SEATS
from data.roles import history

_IMPORTED = (
    "coalesce(json_extract(CASE WHEN json_valid(options) THEN options END, '$.imported'), 0) = 0",
    "coalesce(readable(options) ->> 'imported', 'false') IN ('false', '0')",
)

WORDINGS = {
    history.GAMES: reworded(history.GAMES, SEATS),
    history.LOG_COUNTS: reworded(history.LOG_COUNTS, _IMPORTED),
    history.ARCHIVED_LOGS: reworded(history.ARCHIVED_LOGS, _IMPORTED),
}
