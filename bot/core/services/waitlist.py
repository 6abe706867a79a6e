"""Who waits to be called to the next table of a chat."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.table_options import TableOptions
from bot.core.services.table_service import TableService
from data.records import PersonKey, TableRecord

MOST_CALLED = 10
"""How many people a new table calls; others are called by the next one."""


async def with_callers(desk: TableService, record: TableRecord) -> TableRecord:
    """A new table that calls whoever waits for one and may sit there; not its own people."""
    if TableOptions.load(record.options).private:
        return record
    here = {seat.person for seat in record.seats}
    waiting = [
        each for each in await desk.store.callers(record.chat, limit=2 * MOST_CALLED) if each.person not in here
    ]
    called = [[each.person.platform, each.person.user, each.name] for each in waiting[:MOST_CALLED]]
    return replace(record, options=replace(TableOptions.load(record.options), called=called).dump())


async def have_called(desk: TableService, record: TableRecord) -> None:
    """The table is open: who was called, or plays anyway, waits no more."""
    called = [PersonKey(platform, user) for platform, user, _ in TableOptions.load(record.options).called]
    seated = [seat.person for seat in record.seats if seat.person is not None]
    for person in dict.fromkeys((*called, *seated)):
        await desk.store.drop_caller(record.chat, person)
