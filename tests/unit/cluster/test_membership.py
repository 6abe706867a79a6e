"""What a process does at a heartbeat, by a clock that is set by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from time import monotonic, sleep

import pytest

from bot.bootstrap import LEASE_NUMBERS
from bot.cluster.chat_leases import ChatLeases
from bot.cluster.held_leases import Pace
from bot.cluster.membership import Membership
from bot.core.services.ownership import LeaseGroup
from data.coordination import Heard, LeaseKey, Note, ProcessRecord, Roll

PACE = Pace(every=0.02, lasts=6.0, margin=1.5)
PATIENCE = 20.0
CHATS = LeaseGroup("telegram", 4)


class Watch:
    """A clock that is set by hand."""

    now = 100.0


class Server:
    """A database with one process, in memory; a heartbeat takes a while if that is wished."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self.takes: list[float] = []
        self.beats: list[float] = []
        self.keeps = True
        self.slow = 0.0

    async def join(self, process: str, groups: Mapping[str, int], *, lasts: float, alone: bool = False) -> None:
        """Let everybody in."""

    async def beat(
        self, process: str, groups: Sequence[str], fencing_tokens: Mapping[LeaseKey, int], *, lasts: float
    ) -> Roll:
        self.beats.append(self._watch.now)
        self._watch.now += self.slow
        kept = frozenset(fencing_tokens) if self.keeps else frozenset()
        return Roll((ProcessRecord(process, frozenset(groups)),), {}, kept, None)

    async def take(
        self, process: str, group: str, most: int, *, count: int, lasts: float, beside: Collection[LeaseKey] = ()
    ) -> dict[LeaseKey, int]:
        self.takes.append(self._watch.now)
        return {LeaseKey(group, number): len(self.takes) for number in range(count)}

    async def give_back(
        self, process: str, fencing_tokens: Mapping[LeaseKey, int], notes: Sequence[Note] = ()
    ) -> None:
        """Free nothing."""

    async def leave(self, process: str, notes: Sequence[Note] = ()) -> None:
        """Strike nobody out."""

    async def tell(self, notes: Sequence[Note]) -> None:
        """Send nothing."""

    def listen(self, channels: Sequence[str], heard: Heard) -> None:
        """Tell nothing."""

    async def close(self) -> None:
        """Let go of nothing."""


async def _until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.005)


async def test_who_was_silent_takes_nothing_at_once_since_the_others_may_have_been_silent_too() -> None:
    watch = Watch()
    server = Server(watch)
    member = Membership(server, [CHATS], ChatLeases(LEASE_NUMBERS), "one", PACE, lambda: watch.now)
    await member.join()
    try:
        assert len(member.held) == CHATS.count
        await member.freeze()
        server.keeps, watch.now = False, watch.now + PACE.silence + 0.1
        seen = len(server.beats)
        member.live()
        await _until(lambda: len(server.beats) > seen + 2)
        assert len(server.takes) == 1
        assert member.held == ()
        watch.now += PACE.every
        await _until(lambda: member.held)
        assert len(server.takes) == 2
    finally:
        await member.leave()


async def test_a_lease_that_is_taken_anew_has_another_number_and_one_that_is_kept_the_same() -> None:
    watch = Watch()
    server = Server(watch)
    member = Membership(server, [CHATS], ChatLeases(LEASE_NUMBERS), "one", PACE, lambda: watch.now)
    await member.join()
    try:
        lease = CHATS.lease(2)
        first = member.fencing_token(lease)
        await member.freeze()
        watch.now += PACE.lasts + 1.0
        assert not member.holds(lease)
        assert member.fencing_token(lease) == first
        member.live()
        await _until(lambda: member.holds(lease))
        assert member.fencing_token(lease) == first  # nobody else has had it
        server.keeps, watch.now = False, watch.now + PACE.every
        await _until(lambda: member.fencing_token(lease) not in (None, first))
    finally:
        await member.leave()


async def test_a_slow_answer_puts_off_no_heartbeat() -> None:
    watch = Watch()
    server = Server(watch)
    member = Membership(server, [CHATS], ChatLeases(LEASE_NUMBERS), "one", Pace(every=60.0), lambda: watch.now)
    server.slow = 60.0
    await member.join()
    try:
        await _until(lambda: len(server.beats) > 3)
    finally:
        await member.leave()


def _meanwhile(holds: Callable[[], object]) -> None:
    """Keep the event loop from all other work until something is so."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end
        sleep(0.001)


def _beats_within(server: Server, seconds: float) -> int:
    """Count the heartbeats while nothing else is done."""
    seen = len(server.beats)
    sleep(seconds)
    return len(server.beats) - seen


async def test_other_work_keeps_no_heartbeat_waiting() -> None:
    watch = Watch()
    server = Server(watch)
    member = Membership(server, [CHATS], ChatLeases(LEASE_NUMBERS), "one", PACE, lambda: watch.now)
    await member.join()
    try:
        for _ in range(4):  # longer than any lease lasts
            seen = len(server.beats)
            watch.now += 3.0
            _meanwhile(lambda before=seen: len(server.beats) > before + 1)  # type: ignore[misc]
        assert len(member.held) == CHATS.count
        assert member.age < PACE.counts
        assert len(server.takes) == 1
    finally:
        await member.leave()


async def test_a_process_that_does_nothing_else_any_more_sends_none(caplog: pytest.LogCaptureFixture) -> None:
    watch = Watch()
    server = Server(watch)
    member = Membership(server, [CHATS], ChatLeases(LEASE_NUMBERS), "one", PACE, lambda: watch.now)
    await member.join()
    try:
        await _until(lambda: len(server.beats) > 2)
        watch.now += PACE.stuck + 1
        _meanwhile(lambda: "stuck for 20 s" in caplog.text)
        assert _beats_within(server, 0.1) == 0
        seen = len(server.beats)
        assert member.held == ()
        await _until(lambda: len(server.beats) > seen)  # once it goes on
        assert caplog.text.count("was stuck for") == 1
    finally:
        await member.leave()
