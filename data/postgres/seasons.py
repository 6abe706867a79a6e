"""Reword the statements of seasons for PostgreSQL."""

from __future__ import annotations

from data.postgres.dialect import reworded
from data.roles import seasons

_DUE, _POST = (("due IS :due", "due IS NOT DISTINCT FROM :due"), ("post IS :post", "post IS NOT DISTINCT FROM :post"))

WORDINGS = {
    seasons.TAKE_SEASON: reworded(seasons.TAKE_SEASON, _DUE),
    seasons.MOVE_SEASON: reworded(seasons.MOVE_SEASON, _DUE),
    seasons.CLAIM_CARD: reworded(seasons.CLAIM_CARD, _POST),
}
