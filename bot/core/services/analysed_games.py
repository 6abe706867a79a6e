"""What analyses that exist already say of people's games; none is ever started for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.core.domain.table import StartedTable
from bot.core.i18n.refusal import Refusal
from bot.core.rankings.insight import record_of
from bot.core.services.analysis_codec import load
from bot.core.services.table_repository import TableRepository
from data.result_records import AnalysisSeat
from data.store import Store

ANALYSED = 60
"""The number of games, the latest ones, whose analyses are read."""


async def analysed_seats(
    store: Store, tables: TableRepository, games: Sequence[str]
) -> list[tuple[str, Sequence[AnalysisSeat]]]:
    """Return the latest of these games that have an analysis, by table, with what it says; raises StoreError."""
    found = []
    for code in games[-ANALYSED:]:
        body = await store.analysis(code)
        if body is None:
            continue
        try:
            table = await tables.get(code)
            seats = await asyncio.to_thread(_seats, table, body) if isinstance(table, StartedTable) else ()
        except (Refusal, ValueError):  # a table or an analysis that cannot be read says nothing
            continue
        found.append((code, seats))
    return found


def _seats(table: StartedTable, body: bytes) -> Sequence[AnalysisSeat]:
    return record_of(table, load(body, table.match), body, 0.0).seats
