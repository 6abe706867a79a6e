"""Notify the people who wait for a chat's next table."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.table import Table
from bot.core.domain.table_values import NamedPerson
from bot.core.services.table_service import TableService
from data.records import CallerRecord, ChatKey, Status

MOST_CALLED = 10
"""Number of people notified by a new table; the next table notifies others."""
AT_ONCE = 600.0
"""Seconds within which a lobby that closes has wasted its notifications."""


async def with_callers(service: TableService, table: Table) -> Table:
    """Return a new table that notifies waiting people who may sit there, if any may, except its own.

    People who have blocked the host stay on the waitlist.
    """
    if table.lobby.private or table.status is not Status.LOBBY:
        return table
    callers = [one for chat in _chats(table) for one in await service.store.callers(chat, limit=2 * MOST_CALLED)]
    waiting = {caller.person: caller.name for caller in callers if not table.sits(caller.person)}
    blocked_by = await service.store.blockers(table.host, waiting)
    wanted = [NamedPerson(person, name) for person, name in waiting.items() if person not in blocked_by]
    called = tuple(wanted[:MOST_CALLED])
    return replace(table, lobby=replace(table.lobby, called=called))


async def have_called(service: TableService, table: Table) -> None:
    """Remove from the waitlist the people notified by an open table, and its players."""
    called = [caller.key for caller in table.lobby.called]
    for person in dict.fromkeys((*called, *table.people)):
        for chat in _chats(table):
            await service.store.drop_caller(chat, person)


def wasted_call(table: Table, now: float) -> bool:
    """Return whether a lobby that closes now notified people who had no time to play."""
    return table.status is Status.LOBBY and bool(table.lobby.called) and now - table.created < AT_ONCE


async def call_again(service: TableService, table: Table) -> None:
    """Put the people notified by a lobby back on the waitlist."""
    for caller in table.lobby.called:
        await service.store.save_caller(CallerRecord(table.chat, caller.key, caller.name))


def _chats(table: Table) -> tuple[ChatKey, ...]:
    """Return the chats where people may have signed up: the table's, or above its thread."""
    return (table.chat,) if table.links.announcement is None else (table.chat, table.links.announcement)
