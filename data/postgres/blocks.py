"""Say how PostgreSQL finds who has blocked somebody."""

from __future__ import annotations

from data.postgres.dialect import listed, reworded
from data.roles import blocks

WORDINGS = {blocks.BLOCKERS: reworded(blocks.BLOCKERS, listed("people"))}
