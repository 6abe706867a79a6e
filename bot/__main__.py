"""`python -m bot`: reads the settings, puts everything together and runs until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import platform
import re
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from dotenv import dotenv_values

from bot import __version__, admin, collector, export, importing, logs, verifying
from bot.adapters.health import Health
from bot.core.clock import SystemClock
from bot.core.manners import Manners
from bot.core.registry import registry
from bot.core.texts import languages
from bot.day_log import DayLog, ErrorTally
from bot.metrics import Metrics
from bot.platforms import NAMES, CannotStart, Platform, platforms, wanted
from bot.settings import BadSettings, Settings, exposed, misspelt, read
from bot.supervisor import PlatformSupervisor
from bot.wiring import House, entropy_of, house
from data.migrate import MEMORY
from data.store import UnusableDatabase
from data.url import open_store, sqlite_path
from render.picture import draw

USAGE_ERROR = 2
BROKEN = 1
INTERRUPTED = 130
DRAINING, CLOSING, LAST = 4.5, 1.5, 9.5
"""Seconds, after being told to stop: to finish what was heard, to leave the platforms, and to end in any case."""

_log = logging.getLogger("bot")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the bot; the exit code."""
    options = _parser().parse_args(arguments)
    if options.platform == verifying.NAME:  # whoever checks a game needs no bot, and so no settings
        return verifying.run(options.file, options.key)
    try:
        values = _environment(options)
        settings = _read(values, options)
        errors = logs.set_up(settings.log, settings.secrets, as_json=settings.log_json)
        if unknown := misspelt(values):
            _log.warning("there are no such settings: %s", ", ".join(unknown))
        if options.platform == export.NAME:
            return asyncio.run(export.run(settings.database_url, options.code))
        if options.platform == importing.NAME:
            return asyncio.run(importing.run(settings.database_url, options.file, options.beside))
        if options.platform == admin.NAME:
            return asyncio.run(admin.run(settings.database_url, options.task, getattr(options, "argument", "")))
        if exposed(Path(".env"), dotenv_values(".env")):
            _log.warning("others on this machine can read .env, where something secret stands: chmod 600 .env")
        asyncio.run(_run(settings, getattr(options, "platform", None), errors))
    except (BadSettings, CannotStart) as error:
        print(error, file=sys.stderr)  # noqa: T201
        return USAGE_ERROR
    except Exception:  # noqa: BLE001 - the end of the line: logged, with nothing secret
        _log.exception("the program cannot go on")
        return BROKEN
    except KeyboardInterrupt:  # the second one: somebody is in a hurry
        return INTERRUPTED
    return 0


def _parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    shared.add_argument("--host", help="address of the web page (PALMARES_HOST)")
    shared.add_argument("--port", help="port of the web page, 0 for any free one (PALMARES_PORT)")
    shared.add_argument("--database", metavar="URL", help="where the games are kept (DATABASE_URL)")
    shared.add_argument("--lang", help=f"{', '.join(languages())} (PALMARES_LANGUAGE)")
    shared.add_argument("--seed", help="the same dice at every start, for demonstrations (PALMARES_SEED)")
    about = "Parchís and Palma in a group chat."
    parser = argparse.ArgumentParser(prog="python -m bot", description=about, parents=[shared])
    parser.add_argument("--version", action="version", version=_version())
    where = parser.add_subparsers(
        dest="platform",
        metavar="{" + ",".join((*NAMES, export.NAME, importing.NAME, verifying.NAME, admin.NAME)) + "}",
        help="where to play; if nothing is said, wherever there is a token for, and without any on the web page",
    )
    for name, about in zip(NAMES, ("a web page on this machine", "Discord", "Telegram"), strict=True):
        where.add_parser(name, help=about, parents=[shared])
    export.add_to(where, shared)
    importing.add_to(where, shared)
    verifying.add_to(where)
    admin.add_to(where, shared)
    return parser


def _version() -> str:
    """What runs: the program, and what it stands on."""
    return f"palmares {__version__} (Python {platform.python_version()}, SQLite {sqlite3.sqlite_version})"


_OPTIONS = {
    "host": "PALMARES_HOST",
    "port": "PALMARES_PORT",
    "database": "DATABASE_URL",
    "lang": "PALMARES_LANGUAGE",
    "seed": "PALMARES_SEED",
}


def _environment(options: argparse.Namespace) -> dict[str, str | None]:
    """The settings: `.env`, over it the environment, over it the command line."""
    given = {name: str(getattr(options, option)) for option, name in _OPTIONS.items() if hasattr(options, option)}
    empty = [f"--{option} needs a value" for option, name in _OPTIONS.items() if not given.get(name, "-").strip()]
    if empty:
        raise BadSettings("\n".join(empty))
    try:
        return {**dotenv_values(".env"), **os.environ, **given}
    except (OSError, UnicodeDecodeError) as error:
        raise CannotStart(f".env cannot be read: {error}") from error


