"""Know which leases this process holds, by its own clock, and always a while less than the server grants them.

Time is counted from before the server was asked. So a process that was frozen, or whose answers came late, says no
before anybody else can say yes. A heartbeat lengthens what is held from a thread of its own.
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

    A heartbeat may fail once, or its answer be late by `patience`, before anything is lost; what is lost is taken up
    again by whoever comes first, and no game rests on it.
    """

    every: float = 1.5
    """Between two heartbeats."""
    lasts: float = 6.0
    """For which the server keeps a lease for whoever holds it, from each heartbeat on."""
    margin: float = 1.5
    """Before that in which a process lets go by itself: what it has just begun may still reach a platform."""
    patience: float = 2.0
    """In which the server must answer."""
    joining: float = 20.0
    """For which a server that is just starting is waited for."""
    stuck: float = 20.0
    """In which a process must have done something beside its heartbeats, or it sends none."""
    alone: float = 10.0
    """Without a sign of life after which whoever has the database alone, to copy it, is taken for gone."""

    @property
    def counts(self) -> float:
        """Return for how long a process counts on a heartbeat."""
        return self.lasts - self.margin

    @property
    def silence(self) -> float:
        """Return how long a process that lives may be silent: for others it is none that leases are kept free for."""
        return self.lasts / 2


def boot_time() -> float:
    """Return seconds on a clock that also counts while the machine sleeps, where there is one."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class HeldLeases:
    """The leases of one process."""

    def __init__(self, pace: Pace, now: Callable[[], float] = boot_time) -> None:
        """Hold nothing; `now` is a clock that never goes back."""
        self.now = now
        self._counts = pace.counts
        self._changing = threading.RLock()
        self._terms: dict[LeaseKey, int] = {}
        self._until: dict[LeaseKey, float] = {}
        self._leaving: set[LeaseKey] = set()
        self._counted: dict[str, tuple[int, float]] = {}
        """How many of a group are held, and until when that is so unless something changes."""

    @property
    def terms(self) -> Mapping[LeaseKey, int]:
        """Return what the server is asked to lengthen: also what is about to be given back, or may have run out."""
        with self._changing:
            return dict(self._terms)

    @property
    def held(self) -> frozenset[LeaseKey]:
        """Return what is held now."""
        return frozenset(filter(self.holds, self.terms))

    @property
    def rest(self) -> float | None:
        """Return the seconds until the first lease runs out by our own clock; None if none will."""
        with self._changing:
            ends = [self._until[lease] for lease in self.held]
        return min(ends) - self.now() if ends else None

    def holds(self, lease: LeaseKey, *, leaving: bool = False) -> bool:
        """Tell whether a lease is held now, and unless `leaving` not about to be given back."""
        return (leaving or lease not in self._leaving) and self.now() < self._until.get(lease, float("-inf"))

    def count(self, group: str) -> int:
        """Return how many leases of a group are held now, also those that are about to be given back."""
        now, (count, until) = self.now(), self._counted.get(group, (0, float("-inf")))
        if now < until:
            return count
        with self._changing:
            ends = [end for lease, end in self._until.items() if lease.group == group and now < end]
            self._counted[group] = len(ends), min(ends, default=float("inf"))
        return len(ends)

    def term(self, lease: LeaseKey) -> int | None:
        """Return the number under which a lease is ours, or was until it ran out unless another has taken it."""
        return self._terms.get(lease)

    def take(self, terms: Mapping[LeaseKey, int], asked: float) -> None:
        """Hold leases that the server granted when it was asked at this moment of our clock."""
        with self._changing:
            self._counted.clear()
            self._terms |= terms
            self._until |= dict.fromkeys(terms, asked + self._counts)

    def keep(self, kept: Collection[LeaseKey], asked: float, of: Mapping[LeaseKey, int]) -> None:
        """Hold on to those of the leases that the server was asked for which it kept; the others are another's.

        What was given back or taken anew meanwhile stays as it is.
        """
        with self._changing:
            self._counted.clear()
            for lease, term in of.items():
                if self._terms.get(lease) != term:
                    continue
                if lease in kept:
                    self._until[lease] = asked + self._counts
                else:
                    self.drop(lease)

    def leave(self, lease: LeaseKey) -> None:
        """Begin nothing more under a lease: it is about to be given back."""
        self._leaving.add(lease)

    def drop(self, lease: LeaseKey) -> None:
        """Count a lease as ours no more."""
        with self._changing:
            self._counted.clear()
            self._terms.pop(lease, None)
            self._until.pop(lease, None)
            self._leaving.discard(lease)

    def is_leaving(self, lease: LeaseKey) -> bool:
        """Tell whether a lease is about to be given back."""
        return lease in self._leaving
