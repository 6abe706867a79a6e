"""Processes that share a server's database, all of them in the test's own process: they join, leave, die, freeze."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count
from time import monotonic
from typing import Any

from bot.bootstrap import LEASE_NUMBERS
from bot.cluster.chat_leases import ChatLeases
from bot.cluster.heartbeat import AGAIN
from bot.cluster.held_leases import Pace
from bot.cluster.membership import Membership
from bot.core.services.ownership import LeaseGroup
from data.coordination import Roll
from data.open_store import open_coordination

QUICK = Pace(every=0.2, lasts=2.0, margin=0.5, patience=5.0, joining=3.0)
PATIENCE = 60.0
GROUPS = (LeaseGroup("telegram", 64), LeaseGroup("web"))


class Members:
    """Those that were begun, and that no lease is ever held by two."""

    def __init__(
        self, address: str, groups: Sequence[LeaseGroup] = GROUPS, listening: str = "", pace: Pace = QUICK
    ) -> None:
        """Serve these groups over the database of an address, with a separate one to listen on if need be."""
        self._pace = pace
        self._asked: list[list[float]] = []
        self._address = address
        self._listening = listening
        self._groups = groups
        self._numbers = count(1)
        self.all: list[Membership] = []

    async def join(self, groups: Sequence[LeaseGroup] | None = None) -> Membership:
        """Begin one more."""
        name = f"member{next(self._numbers)}"
        coordination = open_coordination(self._address, self._listening)
        self._asked.append(_counted(coordination))
        member = Membership(coordination, groups or self._groups, ChatLeases(LEASE_NUMBERS), name, self._pace)
        await member.join()
        self.all.append(member)
        return member

    def beats(self) -> list[int]:
        """Count the heartbeats of each that has joined."""
        return list(map(len, self._asked))

    async def rested(self) -> list[int]:
        """Count the heartbeats, once the delayed ones are over: two pauses of `hurry_a_little` without another."""
        while True:
            before = self.beats()
            await asyncio.sleep(2 * AGAIN)
            if self.beats() == before:
                return before

    @staticmethod
    async def leave(member: Membership) -> None:
        """End a member as SIGTERM does."""
        await member.resign()
        await member.leave()

    async def until(self, *fair: dict[Membership, int], group: str = "telegram") -> float:
        """Wait until each holds this number of a group; return the seconds. At no moment do two hold the same."""
        began = monotonic()
        while not any(self.counts(group, *wish) == list(wish.values()) for wish in fair):
            self.check()
            assert monotonic() - began < PATIENCE, {one.name: self.counts(group, one) for one in self.all}
            await asyncio.sleep(0.005)
        self.check()
        return monotonic() - began

    @staticmethod
    def counts(group: str, *members: Membership) -> list[int]:
        """Count what each holds of a group."""
        return [sum(lease.startswith(f"{group}/") for lease in member.held) for member in members]

    def check(self) -> None:
        """Find no lease with two holders."""
        held = [lease for member in self.all for lease in member.held]
        assert len(held) == len(set(held)), sorted({lease for lease in held if held.count(lease) > 1})

    async def close(self) -> None:
        """End all."""
        for member in self.all:
            await member.leave()


def _counted(coordination: Any) -> list[float]:
    """Note when each heartbeat is sent."""
    sent: list[float] = []
    beat = coordination.beat

    async def counted(*asked: object, **named: object) -> Roll:
        sent.append(monotonic())
        roll: Roll = await beat(*asked, **named)
        return roll

    coordination.beat = counted
    return sent