def _read(values: Mapping[str, str | None], options: argparse.Namespace) -> Settings:
    """The settings; what is wrong with an option of the command line is told by the option's name."""
    try:
        return read(values)
    except BadSettings as error:
        text = str(error)
        for option, name in _OPTIONS.items():
            if hasattr(options, option):
                text = re.sub(rf"^{name}\b", f"--{option}", text, flags=re.MULTILINE)
        raise BadSettings(text) from error


async def _run(settings: Settings, asked: str | None, errors: ErrorTally) -> None:
    clock, stop, commands = SystemClock(), _stop_signal(), registry()
    try:
        store = await open_store(settings.database_url, alone=True)
    except (ValueError, UnusableDatabase) as error:
        raise CannotStart(f"DATABASE_URL: {error}") from error
    found: list[Platform] = []
    health: Health | None = None
    metrics = Metrics() if settings.health_port is not None else None
    if metrics is not None:
        metrics.watch_errors(errors.counts)
    day = DayLog(errors, metrics)
    if sqlite_path(settings.database_url) == MEMORY:
        _log.warning("DATABASE_URL is in memory: all games are gone when the bot ends")
    try:
        found += platforms(wanted(settings, asked), settings, store, clock, commands)
        supervisor = PlatformSupervisor(found, clock, _say)
        if metrics is not None:
            health = Health(store, metrics.text, supervisor.problems)
            metrics.watch_platforms(supervisor.problems)
        async with house(
            store,
            {each.name: each.messenger for each in found},
            clock,
            draw,
            entropy=entropy_of(settings.seed),
            demonstration=settings.seed is not None,
            language=settings.language,
            max_tables=settings.max_tables,
            paces={each.name: each.pace for each in found if each.pace is not None},
            measures=day,
            manners=Manners(clock),
            authorities={each.name: each.authority for each in found},
        ) as core:
            try:
                if health is not None and settings.health_port is not None:
                    _say(f"Health and metrics are at {await _watched(health, settings.health_port)}")
                _log.info("%s starts on %s", _version(), _places(found, settings))
                await _serve(core, supervisor, stop, day.run(clock))
            finally:
                if health is not None:
                    health.stopping = True
                await asyncio.gather(*(_within(each.drain(), DRAINING) for each in found))
    finally:
        await asyncio.gather(*(_within(each.close(), CLOSING) for each in found))
        if health is not None:
            await health.stop()
        await store.close()
        day.tell()
        _log.info("stopped")


def _places(found: Sequence[Platform], settings: Settings) -> str:
    """The platforms, with the shards of Discord that are served."""
    shards = settings.discord.shards if settings.discord is not None else None
    some = f" (shards {shards.first}-{shards.last} of {shards.count})" if shards is not None else " (all shards)"
    return ", ".join(each.name + (some if each.name == "discord" else "") for each in found)


async def _serve(
    core: House, supervisor: PlatformSupervisor, stop: asyncio.Event, *others: Coroutine[None, None, None]
) -> None:
    """Let people play until the program is told to stop. Raises CannotStart where a platform refuses at the start."""
    tasks = [asyncio.create_task(work) for work in (stop.wait(), supervisor.run(core), _go_on(core), *others)]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _go_on(core: House) -> None:
    """Take up what an earlier process left, and then watch over boards and clocks until cancelled."""
    await core.service.resume()
    await core.publisher.start()
    collector.calm()
    await asyncio.gather(core.publisher.watch(), core.timekeeper.run())


async def _within(work: Awaitable[None], seconds: float) -> None:
    """Does something on the way out that must neither last long nor keep others from their own end."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except Exception as error:  # noqa: BLE001 - logged; what is stored is safe whatever happens here
        _log.warning("not everything ended well: %s: %s", type(error).__name__, error)


async def _watched(health: Health, port: int) -> str:
    try:
        return await health.start(port)
    except OSError as error:
        raise CannotStart(f"PALMARES_HEALTH_PORT: {error.strerror or error}") from error


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def _stop_signal() -> asyncio.Event:
    """Set by the first Ctrl+C or SIGTERM; a second Ctrl+C ends the process at once."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def asked(which: signal.Signals) -> None:
        stop.set()
        loop.call_later(LAST, os._exit, BROKEN)  # whatever hangs: all that was acknowledged is on the disk
        loop.remove_signal_handler(which)

    for which in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(which, asked, which)
    return stop


if __name__ == "__main__":
    sys.exit(main())
