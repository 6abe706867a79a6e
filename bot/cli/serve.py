"""Run the bot: its platforms, its clock and its health checks, until a signal stops it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Awaitable, Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from bot.bootstrap import LEASE_NUMBERS, application, entropy_of, leases, platforms, wanted
from bot.build import version
from bot.cli.database import keeping_others_out
from bot.cli.gc_tuning import tune_gc
from bot.cluster.chat_leases import ChatLeases
from bot.cluster.membership import Membership
from bot.cluster.owned_backlog import OwnedBacklog
from bot.core.application import Application
from bot.core.common.background import cancel
from bot.core.common.clock import SystemClock
from bot.core.common.entropy import Demonstration
from bot.core.features.registry import registry
from bot.core.ratelimit.flood_guard import FloodGuard
from bot.core.services.chat_homes import ChatHomes, HomeStore
from bot.core.services.lease_tasks import while_held
from bot.core.services.ownership import HOUSEKEEPING, Backlog, Ownership, SoleOwnership
from bot.http.refusals import REFUSALS
from bot.observability.day_log import DayLog, ErrorTally
from bot.observability.disk_watch import DiskWatch
from bot.observability.health import Health
from bot.observability.log_identity import IDENTITY
from bot.platforms.base import Backlogged, CannotStart, CannotStartNow, Platform, SharedOut
from bot.platforms.supervisor import PlatformSupervisor
from bot.settings import Settings
from data.coordination import ScopedStore
from data.errors import DatabaseAway, DatabaseInUse, StoreError, StoreFailed, UnusableDatabase
from data.open_store import is_server, open_coordination, open_store, sqlite_path
from data.sqlite.migrations import MEMORY
from data.store import Store
from render import picture
from render.films.moving import draw_motion

if TYPE_CHECKING:
    from bot.observability.metrics import Metrics

BROKEN = 1


DRAINING, CLOSING, LAST = 4.5, 1.5, 9.5
"""Seconds after a stop signal: to finish what was received, to close the platforms, and until a forced exit."""

AWAY, AGAIN = 60.0, 1.0
"""Seconds to wait for a database server at the start, and between tries."""

STARTED = 5.0
"""Seconds after which a start is over: the platforms are connected and the boards are shown again."""

log = logging.getLogger("bot")


async def run(settings: Settings, asked: str | None, errors: ErrorTally) -> None:
    clock, stop, commands = SystemClock(), _stop_signal(), registry()
    store = await _opened(settings.database_url, stop)
    names, alone = wanted(settings, asked), AsyncExitStack()
    try:
        homes = ChatHomes(store) if isinstance(store, HomeStore) else None
        membership = await _joined(settings, names, homes, alone)
    except (StoreError, UnusableDatabase) as error:
        await store.close()
        raise _because(error, "DATABASE_URL") from error
    except CannotStart:
        await store.close()
        raise
    ownership: Ownership = SoleOwnership() if membership is None else membership
    served: list[Platform] = []
    health: Health | None = None
    metrics = _metrics(errors) if settings.health_port is not None else None
    day, disk = DayLog(errors, metrics), _disk(settings)
    if not is_server(settings.database_url) and sqlite_path(settings.database_url) == MEMORY:
        log.warning("DATABASE_URL is in memory: all games are gone when the bot ends")
    try:
        served += platforms(names, settings, store, clock, commands, ownership, homes)
        supervisor = PlatformSupervisor(served, clock, _say)
        day.watch(lambda: _serving(served))
        if metrics is not None:
            health = Health(
                store,
                metrics.text,
                lambda: {**supervisor.problems(), **_late(membership)},
                stop.is_set,
                lambda: _serving(served),
            )
            _watch(metrics, supervisor, served)
            if membership is not None:
                metrics.watch_membership(membership)
            if disk is not None:
                metrics.watch_disk(disk)
        async with application(
            store,
            {platform.name: platform.messenger for platform in served},
            clock,
            picture,
            entropy=entropy_of(settings.seed),
            demonstration=None if settings.seed is None else Demonstration(settings.seed),
            language=settings.language,
            max_tables=settings.max_tables,
            rule_books=settings.rule_books,
            limiters={platform.name: platform.limiter for platform in served if platform.limiter is not None},
            measures=day,
            flood_guard=FloodGuard(clock),
            draw_motion=draw_motion,
            authorities={platform.name: platform.authority for platform in served},
            ownership=ownership,
            backlog=_backlog(store, membership),
        ) as core:
            prepared = asyncio.create_task(_prepare_pictures())
            try:
                if health is not None and settings.health_port is not None:
                    address = await _watched(health, settings.health_port, settings.health_host)
                    _say(f"Health and metrics are at {address}")
                log.info("%s starts on %s", version(), _places(served, settings))
                watches = (day.run(clock), *((disk.run(clock),) if disk is not None else ()))
                await _serve(core, ownership, supervisor, stop, *watches)
            finally:
                prepared.cancel()
                given = (membership.resign(),) if membership is not None else ()
                ending = (*given, *(platform.drain() for platform in served))
                await asyncio.gather(*(_within(work, DRAINING) for work in ending))
    finally:
        await asyncio.gather(*(_within(platform.close(), CLOSING) for platform in served))
        if membership is not None:
            await membership.leave()
        await alone.aclose()
        if health is not None:
            await health.stop()
        await store.close()
        day.tell()
        log.info("stopped")


async def _opened(url: str, stop: asyncio.Event) -> Store:
    """Open the store; wait a limited time for a server, or until the stop signal.

    Raises CannotStart.
    """
    end, told = monotonic() + AWAY, False
    while True:
        try:
            store = await open_store(url, alone=True)
        except (ValueError, UnusableDatabase) as error:
            if not isinstance(error, DatabaseAway) or stop.is_set() or monotonic() > end:
                raise _because(error, "DATABASE_URL") from error
            if not told:
                log.warning("DATABASE_URL: %s; waiting for it, %.0f s at most", error, AWAY)
            told = True
        else:
            await store.tidy()
            return store
        with suppress(TimeoutError):
            async with asyncio.timeout(AGAIN):
                await stop.wait()


async def _joined(
    settings: Settings, names: tuple[str, ...], homes: ChatHomes | None, alone: AsyncExitStack
) -> Membership | None:
    """Join the processes that serve a database on a server; return None for a file, which allows one process.

    A process that serves only some shards of Discord also gets None: it locks out others while `alone` is open.
    Raises DatabaseInUse and StoreFailed, CannotStart for an invalid listening address.
    """
    if homes is None:
        return None
    shards = settings.discord.shards if settings.discord is not None and "discord" in names else None
    if shards is not None and not shards.are_all:
        await alone.enter_async_context(keeping_others_out(settings.database_url))
        return None
    try:
        coordination = open_coordination(settings.database_url, settings.listening_url)
        membership = Membership(coordination, leases(names), ChatLeases(LEASE_NUMBERS, homes.of))
        await membership.join()
    except (StoreFailed, UnusableDatabase) as error:
        if isinstance(error, DatabaseInUse) or not settings.listening_url:
            raise
        raise _because(error, "DATABASE_LISTEN_URL") from error
    log.info("this process is %s, one of %d", membership.name, membership.living)
    IDENTITY.use(membership.name, lambda: membership.held)
    return membership


def _because(error: Exception, setting: str) -> CannotStart:
    """Return why the bot cannot start with a setting: CannotStartNow if the database is unreachable."""
    kind = CannotStartNow if isinstance(error, DatabaseAway | StoreFailed) else CannotStart
    return kind(f"{setting}: {error}")


def _late(membership: Membership | None) -> dict[str, str | None]:
    """Return what is wrong with this process's membership; None if nothing is."""
    if membership is None:
        return {}
    return {"processes": None if membership.ready else "this process has had no answered heartbeat lately"}


