"""Say how updates wait in a database that several processes share, each for the process that answers for its chat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class UpdateRecord:
    """An update of a chat of a shard: its number, given by the platform, and what it says, as JSON.

    `age`: the seconds for which it has waited, by the server's clock.
    """

    shard: int
    number: int
    payload: str
    age: float = 0.0


@runtime_checkable
class InboxStore(Protocol):
    """Updates that wait. Everything may be asked again after a failure: an update is stored once."""

    async def put_in(self, updates: Sequence[UpdateRecord], *, most: int) -> set[int]:
        """Store updates; return the shards that have no room.

        Those have `most` waiting already; nothing of them was stored.
        """

    async def take_out(
        self, shards: Collection[int], *, done: Collection[tuple[int, int]], known: Collection[int], limit: int
    ) -> list[UpdateRecord]:
        """Forget what is done, by shard and number; return at most so many others that wait, by their numbers.

        They are of these shards, and none has a number that is `known`.
        """

    async def inbox_depth(self, shards: Collection[int]) -> tuple[int, float]:
        """Return how many updates of these shards wait, and for how many seconds the first of them has."""
