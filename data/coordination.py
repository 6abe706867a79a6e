"""Say how several processes that share one database learn of each other, and who of them holds which lease.

A lease is held until it is given back or runs out, by the clock of the database's server alone. Nothing here looks at
a clock of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from data.records import BoardRecord


@dataclass(frozen=True, slots=True)
class LeaseKey:
    """One lease of a group."""

    group: str
    number: int

    @property
    def name(self) -> str:
        """Return its name as all know it."""
        return f"{self.group}/{self.number}"


@dataclass(frozen=True, slots=True)
class ProcessRecord:
    """A living process, and the groups of leases that it serves."""

    name: str
    groups: frozenset[str]


@dataclass(frozen=True, slots=True)
class Roll:
    """Who lives, by name, and who holds what, at one moment.

    `kept` are those of the asking process's leases that it holds on to, `holders` has those of the others. `rest` is
    the seconds until the first of theirs runs out, None if there is none.
    """

    processes: tuple[ProcessRecord, ...]
    holders: Mapping[LeaseKey, str]
    kept: frozenset[LeaseKey]
    rest: float | None


@dataclass(frozen=True, slots=True)
class Note:
    """A short text to those who listen to a channel."""

    channel: str
    text: str


GATEWAY = "discord"
"""The platform whose leases are gateway connections; its chats depend on how many there are."""


@dataclass(frozen=True, slots=True)
class ChatScope:
    """Which chats are meant: those under these leases, by name.

    `connections` is how many leases there are of Discord's chats. With `others` those of platforms are meant too that
    are not among the `served`.
    """

    leases: frozenset[str]
    served: frozenset[str]
    connections: int = 1
    others: bool = False


@runtime_checkable
class ScopedStore(Protocol):
    """A store that finds what is to be done in some chats, at the cost of what is to be done in all."""

    async def due_tables_of(self, scope: ChatScope, now: float, limit: int) -> list[tuple[str, int]]:
        """Return the ids and versions of tables that are due, by their own chats, the longest due first."""

    async def dirty_boards_of(self, scope: ChatScope, limit: int) -> list[BoardRecord]:
        """Return live board messages whose version is behind their table's, oldest first."""

    async def unshown_tables_of(self, scope: ChatScope, since: float, limit: int) -> list[str]:
        """Return open tables without any message that were opened since a moment, by their own chats."""


Heard = Callable[[Note], None]


class Coordination(Protocol):
    """What the database does for processes that share it.

    Everything raises StoreFailed where the server does not answer in time; what was asked for may then have been done
    all the same, and asking again does no harm.
    """

    async def join(self, process: str, groups: Mapping[str, int], *, lasts: float, alone: bool = False) -> None:
        """Note a process as living for so many seconds, with how many leases there are of each group that it serves.

        With `alone` nobody else may join as long as it lives, nor it while anybody does: raises DatabaseInUse.
        """

    async def beat(self, process: str, groups: Sequence[str], terms: Mapping[LeaseKey, int], *, lasts: float) -> Roll:
        """Note that a process lives, and have it hold its leases for so many seconds more, from now.

        Who has said so in the last half of that time is among those who live: nothing is kept free for the others.

        `terms` are the leases that it counts as its own, as `take` gave them; those that are another's by now are not
        among the `kept`.
        """

    async def take(
        self, process: str, group: str, most: int, *, count: int, lasts: float, beside: Collection[LeaseKey] = ()
    ) -> dict[LeaseKey, int]:
        """Have a process hold free leases of a group, `most` at most of those numbered below `count`.

        Returns them with their terms. `beside` are those that it counts as its own already; what is noted as its own
        besides them is free, since its answer was lost.
        """

    async def give_back(self, process: str, terms: Mapping[LeaseKey, int], notes: Sequence[Note] = ()) -> None:
        """Free leases at once, unless they are another's by now, and send notes once they are free."""

    async def leave(self, process: str, notes: Sequence[Note] = ()) -> None:
        """Strike out a process and free all that it holds, and send notes once that is free."""

    async def tell(self, notes: Sequence[Note]) -> None:
        """Send notes; who is not listening now never hears them."""

    def listen(self, channels: Sequence[str], heard: Heard) -> None:
        """Be told of notes from the next connection on, as long as one lasts: some may be missed."""

    async def close(self) -> None:
        """Let go of the connection."""
