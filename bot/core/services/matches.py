"""Start games without a lobby: the first of a challenge, and those that follow in a match of several.

A game is stored as begun, with what leads to it: so a process that dies leaves neither a lobby nor a second game.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain import series, throwing
from bot.core.domain.deadlines import FADES
from bot.core.domain.table import Table
from bot.core.services.table_creation import open_table
from bot.core.services.table_display import TableDisplay
from bot.core.services.table_service import TableService
from data.records import TableSubscription


async def open_begun(
    service: TableService,
    table: Table,
    after: TableDisplay | None = None,
    places: Sequence[TableSubscription] = (),
) -> str:
    """Store a table whose game has begun, and play what follows by itself; return its code. Raises Refusal.

    A table with this code was opened by an earlier try. `places`: other chats that people play from.
    """
    chosen = throwing.with_chosen(table, await service.ways(table))
    outcome = await open_table(service, chosen, after, once=after is None, places=places)
    assert outcome.table is not None  # noqa: S101 - it was opened
    await service.go_on(outcome.table)
    return outcome.table


async def next_of_match(service: TableService, code: str) -> str | None:
    """Open the next game of a match that is due; return its code, None if none follows. Raises Refusal.

    A match ends if one of the two is banned or has blocked the other meanwhile, or no game could open for a day.
    """
    async with service.tables.queue(code):
        display = await service.tables.display(code)
        if display is None or not _is_due(display.table, service.clock.now()):
            return None
        table, now = display.table, service.clock.now()
        apart = await service.store.blockers(table.people[0], table.people[1:])
        apart |= await service.store.blockers(table.people[1], table.people[:1])
        banned = any(map(service.restrictions.is_banned, table.people))
        if not apart and not banned and now < table.updated + FADES:
            return await open_begun(service, series.next_game(table, service.entropy_of(table.chat), now), display)
    await service.change(code, series.stopped)
    return None


def _is_due(table: Table, now: float) -> bool:
    return series.awaits_next(table) and table.due is not None and table.due <= now
