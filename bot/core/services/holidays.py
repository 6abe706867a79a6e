"""Stop and restart the clocks of a person's games when their holiday changes."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.core.domain import deadlines
from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.table import Table
from bot.core.i18n.refusal import CorruptTable, Refusal
from bot.core.services.table_service import TableService
from data.records import PersonKey

_log = logging.getLogger(__name__)


async def hold(
    service: TableService, publish: Callable[[str], Awaitable[None]], person: PersonKey, settings: PersonSettings
) -> int:
    """Apply a person's holiday to the games that wait for them, and show these; return how many stand still.

    Where this fails, the scheduler does it when the table is due. Other games follow when the turn comes to them.
    """
    count = 0

    def act(table: Table) -> Table:
        if deadlines.sleeper(table) != person:
            return table
        return deadlines.held(table, service.clock.now(), settings) or table

    for code in await service.store.tables_played_by(person):
        before = await service.tables.get(code)
        try:
            after = await service.change(code, act)
        except (CorruptTable, Refusal) as error:
            _log.info("table %s could not follow somebody's holiday: %s", code, error)
            continue
        count += after.clock.holiday is not None and deadlines.sleeper(after) == person
        if before is None or after.version != before.version:
            await publish(code)
    return count
