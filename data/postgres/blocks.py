"""Reword the statements of blocks for PostgreSQL."""

from __future__ import annotations

from data.postgres.dialect import listed, reworded
from data.roles import blocks

WORDINGS = {blocks.BLOCKERS: reworded(blocks.BLOCKERS, listed("people"))}