def _backlog(store: Store, membership: Membership | None) -> Backlog:
    if membership is None:
        return store
    if not isinstance(store, ScopedStore):
        raise TypeError("a store whose work cannot be shared out")
    return OwnedBacklog(store, membership)


def _metrics(errors: ErrorTally) -> Metrics:
    """Return the metrics for Prometheus; its library is imported only now, since few bots need it."""
    from bot.observability.metrics import Metrics

    metrics = Metrics()
    metrics.watch_errors(errors.counts)
    metrics.watch_refusals(REFUSALS.counts)
    return metrics


def _disk(settings: Settings) -> DiskWatch | None:
    """Return a watch of the free space on a database file's disk; None for a server."""
    if is_server(settings.database_url) or (path := sqlite_path(settings.database_url)) == MEMORY:
        return None
    return DiskWatch(Path(path).resolve().parent, settings.min_disk)


def _watch(metrics: Metrics, supervisor: PlatformSupervisor, served: Sequence[Platform]) -> None:
    """Let the metrics query the platforms' state."""
    metrics.watch_platforms(supervisor.problems)
    for platform in served:
        if isinstance(platform, Backlogged):
            metrics.watch_backlog(platform.how_far_behind)


def _places(served: Sequence[Platform], settings: Settings) -> str:
    """Return the names of the platforms, with the Discord shards served."""
    shards = settings.discord.shards if settings.discord is not None else None
    some = f" (shards {shards.first}-{shards.last} of {shards.count})" if shards is not None else " (all shards)"
    return ", ".join(platform.name + (some if platform.name == "discord" else "") for platform in served)


