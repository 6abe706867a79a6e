"""Which chats, connections and duties this process answers for, where several serve one database.

A *lease* is the right to do something until it is given back or runs out: to answer for a shard of the chats, to
hold a gateway connection, to ask Telegram for updates. Leases of one kind are a group, shared out evenly among the
living processes that serve it. With a database in a file there is one process, and it holds everything.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from data.records import BoardRecord, ChatKey


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


HOUSEKEEPING = LeaseGroup("housekeeping")
"""Work that features do beside play, and tidying up: one process does it."""
WEB = LeaseGroup("web")
"""The page, which one process serves; what it shows stands in the database."""

CHANGED, ANEW = "table", "anew"
"""Kinds of notes: a table is to be shown in one's chats, or once more in one chat, since another may have shown an
older board over it."""

Release = Callable[[str], Awaitable[None]]
"""Ends what is under way under a lease; it may take some seconds."""
Hear = Callable[[str], None]
"""Takes the word of a note; it must not take long."""


class Ownership(Protocol):
    """What this process answers for now. Whatever it does not, another does, or nobody for some seconds."""

    @property
    def is_shared(self) -> bool:
        """Return whether there may be other processes."""

    def share(self, group: str) -> float:
        """Return which part of what the bot as a whole may do is this process's, more than 0 and at most 1.

        It goes by the leases of the group that it holds; a platform's group has its name.
        """

    def holds(self, lease: str) -> bool:
        """Tell whether this process holds a lease, by its own clock; False a while before it runs out for others."""

    def fencing_token(self, lease: str) -> int | None:
        """Return the number of the current holding of a lease; None if this process does not know that it holds it.

        It changes each time a process takes the lease. With the same token, nobody else held the lease in between.
        """

    async def owns(self, chat: ChatKey, *, leaving: bool = False) -> bool:
        """Tell whether this process answers for a chat: shows its boards and obeys what is said there.

        With `leaving` also while its lease is about to be given back, and nobody else answers for it yet.
        """

    async def chat_fencing_token(self, chat: ChatKey) -> int | None:
        """Return the fencing token of the lease of a chat; None if another process may answer for the chat.

        With the same token, no other process has answered for the chat in between.
        """

    @property
    def revision(self) -> int:
        """Return how often what this process holds, or a share, has changed so far."""

    async def changed(self, since: int | None = None) -> None:
        """Wait until this process holds something more, or less, or a share is another.

        With the `revision` of an earlier moment nothing is missed that has happened since then.
        """

    async def serve(self, group: LeaseGroup) -> None:
        """Compete for the leases of a group from now on, with a count of 0 no more; raises StoreFailed.

        Asking twice is asking once.
        """

    def releasing(self, group: str, release: Release, what: str) -> None:
        """Have `release` awaited with each lease of a group before it is given back; it is not held any more then.

        It is for what must have ended before another may begin, or is better ended here. `what` that is the log says
        where it does not end in time.
        """

    def hearing(self, kind: str, hear: Hear) -> None:
        """Have `hear` called with the word of each note of a kind that is told to a lease of this process."""

    def tell(self, lease: str, kind: str, word: str) -> None:
        """Send a note to whoever holds a lease. It may be lost, so what it tells of must be found without it too."""

    async def hand_on(self, table: str, chats: Collection[ChatKey], *, anew: bool = False) -> None:
        """Tell those who answer for these chats that a table has changed which they show.

        `anew`: it is to be shown once more though nothing has changed.
        """


class Backlog(Protocol):
    """What is to be done in the chats that this process answers for, and nobody says so: a store, or a part of it."""

    async def due_tables(self, now: float, limit: int) -> list[tuple[str, int]]:
        """Return the ids and versions of at most `limit` tables whose `due` has come, the longest due first."""

    async def dirty_boards(self, limit: int) -> list[BoardRecord]:
        """Return at most `limit` live board messages whose version is behind their table's, oldest first."""

    async def unshown_tables(self, since: float, limit: int) -> list[str]:
        """Return at most `limit` open tables without any message that were opened since a moment, oldest first."""


def board_word(table: str, chat: ChatKey) -> str:
    """Write the word of a note about a table's board in one chat."""
    return json.dumps([table, chat.platform, chat.chat, chat.thread])


def board_of(word: str) -> tuple[str, ChatKey]:
    """Read the word of a note about a board: the table, and the chat."""
    table, *chat = json.loads(word)
    return table, ChatKey(*chat)


class SoleOwnership:
    """That of a process which has its database to itself: it holds everything, for ever."""

    is_shared = False
    revision = 0

    def share(self, group: str) -> float:  # noqa: ARG002 - the same for each
        """Return all."""
        return 1.0

    def holds(self, lease: str) -> bool:  # noqa: ARG002 - the same for each
        """Say yes."""
        return True

    def fencing_token(self, lease: str) -> int | None:  # noqa: ARG002 - the same for each
        """Return the only number that there is."""
        return 1

    async def owns(self, chat: ChatKey, *, leaving: bool = False) -> bool:  # noqa: ARG002 - the same for each
        """Say yes."""
        return True

    async def chat_fencing_token(self, chat: ChatKey) -> int | None:  # noqa: ARG002 - the same for each
        """Return the only number that there is."""
        return 1

    async def changed(self, since: int | None = None) -> None:  # noqa: ARG002 - nothing ever changes
        """Wait for ever."""
        await asyncio.get_running_loop().create_future()

    async def serve(self, group: LeaseGroup) -> None:
        """Do nothing: everything is held."""

    def releasing(self, group: str, release: Release, what: str) -> None:
        """Do nothing: nothing is given back."""

    def hearing(self, kind: str, hear: Hear) -> None:
        """Do nothing: nobody tells anything."""

    def tell(self, lease: str, kind: str, word: str) -> None:
        """Do nothing: nobody listens."""

    async def hand_on(self, table: str, chats: Collection[ChatKey], *, anew: bool = False) -> None:
        """Do nothing: there is nobody else."""
