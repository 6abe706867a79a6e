"""The pending work in this process's chats, selected by the database: nobody loads others' tables."""

from __future__ import annotations

from bot.cluster.membership import Membership
from data.coordination import ScopedStore
from data.records import BoardRecord


class OwnedBacklog:
    """This process's part of a shared store's backlog."""

    def __init__(self, store: ScopedStore, membership: Membership) -> None:
        """Query a store by the leases held at that moment."""
        self._store = store
        self._membership = membership

    async def due_tables(self, now: float, limit: int) -> list[tuple[str, int]]:
        """Return the ids and versions of due tables in this process's chats, the longest due first."""
        return await self._store.due_tables_of(self._membership.scope, now, limit)

    async def dirty_boards(self, limit: int) -> list[BoardRecord]:
        """Return live board messages in this process's chats that are behind their table, oldest first."""
        return await self._store.dirty_boards_of(self._membership.scope, limit)

    async def unshown_tables(self, since: float, limit: int) -> list[str]:
        """Return open tables of this process's chats, opened since a moment, that have no message."""
        return await self._store.unshown_tables_of(self._membership.scope, since, limit)
