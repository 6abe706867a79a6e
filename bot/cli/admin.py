"""Maintain the database, most tasks also while the bot is running: `palmares admin …`.

Only `restore`, `compact` and `copy` need exclusive access. For some tasks a server has its own tools.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bot.cli import archiving, checking, copying, restricting
from bot.cli.database import NoDatabase, database
from bot.cli.program import program_name
from bot.core.features.export.game_export import export
from bot.core.i18n.refusal import Refusal
from bot.core.services import recompute as rankings
from bot.core.services.hiding_store import hiding_now
from bot.core.services.signing import keys_of
from bot.core.services.signing import renew as renew_key
from bot.core.services.table_codec import is_begun
from bot.core.services.table_repository import TableRepository
from bot.platforms.web.invitation import Invitation, link, renew
from data.errors import StaleTable, StoreError, UnusableDatabase
from data.open_store import is_server, make_folder, sqlite_path
from data.records import OPEN, Status
from data.sqlite.maintenance import backup, restore, size
from data.sqlite.migrations import MEMORY
from data.store import Store

NAME = "admin"
FAULTY, WRONG = 1, 2
ATTEMPTS = 5
HELP = {
    "check": "find corrupt rows, and replay every game",
    "repair": "fix or drop the rows that `check` names, after a copy of the file; stop the bot first",
    "backup": "copy the database into FILE while the bot is running",
    "restore": "replace the database by the copy FILE, and keep the old one aside; stop the bot first",
    copying.NAME: "copy everything from the address SOURCE to TARGET, an empty or new database of either kind, and "
    "compare the two row by row; stop the bots on both first",
    archiving.NAME: "move the logs of games that ended more than 90 days ago into compressed files in the folder "
    "DIR, also while the bot is running; keep DIR where it is, and back it up too",
    "compact": "rewrite the database, so that no deleted data is left in it; stop the bot first",
    "tables": "list the open tables",
    "end": "close the table CODE",
    "recompute": "compute all ratings again from the stored games",
    "export-all": "write every game as a text into the folder DIR",
    "invitation": "print the link by which friends come in at the page",
    "new-invitation": "make a new one; people who used the old link need it too",
    "key": "print the public key with which this bot signs games, and older ones with the time they were last used",
    "new-key": "sign games with a new key, also while the bot is running; the old public key stays listed",
}
_ARGUMENTS: Mapping[str, Sequence[str]] = {
    "backup": ["FILE"],
    "restore": ["FILE"],
    archiving.NAME: ["DIR"],
    copying.NAME: ["SOURCE", "TARGET"],
    "end": ["CODE"],
    "export-all": ["DIR"],
}

_INVITING = ("invitation", "new-invitation")
_ALONE = ("compact", "repair")
"""Tasks that need exclusive access."""

Work = Callable[[Store, str, str], Awaitable[int]]
"""Runs a task with an open store, its address and the argument; returns the exit code."""

ON_A_SERVER = {
    "backup": "a database on a server is copied by its own tool, also while the bot is running: "
    'pg_dump --format=custom --file=FILE "$DATABASE_URL"',
    "restore": "a database on a server is restored by its own tool; the bot must not be running: "
    'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE',
    "compact": "a server frees unused space by itself (autovacuum); to return it to the "
    'disk, stop the bot and call: psql "$DATABASE_URL" --command="VACUUM FULL"',
}
"""Tasks that a server's own tools do, with the commands."""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser], shared: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(
        NAME, help="look after the database, also while the bot is running", parents=[shared]
    )
    tasks = parser.add_subparsers(
        dest="task", required=True, metavar="{" + ",".join((*HELP, *restricting.HELP)) + "}"
    )
    for task, about in HELP.items():
        each = tasks.add_parser(task, help=about, parents=[shared])
        shown = _ARGUMENTS.get(task, ())
        for name, each_shown in zip(("source", "target") if len(shown) > 1 else ("argument",), shown, strict=False):
            each.add_argument(name, metavar=each_shown)
    restricting.add_to(tasks, shared)


async def run(database_url: str, task: str, argument: str = "", friends_address: str = "") -> int:
    """Run a task; return the exit code: 0 if all is well, 1 if something is wrong, 2 if it failed.

    `friends_address`: the page's address for friends.
    """
    try:
        if is_server(database_url) and task in ON_A_SERVER:
            told = _complain(ON_A_SERVER[task])
            if task == "backup":
                async with database(database_url) as store:
                    await _name_archives(store)
            return told
        if task == "restore":
            return await _restore(database_url, Path(argument))
        async with database(database_url, alone=task in _ALONE) as store:
            given = friends_address if task in _INVITING else argument
            return await _TASKS[task](store, database_url, given)
    except (NoDatabase, OSError, StoreError) as error:
        return _complain(str(error))


async def _check(store: Store, url: str, _: str) -> int:
    return FAULTY if await checking.check(store, url, _say) else 0


async def _repair(store: Store, url: str, _: str) -> int:
    return FAULTY if await checking.repair(store, url, _say) else 0


async def _backup(store: Store, url: str, argument: str) -> int:
    await asyncio.to_thread(backup, sqlite_path(url), Path(argument))
    back = f"{program_name()} admin restore {argument}"
    _say(f"The copy is in {argument}. To restore it, stop the bot and call: {back}")
    _say("Don't copy it over the database by hand: the other files of that database would corrupt it.")
    await _name_archives(store)
    return 0