def _serving(served: Sequence[Platform]) -> list[str]:
    shared = [(platform.name, platform.serving) for platform in served if isinstance(platform, SharedOut)]
    return [f"{name}: {part}" for name, part in shared if part]


async def _serve(
    core: Application,
    ownership: Ownership,
    supervisor: PlatformSupervisor,
    stop: asyncio.Event,
    *others: Coroutine[None, None, None],
) -> None:
    """Serve until the stop signal. Raises CannotStart if a platform refuses at the start."""
    tasks = [
        asyncio.create_task(work) for work in (stop.wait(), supervisor.run(core), _go_on(core, ownership), *others)
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await cancel(*tasks)


async def _go_on(core: Application, ownership: Ownership) -> None:
    """Maintain boards and clocks until cancelled; do the housekeeping too if this process has its lease."""
    tune_gc()

    async def beside() -> None:
        await asyncio.gather(core.resume(), *(work.run(core.service.clock) for work in core.beside))

    features = while_held(ownership, HOUSEKEEPING.lease(), beside)
    everywhere = (work.run(core.service.clock) for work in core.everywhere)
    await asyncio.gather(core.publisher.watch(), core.scheduler.run(), features, *everywhere)


async def _prepare_pictures() -> None:
    """Draw the usual boards once the start is over, which the drawing would slow down."""
    await asyncio.sleep(STARTED)
    await asyncio.to_thread(picture.prepare)


async def _within(work: Awaitable[None], seconds: float) -> None:
    """Run a shutdown step with a time limit; its errors are only logged."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except Exception as error:  # noqa: BLE001 - logged; the stored data is safe
        log.warning("shutdown was incomplete: %s: %s", type(error).__name__, error)


async def _watched(health: Health, port: int, host: str) -> str:
    try:
        return await health.start(port, host)
    except OSError as error:
        names = "PALMARES_HEALTH_HOST, PALMARES_HEALTH_PORT"
        raise CannotStart(f"{names}: {error.strerror or error}") from error


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def _stop_signal() -> asyncio.Event:
    """Return an event that the first Ctrl+C or SIGTERM sets; a second Ctrl+C exits at once."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def asked(which: signal.Signals) -> None:
        stop.set()
        loop.call_later(LAST, os._exit, BROKEN)  # whatever hangs: everything acknowledged is on disk
        loop.remove_signal_handler(which)

    for which in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(which, asked, which)
    return stop
