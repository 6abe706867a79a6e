"""Leases and the inbox in simulated schedules: nothing wrong in thousands, and bugs put in by hand are found."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.cluster.giving_back import GivingBack
from bot.cluster.held_leases import HeldLeases, Pace
from bot.platforms.telegram.inbox import Inbox, _shard
from bot.platforms.telegram.intake import Intake
from tests.fakes.long_run import LONG
from tests.fakes.schedules.database import Database
from tests.fakes.schedules.faults import Fault, Schedule
from tests.fakes.schedules.process import Process
from tests.fakes.schedules.world import World, run, simulated

CHUNK, CHUNKS = 250, 40 if LONG else 2
"""Each bug put in by hand is found within 320 schedules; `make test-long` runs 10,000."""
ENOUGH = 2000
"""Within how many schedules a bug is found."""


@pytest.fixture(autouse=True)
def _simulated() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    with simulated():
        yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_nothing_goes_wrong_in_many_schedules(chunk: int) -> None:
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        world = run(seed)
        assert not world.wrong, "\n".join([str(world.schedule), *world.story, *world.wrong])


def test_a_schedule_runs_the_same_each_time() -> None:
    for seed in range(20):
        assert run(seed).story == run(seed).story


# what was found ---------------------------------------------------------------------------------------------------


def wrong(luck: int, schedule: Schedule) -> list[str]:
    """Run a schedule with other delays; return what went wrong."""
    return World(replace(schedule, seed=luck)).run()


def test_leases_that_expired_while_the_machine_slept_and_that_nobody_took_are_used_again() -> None:
    schedule = Schedule(0, (0.0,), ((4.0, 0), (9.0, 1)), (Fault(2.0, "sleep", 0, 5.0),))
    assert not [found for luck in range(20) for found in wrong(luck, schedule)]


def test_nothing_overtakes_an_update_that_was_passed_on_and_came_back() -> None:
    updates = ((3.09, 2), (3.77, 0), (4.44, 0), (4.65, 2), (5.66, 2), (7.08, 0), (8.02, 2), (8.24, 0))
    faults = (Fault(0.79, "cut", 0, 1.57), Fault(4.15, "slow", 0, 2.57, 1.63))
    schedule = Schedule(0, (0.0, 0.46), updates, faults)
    assert not [found for luck in range(100) for found in wrong(luck, schedule)]


def test_an_update_that_a_slow_read_finds_while_it_waits_here_is_not_deleted() -> None:
    updates = ((0.96, 1), (1.75, 1), (4.02, 1), (5.1, 1))
    faults = (Fault(1.54, "slow", 0, 2.2, 2.58), Fault(4.99, "kill", 0, 0.4))
    schedule = Schedule(0, (0.0, 1.97), updates, faults)
    assert not [found for luck in range(100) for found in wrong(luck, schedule)]


def test_an_update_waits_for_those_before_it_even_if_the_lease_is_lost_while_they_are_read() -> None:
    updates = ((1.27, 1), (2.45, 1), (2.72, 2), (4.54, 0), (4.8, 1), (5.34, 1), (6.43, 0), (7.54, 0))
    faults = (Fault(1.12, "late", 0, 1.91, 1.92), Fault(1.43, "sleep", 0, 2.1), Fault(4.43, "late", 0, 6.9, 2.81))
    schedule = Schedule(0, (0.0, 1.99), updates, faults, polled=False)
    assert not [found for luck in range(150) for found in wrong(luck, schedule)]


def test_nothing_overtakes_an_update_that_is_stored_while_a_read_is_under_way() -> None:
    updates = ((1.78, 2), (2.7, 2), (4.11, 1), (4.99, 0), (5.52, 1), (6.67, 0))
    faults = (Fault(1.31, "slow", 0, 4.25, 2.62), Fault(4.94, "join", 0, 4.32))
    schedule = Schedule(0, (0.0, 1.72), updates, faults)
    assert not [found for luck in range(150) for found in wrong(luck, schedule)]


# bugs put in by hand ----------------------------------------------------------------------------------------------

Break = Callable[[pytest.MonkeyPatch], None]


def counts_too_long(patch: pytest.MonkeyPatch) -> None:
    """Count on a lease as long as the server keeps it, and a little more."""
    patch.setattr(Pace, "counts", 6.5)


def keeps_what_is_lost(patch: pytest.MonkeyPatch) -> None:
    """Extend leases that the server did not extend."""
    keep = HeldLeases.keep
    patch.setattr(HeldLeases, "keep", lambda self, _, asked, of: keep(self, of, asked, of))


def counts_by_a_clock_that_sleeps(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Process, "boot_time", lambda self: self.main.time())


def frees_before_the_work_has_ended(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(GivingBack, "releasing", lambda *_: None)


def frees_the_lease_of_another(patch: pytest.MonkeyPatch) -> None:
    """Have the server compare no fencing token."""
    patch.setattr(Database, "_is", lambda *_: True)


def acknowledges_before_it_obeys(patch: pytest.MonkeyPatch) -> None:
    """Delete an update from the inbox before it is handled."""
    deal = Intake._deal

    async def early(self: Intake, update: Any) -> None:
        assert self.inbox is not None
        self.inbox.obeyed(update.raw["update_id"])
        await asyncio.sleep(0.5)
        await deal(self, update)

    patch.setattr(Intake, "_deal", early)


def confirms_what_only_waits_in_memory(patch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> None:
        """Secure nothing."""

    patch.setattr(Intake, "secure", nothing)


def reads_nothing_before_it_obeys(patch: pytest.MonkeyPatch) -> None:
    """Let new updates overtake those stored before."""

    async def sort(self: Inbox, updates: Any) -> Any:
        mine = [one for one in updates if self.holds(_shard(one))]
        await self.hand_on(one for one in updates if one not in mine)
        return mine

    patch.setattr(Inbox, "sort", sort)


def obeys_without_the_lease(patch: pytest.MonkeyPatch) -> None:
    async def yes(*_: object) -> bool:
        return True

    patch.setattr(Inbox, "keeps", yes)


def forgets_who_waits(patch: pytest.MonkeyPatch) -> None:
    """Tell nobody of a lease that expired and was extended."""
    patch.setattr(HeldLeases, "lapses", property(lambda _: 0, lambda *_: None), raising=False)


BUGS: tuple[Break, ...] = (
    counts_too_long,
    keeps_what_is_lost,
    counts_by_a_clock_that_sleeps,
    frees_before_the_work_has_ended,
    frees_the_lease_of_another,
    acknowledges_before_it_obeys,
    confirms_what_only_waits_in_memory,
    reads_nothing_before_it_obeys,
    obeys_without_the_lease,
    forgets_who_waits,
)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__)
def test_a_bug_put_in_by_hand_is_found(bug: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    bug(monkeypatch)
    assert any(run(seed).wrong for seed in range(ENOUGH))
