"""Count what a running bot does, for Prometheus."""

from __future__ import annotations

from collections import Counter as Counts
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot import __version__
from bot.build import commit, postgres_schema, sqlite_schema
from bot.http.refusals import Kind
from data.records import PersonKey

FINE = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
WAITING = 10_000
"""How many tables may wait to be shown before the oldest is no longer timed."""


class _Errors(Collector):
    """Reports how often each kind of error was logged."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._counts = counts

    def collect(self) -> Iterable[CounterMetricFamily]:
        family = CounterMetricFamily("palmares_errors", "Warnings and errors in the log, by kind", labels=["kind"])
        for kind, count in list(self._counts.items()):
            family.add_metric([kind], count)
        yield family


class _Refusals(Collector):
    """Reports how often each port refused a request, by reason."""

    def __init__(self, counts: Mapping[tuple[str, Kind], int]) -> None:
        self._counts = counts

    def collect(self) -> Iterable[CounterMetricFamily]:
        said = "Requests and connections that an HTTP port refused, by why"
        family = CounterMetricFamily("palmares_refused_requests", said, labels=["port", "kind"])
        for (port, kind), count in list(self._counts.items()):
            family.add_metric([port, kind.value], count)
        yield family


class Member(Protocol):
    """A process among those that serve one database."""

    @property
    def held(self) -> Sequence[str]:
        """Return the names of the leases it holds, `group/number`."""

    @property
    def age(self) -> float:
        """Return the seconds since its last answered heartbeat."""

    @property
    def living(self) -> int:
        """Return how many processes lived then."""


class _Membership(Collector):
    """Reports what a process holds."""

    def __init__(self, member: Member) -> None:
        self._member = member

    def collect(self) -> Iterable[Metric]:
        leases = GaugeMetricFamily("palmares_leases_held", "Leases that this process holds", labels=["group"])
        for group, count in Counts(lease.rpartition("/")[0] for lease in self._member.held).items():
            leases.add_metric([group], count)
        yield leases
        age = "Seconds since the last heartbeat of this process that the database answered"
        yield GaugeMetricFamily("palmares_heartbeat_age_seconds", age, self._member.age)
        yield GaugeMetricFamily("palmares_processes", "Processes that serve the database", self._member.living)


class Disk(Protocol):
    """The disk of a database."""

    @property
    def free(self) -> int | None:
        """Return the free bytes, None if unknown."""

    @property
    def limit(self) -> int:
        """Return how many bytes should be free."""


class _DiskRoom(Collector):
    """Reports the free space of a disk."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def collect(self) -> Iterable[Metric]:
        if self._disk.free is not None:
            about = "Bytes that are free on the disk of the database"
            yield GaugeMetricFamily("palmares_disk_free_bytes", about, self._disk.free)
        about = "Bytes that are to be free there, as PALMARES_MIN_DISK_MB says"
        yield GaugeMetricFamily("palmares_disk_limit_bytes", about, self._disk.limit)


class Metrics:
    """Counts the core's events, in a separate registry."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ours = self._registry
        ProcessCollector(registry=ours)
        PlatformCollector(registry=ours)
        Info("palmares_build", "The program that runs", registry=ours).info(
            {
                "version": __version__,
                "commit": commit() or "unknown",
                "sqlite_schema": str(sqlite_schema()),
                "postgres_schema": str(postgres_schema()),
            }
        )
        self._acts = {
            kind: Counter(f"palmares_{many}", f"Accepted {many}", ["platform"], registry=ours)
            for kind, many in (("press", "presses"), ("command", "commands"))
        }
        self._refusals = Counter(
            "palmares_refusals", "Presses and commands that were refused", ["platform", "kind"], registry=ours
        )
        self._calls = Counter(
            "palmares_messenger_calls",
            "Calls of a platform to show boards, by how they ended",
            ["platform", "call", "outcome"],
            registry=ours,
        )
        self._stored = Histogram(
            "palmares_stored_seconds",
            "From a press or command to what it changed being stored",
            ["platform", "kind"],
            buckets=FINE,
            registry=ours,
        )
        self._shown = Histogram(
            "palmares_shown_seconds",
            "From a press or command to its table being shown",
            ["platform"],
            buckets=FINE,
            registry=ours,
        )
        self._connected = Gauge(
            "palmares_platform_connected", "Whether the bot can hear people there", ["platform"], registry=ours
        )
        self._problems: Callable[[], Mapping[str, str | None]] = dict
        self._ready = Gauge("palmares_ready", "Whether people can be served, as /readyz says", registry=ours)
        self._inbox_depth = Gauge(
            "palmares_inbox_waiting", "Updates that others took in and this process is to obey", registry=ours
        )
        self._inbox_age = Gauge(
            "palmares_inbox_age_seconds", "How long the first of those updates has waited", registry=ours
        )
        self._backlog: Callable[[], tuple[int, float]] = lambda: (0, 0.0)
        self._open = Gauge("palmares_tables_open", "Tables in a lobby or in play", ["status"], registry=ours)
        self._began: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def watch_errors(self, errors: Mapping[str, int]) -> None:
        """Report logged errors by kind; `errors` changes as they happen."""
        self._registry.register(_Errors(errors))

    def watch_refusals(self, counts: Mapping[tuple[str, Kind], int]) -> None:
        """Report refusals of the HTTP ports by port and kind; `counts` changes as they happen."""
        self._registry.register(_Refusals(counts))

    def watch_disk(self, disk: Disk) -> None:
        self._registry.register(_DiskRoom(disk))

    def watch_membership(self, member: Member) -> None:
        self._registry.register(_Membership(member))

    # events of the core ---------------------------------------------------------------------------------------------

    def acted(self, kind: str, platform: str, began: float, ended: float, *, table: str | None) -> None:
        self._acts[kind].labels(platform).inc()
        self._stored.labels(platform, kind).observe(max(0.0, ended - began))
        if table is not None:
            self._began.setdefault(table, (platform, began))
            while len(self._began) > WAITING:
                self._began.popitem(last=False)

    def met(self, person: PersonKey) -> None:
        """Count nothing: metrics do not identify people."""

    def refused(self, kind: str, platform: str) -> None:
        self._refusals.labels(platform, kind).inc()

    def called(self, platform: str, call: str, outcome: str) -> None:
        self._calls.labels(platform, call, outcome).inc()

    def shown(self, table: str, now: float) -> None:
        waiting = self._began.pop(table, None)
        if waiting is not None:
            platform, began = waiting
            self._shown.labels(platform).observe(max(0.0, now - began))

    def watch_platforms(self, problems: Callable[[], Mapping[str, str | None]]) -> None:
        """Call this at each scrape for why each platform is not connected, None if it is."""
        self._problems = problems

    def watch_backlog(self, backlog: Callable[[], tuple[int, float]]) -> None:
        """Call this at each scrape for the inbox's waiting updates and the age of the first in seconds."""
        self._backlog = backlog

    # the scrape -----------------------------------------------------------------------------------------------------

    def text(self, tables: Mapping[str, int], *, ready: bool = True) -> bytes:
        """Return all metrics in Prometheus' format, with the number of tables by status."""
        self._ready.set(ready)
        self._open.clear()  # without a current count, the old one is wrong
        for status, count in tables.items():
            self._open.labels(status).set(count)
        for platform, problem in self._problems().items():
            self._connected.labels(platform).set(problem is None)
        depth, age = self._backlog()
        self._inbox_depth.set(depth)
        self._inbox_age.set(age)
        return generate_latest(self._registry)
