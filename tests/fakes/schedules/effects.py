"""What each fault does to a simulated world, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tests.fakes.schedules.faults import Fault
from tests.fakes.schedules.process import Process
from tests.fakes.schedules.stage import Stage


class World(Protocol):
    """What a fault may touch."""

    stage: Stage
    processes: list[Process]

    def join(self) -> None:
        """Start one more process."""

    def jump(self, seconds: float) -> None:
        """Set the server's clock."""


Effect = Callable[[World, Process, Fault], None]


def _join(world: World, _: Process, __: Fault) -> None:
    world.join()


def _end(_: World, process: Process, __: Fault) -> None:
    process.end()


def _kill(world: World, process: Process, fault: Fault) -> None:
    process.kill()
    world.stage.later(fault.lasts, world.join)


def _clock(world: World, _: Process, fault: Fault) -> None:
    world.jump(fault.lasts)


def _freeze(world: World, process: Process, fault: Fault) -> None:
    _halt(world, process, fault, 0.0)


def _sleep(world: World, process: Process, fault: Fault) -> None:
    """Have the machine sleep: the clocks of its loops stand still too."""
    _halt(world, process, fault, fault.lasts)


def _halt(world: World, process: Process, fault: Fault, slept: float) -> None:
    if not process.main.stopped:
        for loop in (process.main, process.heart):
            loop.stop()
        world.stage.later(fault.lasts, _go_on, process, slept)


def _stick(world: World, process: Process, fault: Fault) -> None:
    """Stop the main thread; the heartbeat goes on."""
    if not process.main.stopped:
        process.main.stop()
        world.stage.later(fault.lasts, _go_on, process, 0.0)


def _go_on(process: Process, slept: float) -> None:
    if not process.is_dead:
        for loop in (process.main, process.heart):
            loop.go_on(slept)


def _cut(world: World, process: Process, fault: Fault) -> None:
    process.way.there = process.way.back = False
    world.stage.later(fault.lasts, _mend, process)


def _outage(world: World, _: Process, fault: Fault) -> None:
    for process in world.processes:
        _cut(world, process, fault)


def _deaf(world: World, process: Process, fault: Fault) -> None:
    process.way.back = False
    world.stage.later(fault.lasts, _mend, process)


def _mute(world: World, process: Process, fault: Fault) -> None:
    process.way.there = False
    world.stage.later(fault.lasts, _mend, process)


def _slow(world: World, process: Process, fault: Fault) -> None:
    process.way.slow_there = fault.seconds
    world.stage.later(fault.lasts, _mend, process)


def _late(world: World, process: Process, fault: Fault) -> None:
    process.way.slow_back = fault.seconds
    world.stage.later(fault.lasts, _mend, process)


def _telegram(world: World, process: Process, fault: Fault) -> None:
    process.to_telegram.there = process.to_telegram.back = False
    world.stage.later(fault.lasts, _mend, process)


def _mend(process: Process) -> None:
    process.way.slow_there = process.way.slow_back = 0.0
    if not process.is_dead:
        process.way.there = process.way.back = True
        process.to_telegram.there = process.to_telegram.back = True


EFFECTS: dict[str, Effect] = {
    "kill": _kill,
    "freeze": _freeze,
    "sleep": _sleep,
    "stick": _stick,
    "cut": _cut,
    "deaf": _deaf,
    "mute": _mute,
    "slow": _slow,
    "late": _late,
    "outage": _outage,
    "clock": _clock,
    "telegram": _telegram,
    "end": _end,
    "join": _join,
}
OF_THE_LIVING = EFFECTS.keys() - {"join", "clock", "outage", "kill"}
"""Faults that a dead process can't have; a second kill starts one more."""
