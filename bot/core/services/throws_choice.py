"""Apply a person's choice about rolls to their games, current and future."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.core.domain import throwing
from bot.core.domain.person_settings import change_person, person_settings
from bot.core.domain.table import Table
from bot.core.domain.table_values import Throws
from bot.core.i18n.refusal import CorruptTable, Refusal
from bot.core.messages.requests import Person
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


async def offer_once(service: TableService, person: Person, table: Table) -> None:
    """Offer a person automatic rolls, once ever, after enough rolls by hand."""
    if person.key in service.offered:
        return
    settings = await person_settings(service.store, person.key)
    if settings.throws_offered:
        service.offered[person.key] = None
        return  # before rolls are counted, which reads the whole log
    if settings.way is not None or not throwing.is_tired(table, person.key):
        return
    await change_person(service.store, person.key, person.name, throws_offered=True)
    await service.change(table.id, lambda now: throwing.offer(now, person.key, service.clock.now()))
