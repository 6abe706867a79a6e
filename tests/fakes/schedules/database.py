"""The database's server in memory, by the contracts of `data/coordination.py` and `data/inbox.py`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from data.coordination import LeaseKey, Note, ProcessRecord, Roll
from data.inbox import UpdateRecord


@dataclass(slots=True)
class Lease:
    """A row of a lease."""

    holder: str | None = None
    term: int = 0
    until: float = float("-inf")


class Database:
    """What all processes share; each call is one statement, and takes no time."""

    def __init__(
        self,
        now: Callable[[], float],
        notify: Callable[[Note], None] = lambda _: None,
        granted: Callable[[str, LeaseKey], None] = lambda *_: None,
    ) -> None:
        """Read the server's clock by `now`, deliver notes by `notify`; `granted` hears who was granted what."""
        self.now = now
        self._notify = notify
        self._granted = granted
        self.leases: dict[LeaseKey, Lease] = {}
        self._processes: dict[str, tuple[frozenset[str], float]] = {}
        self._inbox: dict[tuple[int, int], tuple[str, float]] = {}
        self.commands: dict[str, None] = {}
        """The commands that were recorded, in order."""

    # processes and leases -------------------------------------------------------------------------------------------

    def join(self, process: str, groups: Mapping[str, int], *, lasts: float, alone: bool = False) -> None:
        self._processes[process] = frozenset(groups), self.now()
        for group, count in groups.items():
            for number in range(count):
                self.leases.setdefault(LeaseKey(group, number), Lease())

    def beat(
        self, process: str, groups: Sequence[str], fencing_tokens: Mapping[LeaseKey, int], *, lasts: float
    ) -> Roll:
        now = self.now()
        kept = []
        for key, term in fencing_tokens.items():
            if self._is(key, process, term):
                self.leases[key].until = now + lasts
                kept.append(key)
        self._processes[process] = frozenset(groups), now
        living = [
            ProcessRecord(name, served)
            for name, (served, seen) in self._processes.items()
            if name == process or seen > now - lasts / 2
        ]
        holders = {
            key: lease.holder
            for key, lease in self.leases.items()
            if lease.holder not in {None, process} and lease.until > now
        }
        return Roll(
            processes=tuple(sorted(living, key=lambda one: one.name)),
            holders=holders,  # type: ignore[arg-type]  # None is none of them
            kept=frozenset(kept),
            rest=min((self.leases[key].until - now for key in holders), default=None),
        )

    def take(
        self, process: str, group: str, most: int, *, count: int, lasts: float, beside: Collection[LeaseKey] = ()
    ) -> dict[LeaseKey, int]:
        now = self.now()
        free = [
            (key, lease)
            for key, lease in self.leases.items()
            if key.group == group
            and key.number < count
            and key not in beside
            and (lease.holder is None or lease.holder == process or lease.until < now)
        ][:most]
        for key, lease in free:
            lease.holder, lease.term, lease.until = process, lease.term + 1, now + lasts
            self._granted(process, key)
        return {key: lease.term for key, lease in free}

    def give_back(self, process: str, fencing_tokens: Mapping[LeaseKey, int], notes: Sequence[Note] = ()) -> None:
        for key, term in fencing_tokens.items():
            if self._is(key, process, term):
                self._free(self.leases[key])
        self.tell(notes)

    def leave(self, process: str, notes: Sequence[Note] = ()) -> None:
        self._processes.pop(process, None)
        for lease in self.leases.values():
            if lease.holder == process:
                self._free(lease)
        self.tell(notes)

    def tell(self, notes: Sequence[Note]) -> None:
        for note in notes:
            self._notify(note)

    def holder(self, key: LeaseKey) -> str | None:
        """Return who holds a lease now."""
        lease = self.leases.get(key, Lease())
        return lease.holder if lease.until > self.now() else None

    def _is(self, key: LeaseKey, process: str, term: int) -> bool:
        lease = self.leases[key]
        return lease.holder == process and lease.term == term

    @staticmethod
    def _free(lease: Lease) -> None:
        lease.holder, lease.until = None, float("-inf")

    # updates and commands -------------------------------------------------------------------------------------------

    def put_in(self, updates: Sequence[UpdateRecord], *, most: int) -> set[int]:
        full = {shard for shard in {update.shard for update in updates} if self._waiting([shard]) >= most}
        for update in updates:
            if update.shard not in full:
                self._inbox.setdefault((update.shard, update.number), (update.payload, self.now()))
        return full

    def take_out(
        self, shards: Collection[int], *, done: Iterable[tuple[int, int]], known: Collection[int], limit: int
    ) -> list[UpdateRecord]:
        for key in done:
            self._inbox.pop(key, None)
        keys = sorted(
            (key for key in self._inbox if key[0] in shards and key[1] not in known), key=lambda key: key[1]
        )
        return [self._record(*key) for key in keys[:limit]]

    def inbox_depth(self, shards: Collection[int]) -> tuple[int, float]:
        ages = [self.now() - at for (shard, _), (_, at) in self._inbox.items() if shard in shards]
        return len(ages), max(ages, default=0.0)

    def take_command(self, bot: str, digest: str, at: float) -> bool:
        new = digest not in self.commands
        self.commands[digest] = None
        return new

    def forget_commands(self, before: float) -> None:
        """They are too young."""

    @property
    def inbox(self) -> list[int]:
        """Return the numbers of the updates that wait."""
        return sorted(number for _, number in self._inbox)

    def _waiting(self, shards: Collection[int]) -> int:
        return sum(shard in shards for shard, _ in self._inbox)

    def _record(self, shard: int, number: int) -> UpdateRecord:
        payload, at = self._inbox[shard, number]
        return UpdateRecord(shard, number, payload, self.now() - at)
