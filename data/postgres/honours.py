"""Reword the statements of the roll of honours for PostgreSQL."""

from __future__ import annotations

from data.postgres.dialect import paired, reworded
from data.roles import honours

WORDINGS = {honours.TITLES: reworded(honours.TITLES, paired("players"))}
