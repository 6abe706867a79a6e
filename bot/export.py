"""`python -m bot export CODE`: prints a game as the text that `python -m engine verify` checks."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from bot.core.features.exporting import export
from bot.core.refusal import Refusal
from bot.core.tables import Tables
from data.migrate import MEMORY
from data.store import UnusableDatabase
from data.url import open_store, sqlite_path

NAME = "export"
WRONG = 2


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser], shared: argparse.ArgumentParser) -> None:
    """Makes the command line know it."""
    parser = commands.add_parser(NAME, help="print a table's game, for `python -m engine verify`", parents=[shared])
    parser.add_argument("code", metavar="CODE", help="the table's code")


async def run(database_url: str, code: str) -> int:
    """Prints the game of a table; the exit code."""
    try:
        path = sqlite_path(database_url)
        if path != MEMORY and not await asyncio.to_thread(Path(path).exists):
            return _complain("DATABASE_URL: there is no such database")
        store = await open_store(database_url)
    except (ValueError, UnusableDatabase) as error:
        return _complain(f"DATABASE_URL: {error}")
    try:
        table = await Tables(store).fresh(code.strip().lower())
        if table is None:
            return _complain(f"no table has the code {code[:20]!r}")
        sys.stdout.write(export(table))
    except Refusal:
        return _complain("the game has not started yet")
    finally:
        await store.close()
    return 0


def _complain(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return WRONG
