"""Reword the statements of games of the day for PostgreSQL."""

from __future__ import annotations

from data.postgres.dialect import reworded
from data.roles import day_games

WORDINGS = {
    day_games.CLAIM_GAME: reworded(day_games.CLAIM_GAME, ("due IS :seen", "due IS NOT DISTINCT FROM :seen")),
}
