"""Analyse a whole game in parts, and store the result."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.core.domain.game_analysis import GameAnalysis
from bot.core.domain.table import StartedTable
from bot.core.rankings.insight import record_of
from bot.core.services.analysis_codec import dump, load
from bot.core.services.table_service import TableService
from bot.core.services.thinking import Thinking
from engine.players.analysis import PlyReport, analysed_part, depth

PART = 40
"""Plies in one piece of work: a second or two at most, then other work gets its turn."""
LONGEST = 180.0
"""Seconds after which a part is given up: on a busy machine its process nearly always gives way to play."""


async def looked_at(
    table: StartedTable,
    service: TableService,
    thinking: Thinking,
    owner: str,
    between: Callable[[int], Awaitable[None]],
) -> GameAnalysis:
    """Analyse a game in the background, store the result, and return it; raises NoThought, StoreError.

    `between` is called after each part with the percentage done, and may take its time.
    """
    match = table.match
    plies = depth(match.opening, len(match.plies), match.throws)
    sides: tuple[int, ...] = ()
    reports: list[PlyReport] = []
    for first in range(0, len(match.plies), PART):
        last = min(first + PART, len(match.plies))
        before = match.game.dump(match.at(first).state)
        sides, part = await thinking.do(
            analysed_part, match.game, before, match.moves[first:last], plies, owner=owner, seconds=LONGEST
        )
        reports += part
        await between(100 * last // len(match.plies))
    body = await asyncio.to_thread(dump, sides, reports)
    found = await asyncio.to_thread(load, body, match)  # as everybody will read it from now on
    await service.store.add_analysis(record_of(table, found, body, service.clock.now()))
    return found
