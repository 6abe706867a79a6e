"""Apply a person's choice about rolls to their games, current and future."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.core.domain import throwing
from bot.core.domain.table_values import Throws
from bot.core.i18n.refusal import CorruptTable, Refusal
from bot.core.services.table_service import TableService
from data.records import PersonKey

_log = logging.getLogger(__name__)


async def throw_like(
    service: TableService, publish: Callable[[str], Awaitable[None]], person: PersonKey, way: Throws | None
) -> None:
    """Set how a person rolls in all their current games, and show these; None for each table's default."""
    for code in await service.store.tables_played_by(person):
        try:
            await service.change(code, lambda table: throwing.choose(table, person, way, service.clock.now()))
        except (CorruptTable, Refusal) as error:
            _log.info("table %s could not apply how somebody rolls: %s", code, error)
            continue
        await publish(code)
