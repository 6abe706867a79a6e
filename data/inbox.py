"""Define the queue of updates in a shared database, each for the process responsible for its chat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class UpdateRecord:
    """An update for a chat of a shard: its number, given by the platform, and its content as JSON.

    `age`: seconds in the queue, by the server's clock.
    """

    shard: int
    number: int
    payload: str
    age: float = 0.0


@runtime_checkable
class InboxStore(Protocol):
    """The queue of updates. Every call may be repeated after a failure: an update is stored once."""

    async def put_in(self, updates: Sequence[UpdateRecord], *, most: int) -> set[int]:
        """Store updates; return the shards that are full, with `most` waiting: theirs were not stored."""

    async def take_out(
        self, shards: Collection[int], *, done: Collection[tuple[int, int]], known: Collection[int], limit: int
    ) -> list[UpdateRecord]:
        """Delete finished updates, by shard and number; return at most `limit` others of these shards, in order.

        Updates with a number in `known` are left out.
        """

    async def inbox_depth(self, shards: Collection[int]) -> tuple[int, float]:
        """Return how many updates of these shards wait, and the age of the oldest in seconds."""
