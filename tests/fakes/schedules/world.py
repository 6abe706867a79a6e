"""Run one schedule, and find what must not happen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

from bot.cluster import membership
from bot.cluster.held_leases import Pace
from bot.core.services.ownership import HOUSEKEEPING
from bot.platforms.telegram import inbox
from bot.platforms.telegram.polling import POLLER
from data.coordination import LeaseKey, Note
from data.records import ChatKey, shard_of
from tests.fakes.schedules.database import Database
from tests.fakes.schedules.effects import EFFECTS, OF_THE_LIVING
from tests.fakes.schedules.faults import CALM, Fault, Schedule, drawn
from tests.fakes.schedules.process import DRIFT, GROUP, SHARDS, Process
from tests.fakes.schedules.stage import SimThread, Stage
from tests.fakes.schedules.telegram import Telegram
from tests.fakes.schedules.webhook import Webhook

PACE = Pace()
CHATS = tuple(chat for chat in range(1, 400) if shard_of(ChatKey("telegram", str(chat))) < SHARDS)[:3]
LEASES = tuple(
    LeaseKey(group.name, number) for group in (HOUSEKEEPING, GROUP, POLLER) for number in range(group.count)
)
LIMIT = 60.0
"""Seconds after the last fault in which everything must be held and obeyed."""
STEP = 1.0
LOST_NOTES = 0.1
OVER = {"obeyed", "known", "failed"}
"""What ends an update: also if somebody died who had recorded it, or if the person saw the failure."""


@contextmanager
def simulated() -> Iterator[None]:
    """Have the real code use the simulation's threads, and few shards."""
    with patch.object(membership, "LoopThread", SimThread), patch.object(inbox, "SHARDS", SHARDS):
        yield


