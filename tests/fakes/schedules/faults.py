"""What goes wrong in a schedule, and when: drawn from its seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

KINDS = {
    "kill": 3,
    "freeze": 4,
    "sleep": 3,
    "stick": 2,
    "cut": 4,
    "deaf": 2,
    "mute": 2,
    "slow": 2,
    "late": 3,
    "outage": 1,
    "clock": 2,
    "telegram": 1,
    "end": 3,
    "join": 3,
}
"""Each kind of fault, by how often it is drawn.

`deaf` and `mute` cut one direction, `slow` and `late` delay one, `stick` stops one thread.
"""
NAMES, WEIGHTS = tuple(KINDS), tuple(KINDS.values())
CALM, QUIET = ("end", "join"), 0.2
"""What is no fault, and in which part of all schedules nothing else happens."""
POLLED = 0.6
"""In which part of all schedules updates come by polling."""
SAME = 0.6
"""In which part of all schedules everything happens to the same process."""
BEGIN, SPAN = 0.5, 6.0
"""Seconds from the start in which faults begin."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: `lasts` is how long, or by how much the server's clock jumps."""

    at: float
    kind: str
    process: int
    lasts: float
    seconds: float = 0.0
    """By how much messages are late."""

    def __str__(self) -> str:
        return f"{self.at:.2f} {self.kind} {self.process} {self.lasts:.2f} {self.seconds:.2f}"


@dataclass(frozen=True, slots=True)
class Schedule:
    """Who joins when, who writes when, and what goes wrong."""

    seed: int
    joins: tuple[float, ...]
    updates: tuple[tuple[float, int], ...]
    """Moments and chats."""
    faults: tuple[Fault, ...]
    polled: bool = True
    """Whether updates come by polling, not by webhook."""

    def __str__(self) -> str:
        joins = " ".join(f"{at:.2f}" for at in self.joins)
        updates = " ".join(f"{at:.2f}:{chat}" for at, chat in self.updates)
        faults = "; ".join(map(str, self.faults))
        way = "polled" if self.polled else "webhook"
        return f"schedule {self.seed}: {way}; joins {joins}; updates {updates}; {faults}"


def drawn(seed: int, chats: int) -> Schedule:
    """Return the schedule of a seed."""
    luck = Random(seed)
    count = luck.choice((2, 2, 2, 3))
    joins = (0.0, *sorted(luck.uniform(0.0, 2.0) for _ in range(count - 1)))
    updates = sorted(
        (luck.uniform(0.5, BEGIN + SPAN + 2.0), luck.randrange(chats)) for _ in range(luck.randint(4, 8))
    )
    names, weights = (CALM, (1, 1)) if luck.random() < QUIET else (NAMES, WEIGHTS)
    kinds = luck.choices(names, weights, k=luck.choice((1, 2, 2, 3)))
    victims = [luck.randrange(count)] if luck.random() < SAME else list(range(count))
    faults = sorted((_fault(luck, kind, luck.choice(victims)) for kind in kinds), key=lambda one: one.at)
    return Schedule(seed, joins, tuple(updates), tuple(faults), luck.random() < POLLED)


def _fault(luck: Random, kind: str, process: int) -> Fault:
    lasts = luck.choice((luck.uniform(0.1, 2.0), luck.uniform(2.0, 9.0)))
    if kind == "clock":
        lasts = luck.uniform(-2.0, 5.0)
    return Fault(luck.uniform(BEGIN, BEGIN + SPAN), kind, process, lasts, luck.uniform(0.2, 3.5))