async def _name_archives(store: Store) -> None:
    for folder in sorted({str(Path(file).parent) for file in await store.archive_files()}):
        _say(f"The logs of old games are not in it: copy the folder {folder} too.")


async def _restore(database_url: str, source: Path) -> int:
    try:
        path = sqlite_path(database_url)
    except (ValueError, UnusableDatabase) as error:
        return _complain(f"DATABASE_URL: {error}")
    if path == MEMORY:
        return _complain("DATABASE_URL: a database in memory cannot be restored")
    make_folder(path)
    aside = await asyncio.to_thread(restore, path, source)
    _say(f"The database is now a copy of {source}.")
    if aside is not None:
        _say(f"The old database is in {aside}; if all is well, delete it and the files whose names begin so.")
    return 0


async def _compact(store: Store, url: str, _: str) -> int:
    path = sqlite_path(url)
    before = await asyncio.to_thread(size, path)
    await store.rewrite()
    after = await asyncio.to_thread(size, path)
    _say(f"The database takes {after / 1e6:.1f} MB; it took {before / 1e6:.1f} MB.")
    return 0


async def _archive(store: Store, _: str, argument: str) -> int:
    folder = await asyncio.to_thread(Path(argument).resolve)
    games, files = await archiving.archive(store, folder, datetime.now(UTC).timestamp() - archiving.OLD)
    _say(f"The logs of {games} games are in {files} new files in {folder}.")
    if games:
        _say("Back up that folder too from now on. A running bot frees the disk space within an hour.")
    return 0


async def _tables(store: Store, _: str, __: str) -> int:
    for record in await store.all_tables(OPEN):
        people = ", ".join(seat.name for seat in record.seats if seat.person is not None and seat.name)
        moment = datetime.fromtimestamp(record.updated, UTC)
        chat = f"{record.chat.platform} {record.chat.chat} {record.chat.thread}".strip()
        _say(f"{record.id}  {record.status:8}  {record.game:8}  {moment:%Y-%m-%d %H:%M}  {chat}  {people}")
    return 0


async def _end(store: Store, _: str, argument: str) -> int:
    code, tables = argument.strip().lower(), TableRepository(store)
    for _attempt in range(ATTEMPTS):
        record = await store.table(code)
        if record is None or record.status not in OPEN:
            return _complain(f"no open table has the code {code[:20]!r}")
        now = datetime.now(UTC).timestamp()
        try:
            try:
                before = await tables.fresh(code)
            except Refusal:
                await tables.close_unreadable(code, record.version, now)
            else:
                if before is None:
                    continue
                closed = replace(before, status=Status.CANCELLED, version=before.next_version, updated=now)
                await tables.write(before, closed)
        except StaleTable:  # somebody is playing there right now
            continue
        _say(f"Table {code} is closed; a running bot shows it within a minute.")
        return 0
    return _complain(f"table {code} is busy; try again")


async def _recompute(store: Store, _: str, __: str) -> int:
    done = await rankings.recompute(store)
    _say(f"{done.games} games, {done.rated} of them rated")
    for table in done.unreadable:
        _say(f"table {table} cannot be read and was left out")
    return FAULTY if done.unreadable else 0


async def _export_all(store: Store, _: str, argument: str) -> int:
    folder, failed, written = Path(argument), 0, 0
    tables = TableRepository(await hiding_now(store), most_bytes=0)
    signer = (await keys_of(store)).signer
    await asyncio.to_thread(folder.mkdir, mode=0o700, parents=True, exist_ok=True)
    for record in await store.all_tables(tuple(Status)):
        if not is_begun(record):
            continue
        try:
            table = await tables.fresh(record.id)
        except Refusal:
            _say(f"table {record.id} cannot be read and was left out")
            failed += 1
            continue
        if table is not None:
            text = await asyncio.to_thread(export, table, signer=signer)
            await asyncio.to_thread(write_private, folder / f"palmares-{record.id}.txt", text)
            written += 1
    _say(f"{written} games are in {folder}")
    return FAULTY if failed else 0


async def _key(store: Store, _: str, __: str) -> int:
    keys = await keys_of(store)
    _say(keys.signer.key.hex())
    for old in keys.retired:
        _say(f"{old.key.hex()} until {datetime.fromtimestamp(old.until, UTC):%Y-%m-%d %H:%M} UTC")
    return 0


async def _new_key(store: Store, url: str, _: str) -> int:
    await renew_key(store, datetime.now(UTC).timestamp())
    return await _key(store, url, _)


async def _invitation(store: Store, _: str, address: str) -> int:
    _say(link(address, await Invitation(store).token()))
    return 0


async def _new_invitation(store: Store, _: str, address: str) -> int:
    await renew(store)
    return await _invitation(store, _, address)


_TASKS: Mapping[str, Work] = {
    "check": _check,
    "repair": _repair,
    "backup": _backup,
    archiving.NAME: _archive,
    "compact": _compact,
    "tables": _tables,
    "end": _end,
    "recompute": _recompute,
    "export-all": _export_all,
    "invitation": _invitation,
    "new-invitation": _new_invitation,
    "key": _key,
    "new-key": _new_key,
}


def write_private(path: Path, text: str) -> None:
    """Write a text that only its owner may read, since it contains people's names. Raises OSError."""
    path.touch(mode=0o600)
    path.chmod(0o600)  # the file may exist with other permissions
    path.write_text(text, "utf-8")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _complain(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return WRONG
