"""Which chats, connections and duties this process answers for, where several serve one database.

A *lease* is the right to do something until it is given back or runs out: to answer for a shard of the chats, to
hold a gateway connection, to ask Telegram for updates. Leases of one kind are a group, shared out evenly among the
living processes that serve it. With a database in a file there is one process, and it holds everything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from data.records import ChatKey


@dataclass(frozen=True, slots=True)
class LeaseGroup:
    """Leases of one kind, `name/0` to `name/(count - 1)`."""

    name: str
    count: int = 1

    def lease(self, number: int = 0) -> str:
        """Return the name of a lease of the group."""
        return f"{self.name}/{number}"

    @property
    def leases(self) -> tuple[str, ...]:
        """Return the names of all its leases."""
        return tuple(map(self.lease, range(self.count)))


class Ownership(Protocol):
    """What this process answers for now. Whatever it does not, another does, or nobody for some seconds."""

    @property
    def is_shared(self) -> bool:
        """Return whether there may be other processes."""

    @property
    def share(self) -> float:
        """Return which part of what is allowed to the bot as a whole is this process's, more than 0 and at most 1."""

    def holds(self, lease: str) -> bool:
        """Tell whether this process holds a lease, by its own clock; False a while before it runs out for others."""

    async def owns(self, chat: ChatKey) -> bool:
        """Tell whether this process answers for a chat: shows its boards and obeys what is said there."""

    async def changed(self) -> None:
        """Wait until this process holds something more, or less, or its share is another."""

    async def hand_on(self, table: str, chats: Collection[ChatKey]) -> None:
        """Tell those who answer for these chats that a table has changed which they show."""


class SoleOwnership:
    """That of a process which has its database to itself: it holds everything, for ever."""

    is_shared = False
    share = 1.0

    def holds(self, lease: str) -> bool:  # noqa: ARG002 - the same for each
        """Say yes."""
        return True

    async def owns(self, chat: ChatKey) -> bool:  # noqa: ARG002 - the same for each
        """Say yes."""
        return True

    async def changed(self) -> None:
        """Wait for ever."""
        await asyncio.get_running_loop().create_future()

    async def hand_on(self, table: str, chats: Collection[ChatKey]) -> None:
        """Do nothing: there is nobody else."""
