"""Check a whole database, `admin check`, and fix or drop corrupt rows, `admin repair`."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.core.services.puzzle_codec import puzzle_in
from bot.core.services.recompute import recompute
from bot.core.services.table_codec import fault_of
from bot.platforms.web.identity import PLATFORM
from bot.platforms.web.message_format import load
from data.errors import LogLost
from data.open_store import is_server, sqlite_path
from data.records import DamageRecord, Status
from data.roles.checking import Fault
from data.roles.reading import place_of
from data.sqlite.maintenance import backup, structure
from data.sqlite.migrations import MEMORY
from data.store import Store
from engine import catalog

ROUNDS = 5
"""How often rows are checked again after a repair: other rows may have referred to a dropped one."""
_CONTENT = "content"


def _message(row: Mapping[str, Any]) -> None:
    if row["platform"] == PLATFORM:
        load(row["body"])


def _puzzle(row: Mapping[str, Any]) -> None:
    puzzle_in(row["body"])


def _analysis(row: Mapping[str, Any]) -> None:
    json.loads(zlib.decompress(row["body"]))


_BODIES: Mapping[str, Callable[[Mapping[str, Any]], None]] = {
    "messages": _message,
    "puzzles": _puzzle,
    "analyses": _analysis,
}


def look(table: str, row: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a row with readable columns that make no sense, and why."""
    if table != "tables" and isinstance(game := row.get("game"), str) and game not in catalog.names():
        yield "game", "is no game"
    if table in _BODIES:
        try:
            _BODIES[table](row)
        except Exception as error:  # noqa: BLE001 - reported: a corrupt row may cause any error
            yield "body", f"{type(error).__name__}: {error}"


async def found(store: Store) -> tuple[int, list[Fault]]:
    """Return the number of tables, and all faults of all rows."""
    faults = await store.faults(look)
    records = await store.all_tables(tuple(Status))
    for record in records:
        try:
            log = await store.moves(record.id)
        except LogLost as error:
            faults.append(_content(record.id, str(error)))
            continue
        fault = await asyncio.to_thread(fault_of, record, log)
        faults += [] if fault is None else [_content(record.id, fault)]
    return len(records), faults


def _content(table: str, why: str) -> Fault:
    key, why = {"id": table}, f"cannot be read: {why}"
    return Fault(DamageRecord("tables", place_of(key), _CONTENT, "", why, 0.0), tuple(key.items()))


async def check(store: Store, url: str, say: Callable[[str], None]) -> int:
    """Print all faults; return their number."""
    problems = [] if is_server(url) else await asyncio.to_thread(structure, sqlite_path(url))
    tables, faults = await found(store)
    problems += map(str, faults)
    for problem in problems:
        say(problem)
    for past in await store.quarantine():
        moment = datetime.fromtimestamp(past.at, UTC)
        say(f"set aside {moment:%Y-%m-%d %H:%M}: {past.source} {past.place}, column {past.part} {past.why}")
    say(f"{tables} tables, {len(problems)} faults")
    return len(problems)


async def repair(store: Store, url: str, say: Callable[[str], None]) -> int:
    """Back up a file, fix or drop corrupt rows; return the number of faults left."""
    faults, done, lost_results = (await found(store))[1], 0, False
    if faults and not is_server(url) and (path := sqlite_path(url)) != MEMORY:
        copy = Path(f"{path}.before-repair-{datetime.now(UTC):%Y%m%d-%H%M%S}")
        await asyncio.to_thread(backup, path, copy)
        say(f"The database is backed up in {copy}.")
    for _ in range(ROUNDS):
        for fault in faults:
            say(f"{fault}: {await store.repair(fault)}")
            done += 1
            lost_results |= fault.damage.source in _COMPUTED
        if not faults:
            break
        faults = (await found(store))[1]
    if lost_results:
        say(f"The ratings were computed again from {(await recompute(store)).games} games.")
    say(f"{done} repairs, {len(faults)} faults are left")
    return len(faults)


_COMPUTED = frozenset(
    {"tables", "seats", "moves", "results", "result_seats", "rating_changes", "ratings", "meetings"}
)
"""Ratings, and what they are computed from."""
