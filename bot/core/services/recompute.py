"""Compute results and ratings from the stored games: those missing at a start, or all of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from bot.core.domain.table import StartedTable, begun
from bot.core.i18n.refusal import CorruptTable
from bot.core.rankings.folding import fold_all
from bot.core.rankings.insight import lowest
from bot.core.rankings.recorder import Recorder
from bot.core.rankings.results import result_of
from bot.core.services.analysis_codec import load
from bot.core.services.seasons import recompute_seasons
from bot.core.services.table_repository import TableRepository
from data.errors import StoreError
from data.result_records import ResultRecord
from data.store import Store

_log = logging.getLogger(__name__)

PAGE = 500
"""Tables that are listed at once."""
LATELY = 86400.0
"""Seconds before the end of the last process in which results may be missing."""


@dataclass(frozen=True, slots=True)
class Recomputed:
    """Games, rated games, and tables that could not be read."""

    games: int
    rated: int
    unreadable: tuple[str, ...]


async def catch_up(store: Store) -> int:
    """Record the results that the last process did not, and return their number; raises StoreError.

    Ladders that are to be folded again, and marked games, are left to the background.
    """
    last, whole = await store.last_beat(), bool(await store.refolds())
    names = await store.unrecorded(0.0 if last is None or whole else last - LATELY)
    results = [result async for _, _, result in _results(store, names) if result is not None]
    recorder = Recorder(store)
    for result in sorted(results, key=lambda result: result.order):
        try:
            await recorder.add(result)
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - logged; one game must not stop the program from starting
            _log.exception("the result of table %s cannot be recorded", result.table)
    return len(results)


async def recompute(store: Store) -> Recomputed:
    """Compute all results again from tables and logs, and then all ratings and closed seasons; raises StoreError.

    It holds a few games at a time. Games that end meanwhile are counted too. While the ladders are folded, a
    leaderboard shows only what is folded. If that is interrupted, the bot goes on with it.
    """
    newest = await store.begin_anew()
    games = rated = 0
    unreadable, after = list[str](), ""
    while names := await store.finished(after, PAGE):
        after = names[-1]
        async for name, table, result in _results(store, names):
            if table is None or result is None:
                unreadable.append(name)
                await store.drop_result(name)
                continue
            plain = replace(result, capture=0, drought=0, comeback=0)
            await store.renew_result(result, newest, changed=await store.result(name) != plain)
            await _renew_lowest(store, table)
            games, rated = games + 1, rated + result.rated
    await store.refold_all()
    await fold_all(store)
    await recompute_seasons(store)
    return Recomputed(games, rated, tuple(unreadable))


async def _renew_lowest(store: Store, table: StartedTable) -> None:
    """Store the lowest chance of a game's winners, if the game was analysed; raises StoreError."""
    body = await store.analysis(table.id)
    if body is not None:
        try:
            await store.set_lowest(table.id, lowest(table, load(body, table.match)))
        except ValueError as error:
            _log.warning("the analysis of table %s cannot be read: %s", table.id, error)


async def _results(
    store: Store, names: list[str]
) -> AsyncIterator[tuple[str, StartedTable | None, ResultRecord | None]]:
    """Yield tables by their names with their results, one at a time; None for an unreadable one, which is logged."""
    tables = TableRepository(store, most_bytes=0)
    for name in names:
        await asyncio.sleep(0)
        try:
            found = await tables.fresh(name)
            table = None if found is None else begun(found)
            result = None if table is None else result_of(table)
        except CorruptTable:  # logged where it was read
            yield name, None, None
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - logged; one table must not stop the others from being counted
            _log.exception("table %s cannot be counted", name)
            yield name, None, None
        else:
            if result is not None:
                yield name, table, result
