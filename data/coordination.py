"""Define how processes that share a database find each other and divide leases.

A lease is held until it is released or expires, by the clock of the database's server alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from data.records import BoardRecord


@dataclass(frozen=True, slots=True)
class GatewaySession:
    """A session of one of `shards` shards of Discord's gateway, up to event `sequence`; `address` resumes it."""

    shard: int
    shards: int
    id: str
    sequence: int
    address: str


@dataclass(frozen=True, slots=True)
class LeaseKey:
    """One lease of a group."""

    group: str
    number: int

    @property
    def name(self) -> str:
        """Return the name that all processes use."""
        return f"{self.group}/{self.number}"


@dataclass(frozen=True, slots=True)
class ProcessRecord:
    """A living process, and the groups of leases that it serves."""

    name: str
    groups: frozenset[str]


@dataclass(frozen=True, slots=True)
class Roll:
    """The living processes and the holders of leases, at one moment.

    `kept` are the asking process's leases that it still holds, `holders` those of others. `rest` is the seconds
    until the first of the others' expires, None if there is none.
    """

    processes: tuple[ProcessRecord, ...]
    holders: Mapping[LeaseKey, str]
    kept: frozenset[LeaseKey]
    rest: float | None


@dataclass(frozen=True, slots=True)
class Note:
    """A short text for the listeners of a channel."""

    channel: str
    text: str


GATEWAY = "discord"
"""The platform whose leases are gateway connections; its chats depend on how many there are."""


@dataclass(frozen=True, slots=True)
class ChatScope:
    """The chats under these leases, by name.

    `connections` is the number of leases of Discord's chats. `others` adds platforms that are not in `served`.
    """

    leases: frozenset[str]
    served: frozenset[str]
    connections: int = 1
    others: bool = False


@runtime_checkable
class ScopedStore(Protocol):
    """A store that finds due work in some chats; the cost grows with the due work of all."""

    async def due_tables_of(self, scope: ChatScope, now: float, limit: int) -> list[tuple[str, int]]:
        """Return ids and versions of due tables, by their own chats, longest overdue first."""

    async def dirty_boards_of(self, scope: ChatScope, limit: int) -> list[BoardRecord]:
        """Return live board messages whose version is behind their table's, oldest first."""

    async def unshown_tables_of(self, scope: ChatScope, since: float, limit: int) -> list[str]:
        """Return open tables without a message that were created since a moment, by their own chats."""


Heard = Callable[[Note], None]


class Coordination(Protocol):
    """What the database does for processes that share it.

    All raise StoreFailed if the server does not answer in time. The request may have been carried out; repeating
    it is safe.
    """

    async def join(self, process: str, groups: Mapping[str, int], *, lasts: float, alone: bool = False) -> None:
        """Register a process for `lasts` seconds, with the number of leases of each group that it serves.

        With `alone` no other process may join while it lives, nor it while another does: raises DatabaseInUse.
        """

    async def beat(
        self, process: str, groups: Sequence[str], fencing_tokens: Mapping[LeaseKey, int], *, lasts: float
    ) -> Roll:
        """Send a heartbeat and extend the process's leases, both for `lasts` seconds from now.

        A process counts as living if its last heartbeat is less than half of that ago. `fencing_tokens` has the
        leases it believes it has, as `take` returned them; those that others hold by now are not among the `kept`.
        """

    async def take(
        self, process: str, group: str, most: int, *, count: int, lasts: float, beside: Collection[LeaseKey] = ()
    ) -> dict[LeaseKey, int]:
        """Take at most `most` free leases of a group, of those numbered below `count`.

        Returns them with their tokens. `beside` are those the process knows it has; others stored as its own count as
        free, since the answer with them was lost.
        """

    async def give_back(
        self, process: str, fencing_tokens: Mapping[LeaseKey, int], notes: Sequence[Note] = ()
    ) -> None:
        """Release leases, unless others hold them by now, and then send notes."""

    async def leave(self, process: str, notes: Sequence[Note] = ()) -> None:
        """Remove a process and release all its leases, and then send notes."""

    async def tell(self, notes: Sequence[Note]) -> None:
        """Send notes; a process that is not listening now never receives them."""

    def listen(self, channels: Sequence[str], heard: Heard) -> None:
        """Call `heard` with notes from the next connection on, while one lasts: some may be missed."""

    async def close(self) -> None:
        """Disconnect."""
