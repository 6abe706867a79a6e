"""Check the text of a game and store it as a past game, once: `palmares import FILE`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from bot.cli.program import program_name
from bot.core.features.export.game_import import SHELF, CannotImport, Known, checks_of, keep, table_of
from bot.core.services.signing import keys_of
from bot.core.services.table_repository import TableRepository
from data.errors import StoreError
from data.open_store import open_store
from engine.errors import EngineError
from engine.notation import decoded, read

NAME = "import"
WRONG = 2


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser], shared: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(NAME, help="store a game that was exported, as a past game", parents=[shared])
    parser.add_argument("file", metavar="FILE", help="the text of the game")
    parser.add_argument("--beside", metavar="CODE", default="", help="list it in the chat of this table")


async def run(database_url: str, file: str, beside: str = "") -> int:
    """Store the game of a file; return the exit code: 0, or 2 with the reason on standard error."""
    try:
        record = read(decoded(await asyncio.to_thread(Path(file).read_bytes)))
        failed = [str(result) for result in checks_of(record) if not result.passed]
        if failed:
            return _complain("\n".join(failed))
    except OSError as error:
        return _complain(f"{file}: {error.strerror or error}")
    except ValueError as error:  # an EngineError is one
        return _complain(f"{file}: {error}")
    try:
        store = await open_store(database_url)
    except (ValueError, StoreError) as error:
        return _complain(f"DATABASE_URL: {error}")
    try:
        tables = TableRepository(store)
        neighbour = await tables.outline(beside.strip().lower()) if beside else None
        if beside and neighbour is None:
            return _complain(f"no table has the code {beside[:20]!r}")
        chat = SHELF if neighbour is None else neighbour.chat
        code = await keep(tables, table_of(record, chat, keys=await keys_of(store)))
    except StoreError as error:
        return _complain(f"DATABASE_URL: {error}")
    except (CannotImport, Known, EngineError, ValueError) as error:
        return _complain(f"{file}: {error}")
    finally:
        await store.close()
    sys.stdout.write(f"stored; `{program_name()} export {code}` prints it again\n")
    return 0


def _complain(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return WRONG
