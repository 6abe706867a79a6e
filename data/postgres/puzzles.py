"""Reword the statements of puzzles for PostgreSQL."""

from __future__ import annotations

from data.postgres.dialect import reworded
from data.roles import puzzles

WORDINGS = {
    puzzles.GROW_STREAK: reworded(puzzles.GROW_STREAK, ("max(", "greatest(")),
    puzzles.CLAIM: reworded(puzzles.CLAIM, ("due IS :seen", "due IS NOT DISTINCT FROM :seen")),
}
