"""Print a game as the text that `python -m engine verify` checks: `palmares export CODE`."""

from __future__ import annotations

import argparse
import sys

from bot.cli.database import NoDatabase, database
from bot.cli.program import program_name
from bot.core.features.export.game_export import export
from bot.core.i18n.refusal import CorruptTable, Refusal
from bot.core.services.hiding_store import hiding_now
from bot.core.services.signing import keys_of
from bot.core.services.table_repository import TableRepository
from data.errors import StoreError

NAME = "export"
WRONG = 2


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser], shared: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(NAME, help="print a table's game, for `palmares verify`", parents=[shared])
    parser.add_argument("code", metavar="CODE", help="the table's code")


async def run(database_url: str, code: str) -> int:
    """Print the game of a table; return the exit code: 0, or 2 with the reason on standard error."""
    try:
        async with database(database_url) as store:
            table = await TableRepository(await hiding_now(store)).fresh(code.strip().lower())
            if table is None:
                return _complain(f"no table has the code {code[:20]!r}")
            sys.stdout.write(export(table, signer=(await keys_of(store)).signer))
    except (NoDatabase, StoreError) as error:
        return _complain(str(error))
    except CorruptTable:
        return _complain(f"table {code.strip().lower()} cannot be read; `{program_name()} admin check` says why")
    except Refusal:
        return _complain("the game has not started yet")
    return 0


def _complain(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return WRONG
