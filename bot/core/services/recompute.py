"""Compute results and ratings from the stored games: those missing at a start, or all of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass

from bot.core.domain.table import begun
from bot.core.i18n.refusal import CorruptTable
from bot.core.rankings.ratings import fold
from bot.core.rankings.recorder import Recorder
from bot.core.rankings.results import result_of
from bot.core.services.table_repository import TableRepository
from data.errors import StoreError
from data.result_records import ResultRecord
from data.store import Store

_log = logging.getLogger(__name__)

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

    Ratings dropped by an upgrade are first computed again from the stored results.
    """
    for game, family in await store.unfolded():
        games = await store.rated_results(game, family)
        await store.replace_ratings(game, family, *await asyncio.to_thread(fold, games))
    recorder = Recorder(store)
    last = await store.last_beat()
    names = await store.unrecorded(0.0 if last is None else last - LATELY)
    results = [result async for _, result in _results(store, names) if result is not None]
    for result in sorted(results, key=lambda result: result.order):
        try:
            await recorder.add(result)
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - logged; one game must not stop the program from starting
            _log.exception("the result of table %s cannot be recorded", result.table)
    return len(results)


async def recompute(store: Store) -> Recomputed:
    """Replace results and ratings by those computed from tables and logs.

    Use it in a quiet moment: games that end meanwhile are recorded right after. Raises StoreError.
    """
    results: list[ResultRecord] = []
    unreadable = []
    async for name, result in _results(store, await store.finished()):
        if result is None:
            unreadable.append(name)
        else:
            results.append(result)
    results.sort(key=lambda result: result.order)
    rated = [result for result in results if result.rated]
    await store.replace_results(results, *await asyncio.to_thread(fold, rated))
    await catch_up(store)
    return Recomputed(len(results), len(rated), tuple(unreadable))


async def _results(store: Store, names: list[str]) -> AsyncIterator[tuple[str, ResultRecord | None]]:
    """Yield the results of tables by their names, one at a time; None for an unreadable one, which is logged."""
    tables = TableRepository(store, most_bytes=0)
    for name in names:
        await asyncio.sleep(0)
        try:
            table = await tables.fresh(name)
            result = None if table is None else result_of(begun(table))
        except CorruptTable:  # logged where it was read
            yield name, None
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - logged; one table must not stop the others from being counted
            _log.exception("table %s cannot be counted", name)
            yield name, None
        else:
            if result is not None:
                yield name, result