class World:
    """The processes of one schedule, their server and Telegram."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.wrong: list[str] = []
        """What must not have happened."""
        self.story: list[str] = []
        """What happened, for who looks for a cause."""
        self.stage = Stage()
        self._luck = Random(schedule.seed)
        self._rate, self._jumps = 1.0 + self._luck.uniform(-DRIFT, DRIFT), list[tuple[float, float]]()
        self._jumped = 0.0
        self.database = Database(self._server_time, self._notify, self._granted)
        self.processes: list[Process] = []
        self._polled = Telegram(self.stage) if schedule.polled else None
        self._telegram = self._polled or Webhook(self.stage, self._luck, self.processes)
        self._became: dict[int, set[str]] = defaultdict(set)
        self._working: dict[int, str] = {}
        self._chats: dict[int, int] = {}
        self._disturbed = False
        self._end = max((fault.at + abs(fault.lasts) for fault in schedule.faults), default=0.0)

    def run(self) -> list[str]:
        """Run to the end; return what went wrong."""
        schedule, stage = self.schedule, self.stage
        for at in schedule.joins:
            stage.later(at, self.join)
        for number, (at, chat) in enumerate(schedule.updates, 1):
            self._chats[number] = CHATS[chat]
            stage.later(at, self._telegram.say, number, CHATS[chat])
        for fault in schedule.faults:
            stage.later(fault.at, self._fault, fault)
        stage.run(max(self._end, schedule.joins[-1], schedule.updates[-1][0]) + STEP)
        calm = stage.now + LIMIT
        while (unsettled := self._unsettled()) and stage.now < calm:
            stage.run(stage.now + STEP)
        if unsettled:
            self.wrong.append(f"after {LIMIT:g} s of calm {unsettled}")
        self._check_order()
        for process in self.processes:
            process.bury()
        return self.wrong

    # processes and faults -------------------------------------------------------------------------------------------

    def join(self) -> None:
        """Start one more process."""
        name = f"p{len(self.processes)}"
        self.processes.append(Process(name, self.stage, self.database, self._polled, self._luck, self._noted))
        self._tell(f"{name} joins")

    def jump(self, seconds: float) -> None:
        """Set the server's clock, forward or back."""
        self._jumped += seconds
        self._jumps.append((self.stage.now, seconds))

    def _fault(self, fault: Fault) -> None:
        process = self.processes[fault.process % len(self.processes)]
        self._tell(str(fault))
        self._disturbed |= fault.kind not in CALM
        if not process.is_dead or fault.kind not in OF_THE_LIVING:
            EFFECTS[fault.kind](self, process, fault)

    def _server_time(self) -> float:
        return self._rate * self.stage.now + self._jumped

    def _notify(self, note: Note) -> None:
        for process in self.processes:
            coordination = process.coordination
            hears = note.channel in coordination.channels and coordination.connected and process.way.back
            if hears and self._luck.random() >= LOST_NOTES:
                assert coordination.heard is not None
                self.stage.later(process.way.delay, process.heart.call_soon, coordination.heard, note)

    # checks ---------------------------------------------------------------------------------------------------------

    def _granted(self, name: str, lease: LeaseKey) -> None:
        """Check that nobody else counts on a lease, or still works under it."""
        self._tell(f"{name} is granted {lease.name}")
        for process in self.processes:
            if process.name == name or process.is_dead or process.member is None:
                continue
            held = process.member._held  # no port says until when
            left = held._until.get(lease, 0.0) - held.now()
            if left > self._slack() and held.holds(lease):
                self._is_wrong(f"{name} is granted {lease.name}, {process.name} counts on it for {left:.2f} s more")
            if not self._disturbed and lease.group == GROUP.name:
                late = [number for number, one in self._working.items() if one == process.name]
                if any(self._shard(number) == lease.number for number in late):
                    self._is_wrong(f"{name} is granted {lease.name}, {process.name} still obeys {late}")

    def _slack(self) -> float:
        """Return how long two may count on a lease: as long as the server's clock jumped over the margin."""
        since = self.stage.now - PACE.lasts * 1.1
        jumped = sum(by for at, by in self._jumps if at >= since and by > 0)
        return max(0.0, jumped + 2 * DRIFT * PACE.lasts - PACE.margin)

    def _shard(self, number: int) -> int:
        return shard_of(ChatKey("telegram", str(self._chats[number])))

    def _noted(self, what: str, number: int, name: str) -> None:
        """Check that nothing is obeyed twice, or begun without need."""
        self._tell(f"{name}: {number} {what}")
        became = self._became[number]
        match what:
            case "begun" | "seized":
                if what == "seized":
                    self._is_wrong(f"{number} is obeyed by {name}, which has lost the lease")
                if became and not self._disturbed:
                    self._is_wrong(f"{number} comes again although nothing went wrong")
                self._working[number] = name
            case "done":
                self._working.pop(number, None)
            case "unfinished":
                self._disturbed = True  # its lease is released nevertheless
            case "obeyed":
                if "obeyed" in became:
                    self._is_wrong(f"{number} is obeyed twice")
        became.add(what)

    def _check_order(self) -> None:
        """Check that what was obeyed was recorded in order within each chat, but for what had failed before."""
        last: dict[int, int] = {}
        for number in map(int, self.database.commands):
            if "obeyed" in self._became[number] and "failed" not in self._became[number]:
                chat = self._chats[number]
                if last.get(chat, 0) > number:
                    self._is_wrong(f"{number} is obeyed after {last[chat]}")
                last[chat] = number

    def _is_wrong(self, what: str) -> None:
        self.wrong.append(f"{self.stage.now:.3f}: {what}")

    def _unsettled(self) -> str:
        """Return what is not as it must be once nothing goes wrong any more."""
        living = [one for one in self.processes if not one.is_dead and not one.is_ending]
        if any(one.member is None for one in living):
            return "somebody has not joined"
        for lease in LEASES if living else ():
            holders = [one.name for one in living if one.member is not None and one.member.holds(lease.name)]
            if len(holders) != 1:
                return f"{lease.name} is held by {holders or 'nobody'}"
        counts = [len([lease for lease in one.member.held if lease.startswith("telegram/")]) for one in living]  # type: ignore[union-attr]
        if living and max(counts) - min(counts) > 1:
            return f"the shards are shared {counts}"
        missing = [number for number in self._chats if living and not OVER & self._became[number]]
        if missing or (living and self.database.inbox):
            return f"updates {missing} are not obeyed, {self.database.inbox} wait"
        return ""

    def _tell(self, what: str) -> None:
        self.story.append(f"{self.stage.now:.3f} {what}")


def run(seed: int) -> World:
    """Run the schedule of a seed, to its end."""
    world = World(drawn(seed, len(CHATS)))
    world.run()
    return world
