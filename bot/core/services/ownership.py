"""Which chats, connections and lease tasks belong to this process, if several share a database.

A *lease* is the exclusive right to do something until it is released or expires. Leases of one kind form a group,
shared evenly among the processes that serve it. A single process holds everything.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from data.records import ROOMS, BoardRecord, ChatKey


@dataclass(frozen=True, slots=True)
class LeaseGroup:
    """Leases of one kind, `name/0` to `name/(count - 1)`."""

    name: str
    count: int = 1

    def lease(self, number: int = 0) -> str:
        return f"{self.name}/{number}"

    @property
    def leases(self) -> tuple[str, ...]:
        return tuple(map(self.lease, range(self.count)))


HOUSEKEEPING = LeaseGroup("housekeeping")
"""Background work of features, and cleaning up: one process does it."""
WEB = LeaseGroup("web")
"""The plain web page; one process serves it, and all it shows is in the database."""

APPS = LeaseGroup("apps", ROOMS)
"""The rooms of apps: each process that serves them holds some leases, and shows its apps in rooms under these."""

CHANGED, ANEW = "table", "anew"
"""Kinds of notes: show a changed table, or show a board again that may be outdated."""

Release = Callable[[str], Awaitable[None]]
"""Ends the work under a lease; may take some seconds."""
Hear = Callable[[str], None]
"""Takes the text of a note; must return quickly."""


class Ownership(Protocol):
    """What belongs to this process now. The rest belongs to others, or to nobody for some seconds."""

    @property
    def is_shared(self) -> bool:
        """Return whether other processes may exist."""

    def share(self, group: str) -> float:
        """Return this process's share of the bot's rate limits: more than 0, at most 1.

        It follows from the leases held in the group. A platform's group has its name.
        """

    def holds(self, lease: str) -> bool:
        """Return whether this process holds a lease; False shortly before it expires for others."""

    def fencing_token(self, lease: str) -> int | None:
        """Return a number for the current holding of a lease; None if it may not be held.

        It changes each time a process takes the lease.
        """

    async def owns(self, chat: ChatKey, *, leaving: bool = False) -> bool:
        """Return whether this process serves a chat: shows its boards and answers its people.

        `leaving`: also while the lease is about to be released and no other process has it.
        """

    async def chat_fencing_token(self, chat: ChatKey) -> int | None:
        """Return the fencing token of a chat's lease; None if another process may serve the chat."""

    @property
    def revision(self) -> int:
        """Return the number of changes of this process's leases or shares."""

    async def changed(self, since: int | None = None) -> None:
        """Wait until this process's leases or shares change.

        Pass an earlier `revision` to catch all changes since then.
        """

    async def serve(self, group: LeaseGroup) -> None:
        """Compete for the leases of a group from now on; a count of 0 ends that. Idempotent; raises StoreFailed."""

    def releasing(self, group: str, release: Release, what: str) -> None:
        """Await `release` with each lease of a group, after losing it and before giving it back.

        For work that must end before another process begins. The log names `what` did not end in time.
        """

    def hearing(self, kind: str, hear: Hear) -> None:
        """Call `hear` with the text of each note of a kind sent to a lease of this process."""

    def tell(self, lease: str, kind: str, word: str) -> None:
        """Send a note to a lease's holder. Notes can be lost, so nothing may depend on them."""

    async def hand_on(self, table: str, chats: Collection[ChatKey], *, anew: bool = False) -> None:
        """Notify the processes that serve these chats that a table has changed.

        `anew`: show it again without a change.
        """


class Backlog(Protocol):
    """Finds work in this process's chats that nobody asked for: a store, or a part of it."""

    async def due_tables(self, now: float, limit: int) -> list[tuple[str, int]]:
        """Return the ids and versions of at most `limit` due tables, longest due first."""

    async def dirty_boards(self, limit: int) -> list[BoardRecord]:
        """Return at most `limit` live board messages behind their table, oldest first."""

    async def unshown_tables(self, since: float, limit: int) -> list[str]:
        """Return at most `limit` open tables without messages, opened since a moment, oldest first."""


def board_word(table: str, chat: ChatKey) -> str:
    """Return the text of a note about a table's board in one chat."""
    return json.dumps([table, chat.platform, chat.chat, chat.thread])


def board_of(word: str) -> tuple[str, ChatKey]:
    """Read the text of a note about a board: its table and chat."""
    table, *chat = json.loads(word)
    return table, ChatKey(*chat)


class SoleOwnership:
    """Holds everything, for a process with its own database."""

    is_shared = False
    revision = 0

    def share(self, group: str) -> float:  # noqa: ARG002 - the same for each
        return 1.0

    def holds(self, lease: str) -> bool:  # noqa: ARG002 - the same for each
        return True

    def fencing_token(self, lease: str) -> int | None:  # noqa: ARG002 - the same for each
        return 1

    async def owns(self, chat: ChatKey, *, leaving: bool = False) -> bool:  # noqa: ARG002 - the same for each
        return True

    async def chat_fencing_token(self, chat: ChatKey) -> int | None:  # noqa: ARG002 - the same for each
        return 1

    async def changed(self, since: int | None = None) -> None:  # noqa: ARG002 - nothing ever changes
        """Wait for ever."""
        await asyncio.get_running_loop().create_future()

    async def serve(self, group: LeaseGroup) -> None:
        """Do nothing: everything is held."""

    def releasing(self, group: str, release: Release, what: str) -> None:
        """Do nothing: nothing is given back."""

    def hearing(self, kind: str, hear: Hear) -> None:
        """Do nothing: there are no senders."""

    def tell(self, lease: str, kind: str, word: str) -> None:
        """Do nothing: there are no receivers."""

    async def hand_on(self, table: str, chats: Collection[ChatKey], *, anew: bool = False) -> None:
        """Do nothing: there is no other process."""
