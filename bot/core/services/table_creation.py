"""A new table is stored: within its chat's bound, under a code that no other has, and whoever waits is called."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.new_table import new_code
from bot.core.domain.permissions import limit_of
from bot.core.domain.table import Table
from bot.core.domain.table_options import TableOptions
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Outcome
from bot.core.services.table_display import TableDisplay
from bot.core.services.table_service import TableService
from bot.core.services.waitlist import have_called, with_callers
from data.records import TableRecord
from data.store import ChannelFull, StaleTable, TableExists
from engine.dice import SEED_BYTES

FULL = N_("There are {n} open tables here already. Finish one, or close it with /cancel.")


async def open_table(desk: TableService, record: TableRecord, after: TableDisplay | None = None) -> Outcome:
    """Opens a table, shown wherever `after` is, the one before it; raises Refusal.

    That one learns of it in the same transaction: so it is never followed by two.
    """
    limit = await limit_of(desk, record.chat)
    if desk.demonstration:
        record = replace(record, options=replace(TableOptions.load(record.options), demonstration=True).dump())
    while True:
        record = await with_callers(desk, record)
        places = [] if after is None else [replace(place, table=record.id) for place in after.record.places]
        linked = None if after is None else _linked(after.table, record)
        try:
            await desk.tables.create(record, limit=limit, places=places, linked=linked)
        except TableExists:  # with a fixed seed every start draws the same codes again, past all that are taken
            record = replace(record, id=new_code(desk.entropy), seed=desk.entropy(SEED_BYTES))
            continue
        except ChannelFull:
            raise Refusal(FULL, n=limit) from None
        except StaleTable:  # another process was faster
            raise Refusal(STALE) from None
        await have_called(desk, record)
        return Outcome(table=record.id)


def _linked(before: Table, following: TableRecord) -> Table:
    record = before.record
    options = replace(TableOptions.load(record.options), following=following.id).dump()
    changed = replace(record, options=options, version=record.version + 1, updated=following.created)
    return replace(before, record=changed)
