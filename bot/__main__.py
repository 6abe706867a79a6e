"""`python -m bot`: reads the settings, puts everything together and runs until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from dotenv import dotenv_values

from bot.adapters import web_adapter
from bot.core.clock import SystemClock
from bot.core.texts import languages
from bot.settings import BadSettings, Settings, read
from bot.wiring import entropy_of, house
from data.store import UnusableDatabase
from data.url import open_store
from render.picture import draw

USAGE_ERROR = 2
INTERRUPTED = 130


class CannotStart(Exception):
    """Why the bot cannot run, in one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the bot; the exit code."""
    options = _parser().parse_args(arguments)
    try:
        settings = read(_environment(options))
        logging.basicConfig(level=settings.log, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
        asyncio.run(_web(settings))
    except (BadSettings, CannotStart) as error:
        print(error, file=sys.stderr)  # noqa: T201
        return USAGE_ERROR
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
    platforms = parser.add_subparsers(metavar="{web}", help="where to play; the web page if nothing is said")
    platforms.add_parser("web", help="a web page on this machine", parents=[shared])
    return parser


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
    try:
        return {**dotenv_values(".env"), **os.environ, **given}
    except (OSError, UnicodeDecodeError) as error:
        raise CannotStart(f".env cannot be read: {error}") from error


async def _web(settings: Settings) -> None:
    clock, stop = SystemClock(), _stop_signal()
    try:
        store = await open_store(settings.database_url)
    except (ValueError, UnusableDatabase) as error:
        raise CannotStart(f"DATABASE_URL: {error}") from error
    try:
        messenger = web_adapter.WebMessenger(store, clock.now)
        async with house(
            store,
            {"web": messenger},
            clock,
            draw,
            entropy=entropy_of(settings.seed),
            language=settings.language,
            max_tables=settings.max_tables,
        ) as core:
            rooms = web_adapter.House(store, messenger, core.service, core.publisher, core.desk.registry)
            adapter = web_adapter.WebAdapter(rooms, hosts=settings.hosts)
            try:
                address = await _opened(adapter, settings)
                await core.service.resume()
                await core.publisher.start()
                watch = asyncio.create_task(core.publisher.watch())
                print(f"Palmarés is at {address} (Ctrl+C stops it)", flush=True)  # noqa: T201
                await stop.wait()
                watch.cancel()
            finally:
                await adapter.stop()
    finally:
        await store.close()


async def _opened(adapter: web_adapter.WebAdapter, settings: Settings) -> str:
    try:
        return await adapter.start(settings.host, settings.port)
    except OSError as error:
        raise CannotStart(_why_not(settings, error)) from error


def _why_not(settings: Settings, error: OSError) -> str:
    where = f"{settings.host}:{settings.port}"
    return f"the web page cannot be served at {where}: {error.strerror or error}. Another port: --port 0"


def _stop_signal() -> asyncio.Event:
    """Set by the first Ctrl+C or SIGTERM; a second Ctrl+C ends the process at once."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def asked(which: signal.Signals) -> None:
        stop.set()
        loop.remove_signal_handler(which)

    for which in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(which, asked, which)
    return stop


if __name__ == "__main__":
    sys.exit(main())
