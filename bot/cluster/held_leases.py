"""The leases this process holds, by its own clock; they expire here a little earlier than on the server.

Time counts from before the request to the server. So a process that was frozen gives up a lease before another can
take it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from data.coordination import LeaseKey


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast processes notice each other, in seconds.

    One heartbeat may fail, or its answer be late by `patience`, before a lease expires. The first process to come
    takes an expired lease; no game depends on it.
    """

    every: float = 1.5
    """Between two heartbeats."""
    lasts: float = 6.0
    """How long the server keeps a lease for its holder after each heartbeat."""
    margin: float = 1.5
    """How much earlier the holder stops using it: calls under way may still reach a platform."""
    patience: float = 2.0
    """How long the server may take to answer."""
    joining: float = 20.0
    """How long to wait for a server that is starting."""
    stuck: float = 20.0
    """How long a process may do nothing else before it stops sending heartbeats."""
    alone: float = 10.0
    """Without a heartbeat after which an exclusive lock is considered stale."""

    @property
    def counts(self) -> float:
        """Return how long a process relies on a heartbeat."""
        return self.lasts - self.margin

    @property
    def silence(self) -> float:
        """Return how long a process may be silent and still count as living."""
        return self.lasts / 2


def boot_time() -> float:
    """Return the seconds of a clock that also runs while the machine sleeps, if there is one."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class HeldLeases:
    """The leases of one process."""

    def __init__(self, pace: Pace, now: Callable[[], float] = boot_time) -> None:
        """Start without leases; `now` is a monotonic clock."""
        self.now = now
        self._counts = pace.counts
        self._changing = threading.RLock()
        self._fencing_tokens: dict[LeaseKey, int] = {}
        self._until: dict[LeaseKey, float] = {}
        self._leaving: set[LeaseKey] = set()
        self._counted: dict[str, tuple[int, float]] = {}
        """How many leases of a group are held, and until when this number is valid."""
        self.lapses = 0
        """How often a lease was extended after it had expired here."""

    @property
    def fencing_tokens(self) -> Mapping[LeaseKey, int]:
        """Return the leases to extend, including those being released or perhaps expired."""
        with self._changing:
            return dict(self._fencing_tokens)

    @property
    def held(self) -> frozenset[LeaseKey]:
        return frozenset(filter(self.holds, self.fencing_tokens))

    @property
    def rest(self) -> float | None:
        """Return the seconds until the first lease expires by our own clock; None if none will."""
        with self._changing:
            ends = [self._until[lease] for lease in self.held]
        return min(ends) - self.now() if ends else None

    def holds(self, lease: LeaseKey, *, leaving: bool = False) -> bool:
        """Return whether a lease is held now and, unless `leaving`, not being released."""
        return (leaving or lease not in self._leaving) and self.now() < self._until.get(lease, float("-inf"))

    def count(self, group: str) -> int:
        """Return how many leases of a group are held now, including those being released."""
        now, (count, until) = self.now(), self._counted.get(group, (0, float("-inf")))
        if now < until:
            return count
        with self._changing:
            ends = [end for lease, end in self._until.items() if lease.group == group and now < end]
            self._counted[group] = len(ends), min(ends, default=float("inf"))
        return len(ends)

    def fencing_token(self, lease: LeaseKey) -> int | None:
        """Return the fencing token of a lease, also after it expired if nobody else has taken it."""
        return self._fencing_tokens.get(lease)

    def take(self, fencing_tokens: Mapping[LeaseKey, int], asked: float) -> None:
        """Hold leases that the server granted; `asked` is our clock when it was asked."""
        with self._changing:
            self._counted.clear()
            self._fencing_tokens |= fencing_tokens
            self._until |= dict.fromkeys(fencing_tokens, asked + self._counts)

    def keep(self, kept: Collection[LeaseKey], asked: float, of: Mapping[LeaseKey, int]) -> None:
        """Keep those of the requested leases that the server extended; others hold the rest.

        A lease released or acquired meanwhile stays as it is.
        """
        with self._changing:
            self._counted.clear()
            for lease, fencing_token in of.items():
                if self._fencing_tokens.get(lease) != fencing_token:
                    continue
                if lease in kept:
                    former, self._until[lease] = self._until[lease], asked + self._counts
                    self.lapses += former <= self.now()  # looked at last, so that nobody has seen an uncounted one
                else:
                    self.drop(lease)

    def leave(self, lease: LeaseKey) -> None:
        """Mark a lease as being released, so that no new work starts under it."""
        self._leaving.add(lease)

    def drop(self, lease: LeaseKey) -> None:
        with self._changing:
            self._counted.clear()
            self._fencing_tokens.pop(lease, None)
            self._until.pop(lease, None)
            self._leaving.discard(lease)

    def is_leaving(self, lease: LeaseKey) -> bool:
        return lease in self._leaving
